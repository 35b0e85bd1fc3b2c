//! Evaluating positions of one game.

use super::squares::{self, by_square};
use super::values::Values;
use super::weights::REACH_UNIT;
use super::{Mobility, Terms, Weights};
use crate::geometry::{Bitboard, Delta, Shape, SquareTable};
use crate::position::{Nature, Position};
use crate::rules::{Color, ColorMap, Piece, PieceType, Variant};

/// What a piece counts for, and where it stands.
pub(super) struct PieceWorth {
    /// Its value; 0 for a king, which has no more terms here.
    pub value: i32,
    /// The worth of standing on each square.
    pub placement: SquareTable<i16>,
    /// Of a piece that is neither king nor pawn.
    pub mobility: Option<MobilityWorth>,
}

/// How the mobility of a piece counts.
pub(super) struct MobilityWorth {
    /// The worth of one more square in reach, in parts of [`REACH_UNIT`].
    pub worth: i32,
    /// The number of squares that is usual.
    pub usual: i32,
}

/// What a pawn may become, with the worth of being about to.
pub(super) struct Prospect {
    pub kind: PieceType,
    /// For a pawn that enemy pawns cannot stop any more, in centipawns.
    pub passed: i32,
    /// For the others.
    pub stopped: i32,
}

impl Prospect {
    /// What becoming this is worth, by the part of its value that a pawn may count on.
    fn new(kind: PieceType, gain: f64, weights: &Weights) -> Self {
        let passed = gain * weights.advance_share;
        Self {
            kind,
            passed: passed as i32,
            stopped: (passed * weights.blocked_advance_share) as i32,
        }
    }
}

impl PieceWorth {
    fn new(
        variant: &Variant,
        weights: &Weights,
        mobility: &Mobility,
        values: &Values,
        piece: Piece,
    ) -> Self {
        let kind = piece.kind();
        let mean = mobility.mean(kind);
        let counts = !variant.is_king(kind) && !variant.pawns.contains(kind);
        let placement = by_square(variant.shape, |s| {
            if !counts || variant.holes.contains(s) {
                return 0;
            }
            let worth = (mobility.at(piece, s) - mean) * weights.placement;
            worth.clamp(-weights.placement_limit, weights.placement_limit) as i16
        });
        let worth = weights.mobility * weights.mobility_half / (weights.mobility_half + mean);
        let reach = MobilityWorth {
            worth: (worth * f64::from(REACH_UNIT)) as i32,
            usual: mean as i32,
        };
        Self {
            value: values.of(kind),
            placement,
            mobility: counts.then_some(reach),
        }
    }
}

/// What pawns may become, best first.
fn promotions(variant: &Variant, values: &Values) -> Vec<PieceType> {
    let types = variant.promotion.types.0;
    let mut promotions: Vec<PieceType> = types[0].union(types[1]).iter().collect();
    promotions.sort_by_key(|&kind| -values.of(kind));
    promotions
}

/// The squares of one colour, and the types that never leave the colour that they stand on.
fn one_colour<B: Bitboard>(variant: &Variant) -> (B, Vec<PieceType>) {
    let shape: Shape = variant.shape;
    let is_light = |s| (shape.file(s) + shape.rank(s)).is_multiple_of(2);
    let lights = shape.squares().filter(|&s| is_light(s));
    let lights = lights.fold(B::EMPTY, |set, s| set | B::single(s));
    let stays = |step: Delta| (step.files + step.ranks) % 2 == 0;
    let is_bound = |kind: &PieceType| {
        let patterns = variant.patterns_of(Piece::new(*kind, Color::White));
        let mut legs = patterns.iter().flat_map(|pattern| pattern.legs());
        !variant.is_king(*kind)
            && !variant.pawns.contains(*kind)
            && legs.all(|leg| (1..=leg.reach).all(|n| stays(leg.nth_step(n))))
    };
    (lights, variant.types().filter(is_bound).collect())
}

/// What White's pieces other than pawns are worth at the start of a game; at least 1.
fn start_material(variant: &Variant, values: &Values) -> i32 {
    let counts = &variant.start_counts[Color::White];
    let pieces = variant
        .types()
        .filter(|&kind| !variant.pawns.contains(kind));
    let sum: i32 = pieces
        .map(|kind| values.of(kind) * i32::from(counts[kind.index()]))
        .sum();
    sum.max(1)
}

