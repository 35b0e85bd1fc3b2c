//! Extensions: moves that are searched more deeply.

use super::node::{MoveContext, Node};
use super::parameters::SINGULAR_UNIT;
use super::score::MATE_BOUND;
use super::table::Bound;
use super::worker::Worker;
use crate::geometry::Bitboard;

impl<B: Bitboard> Worker<'_, B> {
    /// Whether a move that the table knows to be good is the only good one.
    pub fn is_singular(&mut self, node: &Node, context: &MoveContext) -> bool {
        let p = self.shared.parameters;
        let Some(entry) = node.entry else {
            return false;
        };
        let mv = context.candidate.mv;
        let is_tested = self.may_extend(node)
            && !node.is_root()
            && node.excluded.is_none()
            && node.depth >= p.singular_depth
            && entry.mv == Some(mv)
            && entry.bound != Bound::Upper
            && entry.depth >= node.depth - p.singular_entry_depth
            && entry.score.abs() < MATE_BOUND;
        if !is_tested {
            return false;
        }
        let target = entry.score - p.singular_margin * node.depth / SINGULAR_UNIT;
        let others = node
            .verify(target, (node.depth - 1) / p.singular_divisor)
            .excluding(mv);
        let line = self.pv.take(node.ply);
        let score = self.negamax(others);
        self.pv.put(node.ply, line);
        score < target && !self.watch.stopped()
    }

    /// The extra plies for a move that has been made: one if it is singular, or gives check
    /// without losing material.
    pub fn extension(&self, node: &Node, context: &MoveContext, singular: bool) -> i32 {
        // After the move its exchange can no longer be judged; the picker has done so.
        let checks =
            context.gives_check && !context.candidate.is_losing_capture() && self.may_extend(node);
        i32::from(checks || singular)
    }

    /// Extensions end somewhere: no line becomes much longer than the iteration is deep.
    fn may_extend(&self, node: &Node) -> bool {
        let limit = self.shared.parameters.extension_limit * self.root.depth;
        self.shared.switches.extensions && (node.ply as i32) < limit
    }
}
