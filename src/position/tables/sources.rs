//! From where a square can be attacked, group by group, what is needed at one square
//! side by side.

use super::PathGroup;
use crate::geometry::{Bitboard, RayTable, Square, SquareTable};
use crate::rules::{Pattern, Variant};
use smallvec::SmallVec;
use std::ops::Range;

/// For every square and every group of pieces that attack alike: the squares from which
/// they attack it if nothing is in their way. The groups are numbered as in a state:
/// leaps, then lame leaps, then slides.
pub(in crate::position) struct Sources<B> {
    squares: Vec<B>,
    groups: usize,
    /// The groups that leap.
    pub leaps: Range<usize>,
    /// The groups that leap if some squares are empty.
    pub lame_leaps: Range<usize>,
    /// The groups that slide.
    pub slides: Range<usize>,
}

impl<B: Bitboard> Sources<B> {
    pub(super) fn new(
        variant: &Variant,
        leaps: &[SquareTable<B>],
        lame_leaps: &[PathGroup<B>],
        slides: &[SlideKey],
    ) -> Self {
        let slides: Vec<Vec<RayTable<B>>> = slides
            .iter()
            .map(|key| {
                let rays = key.iter();
                rays.map(|ray| RayTable::new(variant.shape, -ray.step, ray.reach))
                    .collect()
            })
            .collect();
        let mut squares = Vec::new();
        for to in variant.shape.squares() {
            squares.extend(leaps.iter().map(|group| group[to]));
            squares.extend(lame_leaps.iter().map(|group| group.sources[to]));
            squares.extend(
                slides
                    .iter()
                    .map(|rays| rays.iter().fold(B::EMPTY, |set, ray| set | ray.from(to))),
            );
        }
        let lame_end = leaps.len() + lame_leaps.len();
        let groups = lame_end + slides.len();
        Self {
            squares,
            groups,
            leaps: 0..leaps.len(),
            lame_leaps: leaps.len()..lame_end,
            slides: lame_end..groups,
        }
    }

    /// From where each group attacks a square.
    #[inline(always)]
    pub fn to(&self, square: Square) -> &[B] {
        &self.squares[square.index() * self.groups..][..self.groups]
    }
}

/// One direction of a slide and its length.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Reach {
    step: crate::geometry::Delta,
    reach: u8,
}

/// What makes two pieces slide alike when they capture.
pub(super) type SlideKey = SmallVec<[Reach; 8]>;

/// How a piece slides when it captures.
pub(super) fn slide_key<'a>(slides: impl Iterator<Item = &'a Pattern>) -> SlideKey {
    let captures = slides.filter(|p| p.last.capture);
    let mut key: SlideKey = captures
        .map(|p| Reach {
            step: p.last.step,
            reach: p.last.reach,
        })
        .collect();
    key.sort_unstable();
    key.dedup();
    key
}
