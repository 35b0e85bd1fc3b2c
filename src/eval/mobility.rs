//! How many squares a piece reaches on a crowded board.

use super::Weights;
use crate::geometry::{Bitboard, Bits256, Square};
use crate::rules::{Color, Hop, Leg, Pattern, Piece, PieceType, Variant};

/// Expected mobility by piece and square: the number of squares that a piece reaches
/// if each square is occupied with a fixed probability.
#[derive(Clone, Debug)]
pub struct Mobility {
    /// By piece type: for White on each square of the box.
    squares: Vec<Vec<f64>>,
    /// By piece type: the mean over all cells.
    mean: Vec<f64>,
    flipped: Vec<usize>,
}

impl Mobility {
    /// Measures all pieces of a game.
    pub fn new(variant: &Variant, weights: &Weights) -> Self {
        let shape = variant.shape;
        let squares: Vec<Vec<f64>> = variant
            .types()
            .map(|kind| by_square(variant, weights, &variant.piece(kind).patterns))
            .collect();
        let shares: Vec<f64> = shape.squares().map(|s| live_share(variant, s)).collect();
        let mean = squares.iter().map(|m| weighted_mean(m, &shares)).collect();
        let flip = |s: Square| {
            let rank = shape.ranks() - 1 - shape.rank(s);
            usize::from(rank) * usize::from(shape.files()) + usize::from(shape.file(s))
        };
        Self {
            squares,
            mean,
            flipped: shape.squares().map(flip).collect(),
        }
    }

    /// The mean mobility of a type over the board.
    pub fn mean(&self, kind: PieceType) -> f64 {
        self.mean[kind.index()]
    }

    /// The mobility of a piece on a square.
    pub fn at(&self, piece: Piece, square: Square) -> f64 {
        let index = match piece.color() {
            Color::White => square.index(),
            Color::Black => self.flipped[square.index()],
        };
        self.squares[piece.kind().index()][index]
    }
}

/// The mobility of White's piece with these patterns on each square of the box.
fn by_square(variant: &Variant, weights: &Weights, patterns: &[Pattern]) -> Vec<f64> {
    let on = |from| {
        if live_share(variant, from) == 0.0 {
            return 0.0;
        }
        patterns
            .iter()
            .map(|pattern| pattern_mobility(variant, weights, pattern, from))
            .sum()
    };
    variant.shape.squares().map(on).collect()
}

fn weighted_mean(values: &[f64], shares: &[f64]) -> f64 {
    let sum: f64 = values.iter().zip(shares).map(|(v, s)| v * s).sum();
    sum / shares.iter().sum::<f64>()
}

/// How likely a square is part of the board: 1, 0 for a hole, and in between in the row
/// of a strip.
fn live_share(variant: &Variant, square: Square) -> f64 {
    if variant.holes.contains(square) {
        return 0.0;
    }
    let rank = variant.shape.rank(square);
    match variant
        .strips
        .0
        .iter()
        .flatten()
        .find(|strip| strip.rank == rank)
    {
        None => 1.0,
        Some(strip) => {
            // Of the places the strip can take, those that cover this file.
            let (files, width) = (variant.shape.files(), strip.width);
            let file = variant.shape.file(square);
            let places = files - width + 1;
            let covering = (0..places)
                .filter(|&lowest| (lowest..lowest + width).contains(&file))
                .count();
            covering as f64 / f64::from(places)
        }
    }
}

fn pattern_mobility(variant: &Variant, weights: &Weights, pattern: &Pattern, from: Square) -> f64 {
    if pattern.initial && !in_region(variant.initial_region[Color::White], from) {
        return 0.0;
    }
    let board = CrowdedBoard {
        variant,
        weights,
        legs: pattern.legs().collect(),
    };
    board.leg(0, from, 1.0, 0)
}

/// A board on which every square is occupied with the same probability.
struct CrowdedBoard<'a> {
    variant: &'a Variant,
    weights: &'a Weights,
    legs: Vec<&'a Leg>,
}

/// What is less likely does not count: it ends the sums, and weighs nothing in them.
const NEGLIGIBLE: f64 = 1e-4;

impl CrowdedBoard<'_> {
    /// The expected number of squares on which a move can end whose leg `index` begins
    /// here, if that is reached with the probability `open`. `before` is how many steps
    /// the leg before took.
    fn leg(&self, index: usize, from: Square, open: f64, before: u8) -> f64 {
        let leg = &self.legs[index];
        let manner = &leg.manner;
        let taken = self.weights.crowding;
        let free = 1.0 - taken;
        let last = index + 1 == self.legs.len();
        let mut open = open;
        // The probability to have hopped and to be free to go on; the one of neither is
        // kept in `open` as long as the leg has not hopped.
        let mut beyond = 0.0;
        let mut sum = 0.0;
        let mut at = from;
        for n in 1..=leg.reach {
            let mut empty = 1.0;
            for &through in &leg.through {
                empty *= match leg.offset(self.variant.shape, at, through) {
                    Some(square) => free * live_share(self.variant, square),
                    None => 0.0,
                };
            }
            open *= if manner.jumps { 1.0 - empty } else { empty };
            let Some(next) = leg.offset(self.variant.shape, at, leg.nth_step(n)) else {
                break;
            };
            at = next;
            if n <= manner.skips {
                continue;
            }
            let live = live_share(self.variant, at);
            open *= live;
            beyond *= live;
            let here = if manner.hop == Hop::No { open } else { beyond };
            if !manner.as_far || n == before {
                sum += if last {
                    here
                } else {
                    self.go_on(index, at, here, n)
                };
            }
            beyond = match manner.hop {
                Hop::No => 0.0,
                Hop::One => beyond * free + open * taken,
                Hop::Many => beyond + open * taken,
                Hop::Behind => open * taken,
            };
            open *= free;
        }
        if last { sum * self.share(leg) } else { sum }
    }

    fn go_on(&self, index: usize, at: Square, here: f64, steps: u8) -> f64 {
        let leg = &self.legs[index];
        let taken = self.weights.crowding;
        let mut chance = 0.0;
        if leg.quiet {
            chance += 1.0 - taken;
        }
        if leg.over {
            chance += taken;
        } else if leg.capture {
            chance += taken * self.weights.enemy_share;
        }
        let open = here * chance;
        if open < NEGLIGIBLE {
            return 0.0;
        }
        self.leg(index + 1, at, open, steps)
    }

    fn share(&self, leg: &Leg) -> f64 {
        match (leg.quiet, leg.capture) {
            (true, true) => 1.0,
            (true, false) => self.weights.quiet_share,
            (false, true) => self.weights.capture_share,
            (false, false) => 0.0,
        }
    }
}

fn in_region(region: Bits256, square: Square) -> bool {
    region.contains(square)
}
