//! The moves at the root of a search.

use crate::position::{Move, MoveList};

/// The root of a search: its moves, and how far the search of them is.
pub(super) struct Root {
    /// The depth of the iteration that is under way.
    pub depth: i32,
    /// The moves allowed, those of the lines that are known first.
    pub moves: MoveList,
    /// How many of them have a line already (MultiPV).
    pub done: usize,
    /// Those that the search that is under way has finished.
    pub searched: MoveList,
    /// The nodes that were spent on each move since the search began.
    effort: Vec<(Move, u64)>,
}

impl Root {
    pub fn new(moves: MoveList) -> Self {
        Self {
            depth: 0,
            effort: moves.iter().map(|&mv| (mv, 0)).collect(),
            moves,
            done: 0,
            searched: MoveList::new(),
        }
    }

    /// The move that is expected to be the best of those that have no line yet.
    pub fn first(&self) -> Option<Move> {
        self.moves.get(self.done).copied()
    }

    /// Whether a move is to be searched: it is allowed and has no line yet.
    pub fn is_open(&self, mv: Move) -> bool {
        self.moves[self.done..].contains(&mv)
    }

    /// Notes that so many nodes were spent on a move.
    pub fn spent(&mut self, mv: Move, nodes: u64) {
        let effort = self.effort.iter_mut().find(|(other, _)| *other == mv);
        if let Some((_, sum)) = effort {
            *sum += nodes;
        }
    }

    /// The share of all nodes that was spent on a move, 0 to 1.
    pub fn share(&self, mv: Move) -> f64 {
        let all: u64 = self.effort.iter().map(|(_, nodes)| nodes).sum();
        let its = self.effort.iter().find(|(other, _)| *other == mv);
        its.map_or(0, |(_, nodes)| *nodes) as f64 / all.max(1) as f64
    }

    /// Moves a move forward to a place.
    pub fn put(&mut self, place: usize, mv: Option<Move>) {
        if let Some(now) = self.moves.iter().position(|&other| Some(other) == mv)
            && now >= place
        {
            self.moves[place..=now].rotate_right(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Square;

    fn mv(to: u8) -> Move {
        Move::normal(Square::new(0), Square::new(to))
    }

    #[test]
    fn a_move_comes_forward_and_the_others_keep_their_order() {
        let mut root = Root::new((1..=4).map(mv).collect());
        root.put(1, Some(mv(4)));
        let order = |root: &Root| {
            root.moves
                .iter()
                .map(|m| m.to().index())
                .collect::<Vec<_>>()
        };
        assert_eq!(order(&root), [1, 4, 2, 3]);
        root.put(1, Some(mv(1)));
        root.put(0, Some(mv(9)));
        root.put(0, None);
        assert_eq!(order(&root), [1, 4, 2, 3], "never back, and no strangers");
        root.done = 1;
        assert_eq!(root.first(), Some(mv(4)));
        assert!(root.is_open(mv(3)) && !root.is_open(mv(1)) && !root.is_open(mv(9)));
    }

    #[test]
    fn nodes_are_shared_among_the_moves() {
        let mut root = Root::new((1..=3).map(mv).collect());
        assert_eq!(root.share(mv(1)), 0.0);
        for (to, nodes) in [(1, 30), (2, 10), (1, 40), (9, 1000)] {
            root.spent(mv(to), nodes);
        }
        root.put(0, Some(mv(2)));
        assert_eq!((root.share(mv(1)), root.share(mv(2))), (0.875, 0.125));
        assert_eq!((root.share(mv(3)), root.share(mv(9))), (0.0, 0.0));
    }
}
