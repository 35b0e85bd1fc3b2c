//! What each piece is worth, derived from its moves and its prospects.

use super::{Mobility, Weights};
use crate::position::Nature;
use crate::rules::{PieceType, Variant};

/// The derived values of a game's pieces.
#[derive(Clone, Debug)]
pub struct Values {
    /// By type, in centipawns: what the piece is worth as it moves now, with its share of what
    /// it may become. The king has 0: it cannot be lost.
    pub total: Vec<i32>,
    /// By type: from mobility alone.
    pub by_mobility: Vec<i32>,
    /// The most that a piece gains by promoting by itself.
    pub largest_self_promotion: i32,
}

impl Values {
    /// Derives all values.
    ///
    /// Mobility `m` gives `a * m + b * m * m`: a piece gains more than in proportion,
    /// since its moves work together (the same shape as H. G. Muller's formula for
    /// short-range leapers). A piece that promotes by itself has a share of what it
    /// becomes; a pawn has a share of the best piece that it can become.
    pub fn new(variant: &Variant, mobility: &Mobility, weights: &Weights) -> Self {
        let vital = Nature::new(variant).vital;
        let by_mobility: Vec<i32> = variant
            .types()
            .map(|kind| {
                let m = mobility.mean(kind);
                let value = m * (weights.value_per_square + weights.value_per_square_squared * m);
                if variant.is_king(kind) {
                    0
                } else if let Some(value) = variant.piece(kind).value {
                    value
                } else if vital.contains(kind) {
                    value.round() as i32 + weights.vital
                } else {
                    value.round() as i32
                }
            })
            .collect();
        let mut total = by_mobility.clone();
        // Chains are short (two steps), so that two passes reach their ends.
        for _ in 0..2 {
            for kind in variant.types() {
                let promotion = variant.self_promotions[kind.index()].as_ref().map(|p| p.to);
                let becomes = promotion.or(variant.choice.to[kind.index()]);
                if let Some(to) = becomes {
                    let gain = total[to.index()] - by_mobility[kind.index()];
                    let share = f64::from(gain.max(0)) * weights.self_promotion_share;
                    total[kind.index()] = by_mobility[kind.index()] + share.round() as i32;
                }
            }
        }
        let best = Self::best_promotion(variant, &total);
        let unvalued = |kind: &PieceType| variant.piece(*kind).value.is_none();
        for kind in variant.pawns.iter().filter(unvalued) {
            let value = weights.pawn_base + f64::from(best) * weights.pawn_prospect;
            total[kind.index()] = value.round() as i32;
        }
        let gains = variant.types().filter_map(|kind| {
            let promotion = variant.self_promotions[kind.index()].as_ref()?;
            Some(total[promotion.to.index()] - total[kind.index()])
        });
        Self {
            largest_self_promotion: gains.max().unwrap_or(0).max(0),
            total,
            by_mobility,
        }
    }

    fn best_promotion(variant: &Variant, values: &[i32]) -> i32 {
        let types = variant.promotion.types.0;
        let types = types[0].union(types[1]).iter();
        types.map(|kind| values[kind.index()]).max().unwrap_or(0)
    }

    /// The value of a type in centipawns.
    #[inline(always)]
    pub fn of(&self, kind: PieceType) -> i32 {
        self.total[kind.index()]
    }
}
