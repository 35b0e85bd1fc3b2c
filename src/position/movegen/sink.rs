//! What takes the moves that are generated: a list, a counter, or the question whether there is
//! any.

use crate::geometry::{Bitboard, Square};
use crate::position::moves::Move;
use smallvec::SmallVec;

/// A list of moves. Ordinary positions fit without allocation; a 16x16 board full of
/// strong pieces, with thousands of moves, takes one.
pub type MoveList = SmallVec<[Move; 256]>;

/// Takes the moves that are generated.
pub(in crate::position) trait Sink<B> {
    /// Only the number of moves matters.
    const COUNTS: bool;

    /// A number of plain moves, where only the number matters.
    fn many(&mut self, count: u32);
    /// Plain moves of one piece to each of these squares.
    fn plain(&mut self, from: Square, targets: B);
    /// Any one move.
    fn one(&mut self, mv: Move);
}

impl<B: Bitboard> Sink<B> for MoveList {
    const COUNTS: bool = false;

    fn many(&mut self, _: u32) {
        unreachable!("a list wants moves")
    }

    #[inline(always)]
    fn plain(&mut self, from: Square, targets: B) {
        for to in targets.squares() {
            self.push(Move::normal(from, to));
        }
    }

    #[inline(always)]
    fn one(&mut self, mv: Move) {
        self.push(mv);
    }
}

/// Counts moves.
#[derive(Default)]
pub(in crate::position) struct Counter(pub u64);

impl<B: Bitboard> Sink<B> for Counter {
    const COUNTS: bool = true;

    #[inline(always)]
    fn many(&mut self, count: u32) {
        self.0 += u64::from(count);
    }

    #[inline(always)]
    fn plain(&mut self, _: Square, targets: B) {
        self.0 += u64::from(targets.count());
    }

    #[inline(always)]
    fn one(&mut self, _: Move) {
        self.0 += 1;
    }
}

/// Stops mattering after the first move.
#[derive(Default)]
pub(in crate::position) struct AnyMove(pub bool);

impl<B: Bitboard> Sink<B> for AnyMove {
    const COUNTS: bool = true;

    fn many(&mut self, count: u32) {
        self.0 |= count > 0;
    }

    fn plain(&mut self, _: Square, targets: B) {
        self.0 |= targets.any();
    }

    fn one(&mut self, _: Move) {
        self.0 = true;
    }
}
