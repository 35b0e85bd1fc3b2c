//! What can be wrong with a FEN.

use crate::rules::{Color, PlacementError};
use thiserror::Error;

/// Why a FEN was refused: what is wrong and where.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs, reason = "the messages say what each case and field is")]
pub enum FenError {
    #[error("the FEN is empty")]
    Empty,
    #[error("character {column} of the FEN is not printable ASCII")]
    NotAscii { column: usize },
    #[error(
        "{}, expected six fields, or four without the counters",
        match *.found {
            1 => "only one field".into(),
            2..=7 => format!("{found} fields"),
            _ => "more than seven fields".into(),
        }
    )]
    FieldCount { found: usize },
    #[error("board: {0}")]
    Board(PlacementError),
    #[error("board: {square} is part of the board, but the FEN has a hole there")]
    HoleOnBoard { square: String },
    #[error("board: {square} is not part of the board; write * there")]
    NotOnBoard { square: String },
    #[error("board: the strip on rank {rank} must be {width} neighbouring cells, * elsewhere")]
    Strip { rank: u8, width: u8 },
    #[error(
        "board: {side} has {found} kings, expected {}",
        if *.expected == 0 { "none" } else { "one" }
    )]
    KingCount {
        side: Color,
        found: u16,
        expected: u16,
    },
    #[error("board: {found} pieces {id}, but at most {limit} are allowed")]
    TooMany { id: String, found: u16, limit: u16 },
    #[error("board: a pawn {id} cannot stand on {square}")]
    PawnCannotStand { id: String, square: String },
    #[error("pool: the game has no pool; leave out the brackets after the board")]
    NoPoolHere,
    #[error("pool: unexpected '{}'", crate::rules::ini::shortened(.0))]
    PoolCharacter(String),
    #[error("pool: '{0}' cannot be in the pool")]
    PoolPiece(String),
    #[error("pool: more than {limit} pieces {id}")]
    PoolTooLarge { id: String, limit: u16 },
    #[error("side to move: '{}' is neither w nor b", crate::rules::ini::shortened(.0))]
    Side(String),
    #[error("castling: '{0}' is neither - nor made of the letters K Q k q")]
    Castling(String),
    #[error("castling: the game has no castling '{letter}'")]
    NoCastling { letter: char },
    #[error("castling: right '{letter}' needs {id} on {square}")]
    CastlingPiece {
        letter: char,
        id: String,
        square: String,
    },
    #[error("en passant: '{field}': {why}")]
    EnPassant { field: String, why: &'static str },
    #[error("checks: '{0}' is neither the checks left, such as 3+3, nor those given, such as +0+0")]
    Checks(String),
    #[error("checks: '{field}': both players cannot have given all their checks")]
    NoChecksLeft { field: String },
    #[error("checks: '{field}' is more than the game begins with, {start}")]
    TooManyChecks { field: String, start: String },
    #[error("counter: '{0}' is not a number from 0 to 65535")]
    Counter(String),
    #[error("{side} is in check, but it is not {side}'s turn")]
    OpponentInCheck { side: Color },
}

// Not as the source: its text is part of the message, and must not be printed twice by
// those who print the whole chain.
impl From<PlacementError> for FenError {
    fn from(error: PlacementError) -> Self {
        Self::Board(error)
    }
}
