//! Every number that steers the search: those for tuning with their limits, and constants.

/// The name and limits of a parameter, as a hidden option shows them.
#[derive(Clone, Copy, Debug)]
pub struct ParameterInfo {
    /// The name.
    pub name: &'static str,
    /// The value it has unless set.
    pub default: i32,
    /// The smallest value.
    pub min: i32,
    /// The largest value.
    pub max: i32,
}

macro_rules! parameters {
    ($($(#[$doc:meta])* $name:ident = $default:literal in $min:literal ..= $max:literal;)*) => {
        /// The numbers that steer the search. Depths are in plies, margins in
        /// centipawns, reductions in 1/1024 ply.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct Parameters {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Default for Parameters {
            fn default() -> Self {
                Self { $($name: $default,)* }
            }
        }

        impl Parameters {
            /// All parameters.
            pub const ALL: &[ParameterInfo] = &[
                $(ParameterInfo {
                    name: stringify!($name),
                    default: $default,
                    min: $min,
                    max: $max,
                },)*
            ];

            /// Sets a parameter by name. Returns whether there is one of this name and the
            /// value is within its limits.
            pub fn set(&mut self, name: &str, value: i32) -> bool {
                match name {
                    $(stringify!($name) if ($min..=$max).contains(&value) => {
                        self.$name = value;
                        true
                    })*
                    _ => false,
                }
            }
        }
    };
}

parameters! {
    /// Half the width of the first aspiration window.
    aspiration_window = 18 in 1..=500;
    /// Aspiration: the window is wider by one for so much of the score before.
    aspiration_share = 64 in 8..=1000;
    /// Aspiration: a window wider than this is opened altogether.
    aspiration_limit = 1000 in 100..=30000;
    /// Aspiration: the most plies less to which a fail high is confirmed.
    aspiration_confirm = 2 in 0..=10;
    /// From this depth on aspiration windows are used.
    aspiration_depth = 4 in 1..=30;
    /// Null move: least depth.
    null_depth = 3 in 1..=20;
    /// Null move: base reduction, plies.
    null_base = 4 in 1..=8;
    /// Null move: one ply more for so much depth.
    null_divisor = 3 in 1..=20;
    /// Null move: one ply more for so much above beta.
    null_margin = 200 in 20..=2000;
    /// Null move: the most plies that this comes to.
    null_margin_limit = 3 in 0..=10;
    /// Null move: from this depth on a cut-off is verified.
    null_verify_depth = 12 in 4..=60;
    /// Null move: percent of the reduced depth that is verified without null moves.
    null_verify_percent = 75 in 10..=100;
    /// Reverse futility: largest depth.
    reverse_futility_depth = 8 in 0..=20;
    /// Reverse futility: margin per ply.
    reverse_futility_margin = 80 in 10..=500;
    /// Reverse futility: not where the evaluation is higher.
    reverse_futility_limit = 1500 in 300..=30000;
    /// Razoring: largest depth.
    razor_depth = 3 in 0..=10;
    /// Razoring: margin at depth 0 ...
    razor_base = 200 in 0..=1000;
    /// ... and per ply.
    razor_margin = 180 in 0..=1000;
    /// Futility: largest depth.
    futility_depth = 7 in 0..=20;
    /// Futility: margin at depth 0 ...
    futility_base = 90 in 0..=500;
    /// ... and per ply.
    futility_margin = 95 in 0..=500;
    /// Late move pruning: largest depth.
    late_move_depth = 12 in 0..=20;
    /// Late move pruning: moves at depth 0; grows with the square of depth.
    late_move_base = 4 in 1..=40;
    /// Late move pruning: percent of that where the position is not improving.
    late_move_worsening = 60 in 10..=100;
    /// SEE pruning of captures: loss allowed per ply.
    see_capture_margin = 90 in 0..=500;
    /// SEE pruning of quiet moves: loss allowed per square of depth.
    see_quiet_margin = 24 in 0..=300;
    /// SEE pruning: largest depth.
    see_depth = 8 in 0..=20;
    /// History pruning: largest depth.
    history_depth = 4 in 0..=10;
    /// History pruning: quiet moves with less per ply are not searched.
    history_margin = 3500 in 500..=10000;
    /// Reductions: least depth.
    reduction_depth = 3 in 1..=20;
    /// Reductions: the first move that may be reduced; one later on the principal variation.
    reduction_first = 2 in 2..=20;
    /// Reductions: base, in 1/1024 ply.
    reduction_base = 750 in 0..=4096;
    /// Reductions: factor of ln(depth) * ln(move number), in 1/1024 ply.
    reduction_factor = 430 in 100..=2048;
    /// Reductions: history for one ply less.
    reduction_history = 8000 in 1000..=40000;
    /// Reductions: less on the principal variation, in 1/1024 ply.
    reduction_pv = 1024 in 0..=4096;
    /// Reductions: more where a cut-off is expected, in 1/1024 ply.
    reduction_cut = 1024 in 0..=4096;
    /// Reductions: more where the position is not improving, in 1/1024 ply.
    reduction_worsening = 512 in 0..=4096;
    /// Reductions: less for checks and evasions, in 1/1024 ply.
    reduction_check = 1024 in 0..=4096;
    /// Reductions: less for killers, in 1/1024 ply.
    reduction_killer = 1024 in 0..=4096;
    /// Reductions: less for captures that lose nothing, in 1/1024 ply.
    reduction_capture = 1024 in 0..=4096;
    /// A reduced move that is better than the best by so much is searched a ply more.
    deeper_margin = 70 in 0..=1000;
    /// ProbCut: least depth.
    probcut_depth = 5 in 3..=60;
    /// ProbCut: how far above beta a capture must be.
    probcut_margin = 180 in 20..=1000;
    /// ProbCut: plies less to which that is searched.
    probcut_reduction = 4 in 1..=10;
    /// Internal iterative reduction: least depth.
    iir_depth = 4 in 2..=20;
    /// Singular extension: least depth.
    singular_depth = 6 in 4..=20;
    /// Singular extension: margin per ply, in 1/16 centipawn.
    singular_margin = 32 in 4..=160;
    /// Singular extension: plies that the table's entry may be less deep than the node.
    singular_entry_depth = 3 in 0..=10;
    /// Singular extension: the other moves are searched to the depth divided by this.
    singular_divisor = 2 in 1..=8;
    /// Singular extension: two plies if the others are worse by so much more.
    singular_double = 25 in 0..=1000;
    /// Extensions: not beyond so many times the depth of the iteration.
    extension_limit = 2 in 1..=8;
    /// Quiescence: what a capture may add beyond its victim.
    delta_margin = 180 in 0..=1000;
    /// Quiescence: from this ply on only recaptures.
    recapture_depth = 7 in 1..=60;
    /// Quiescence: so many captures are tried that do not recapture.
    quiescence_moves = 3 in 1..=200;
    /// Quiescence: from this ply on nobody has to capture.
    forced_capture_depth = 8 in 0..=60;
    /// History: bonus per ply of depth.
    history_bonus = 140 in 10..=1000;
    /// History: largest bonus.
    history_bonus_limit = 1600 in 100..=8000;
    /// Percent of a correction that is applied to the evaluation.
    correction_percent = 80 in 0..=200;
    /// By a clock: from this depth on the only legal move is made without more thought.
    forced_depth = 4 in 1..=30;
}

// What no option changes: units, sizes, and numbers of parts that know no parameters.

/// The unit of reductions: a ply has so many.
pub(super) const PLY: i32 = 1024;
/// The unit of the margin of singular extensions: a centipawn has so many.
pub(super) const SINGULAR_UNIT: i32 = 16;

/// Null move: not with fewer pieces beside king and pawns ...
pub(super) const NULL_PIECES: u16 = 2;
/// ... unless there is one and so many pawns.
pub(super) const NULL_PAWNS: u16 = 2;

/// Quiescence: with so few pieces a side is looked at for stalemate at every node.
pub(super) const STALEMATE_PIECES: u16 = 4;
/// Quiescence: so near the root, in plies, its first ply is.
pub(super) const STALEMATE_PLIES: usize = 2;

/// With fewer plies left until the n-move rule draws the game, their number matters to the
/// table.
pub(super) const NEAR_THE_LIMIT: usize = 32;
/// Table: a result of this search that is deeper by more plies is not replaced by a bound.
pub(super) const TABLE_DEPTH_MARGIN: i32 = 3;
/// Table: an entry that is a search older counts as so many plies less deep.
pub(super) const TABLE_AGE_PLIES: i32 = 8;

/// Below this depth, in plies, looking what other threads search costs more than it saves.
pub(super) const DEFER_DEPTH: i32 = 3;

/// Order of captures: what a centipawn won counts ...
pub(super) const ORDER_GAIN: i32 = 8;
/// ... and what the best history counts.
pub(super) const ORDER_HISTORY: i32 = 100;

/// No score of a history goes beyond this.
pub(super) const HISTORY_LIMIT: i32 = 16_384;
/// Corrections are kept within this, in centipawns.
pub(super) const CORRECTION_LIMIT: i32 = 128;
/// How much of a correction stays, against the weight of a new one ...
pub(super) const CORRECTION_INERTIA: i32 = 256;
/// ... which is the depth and one, but not more than this.
pub(super) const CORRECTION_WEIGHT_LIMIT: i32 = 16;

/// Time: the moves that a clock is divided by, if no sooner control is told.
pub(super) const TIME_MOVES: u32 = 24;
/// Time: the share of the increment that a move has, as a fraction.
pub(super) const TIME_INCREMENT: (u32, u32) = (9, 10);
/// Time: the most that the last move before a control takes of what is left.
pub(super) const TIME_LAST_MOVE: (u32, u32) = (9, 10);
/// Time: the most that any other move takes.
pub(super) const TIME_MOST: (u32, u32) = (3, 10);
/// Time: a move takes no more than so many times its part of the moves before a control, or
/// the share above.
pub(super) const TIME_SHARES: (u32, u32) = (6, 5);
/// Time: a search is broken off after so many times what it should take.
pub(super) const TIME_HARD: u32 = 3;
/// Time: what a search should take, times this by the iterations since the best move
/// changed; the last also for more of them.
pub(super) const TIME_STABILITY: [f64; 6] = [1.7, 1.3, 1.1, 0.95, 0.85, 0.75];
/// Time: a score that falls by so many centipawns, or more, doubles it.
pub(super) const TIME_DROP: i32 = 100;
/// Time: what a search should take, times this less the share of the nodes that the best
/// move had ...
pub(super) const TIME_EFFORT: f64 = 1.6;
/// ... but at least this.
pub(super) const TIME_EFFORT_LEAST: f64 = 0.7;
/// Time: the share of it after which no iteration is begun: the next one takes longer
/// than all so far together.
pub(super) const TIME_BEGIN: f64 = 0.6;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_set_within_limits_only() {
        let mut parameters = Parameters::default();
        assert!(parameters.set("null_depth", 5));
        assert_eq!(parameters.null_depth, 5);
        assert!(!parameters.set("null_depth", 99));
        assert!(!parameters.set("no_such", 1));
        for info in Parameters::ALL {
            assert!(
                (info.min..=info.max).contains(&info.default),
                "{}",
                info.name
            );
        }
    }
}
