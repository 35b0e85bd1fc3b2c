//! Lame leaps, grouped by the squares that must be empty: one look at them opens or
//! closes all targets behind.

use super::Path;
use crate::geometry::{Bitboard, Square, SquareTable};

/// What is open while some squares are empty.
pub(in crate::position) struct Opening<B> {
    /// The squares that must be empty and live.
    pub through: B,
    /// Where a leap may end without capturing.
    pub quiet: B,
    /// Where a leap may end by capturing.
    pub captures: B,
    /// Where a double step may end that can be answered en passant.
    pub double_steps: B,
}

/// The openings of a piece, what is needed at one square side by side.
pub(in crate::position) struct Openings<B> {
    openings: Vec<Opening<B>>,
    /// By square: where its openings begin, and after the last square their number.
    begins: Vec<u32>,
}

impl<B: Bitboard> Openings<B> {
    pub(super) fn new(paths: &SquareTable<Vec<Path<B>>>, squares: usize) -> Self {
        let mut openings: Vec<Opening<B>> = Vec::new();
        let mut begins = vec![0];
        for from in (0..squares).map(|index| Square::new(index as u8)) {
            let first = openings.len();
            for path in &paths[from] {
                let known = openings[first..]
                    .iter()
                    .position(|opening| opening.through == path.through);
                let at = match known {
                    Some(at) => first + at,
                    None => {
                        openings.push(Opening {
                            through: path.through,
                            quiet: B::EMPTY,
                            captures: B::EMPTY,
                            double_steps: B::EMPTY,
                        });
                        openings.len() - 1
                    }
                };
                let end = B::single(path.end);
                if path.passed.is_some() {
                    openings[at].double_steps |= end;
                } else {
                    if path.quiet {
                        openings[at].quiet |= end;
                    }
                    if path.capture {
                        openings[at].captures |= end;
                    }
                }
            }
            begins.push(openings.len() as u32);
        }
        Self { openings, begins }
    }

    /// The openings of a piece that stands here.
    #[inline(always)]
    pub fn from(&self, square: Square) -> &[Opening<B>] {
        let begin = self.begins[square.index()] as usize;
        let end = self.begins[square.index() + 1] as usize;
        &self.openings[begin..end]
    }
}
