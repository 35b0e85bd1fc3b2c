//! Talking to other programs.
//!
//! Only this layer knows wires. [`uci`] speaks the Universal Chess Interface, [`xboard`]
//! the Chess Engine Communication Protocol; [`options`] is the list of what can be set,
//! which every protocol shows in its own form; `thinker` runs searches in a thread of
//! their own; `output` writes lines, and a log of both sides if one is wanted. `games`
//! loads users' files of games, `lines` reads what comes in and `hangup` notices when
//! nobody listens, all three for the command line as well.

mod games;
pub(crate) mod hangup;
pub(crate) mod lines;
pub mod options;
mod output;
mod thinker;
pub mod uci;
pub mod xboard;

/// The name of the engine, as other programs are told it.
pub const NAME: &str = concat!("Sliderule ", env!("CARGO_PKG_VERSION"));

pub use games::{LoadError, load_all_games, load_games};
pub use output::Output;
pub use thinker::EngineError;

use crate::pgn::Game;
use crate::position::{AnyPosition, FenError};
use std::io;
use thiserror::Error;

/// Why a conversation cannot begin, or go on.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages say what each case is")]
pub enum RunError {
    #[error("no game can be played")]
    NoGame,
    #[error("startFen: {0}")]
    Start(FenError),
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error("cannot start a thread for the input: {0}")]
    NoThread(io::Error),
    #[error("cannot read the input: {0}")]
    Input(io::Error),
}

/// A game without moves that bears the date of today.
pub(crate) fn begun_today(start: AnyPosition) -> Game {
    let mut game = Game::new(start);
    game.tags.date = jiff::ZonedDateTime::now().strftime("%Y.%m.%d").to_string();
    game
}
