//! Scores, mates included.

use std::fmt;

/// The deepest line that a search follows, in plies.
pub const MAX_PLY: usize = 200;

/// Beyond every score.
pub(super) const INFINITY: i32 = 32_000;
/// Being mated at the root; a ply later is one better.
pub(super) const MATE: i32 = 31_000;
/// Scores beyond this are mates (or lost games by another rule) within the horizon.
pub(super) const MATE_BOUND: i32 = MATE - MAX_PLY as i32;
/// The largest score that an evaluation gives.
pub(super) const EVAL_LIMIT: i32 = 30_000;

/// The score of having lost (by mate, bare king, ...) at this distance from the root.
#[inline(always)]
pub(super) const fn lost_in(ply: usize) -> i32 {
    ply as i32 - MATE
}

/// The score of having won at this distance from the root.
#[inline(always)]
pub(super) const fn won_in(ply: usize) -> i32 {
    MATE - ply as i32
}

/// A score for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Score(pub(super) i32);

impl Score {
    /// A score in centipawns.
    pub const fn from_centipawns(centipawns: i32) -> Self {
        Self(centipawns)
    }

    /// The score as a number that orders scores: centipawns, or beyond all of them for
    /// a forced end.
    pub const fn raw(self) -> i32 {
        self.0
    }

    /// The plies to a forced end of the game: positive if the side to move wins,
    /// negative (or 0: now) if it loses; `None` if none is seen.
    pub const fn plies_to_end(self) -> Option<i32> {
        if self.0 >= MATE_BOUND {
            Some(MATE - self.0)
        } else if self.0 <= -MATE_BOUND {
            Some(-MATE - self.0)
        } else {
            None
        }
    }

    /// The full moves to a forced end, as UCI counts them: `mate 1` is a win by the next
    /// move, `mate -1` a loss after the enemy's next, `mate 0` a loss on the board.
    pub const fn mate_in(self) -> Option<i32> {
        match self.plies_to_end() {
            Some(plies) if plies > 0 => Some((plies + 1) / 2),
            Some(plies) => Some(plies / 2),
            None => None,
        }
    }

    /// The score from the other side's point of view.
    pub const fn flipped(self) -> Self {
        Self(-self.0)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate_in() {
            Some(moves) => write!(f, "mate {moves}"),
            None => write!(f, "cp {}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_moves() {
        assert_eq!(Score(won_in(1)).to_string(), "mate 1");
        assert_eq!(Score(won_in(3)).to_string(), "mate 2");
        assert_eq!(Score(lost_in(0)).to_string(), "mate 0");
        assert_eq!(Score(lost_in(2)).to_string(), "mate -1");
        assert_eq!(Score(lost_in(4)).to_string(), "mate -2");
        assert_eq!(Score(-17).to_string(), "cp -17");
        assert_eq!(Score(EVAL_LIMIT).mate_in(), None);
        assert_eq!(Score(lost_in(4)).flipped().plies_to_end(), Some(4));
    }
}
