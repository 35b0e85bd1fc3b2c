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

/// A forced end of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ForcedEnd {
    /// Whether the side to move wins.
    pub wins: bool,
    /// The plies until then; 0 if the game has ended.
    pub plies: u32,
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

    /// The forced end of the game that the score tells of; `None` if none is seen.
    pub const fn forced_end(self) -> Option<ForcedEnd> {
        if self.0.abs() < MATE_BOUND {
            return None;
        }
        Some(ForcedEnd {
            wins: self.0 > 0,
            plies: MATE.abs_diff(self.0.abs()),
        })
    }

    /// The full moves to a forced end, as UCI counts them: `mate 1` is a win by the next
    /// move of either side, `mate -1` a loss by it, `mate 0` a loss on the board. UCI has
    /// no word for a win on the board: it is `mate 1` too, so that it keeps its sign.
    pub const fn mate_in(self) -> Option<i32> {
        match self.forced_end() {
            None => None,
            Some(end) => {
                let moves = end.plies.div_ceil(2) as i32;
                Some(match (end.wins, moves) {
                    (true, 0) => 1,
                    (true, _) => moves,
                    (false, _) => -moves,
                })
            }
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
        assert_eq!(Score(won_in(0)).to_string(), "mate 1");
        assert_eq!(Score(won_in(2)).to_string(), "mate 1");
        assert_eq!(Score(lost_in(0)).to_string(), "mate 0");
        assert_eq!(Score(lost_in(1)).to_string(), "mate -1");
        assert_eq!(Score(lost_in(2)).to_string(), "mate -1");
        assert_eq!(Score(lost_in(3)).to_string(), "mate -2");
        assert_eq!(Score(lost_in(4)).to_string(), "mate -2");
        assert_eq!(Score(-17).to_string(), "cp -17");
        assert_eq!(Score(EVAL_LIMIT).mate_in(), None);
        let end = |wins, plies| Some(ForcedEnd { wins, plies });
        assert_eq!(Score(lost_in(4)).flipped().forced_end(), end(true, 4));
        assert_eq!(Score(won_in(0)).forced_end(), end(true, 0));
        assert_eq!(Score(lost_in(0)).forced_end(), end(false, 0));
        assert_eq!(Score(EVAL_LIMIT).forced_end(), None);
    }
}
