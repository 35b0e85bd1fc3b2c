//! How a game is shown on XBoard's board.
//!
//! XBoard's model of a game is simpler than the games here: it cannot slide a row, castle with
//! the rook outside, or change a piece on another square in one ply. But it can be shown any
//! picture by several plies of both players in a row. So beside the game a [`Mirror`] of
//! XBoard's board is kept, whose `cells` obey XBoard's rules (`board`), and `plan` finds the
//! plies that lead from what it shows to what it should show (the `task`), with `rearrange` for
//! moves that shift half the board. `vocabulary` has the names of squares, plies and positions,
//! made of `ids` (of pieces), `glyphs` (chosen from the `pictures` that XBoard has), `names`
//! and `ranks`; `keys` reads what a game's section says of XBoard; `fen` reads XBoard's
//! positions and `entries` its lists of moves; `gesture` guesses what a player means. Nothing
//! else in the engine knows about any of it.

mod board;
mod cells;
mod entries;
mod error;
mod fen;
mod gesture;
mod glyphs;
mod ids;
mod keys;
mod mirror;
mod names;
mod pictures;
mod plan;
mod ranks;
mod rearrange;
mod task;
mod vocabulary;

pub use error::{DisplayError, GlyphError, NoMove, ReadFenError, ShowError, UnknownVariant};
pub(super) use keys::known_name;
pub use keys::{check_keys, check_starts};
pub use mirror::{Heard, Mirror};
pub use ranks::RankOffset;
pub(super) use vocabulary::rows;

use crate::geometry::{MAX_RANKS, Square};
use crate::position::{AnyPosition, Move};
use crate::rules::{PieceType, PlacementError, Variant};
use std::sync::Arc;
use vocabulary::Vocabulary;

/// How a game is shown: its name in XBoard, the table of pieces, the numbers of ranks.
#[derive(Clone, Debug)]
pub struct Display(Arc<Vocabulary>);

impl Display {
    /// The display of a game.
    ///
    /// # Errors
    /// XBoard cannot show it, and why.
    pub fn new(game: &Arc<Variant>) -> Result<Self, DisplayError> {
        Vocabulary::new(game).map(Arc::new).map(Self)
    }

    fn words(&self) -> &Vocabulary {
        &self.0
    }

    /// The name for `variant` and `feature variants`.
    pub fn name(&self) -> &str {
        self.0.name()
    }

    /// The FEN from which XBoard starts the game, if not from its own start position.
    ///
    /// # Errors
    /// The board of that FEN cannot be read.
    pub fn start_fen(&self) -> Result<Option<String>, PlacementError> {
        keys::start_fen(self.0.game())
    }

    /// Whether XBoard knows the rules by itself: then there is nothing to set up, and
    /// every move is one ply.
    pub fn is_native(&self) -> bool {
        self.0.is_native()
    }

    /// The answer to `variant NAME`; nothing if XBoard knows the game.
    pub fn setup_lines(&self, start: &AnyPosition) -> Vec<String> {
        self.0.setup_lines(start)
    }

    /// The names of the pictures of all types, in their order; `None` if XBoard knows the
    /// game and shows it with pictures of its own.
    pub fn pictures(&self) -> Option<Vec<&'static str>> {
        (!self.is_native()).then(|| self.0.pictures())
    }

    /// A position in XBoard's words.
    pub fn fen(&self, position: &AnyPosition) -> String {
        self.0.fen(position)
    }

    /// A FEN of XBoard in the engine's words. Fields that XBoard leaves out are completed;
    /// castling rights, of which it knows nothing, are given wherever king and rook stand
    /// at home.
    ///
    /// # Errors
    /// What cannot be understood; not whether the position can be played.
    pub fn read_fen(&self, fen: &str) -> Result<String, ReadFenError> {
        fen::read(&self.0, fen)
    }

    /// The line that marks squares, each with the letter of a colour.
    pub fn highlight(&self, marks: &[(Square, char)]) -> String {
        fen::highlight(&self.0, marks)
    }

    /// What XBoard calls a square.
    pub fn square(&self, square: Square) -> String {
        self.0.ranks.name(square)
    }

    /// The square that XBoard means.
    pub fn read_square(&self, text: &str) -> Option<Square> {
        let (square, rest) = self.0.ranks.parse_prefix(text)?;
        rest.is_empty().then_some(square)
    }

    /// The square with which a text of XBoard begins.
    pub fn first_square(&self, text: &str) -> Option<Square> {
        Some(self.0.ranks.parse_prefix(text)?.0)
    }

    /// Sets what the user says of how XBoard numbers the ranks.
    pub fn set_rank_offset(&self, offset: RankOffset) {
        self.0.ranks.set(offset);
    }

    /// Learns from an entry of a list of moves how XBoard numbers the ranks.
    pub fn settle_ranks(&self, entry: &str) {
        entries::settle_ranks(&self.0, entry);
    }

    /// The number of White's first rank.
    pub fn first_rank(&self) -> u8 {
        self.0.ranks.first()
    }

    /// What the user must be told if XBoard numbers the ranks so that moves from the last
    /// of them would go wrong.
    pub fn rank_warning(&self) -> Option<String> {
        let wrong = self.0.shape().ranks() == MAX_RANKS && self.0.ranks.first() == 1;
        wrong.then(|| {
            format!(
                "XBoard takes moves from rank {MAX_RANKS} for drops: start it again with \
                 -rankOffset 1"
            )
        })
    }

    /// The letter that stands for a type behind a move or in `choice`, in lower case;
    /// `None` if there is none.
    pub fn letter(&self, kind: PieceType) -> Option<char> {
        self.0.ids().letter(kind)
    }

    /// A line of moves as XBoard's user reads them.
    pub fn line_texts(&self, position: &AnyPosition, moves: &[Move]) -> Vec<String> {
        let texts = position.line_texts(moves);
        texts.iter().map(|text| self.renumbered(text)).collect()
    }

    /// A move's text with XBoard's rank numbers.
    pub fn renumbered(&self, text: &str) -> String {
        translate(
            text,
            |text| self.0.shape().parse_square(text),
            |s| self.square(s),
        )
    }

    /// A text of XBoard with the engine's own rank numbers; `None` if it has no squares.
    fn own_text(&self, text: &str) -> Option<String> {
        let shape = self.0.shape();
        self.0.ranks.parse_prefix(text)?;
        let read = |text| self.0.ranks.parse_prefix(text);
        Some(translate(text, read, |s| shape.name(s)))
    }

    fn native_text(&self, position: &AnyPosition, mv: Move) -> String {
        self.renumbered(&position.move_text(mv))
    }
}

/// Replaces the squares in a text.
fn translate<'a>(
    mut text: &'a str,
    read: impl Fn(&'a str) -> Option<(Square, &'a str)>,
    name: impl Fn(Square) -> String,
) -> String {
    let mut translated = String::new();
    while let Some(next) = text.chars().next() {
        match read(text) {
            Some((square, rest)) => {
                translated += &name(square);
                text = rest;
            }
            None => {
                translated.push(next);
                text = &text[next.len_utf8()..];
            }
        }
    }
    translated
}

#[cfg(test)]
mod tests;
