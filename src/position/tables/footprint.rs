//! Where a pattern could lead if everything it needs stood where it needs it.

use crate::geometry::{Bitboard, Square};
use crate::rules::{Hop, Leg, Pattern, Piece, Variant};
use std::collections::BTreeSet;

/// The squares of one pattern from one square, whatever stands on the board.
pub(in crate::position) struct Footprint<B> {
    /// Where it may end without capturing there.
    pub quiet: B,
    /// Where it may capture, on its way or at its end.
    pub captures: B,
}

/// Whether a pattern works from a square: a first move only from where such moves start.
pub(super) fn starts_here(
    variant: &Variant,
    piece: Piece,
    from: Square,
    pattern: &Pattern,
) -> bool {
    from.index() < variant.shape.len()
        && (!pattern.initial || variant.initial_region[piece.color()].contains(from))
}

/// Where a leg begins: the square, and how many steps the leg before took.
type Start = (Square, u8);

/// The squares of a pattern. Holes are in the way, nothing else is; what is hopped over
/// may stand on any other square.
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
    let open = match variant.piece(piece.kind()).region[piece.color()] {
        Some(region) => B::from_wide(region),
        None => !B::EMPTY,
    };
    let mut starts = BTreeSet::from([(from, 0)]);
    for (leg, left) in pattern.legs().zip((0..=pattern.before.len()).rev()) {
        let mut reached = BTreeSet::new();
        for &start in &starts {
            follow(variant, from, leg, start, &mut reached);
        }
        let squares = reached.iter();
        let mut ends = squares.fold(B::EMPTY, |set, &(square, _)| set | B::single(square));
        if left == 0 {
            ends &= open;
        }
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

/// The squares where a leg may end. `origin` is where the whole move begins: it is empty
/// as soon as the piece moves.
fn follow(
    variant: &Variant,
    origin: Square,
    leg: &Leg,
    (start, steps_before): Start,
    ends: &mut BTreeSet<Start>,
) {
    let manner = &leg.manner;
    let hole = |square: Square| variant.holes.contains(square);
    let can_be_occupied = |square: Square| square != origin && !hole(square);
    let mut at = start;
    let mut hopped = false;
    for n in 1..=leg.reach {
        let between = leg.through.iter();
        let between: Option<Vec<Square>> = between
            .map(|&step| leg.offset(variant.shape, at, step))
            .collect();
        let passes = between.is_some_and(|squares| match manner.jumps {
            true => squares.into_iter().any(can_be_occupied),
            false => !squares.into_iter().any(hole),
        });
        let next = leg.offset(variant.shape, at, leg.nth_step(n));
        let Some(next) = next.filter(|_| passes) else {
            return;
        };
        at = next;
        if n <= manner.skips {
            continue;
        }
        if hole(at) {
            return;
        }
        let may_end = manner.hop == Hop::No || hopped;
        if may_end && (!manner.as_far || n == steps_before) {
            ends.insert((at, n));
        }
        hopped = can_be_occupied(at) || hopped && manner.hop != Hop::Behind;
    }
}
