//! Playing below full strength.
//!
//! A level is a budget of nodes per move: a weaker player sees less, but judges what it sees
//! like the stronger one. Each level has a fixed factor more nodes than the one below, so that
//! strength grows steadily.

use std::ops::RangeInclusive;

/// The levels of strength, the last of them unlimited.
pub const LEVELS: RangeInclusive<u8> = 1..=20;

/// The Elo scale: from level 1 to the last level that is limited.
pub const ELO_RANGE: RangeInclusive<u32> = 500..=2300;

/// How many more nodes a level has than the one below.
const GROWTH: f64 = 1.6;

/// Nodes for each legal move at the first level: about a look at every answer.
const FIRST: f64 = 2.0;

/// Elo points from level to level.
const ELO_STEP: u32 = 100;

/// The nodes that a level may search for one move, or `None` for as many as it likes.
///
/// The budget begins at two nodes for each legal move, so that a level looks about
/// equally far ahead in games with few and with many moves, and grows by 1.6 with every
/// level: some 60 nodes at level 1, 4 thousand at 10, 280 thousand at 19 in a position
/// with 30 moves. A level below the first counts as the first.
pub fn nodes_for_level(level: u8, legal_moves: usize) -> Option<u64> {
    if level >= *LEVELS.end() {
        return None;
    }
    let steps = i32::from(level.max(*LEVELS.start()) - LEVELS.start());
    let nodes = legal_moves.max(1) as f64 * FIRST * GROWTH.powi(steps);
    Some(nodes as u64)
}

/// The level for an Elo on a scale that is anchored to nothing but itself; see
/// docs/search.md.
pub fn level_for_elo(elo: u32) -> u8 {
    let (low, high) = ELO_RANGE.into_inner();
    let steps = (elo.clamp(low, high) - low) / ELO_STEP;
    LEVELS.start() + steps as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_has_more_than_the_one_below() {
        for moves in [0, 1, 30, 250] {
            let budgets: Vec<_> = LEVELS.map(|level| nodes_for_level(level, moves)).collect();
            assert!(budgets[..19].windows(2).all(|w| w[0] < w[1]), "{budgets:?}");
            assert!(budgets[0] >= Some(2));
            assert_eq!(budgets[19], None);
        }
        assert_eq!(nodes_for_level(1, 30), Some(60));
        assert_eq!(nodes_for_level(0, 30), Some(60));
        assert_eq!(nodes_for_level(255, 30), None);
    }

    #[test]
    fn elo_covers_all_limited_levels() {
        let (low, high) = ELO_RANGE.into_inner();
        assert_eq!(level_for_elo(0), 1);
        assert_eq!(level_for_elo(low), 1);
        assert_eq!(level_for_elo(high), 19);
        assert_eq!(level_for_elo(u32::MAX), 19);
    }
}
