//! What a node that has been searched teaches: the table, the histories that order moves,
//! and the correction of evaluations.

use super::node::Node;
use super::picker::Candidate;
use super::score::MATE_BOUND;
use super::table::{Bound, Entry};
use super::worker::Worker;
use crate::geometry::Bitboard;
use crate::position::Move;

impl<B: Bitboard> Worker<'_, B> {
    /// Notes what the search of a node came to; `original` is alpha before any move.
    pub fn learn(&mut self, node: &Node, original: i32, best: i32, best_move: Option<Move>) {
        let bound = Bound::of(best, original, node.beta);
        // With some root moves left out the score is not the position's.
        if !node.is_root() || self.root.done == 0 && self.shared.limits.moves.is_empty() {
            let entry = Entry {
                mv: best_move,
                score: best,
                depth: node.depth,
                bound,
                eval: node.raw_eval,
            };
            self.store(node.key, node.ply, entry);
        }
        let quiet_best = best_move.is_none_or(|mv| self.position.victim(mv).is_none());
        if let Some(raw) = node.raw_eval
            && let Some(eval) = self.stack[node.ply].eval
            && self.shared.switches.pruning
            && quiet_best
            && best.abs() < MATE_BOUND
            && !(bound == Bound::Lower && best <= eval)
            && !(bound == Bound::Upper && best >= eval)
        {
            let histories = &mut self.memory.histories;
            histories.update_correction(&self.position, best - raw, node.depth);
        }
    }

    /// Notes that a move cut off, and that those tried before it did not.
    pub fn reward(&mut self, node: &Node, best: &Candidate, tried: &[Candidate]) {
        let p = self.shared.parameters;
        let bonus = (p.history_bonus * node.depth).min(p.history_bonus_limit);
        let us = self.position.side_to_move();
        let before = self.stack.before(node.ply);
        let histories = &mut self.memory.histories;
        if best.is_quiet() {
            self.stack.add_killer(node.ply, best.mv);
            histories.set_counter(before[0], best.mv);
            histories.update_quiet(us, best.mv, best.made, before, bonus);
            for other in tried.iter().filter(|c| c.is_quiet()) {
                histories.update_quiet(us, other.mv, other.made, before, -bonus);
            }
        } else if let Some(victim) = best.victim {
            histories.update_capture(best.made, victim, bonus);
        }
        for other in tried {
            if let Some(victim) = other.victim {
                histories.update_capture(other.made, victim, -bonus);
            }
        }
    }
}
