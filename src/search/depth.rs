//! How deeply a move is searched: extensions and reductions.

use super::picker::Candidate;
use super::score::MATE_BOUND;
use super::table::{Bound, Entry};
use super::worker::Worker;
use crate::geometry::Bitboard;

/// What the test for a singular move came to.
pub(super) struct Extension {
    /// Plies more.
    pub plies: i32,
    /// More than one move cuts off: so does the node.
    pub cut: Option<i32>,
}

impl<B: Bitboard> Worker<'_, B> {
    /// One ply more for a move that gives check without losing material.
    pub fn check_extension(&self, gives_check: bool, candidate: &Candidate, ply: usize) -> i32 {
        // `candidate` has been made: its exchange can be judged no more, its order can.
        let wanted = gives_check
            && self.shared.switches.extensions
            && !candidate.is_losing_capture()
            && (ply as i32) < 2 * self.root.depth;
        i32::from(wanted)
    }

    /// Whether a move that the table knows to be good is the only good one.
    pub fn extension(
        &mut self,
        candidate: &Candidate,
        entry: Option<Entry>,
        depth: i32,
        ply: usize,
        excluding: bool,
    ) -> Extension {
        let none = Extension {
            plies: 0,
            cut: None,
        };
        let p = self.shared.parameters;
        let Some(entry) = entry else { return none };
        let may_be_singular = self.shared.switches.extensions
            && ply > 0
            && !excluding
            && depth >= p.singular_depth
            && entry.mv == Some(candidate.mv)
            && entry.bound != Bound::Upper
            && entry.depth >= depth - 3
            && entry.score.abs() < MATE_BOUND
            && (ply as i32) < 2 * self.root.depth;
        if !may_be_singular {
            return none;
        }
        let target = entry.score - p.singular_margin * depth / 16;
        let line = self.pv.take(ply);
        let score = self.negamax(
            target - 1,
            target,
            (depth - 1) / 2,
            ply,
            false,
            Some(candidate.mv),
        );
        self.pv.put(ply, line);
        if self.watch.stopped() {
            return none;
        }
        if score < target {
            Extension {
                plies: 1,
                cut: None,
            }
        } else if target >= entry.score && score >= target {
            Extension {
                plies: 0,
                cut: Some(target),
            }
        } else {
            none
        }
    }

    /// By how much a late move is searched less deeply.
    #[allow(
        clippy::too_many_arguments,
        reason = "one caller; the arguments are its locals"
    )]
    pub fn reduction(
        &self,
        candidate: &Candidate,
        depth: i32,
        searched: i32,
        pv: bool,
        cut: bool,
        improving: bool,
        gives_check: bool,
        ply: usize,
    ) -> i32 {
        if !self.shared.switches.reductions || depth < 3 || searched < 2 + i32::from(pv) {
            return 0;
        }
        if !candidate.is_quiet() && !candidate.is_losing_capture() {
            return 0;
        }
        let p = self.shared.parameters;
        let logs = f64::from(depth).ln() * f64::from(searched).ln();
        let mut reduction = p.reduction_base + (f64::from(p.reduction_factor) * logs) as i32;
        if pv {
            reduction -= 1024;
        }
        if cut {
            reduction += 1024;
        }
        if !improving {
            reduction += 512;
        }
        if gives_check || self.stack[ply].in_check {
            reduction -= 1024;
        }
        if candidate.is_quiet() {
            // The move has been made, so the mover is the other side now.
            let us = self.position.side_to_move().other();
            let histories = &self.memory.histories;
            let score = histories.quiet(us, candidate.mv, candidate.made, self.stack.before(ply));
            reduction -= score * 1024 / p.reduction_history;
            if self.stack[ply].killers.contains(&Some(candidate.mv)) {
                reduction -= 1024;
            }
        }
        (reduction / 1024).max(0)
    }
}
