//! What search and evaluation ask of a position: sets of pieces, where they can go,
//! who attacks a square, passing the move.

use super::Position;
use super::attacks::View;
use super::make::Undo;
use crate::geometry::{Bitboard, Square};
use crate::rules::{Color, Piece, PieceType};

/// The board as one player's pieces see it: what blocks them, what they can capture.
/// Made once and used for many pieces of the same position.
#[derive(Clone, Copy)]
pub struct Sight<B>(View<B>);

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

    /// The board as the pieces of `color` see it.
    #[inline]
    pub fn sight(&self, color: Color) -> Sight<B> {
        Sight(self.state.view(&self.tables, color.other()))
    }

    /// Where a piece can move, capture, or shoot, checks and pins not considered.
    #[inline]
    pub fn reach(&self, sight: &Sight<B>, from: Square, piece: Piece) -> B {
        let targets = self.state.targets(&self.tables, from, piece, &sight.0);
        let mut reach = targets.moves | targets.double_steps;
        if let Some(rifle) = &self.tables.piece(piece).rifle {
            reach |= rifle[from] & sight.0.attackers;
        }
        if self.tables.has_detours && self.tables.piece(piece).makes_detours {
            let detours = self.state.detours(&self.tables, from, piece, &sight.0);
            for (victim, end) in detours {
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
    pub fn progress(&self, piece: Piece, to: Square, victim: Option<Piece>) -> Option<PieceType> {
        self.state.progress(&self.tables, piece, to, victim)
    }

    /// Whether a player's king stands on a slider that nothing keeps from moving.
    pub fn king_can_ride(&self, color: Color) -> bool {
        let cells = self
            .state
            .strip_cells(&self.tables, color, self.state.strips[color]);
        self.king(color).is_some_and(|king| cells.contains(king))
            && !cells.intersects(self.pieces(color.other()))
    }

    /// Whether a piece can capture on a square without moving there.
    pub fn shoots(&self, piece: Piece, from: Square, target: Square) -> bool {
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

    /// How many plies ago the position occurred before: once within the last `tree_plies`
    /// plies, or so long ago that it is now there for the `fold`th time.
    pub fn repeated(&self, tree_plies: usize, fold: usize) -> Option<usize> {
        self.recurrences()
            .zip(2..)
            .find(|&(ago, times)| ago < tree_plies || times >= fold)
            .map(|(ago, _)| ago)
    }

    /// All pieces, of both players, that could capture on `square` if `occupied` were
    /// the occupied squares.
    pub fn attackers_to(&self, square: Square, occupied: B) -> B {
        self.state.attackers_to(&self.tables, square, occupied)
    }

    /// Passes the move. The history keeps it as a move that repetition cannot cross.
    pub fn make_null(&mut self) {
        let undo = self.state.make_null(&self.tables);
        self.history.push(undo);
    }

    /// The last move of the history; `None` at its start or after a pass.
    pub fn last_move(&self) -> Option<super::Move> {
        self.history.last().and_then(Undo::played)
    }
}
