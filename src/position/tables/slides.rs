//! The slides and riders of one piece: their directions, and by square how far they go on
//! an empty board.

use super::MAX_RAYS;
use crate::geometry::{Bitboard, Delta, RayTable, Square};
use crate::rules::{Pattern, Variant};

/// A slide in one direction.
pub(in crate::position) struct Slide {
    /// The ray's index.
    pub ray: usize,
    /// Single king steps, which an aura stops.
    pub stoppable: bool,
    /// May end on an empty square.
    pub quiet: bool,
    /// May end on an enemy.
    pub capture: bool,
}

/// The slides of one piece. What is needed at one square lies together.
pub(in crate::position) struct Slides<B> {
    /// Those that lead to higher square indices first.
    directions: Vec<Slide>,
    /// How many do.
    ascending: usize,
    /// Every slide may end on empty squares and on enemies.
    pub uniform: bool,
    /// By square, then by direction: the squares within reach on an empty board.
    squares: Vec<B>,
}

impl<B: Bitboard> Slides<B> {
    /// `patterns` are those that lead to higher square indices, then the others.
    pub(super) fn new(variant: &Variant, patterns: &[&Pattern], ray_steps: &[Delta]) -> Self {
        let directions = patterns.iter().map(|pattern| Slide {
            ray: ray_steps
                .iter()
                .position(|&s| s == pattern.last.step)
                .expect("steps were listed"),
            stoppable: pattern.last.step.chebyshev() == 1,
            quiet: pattern.last.quiet,
            capture: pattern.last.capture,
        });
        let tables: Vec<RayTable<B>> = patterns
            .iter()
            .map(|pattern| RayTable::new(variant.shape, pattern.last.step, pattern.last.reach))
            .collect();
        Self {
            directions: directions.collect(),
            ascending: patterns.partition_point(|p| p.last.step.is_ascending()),
            uniform: patterns.iter().all(|p| p.last.quiet && p.last.capture),
            squares: variant
                .shape
                .squares()
                .flat_map(|from| tables.iter().map(move |table| table.from(from)))
                .collect(),
        }
    }

    /// The squares that slides which may capture reach from here on an empty board.
    pub(super) fn captures(&self, square: Square) -> B {
        let capturing = self.from(square).filter(|(slide, _)| slide.capture);
        capturing.fold(B::EMPTY, |set, (_, squares)| set | squares)
    }

    /// How far the piece can slide to capture, by ray; 0 for not at all. `patterns` are
    /// those from which it was made.
    pub(super) fn capture_reach(&self, patterns: &[&Pattern]) -> [u8; MAX_RAYS] {
        let mut reaches = [0; MAX_RAYS];
        for (slide, pattern) in self.directions.iter().zip(patterns) {
            if slide.capture {
                let reach = &mut reaches[slide.ray];
                *reach = pattern.last.reach.max(*reach);
            }
        }
        reaches
    }

    /// Whether the piece does not slide.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.directions.is_empty()
    }

    /// The squares that slides to higher indices, and those that slides to lower indices
    /// reach from here on an empty board.
    #[inline(always)]
    pub fn rays(&self, square: Square) -> (&[B], &[B]) {
        let count = self.directions.len();
        self.squares[square.index() * count..][..count].split_at(self.ascending)
    }

    /// The slides that lead to higher square indices, and those that lead to lower ones.
    #[inline(always)]
    pub fn directions(&self) -> (&[Slide], &[Slide]) {
        self.directions.split_at(self.ascending)
    }

    /// Every slide with the squares that it reaches from here on an empty board.
    #[inline(always)]
    pub fn from(&self, square: Square) -> impl Iterator<Item = (&Slide, B)> {
        let count = self.directions.len();
        let squares = &self.squares[square.index() * count..][..count];
        self.directions.iter().zip(squares.iter().copied())
    }
}