/// Evaluates positions of one game on one width of bitboard.
pub struct Evaluator<B> {
    pub(super) weights: Weights,
    values: Values,
    /// By [`Piece::index`].
    pub(super) pieces: Vec<PieceWorth>,
    /// For each player: the worth of a sheltered and of an active king by square.
    pub(super) shelter: ColorMap<SquareTable<i16>>,
    pub(super) activity: SquareTable<i16>,
    /// How far a pawn has come, by square: 0 to [`WAY`](super::weights::WAY).
    pub(super) advance: ColorMap<SquareTable<i32>>,
    /// From where an enemy pawn could still stop a pawn, by its square.
    pub(super) stoppers: ColorMap<SquareTable<B>>,
    /// The files beside a square, and the squares before it on its own.
    pub(super) beside: SquareTable<B>,
    pub(super) ahead: ColorMap<SquareTable<B>>,
    /// The squares of one colour, and the types that keep to theirs.
    pub(super) lights: B,
    pub(super) bound: Vec<PieceType>,
    /// The types that pawns may become, best first.
    pub(super) prospects: Vec<Prospect>,
    /// What counts if none of them is available now.
    pub(super) no_prospect: Option<Prospect>,
    pub(super) start_material: i32,
    /// For each player, the worth of the pieces that can reach a goal by square.
    pub(super) goal: Option<ColorMap<SquareTable<i16>>>,
    /// 1, or -1 where the aim is to lose material.
    pub(super) material_sign: i32,
}

impl<B: Bitboard> Evaluator<B> {
    /// Derives everything about a game that can be derived beforehand.
    pub fn new(variant: &Variant, weights: Weights) -> Self {
        let mobility = Mobility::new(variant, &weights);
        let values = Values::new(variant, &mobility, &weights);
        let shape = variant.shape;
        let pieces = (0..2 * variant.pieces.len())
            .map(|index| Piece::from_index(index as u8))
            .map(|piece| PieceWorth::new(variant, &weights, &mobility, &values, piece))
            .collect();
        let promotions = promotions(variant, &values);
        let prospect =
            |kind, share| Prospect::new(kind, f64::from(values.of(kind)) * share, &weights);
        let best = promotions.first();
        let (lights, bound) = one_colour(variant);
        Self {
            pieces,
            shelter: ColorMap::from_fn(|color| squares::shelter(shape, color, &weights)),
            activity: squares::activity(shape, &weights),
            advance: ColorMap::from_fn(|color| squares::advance(variant, color)),
            stoppers: squares::stoppers(variant),
            beside: squares::beside(shape),
            ahead: ColorMap::from_fn(|color| squares::ahead(shape, color)),
            lights,
            bound,
            no_prospect: best.map(|&kind| prospect(kind, weights.unavailable_share)),
            prospects: promotions.iter().map(|&kind| prospect(kind, 1.0)).collect(),
            start_material: start_material(variant, &values),
            goal: variant.ends.flag.map(|flag| {
                ColorMap::from_fn(|color| squares::goal(shape, &flag.region[color], &weights))
            }),
            material_sign: if Nature::new(variant).gives_material_away {
                -1
            } else {
                1
            },
            values,
            weights,
        }
    }

    /// The derived piece values.
    pub fn values(&self) -> &Values {
        &self.values
    }

    /// The score of a position for the side to move, in centipawns.
    pub fn evaluate(&self, position: &Position<B>) -> i32 {
        self.score(position, &self.terms(position))
    }

    /// The terms of a position and its score for the side to move.
    pub fn explain(&self, position: &Position<B>) -> (Terms, i32) {
        let terms = self.terms(position);
        (terms, self.score(position, &terms))
    }

    /// What the terms come to for the side to move.
    pub fn score(&self, position: &Position<B>, terms: &Terms) -> i32 {
        let mut balance = terms.balance();
        if self.is_drawish(position, balance) {
            balance = balance * self.weights.drawish_percent / 100;
        }
        let for_mover = match position.side_to_move() {
            Color::White => balance,
            Color::Black => -balance,
        };
        for_mover + self.weights.tempo
    }

    /// Whether the side that is ahead has no pawns and too little else to mate, in a
    /// game where only mate wins.
    fn is_drawish(&self, position: &Position<B>, balance: i32) -> bool {
        let variant = position.variant();
        if !position.nature().only_mate_wins() {
            return false;
        }
        let ahead = if balance > 0 {
            Color::White
        } else {
            Color::Black
        };
        let pawns = variant
            .pawns
            .iter()
            .any(|kind| position.count(ahead, kind) > 0);
        let material = |color| -> i32 {
            variant
                .types()
                .map(|t| self.values.of(t) * i32::from(position.count(color, t)))
                .sum()
        };
        !pawns && material(ahead) - material(ahead.other()) < self.weights.drawish_margin
    }
}
