//! A move pattern: one elementary way in which a piece moves, as Betza notation
//! expands to. Written for White; Black's is the same turned by half a circle.
//!
//! Nearly all patterns are **plain**: one step, repeated or not, over squares that must
//! be empty. The first fields of its [`Leg`] say that, and tables by square serve it. What
//! goes beyond (hoppers, skips, riders that turn, multi-leg moves that slide, hop or
//! capture on the way) is said by [`Manner`] and by the legs before the last; such
//! patterns are walked on the board.

use crate::geometry::{Delta, Shape, Square};
use arrayvec::ArrayVec;
use std::collections::BTreeSet;

/// The reach of a slide without limit.
pub const UNLIMITED: u8 = u8::MAX;

/// The most squares that lie between the ends of one leap on the largest board.
pub const MAX_BETWEEN: usize = 14;

/// One way to move: legs, and what governs the move as a whole.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pattern {
    /// The legs that come before the last; most patterns have none.
    pub before: Vec<Leg>,
    /// The last leg; of most patterns the only one.
    pub last: Leg,
    /// May capture the pawn that has just passed over the square it ends on.
    pub en_passant: bool,
    /// Only from the rows from which this piece's first move is made.
    pub initial: bool,
    /// Captures what stands on the target without leaving its own square.
    pub rifle: bool,
}

/// One step direction with all that governs a move along it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leg {
    /// The step, from White's point of view.
    pub step: Delta,
    /// How often the step may be repeated over empty squares; 1 is a leap or a single
    /// step, [`UNLIMITED`] a full slide or rider.
    pub reach: u8,
    /// Squares, as seen from the start of each step, that must be empty (and part of
    /// the board) for the step to be possible: a lame leap.
    pub through: ArrayVec<Delta, MAX_BETWEEN>,
    /// What else there is to the leg.
    pub manner: Manner,
    /// May end, or go on, on an empty square.
    pub quiet: bool,
    /// May end on an enemy piece, or go on from there, and capture it.
    pub capture: bool,
    /// May go on from a square on which any piece stands, and leave it there; never the
    /// last leg.
    pub over: bool,
}

/// What a leg does that no leap or plain slide does.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Manner {
    /// This many squares at the leg's beginning are passed, whatever stands on them.
    pub skips: u8,
    /// The squares of `through` must not all be empty, instead of having to be.
    pub jumps: bool,
    /// What the leg hops over.
    pub hop: Hop,
    /// The left and the right edge of the board are joined.
    pub wraps: bool,
    /// The steps that follow the first in turn, before that comes again.
    pub turns: ArrayVec<Delta, 7>,
    /// Takes exactly as many steps as the leg before.
    pub as_far: bool,
}

/// What a leg hops over.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Hop {
    /// Nothing.
    #[default]
    No,
    /// Exactly one piece, with any number of empty squares before and after.
    One,
    /// One piece or more.
    Many,
    /// One piece, and ends on the square behind it.
    Behind,
}

impl Leg {
    /// The `n`th step, counted from 1.
    pub fn nth_step(&self, n: u8) -> Delta {
        let turns = &self.manner.turns;
        match usize::from(n - 1) % (turns.len() + 1) {
            0 => self.step,
            turn => turns[turn - 1],
        }
    }

    /// The square a step away, around the side edges where the leg joins them.
    pub fn offset(&self, shape: Shape, at: Square, step: Delta) -> Option<Square> {
        if self.manner.wraps {
            shape.offset_around(at, step)
        } else {
            shape.offset(at, step)
        }
    }

    fn upside_down(&self) -> Self {
        Self {
            step: -self.step,
            through: self.through.iter().map(|&d| -d).collect(),
            manner: self.manner.upside_down(),
            ..*self
        }
    }

    /// Whether it passes over what stands on its way, by leaping or hopping.
    fn leaps(&self) -> bool {
        let manner = &self.manner;
        let steps = std::iter::once(&self.step).chain(&manner.turns);
        manner.hop != Hop::No
            || manner.skips > 0
            || manner.jumps
            || self.through.is_empty() && steps.into_iter().any(|s| s.chebyshev() > 1)
    }
}

impl Pattern {
    /// All legs, in order; at least one.
    pub fn legs(&self) -> impl DoubleEndedIterator<Item = &Leg> {
        self.before.iter().chain([&self.last])
    }

    /// Whether the pattern is one leg that only leaps or slides: what tables can say.
    pub fn is_plain(&self) -> bool {
        self.before.is_empty() && self.last.manner == Manner::default()
    }

    /// Whether a move by this pattern has more than one step and does not leap: the
    /// moves that an aura stops.
    pub fn is_stepwise(&self) -> bool {
        let more_than_one =
            !self.before.is_empty() || self.last.reach > 1 || !self.last.through.is_empty();
        more_than_one && !self.legs().any(|leg| leg.leaps())
    }

    /// Whether it may make a locust capture, one before its last leg.
    pub fn captures_as_locust(&self) -> bool {
        self.before.iter().any(|leg| leg.capture)
    }

    /// Whether it may capture at all, by moving or shooting.
    pub fn attacks(&self) -> bool {
        self.last.capture || self.captures_as_locust()
    }

    /// Whether a move by this pattern may end where it began.
    pub fn may_return(&self) -> bool {
        if self.before.is_empty() {
            return false;
        }
        let mut ends = BTreeSet::from([Delta::new(0, 0)]);
        for leg in self.legs() {
            let mut next = BTreeSet::new();
            for &start in &ends {
                let mut at = start;
                for n in 1..=leg.reach.min(15) {
                    at = at + leg.nth_step(n);
                    if at.chebyshev() > 15 {
                        break;
                    }
                    next.insert(at);
                }
            }
            ends = next;
        }
        ends.contains(&Delta::new(0, 0))
    }

    /// Whether a move by this pattern is a pawn's double step, that an enemy pawn may
    /// answer by capturing en passant: a first move over exactly one square without
    /// capturing. Returns the square passed over.
    pub fn passed_square(&self) -> Option<Delta> {
        let double = self.initial && self.last.quiet && !self.last.capture && self.last.reach == 1;
        (double && self.is_plain() && self.last.through.len() == 1).then(|| self.last.through[0])
    }

    /// The same pattern as the other player makes it, with its own forward and left.
    pub fn upside_down(&self) -> Self {
        Self {
            before: self.before.iter().map(Leg::upside_down).collect(),
            last: self.last.upside_down(),
            ..*self
        }
    }
}

impl Manner {
    fn upside_down(&self) -> Self {
        Self {
            turns: self.turns.iter().map(|&d| -d).collect(),
            ..self.clone()
        }
    }
}
