//! Where a pattern could lead if everything it needs stood where it needs it.

use super::piece::starts_here;
use crate::geometry::{Bitboard, Square};
use crate::rules::{Pattern, Piece, Variant};

/// The squares of one pattern from one square, whatever stands on the board.
pub(in crate::position) struct Footprint<B> {
    /// Where it may end without capturing there.
    pub quiet: B,
    /// Where it may capture, on its way or at its end.
    pub captures: B,
}

/// The squares of a pattern; holes are in the way, nothing else is.
pub(in crate::position) fn footprint<B: Bitboard>(
    variant: &Variant,
    piece: Piece,
    from: Square,
    pattern: &Pattern,
) -> Footprint<B> {
    let mut footprint = Footprint {
        quiet: B::EMPTY,
        captures: B::EMPTY,
    };
    if !starts_here(variant, piece, from, pattern) {
        return footprint;
    }
    let holes = B::from_wide(variant.holes);
    let open = match variant.piece(piece.kind()).region[piece.color()] {
        Some(region) => B::from_wide(region),
        None => !B::EMPTY,
    };
    let mut starts = B::single(from);
    for (leg, left) in pattern.legs().zip((0..=pattern.before.len()).rev()) {
        let mut reached = B::EMPTY;
        for start in starts.squares() {
            let mut at = start;
            for n in 1..=leg.reach {
                let Some(next) = leg.offset(variant.shape, at, leg.nth_step(n)) else {
                    break;
                };
                at = next;
                if n <= leg.manner.skips {
                    continue;
                }
                if holes.contains(at) {
                    break;
                }
                reached |= B::single(at);
            }
        }
        let ends = if left == 0 { reached & open } else { reached };
        if leg.capture {
            footprint.captures |= ends;
        }
        if left == 0 && leg.quiet {
            footprint.quiet = ends.without(B::single(from));
        }
        starts = reached;
    }
    footprint
}
