//! Which pieces there are, and what may become of them.

use super::Position;
use crate::geometry::{Bitboard, Square};
use crate::rules::{Color, Piece, PieceType};

impl<B: Bitboard> Position<B> {
    /// All pieces of a player.
    #[inline(always)]
    pub fn pieces(&self, color: Color) -> B {
        self.state.color(color)
    }

    /// All pieces of a type, of both players.
    #[inline(always)]
    pub fn pieces_of(&self, kind: PieceType) -> B {
        self.state.kind(kind)
    }

    /// How many pieces of a type a player has.
    #[inline(always)]
    pub fn count(&self, color: Color, kind: PieceType) -> u16 {
        self.state.count(color, kind)
    }

    /// How many pieces a player has, the king included.
    #[inline(always)]
    pub fn total(&self, color: Color) -> u16 {
        self.state.total(color)
    }

    /// The cells of the box that are part of the board now.
    #[inline(always)]
    pub fn live(&self) -> B {
        B::from_wide(self.tables.shape.all()).without(self.state.dead)
    }

    /// Where a player's pawns promote.
    #[inline(always)]
    pub fn promotion_region(&self, color: Color) -> B {
        self.tables.promotion_region[color]
    }

    /// Whether a player may get one more piece of a type by promotion now.
    #[inline]
    pub fn is_available(&self, owner: Color, kind: PieceType) -> bool {
        self.state.is_available(&self.tables, owner, kind)
    }

    /// What a piece that stands on the board becomes by itself when it moves to `to`,
    /// capturing `victim`, if anything.
    #[inline]
    pub fn self_promotion(
        &self,
        piece: Piece,
        to: Square,
        victim: Option<Piece>,
    ) -> Option<PieceType> {
        self.state.self_promotion(&self.tables, piece, to, victim)
    }

    /// Whether a player's king stands on a strip that nothing keeps from moving.
    pub fn king_can_ride(&self, color: Color) -> bool {
        let cells = self
            .state
            .strip_cells(&self.tables, color, self.state.strips[color]);
        self.king(color).is_some_and(|king| cells.contains(king))
            && !cells.intersects(self.pieces(color.other()))
    }
}
