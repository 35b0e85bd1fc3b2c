//! What a Betza text says, before it is expanded, and how it is printed.

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
    pub legs: Vec<Leg>,
    /// The atom that all legs step by.
    pub atom: Atom,
    /// The number behind the atom.
    pub range: Range,
    /// Where the term starts in the text, in characters from 1.
    pub column: usize,
}

/// Modes and directions of one leg.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Leg {
    /// `m`: may end on an empty square. With neither `m` nor `c`, both hold.
    pub quiet: bool,
    /// `c`: may capture.
    pub capture: bool,
    /// `e`: may capture en passant.
    pub en_passant: bool,
    /// `i`: only as the piece's first move.
    pub initial: bool,
    /// `n`: may not jump.
    pub lame: bool,
    /// The direction letters in the order written.
    pub directions: Vec<Direction>,
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
}

impl Direction {
    /// The direction with this letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        Some(match letter {
            'f' => Self::Forward,
            'b' => Self::Back,
            'l' => Self::Left,
            'r' => Self::Right,
            'v' => Self::Vertical,
            's' => Self::Sideways,
            _ => return None,
        })
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
        }
    }

    /// Whether the letter says something about ranks (rather than files).
    pub fn is_vertical(self) -> bool {
        matches!(self, Self::Forward | Self::Back | Self::Vertical)
    }
}

/// An atom: a capital letter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Atom {
    /// The letter, as written.
    pub letter: char,
    /// The leaps it stands for, larger component first.
    pub leaps: &'static [(i8, i8)],
    /// Whether it slides without limit when no number follows.
    pub slides: bool,
}

impl Atom {
    /// The atom with this letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        let (leaps, slides): (&'static [(i8, i8)], bool) = match letter {
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
            letter,
            leaps,
            slides,
        })
    }
}

/// How often the step of an atom may be repeated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Range {
    /// No number: once for a leaper, without limit for `R`, `B`, `Q`.
    Natural,
    /// At most so often.
    Steps(u8),
    /// `0`: without limit.
    Unlimited,
}

impl fmt::Display for Betza {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.terms.iter().try_for_each(|term| term.fmt(f))
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
        write!(f, "{}", self.atom.letter)?;
        match self.range {
            Range::Natural => Ok(()),
            Range::Steps(steps) => write!(f, "{steps}"),
            Range::Unlimited => f.write_str("0"),
        }
    }
}

impl fmt::Display for Leg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let modes = [
            (self.initial, 'i'),
            (self.quiet, 'm'),
            (self.capture, 'c'),
            (self.en_passant, 'e'),
            (self.lame, 'n'),
        ];
        for (_, letter) in modes.iter().filter(|(set, _)| *set) {
            write!(f, "{letter}")?;
        }
        self.directions
            .iter()
            .try_for_each(|d| write!(f, "{}", d.letter()))
    }
}
