//! Every number of the evaluation that could be tuned, in one place.

use serde::{Deserialize, Serialize};

/// The worth of a square in reach is kept in so many parts of a centipawn.
pub(super) const REACH_UNIT: i32 = 16;

/// Sums of piece values are scaled to this at the start of a game and 0 at its end.
pub(super) const PHASE_START: i32 = 256;

/// Shares of a pawn's way are kept in so many parts.
pub(super) const WAY: i32 = 256;

/// Pawns start on the second rank of a board with this many ranks, the third with twice as
/// many.
pub(super) const RANKS_BEHIND_PAWNS: u8 = 8;

/// The weights of the evaluation. Centipawns unless said otherwise. Reads and writes
/// as JSON, so that a tuner can work on it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Weights {
    /// The share of squares taken to be occupied when mobility is measured, 0 to 1.
    pub crowding: f64,
    /// The share of the pieces on a crowded board that are the enemy's.
    pub enemy_share: f64,
    /// A piece is worth this per square of mobility ...
    pub value_per_square: f64,
    /// ... and this per square and square: strong pieces gain by working together.
    pub value_per_square_squared: f64,
    /// What a move that cannot capture counts, as a share of a full move.
    pub quiet_share: f64,
    /// What a move that can only capture counts.
    pub capture_share: f64,
    /// The extra worth of a piece whose loss loses the game.
    pub vital: i32,
    /// The share of what a piece gains by promoting that it is worth beforehand.
    pub self_promotion_share: f64,
    /// The worth of a pawn that can never become anything.
    pub pawn_base: f64,
    /// The share of the best promotion that a pawn is worth at the start.
    pub pawn_prospect: f64,
    /// The share of the best available promotion that a pawn gains on its way, when it
    /// stands one step before it.
    pub advance_share: f64,
    /// What of that share a pawn gets that enemy pawns can still stop.
    pub blocked_advance_share: f64,
    /// What of the prospect counts when nothing is available to become now.
    pub unavailable_share: f64,
    /// The worth of the mobility that a piece has at a square beyond its mean, per square of
    /// mobility.
    pub placement: f64,
    /// The most that placement gives or takes.
    pub placement_limit: f64,
    /// The worth of one more square in reach on the board, for a piece of one square
    /// of mobility; it falls as mobility grows.
    pub mobility: f64,
    /// How fast it falls: mobility counts half when it is this large.
    pub mobility_half: f64,
    /// King on the own back ranks while the enemy has all its pieces.
    pub king_shelter: i32,
    /// Shelter: a rank from home counts as this many files from the edge.
    pub king_shelter_rank: i32,
    /// Shelter: ranks further from home than this count as this.
    pub king_shelter_ranks: u8,
    /// Shelter: files further from the edge than this count as this.
    pub king_shelter_files: u8,
    /// Own pieces and pawns next to the king, each.
    pub king_cover: i32,
    /// The most of them that count.
    pub king_cover_limit: i32,
    /// King in the middle when hardly a piece is left.
    pub king_activity: i32,
    /// The worth of an attack on a square next to the king, times the attackers.
    pub king_attack: i32,
    /// The most that attacks near the king come to.
    pub king_danger_limit: i32,
    /// What remains of the danger if the king can ride away on its strip, percent.
    pub king_ride_percent: i32,
    /// Standing on a square that wins when enough pieces do; one step away it is half.
    pub goal: i32,
    /// Having only one more check to give; with two to give it is half.
    pub goal_check: i32,
    /// Two pieces of a type that is bound to the squares of one colour, on squares of both
    /// colours: percent of its value.
    pub pair_percent: i32,
    /// Percent of placement that counts when hardly a piece is left.
    pub placement_late: i32,
    /// Percent of mobility that counts when hardly a piece is left.
    pub mobility_late: i32,
    /// Percent of what pawns gain on their way while all pieces are there ...
    pub advance_early: i32,
    /// ... and when hardly one is left.
    pub advance_late: i32,
    /// Percent of that which a pawn keeps that cannot step forward.
    pub pawn_blocked: i32,
    /// A pawn that enemy pawns cannot stop, at its goal: for each step that its king is nearer
    /// to it than the enemy's, when hardly a piece is left.
    pub pawn_escort: i32,
    /// A pawn that another one guards.
    pub pawn_guarded: i32,
    /// A pawn without others on the files beside it.
    pub pawn_alone: i32,
    /// A pawn behind another one on its file.
    pub pawn_doubled: i32,
    /// A piece that enemy pawns attack.
    pub threat_by_pawn: i32,
    /// A piece that a cheaper one attacks: percent of the difference of their values.
    pub threat_percent: i32,
    /// The most that this comes to.
    pub threat_limit: i32,
    /// A piece or pawn that is attacked and not guarded: percent of its value.
    pub loose_percent: i32,
    /// The most that this comes to.
    pub loose_limit: i32,
    /// A square next to the king that is attacked and that only the king guards.
    pub king_weak: i32,
    /// Percent of the danger to a king that counts when hardly an enemy piece is left.
    pub king_danger_late: i32,
    /// The right to move.
    pub tempo: i32,
    /// Percent of the score kept by a side without pawns and hardly more material.
    pub drawish_percent: i32,
    /// Material that is hardly more: less than what it usually takes to mate, a rook.
    pub drawish_margin: i32,
}

impl Default for Weights {
    fn default() -> Self {
        Self {
            crowding: 0.32,
            enemy_share: 0.5,
            value_per_square: 52.0,
            value_per_square_squared: 1.2,
            quiet_share: 0.4,
            capture_share: 0.6,
            vital: 1000,
            self_promotion_share: 0.12,
            pawn_base: 50.0,
            pawn_prospect: 0.055,
            advance_share: 0.20,
            blocked_advance_share: 0.35,
            unavailable_share: 0.25,
            placement: 7.0,
            placement_limit: 50.0,
            mobility: 9.0,
            mobility_half: 6.0,
            king_shelter: 12,
            king_shelter_rank: 2,
            king_shelter_ranks: 5,
            king_shelter_files: 3,
            king_cover: 8,
            king_cover_limit: 4,
            king_activity: 6,
            king_attack: 5,
            king_danger_limit: 600,
            king_ride_percent: 70,
            goal: 160,
            goal_check: 400,
            pair_percent: 7,
            placement_late: 100,
            mobility_late: 100,
            advance_early: 80,
            advance_late: 130,
            pawn_blocked: 70,
            pawn_escort: 5,
            pawn_guarded: 7,
            pawn_alone: 10,
            pawn_doubled: 10,
            threat_by_pawn: 35,
            threat_percent: 8,
            threat_limit: 60,
            loose_percent: 5,
            loose_limit: 40,
            king_weak: 8,
            king_danger_late: 30,
            tempo: 12,
            drawish_percent: 25,
            drawish_margin: 420,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_weights_says_only_what_is_different() {
        let weights: Weights = serde_json::from_str(r#"{"tempo": 3}"#).unwrap();
        let expected = Weights {
            tempo: 3,
            ..Weights::default()
        };
        assert_eq!(weights, expected);
        assert!(serde_json::from_str::<Weights>(r#"{"temp": 3}"#).is_err());
    }
}
