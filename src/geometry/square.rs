//! One square, and tables that hold a value for each square.

use std::fmt;
use std::ops::{Index, IndexMut};

/// A square as its index in the bounding box of the board: rank-major from a1, so
/// that a1 is 0, b1 is 1 and a2 is the number of files. Which square an index
/// names depends on the [`Shape`](super::Shape) of the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Square(u8);

impl Square {
    /// The square with this index.
    #[inline(always)]
    pub const fn new(index: u8) -> Self {
        Self(index)
    }

    /// The index, 0 for a1.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The index as a byte, for packing into moves.
    #[inline(always)]
    pub const fn byte(self) -> u8 {
        self.0
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// A value for each of the 256 possible squares. The full 256 entries cost little
/// and make every look-up free of a bounds check.
#[derive(Clone, Debug)]
pub struct SquareTable<T>(Box<[T; 256]>);

impl<T> SquareTable<T> {
    /// A table whose entry for square `s` is `value(s)`.
    pub fn from_fn(mut value: impl FnMut(Square) -> T) -> Self {
        let entries: Vec<T> = (0..=255).map(|i| value(Square(i))).collect();
        match entries.try_into() {
            Ok(entries) => Self(entries),
            Err(_) => unreachable!("0..=255 has 256 values"),
        }
    }
}

impl<T> Index<Square> for SquareTable<T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, square: Square) -> &T {
        &self.0[square.index()]
    }
}

impl<T> IndexMut<Square> for SquareTable<T> {
    #[inline(always)]
    fn index_mut(&mut self, square: Square) -> &mut T {
        &mut self.0[square.index()]
    }
}
