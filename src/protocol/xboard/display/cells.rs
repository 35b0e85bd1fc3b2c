//! What XBoard's board shows, and the plies that change it.

use super::ids::Suffix;
use crate::geometry::Square;
use crate::position::AnyPosition;
use crate::rules::{Color, Piece};

/// What a square shows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum ShownCell {
    Empty,
    /// Not part of the board. To XBoard it is a black piece.
    Hole,
    Piece(Piece),
}

impl ShownCell {
    /// XBoard takes whatever is not a white piece for black.
    pub fn is_white(self) -> bool {
        matches!(self, ShownCell::Piece(piece) if piece.color() == Color::White)
    }

    /// Whether a player may move what is here.
    pub fn belongs_to(self, color: Color) -> bool {
        self != ShownCell::Empty && self.is_white() == (color == Color::White)
    }
}

/// One entry of XBoard's list of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ply {
    /// `@@@@`: nothing happens, the other player is to move.
    Null,
    /// A move, perhaps by way of a square whose piece it removes.
    Move {
        from: Square,
        to: Square,
        through: Option<Square>,
        suffix: Option<Suffix>,
    },
    /// A king's move by which the rook jumps next to it.
    Castle {
        king: Square,
        to: Square,
        rook: Square,
        rook_to: Square,
    },
    /// A piece has moved to and fro, over an empty square, and is perhaps another now:
    /// so much is left of Black's move `through` an empty square when XBoard passes it on.
    /// Only heard, never sent.
    Changed { at: Square, through: Square },
}

impl Ply {
    /// A move from square to square.
    pub fn plain(from: Square, to: Square) -> Self {
        Self::turning(from, to, None)
    }

    /// A move by which the piece becomes another.
    pub fn turning(from: Square, to: Square, suffix: Option<Suffix>) -> Self {
        Self::Move {
            from,
            to,
            through: None,
            suffix,
        }
    }
}

/// What a position looks like.
pub(super) fn picture(position: &AnyPosition) -> Vec<ShownCell> {
    let squares = position.shape().squares();
    squares.map(|square| cell(position, square)).collect()
}

/// What a square of a position looks like.
pub(super) fn cell(position: &AnyPosition, square: Square) -> ShownCell {
    match position.piece_at(square) {
        Some(piece) => ShownCell::Piece(piece),
        None if position.is_live(square) => ShownCell::Empty,
        None => ShownCell::Hole,
    }
}
