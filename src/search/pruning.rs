//! What is not searched: whole nodes that are decided, and moves that are hopeless.

use super::picker::Candidate;
use super::score::MATE_BOUND;
use super::see::see_at_least;
use super::worker::Worker;
use crate::geometry::Bitboard;

impl<B: Bitboard> Worker<'_, B> {
    /// Pruning of a whole node: reverse futility, razoring, null move.
    #[allow(
        clippy::too_many_arguments,
        reason = "one caller; the arguments are its locals"
    )]
    pub fn prune_node(
        &mut self,
        eval: i32,
        improving: bool,
        alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
        cut: bool,
    ) -> Option<i32> {
        if !self.shared.switches.pruning || beta.abs() >= MATE_BOUND {
            return None;
        }
        let p = self.shared.parameters;
        let margin = p.reverse_futility_margin * (depth - i32::from(improving)).max(0);
        // Far ahead, what matters is the shortest way to win.
        let is_open = eval < p.reverse_futility_limit && self.may_pass();
        if depth <= p.reverse_futility_depth && eval - margin >= beta && is_open {
            return Some((eval + beta) / 2);
        }
        if depth <= p.razor_depth && eval + p.razor_base + p.razor_margin * depth <= alpha {
            let score = self.quiescence(alpha, alpha + 1, ply, 1);
            if self.watch.stopped() {
                return Some(0);
            }
            if score <= alpha {
                return Some(score);
            }
        }
        let last_was_pass = ply > 0 && self.stack[ply - 1].mv.is_none();
        if depth >= p.null_depth
            && eval >= beta
            && !last_was_pass
            && ply >= self.null_allowed_from
            && self.may_pass()
        {
            let reduction =
                p.null_base + depth / p.null_divisor + ((eval - beta) / p.null_margin).min(3);
            self.make_null(ply);
            let score = -self.negamax(-beta, -beta + 1, depth - reduction, ply + 1, !cut, None);
            self.position.unmake();
            if self.watch.stopped() {
                return Some(0);
            }
            if score >= beta {
                let score = if score >= MATE_BOUND { beta } else { score };
                if depth < p.null_verify_depth || self.null_allowed_from > 0 {
                    return Some(score);
                }
                // Zugzwang would be seen by a search without passing.
                self.null_allowed_from = ply + ((depth - reduction) * 3 / 4).max(1) as usize;
                let verified = self.negamax(beta - 1, beta, depth - reduction, ply, false, None);
                self.null_allowed_from = 0;
                if self.watch.stopped() {
                    return Some(0);
                }
                if verified >= beta {
                    return Some(score);
                }
            }
        }
        None
    }

    /// Whether passing is unlikely to be the best that the side to move can do: not
    /// with few pieces, where it may be in zugzwang.
    fn may_pass(&self) -> bool {
        let variant = self.position.variant();
        if variant.limits.must_capture {
            return false;
        }
        let us = self.position.side_to_move();
        let pawns: u16 = variant
            .pawns
            .iter()
            .map(|kind| self.position.count(us, kind))
            .sum();
        let king = u16::from(variant.has_king[us]);
        let pieces = self.position.total(us).saturating_sub(king + pawns);
        pieces >= 2 || pieces == 1 && pawns >= 2
    }

    /// Whether a move is not worth searching.
    #[allow(
        clippy::too_many_arguments,
        reason = "one caller; the arguments are its locals"
    )]
    pub fn skips(
        &self,
        candidate: &Candidate,
        eval: Option<i32>,
        improving: bool,
        alpha: i32,
        depth: i32,
        searched: i32,
        ply: usize,
    ) -> bool {
        if !self.shared.switches.pruning {
            return false;
        }
        let p = self.shared.parameters;
        if candidate.is_quiet() {
            // A quiet move that may give check can be the key of a mate.
            let hopeless = eval.is_some_and(|eval| {
                !self.may_check(candidate)
                    && self.is_hopeless(candidate, eval, improving, alpha, depth, searched, ply)
            });
            return hopeless
                || eval.is_some()
                    && depth <= p.see_depth
                    && !see_at_least(
                        &self.position,
                        self.evaluator,
                        candidate.mv,
                        -p.see_quiet_margin * depth * depth,
                    );
        }
        candidate.is_losing_capture()
            && depth <= p.see_depth
            && !see_at_least(
                &self.position,
                self.evaluator,
                candidate.mv,
                -p.see_capture_margin * depth,
            )
    }

    /// Whether a quiet move comes too late, cannot raise the evaluation to alpha, or has
    /// failed too often.
    #[allow(
        clippy::too_many_arguments,
        reason = "one caller; the arguments are its locals"
    )]
    fn is_hopeless(
        &self,
        candidate: &Candidate,
        eval: i32,
        improving: bool,
        alpha: i32,
        depth: i32,
        searched: i32,
        ply: usize,
    ) -> bool {
        let p = self.shared.parameters;
        if depth <= p.late_move_depth {
            let mut most = p.late_move_base + depth * depth;
            if !improving {
                most = most * p.late_move_worsening / 100;
            }
            if searched > most {
                return true;
            }
        }
        if depth <= p.futility_depth
            && eval + p.futility_base + p.futility_margin * depth <= alpha
            && alpha.abs() < MATE_BOUND
            && searched > 1
        {
            return true;
        }
        let us = self.position.side_to_move();
        let histories = &self.memory.histories;
        let score = histories.quiet(us, candidate.mv, candidate.made, self.stack.before(ply));
        depth <= p.history_depth && score < -p.history_margin * depth
    }

    /// Whether a move may give check by the piece that moves, if nothing is in the way.
    fn may_check(&self, candidate: &Candidate) -> bool {
        let them = self.position.side_to_move().other();
        let Some(enemy_king) = self.position.king(them) else {
            return false;
        };
        self.position
            .piece_at(candidate.mv.from())
            .is_some_and(|piece| {
                self.position
                    .could_attack(piece, candidate.mv.to(), enemy_king)
            })
    }
}
