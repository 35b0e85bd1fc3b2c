//! Patterns sorted by what is the same about them, whatever way they go.
//!
//! A [`PatternShape`] is all of a pattern but its directions; a [`Way`] is the directions: that
//! of its first step, and how each later leg turns from the one before. A sentence is
//! about one shape and all of its ways at once.

use crate::geometry::Delta;
use crate::rules::betza::turn::{is_oblique, squares_between, turned};
use crate::rules::pattern::{self, Hop, Pattern};
use std::collections::BTreeSet;

/// All of a pattern but its directions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PatternShape {
    /// The legs, at least one.
    pub legs: Vec<LegShape>,
    /// How a rider of a single leg turns between its steps.
    pub turning: Turning,
    /// Takes pawns en passant where it ends.
    pub en_passant: bool,
    /// From the squares of first moves only.
    pub initial: bool,
    /// Captures where the leg leads and stays.
    pub rifle: bool,
    /// Whichever way it goes, it ends where it began.
    pub returns: bool,
}

/// One leg of a shape.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct LegShape {
    /// One step, larger component first. Orthogonal and diagonal steps of one length are
    /// not told apart: the direction does that.
    pub leap: Leap,
    /// As in [`Pattern`].
    pub reach: u8,
    /// What must be on the way of each step.
    pub between: Between,
    /// As in [`Manner`](crate::rules::Manner).
    pub skips: u8,
    /// As in [`Manner`](crate::rules::Manner).
    pub hop: Hop,
    /// As in [`Manner`](crate::rules::Manner).
    pub wraps: bool,
    /// As in [`Manner`](crate::rules::Manner).
    pub as_far: bool,
    /// May end, or go on, on an empty square.
    pub quiet: bool,
    /// May capture where it ends.
    pub capture: bool,
    /// May go on from any piece, and leave it there.
    pub over: bool,
}

/// The length of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Leap {
    /// This many squares along a rank, a file or a diagonal.
    Line(u8),
    /// This many one way and fewer across.
    Oblique(u8, u8),
}

/// What must be on the squares between the two ends of a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Between {
    /// Nothing lies between, or it does not matter.
    Anything,
    /// All of this many squares are empty, in a straight line.
    Empty(usize),
    /// At least one of this many is occupied.
    Occupied(usize),
    /// The step is walked by single steps over empty squares, each of which is diagonal
    /// or not.
    Walked(Vec<bool>),
}

/// How a rider of a single leg turns after each step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Turning {
    /// Not at all.
    Straight,
    /// By an eighth, always to the same side.
    Circular,
    /// By a quarter, to and fro.
    Crooked,
}

/// The directions of one pattern of a shape.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Way {
    /// The first step.
    pub first: Delta,
    /// For each later leg, and for a rider that turns, how it turns first: in eighths of
    /// a circle to the right, -3 to 4.
    pub turns: Vec<i8>,
}

/// A shape with the ways in which a piece moves by it: the same first steps for each of
/// the turnings.
#[derive(Clone, Debug)]
pub(super) struct PatternFamily {
    pub shape: PatternShape,
    /// First steps, sorted.
    pub firsts: BTreeSet<Delta>,
    /// Turns, sorted; one empty list for moves that cannot turn.
    pub turns: BTreeSet<Vec<i8>>,
}

/// Sorts patterns into families, in the order in which they first appear.
pub(super) fn families(patterns: &[Pattern]) -> Vec<PatternFamily> {
    let mut shapes: Vec<(PatternShape, Vec<Way>)> = Vec::new();
    for pattern in patterns {
        let (shape, way) = split(pattern);
        match shapes.iter_mut().find(|(known, _)| *known == shape) {
            Some((_, ways)) => ways.push(way),
            None => shapes.push((shape, vec![way])),
        }
    }
    let mut families: Vec<PatternFamily> = Vec::new();
    for (shape, ways) in shapes {
        let mut by_turns: Vec<(Vec<i8>, BTreeSet<Delta>)> = Vec::new();
        for way in ways {
            match by_turns.iter_mut().find(|(turns, _)| *turns == way.turns) {
                Some((_, firsts)) => {
                    firsts.insert(way.first);
                }
                None => by_turns.push((way.turns, BTreeSet::from([way.first]))),
            }
        }
        let begin = families.len();
        for (turns, firsts) in by_turns {
            match families[begin..].iter_mut().find(|f| f.firsts == firsts) {
                Some(family) => {
                    family.turns.insert(turns);
                }
                None => families.push(PatternFamily {
                    shape: shape.clone(),
                    firsts,
                    turns: BTreeSet::from([turns]),
                }),
            }
        }
    }
    families
}

