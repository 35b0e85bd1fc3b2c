//! The game being played: the engine's position, and what XBoard shows of it.

use super::display::{Display, Mirror, ShowError};
use super::error::{PositionError, Refusal, XBoardGameError};
use crate::position::{AnyPosition, FenError, Move};
use crate::rules::{Catalog, CatalogError, Color, Variant};
use std::sync::Arc;

/// XBoard's list of moves holds 1000 plies, display sequences included. Here a game
/// ends; the rest is room for the last move of either player to be shown.
const LONGEST: usize = 950;

/// How a game has ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Ending {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: &'static str,
    /// The reason in words.
    pub why: String,
}

/// The game being played.
#[derive(Clone)]
pub(super) struct Game {
    /// How XBoard is told about the game.
    pub display: Display,
    /// The position as the rules know it.
    pub position: AnyPosition,
    /// The position as XBoard shows it.
    pub mirror: Mirror,
    /// Why the position that was asked for cannot be played.
    pub refused: Option<Refusal>,
}

impl Game {
    /// The start of a game.
    ///
    /// # Errors
    /// XBoard cannot show it.
    pub fn start(rules: &Arc<Variant>) -> Result<Self, XBoardGameError> {
        let display = Display::new(rules)?;
        let game = || rules.name.clone();
        let position = AnyPosition::start(rules).map_err(|reason| XBoardGameError::Start {
            game: game(),
            reason,
        })?;
        let position = match display.start_fen()? {
            None => position,
            Some(fen) => {
                position
                    .with_fen(&fen)
                    .map_err(|reason| XBoardGameError::XBoardStart {
                        game: game(),
                        reason,
                    })?
            }
        };
        Ok(Self::new(display, position))
    }

    fn new(display: Display, position: AnyPosition) -> Self {
        let mirror = Mirror::new(&display, &position);
        Self {
            display,
            position,
            mirror,
            refused: None,
        }
    }

    /// The names under which XBoard knows the games of a catalog; without those that it
    /// cannot show. The user's own come first: XBoard's dialog has room for 22 games that it
    /// does not know.
    pub fn names(catalog: &Catalog) -> Vec<String> {
        let known = Catalog::built_in().games();
        let is_built_in = |game: &Variant| known.iter().any(|other| other.name == game.name);
        let (built_in, own): (Vec<_>, Vec<_>) =
            catalog.games().iter().partition(|game| is_built_in(game));
        let displays = own.into_iter().chain(built_in);
        let displays = displays.filter_map(|game| Display::new(game).ok());
        displays.map(|display| display.name().to_string()).collect()
    }

    /// The game that XBoard knows under this name, or else the engine.
    ///
    /// # Errors
    /// There is none.
    pub fn find(catalog: &Catalog, name: &str) -> Result<Arc<Variant>, CatalogError> {
        let known = |game: &&Arc<Variant>| Display::new(game).is_ok_and(|d| d.name() == name);
        match catalog.games().iter().find(known) {
            Some(game) => Ok(game.clone()),
            None => catalog.get(name).cloned(),
        }
    }

    /// The same game from a position in one of XBoard's FENs.
    ///
    /// # Errors
    /// What is wrong with the FEN.
    pub fn with_fen(&self, fen: &str) -> Result<Self, PositionError> {
        let fen = self.display.read_fen(fen)?;
        let (position, _) = self.position.with_foreign_fen(&fen)?;
        Ok(Self::new(self.display.clone(), position))
    }

    /// Makes it a player's turn, whoever's it was.
    ///
    /// # Errors
    /// The other player could not be to move.
    pub fn set_side(&mut self, side: Color) -> Result<(), FenError> {
        if self.position.side_to_move() == side {
            return Ok(());
        }
        let fen = self.position.fen();
        let mut fields: Vec<&str> = fen.split(' ').collect();
        let letter = side.letter().to_string();
        // A double step was made by the player who is to move now.
        (fields[1], fields[3]) = (&letter, "-");
        let position = self.position.with_fen(&fields.join(" "))?;
        *self = Self::new(self.display.clone(), position);
        Ok(())
    }

    /// # Errors
    /// The position cannot be played: a short reason.
    pub fn playable(&self) -> Result<(), Refusal> {
        match &self.refused {
            Some(why) => Err(why.clone()),
            None => Ok(()),
        }
    }

    /// The plies by which XBoard is shown a move; from then on it shows the position after
    /// it.
    ///
    /// # Errors
    /// XBoard cannot show it.
    pub fn show(&mut self, mv: Move) -> Result<Vec<String>, ShowError> {
        self.mirror.show(&self.position, mv)
    }

    /// Makes a move that XBoard shows already.
    pub fn make(&mut self, mv: Move) {
        self.position.make_unchecked(mv);
    }

    /// Takes the last move back. Returns the plies that XBoard has to take back for it.
    pub fn take_back(&mut self) -> usize {
        self.position.undo();
        self.mirror.take_back()
    }

    /// Takes the last ply back, and with it the move that it completed.
    pub fn take_back_ply(&mut self) {
        if self.mirror.take_back_begun(1) == 0 {
            self.position.undo();
            self.mirror.break_up();
        }
    }

    /// Takes back what XBoard has taken back if it sets up a position of its own list of moves;
    /// whether it does. So it steps back over a null move, and sends again what follows.
    pub fn step_back_to(&mut self, fen: &str) -> bool {
        let plies = self
            .mirror
            .plies_before(fen)
            .filter(|_| self.refused.is_none());
        for _ in 0..plies.unwrap_or(0) {
            self.take_back_ply();
        }
        plies.is_some()
    }

    /// How the game has ended; `None` if it goes on.
    pub fn ending(&mut self) -> Option<Ending> {
        let status = self.position.status();
        if let crate::position::Status::Ended(winner, reason) = status {
            let to_move = self.position.side_to_move();
            return Some(Ending {
                result: status.result(),
                why: reason.in_words(winner, to_move, self.position.variant()),
            });
        }
        (self.mirror.plies() >= LONGEST).then(|| Ending {
            result: "1/2-1/2",
            why: "The list of moves is full".into(),
        })
    }

    /// A move in the engine's notation, with XBoard's numbers of ranks.
    pub fn written(&self, mv: Move) -> String {
        self.display.renumbered(&self.position.move_text(mv))
    }

    /// How a move is written for XBoard's user: as it is sent if that is one ply, else as
    /// the engine writes it.
    pub fn move_text(&self, mv: Move) -> String {
        let shown = self.mirror.clone().show(&self.position, mv);
        match shown.as_deref() {
            Ok([only]) => only.clone(),
            _ => self.written(mv),
        }
    }
}
