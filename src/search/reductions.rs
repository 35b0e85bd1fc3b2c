//! Reductions: what is searched less deeply.

use super::node::{MoveContext, Node};
use super::worker::Worker;
use crate::geometry::Bitboard;

impl<B: Bitboard> Worker<'_, B> {
    /// Internal iterative reduction: how much less deeply a node is searched of whose best
    /// move nothing is known.
    pub fn internal_reduction(&self, node: &Node) -> i32 {
        let is_reduced = self.shared.switches.reductions
            && node.entry.and_then(|entry| entry.mv).is_none()
            && node.depth >= self.shared.parameters.iir_depth
            && (node.pv || node.cut);
        i32::from(is_reduced)
    }

    /// By how many plies a late move, which has been made, is searched less deeply.
    pub fn reduction(&self, node: &Node, context: &MoveContext) -> i32 {
        let MoveContext {
            candidate,
            number,
            gives_check,
        } = context;
        let first = 2 + i32::from(node.pv);
        if !self.shared.switches.reductions || node.depth < 3 || *number < first {
            return 0;
        }
        if !candidate.is_quiet() && !candidate.is_losing_capture() {
            return 0;
        }
        let p = self.shared.parameters;
        let logs = f64::from(node.depth).ln() * f64::from(*number).ln();
        let mut reduction = p.reduction_base + (f64::from(p.reduction_factor) * logs) as i32;
        if node.pv {
            reduction -= 1024;
        }
        if node.cut {
            reduction += 1024;
        }
        if !node.improving {
            reduction += 512;
        }
        if *gives_check || node.in_check {
            reduction -= 1024;
        }
        if candidate.is_quiet() {
            // The move has been made, so the mover is the other side now.
            let us = self.position.side_to_move().other();
            let histories = &self.memory.histories;
            let before = self.stack.before(node.ply);
            let score = histories.quiet(us, candidate.mv, candidate.made, before);
            reduction -= score * 1024 / p.reduction_history;
            if self.stack[node.ply].killers.contains(&Some(candidate.mv)) {
                reduction -= 1024;
            }
        }
        (reduction / 1024).max(0)
    }
}
