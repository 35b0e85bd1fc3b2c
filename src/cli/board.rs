//! Drawing a board in text.
//!
//! `.` is an empty cell, `#` a hole. A slider stands between brackets in its row,
//! whose other cells are `-`. White's pieces are upper case; on a terminal the two
//! sides also differ in colour.

use crate::geometry::Square;
use crate::position::AnyPosition;
use crate::rules::Color;
use anstyle::{AnsiColor, Style};
use std::fmt::Write;

/// What one cell shows.
enum Look {
    Empty,
    Hole,
    /// A cell of a slider's row where the slider is not.
    Dead,
    Piece(String, Color),
}

/// The board with file letters and rank numbers, White at the bottom.
pub(super) fn draw(position: &AnyPosition) -> String {
    let shape = position.shape();
    let longest = position
        .variant()
        .pieces
        .iter()
        .map(|p| p.id.to_string().len())
        .max();
    let width = longest.unwrap_or(1);
    let mut text = String::new();
    for rank in (0..shape.ranks()).rev() {
        let live = live_part(position, rank);
        let mut line = format!("{:>3} ", rank + 1);
        for file in 0..shape.files() {
            line.push(match live {
                Some((first, _)) if file == first => '[',
                Some((_, last)) if file == last + 1 => ']',
                _ => ' ',
            });
            let ends_line = file + 1 == shape.files() && live.is_none();
            let width = if ends_line { 1 } else { width };
            line += &paint(&look(position, file, rank), width);
        }
        if live.is_some_and(|(_, last)| last + 1 == shape.files()) {
            line.push(']');
        }
        text += &line;
        text.push('\n');
    }
    let letters = (0..shape.files()).map(|f| format!(" {:width$}", (b'a' + f) as char));
    let _ = writeln!(text, "    {}", letters.collect::<String>().trim_end());
    text
}

/// The board without colours.
pub fn draw_plain(position: &AnyPosition) -> String {
    anstream::adapter::strip_str(&draw(position)).to_string()
}

/// The ids of the pieces by rank, the top rank first: `""` for an empty cell, `*` for
/// what is not part of the board.
pub(super) fn rows(position: &AnyPosition) -> Vec<Vec<String>> {
    let shape = position.shape();
    let cell = |rank, file| match look(position, file, rank) {
        Look::Empty => String::new(),
        Look::Hole | Look::Dead => "*".into(),
        Look::Piece(id, _) => id,
    };
    (0..shape.ranks())
        .rev()
        .map(|rank| (0..shape.files()).map(|file| cell(rank, file)).collect())
        .collect()
}

/// The first and last file of a slider in this row, if it is a slider's row.
fn live_part(position: &AnyPosition, rank: u8) -> Option<(u8, u8)> {
    let strip = position
        .variant()
        .strips
        .0
        .into_iter()
        .flatten()
        .find(|s| s.rank == rank)?;
    let first = (0..position.shape().files()).find(|&f| position.is_live(at(position, f, rank)))?;
    Some((first, first + strip.width - 1))
}

fn at(position: &AnyPosition, file: u8, rank: u8) -> Square {
    Square::new((u16::from(rank) * u16::from(position.shape().files()) + u16::from(file)) as u8)
}

fn look(position: &AnyPosition, file: u8, rank: u8) -> Look {
    let square = at(position, file, rank);
    match position.piece_at(square) {
        Some(piece) => {
            let id = position
                .variant()
                .piece(piece.kind())
                .id
                .cased(piece.color());
            Look::Piece(id, piece.color())
        }
        None if position.is_live(square) => Look::Empty,
        None if live_part(position, rank).is_some() => Look::Dead,
        None => Look::Hole,
    }
}

fn paint(look: &Look, width: usize) -> String {
    let (text, style) = match look {
        Look::Empty => (".", Style::new().dimmed()),
        Look::Hole => ("#", Style::new().dimmed()),
        Look::Dead => ("-", Style::new().dimmed()),
        Look::Piece(id, Color::White) => (id.as_str(), Style::new().bold()),
        Look::Piece(id, Color::Black) => (id.as_str(), AnsiColor::BrightRed.on_default().bold()),
    };
    format!("{style}{text:width$}{style:#}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Catalog;

    fn plain(game: &str, fen: &str) -> String {
        let variant = Catalog::built_in().get(game).unwrap();
        let position = AnyPosition::from_fen(variant, fen).unwrap();
        anstream::adapter::strip_str(&draw(&position)).to_string()
    }

    #[test]
    fn sliders_stand_in_brackets() {
        let board = plain(
            "opposition",
            "*1kh1**/mmh4/ppp4/7/4PPP/4HMM/***1HK1 w - - 0 1",
        );
        let expected = "
  7  -[. k h .]- -
  6  m m h . . . .
  5  p p p . . . .
  4  . . . . . . .
  3  . . . . P P P
  2  . . . . H M M
  1  - - -[. H K .]
     a b c d e f g
";
        assert_eq!(board, expected[1..]);
    }

    #[test]
    fn holes_are_seen_and_long_ids_fit() {
        let board = plain("battery", "*2k*/5/5/5/5/5/5/5/5/*K2* w - - 0 1");
        assert!(board.starts_with(" 10  # . . k #\n"), "{board}");
        let fen = "k11/12/12/12/12/12/12/12/12/12/12/12/12/12/N'r!10/K11[] w - - 0 1";
        let board = plain("short-sliders", fen);
        assert!(board.contains("  2  N' r! .  .  .  "), "{board}");
    }
}
