//! What a search remembers about each ply of the line that it is on.

use super::history::Made;
use super::score::MAX_PLY;
use crate::position::Move;
use std::ops::{Index, IndexMut};

/// What is remembered about one ply.
#[derive(Clone, Copy, Default)]
pub(super) struct Frame {
    pub killers: [Option<Move>; 2],
    /// The move made here; none for a null move.
    pub made: Option<Made>,
    pub mv: Option<Move>,
    /// The evaluation here; `None` in check.
    pub eval: Option<i32>,
    pub in_check: bool,
}

/// The plies of the line that the search is on.
pub(super) struct Stack(Vec<Frame>);

impl Stack {
    pub fn new() -> Self {
        // Killers are reset two plies ahead.
        Self(vec![Frame::default(); MAX_PLY + 4])
    }

    /// The moves before this ply, the last one first.
    pub fn before(&self, ply: usize) -> [Option<Made>; 2] {
        let made = |back: usize| ply.checked_sub(back).and_then(|p| self[p].made);
        [made(1), made(2)]
    }

    /// The last move before this ply; none at the root and after a null move.
    pub fn last_move(&self, ply: usize) -> Option<Move> {
        self[ply.checked_sub(1)?].mv
    }

    /// Whether the side to move stands better here than at its move before.
    pub fn is_improving(&self, ply: usize, eval: i32) -> bool {
        let before = ply.checked_sub(2).and_then(|p| self[p].eval);
        before.is_none_or(|before| eval > before)
    }

    /// Remembers a quiet move that cut off.
    pub fn add_killer(&mut self, ply: usize, mv: Move) {
        let killers = &mut self[ply].killers;
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
    }
}

impl Index<usize> for Stack {
    type Output = Frame;

    #[inline(always)]
    fn index(&self, ply: usize) -> &Frame {
        &self.0[ply]
    }
}

impl IndexMut<usize> for Stack {
    #[inline(always)]
    fn index_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.0[ply]
    }
}

/// The principal variation from each ply on.
pub(super) struct PvTable(Vec<Vec<Move>>);

impl PvTable {
    pub fn new() -> Self {
        Self(vec![Vec::new(); MAX_PLY + 2])
    }

    /// Nothing is known yet of how play goes on from this ply.
    #[inline]
    pub fn clear(&mut self, ply: usize) {
        self.0[ply].clear();
    }

    /// Puts a move before the line that follows it.
    pub fn extend(&mut self, ply: usize, mv: Move) {
        let (here, below) = self.0.split_at_mut(ply + 1);
        let (line, rest) = (&mut here[ply], &below[0]);
        line.clear();
        line.push(mv);
        line.extend_from_slice(rest);
    }

    /// Takes out the line from this ply on.
    pub fn take(&mut self, ply: usize) -> Vec<Move> {
        std::mem::take(&mut self.0[ply])
    }

    /// Puts back what was taken out.
    pub fn put(&mut self, ply: usize, line: Vec<Move>) {
        self.0[ply] = line;
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
    fn the_newest_killer_comes_first_and_none_twice() {
        let mut stack = Stack::new();
        for to in [1, 2, 2] {
            stack.add_killer(3, mv(to));
        }
        assert_eq!(stack[3].killers, [Some(mv(2)), Some(mv(1))]);
        assert_eq!(stack[2].killers, [None; 2]);
    }

    #[test]
    fn a_ply_improves_on_the_one_two_before() {
        let mut stack = Stack::new();
        stack[1].eval = Some(30);
        assert!(stack.is_improving(3, 31) && !stack.is_improving(3, 30));
        assert!(stack.is_improving(4, -500), "nothing to compare with");
        assert!(stack.is_improving(1, -500), "too near the root");
    }

    #[test]
    fn a_line_is_a_move_and_what_follows_it() {
        let mut pv = PvTable::new();
        pv.extend(2, mv(3));
        pv.extend(1, mv(2));
        pv.extend(0, mv(1));
        pv.clear(1);
        assert_eq!(pv.take(0), [mv(1), mv(2), mv(3)]);
        assert_eq!(pv.take(0), []);
        pv.extend(0, mv(4));
        assert_eq!(pv.take(0), [mv(4)]);
    }
}
