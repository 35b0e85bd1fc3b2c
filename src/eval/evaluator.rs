//! Evaluating positions of one game.

use super::values::Values;
use super::{Mobility, Term, Terms, Weights};
use crate::geometry::{Bitboard, Bits256, Shape, Square, SquareTable};
use crate::position::{Nature, Position};
use crate::rules::{Color, ColorMap, Piece, PieceType, Variant};

/// Sums of piece values are scaled to this at the start of a game and 0 at its end.
const PHASE_START: i32 = 256;

/// What a piece counts for by standing somewhere.
struct Standing {
    /// Its value; 0 for a king, who has no more terms here.
    value: i32,
    /// The worth of standing on each square.
    placement: SquareTable<i16>,
    /// Of a piece that is neither king nor pawn.
    mobility: Option<Reach>,
}

/// How the mobility of a piece counts.
struct Reach {
    /// The worth of one more square in reach, in 1/16 centipawns.
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
    fn new(kind: PieceType, gain: f64, weights: &Weights) -> Self {
        let passed = gain * weights.advance_share;
        Self {
            kind,
            passed: passed as i32,
            stopped: (passed * weights.blocked_advance_share) as i32,
        }
    }
}

/// Evaluates positions of one game on one width of bitboard.
pub struct Evaluator<B> {
    weights: Weights,
    values: Values,
    /// By [`Piece::index`].
    standing: Vec<Standing>,
    /// For each player: the worth of a sheltered and of an active king by square.
    shelter: ColorMap<SquareTable<i16>>,
    activity: SquareTable<i16>,
    /// How far a pawn has come, 0 to 1 (as a share of 256), by square.
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
        let inside = |s: Square| s.index() < shape.len();
        let standing = (0..2 * variant.pieces.len())
            .map(|index| {
                let piece = Piece::from_index(index as u8);
                let mean = mobility.mean(piece.kind());
                let counts =
                    !variant.is_king(piece.kind()) && !variant.pawns.contains(piece.kind());
                let placement = SquareTable::from_fn(|s| {
                    if !inside(s) || !counts || variant.holes.contains(s) {
                        return 0;
                    }
                    let worth = (mobility.at(piece, s) - mean) * weights.placement;
                    worth.clamp(-weights.placement_limit, weights.placement_limit) as i16
                });
                let worth =
                    weights.mobility * weights.mobility_half / (weights.mobility_half + mean);
                let reach = Reach {
                    worth: (worth * 16.0) as i32,
                    usual: mean as i32,
                };
                Standing {
                    value: values.of(piece.kind()),
                    placement,
                    mobility: counts.then_some(reach),
                }
            })
            .collect();
        let mut promotions: Vec<PieceType> = {
            let types = variant.promotion.types.0;
            types[0].union(types[1]).iter().collect()
        };
        promotions.sort_by_key(|&kind| -values.of(kind));
        let gain = |kind| f64::from(values.of(kind));
        let no_prospect = promotions
            .first()
            .map(|&best| Prospect::new(best, gain(best) * weights.unavailable_share, &weights));
        let prospects = promotions
            .into_iter()
            .map(|kind| Prospect::new(kind, gain(kind), &weights))
            .collect();
        let start_material = (0..variant.pieces.len())
            .map(PieceType::new)
            .filter(|&kind| !variant.pawns.contains(kind))
            .map(|kind| {
                values.of(kind) * i32::from(variant.start_counts[Color::White][kind.index()])
            })
            .sum::<i32>()
            .max(1);
        Self {
            standing,
            shelter: ColorMap::from_fn(|color| {
                SquareTable::from_fn(|s| {
                    if inside(s) {
                        shelter(variant, color, s, &weights)
                    } else {
                        0
                    }
                })
            }),
            activity: SquareTable::from_fn(|s| {
                if inside(s) {
                    (centrality(shape, s) * f64::from(weights.king_activity)) as i16
                } else {
                    0
                }
            }),
            advance: ColorMap::from_fn(|color| {
                SquareTable::from_fn(|s| {
                    if inside(s) {
                        advance(variant, color, s)
                    } else {
                        0
                    }
                })
            }),
            front: ColorMap::from_fn(|color| {
                SquareTable::from_fn(|s| {
                    if inside(s) {
                        front(shape, color, s)
                    } else {
                        B::EMPTY
                    }
                })
            }),
            prospects,
            no_prospect,
            start_material,
            goal: variant.ends.flag.map(|flag| {
                ColorMap::from_fn(|color| {
                    SquareTable::from_fn(|s| {
                        if inside(s) {
                            goal(shape, &flag.region[color], s, &weights)
                        } else {
                            0
                        }
                    })
                })
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
        // A rook's worth is what it usually takes.
        !pawns && material(ahead) - material(ahead.other()) < 420
    }

    /// Every term of the evaluation.
    pub fn terms(&self, position: &Position<B>) -> Terms {
        let mut terms = Terms::default();
        let mut pieces_worth = ColorMap([0i32; 2]);
        for color in Color::BOTH {
            let sight = position.sight(color);
            let ring = match position.king(color.other()) {
                Some(enemy_king) => position.neighbours(enemy_king),
                None => B::EMPTY,
            };
            let (mut attackers, mut attacks) = (0, 0);
            let (mut material, mut placement, mut mobility) = (0, 0, 0);
            for square in position.pieces(color).squares() {
                let Some(piece) = position.piece_at(square) else {
                    continue;
                };
                let standing = &self.standing[piece.index()];
                material += standing.value;
                let Some(usual) = &standing.mobility else {
                    continue;
                };
                placement += i32::from(standing.placement[square]);
                pieces_worth[color] += standing.value;
                let reach = position.reach(&sight, square, piece);
                mobility += (reach.count() as i32 - usual.usual) * usual.worth / 16;
                let near = reach & ring;
                if near.any() {
                    attackers += 1;
                    attacks += near.count() as i32;
                }
            }
            terms.add(Term::Material, color, material * self.material_sign);
            terms.add(Term::Placement, color, placement);
            terms.add(Term::Mobility, color, mobility);
            let mut danger = attacks * attackers * self.weights.king_attack;
            if danger > 0 && position.king_can_ride(color.other()) {
                danger = danger * self.weights.king_ride_percent / 100;
            }
            terms.add(Term::King, color.other(), -danger.min(600));
        }
        for color in Color::BOTH {
            self.king_terms(position, color, pieces_worth[color.other()], &mut terms);
            self.pawn_terms(position, color, &mut terms);
        }
        if self.goal.is_some() || position.nature().counts_checks {
            self.goal_terms(position, &mut terms);
        }
        terms
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

    fn king_terms(&self, position: &Position<B>, color: Color, enemy: i32, terms: &mut Terms) {
        let Some(king) = position.king(color) else {
            return;
        };
        let phase = (enemy * PHASE_START / self.start_material).min(PHASE_START);
        let cover = (position.neighbours(king) & position.pieces(color)).count() as i32;
        let shelter = i32::from(self.shelter[color][king]) + cover.min(4) * self.weights.king_cover;
        let active = i32::from(self.activity[king]);
        let blended = (shelter * phase + active * (PHASE_START - phase)) / PHASE_START;
        terms.add(Term::King, color, blended);
    }

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
            sum += worth * share / 256 * share / 256;
        }
        terms.add(Term::Pawns, color, sum);
    }
}

/// 0 at the edge, 1 next to it, and so on, in both directions added.
fn centrality(shape: Shape, square: Square) -> f64 {
    let inward = |at: u8, size: u8| f64::from(at.min(size - 1 - at));
    inward(shape.file(square), shape.files()) + inward(shape.rank(square), shape.ranks())
}

fn shelter(variant: &Variant, color: Color, square: Square, weights: &Weights) -> i16 {
    let shape = variant.shape;
    let from_home = match color {
        Color::White => shape.rank(square),
        Color::Black => shape.ranks() - 1 - shape.rank(square),
    };
    let file = shape.file(square);
    let from_edge = file.min(shape.files() - 1 - file).min(3);
    let steps = i32::from(from_home.min(5)) * 2 + i32::from(from_edge);
    (-steps * weights.king_shelter) as i16
}

/// What it is worth to be so near to a region.
fn goal(shape: Shape, region: &Bits256, square: Square, weights: &Weights) -> i16 {
    let distances = region
        .squares()
        .map(|goal| i32::from(shape.delta(square, goal).chebyshev()));
    match distances.min() {
        Some(distance) => (weights.goal / (1 + distance)) as i16,
        None => 0,
    }
}

/// How far a pawn on this square has come towards the nearest rank of promotion.
fn advance(variant: &Variant, color: Color, square: Square) -> i32 {
    let shape = variant.shape;
    let upward = |rank: u8| match color {
        Color::White => i32::from(rank),
        Color::Black => i32::from(shape.ranks() - 1 - rank),
    };
    let here = upward(shape.rank(square));
    let goals = variant.promotion.region[color]
        .squares()
        .map(|s| upward(shape.rank(s)));
    let Some(goal) = goals.filter(|&goal| goal > here).min() else {
        return 0;
    };
    let start = i32::from(shape.ranks() / 8).max(1);
    256 * (here - start).max(0) / (goal - start).max(1)
}

fn front<B: Bitboard>(shape: Shape, color: Color, square: Square) -> B {
    let (file, rank) = (i32::from(shape.file(square)), i32::from(shape.rank(square)));
    let ahead = match color {
        Color::White => rank + 1..i32::from(shape.ranks()),
        Color::Black => 0..rank,
    };
    ahead
        .flat_map(|r| (file - 1..=file + 1).filter_map(move |f| shape.square(f, r)))
        .fold(B::EMPTY, |set, s| set | B::single(s))
}
