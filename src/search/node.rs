//! A node of the search, and the move that it is trying.

use super::picker::Candidate;
use super::table::Entry;
use crate::position::Move;

/// A node: what is asked of it, and what is known of it before any move is tried.
#[derive(Clone, Copy)]
pub(super) struct Node {
    /// What the side to move can have elsewhere; rises as moves are found.
    pub alpha: i32,
    /// From this score on the opponent does not let it come to this node.
    pub beta: i32,
    /// Plies to search; in quiescence 0 at its first ply and below 0 after that.
    pub depth: i32,
    /// Plies from the root.
    pub ply: usize,
    /// Whether the window is open: the node may be part of the principal variation.
    pub pv: bool,
    /// Whether a cut-off is expected.
    pub cut: bool,
    /// A move that is left out to see whether it is singular.
    pub excluded: Option<Move>,
    /// Whether the side to move is in check. This and all below is known once the node
    /// has been entered.
    pub in_check: bool,
    /// The key by which the table knows the position.
    pub key: u64,
    /// What the table knows of it.
    pub entry: Option<Entry>,
    /// The evaluation, or what the table knows better; `None` in check.
    pub eval: Option<i32>,
    /// The evaluation before any correction; `None` where it was not needed.
    pub raw_eval: Option<i32>,
    /// Whether the evaluation is better than two plies before.
    pub improving: bool,
    /// Whether parts of it may be left out for their evaluation: not at the root, nor where the
    /// n-move rule draws the game within the depth.
    pub may_prune: bool,
}

impl Node {
    /// A node to be searched with a window to a depth.
    #[inline(always)]
    pub fn new(alpha: i32, beta: i32, depth: i32, ply: usize) -> Self {
        Self {
            alpha,
            beta,
            depth,
            ply,
            pv: beta - alpha > 1,
            cut: false,
            excluded: None,
            in_check: false,
            key: 0,
            entry: None,
            eval: None,
            raw_eval: None,
            improving: false,
            may_prune: false,
        }
    }

    /// Whether this is the root.
    #[inline(always)]
    pub fn is_root(&self) -> bool {
        self.ply == 0
    }

    /// The node after a move, with the whole window.
    #[inline(always)]
    pub fn child(&self, depth: i32) -> Self {
        Self {
            cut: !self.pv && !self.cut,
            ..Self::new(-self.beta, -self.alpha, depth, self.ply + 1)
        }
    }

    /// The node after a move, to see whether the move is better than `score`.
    #[inline(always)]
    pub fn scout(&self, score: i32, depth: i32, cut: bool) -> Self {
        Self {
            cut,
            ..Self::new(-score - 1, -score, depth, self.ply + 1)
        }
    }

    /// This node once more, to see whether its score reaches `beta`.
    #[inline(always)]
    pub fn verify(&self, beta: i32, depth: i32) -> Self {
        Self::new(beta - 1, beta, depth, self.ply)
    }

    /// The same without a move.
    pub fn excluding(self, mv: Move) -> Self {
        Self {
            excluded: Some(mv),
            ..self
        }
    }

    /// The score of the table's entry, if it makes a search needless.
    pub fn table_cut(&self) -> Option<i32> {
        let entry = self.entry.filter(|_| !self.pv && !self.is_root())?;
        (entry.depth >= self.depth && entry.cuts(self.alpha, self.beta)).then_some(entry.score)
    }
}

/// What is known of the move that a node tries.
#[derive(Clone, Copy)]
pub(super) struct MoveContext {
    pub candidate: Candidate,
    /// 1 for the first move of the node.
    pub number: i32,
    /// Whether it gives check; known once it has been made.
    pub gives_check: bool,
    /// By how many plies it is searched more deeply for being the only good one.
    pub extension: i32,
}

#[cfg(test)]
mod tests {
    use super::super::table::Bound;
    use super::*;

    /// Depth, ply, window and expectation of a node.
    fn told(node: Node) -> (i32, usize, i32, i32, bool, bool) {
        (
            node.depth, node.ply, node.alpha, node.beta, node.pv, node.cut,
        )
    }

    #[test]
    fn a_window_is_seen_from_the_other_side_after_a_move() {
        let pv = Node::new(-20, 50, 9, 3);
        assert_eq!(told(pv), (9, 3, -20, 50, true, false));
        assert_eq!(told(pv.child(8)), (8, 4, -50, 20, true, false));
        assert_eq!(told(pv.scout(-20, 7, true)), (7, 4, 19, 20, false, true));
        assert_eq!(told(pv.verify(50, 4)), (4, 3, 49, 50, false, false));
    }

    #[test]
    fn cut_and_all_nodes_alternate() {
        let all = Node::new(10, 11, 5, 1);
        let cut = all.child(4);
        assert!(cut.cut && !cut.child(3).cut);
    }

    #[test]
    fn the_table_ends_a_node_that_asks_no_more_than_it_knows() {
        let entry = Entry {
            mv: None,
            score: 40,
            depth: 6,
            bound: Bound::Lower,
            eval: None,
        };
        let node = |beta, depth, ply| Node {
            entry: Some(entry),
            ..Node::new(beta - 1, beta, depth, ply)
        };
        assert_eq!(node(40, 6, 1).table_cut(), Some(40));
        assert_eq!(node(41, 6, 1).table_cut(), None, "it may be less");
        assert_eq!(node(40, 7, 1).table_cut(), None, "not deep enough");
        assert_eq!(node(40, 6, 0).table_cut(), None, "the root wants a move");
        let open = Node {
            entry: Some(entry),
            ..Node::new(0, 40, 6, 1)
        };
        assert_eq!(open.table_cut(), None, "it wants a line");
    }
}
