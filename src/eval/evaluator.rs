//! Evaluating positions of one game.

use super::squares::{self, by_square};
use super::values::Values;
use super::weights::{PHASE_START, REACH_UNIT, WAY};
use super::{Mobility, Term, Terms, Weights};
use crate::geometry::{Bitboard, SquareTable};
use crate::position::{Nature, Position};
use crate::rules::{Color, ColorMap, Piece, PieceType, Variant};

/// What a piece counts for, and where it stands.
struct PieceWorth {
    /// Its value; 0 for a king, which has no more terms here.
    value: i32,
    /// The worth of standing on each square.
    placement: SquareTable<i16>,
    /// Of a piece that is neither king nor pawn.
    mobility: Option<MobilityWorth>,
}

/// How the mobility of a piece counts.
struct MobilityWorth {
    /// The worth of one more square in reach, in parts of [`REACH_UNIT`].
    worth: i32,
    /// The number of squares that is usual.
    usual: i32,
}

/// What a pawn may become, with the worth of being about to.
struct Prospect {
    kind: PieceType,
    /// For a pawn that enemy pawns cannot stop any more, in centipawns.
    passed: i32,
    /// For the others.
    stopped: i32,
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
    weights: Weights,
    values: Values,
    /// By [`Piece::index`].
    pieces: Vec<PieceWorth>,
    /// For each player: the worth of a sheltered and of an active king by square.
    shelter: ColorMap<SquareTable<i16>>,
    activity: SquareTable<i16>,
    /// How far a pawn has come, by square: 0 to [`WAY`].
    advance: ColorMap<SquareTable<i32>>,
    /// The squares in front of a pawn, on its file and the two beside it, from which
    /// enemy pawns could still stop it.
    front: ColorMap<SquareTable<B>>,
    /// The types that pawns may become, best first.
    prospects: Vec<Prospect>,
    /// What counts if none of them is available now.
    no_prospect: Option<Prospect>,
    start_material: i32,
    /// For each player, the worth of the pieces that can reach a goal by square.
    goal: Option<ColorMap<SquareTable<i16>>>,
    /// 1, or -1 where the aim is to lose material.
    material_sign: i32,
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
        Self {
            pieces,
            shelter: ColorMap::from_fn(|color| squares::shelter(shape, color, &weights)),
            activity: squares::activity(shape, &weights),
            advance: ColorMap::from_fn(|color| squares::advance(variant, color)),
            front: ColorMap::from_fn(|color| squares::front(shape, color)),
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

    /// Every term of the evaluation.
    pub fn terms(&self, position: &Position<B>) -> Terms {
        let mut terms = Terms::default();
        let mut pieces = ColorMap([0; 2]);
        for color in Color::BOTH {
            pieces[color] = self.piece_terms(position, color, &mut terms);
        }
        for color in Color::BOTH {
            self.king_terms(position, color, pieces[color.other()], &mut terms);
            self.pawn_terms(position, color, &mut terms);
        }
        if self.goal.is_some() || position.nature().counts_checks {
            self.goal_terms(position, &mut terms);
        }
        terms
    }

    /// What a player's pieces are worth, where they stand, what they reach, and how they
    /// endanger the enemy's king. Returns the value of those that are neither king nor
    /// pawn.
    #[inline(always)]
    fn piece_terms(&self, position: &Position<B>, color: Color, terms: &mut Terms) -> i32 {
        let sight = position.sight(color);
        let ring = match position.king(color.other()) {
            Some(enemy_king) => position.neighbours(enemy_king),
            None => B::EMPTY,
        };
        let (mut attackers, mut attacks) = (0, 0);
        let (mut material, mut placement, mut mobility) = (0, 0, 0);
        let mut pieces = 0;
        for square in position.pieces(color).squares() {
            let Some(piece) = position.piece_at(square) else {
                continue;
            };
            let worth = &self.pieces[piece.index()];
            material += worth.value;
            let Some(usual) = &worth.mobility else {
                continue;
            };
            placement += i32::from(worth.placement[square]);
            pieces += worth.value;
            let reach = position.reach(&sight, square, piece);
            mobility += (reach.count() as i32 - usual.usual) * usual.worth / REACH_UNIT;
            let near = reach & ring;
            if near.any() {
                attackers += 1;
                attacks += near.count() as i32;
            }
        }
        terms.add(Term::Material, color, material * self.material_sign);
        terms.add(Term::Placement, color, placement);
        terms.add(Term::Mobility, color, mobility);
        let danger = self.danger(position, color.other(), attackers * attacks);
        terms.add(Term::King, color.other(), -danger);
        pieces
    }

    /// What attacks next to a player's king cost it.
    fn danger(&self, position: &Position<B>, color: Color, attacks: i32) -> i32 {
        let weights = &self.weights;
        let mut danger = attacks * weights.king_attack;
        if danger > 0 && position.king_can_ride(color) {
            danger = danger * weights.king_ride_percent / 100;
        }
        danger.min(weights.king_danger_limit)
    }

    /// How near each player is to a win that is no mate.
    #[cold]
    fn goal_terms(&self, position: &Position<B>, terms: &mut Terms) {
        let ends = &position.variant().ends;
        for color in Color::BOTH {
            if let (Some(goal), Some(flag)) = (&self.goal, &ends.flag) {
                let mut pieces = position.pieces(color);
                if let Some(kind) = flag.pieces[color] {
                    pieces &= position.pieces_of(kind);
                }
                let best = pieces.squares().map(|s| i32::from(goal[color][s])).max();
                terms.add(Term::Goal, color, best.unwrap_or(0));
            }
            if position.nature().counts_checks {
                let left = i32::from(position.checks_left(color)).max(1);
                terms.add(Term::Goal, color, self.weights.goal_check / left);
            }
        }
    }

    /// The king's cover while the enemy has pieces, worth `enemy`, and its activity when not.
    fn king_terms(&self, position: &Position<B>, color: Color, enemy: i32, terms: &mut Terms) {
        let Some(king) = position.king(color) else {
            return;
        };
        let phase = (enemy * PHASE_START / self.start_material).min(PHASE_START);
        let cover = (position.neighbours(king) & position.pieces(color)).count() as i32;
        let cover = cover.min(self.weights.king_cover_limit) * self.weights.king_cover;
        let shelter = i32::from(self.shelter[color][king]) + cover;
        let active = i32::from(self.activity[king]);
        let blended = (shelter * phase + active * (PHASE_START - phase)) / PHASE_START;
        terms.add(Term::King, color, blended);
    }

    /// What pawns have in prospect, by how far they have come.
    fn pawn_terms(&self, position: &Position<B>, color: Color, terms: &mut Terms) {
        let pawns = position
            .variant()
            .pawns
            .iter()
            .fold(B::EMPTY, |set, kind| set | position.pieces_of(kind));
        let (own, enemies) = (
            pawns & position.pieces(color),
            pawns & position.pieces(color.other()),
        );
        if own.is_empty() {
            return;
        }
        let now = self
            .prospects
            .iter()
            .find(|prospect| position.is_available(color, prospect.kind));
        let Some(prospect) = now.or(self.no_prospect.as_ref()) else {
            return;
        };
        let mut sum = 0;
        for square in own.squares() {
            let share = self.advance[color][square];
            if share == 0 {
                continue;
            }
            let passed = !self.front[color][square].intersects(enemies);
            let worth = if passed {
                prospect.passed
            } else {
                prospect.stopped
            };
            sum += worth * share / WAY * share / WAY;
        }
        terms.add(Term::Pawns, color, sum);
    }
}
