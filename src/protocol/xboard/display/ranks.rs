//! How XBoard numbers the ranks.
//!
//! From 1, but a board of ten ranks from 0. A board of sixteen must be started with
//! `-rankOffset 1`, which makes it count from 0: without, XBoard takes moves from rank 16
//! for drops. Whether it was shows as soon as a square of the first or the last rank is
//! mentioned.

use crate::geometry::{MAX_RANKS, Shape, Square};
use std::sync::atomic::{AtomicU8, Ordering};

/// What the user says of the numbering.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RankOffset {
    /// Find out from the squares that XBoard mentions.
    Auto,
    /// XBoard was started without `-rankOffset`.
    None,
    /// XBoard was started with `-rankOffset 1`.
    One,
}

/// The numbering in force.
#[derive(Debug)]
pub(super) struct Ranks {
    shape: Shape,
    /// The number of White's first rank.
    first: AtomicU8,
    /// Whether [`Self::first`] may still change.
    open: AtomicU8,
}

impl Ranks {
    pub fn new(shape: Shape) -> Self {
        let ranks = Self {
            shape,
            first: AtomicU8::new(0),
            open: AtomicU8::new(0),
        };
        ranks.set(RankOffset::Auto);
        ranks
    }

    pub fn set(&self, offset: RankOffset) {
        let ten = self.shape.ranks() == 10;
        let first = match offset {
            _ if ten => 0,
            RankOffset::Auto => u8::from(self.shape.ranks() != MAX_RANKS),
            RankOffset::None => 1,
            RankOffset::One => 0,
        };
        self.first.store(first, Ordering::Relaxed);
        let open = offset == RankOffset::Auto && !ten;
        self.open.store(open.into(), Ordering::Relaxed);
    }

    /// The number of the first rank.
    pub fn first(&self) -> u8 {
        self.first.load(Ordering::Relaxed)
    }

    pub fn name(&self, square: Square) -> String {
        let file = (b'a' + self.shape.file(square)) as char;
        format!("{file}{}", self.shape.rank(square) + self.first())
    }

    /// Reads a square at the start of a text, and returns what follows it. Learns the
    /// numbering from it.
    pub fn parse_prefix<'a>(&self, text: &'a str) -> Option<(Square, &'a str)> {
        let letter = text.bytes().next().filter(u8::is_ascii_alphabetic)?;
        let file = letter.to_ascii_lowercase() - b'a';
        let rest = &text[1..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let number: u8 = rest[..digits].parse().ok()?;
        if self.open.load(Ordering::Relaxed) != 0 {
            if number == 0 {
                self.first.store(0, Ordering::Relaxed);
            } else if number == self.shape.ranks() {
                self.first.store(1, Ordering::Relaxed);
            }
        }
        let rank = number.checked_sub(self.first())?;
        let square = self.shape.square(file.into(), rank.into())?;
        Some((square, &rest[digits..]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranks(height: u8) -> Ranks {
        Ranks::new(Shape::new(12, height).unwrap())
    }

    #[test]
    fn boards_count_from_one_but_those_of_ten_and_sixteen_ranks() {
        let a1 = Square::new(0);
        for (height, name) in [(7, "a1"), (8, "a1"), (10, "a0"), (15, "a1"), (16, "a0")] {
            assert_eq!(ranks(height).name(a1), name);
        }
    }

    #[test]
    fn what_xboard_mentions_settles_the_numbering() {
        let sixteen = ranks(16);
        assert_eq!(sixteen.parse_prefix("b15x"), Some((Square::new(181), "x")));
        assert_eq!(sixteen.parse_prefix("a16"), Some((Square::new(180), "")));
        assert_eq!(sixteen.name(Square::new(0)), "a1");
        assert_eq!(sixteen.parse_prefix("a0"), Some((Square::new(0), "")));
        let seven = ranks(7);
        assert_eq!(seven.parse_prefix("c0"), Some((Square::new(2), "")));
        assert_eq!(seven.name(Square::new(0)), "a0");
        let ten = ranks(10);
        assert_eq!(ten.parse_prefix("a10"), None);
        assert_eq!(ten.name(Square::new(0)), "a0");
    }

    #[test]
    fn what_the_user_says_is_not_changed_by_what_is_seen() {
        let ranks = ranks(16);
        ranks.set(RankOffset::None);
        assert_eq!(ranks.parse_prefix("a0"), None);
        assert_eq!(ranks.name(Square::new(0)), "a1");
        ranks.set(RankOffset::One);
        assert_eq!(ranks.parse_prefix("a16"), None);
        assert_eq!(ranks.name(Square::new(0)), "a0");
    }

    #[test]
    fn nonsense_is_no_square() {
        for text in ["", "a", "5", "m1", "a17", "a999", "é1", "@@"] {
            assert_eq!(ranks(12).parse_prefix(text), None, "{text}");
        }
    }
}