fn split(pattern: &Pattern) -> (PatternShape, Way) {
    let mut steps: Vec<Delta> = Vec::new();
    let mut legs = Vec::new();
    for part in pattern.legs() {
        match bent_path(part) {
            Some(path) => {
                let (last, before) = path.split_last().expect("a path has steps");
                for &step in before {
                    steps.push(step);
                    legs.push(LegShape {
                        quiet: true,
                        ..single_step()
                    });
                }
                steps.push(*last);
                legs.push(LegShape {
                    quiet: part.quiet,
                    capture: part.capture,
                    over: part.over,
                    ..single_step()
                });
            }
            None => {
                steps.push(part.step);
                legs.push(leg(part));
            }
        }
    }
    let mut turns: Vec<i8> = steps.windows(2).map(|w| eighths(w[0], w[1])).collect();
    let mut turning = Turning::Straight;
    if let Some(&second) = pattern.last.manner.turns.first() {
        turning = match pattern.last.manner.turns.len() {
            1 => Turning::Crooked,
            _ => Turning::Circular,
        };
        turns.push(eighths(pattern.last.step, second));
    }
    let shape = PatternShape {
        returns: returns(&legs, &turns, &steps),
        legs,
        turning,
        en_passant: pattern.en_passant,
        initial: pattern.initial,
        rifle: pattern.rifle,
    };
    let first = steps[0];
    (shape, Way { first, turns })
}

/// A leg of one single step.
fn single_step() -> LegShape {
    LegShape {
        leap: Leap::Line(1),
        reach: 1,
        between: Between::Anything,
        skips: 0,
        hop: Hop::No,
        wraps: false,
        as_far: false,
        quiet: false,
        capture: false,
        over: false,
    }
}

fn leg(part: &pattern::Leg) -> LegShape {
    let (files, ranks) = (
        part.step.files.unsigned_abs(),
        part.step.ranks.unsigned_abs(),
    );
    let leap = match is_oblique(part.step) {
        true => Leap::Oblique(files.max(ranks), files.min(ranks)),
        false => Leap::Line(files.max(ranks)),
    };
    let between = match part.through.len() {
        0 => Between::Anything,
        n if part.manner.jumps => Between::Occupied(n),
        n if !is_oblique(part.step) => Between::Empty(n),
        _ => Between::Walked(king_steps(part).iter().map(|s| is_diagonal(*s)).collect()),
    };
    LegShape {
        leap,
        reach: part.reach,
        between,
        skips: part.manner.skips,
        hop: part.manner.hop,
        wraps: part.manner.wraps,
        as_far: part.manner.as_far,
        quiet: part.quiet,
        capture: part.capture,
        over: part.over,
    }
}

/// The single steps of a leap that is walked, one by one.
fn king_steps(part: &pattern::Leg) -> Vec<Delta> {
    let mut at = Delta::new(0, 0);
    let squares = part.through.iter().copied().chain([part.step]);
    let steps = squares.map(|square| square - std::mem::replace(&mut at, square));
    steps.collect()
}

/// The steps of a lame leap whose squares are not those of a shortest way that never
/// turns outward and back, so that they must be told one by one.
fn bent_path(part: &pattern::Leg) -> Option<Vec<Delta>> {
    if part.through.is_empty() || part.manner.jumps || part.reach > 1 {
        return None;
    }
    let straight = !is_oblique(part.step) && part.through == squares_between(part.step);
    let across = part.step.files.abs().min(part.step.ranks.abs()) as usize;
    let diagonal = king_steps(part).iter().filter(|s| is_diagonal(**s)).count();
    let shortest = part.through.len() + 1 == usize::from(part.step.chebyshev());
    let told = straight || is_oblique(part.step) && shortest && diagonal == across;
    (!told).then(|| king_steps(part))
}

fn is_diagonal(step: Delta) -> bool {
    step.files != 0 && step.ranks != 0
}

/// The turn from one step to the next, in eighths of a circle to the right.
fn eighths(from: Delta, to: Delta) -> i8 {
    (-3..=4)
        .find(|&n| turned(from, n) == to)
        .expect("legs step by one atom, turned")
}

/// Whether all legs together lead back to the first square, however far they go.
fn returns(legs: &[LegShape], turns: &[i8], steps: &[Delta]) -> bool {
    match legs {
        [_, second] if second.as_far => turns == [4],
        [_, _, ..] if legs.iter().all(|leg| leg.reach == 1) => {
            let home = Delta::new(0, 0);
            steps.iter().fold(home, |at, &step| at + step) == home
        }
        _ => false,
    }
}
