//! What a Betza text says, before it is expanded, and how it is printed.

use arrayvec::ArrayVec;
use std::fmt;

/// A whole Betza text: the piece has the moves of every term.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Betza {
    /// The terms, in the order written.
    pub terms: Vec<Term>,
}

/// One atom with what stands before and behind it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Term {
    /// The legs of the move, at least one; all but the last were followed by `a`.
    pub legs: Vec<BetzaLeg>,
    /// The atom that all legs step by.
    pub atom: Atom,
    /// The number behind the atom.
    pub range: Range,
    /// Where the atom stands in the text, in characters from 1.
    pub column: usize,
}

impl Term {
    /// Whether the step may be repeated without limit.
    pub fn is_unlimited(&self) -> bool {
        let turns = |leg: &BetzaLeg| leg.has(Mode::Circular) || leg.has(Mode::Crooked);
        match self.range {
            Range::Natural => self.atom.slides || self.legs.iter().any(turns),
            Range::Steps(_) => false,
            Range::Unlimited => true,
        }
    }
}

/// Modes and directions of one leg, each with its place in the text, in characters from 1.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct BetzaLeg {
    /// The modes in the order written.
    pub modes: Vec<(Mode, usize)>,
    /// The direction letters in the order written.
    pub directions: Vec<(Direction, usize)>,
    /// Where the leg begins.
    pub column: usize,
}

impl BetzaLeg {
    /// Whether a mode is written.
    pub fn has(&self, mode: Mode) -> bool {
        self.count(mode) > 0
    }

    /// How often a mode is written.
    pub fn count(&self, mode: Mode) -> usize {
        self.modes.iter().filter(|(m, _)| *m == mode).count()
    }

    /// Where a mode is written for the last time; the leg's beginning if it is not.
    pub fn column_of(&self, mode: Mode) -> usize {
        let written = self.modes.iter().rev().find(|(m, _)| *m == mode);
        written.map_or(self.column, |&(_, column)| column)
    }
}

/// A mode: a letter that says how a leg moves, not where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// `i`: only as the piece's first move; on a later leg: as many steps as the leg
    /// before.
    Initial,
    /// `m`: may end on an empty square. With neither `m`, `c` nor `e`, the last leg has
    /// both `m` and `c`.
    Quiet,
    /// `c`: may capture.
    Capture,
    /// `e`: may capture en passant.
    EnPassant,
    /// `p`: hops over a piece, `pp` over one or more; before `a`: goes on from a piece.
    Hop,
    /// `g`: hops over a piece to the square behind it; before `a`: goes on from a piece,
    /// with slides and single steps exchanged.
    Grasshop,
    /// `y`: goes on from an empty square, with slides and single steps exchanged.
    Toggle,
    /// `o`: the sides of the board are joined.
    Wrap,
    /// `q`: turns the same way at every step. On a later leg it is a direction.
    Circular,
    /// `z`: turns to and fro at every step. On a later leg it is a direction.
    Crooked,
    /// `n`: may not jump.
    Lame,
    /// `j`: must jump; on single steps and slides: skips a square.
    Jump,
}

impl Mode {
    /// All modes, in the order in which they are printed: the one that XBoard reads.
    pub const ALL: [Self; 12] = [
        Self::Initial,
        Self::Quiet,
        Self::Capture,
        Self::EnPassant,
        Self::Hop,
        Self::Grasshop,
        Self::Toggle,
        Self::Wrap,
        Self::Circular,
        Self::Crooked,
        Self::Lame,
        Self::Jump,
    ];

    /// The mode with this letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.letter() == letter)
    }

    /// The letter of this mode.
    pub fn letter(self) -> char {
        match self {
            Self::Initial => 'i',
            Self::Quiet => 'm',
            Self::Capture => 'c',
            Self::EnPassant => 'e',
            Self::Hop => 'p',
            Self::Grasshop => 'g',
            Self::Toggle => 'y',
            Self::Wrap => 'o',
            Self::Circular => 'q',
            Self::Crooked => 'z',
            Self::Lame => 'n',
            Self::Jump => 'j',
        }
    }

    /// How often the letter may be written on one leg.
    pub fn most(self) -> usize {
        match self {
            Self::Hop => 2,
            Self::Jump => 14,
            _ => 1,
        }
    }
}

/// A direction letter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// `f`
    Forward,
    /// `b`
    Back,
    /// `l`
    Left,
    /// `r`
    Right,
    /// `v`: forward and back
    Vertical,
    /// `s`: left and right
    Sideways,
    /// `h`: behind another, the whole half of the moves in that direction; before `l` or
    /// `r`, the half of the moves that turn that way
    Half,
    /// `q` on a later leg: to the side of the last turn
    SameSide,
    /// `z` on a later leg: to the other side than that of the last turn
    OtherSide,
}

