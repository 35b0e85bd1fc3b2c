//! The command `position`, and why there may be none.

use super::UciSession;
use crate::pgn::begins_with_square;
use crate::position::{AnyPosition, FenError, MoveError};
use crate::protocol::lines::LineError;
use crate::protocol::options::OptionError;
use crate::rules::CatalogError;
use crate::rules::ini::shortened;
use std::sync::Arc;
use thiserror::Error;

/// Why a game that was asked for cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(super) enum PositionError {
    #[error(transparent)]
    Missing(#[from] CatalogError),
    #[error(transparent)]
    Option(#[from] OptionError),
    #[error("{game}: startFen: {reason}")]
    Start { game: String, reason: FenError },
}

/// Why there is no position to search.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(super) enum PositionRefusal {
    /// The line may have been a position.
    #[error(transparent)]
    Line(#[from] LineError),
    #[error(transparent)]
    Game(#[from] PositionError),
    #[error("expected 'startpos' or 'fen' and a FEN")]
    NoSetup,
    #[error("'moves' is missing before '{0}'")]
    WithoutMoves(String),
    #[error(transparent)]
    Fen(#[from] FenError),
    #[error("move {number} '{text}' is illegal: {reason}")]
    IllegalMove {
        number: usize,
        text: String,
        reason: Box<MoveError>,
    },
}

impl PositionRefusal {
    /// Moves do not stand behind the word for them.
    fn without_moves(first: &str) -> Self {
        Self::WithoutMoves(shortened(first))
    }
}

impl UciSession {
    /// `position startpos|fen FEN [moves ...]`.
    pub(super) fn set_position(&mut self, words: &[&str]) {
        match self.read_position(words) {
            Ok(position) => {
                self.position = position;
                self.refused = None;
            }
            Err(why) => {
                self.info(format!("position: {why}"));
                self.refused = Some(why);
            }
        }
    }

    fn read_position(&self, words: &[&str]) -> Result<AnyPosition, PositionRefusal> {
        if let Some(game) = &self.wrong_game {
            return Err(game.why.clone().into());
        }
        let moves_at = words
            .iter()
            .position(|w| w.eq_ignore_ascii_case("moves"))
            .unwrap_or(words.len());
        let (setup, moves) = words.split_at(moves_at);
        let game = self.catalog.get(&self.options.variant);
        let game = game.map_err(PositionError::from)?;
        let fen = match setup.split_first() {
            Some((word, [])) if word.eq_ignore_ascii_case("startpos") => game.start_fen.clone(),
            Some((word, [first, ..])) if word.eq_ignore_ascii_case("startpos") => {
                return Err(PositionRefusal::without_moves(first));
            }
            Some((word, fen)) if word.eq_ignore_ascii_case("fen") => {
                // Behind the first four fields only moves are squares and more.
                if let Some(first) = fen.iter().skip(4).find(|word| begins_with_square(word)) {
                    return Err(PositionRefusal::without_moves(first));
                }
                fen.join(" ")
            }
            _ => return Err(PositionRefusal::NoSetup),
        };
        // The game is compiled once and used as long as it is played.
        let read = if Arc::ptr_eq(self.position.rules(), game) {
            self.position.with_foreign_fen(&fen)
        } else {
            AnyPosition::start(game).and_then(|start| start.with_foreign_fen(&fen))
        };
        let (mut position, dropped) = read?;
        if !dropped.is_empty() {
            self.info(format!(
                "position: castling '{dropped}' is dropped: the game does not have it"
            ));
        }
        for (index, text) in moves.iter().skip(1).enumerate() {
            let mv = position
                .parse_move(text)
                .map_err(|reason| PositionRefusal::IllegalMove {
                    number: index + 1,
                    text: shortened(text),
                    reason: Box::new(reason),
                })?;
            position.make_unchecked(mv);
        }
        Ok(position)
    }
}
