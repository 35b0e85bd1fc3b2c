//! Playing weaker on purpose.
//!
//! A level is a budget of nodes per move: a weaker player sees less, but what he sees
//! he judges like the stronger one. Each level has a fixed factor more nodes than the
//! one below, so that strength grows steadily.

/// The level of full strength.
pub const FULL_LEVEL: u32 = 20;

/// The lowest and highest value of the Elo scale, at level 0 and just below full
/// strength.
pub const ELO_RANGE: (u32, u32) = (500, 2400);

/// The nodes a player of this level may search for a move, or `None` for as many as
/// time allows. In proportion to the number of legal moves, so that a level means the
/// same depth of insight on a small board and on a large one.
pub fn nodes_for_level(level: u32, legal_moves: usize) -> Option<u64> {
    if level >= FULL_LEVEL {
        return None;
    }
    let per_move = 1.45f64.powi(level as i32);
    Some((legal_moves.max(8) as f64 * per_move) as u64)
}

/// The level that plays at about this Elo; 100 points a level, level 0 at the foot of
/// the scale. The anchor is arbitrary: see docs/search.md.
pub fn level_for_elo(elo: u32) -> u32 {
    let (low, high) = ELO_RANGE;
    (elo.clamp(low, high) - low) / 100
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_sees_more_than_the_one_below() {
        for moves in [8, 30, 100] {
            let nodes: Vec<u64> = (0..FULL_LEVEL)
                .map(|level| nodes_for_level(level, moves).unwrap())
                .collect();
            assert!(nodes.windows(2).all(|pair| pair[0] < pair[1]), "{nodes:?}");
        }
        assert_eq!(nodes_for_level(FULL_LEVEL, 30), None);
        assert_eq!(level_for_elo(0), 0);
        assert_eq!(level_for_elo(9999), FULL_LEVEL - 1);
    }
}