impl Direction {
    /// All directions.
    pub const ALL: [Self; 9] = [
        Self::Forward,
        Self::Back,
        Self::Left,
        Self::Right,
        Self::Vertical,
        Self::Sideways,
        Self::Half,
        Self::SameSide,
        Self::OtherSide,
    ];

    /// The direction with this letter, on a later leg than the first or not.
    pub fn from_letter(letter: char, later: bool) -> Option<Self> {
        let mut all = Self::ALL.into_iter();
        all.find(|d| d.letter() == letter && (later || !d.looks_back()))
    }

    /// Whether it is understood from how the legs before turned.
    pub fn looks_back(self) -> bool {
        matches!(self, Self::SameSide | Self::OtherSide)
    }

    /// The letter of this direction.
    pub fn letter(self) -> char {
        match self {
            Self::Forward => 'f',
            Self::Back => 'b',
            Self::Left => 'l',
            Self::Right => 'r',
            Self::Vertical => 'v',
            Self::Sideways => 's',
            Self::Half => 'h',
            Self::SameSide => 'q',
            Self::OtherSide => 'z',
        }
    }

    /// Whether the letter says something about ranks.
    pub fn is_vertical(self) -> bool {
        matches!(self, Self::Forward | Self::Back | Self::Vertical)
    }

    /// Whether the letter says something about files.
    pub fn is_sideways(self) -> bool {
        matches!(self, Self::Left | Self::Right | Self::Sideways) || self.looks_back()
    }
}

/// An atom: a capital letter, or a leap in parentheses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Atom {
    /// The letter, as written; none for a leap in parentheses.
    pub letter: Option<char>,
    /// The leaps it stands for, larger component first.
    pub leaps: ArrayVec<(i8, i8), 2>,
    /// Whether it slides without limit when no number follows.
    pub slides: bool,
}

impl Atom {
    /// The atom with this letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        let (leaps, slides): (&[(i8, i8)], bool) = match letter {
            'W' => (&[(1, 0)], false),
            'F' => (&[(1, 1)], false),
            'D' => (&[(2, 0)], false),
            'N' => (&[(2, 1)], false),
            'A' => (&[(2, 2)], false),
            'H' => (&[(3, 0)], false),
            'C' | 'L' => (&[(3, 1)], false),
            'Z' | 'J' => (&[(3, 2)], false),
            'G' => (&[(3, 3)], false),
            'K' => (&[(1, 0), (1, 1)], false),
            'R' => (&[(1, 0)], true),
            'B' => (&[(1, 1)], true),
            'Q' => (&[(1, 0), (1, 1)], true),
            _ => return None,
        };
        Some(Self {
            letter: Some(letter),
            leaps: leaps.iter().copied().collect(),
            slides,
        })
    }

    /// The leap by this many squares one way and this many across. They may not both be 0.
    pub fn leap(one: i8, other: i8) -> Self {
        Self {
            letter: None,
            leaps: [(one.max(other), one.min(other))].into_iter().collect(),
            slides: false,
        }
    }
}

/// How often the step of an atom may be repeated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Range {
    /// No number: once for a leaper, without limit for `R`, `B`, `Q`.
    Natural,
    /// At most so often.
    Steps(u8),
    /// `0`, or the atom's letter a second time: without limit.
    Unlimited,
}

impl fmt::Display for Betza {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut terms = self.terms.iter().peekable();
        while let Some(term) = terms.next() {
            term.fmt(f)?;
            // A letter that follows itself would mean a rider.
            let next = terms.peek().map(|next| next.to_string());
            let letter = term.atom.letter.filter(|_| term.range == Range::Natural);
            if letter.is_some() && letter == next.and_then(|text| text.chars().next()) {
                f.write_str(if term.is_unlimited() { "0" } else { "1" })?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, leg) in self.legs.iter().enumerate() {
            if n > 0 {
                f.write_str("a")?;
            }
            leg.fmt(f)?;
        }
        self.atom.fmt(f)?;
        match self.range {
            Range::Natural => Ok(()),
            Range::Steps(steps) => write!(f, "{steps}"),
            Range::Unlimited => f.write_str("0"),
        }
    }
}

impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.letter, self.leaps.as_slice()) {
            (Some(letter), _) => write!(f, "{letter}"),
            (None, [(long, short), ..]) => write!(f, "({long},{short})"),
            (None, []) => Ok(()),
        }
    }
}

impl fmt::Display for BetzaLeg {
    /// As XBoard reads it: `i`, directions, the other modes in a fixed order.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let write_mode = |f: &mut fmt::Formatter<'_>, mode: Mode| {
            (0..self.count(mode)).try_for_each(|_| write!(f, "{}", mode.letter()))
        };
        write_mode(f, Mode::Initial)?;
        self.directions
            .iter()
            .try_for_each(|(d, _)| write!(f, "{}", d.letter()))?;
        Mode::ALL[1..]
            .iter()
            .try_for_each(|&mode| write_mode(f, mode))
    }
}
