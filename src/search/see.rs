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
use crate::position::{Move, MoveKind, Position, Removal};
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
    let worth = |victim: Removal| values.of(victim.piece.kind());
    let gain: i32 = position.victims(mv).map(worth).sum();
    match mv.kind() {
        MoveKind::Castle | MoveKind::Shift | MoveKind::Pass => return threshold <= 0,
        MoveKind::Rifle => return gain >= threshold,
        MoveKind::Normal | MoveKind::DoubleStep | MoveKind::EnPassant | MoveKind::Locust => {}
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
    if position.nature().captures_explode {
        return exchange.blasts(mv, piece) >= threshold;
    }
    let after = position.promotion(mv).map_or(piece.kind(), |p| p.kind);
    let promotion_gain = if position.variant().is_king(piece.kind()) {
        0
    } else {
        exchange.worth(after) - exchange.worth(piece.kind())
    };
    let mut occupied = position.pieces(Color::White) | position.pieces(Color::Black);
    occupied.toggle(mv.from());
    if let Some(square) = mv.locust_victim() {
        occupied.toggle(square);
    }
    occupied |= B::single(to);
    let most_loss = gain + promotion_gain - threshold;
    !exchange.wins(occupied, Piece::new(after, piece.color()), most_loss + 1, 0)
}

struct Exchange<'a, B: Bitboard> {
    position: &'a Position<B>,
    evaluator: &'a Evaluator<B>,
    to: Square,
}

