//! The leaps of one piece by square: sets of targets, and for lame leaps the paths to them.

use super::footprint::starts_here;
use crate::geometry::{Bitboard, Square, SquareTable};
use crate::rules::{Pattern, Piece, Variant};

/// A way to (or, in a group, from) a square that is open while some squares are empty.
#[derive(Clone, Debug)]
pub(in crate::position) struct Path<B> {
    /// The other end.
    pub end: Square,
    /// The squares that must be empty and live.
    pub through: B,
    /// The square on which a pawn making this move can be captured en passant.
    pub passed: Option<Square>,
    /// May end on an empty square.
    pub quiet: bool,
    /// May end on an enemy.
    pub capture: bool,
}

/// The targets of those leaps that are not lame and that are `wanted`; `None` if there are
/// none.
pub(super) fn targets<B: Bitboard>(
    variant: &Variant,
    piece: Piece,
    patterns: &[Pattern],
    wanted: impl Fn(&Pattern) -> bool,
) -> Option<SquareTable<B>> {
    let leaps = |p: &&Pattern| p.last.reach == 1 && p.last.through.is_empty();
    let chosen = patterns.iter().filter(leaps).filter(|p| wanted(p));
    let chosen: Vec<&Pattern> = chosen.collect();
    (!chosen.is_empty()).then(|| {
        SquareTable::from_fn(|from| {
            let targets = chosen
                .iter()
                .filter_map(|p| target(variant, piece, from, p));
            targets.fold(B::EMPTY, |set, to| set | B::single(to))
        })
    })
}

/// The paths of the lame leaps; `None` if there are none.
pub(super) fn paths<B: Bitboard>(
    variant: &Variant,
    piece: Piece,
    patterns: &[Pattern],
) -> Option<SquareTable<Vec<Path<B>>>> {
    let lame = |p: &&Pattern| p.last.reach == 1 && !p.last.through.is_empty();
    let chosen: Vec<&Pattern> = patterns.iter().filter(lame).collect();
    (!chosen.is_empty()).then(|| {
        SquareTable::from_fn(|from| {
            let paths = chosen.iter().filter_map(|p| path(variant, piece, from, p));
            paths.collect()
        })
    })
}

/// The ends of the paths from a square that may capture.
pub(super) fn captures<B: Bitboard>(paths: Option<&SquareTable<Vec<Path<B>>>>, from: Square) -> B {
    let paths = paths.into_iter().flat_map(|paths| &paths[from]);
    let ends = paths.filter(|path| path.capture).map(|path| path.end);
    ends.fold(B::EMPTY, |set, end| set | B::single(end))
}

fn target(variant: &Variant, piece: Piece, from: Square, pattern: &Pattern) -> Option<Square> {
    let start = starts_here(variant, piece, from, pattern);
    let to = start
        .then(|| variant.shape.offset(from, pattern.last.step))
        .flatten()?;
    let region = variant.piece(piece.kind()).region[piece.color()];
    let open = !variant.holes.contains(to) && region.is_none_or(|region| region.contains(to));
    open.then_some(to)
}

pub(super) fn path<B: Bitboard>(
    variant: &Variant,
    piece: Piece,
    from: Square,
    pattern: &Pattern,
) -> Option<Path<B>> {
    let end = target(variant, piece, from, pattern)?;
    let mut through = B::EMPTY;
    for &step in &pattern.last.through {
        through |= B::single(variant.shape.offset(from, step)?);
    }
    // A king has no double steps that can be answered.
    let captors = variant.en_passant_region[piece.color().other()];
    let passed = pattern
        .passed_square()
        .and_then(|step| variant.shape.offset(from, step))
        .filter(|&square| captors.contains(square) && !variant.is_king(piece.kind()))
        .filter(|_| variant.has_en_passant());
    Some(Path {
        end,
        through,
        passed,
        quiet: pattern.last.quiet,
        capture: pattern.last.capture,
    })
}
