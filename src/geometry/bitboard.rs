//! Sets of squares: one trait, implemented by `u64`, `u128` and [`Bits256`].

use super::{Bits256, Square};
use std::fmt::Debug;
use std::marker::PhantomData;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of squares, one bit each; bit `n` is the square with index `n`.
///
/// Everything that plays is generic over the width and compiled three times; the
/// choice is made once, when a game is loaded (see
/// [`AnyPosition`](crate::position::AnyPosition)).
pub trait Bitboard:
    Copy
    + Default
    + Eq
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// The set without squares.
    const EMPTY: Self;
    /// How many squares the set can hold.
    const WIDTH: usize;
    /// Sets can be shifted by less than this.
    const LONGEST_SHIFT: u16 = 64;

    /// The set of this one square. The square's index must be below [`Self::WIDTH`].
    fn single(square: Square) -> Self;
    /// Whether the square is in the set.
    fn contains(self, square: Square) -> bool;
    /// Puts the square in if it is not there, takes it out if it is.
    fn toggle(&mut self, square: Square);
    /// Whether no square is in the set.
    fn is_empty(self) -> bool;
    /// The number of squares in the set.
    fn count(self) -> u32;
    /// The square with the lowest index. Meaningless (but no panic in release
    /// builds) for the empty set: see [`Self::first`].
    fn lowest(self) -> Square;
    /// The square with the highest index, with the same reservation.
    fn highest(self) -> Square;
    /// The set without its lowest square; empty stays empty.
    fn without_lowest(self) -> Self;

    /// All squares up to the lowest of the set, that one included; all squares for the
    /// empty set.
    fn up_to_lowest(self) -> Self;
    /// All squares from the last one down to the highest of the set, that one included;
    /// all squares for the empty set.
    fn down_to_highest(self) -> Self;

    /// The squares whose index is higher by this many (lower, if negative); what would leave
    /// the width falls out. Less than [`Self::LONGEST_SHIFT`] in either direction.
    fn shifted(self, by: i16) -> Self;

    /// A number made from all bits, for hashing: different sets mostly have different
    /// ones.
    fn fold(self) -> u64;

    /// Whether there is a square in the set.
    #[inline(always)]
    fn any(self) -> bool {
        !self.is_empty()
    }

    /// The squares of this set that are not in the other.
    #[inline(always)]
    fn without(self, other: Self) -> Self {
        self & !other
    }

    /// Whether the sets share a square.
    #[inline(always)]
    fn intersects(self, other: Self) -> bool {
        (self & other).any()
    }

    /// The square with the lowest index.
    #[inline(always)]
    fn first(self) -> Option<Square> {
        self.any().then(|| self.lowest())
    }

    /// The squares, lowest index first.
    #[inline(always)]
    fn squares(self) -> Squares<Self> {
        Squares {
            rest: self,
            marker: PhantomData,
        }
    }

    /// Narrows a set that was built before the width was known. Squares beyond the
    /// width must not be in it.
    fn from_wide(set: Bits256) -> Self {
        set.squares()
            .map(Self::single)
            .fold(Self::EMPTY, BitOr::bitor)
    }

    /// The same set in the widest form.
    fn to_wide(self) -> Bits256 {
        self.squares().collect()
    }
}

/// Iterator over the squares of a set, lowest index first.
#[derive(Clone)]
pub struct Squares<B> {
    rest: B,
    marker: PhantomData<Square>,
}

impl<B: Bitboard> Iterator for Squares<B> {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        let square = self.rest.first()?;
        self.rest = self.rest.without_lowest();
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.rest.count() as usize;
        (count, Some(count))
    }
}

