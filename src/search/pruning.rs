//! What is not searched: whole nodes that are decided, and moves that are hopeless.

use super::node::{MoveContext, Node};
use super::parameters::{NULL_PAWNS, NULL_PIECES};
use super::picker::{Candidate, OrderingHints};
use super::score::MATE_BOUND;
use super::see::see_at_least;
use super::table::{Bound, Entry};
use super::worker::Worker;
use crate::geometry::{Bitboard, Square};
use crate::position::Move;
use crate::rules::Piece;

impl<B: Bitboard> Worker<'_, B> {
    /// The score of a node that is decided without a look at its moves: reverse futility,
    /// razoring, null move.
    pub fn prune_node(&mut self, node: &Node) -> Option<i32> {
        let eval = node.eval?;
        if node.pv || !node.may_prune || node.excluded.is_some() {
            return None;
        }
        // Where material says nothing: without a move the game is over.
        if self.position.nature().stalemate_decides && !self.position.can_move() {
            return Some(self.without_moves(node.ply, node.in_check));
        }
        if node.beta.abs() >= MATE_BOUND {
            return None;
        }
        self.reverse_futility(node, eval)
            .or_else(|| self.razor(node, eval))
            .or_else(|| self.null_move(node, eval))
            .or_else(|| self.prob_cut(node, eval))
    }

    /// Reverse futility: so far above beta that no move of the opponent's will mend it.
    fn reverse_futility(&mut self, node: &Node, eval: i32) -> Option<i32> {
        let p = self.shared.parameters;
        let margin = p.reverse_futility_margin * (node.depth - i32::from(node.improving)).max(0);
        let is_far_above = node.depth <= p.reverse_futility_depth
            && eval - margin >= node.beta
            // Far ahead, what matters is the shortest way to win.
            && eval < p.reverse_futility_limit
            && self.null_move_is_sound()
            && !self.win_is_threatened();
        is_far_above.then_some((eval + node.beta) / 2)
    }

    /// Whether the opponent wins at once, other than by mate, if nothing is done.
    fn win_is_threatened(&mut self) -> bool {
        self.position.nature().ends_on_board && {
            self.position.make_null();
            let moves = self.position.generate();
            let wins = self.winning_move(&moves).is_some();
            self.position.unmake();
            wins
        }
    }

    /// Razoring: so far below alpha that only captures could mend it.
    fn razor(&mut self, node: &Node, eval: i32) -> Option<i32> {
        let p = self.shared.parameters;
        let margin = p.razor_base + p.razor_margin * node.depth;
        if node.depth > p.razor_depth || eval + margin > node.alpha {
            return None;
        }
        let score = self.quiescence(node.verify(node.alpha + 1, -1));
        if self.watch.stopped() {
            return Some(0);
        }
        (score <= node.alpha).then_some(score)
    }

    /// Null move: good enough even if the opponent moves twice.
    fn null_move(&mut self, node: &Node, eval: i32) -> Option<i32> {
        let p = self.shared.parameters;
        let ply = node.ply;
        let last_was_null = ply > 0 && self.stack[ply - 1].mv.is_none();
        let is_tried = node.depth >= p.null_depth
            && eval >= node.beta
            && !last_was_null
            && ply >= self.null_allowed_from
            && self.null_move_is_sound();
        if !is_tried {
            return None;
        }
        let by_eval = ((eval - node.beta) / p.null_margin).min(p.null_margin_limit);
        let reduced = node.depth - (p.null_base + node.depth / p.null_divisor + by_eval);
        self.make_null(ply);
        let score = -self.negamax(node.scout(node.beta - 1, reduced, !node.cut));
        self.position.unmake();
        if self.watch.stopped() {
            return Some(0);
        }
        if score < node.beta {
            return None;
        }
        // A mate after a null move is not one that can be forced.
        let score = if score >= MATE_BOUND {
            node.beta
        } else {
            score
        };
        let is_trusted = node.depth < p.null_verify_depth || self.null_allowed_from > 0;
        (is_trusted || self.null_move_is_verified(node, reduced)).then_some(score)
    }

    /// ProbCut: a capture that a shallower search puts well above beta.
    fn prob_cut(&mut self, node: &Node, eval: i32) -> Option<i32> {
        let p = self.shared.parameters;
        let beta = node.beta + p.probcut_margin;
        let depth = node.depth - p.probcut_reduction;
        let is_tried = node.depth >= p.probcut_depth
            && beta.abs() < MATE_BOUND
            && !self.position.nature().captures_forced
            // The table may know that it fails.
            && node.entry.is_none_or(|entry| entry.depth < depth || entry.score >= beta);
        if !is_tried {
            return None;
        }
        let moves = self.position.noisy_moves();
        let hints = OrderingHints {
            table_move: node.entry.and_then(|entry| entry.mv),
            killers: [None; 2],
            before: self.stack.before(node.ply),
        };
        let mut picker = self.picker(&moves, hints, false);
        while let Some(candidate) = self.pick(&mut picker) {
            if !see_at_least(&self.position, self.evaluator, candidate.mv, beta - eval) {
                continue;
            }
            self.make(candidate.mv, candidate.made, node.ply);
            let mut score = -self.quiescence(node.scout(beta - 1, 0, !node.cut));
            if score >= beta && depth > 0 && !self.watch.stopped() {
                score = -self.negamax(node.scout(beta - 1, depth, !node.cut));
            }
            self.position.unmake();
            if self.watch.stopped() {
                return Some(0);
            }
            if score >= beta {
                let entry = Entry {
                    mv: Some(candidate.mv),
                    score,
                    depth: depth + 1,
                    bound: Bound::Lower,
                    eval: node.raw_eval,
                };
                self.store(node.key, node.ply, entry);
                return Some(score);
            }
        }
        None
    }

    /// Whether a search without null moves near the node cuts off too: it sees zugzwang.
    /// When the search has to stop, it makes no difference.
    fn null_move_is_verified(&mut self, node: &Node, reduced: i32) -> bool {
        let allowed = reduced * self.shared.parameters.null_verify_percent / 100;
        self.null_allowed_from = node.ply + allowed.max(1) as usize;
        let score = self.negamax(node.verify(node.beta, reduced));
        self.null_allowed_from = 0;
        score >= node.beta || self.watch.stopped()
    }

    /// Whether a null move is unlikely to be the best that the side to move could do: it
    /// may be with few pieces, in zugzwang, or where the rules force captures.
    fn null_move_is_sound(&self) -> bool {
        if self.position.nature().passing_misleads {
            return false;
        }
        let variant = self.position.variant();
        let us = self.position.side_to_move();
        let pawns: u16 = variant
            .pawns
            .iter()
            .map(|kind| self.position.count(us, kind))
            .sum();
        let king = u16::from(variant.has_king[us]);
        let pieces = self.position.total(us).saturating_sub(king + pawns);
        pieces >= NULL_PIECES || pieces == 1 && pawns >= NULL_PAWNS
    }

    /// Whether a move is not worth searching.
    pub fn prunes_move(&self, node: &Node, context: &MoveContext) -> bool {
        if !node.may_prune {
            return false;
        }
        let p = self.shared.parameters;
        let candidate = &context.candidate;
        if candidate.is_quiet() {
            let Some(eval) = node.eval else {
                return false;
            };
            let ahead = self.depth_ahead(node, context.number);
            // A quiet move that gives check can be the key of a mate.
            self.is_hopeless(node, context, eval, ahead) && !self.checks(candidate)
                || self.loses_by_exchange(node, candidate.mv, p.see_quiet_margin * ahead * ahead)
        } else {
            candidate.is_losing_capture()
                && self.loses_by_exchange(node, candidate.mv, p.see_capture_margin * node.depth)
        }
    }

    /// Whether a move loses more than so much by exchange, as far as that is looked at in
    /// this depth.
    fn loses_by_exchange(&self, node: &Node, mv: Move, margin: i32) -> bool {
        node.depth <= self.shared.parameters.see_depth
            && !see_at_least(&self.position, self.evaluator, mv, -margin)
    }

    /// Whether a quiet move comes too late, cannot raise the evaluation to alpha, or has
    /// failed too often; `ahead` is how deeply it would be searched.
    fn is_hopeless(&self, node: &Node, context: &MoveContext, eval: i32, ahead: i32) -> bool {
        let p = self.shared.parameters;
        let depth = node.depth;
        if depth <= p.late_move_depth {
            let mut most = p.late_move_base + depth * depth;
            if !node.improving {
                most = most * p.late_move_worsening / 100;
            }
            if context.number > most {
                return true;
            }
        }
        if ahead <= p.futility_depth
            && eval + p.futility_base + p.futility_margin * ahead <= node.alpha
            && node.alpha.abs() < MATE_BOUND
            && context.number > 1
        {
            return true;
        }
        if ahead > p.history_depth {
            return false;
        }
        let us = self.position.side_to_move();
        let Candidate { mv, made, .. } = context.candidate;
        let histories = &self.memory.histories;
        let score = histories.quiet(us, mv, made, self.stack.before(node.ply));
        score < -p.history_margin * depth
    }

    /// Whether a quiet move gives check by the piece that moves, as far as its moves tell.
    fn checks(&self, candidate: &Candidate) -> bool {
        let them = self.position.side_to_move().other();
        let Some(enemy_king) = self.position.king(them) else {
            return false;
        };
        let mv = candidate.mv;
        let piece = self.position.piece_at(mv.from());
        piece.is_some_and(|piece| self.reaches(piece, mv.to(), enemy_king))
    }

    /// Whether a piece would see an enemy from a square.
    #[inline]
    pub fn reaches(&self, piece: Piece, from: Square, enemy: Square) -> bool {
        let position = &self.position;
        position.could_attack(piece, from, enemy) && {
            let sight = position.sight(piece.color());
            position.reach(&sight, from, piece).contains(enemy)
        }
    }
}
