//! Reductions: what is searched less deeply.

use super::node::{MoveContext, Node};
use super::parameters::PLY;
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
        let p = self.shared.parameters;
        let first = p.reduction_first + i32::from(node.pv);
        if !self.shared.switches.reductions || node.depth < p.reduction_depth || *number < first {
            return 0;
        }
        if !candidate.is_quiet() && !candidate.is_losing_capture() {
            return 0;
        }
        let logs = f64::from(node.depth).ln() * f64::from(*number).ln();
        let mut reduction = p.reduction_base + (f64::from(p.reduction_factor) * logs) as i32;
        if node.pv {
            reduction -= p.reduction_pv;
        }
        if node.cut {
            reduction += p.reduction_cut;
        }
        if !node.improving {
            reduction += p.reduction_worsening;
        }
        if *gives_check || node.in_check {
            reduction -= p.reduction_check;
        }
        if candidate.is_quiet() {
            // The move has been made, so the mover is the other side now.
            let us = self.position.side_to_move().other();
            let histories = &self.memory.histories;
            let before = self.stack.before(node.ply);
            let score = histories.quiet(us, candidate.mv, candidate.made, before);
            reduction -= score * PLY / p.reduction_history;
            if self.stack[node.ply].killers.contains(&Some(candidate.mv)) {
                reduction -= p.reduction_killer;
            }
        }
        (reduction / PLY).max(0)
    }
}
