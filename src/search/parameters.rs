//! Every number that steers the search, with its limits for tuning.

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
    /// From this depth on aspiration windows are used.
    aspiration_depth = 4 in 1..=30;
    /// Null move: least depth.
    null_depth = 3 in 1..=20;
    /// Null move: base reduction, plies.
    null_base = 3 in 1..=8;
    /// Null move: one ply more for so much depth.
    null_divisor = 4 in 1..=20;
    /// Null move: one ply more for so much above beta.
    null_margin = 200 in 20..=2000;
    /// Null move: from this depth on a cut-off is verified.
    null_verify_depth = 12 in 4..=60;
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
    late_move_depth = 7 in 0..=20;
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
    /// Reductions: base, in 1/1024 ply.
    reduction_base = 750 in 0..=4096;
    /// Reductions: factor of ln(depth) * ln(move number), in 1/1024 ply.
    reduction_factor = 430 in 100..=2048;
    /// Reductions: history for one ply less.
    reduction_history = 8000 in 1000..=40000;
    /// Internal iterative reduction: least depth.
    iir_depth = 4 in 2..=20;
    /// Singular extension: least depth.
    singular_depth = 7 in 4..=20;
    /// Singular extension: margin per ply, in 1/16 centipawn.
    singular_margin = 32 in 4..=160;
    /// Quiescence: what a capture may add beyond its victim.
    delta_margin = 180 in 0..=1000;
    /// Quiescence: from this ply on only recaptures.
    recapture_depth = 7 in 1..=60;
    /// History: bonus per ply of depth.
    history_bonus = 140 in 10..=1000;
    /// History: largest bonus.
    history_bonus_limit = 1600 in 100..=8000;
    /// Percent of a correction that is applied to the evaluation.
    correction_percent = 80 in 0..=200;
}

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
