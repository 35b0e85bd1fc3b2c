//! Writing games.

use super::{Game, Tags};
use crate::rules::Color;
use std::fmt::Write;

/// The longest line of moves, in characters.
const WIDTH: usize = 79;

/// Tags that come from the game itself.
const OWN: [&str; 4] = ["Result", "Variant", "SetUp", "FEN"];

impl Game {
    /// The game as PGN, with an empty line at the end.
    ///
    /// # Panics
    /// It may, if a move is not legal.
    pub fn to_pgn(&self) -> String {
        self.to_annotated_pgn(&[])
    }

    /// The same with a comment behind each move, and a last one before the result; empty
    /// ones are left out, and so is the brace that would end one.
    pub fn to_annotated_pgn(&self, comments: &[String]) -> String {
        let mut text = String::new();
        let Tags {
            event,
            site,
            date,
            round,
            white,
            black,
            others,
        } = &self.tags;
        for (name, value) in [
            ("Event", event),
            ("Site", site),
            ("Date", date),
            ("Round", round),
            ("White", white),
            ("Black", black),
        ] {
            tag(&mut text, name, value);
        }
        let variant = self.start.variant();
        tag(&mut text, "Result", self.result.text());
        tag(&mut text, "Variant", &variant.name);
        let fen = self.start.fen();
        let is_start = self
            .start
            .with_fen(&variant.start_fen)
            .is_ok_and(|start| start.fen() == fen);
        if !is_start {
            tag(&mut text, "SetUp", "1");
            tag(&mut text, "FEN", &fen);
        }
        for (name, value) in others {
            if !OWN.contains(&name.as_str()) {
                tag(&mut text, name, value);
            }
        }
        text.push('\n');
        let mut column = 0;
        for word in self.words(comments) {
            if column > 0 && column + 1 + word.len() > WIDTH {
                text.push('\n');
                column = 0;
            } else if column > 0 {
                text.push(' ');
                column += 1;
            }
            text += &word;
            column += word.len();
        }
        text + "\n\n"
    }

    /// Move numbers, moves with their comments, and the result.
    fn words(&self, comments: &[String]) -> Vec<String> {
        let mut position = self.start.clone();
        let mut words = Vec::new();
        for (index, &mv) in self.moves.iter().enumerate() {
            match position.side_to_move() {
                Color::White => words.push(format!("{}.", position.fullmoves())),
                Color::Black if index == 0 => words.push(format!("{}...", position.fullmoves())),
                Color::Black => {}
            }
            words.push(position.move_text(mv));
            words.extend(
                comments
                    .get(index)
                    .into_iter()
                    .flat_map(|text| comment(text)),
            );
            position.make_unchecked(mv);
        }
        let last = comments.get(self.moves.len()).into_iter();
        words.extend(last.flat_map(|text| comment(text)));
        words.push(self.result.to_string());
        words
    }
}

/// The words of a comment, with its braces.
fn comment(text: &str) -> Vec<String> {
    let text = text.replace('}', ")");
    let mut words: Vec<String> = text.split_whitespace().map(Into::into).collect();
    if let Some(first) = words.first_mut() {
        first.insert(0, '{');
    }
    if let Some(last) = words.last_mut() {
        last.push('}');
    }
    words
}

/// Writes a tag. What cannot stand in one, such as the end of a line, becomes a blank.
fn tag(text: &mut String, name: &str, value: &str) {
    let _ = write!(text, "[{name} \"");
    for c in value.chars() {
        match c {
            '"' | '\\' => text.extend(['\\', c]),
            c if c.is_control() => text.push(' '),
            c => text.push(c),
        }
    }
    text.push_str("\"]\n");
}
