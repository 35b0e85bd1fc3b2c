//! How many squares a piece reaches on a crowded board.

use super::Weights;
use crate::geometry::{Bitboard, Bits256, Square};
use crate::rules::{Color, Pattern, Piece, PieceType, Variant};

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
            .map(|kind| {
                let patterns = &variant.piece(kind).patterns;
                shape
                    .squares()
                    .map(|from| {
                        let live = live_share(variant, from);
                        let sum: f64 = patterns
                            .iter()
                            .map(|pattern| pattern_mobility(variant, weights, pattern, from))
                            .sum();
                        if live > 0.0 { sum } else { 0.0 }
                    })
                    .collect()
            })
            .collect();
        let shares: Vec<f64> = shape.squares().map(|s| live_share(variant, s)).collect();
        let cells: f64 = shares.iter().sum();
        let mean = squares
            .iter()
            .map(|by_square| {
                by_square
                    .iter()
                    .zip(&shares)
                    .map(|(m, s)| m * s)
                    .sum::<f64>()
                    / cells
            })
            .collect();
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

/// How likely a square is part of the board: 1, 0 for a hole, and in between in the row
/// of a slider.
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
            // Of the places the slider can take, those that cover this file.
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
    let shape = variant.shape;
    if pattern.initial && !in_region(variant.initial_region[Color::White], from) {
        return 0.0;
    }
    let free = 1.0 - weights.crowding;
    let share = match (pattern.quiet, pattern.capture) {
        (true, true) => 1.0,
        (true, false) => weights.quiet_share,
        _ => weights.capture_share,
    };
    let mut open = 1.0;
    let mut sum = 0.0;
    let mut at = from;
    for _ in 0..pattern.reach {
        for &through in &pattern.through {
            open *= match shape.offset(at, through) {
                Some(square) => free * live_share(variant, square),
                None => 0.0,
            };
        }
        let Some(next) = shape.offset(at, pattern.step) else {
            break;
        };
        open *= live_share(variant, next);
        sum += open;
        open *= free;
        at = next;
    }
    sum * share
}

fn in_region(region: Bits256, square: Square) -> bool {
    region.contains(square)
}