impl<B: Bitboard> Exchange<'_, B> {
    fn worth(&self, kind: PieceType) -> i32 {
        if self.position.variant().is_king(kind) {
            KING
        } else {
            self.evaluator.values().of(kind)
        }
    }

    /// What a move wins in a game in which captures explode: nothing is left to recapture. A
    /// quiet move may lose what an explosion on its square would take.
    fn blasts(&self, mv: Move, piece: Piece) -> i32 {
        let position = self.position;
        let us = piece.color();
        if position.victim(mv).is_some() {
            let changes = position.changes(mv);
            let sum = |color| -> i32 {
                let removed = changes.removed_of(color);
                removed.map(|piece| self.worth(piece.kind())).sum()
            };
            return sum(us.other()) - sum(us);
        }
        let occupied = position.pieces(Color::White) | position.pieces(Color::Black);
        let occupied = occupied.without(B::single(mv.from())) | B::single(self.to);
        let attackers = position.attackers_to(self.to, occupied) & position.pieces(us.other());
        let attacker = attackers
            .squares()
            .filter_map(|square| Some((square, position.piece_at(square)?)))
            .filter(|(_, piece)| !position.variant().is_king(piece.kind()))
            .min_by_key(|(_, piece)| self.worth(piece.kind()));
        let Some((from, attacker)) = attacker else {
            return 0;
        };
        let around = position.blasted_around(self.to) & occupied;
        let around = around.without(B::single(from));
        let blasted = around.squares().filter_map(|s| position.piece_at(s));
        let signed = |p: Piece| {
            let worth = self.worth(p.kind());
            if p.color() == us { worth } else { -worth }
        };
        let loss: i32 = blasted.map(signed).sum::<i32>() + self.worth(piece.kind());
        -(loss - self.worth(attacker.kind())).max(0)
    }

    /// Whether the enemy of `target` wins at least so much by capturing it. It need not
    /// capture, so it never loses by it.
    fn wins(&self, occupied: B, target: Piece, wanted: i32, depth: u8) -> bool {
        if wanted <= 0 {
            return true;
        }
        let gain = self.worth(target.kind());
        // Long exchanges are decided before their end.
        if gain + self.evaluator.values().largest_self_promotion < wanted || depth > 24 {
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
        if self.position.captures_by_rifle(piece, from, self.to) {
            return gain >= wanted;
        }
        let theirs = attackers & self.position.pieces(us.other());
        if self.position.variant().is_king(piece.kind()) && theirs.without(B::single(self.to)).any()
        {
            return false;
        }
        let after = self
            .position
            .self_promotion(piece, self.to, Some(target))
            .unwrap_or(piece.kind());
        let promotion_gain = self.worth(after) - self.worth(piece.kind());
        let mut left = occupied;
        left.toggle(from);
        let most_loss = gain + promotion_gain - wanted;
        !self.wins(left, Piece::new(after, us), most_loss + 1, depth + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Weights;
    use crate::position::Tables;
    use crate::rules::Catalog;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};
    use std::sync::Arc;

    /// What the enemy of `target` wins by capturing it: every exchange to its end.
    fn recapture<B: Bitboard>(exchange: &Exchange<B>, occupied: B, target: Piece) -> i32 {
        let position = exchange.position;
        let us = target.color().other();
        let attackers = position
            .attackers_to(exchange.to, occupied)
            .without(B::single(exchange.to));
        let cheapest = (attackers & position.pieces(us))
            .squares()
            .filter_map(|square| Some((square, position.piece_at(square)?)))
            .min_by_key(|(_, piece)| exchange.worth(piece.kind()));
        let Some((from, piece)) = cheapest else {
            return 0;
        };
        let gain = exchange.worth(target.kind());
        if position.captures_by_rifle(piece, from, exchange.to) {
            return gain;
        }
        let is_king = position.variant().is_king(piece.kind());
        if is_king && attackers.intersects(position.pieces(us.other())) {
            return 0;
        }
        let after = position
            .self_promotion(piece, exchange.to, Some(target))
            .unwrap_or(piece.kind());
        let promotion_gain = exchange.worth(after) - exchange.worth(piece.kind());
        let mut left = occupied;
        left.toggle(from);
        let loss = recapture(exchange, left, Piece::new(after, us));
        (gain + promotion_gain - loss).max(0)
    }

    fn agrees_with_whole_exchanges<B: Bitboard>(game: &str) {
        let variant = Catalog::built_in().get(game).unwrap();
        let evaluator = Evaluator::<B>::new(variant, Weights::default());
        let tables = Arc::new(Tables::<B>::new(variant.clone()));
        let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
        let mut exchanges = 0;
        for _ in 0..4 {
            let mut position = Position::start(tables.clone()).unwrap();
            for _ in 0..80 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                for &mv in moves.iter().filter(|mv| mv.kind() == MoveKind::Normal) {
                    let piece = position.piece_at(mv.from()).unwrap();
                    if position.variant().is_king(piece.kind()) {
                        continue;
                    }
                    let victim = position.victim(mv);
                    let exchange = Exchange {
                        position: &position,
                        evaluator: &evaluator,
                        to: mv.to(),
                    };
                    let after = position.promotion(mv).map_or(piece.kind(), |p| p.kind);
                    let mut occupied =
                        position.pieces(Color::White) | position.pieces(Color::Black);
                    occupied.toggle(mv.from());
                    occupied |= B::single(mv.to());
                    let loss = recapture(&exchange, occupied, Piece::new(after, piece.color()));
                    let worth = victim.map_or(0, |v| exchange.worth(v.kind()))
                        + exchange.worth(after)
                        - exchange.worth(piece.kind())
                        - loss;
                    exchanges += usize::from(loss != 0);
                    for threshold in [worth - 300, worth, worth + 1, worth + 300] {
                        assert_eq!(
                            see_at_least(&position, &evaluator, mv, threshold),
                            worth >= threshold,
                            "{game} {} {mv:?} is worth {worth}, threshold {threshold}",
                            position.fen()
                        );
                    }
                }
                position.make_unchecked(moves[random.next_u64() as usize % moves.len()]);
            }
        }
        assert!(exchanges > 100, "{game}: only {exchanges} losses");
    }

    #[test]
    fn a_threshold_says_what_the_whole_exchange_says() {
        agrees_with_whole_exchanges::<u64>("chess");
        agrees_with_whole_exchanges::<u64>("battery");
        agrees_with_whole_exchanges::<u64>("opposition");
        agrees_with_whole_exchanges::<crate::geometry::Bits256>("short-sliders");
    }
}