macro_rules! integer_bitboard {
    ($int:ty) => {
        impl Bitboard for $int {
            const EMPTY: Self = 0;
            const WIDTH: usize = <$int>::BITS as usize;

            #[inline(always)]
            fn single(square: Square) -> Self {
                debug_assert!(square.index() < Self::WIDTH);
                1 << (square.byte() & (Self::WIDTH - 1) as u8)
            }

            #[inline(always)]
            fn contains(self, square: Square) -> bool {
                self & Self::single(square) != 0
            }

            #[inline(always)]
            fn toggle(&mut self, square: Square) {
                *self ^= Self::single(square);
            }

            #[inline(always)]
            fn is_empty(self) -> bool {
                self == 0
            }

            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline(always)]
            fn lowest(self) -> Square {
                debug_assert!(self != 0);
                Square::new(self.trailing_zeros() as u8)
            }

            #[inline(always)]
            fn highest(self) -> Square {
                debug_assert!(self != 0);
                Square::new((Self::WIDTH as u32 - 1).wrapping_sub(self.leading_zeros()) as u8)
            }

            #[inline(always)]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline(always)]
            fn up_to_lowest(self) -> Self {
                self ^ self.wrapping_sub(1)
            }

            #[inline(always)]
            fn down_to_highest(self) -> Self {
                !0 << (Self::BITS - 1 - (self | 1).leading_zeros())
            }

            #[inline(always)]
            fn shifted(self, by: i16) -> Self {
                debug_assert!(by.unsigned_abs() < Self::LONGEST_SHIFT);
                if by >= 0 {
                    self.wrapping_shl(by as u32)
                } else {
                    self.wrapping_shr(by.unsigned_abs().into())
                }
            }

            #[inline(always)]
            fn fold(self) -> u64 {
                let low = self as u64;
                let high = (self >> (Self::WIDTH - 64)) as u64;
                low.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ high.rotate_left(29)
            }
        }
    };
}

integer_bitboard!(u64);
integer_bitboard!(u128);

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn set<B: Bitboard>(indices: &BTreeSet<u8>) -> B {
        indices
            .iter()
            .fold(B::EMPTY, |b, &i| b | B::single(Square::new(i)))
    }

    /// Every operation of a bitboard agrees with the same operation on a tree set.
    fn agrees_with_tree_set<B: Bitboard>(a: &BTreeSet<u8>, b: &BTreeSet<u8>) {
        let limit = (B::WIDTH - 1) as u8;
        let a: BTreeSet<u8> = a.iter().map(|i| i & limit).collect();
        let b: BTreeSet<u8> = b.iter().map(|i| i & limit).collect();
        let (x, y): (B, B) = (set(&a), set(&b));
        let back = |s: B| s.squares().map(Square::byte).collect::<BTreeSet<u8>>();
        assert_eq!(back(x), a);
        assert_eq!(back(x & y), &a & &b);
        assert_eq!(back(x | y), &a | &b);
        assert_eq!(back(x ^ y), &a ^ &b);
        assert_eq!(back(x.without(y)), &a - &b);
        assert_eq!(back(!x).len(), B::WIDTH - a.len());
        assert_eq!(x.count() as usize, a.len());
        assert_eq!(x.is_empty(), a.is_empty());
        assert_eq!(x.first().map(Square::byte), a.first().copied());
        let first = a.first().copied().unwrap_or(limit);
        assert_eq!(back(x.up_to_lowest()), (0..=first).collect());
        let last = a.last().copied().unwrap_or(0);
        assert_eq!(back(x.down_to_highest()), (last..=limit).collect());
        if let Some(&last) = a.last() {
            assert_eq!(x.highest().byte(), last);
            let mut rest = x;
            rest.toggle(Square::new(last));
            assert!(!rest.contains(Square::new(last)) && x.contains(Square::new(last)));
        }
        assert_eq!(B::from_wide(x.to_wide()), x);
        for by in 1 - B::LONGEST_SHIFT as i16..B::LONGEST_SHIFT as i16 {
            let moved = a.iter().map(|&i| i16::from(i) + by);
            let inside = moved.filter(|i| (0..B::WIDTH as i16).contains(i));
            assert_eq!(back(x.shifted(by)), inside.map(|i| i as u8).collect());
        }
    }

    proptest! {
        #[test]
        fn all_widths_are_sets(a: BTreeSet<u8>, b: BTreeSet<u8>) {
            agrees_with_tree_set::<u64>(&a, &b);
            agrees_with_tree_set::<u128>(&a, &b);
            agrees_with_tree_set::<Bits256>(&a, &b);
        }
    }
}
