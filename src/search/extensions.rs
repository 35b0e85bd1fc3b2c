//! Extensions: moves that are searched more deeply.

use super::node::{MoveContext, Node};
use super::parameters::SINGULAR_UNIT;
use super::score::MATE_BOUND;
use super::table::Bound;
use super::worker::Worker;
use crate::geometry::Bitboard;

/// What a search without the table's move has shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Singularity {
    /// Nothing.
    Untested,
    /// By how many plies the move is to be searched more deeply: less than none if it is
    /// good, but others are, too.
    Extends(i32),
    /// Another move cuts off as well, with this score (multi-cut).
    CutsWithout(i32),
}

impl<B: Bitboard> Worker<'_, B> {
    /// Looks whether a move that the table knows to be good is the only good one.
    pub fn singularity(&mut self, node: &Node, context: &MoveContext) -> Singularity {
        let p = self.shared.parameters;
        let Some(entry) = node.entry else {
            return Singularity::Untested;
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
            return Singularity::Untested;
        }
        let target = entry.score - p.singular_margin * node.depth / SINGULAR_UNIT;
        let others = Node {
            cut: node.cut,
            ..node
                .verify(target, (node.depth - 1) / p.singular_divisor)
                .excluding(mv)
        };
        let line = self.pv.take(node.ply);
        let score = self.negamax(others);
        self.pv.put(node.ply, line);
        if self.watch.stopped() {
            Singularity::Untested
        } else if score < target - p.singular_double && !node.pv {
            Singularity::Extends(2)
        } else if score < target {
            Singularity::Extends(1)
        } else if target >= node.beta && !node.pv && score < MATE_BOUND {
            Singularity::CutsWithout(target)
        } else if entry.score >= node.beta {
            Singularity::Extends(-1)
        } else {
            Singularity::Untested
        }
    }

    /// Extensions end somewhere: no line becomes much longer than the iteration is deep.
    fn may_extend(&self, node: &Node) -> bool {
        let limit = self.shared.parameters.extension_limit * self.root.depth;
        self.shared.switches.extensions && (node.ply as i32) < limit
    }
}
