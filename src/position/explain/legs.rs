//! Why a text of two legs, such as `e3f5,f5e3`, is not a legal move.

use super::MoveError;
use crate::geometry::{Bitboard, Square};
use crate::position::Position;
use crate::position::moves::Move;
use crate::position::walk::LocustMove;
use crate::rules::Piece;
use smallvec::SmallVec;

impl<B: Bitboard> Position<B> {
    /// Why a locust or rifle capture is not legal. `tail` is what stands behind the first leg.
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
        let by_rifle = self.captures_by_rifle(piece, from, victim) && to == from;
        let captures = by_rifle
            || self
                .locust_moves_from(piece, from)
                .contains(&(Some(victim), to));
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

    /// The moves of a piece that make locust captures or end where they began.
    pub(super) fn locust_moves_from(
        &self,
        piece: Piece,
        from: Square,
    ) -> SmallVec<[LocustMove; 8]> {
        if !self.tables.piece(piece).has_locust_moves {
            return SmallVec::new();
        }
        let view = self.state.view(&self.tables, piece.color().other());
        self.state.locust_moves(&self.tables, from, piece, &view)
    }
}
