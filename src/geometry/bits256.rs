//! The 256-bit set of squares, for boards of more than 128 squares.

use super::{Bitboard, Square};
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// 256 bits as four words, the lowest squares in the first word. Also the form in
/// which the rules keep their zones, before the width of a board matters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[repr(align(32))]
pub struct Bits256([u64; 4]);

impl Bits256 {
    #[inline(always)]
    fn zip(self, other: Self, op: impl Fn(u64, u64) -> u64) -> Self {
        let (a, b) = (self.0, other.0);
        Self([
            op(a[0], b[0]),
            op(a[1], b[1]),
            op(a[2], b[2]),
            op(a[3], b[3]),
        ])
    }
}

impl Bitboard for Bits256 {
    const EMPTY: Self = Self([0; 4]);
    const WIDTH: usize = 256;

    #[inline(always)]
    fn single(square: Square) -> Self {
        let mut set = Self::EMPTY;
        set.toggle(square);
        set
    }

    #[inline(always)]
    fn contains(self, square: Square) -> bool {
        self.0[square.index() / 64] >> (square.index() % 64) & 1 != 0
    }

    #[inline(always)]
    fn toggle(&mut self, square: Square) {
        self.0[square.index() / 64] ^= 1 << (square.index() % 64);
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        let [a, b, c, d] = self.0;
        a | b | c | d == 0
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.0.iter().map(|w| w.count_ones()).sum()
    }

    #[inline(always)]
    fn lowest(self) -> Square {
        debug_assert!(self.any());
        let word = if self.0[0] != 0 {
            0
        } else if self.0[1] != 0 {
            1
        } else if self.0[2] != 0 {
            2
        } else {
            3
        };
        Square::new((word * 64 + self.0[word].trailing_zeros() as usize) as u8)
    }

    #[inline(always)]
    fn highest(self) -> Square {
        debug_assert!(self.any());
        let word = if self.0[3] != 0 {
            3
        } else if self.0[2] != 0 {
            2
        } else if self.0[1] != 0 {
            1
        } else {
            0
        };
        Square::new((word * 64 + 63 - (self.0[word].leading_zeros() as usize & 63)) as u8)
    }

    #[inline(always)]
    fn without_lowest(self) -> Self {
        let mut words = self.0;
        for word in &mut words {
            if *word != 0 {
                *word &= *word - 1;
                break;
            }
        }
        Self(words)
    }

    #[inline(always)]
    fn up_to_lowest(self) -> Self {
        let mut words = self.0;
        let mut borrow = 1;
        for word in &mut words {
            let (less, under) = word.overflowing_sub(borrow);
            *word ^= less;
            borrow = u64::from(under);
        }
        Self(words)
    }

    #[inline(always)]
    fn down_to_highest(self) -> Self {
        let mut words = self.0;
        words[0] |= 1;
        let mut above = false;
        for word in words.iter_mut().rev() {
            let here = *word != 0;
            let from = !0 << (63 - (*word | 1).leading_zeros());
            *word = match (above, here) {
                (true, _) => 0,
                (false, true) => from,
                (false, false) => !0,
            };
            above |= here;
        }
        Self(words)
    }

    #[inline(always)]
    fn shifted(self, by: i16) -> Self {
        debug_assert!(by.unsigned_abs() < Self::LONGEST_SHIFT);
        let [a, b, c, d] = self.0;
        let n = u32::from(by.unsigned_abs()) & 63;
        // Two shifts, since one by 64 would be none.
        if by >= 0 {
            let carry = |word: u64| word >> 1 >> (63 - n);
            Self([
                a << n,
                b << n | carry(a),
                c << n | carry(b),
                d << n | carry(c),
            ])
        } else {
            let carry = |word: u64| word << 1 << (63 - n);
            Self([
                a >> n | carry(b),
                b >> n | carry(c),
                c >> n | carry(d),
                d >> n,
            ])
        }
    }

    #[inline(always)]
    fn fold(self) -> u64 {
        self.0.iter().fold(0, |hash: u64, word| {
            (hash.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15)
        })
    }

    fn from_wide(set: Bits256) -> Self {
        set
    }

    fn to_wide(self) -> Bits256 {
        self
    }
}

impl FromIterator<Square> for Bits256 {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares
            .into_iter()
            .map(Self::single)
            .fold(Self::EMPTY, BitOr::bitor)
    }
}

impl BitAnd for Bits256 {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for Bits256 {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl BitXor for Bits256 {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

impl Not for Bits256 {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        let [a, b, c, d] = self.0;
        Self([!a, !b, !c, !d])
    }
}

impl BitAndAssign for Bits256 {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl BitOrAssign for Bits256 {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl BitXorAssign for Bits256 {
    #[inline(always)]
    fn bitxor_assign(&mut self, other: Self) {
        *self = *self ^ other;
    }
}
