//! Games that XBoard has saved.
//!
//! XBoard's files have its own list of moves: in a notation made for its own idea of the
//! pieces, with the names and ranks of its board, and with every ply that showed a move.
//! Here the games are found that were played. What an entry leaves open is settled by what
//! follows: all readings are kept as long as they lead to legal moves.

use super::display::{Display, Heard, Mirror};
use super::game;
use crate::pgn::{Game, PgnError, Record, San, without_judgement};
use crate::position::{AnyPosition, Move};
use crate::rules::Catalog;

/// The most readings that are kept at a time.
const READINGS: usize = 256;

/// One way to understand what was read until now.
#[derive(Clone)]
struct Reading {
    mirror: Mirror,
    position: AnyPosition,
    moves: Vec<Move>,
}

/// The game that a record of XBoard's means.
///
/// # Errors
/// XBoard cannot show the game, an entry leads to no legal move, or the game may be one of
/// several.
pub fn read_saved(record: &Record<'_>, catalog: &Catalog) -> Result<Game, PgnError> {
    let (line, name) = record.variant();
    let rules = game::Game::find(catalog, name).map_err(|e| PgnError::new(line, e.to_string()))?;
    let display = Display::new(&rules).map_err(|e| PgnError::new(line, e.to_string()))?;
    for (_, text) in record.moves() {
        display.settle_ranks(text);
    }
    let start = AnyPosition::start(&rules).map_err(|e| PgnError::new(line, e.to_string()))?;
    let start = match record.tag("FEN") {
        None => start,
        Some((line, fen)) => {
            let fen = display
                .read_fen(fen)
                .map_err(|e| PgnError::new(line, e.to_string()))?;
            start
                .with_fen(&fen)
                .map_err(|error| PgnError::new(line, format!("the tag 'FEN': {error}")))?
        }
    };
    let mut readings = vec![Reading {
        mirror: Mirror::new(&display, &start),
        position: start.clone(),
        moves: Vec::new(),
    }];
    let mut last = line;
    for (line, text) in record.moves() {
        last = line;
        let text = without_judgement(start.variant(), text);
        let mut next = Vec::new();
        for reading in &readings {
            reading.go_on(&display, text, &mut next);
        }
        if next.is_empty() {
            let why = "XBoard's entry shows no legal move";
            return Err(PgnError::of_move(line, &readings[0].position, text, why));
        }
        if next.len() > READINGS {
            let why = "the entries before it may mean too many moves";
            return Err(PgnError::of_move(line, &readings[0].position, text, why));
        }
        readings = next;
    }
    readings.retain(|reading| !reading.mirror.is_between_moves());
    readings.dedup_by(|a, b| a.moves == b.moves);
    match readings.as_slice() {
        [reading] => record.complete(start, reading.moves.clone()),
        [] => Err(PgnError::new(
            last,
            "the last entries of the game show no complete move",
        )),
        [one, other, ..] => Err(PgnError::new(last, ambiguous(&start, one, other))),
    }
}

/// Names the first move in which two readings differ.
fn ambiguous(start: &AnyPosition, one: &Reading, other: &Reading) -> String {
    let same = one.moves.iter().zip(&other.moves);
    let same = same.take_while(|(a, b)| a == b).count();
    let mut position = start.clone();
    for &mv in &one.moves[..same] {
        position.make_unchecked(mv);
    }
    let text = |reading: &Reading| match reading.moves.get(same) {
        Some(&mv) => position.move_text(mv),
        None => "the end".into(),
    };
    let number = position.fullmoves();
    format!(
        "XBoard's entries do not tell whether move {number} is {} or {}",
        text(one),
        text(other)
    )
}

impl Reading {
    /// Adds all readings that an entry allows.
    fn go_on(&self, display: &Display, text: &str, readings: &mut Vec<Self>) {
        if display.is_native() {
            readings.extend(self.native(display, text));
            return;
        }
        for ply in self.mirror.entry_texts(text) {
            let mut next = self.clone();
            match next.mirror.hear(&next.position, &ply, false) {
                Heard::Move(mv) => {
                    next.position.make_unchecked(mv);
                    next.moves.push(mv);
                }
                Heard::Unfinished => {}
                Heard::Replay(_) | Heard::Ambiguous(_) | Heard::Illegal(_) => continue,
            }
            readings.push(next);
        }
    }

    /// In a game that XBoard knows its entries are those of chess books.
    fn native(&self, display: &Display, text: &str) -> Option<Self> {
        let mut next = self.clone();
        let mv = San::parse(text, display.first_rank())?
            .find(&mut next.position)
            .ok()?;
        next.position.make_unchecked(mv);
        next.moves.push(mv);
        Some(next)
    }
}
