//! Reductions: what is searched less deeply.

use super::node::{MoveContext, Node};
use super::parameters::PLY;
use super::worker::Worker;
use crate::geometry::Bitboard;
use std::sync::LazyLock;

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

    /// By how much less deeply a move is searched for its number alone, in 1/1024 ply.
    fn late_reduction(&self, node: &Node, number: i32) -> i32 {
        let p = self.shared.parameters;
        let logs = logarithm(node.depth) * logarithm(number) / PLY;
        let mut reduction = p.reduction_base + p.reduction_factor * logs / PLY;
        if !node.improving {
            reduction += p.reduction_worsening;
        }
        reduction
    }

    /// The depth, in plies, to which a move will at least be searched, by its number alone.
    pub fn depth_ahead(&self, node: &Node, number: i32) -> i32 {
        if !self.shared.switches.reductions || number < 2 {
            return node.depth;
        }
        (node.depth - self.late_reduction(node, number) / PLY).max(0)
    }

    /// By how many plies a late move, which has been made, is searched less deeply.
    pub fn reduction(&self, node: &Node, context: &MoveContext) -> i32 {
        let MoveContext {
            candidate,
            number,
            gives_check,
            ..
        } = context;
        let p = self.shared.parameters;
        let first = p.reduction_first + i32::from(node.pv);
        if !self.shared.switches.reductions || node.depth < p.reduction_depth || *number < first {
            return 0;
        }
        let mut reduction = self.late_reduction(node, *number);
        if node.pv {
            reduction -= p.reduction_pv;
        }
        if node.cut {
            reduction += p.reduction_cut;
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
        } else if !candidate.is_losing_capture() {
            reduction -= p.reduction_capture;
        }
        (reduction / PLY).max(0)
    }
}

/// The natural logarithm of a number from 1 up, in 1/1024.
fn logarithm(number: i32) -> i32 {
    static TABLE: LazyLock<[i32; 256]> =
        LazyLock::new(|| std::array::from_fn(|n| (f64::from(PLY) * (n.max(1) as f64).ln()) as i32));
    TABLE[number.clamp(1, 255) as usize]
}
