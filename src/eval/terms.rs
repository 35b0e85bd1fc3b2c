//! The parts of an evaluation, for people to see.

use crate::rules::ColorMap;
use std::fmt;

/// A part of the evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Term {
    /// What the pieces are worth.
    Material,
    /// Where they stand.
    Placement,
    /// Pawns on their way to promotion.
    Pawns,
    /// Squares in reach.
    Mobility,
    /// Attacks on pieces that are dearer than the attacker, or not guarded.
    Threats,
    /// What endangers the king.
    King,
    /// How near a player is to a win by reaching squares or by giving checks.
    Goal,
}

impl Term {
    /// All terms, in the order of [`Terms::values`].
    pub const ALL: [Term; 7] = [
        Term::Material,
        Term::Placement,
        Term::Pawns,
        Term::Mobility,
        Term::Threats,
        Term::King,
        Term::Goal,
    ];
}

/// The value of every term for each player, in centipawns, before anything is scaled.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Terms {
    /// By term, then by player.
    pub values: [ColorMap<i32>; 7],
}

impl Terms {
    /// Adds to a term of a player.
    #[inline(always)]
    pub(super) fn add(&mut self, term: Term, color: crate::rules::Color, value: i32) {
        self.values[term as usize][color] += value;
    }

    /// White's sum minus Black's.
    pub fn balance(&self) -> i32 {
        self.values.iter().map(|v| v.0[0] - v.0[1]).sum()
    }
}

impl fmt::Display for Terms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:10} {:>7} {:>7} {:>7}",
            "term", "White", "Black", "balance"
        )?;
        for (term, value) in Term::ALL.iter().zip(&self.values) {
            let [white, black] = value.0;
            let name = format!("{term:?}").to_lowercase();
            writeln!(f, "{name:10} {white:7} {black:7} {:7}", white - black)?;
        }
        write!(f, "{:10} {:>7} {:>7} {:7}", "sum", "", "", self.balance())
    }
}
