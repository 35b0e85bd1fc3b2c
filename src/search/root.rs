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
}

impl Root {
    pub fn new(moves: MoveList) -> Self {
        Self {
            depth: 0,
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
}
