//! The bounding box of a board, and steps within it.

use super::{Bits256, Square};
use std::ops::{Add, Mul, Neg, Sub};

/// The widest board: files a to p.
pub const MAX_FILES: u8 = 16;
/// The highest board: ranks 1 to 16.
pub const MAX_RANKS: u8 = 16;

/// A step on the board: files to the right and ranks up, as White sees it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Delta {
    /// Files to the right (negative: to the left).
    pub files: i8,
    /// Ranks up (negative: down).
    pub ranks: i8,
}

impl Delta {
    /// The step `files` to the right and `ranks` up.
    pub const fn new(files: i8, ranks: i8) -> Self {
        Self { files, ranks }
    }

    /// The same step seen in a mirror that swaps the two players' sides.
    pub const fn upside_down(self) -> Self {
        Self::new(self.files, -self.ranks)
    }

    /// The larger of the two components' sizes: king steps from start to end.
    pub fn chebyshev(self) -> u8 {
        self.files.unsigned_abs().max(self.ranks.unsigned_abs())
    }

    /// Whether the step leads to a higher square index.
    pub const fn is_ascending(self) -> bool {
        self.ranks > 0 || self.ranks == 0 && self.files > 0
    }
}

impl Neg for Delta {
    type Output = Self;
    fn neg(self) -> Self {
        Self::new(-self.files, -self.ranks)
    }
}

impl Add for Delta {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::new(self.files + other.files, self.ranks + other.ranks)
    }
}

impl Sub for Delta {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul<i8> for Delta {
    type Output = Self;
    fn mul(self, times: i8) -> Self {
        Self::new(self.files * times, self.ranks * times)
    }
}

/// How many files and ranks the bounding box of a board has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    files: u8,
    ranks: u8,
}

impl Shape {
    /// A box of `files` by `ranks`, or `None` unless both are in 1..=16.
    pub fn new(files: u8, ranks: u8) -> Option<Self> {
        let fits = (1..=MAX_FILES).contains(&files) && (1..=MAX_RANKS).contains(&ranks);
        fits.then_some(Self { files, ranks })
    }

    /// The number of files.
    pub const fn files(self) -> u8 {
        self.files
    }

    /// The number of ranks.
    pub const fn ranks(self) -> u8 {
        self.ranks
    }

    /// The number of squares in the box, 1 to 256.
    pub const fn len(self) -> usize {
        self.files as usize * self.ranks as usize
    }

    /// Never: a box has at least one square.
    pub const fn is_empty(self) -> bool {
        false
    }

    /// The square on this file and rank, both counted from 0, if it is in the box.
    pub fn square(self, file: i32, rank: i32) -> Option<Square> {
        let inside = (0..i32::from(self.files)).contains(&file)
            && (0..i32::from(self.ranks)).contains(&rank);
        inside.then(|| Square::new((rank * i32::from(self.files) + file) as u8))
    }

    /// The file of a square, counted from 0.
    pub const fn file(self, square: Square) -> u8 {
        square.byte() % self.files
    }

    /// The rank of a square, counted from 0.
    pub const fn rank(self, square: Square) -> u8 {
        square.byte() / self.files
    }

    /// The square one `step` from here, if it is in the box.
    pub fn offset(self, from: Square, step: Delta) -> Option<Square> {
        self.square(
            i32::from(self.file(from)) + i32::from(step.files),
            i32::from(self.rank(from)) + i32::from(step.ranks),
        )
    }

    /// The same where the left and the right edge of the box are joined.
    pub fn offset_around(self, from: Square, step: Delta) -> Option<Square> {
        let file = i32::from(self.file(from)) + i32::from(step.files);
        self.square(
            file.rem_euclid(i32::from(self.files)),
            i32::from(self.rank(from)) + i32::from(step.ranks),
        )
    }

    /// The step that leads from one square to another.
    pub fn delta(self, from: Square, to: Square) -> Delta {
        Delta::new(
            self.file(to) as i8 - self.file(from) as i8,
            self.rank(to) as i8 - self.rank(from) as i8,
        )
    }

    /// All squares of the box, a1 first.
    pub fn squares(self) -> impl DoubleEndedIterator<Item = Square> {
        (0..self.len()).map(|i| Square::new(i as u8))
    }

    /// All squares of the box as a set.
    pub fn all(self) -> Bits256 {
        self.squares().collect()
    }

    /// All squares of one rank, counted from 0.
    pub fn rank_squares(self, rank: u8) -> Bits256 {
        self.squares().filter(|&s| self.rank(s) == rank).collect()
    }

    /// All squares of one file, counted from 0.
    pub fn file_squares(self, file: u8) -> Bits256 {
        self.squares().filter(|&s| self.file(s) == file).collect()
    }

    /// The name of a square: a file letter and a rank number from 1, such as `l16`.
    pub fn name(self, square: Square) -> String {
        format!(
            "{}{}",
            (b'a' + self.file(square)) as char,
            self.rank(square) + 1
        )
    }

    /// Reads a square's name at the start of `text`. Returns the square and the rest
    /// of the text, or `None` if no square of this box is named there. A rank takes
    /// as many digits as there are, without leading zero.
    pub fn parse_square(self, text: &str) -> Option<(Square, &str)> {
        let mut chars = text.chars();
        let file = chars.next().filter(char::is_ascii_lowercase)?;
        let rest = chars.as_str();
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if !(1..=2).contains(&digits) || rest.starts_with('0') {
            return None;
        }
        let rank: i32 = rest[..digits].parse().ok()?;
        let square = self.square(file as i32 - 'a' as i32, rank - 1)?;
        Some((square, &rest[digits..]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_squares_are_inverse() {
        let shape = Shape::new(12, 16).unwrap();
        for square in shape.squares() {
            let name = shape.name(square);
            assert_eq!(shape.parse_square(&name), Some((square, "")));
        }
        assert_eq!(shape.name(Square::new(0)), "a1");
        assert_eq!(shape.name(Square::new(191)), "l16");
    }

    #[test]
    fn names_off_the_board_are_refused() {
        let shape = Shape::new(5, 10).unwrap();
        for name in ["f1", "a11", "a0", "a01", "A1", "a", "1", "", "é1", "a999"] {
            assert_eq!(shape.parse_square(name), None, "{name}");
        }
        let (square, rest) = shape.parse_square("e10e9").unwrap();
        assert_eq!((shape.file(square), shape.rank(square), rest), (4, 9, "e9"));
    }

    #[test]
    fn steps_stay_inside() {
        let shape = Shape::new(7, 7).unwrap();
        let (g4, _) = shape.parse_square("g4").unwrap();
        assert_eq!(shape.offset(g4, Delta::new(1, 0)), None);
        let h = shape.offset(g4, Delta::new(-2, 1)).unwrap();
        assert_eq!(shape.name(h), "e5");
        assert_eq!(shape.delta(g4, h), Delta::new(-2, 1));
    }

    #[test]
    fn too_large_boxes_do_not_exist() {
        assert!(Shape::new(17, 1).is_none());
        assert!(Shape::new(1, 17).is_none());
        assert!(Shape::new(0, 8).is_none());
        assert_eq!(Shape::new(16, 16).unwrap().len(), 256);
    }
}
