//! The cells of a strip in each of its places.

use crate::geometry::{Bitboard, Shape};
use crate::rules::Strip;

/// A strip's row.
pub(in crate::position) struct StripTable<B> {
    /// All cells, live or dead.
    pub row: B,
    /// The live cells, by the lowest live file.
    pub cells: Vec<B>,
}

impl<B: Bitboard> StripTable<B> {
    pub(super) fn new(shape: Shape, strip: Strip) -> Self {
        let cells = |lowest: u8| {
            (lowest..lowest + strip.width)
                .filter_map(|file| shape.square(file.into(), strip.rank.into()))
                .fold(B::EMPTY, |set, square| set | B::single(square))
        };
        Self {
            row: B::from_wide(shape.rank_squares(strip.rank)),
            cells: (0..=shape.files() - strip.width).map(cells).collect(),
        }
    }
}
