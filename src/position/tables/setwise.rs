//! Pieces of one type moved all at once: pawns, and whatever else only leaps and is
//! numerous. A step moves a whole set of squares by the same number of indices. Good
//! for counting, where nobody asks which piece goes where.

use super::{PieceTable, needs_walk};
use crate::geometry::{Bitboard, Delta, Shape, Square};
use crate::rules::{Pattern, Piece, Variant};
use smallvec::SmallVec;
use std::collections::BTreeSet;

/// The moves of all pieces of a type.
pub(in crate::position) struct Setwise<B> {
    /// The type and its owner.
    pub piece: Piece,
    /// The squares from which every move is plain: nothing promotes or changes an aura.
    pub plain_from: B,
    steps: Vec<LeapStep<B>>,
}

/// One step with one sort of target.
struct LeapStep<B> {
    /// By how much it changes the index of a square.
    shift: i16,
    quiet: bool,
    capture: bool,
    ways: SmallVec<[Way<B>; 2]>,
}

/// A way to make a step; one that is open is enough.
struct Way<B> {
    /// The squares from which the step stays on the board.
    starts: B,
    /// What must be empty, as differences of indices.
    through: SmallVec<[i16; 2]>,
}

/// A board as a set of pieces moves over it.
#[derive(Clone, Copy)]
pub(in crate::position) struct Ground<B> {
    /// Squares where a move may end without capturing.
    pub empty: B,
    /// Squares where a move may end by capturing.
    pub enemies: B,
    /// Squares that lame leaps cannot pass, and from which they cannot start.
    pub stops: B,
}

impl<B: Bitboard> Setwise<B> {
    /// The moves of a type, if it is worth it and they can all be made so.
    pub(super) fn new(variant: &Variant, piece: Piece, table: &PieceTable<B>) -> Option<Self> {
        let kind = piece.kind();
        let patterns = &table.patterns;
        let leaps = |p: &Pattern| p.last.reach == 1 && !p.rifle && !needs_walk(p);
        let looked_at = variant.is_king(kind)
            || variant.stop_aura.contains(kind)
            || variant.choice.to[kind.index()].is_some()
            || table.unsettles_by_capture;
        if looked_at || !patterns.iter().all(leaps) {
            return None;
        }
        // Fewer pieces than directions: to look at each is as fast.
        let number = usize::from(variant.start_counts[piece.color()][kind.index()]);
        let directions: BTreeSet<Delta> = patterns.iter().map(|p| p.last.step).collect();
        if number < directions.len() {
            return None;
        }
        let mut steps: Vec<LeapStep<B>> = Vec::new();
        for pattern in patterns {
            add(&mut steps, variant, piece, pattern)?;
        }
        let mut special = table.unsettles;
        if table.promotes {
            special |= B::from_wide(variant.promotion.region[piece.color()]);
        }
        if variant.limits.immobility {
            special |= table.immobile;
        }
        let leads_there = |from: &Square| {
            let reached = steps.iter().map(|step| {
                let mut ways = step.ways.iter();
                let possible = ways.any(|way| way.starts.contains(*from));
                if possible {
                    B::single(*from).shifted(step.shift)
                } else {
                    B::EMPTY
                }
            });
            reached
                .fold(B::EMPTY, |set, to| set | to)
                .intersects(special)
        };
        let plain = variant.shape.squares().filter(|from| !leads_there(from));
        let plain_from = plain.fold(B::EMPTY, |set, square| set | B::single(square));
        Some(Self {
            piece,
            plain_from,
            steps,
        })
    }

    /// The number of moves of these pieces to allowed squares.
    #[inline(always)]
    pub fn count(&self, pieces: B, ground: &Ground<B>, allowed: B) -> u32 {
        let mut count = 0;
        for step in &self.steps {
            let mut starts = B::EMPTY;
            for way in &step.ways {
                let mut able = pieces & way.starts;
                if !way.through.is_empty() {
                    able = able.without(ground.stops);
                    for &middle in &way.through {
                        able &= ground.empty.without(ground.stops).shifted(-middle);
                    }
                }
                starts |= able;
            }
            let ends = match (step.quiet, step.capture) {
                (true, true) => ground.empty | ground.enemies,
                (true, false) => ground.empty,
                (false, _) => ground.enemies,
            };
            count += (starts.shifted(step.shift) & ends & allowed).count();
        }
        count
    }
}

/// By how much a step changes the index of a square.
fn shift(shape: Shape, step: Delta) -> i16 {
    i16::from(step.ranks) * i16::from(shape.files()) + i16::from(step.files)
}

/// Adds a pattern to the steps; `None` if a set cannot be moved so far.
fn add<B: Bitboard>(
    steps: &mut Vec<LeapStep<B>>,
    variant: &Variant,
    piece: Piece,
    pattern: &Pattern,
) -> Option<()> {
    let shape = variant.shape;
    let path = |from: &Square| super::leaps::path::<B>(variant, piece, *from, pattern).is_some();
    let starts = shape.squares().filter(path);
    let way = Way {
        starts: starts.fold(B::EMPTY, |set, square| set | B::single(square)),
        through: pattern
            .last
            .through
            .iter()
            .map(|&d| shift(shape, d))
            .collect(),
    };
    let by = shift(shape, pattern.last.step);
    let far = |by: &i16| by.unsigned_abs() >= B::LONGEST_SHIFT;
    if far(&by) || way.through.iter().any(far) {
        return None;
    }
    let goes_there = |s: &LeapStep<B>| s.shift == by;
    let same = |s: &LeapStep<B>| s.quiet == pattern.last.quiet && s.capture == pattern.last.capture;
    let shares =
        |s: &LeapStep<B>| s.quiet && pattern.last.quiet || s.capture && pattern.last.capture;
    if let Some(step) = steps.iter_mut().find(|s| goes_there(s) && same(s)) {
        step.ways.push(way);
    } else if steps.iter().any(|s| goes_there(s) && shares(s)) {
        // The same target would be counted twice.
        return None;
    } else {
        steps.push(LeapStep {
            shift: by,
            quiet: pattern.last.quiet,
            capture: pattern.last.capture,
            ways: SmallVec::from_iter([way]),
        });
    }
    Some(())
}
