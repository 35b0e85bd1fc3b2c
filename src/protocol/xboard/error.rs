//! Why a command of XBoard is not obeyed.

use super::command::CommandError;
use super::display::{DisplayError, NoMove, ReadFenError};
use crate::position::{FenError, NoCastling};
use crate::protocol::options::{FileError, OptionError};
use crate::protocol::{EngineError, LoadError};
use crate::rules::ini::shortened;
use crate::rules::{CatalogError, PlacementError};
use thiserror::Error;

/// Why a game cannot be played in XBoard.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(super) enum XBoardGameError {
    #[error(transparent)]
    Missing(#[from] CatalogError),
    #[error(transparent)]
    Display(#[from] DisplayError),
    #[error("{game}: startFen: {reason}")]
    Start { game: String, reason: FenError },
    #[error(transparent)]
    XBoardBoard(#[from] PlacementError),
    #[error("{game}: xboardFen: {reason}")]
    XBoardStart { game: String, reason: FenError },
}

/// Why a position of XBoard cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(super) enum PositionError {
    #[error(transparent)]
    Unreadable(#[from] ReadFenError),
    #[error(transparent)]
    Refused(#[from] FenError),
}

/// Why there is nothing to play: what was asked for is not there.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(super) enum Refusal {
    #[error(transparent)]
    Game(#[from] XBoardGameError),
    #[error("the game {0} cannot be played")]
    Unplayable(String),
    #[error("the variant {} is not known", shortened(.0))]
    UnknownVariant(String),
    #[error("the position is not legal")]
    IllegalPosition,
}

/// Why a text is not taken for a move, before the rules are asked.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(super) enum MoveRefusal {
    #[error(transparent)]
    NoCastling(#[from] NoCastling),
    #[error("that may mean several moves")]
    Ambiguous,
    #[error(transparent)]
    NoMove(#[from] NoMove),
}

/// Why a command is not obeyed.
#[derive(Debug, Error)]
pub(super) enum SessionError {
    #[error(transparent)]
    XBoardCommand(#[from] CommandError),
    #[error(transparent)]
    Refused(#[from] Refusal),
    #[error("unsupported variant")]
    UnsupportedVariant,
    #[error(transparent)]
    Side(#[from] FenError),
    #[error("already thinking")]
    AlreadyThinking,
    #[error("the engine is thinking")]
    Thinking,
    #[error("all moves are excluded")]
    AllExcluded,
    #[error("nothing has been found yet")]
    NothingFound,
    #[error("the game is over")]
    GameOver,
    #[error("there is no move to take back")]
    NothingToTakeBack,
    #[error("no such square")]
    NoSuchSquare,
    #[error("nothing was asked")]
    NothingAsked,
    #[error("only while analysing")]
    NotAnalysing,
    #[error("only while analysing or in force mode")]
    Playing,
    #[error(transparent)]
    Move(#[from] MoveRefusal),
    #[error(transparent)]
    Option(#[from] OptionError),
    #[error(transparent)]
    File(#[from] FileError),
    #[error("VariantPath: {0}")]
    Games(LoadError),
    #[error(transparent)]
    Engine(#[from] EngineError),
}
