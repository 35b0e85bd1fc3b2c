//! Games on file: PGN with our own move text.
//!
//! [`Game`] is a game with its tags, start position, moves and result. [`Game::to_pgn`] writes
//! it; [`read()`] and [`read_all`] read it back, exactly. The tag `Variant` names the game,
//! `SetUp` and `FEN` the start position where it is not the game's own. What others put into
//! PGN files (comments, NAGs, variations, escaped lines, further tags) is understood and,
//! except for the tags, skipped; so are moves as chess books write them, by [`San`]. [`nth`]
//! finds one game and leaves its words for others to interpret.

mod read;
mod san;
mod scan;
mod write;

pub use read::{Record, each, nth, read, read_all};
pub use san::{San, begins_with_square, read_move, without_judgement, without_number};

use crate::position::{AnyPosition, Move, Status};
use crate::rules::Color;
use crate::rules::ini::shortened;
use std::fmt;
use thiserror::Error;

/// How a game was left.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum GameResult {
    /// `1-0`.
    WhiteWins,
    /// `0-1`.
    BlackWins,
    /// `1/2-1/2`.
    Draw,
    /// `*`: not finished.
    #[default]
    Unfinished,
}

impl GameResult {
    /// The result written like this.
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "1-0" => Some(Self::WhiteWins),
            "0-1" => Some(Self::BlackWins),
            "1/2-1/2" => Some(Self::Draw),
            "*" => Some(Self::Unfinished),
            _ => None,
        }
    }

    /// What the rules say about a position.
    pub fn of(position: &AnyPosition) -> Self {
        position.status().into()
    }

    /// The result of a game that a player has won.
    pub const fn won_by(winner: Color) -> Self {
        match winner {
            Color::White => Self::WhiteWins,
            Color::Black => Self::BlackWins,
        }
    }

    /// As PGN writes it.
    pub const fn text(self) -> &'static str {
        match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unfinished => "*",
        }
    }
}

impl From<Status> for GameResult {
    fn from(status: Status) -> Self {
        match status {
            Status::Ended(Some(winner), _) => Self::won_by(winner),
            Status::Ended(None, _) => Self::Draw,
            Status::Ongoing | Status::Check => Self::Unfinished,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

/// Who, where and when: the tags that the moves do not tell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tags {
    /// The match or tournament.
    pub event: String,
    /// The place.
    pub site: String,
    /// The day, as `2024.05.31`.
    pub date: String,
    /// The round.
    pub round: String,
    /// Who plays White.
    pub white: String,
    /// Who plays Black.
    pub black: String,
    /// All others, in their order, by name.
    pub others: Vec<(String, String)>,
}

impl Default for Tags {
    fn default() -> Self {
        let unknown = || "?".to_string();
        Self {
            event: unknown(),
            site: unknown(),
            date: "????.??.??".into(),
            round: unknown(),
            white: unknown(),
            black: unknown(),
            others: Vec::new(),
        }
    }
}

/// A game as a file holds it.
#[derive(Clone, Debug)]
pub struct Game {
    /// Who, where and when.
    pub tags: Tags,
    /// The position before the first move.
    pub start: AnyPosition,
    /// The moves, all legal one after the other.
    pub moves: Vec<Move>,
    /// How it ended, or was left.
    pub result: GameResult,
}

impl Game {
    /// A game that was played on a position since that was set up, with the result that the
    /// rules give it.
    ///
    /// ```
    /// use sliderule::prelude::*;
    ///
    /// let mut position = start("battery")?;
    /// position.play_text("c3c4")?;
    /// let game = pgn::Game::of(&position);
    /// assert!(game.to_pgn().contains("1. c3c4 *"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(position: &AnyPosition) -> Self {
        let (start, moves) = position.history();
        Self {
            moves,
            result: GameResult::of(position),
            ..Self::new(start)
        }
    }

    /// A game without moves. What led to `start` is no part of it: see [`Self::of`].
    pub fn new(start: AnyPosition) -> Self {
        Self {
            tags: Tags::default(),
            start,
            moves: Vec::new(),
            result: GameResult::Unfinished,
        }
    }

    /// The position after the last move, with its history.
    ///
    /// # Panics
    /// It may, if a move is not legal.
    pub fn position(&self) -> AnyPosition {
        let mut position = self.start.clone();
        for &mv in &self.moves {
            position.make_unchecked(mv);
        }
        position
    }
}

/// What is wrong in a PGN text, and where.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {message}")]
pub struct PgnError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

impl PgnError {
    /// An error in this line, counted from 1.
    pub fn new(line: usize, message: impl Into<String>) -> Self {
        Self {
            line,
            message: message.into(),
        }
    }

    /// A word that is no legal move.
    pub fn of_move(line: usize, position: &AnyPosition, word: &str, why: &str) -> Self {
        let number = position.fullmoves();
        let dots = match position.side_to_move() {
            Color::White => ".",
            Color::Black => "...",
        };
        let shown = shortened(word);
        Self::new(
            line,
            format!("move {number}{dots} '{shown}' is illegal: {why}"),
        )
    }
}

#[cfg(test)]
mod tests;
