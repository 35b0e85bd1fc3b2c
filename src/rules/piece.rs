//! Small words: colours, piece ids, piece types and sets of them.

use std::fmt;
use std::ops::{Index, IndexMut};

/// The two players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Color {
    /// The player at rank 1, who usually moves first.
    White = 0,
    /// The player at the last rank.
    Black = 1,
}

impl Color {
    /// Both, White first.
    pub const BOTH: [Color; 2] = [Color::White, Color::Black];

    /// The other player.
    #[inline(always)]
    pub const fn other(self) -> Self {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }

    /// 0 for White, 1 for Black.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter of a FEN's second field.
    pub const fn letter(self) -> char {
        match self {
            Color::White => 'w',
            Color::Black => 'b',
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::White => "White",
            Color::Black => "Black",
        })
    }
}

/// One value for each player.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ColorMap<T>(pub [T; 2]);

impl<T> ColorMap<T> {
    /// The map with the values of `value` for White and Black.
    pub fn from_fn(mut value: impl FnMut(Color) -> T) -> Self {
        Self([value(Color::White), value(Color::Black)])
    }
}

impl<T> Index<Color> for ColorMap<T> {
    type Output = T;
    #[inline(always)]
    fn index(&self, color: Color) -> &T {
        &self.0[color.index()]
    }
}

impl<T> IndexMut<Color> for ColorMap<T> {
    #[inline(always)]
    fn index_mut(&mut self, color: Color) -> &mut T {
        &mut self.0[color.index()]
    }
}

/// How a piece type is written: a letter, with `'` if it has been promoted once and
/// `!` if twice. Kept in lower case; the colour decides the case on the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PieceId {
    letter: u8,
    level: u8,
}

impl PieceId {
    /// Reads the longest id at the start of `text`, in either case. Returns the id,
    /// whether its letter was upper case, and the rest of the text.
    pub fn parse_prefix(text: &str) -> Option<(Self, bool, &str)> {
        let letter = text.bytes().next().filter(u8::is_ascii_alphabetic)?;
        let level = match text.as_bytes().get(1) {
            Some(b'\'') => 1,
            Some(b'!') => 2,
            _ => 0,
        };
        let id = Self {
            letter: letter.to_ascii_lowercase(),
            level,
        };
        Some((
            id,
            letter.is_ascii_uppercase(),
            &text[1 + usize::from(level > 0)..],
        ))
    }

    /// The letter, in lower case.
    pub const fn letter(self) -> char {
        self.letter as char
    }

    /// How often a piece of this id has been promoted: 0, 1 or 2.
    pub const fn level(self) -> u8 {
        self.level
    }

    /// The id in the case of a player: upper for White.
    pub fn cased(self, color: Color) -> String {
        let text = self.to_string();
        match color {
            Color::White => text.to_ascii_uppercase(),
            Color::Black => text,
        }
    }
}

impl fmt::Display for PieceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}{}",
            self.letter as char,
            ["", "'", "!"][self.level as usize]
        )
    }
}

impl fmt::Debug for PieceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A kind of piece of one game: an index into [`Variant::pieces`](super::Variant::pieces),
/// which is ordered by id.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PieceType(u8);

impl PieceType {
    /// The most types a game can have: 26 letters at three levels.
    pub const MAX: usize = 78;

    /// Stands for no type where one that is never met will do.
    pub(crate) const NONE: Self = Self(u8::MAX);

    /// The type with this index, which must be below [`Self::MAX`].
    #[inline(always)]
    pub const fn new(index: usize) -> Self {
        debug_assert!(index < Self::MAX);
        Self(index as u8)
    }

    /// The index.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A piece on the board: its type and its owner.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Piece(u8);

impl Piece {
    /// The piece of this type and owner.
    #[inline(always)]
    pub const fn new(kind: PieceType, color: Color) -> Self {
        Self(kind.0 << 1 | color as u8)
    }

    /// The type.
    #[inline(always)]
    pub const fn kind(self) -> PieceType {
        PieceType(self.0 >> 1)
    }

    /// The owner.
    #[inline(always)]
    pub const fn color(self) -> Color {
        if self.0 & 1 == 0 {
            Color::White
        } else {
            Color::Black
        }
    }

    /// The piece whose [`Self::index`] this is.
    #[inline(always)]
    pub const fn from_index(index: u8) -> Self {
        Self(index)
    }

    /// A number below `2 * PieceType::MAX` that tells all pieces apart.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}#{}", self.color(), self.kind().0)
    }
}

/// A set of piece types.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct TypeSet(u128);

impl TypeSet {
    /// The set without types.
    pub const EMPTY: Self = Self(0);

    /// Whether the type is in the set.
    #[inline(always)]
    pub const fn contains(self, kind: PieceType) -> bool {
        self.0 >> kind.0 & 1 != 0
    }

    /// Puts a type in.
    pub fn insert(&mut self, kind: PieceType) {
        self.0 |= 1 << kind.0;
    }

    /// Whether no type is in the set.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the sets share a type.
    #[inline(always)]
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The types in either set.
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The types of this set that are not in the other.
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The types, in the order of their ids.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = PieceType> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let lowest = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                PieceType::new(lowest)
            })
        })
    }
}

impl FromIterator<PieceType> for TypeSet {
    fn from_iter<I: IntoIterator<Item = PieceType>>(types: I) -> Self {
        let mut set = Self::EMPTY;
        types.into_iter().for_each(|t| set.insert(t));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_read_longest_first() {
        let (id, white, rest) = PieceId::parse_prefix("N'!x").unwrap();
        assert_eq!((id.to_string().as_str(), white, rest), ("n'", true, "!x"));
        let (id, white, rest) = PieceId::parse_prefix("b!").unwrap();
        assert_eq!(
            (id.cased(Color::White).as_str(), white, rest),
            ("B!", false, "")
        );
        assert_eq!(id.level(), 2);
        assert!(PieceId::parse_prefix("'").is_none());
        assert!(PieceId::parse_prefix("").is_none());
        assert!(PieceId::parse_prefix("é").is_none());
    }

    #[test]
    fn ids_sort_by_letter_then_level() {
        let id = |t| PieceId::parse_prefix(t).unwrap().0;
        let mut ids = [id("c"), id("b!"), id("b"), id("b'"), id("a")];
        ids.sort();
        assert_eq!(ids.map(|i| i.to_string()), ["a", "b", "b'", "b!", "c"]);
    }

    #[test]
    fn pieces_pack_and_unpack() {
        for index in 0..PieceType::MAX {
            for color in Color::BOTH {
                let piece = Piece::new(PieceType::new(index), color);
                assert_eq!((piece.kind().index(), piece.color()), (index, color));
            }
        }
    }

    #[test]
    fn type_sets_are_sets() {
        let all: TypeSet = [3, 77, 0].map(PieceType::new).into_iter().collect();
        let one: TypeSet = [77].map(PieceType::new).into_iter().collect();
        let rest: Vec<usize> = all.without(one).iter().map(PieceType::index).collect();
        assert_eq!(rest, [0, 3]);
        assert_eq!(all.without(one).union(one), all);
        assert!(all.without(all).is_empty());
    }
}
