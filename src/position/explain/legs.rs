//! Why a text of two legs, such as `e3f5,f5e3`, is not a legal move.

use super::MoveError;
use crate::geometry::{Bitboard, Square};
use crate::position::Position;
use crate::position::moves::Move;
use crate::position::walk::Detour;
use crate::rules::Piece;
use smallvec::SmallVec;

impl<B: Bitboard> Position<B> {
    /// Why a capture on the way, or without moving, is not legal. `tail` is what stands
    /// behind the first leg.
    pub(super) fn explain_legs(
        &self,
        piece: Piece,
        from: Square,
        victim: Square,
        tail: &str,
    ) -> MoveError {
        let shape = self.shape();
        let second = tail
            .strip_prefix(',')
            .and_then(|leg| shape.parse_square(leg))
            .filter(|(start, _)| *start == victim)
            .and_then(|(_, rest)| shape.parse_square(rest));
        let Some((to, rest)) = second else {
            return MoveError::NotAMove;
        };
        let name = |square| shape.name(square);
        let piece_name = self.name_of(piece);
        let shoots = self.shoots(piece, from, victim) && to == from;
        let captures = shoots || self.detours_of(piece, from).contains(&(Some(victim), to));
        if !captures && to == from && !self.could_attack(piece, from, victim) {
            return MoveError::DoesNotMoveSo {
                name: piece_name,
                from: name(from),
                to: name(victim),
            };
        }
        match self.piece_at(victim) {
            None => return MoveError::NoPiece(name(victim)),
            Some(own) if own.color() == piece.color() => {
                return MoveError::OwnPiece {
                    to: name(victim),
                    name: self.name_of(own),
                };
            }
            Some(_) => {}
        }
        if !captures {
            return MoveError::NoCaptureOnWay {
                name: piece_name,
                from: name(from),
                victim: name(victim),
                to: name(to),
            };
        }
        let mv = if to == from {
            if !rest.is_empty() {
                return MoveError::Surplus(crate::rules::ini::shortened(rest));
            }
            Move::rifle(from, victim)
        } else {
            if let Some(why) = self.explain_choice(piece, from, to, rest, true) {
                return why;
            }
            Move::locust(from, victim, to, None)
        };
        match self.explain_limits(mv) {
            Some(why) => MoveError::Forbidden(why),
            None => self.explain_danger(piece, from, to),
        }
    }

    /// The moves of a piece that capture on their way or end where they began.
    pub(super) fn detours_of(&self, piece: Piece, from: Square) -> SmallVec<[Detour; 8]> {
        if !self.tables.piece(piece).makes_detours {
            return SmallVec::new();
        }
        let view = self.state.view(&self.tables, piece.color().other());
        self.state.detours(&self.tables, from, piece, &view)
    }
}
