//! What the pieces see: where they can go, and who attacks a square.

use super::Position;
use super::attacks::View;
use crate::geometry::{Bitboard, Square};
use crate::rules::{Color, Piece};

/// The board as one player's pieces see it: what blocks them, what they can capture.
/// Made once and used for many pieces of the same position.
#[derive(Clone, Copy)]
pub struct Sight<B>(View<B>);

impl<B: Bitboard> Position<B> {
    /// The board as the pieces of `color` see it.
    #[inline]
    pub fn sight(&self, color: Color) -> Sight<B> {
        Sight(self.state.view(&self.tables, color.other()))
    }

    /// The board as if every piece could be captured, by whomever: what is reached of it are
    /// moves and captures, and the own pieces that are guarded.
    #[inline]
    pub fn sight_of_all(&self) -> Sight<B> {
        let mut view = self.state.view(&self.tables, Color::White);
        view.attackers = self.state.occupied();
        Sight(view)
    }

    /// The squares of what a piece reaches on which it could capture now, or could if an
    /// enemy came there.
    #[inline]
    pub fn attacks(&self, reach: B, from: Square, piece: Piece) -> B {
        let table = self.tables.piece(piece);
        let attacks = reach & table.aims[from];
        match &table.capture_leaps {
            Some(leaps) => attacks | leaps[from],
            None => attacks,
        }
    }

    /// Where a piece can move or capture, with or without moving; checks and pins are not
    /// considered.
    #[inline]
    pub fn reach(&self, sight: &Sight<B>, from: Square, piece: Piece) -> B {
        let targets = self.state.targets(&self.tables, from, piece, &sight.0);
        let mut reach = targets.moves | targets.double_steps;
        if let Some(rifle) = &self.tables.piece(piece).rifle {
            reach |= rifle[from] & sight.0.attackers;
        }
        if self.tables.has_locust_moves && self.tables.piece(piece).has_locust_moves {
            let locust_moves = self.state.locust_moves(&self.tables, from, piece, &sight.0);
            for (victim, end) in locust_moves {
                reach |= B::single(victim.unwrap_or(end));
            }
        }
        reach
    }

    /// The eight neighbours of a square.
    #[inline(always)]
    pub fn neighbours(&self, square: Square) -> B {
        self.tables.neighbours[square]
    }

    /// Whether a piece can capture on a square without moving there.
    pub fn captures_by_rifle(&self, piece: Piece, from: Square, target: Square) -> bool {
        self.tables
            .piece(piece)
            .rifle
            .as_ref()
            .is_some_and(|rifle| rifle[from].contains(target))
    }

    /// Whether a piece on a square could capture on another one, if nothing but holes were
    /// in its way and all that it needs were there: cheap, and never wrong when it says no.
    pub fn could_attack(&self, piece: Piece, from: Square, target: Square) -> bool {
        self.tables.piece(piece).aims[from].contains(target)
    }

    /// All pieces, of both players, that could capture on `square` if `occupied` were
    /// the occupied squares.
    pub fn attackers_to(&self, square: Square, occupied: B) -> B {
        self.state.attackers_to(&self.tables, square, occupied)
    }
}
