//! A move pattern: one elementary way in which a piece moves, as Betza notation
//! expands to. Written for White; Black's is the same upside down.

use crate::geometry::Delta;
use arrayvec::ArrayVec;

/// The reach of a slide without limit.
pub const UNLIMITED: u8 = u8::MAX;

/// One step direction with all that governs a move along it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pattern {
    /// The step, from White's point of view.
    pub step: Delta,
    /// How often the step may be repeated over empty squares; 1 is a leap or a single
    /// step, [`UNLIMITED`] a full slide or rider.
    pub reach: u8,
    /// Squares, as seen from the start of each step, that must be empty (and part of
    /// the board) for the step to be possible: a lame leap.
    pub through: ArrayVec<Delta, 4>,
    /// May end on an empty square.
    pub quiet: bool,
    /// May end on an enemy piece and capture it.
    pub capture: bool,
    /// May capture the pawn that has just passed over the square it ends on.
    pub en_passant: bool,
    /// Only from the rows from which this piece's first move is made.
    pub initial: bool,
    /// Captures what stands on the target without leaving its own square.
    pub rifle: bool,
}

impl Pattern {
    /// Whether a move by this pattern has more than one step and does not leap: the
    /// moves that an aura stops.
    pub fn is_stepwise(&self) -> bool {
        self.reach > 1 && self.step.chebyshev() == 1 || !self.through.is_empty()
    }

    /// Whether a move by this pattern is a pawn's double step, that an enemy pawn may
    /// answer by capturing en passant: a first move over exactly one square without
    /// capturing. Returns the square passed over.
    pub fn passed_square(&self) -> Option<Delta> {
        let double = self.initial && self.quiet && !self.capture && self.reach == 1;
        (double && self.through.len() == 1).then(|| self.through[0])
    }

    /// The same pattern as the other player makes it, with his own forward and left.
    pub fn upside_down(&self) -> Self {
        Self {
            step: -self.step,
            through: self.through.iter().map(|&d| -d).collect(),
            ..self.clone()
        }
    }
}
