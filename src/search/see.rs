//! Static exchange evaluation: what a capture wins when both sides go on capturing on
//! its square, each with the cheapest piece.
//!
//! Attackers are found anew after each capture, so lines that open (or that a
//! Bodyguard keeps shut) are seen. A piece that promotes by capturing is then worth
//! more to take. A rifle capture leaves nothing on the square to take back. A king
//! captures only what is not defended. Pins are not looked at: the moves that a search
//! makes are legal anyway, this only orders and prunes them.

use crate::eval::Evaluator;
use crate::geometry::{Bitboard, Square};
use crate::position::{Move, MoveKind, Position};
use crate::rules::{Color, Piece, PieceType};

/// Stands for the king in an exchange: more than everything else.
const KING: i32 = 100_000;

/// Whether a move, with all captures on its square that follow, wins at least so much,
/// in centipawns.
pub(super) fn see_at_least<B: Bitboard>(
    position: &Position<B>,
    evaluator: &Evaluator<B>,
    mv: Move,
    threshold: i32,
) -> bool {
    let values = evaluator.values();
    let victim = position.victim(mv);
    let gain = victim.map_or(0, |v| values.of(v.kind()));
    match mv.kind() {
        MoveKind::Castle | MoveKind::Shift => return threshold <= 0,
        MoveKind::Rifle => return gain >= threshold,
        MoveKind::Normal | MoveKind::DoubleStep | MoveKind::EnPassant => {}
    }
    let Some(piece) = position.piece_at(mv.from()) else {
        return threshold <= 0;
    };
    let to = mv.to();
    let exchange = Exchange {
        position,
        evaluator,
        to,
    };
    let after = match mv.becomes() {
        Some(kind) => kind,
        None => promoted(position, piece, to, victim),
    };
    let promotion_gain = if piece.kind() == position.variant().king {
        0
    } else {
        exchange.worth(after) - exchange.worth(piece.kind())
    };
    let mut occupied = position.pieces(Color::White) | position.pieces(Color::Black);
    occupied.toggle(mv.from());
    occupied |= B::single(to);
    let most_loss = gain + promotion_gain - threshold;
    !exchange.wins(occupied, Piece::new(after, piece.color()), most_loss + 1, 0)
}

/// What a piece is after capturing a victim on a square, or moving there.
fn promoted<B: Bitboard>(
    position: &Position<B>,
    piece: Piece,
    to: Square,
    victim: Option<Piece>,
) -> PieceType {
    match &position.variant().progress[piece.kind().index()] {
        Some(progress) => {
            let earned = victim.is_some_and(|v| progress.victims.contains(v.kind()))
                || progress.region[piece.color()].contains(to);
            let hindered = progress
                .absent
                .iter()
                .any(|t| position.count(piece.color(), t) > 0);
            if earned && !hindered {
                progress.to
            } else {
                piece.kind()
            }
        }
        None => piece.kind(),
    }
}

struct Exchange<'a, B: Bitboard> {
    position: &'a Position<B>,
    evaluator: &'a Evaluator<B>,
    to: Square,
}

impl<B: Bitboard> Exchange<'_, B> {
    fn worth(&self, kind: PieceType) -> i32 {
        if kind == self.position.variant().king {
            KING
        } else {
            self.evaluator.values().of(kind)
        }
    }

    /// Whether the enemy of `target` wins at least so much by capturing it. He need not:
    /// he never loses.
    fn wins(&self, occupied: B, target: Piece, wanted: i32, depth: u8) -> bool {
        if wanted <= 0 {
            return true;
        }
        let gain = self.worth(target.kind());
        // Long exchanges are decided before their end.
        if gain + self.evaluator.values().most_progress < wanted || depth > 24 {
            return false;
        }
        let us = target.color().other();
        let attackers = self.position.attackers_to(self.to, occupied);
        let ours = (attackers & self.position.pieces(us)).without(B::single(self.to));
        let cheapest = ours
            .squares()
            .filter_map(|square| Some((square, self.position.piece_at(square)?)))
            .min_by_key(|(_, piece)| self.worth(piece.kind()));
        let Some((from, piece)) = cheapest else {
            return false;
        };
        if self.position.shoots(piece, from, self.to) {
            return gain >= wanted;
        }
        let theirs = attackers & self.position.pieces(us.other());
        if piece.kind() == self.position.variant().king && theirs.without(B::single(self.to)).any()
        {
            return false;
        }
        let after = promoted(self.position, piece, self.to, Some(target));
        let promotion_gain = self.worth(after) - self.worth(piece.kind());
        let mut left = occupied;
        left.toggle(from);
        let most_loss = gain + promotion_gain - wanted;
        !self.wins(left, Piece::new(after, us), most_loss + 1, depth + 1)
    }
}
