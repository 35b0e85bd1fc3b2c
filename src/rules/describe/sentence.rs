//! One family of moves as a sentence.

use super::directions;
use super::numbers::{count, sentence, some};
use super::shape::{Between, Leap, LegShape, PatternFamily, PatternShape, Turning};
use crate::geometry::Delta;
use crate::rules::pattern::{Hop, UNLIMITED};
use std::collections::BTreeSet;

/// The sentences of a family: one, or more if its turns cannot be told in one. `from` says
/// from where first moves are made.
pub(super) fn sentences(family: &PatternFamily, from: &str) -> Vec<String> {
    let shape = &family.shape;
    let texts = if shape.rifle {
        vec![rifle_capture(&shape.legs[0], &family.firsts)]
    } else if shape.legs.len() == 1 && shape.turning == Turning::Straight {
        vec![single(shape, &family.firsts, "")]
    } else {
        let groups = groups(&family.turns);
        let text = |turns: &Turns| match shape.turning {
            Turning::Straight => several(shape, &family.firsts, turns),
            turning => single(
                shape,
                &family.firsts,
                &curve(turning, turns, &shape.legs[0]),
            ),
        };
        groups.iter().map(text).collect()
    };
    let begin = match shape.initial {
        true => format!("{from}: "),
        false => String::new(),
    };
    texts
        .into_iter()
        .map(|text| sentence(&format!("{begin}{text}")))
        .collect()
}

/// Turns that one sentence can tell.
enum Turns {
    /// For each leg, any of these.
    Any(Vec<BTreeSet<i8>>),
    /// These turns, or all of them to the other side.
    Mirrored(Vec<i8>),
}

/// Splits lists of turns into groups that can be told.
fn groups(turns: &BTreeSet<Vec<i8>>) -> Vec<Turns> {
    let length = turns.first().map_or(0, Vec::len);
    let sets: Vec<BTreeSet<i8>> = (0..length)
        .map(|n| turns.iter().map(|list| list[n]).collect())
        .collect();
    let combined: usize = sets.iter().map(BTreeSet::len).product();
    if combined == turns.len() {
        return vec![Turns::Any(sets)];
    }
    let mut left = turns.clone();
    let mut groups = Vec::new();
    // The last are those that begin by turning to the right.
    while let Some(one) = left.pop_last() {
        let other: Vec<i8> = one.iter().map(|&n| if n == 4 { 4 } else { -n }).collect();
        groups.push(match left.remove(&other) {
            true => Turns::Mirrored(one),
            false => Turns::Any(one.iter().map(|&n| BTreeSet::from([n])).collect()),
        });
    }
    groups
}

/// A move of one leg: `curve` says how it turns, if it does.
fn single(shape: &PatternShape, firsts: &BTreeSet<Delta>, curve: &str) -> String {
    let leg = &shape.legs[0];
    let takes_only = !leg.quiet;
    let begin = match (leg.quiet, leg.capture, shape.en_passant) {
        (false, false, _) => "captures only en passant ",
        (false, true, _) => "captures ",
        _ => "",
    };
    let verb = match (leg.leap, leg.reach, leg.hop, &leg.between) {
        (.., Between::Walked(_)) if leg.reach == 1 => ["walks", "by walking"],
        (Leap::Line(1), _, Hop::Behind, _) => ["hops", "by hopping"],
        (Leap::Line(1), 1, ..) => ["moves", "by moving"],
        (Leap::Line(1), ..) => ["slides", "by sliding"],
        (Leap::Line(_), 1, _, Between::Empty(_)) => ["moves", "by moving"],
        _ => ["leaps", "by leaping"],
    };
    let mut text = format!(
        "{begin}{} {}{}",
        verb[usize::from(takes_only)],
        distance(leg, firsts),
        curve
    );
    text += &conditions(leg);
    text += match (leg.quiet, leg.capture, shape.en_passant) {
        (true, false, false) => ", without capturing",
        (true, false, true) => ", without capturing, or to capture en passant",
        (_, true, true) => ", also en passant",
        _ => "",
    };
    text
}

/// A capture without moving.
fn rifle_capture(leg: &LegShape, firsts: &BTreeSet<Delta>) -> String {
    let place = match leg.leap {
        Leap::Line(n) => {
            let distance = some(n.into(), "square");
            format!("{distance} away {}", directions::line(firsts))
        }
        Leap::Oblique(long, short) => {
            format!(
                "at a distance of {}",
                directions::oblique(long, short, firsts)
            )
        }
    };
    format!("captures, without moving, an enemy piece {place}")
}

/// A multi-leg move.
fn several(shape: &PatternShape, firsts: &BTreeSet<Delta>, turns: &Turns) -> String {
    let mut text = format!("moves in {}: ", some(shape.legs.len(), "leg"));
    let last = shape.legs.len() - 1;
    // The side of the first turn, where the others are told from it.
    let mut side = 0;
    for (n, leg) in shape.legs.iter().enumerate() {
        let way = match (n, turns) {
            (0, _) => distance(leg, firsts),
            (_, Turns::Any(sets)) => {
                let direction = directions::turns(&sets[n - 1], leg.leap);
                format!("{} {direction}", length(leg))
            }
            (_, Turns::Mirrored(list)) => {
                let turn = list[n - 1];
                let direction = match (turn, side) {
                    (0 | 4, _) => directions::turns(&BTreeSet::from([turn]), leg.leap),
                    (_, 0) => directions::turns(&BTreeSet::from([turn, -turn]), leg.leap),
                    _ => format!(
                        "turning to the {} side by {}",
                        if (turn > 0) == (side > 0) {
                            "same"
                        } else {
                            "other"
                        },
                        directions::amount(turn.abs(), leg.leap)
                    ),
                };
                if side == 0 && turn != 4 {
                    side = turn;
                }
                format!("{} {direction}", length(leg))
            }
        };
        let then = if n > 0 { "; then " } else { "" };
        let end = if n < last {
            onward(leg)
        } else if shape.returns && leg.quiet {
            ", which leads back to where it began".into()
        } else {
            ending(leg)
        };
        text += &format!("{then}{way}{}{end}", conditions(leg));
    }
    text
}

/// From what a leg goes on to the next.
fn onward(leg: &LegShape) -> String {
    match (leg.quiet, leg.capture, leg.over) {
        (true, false, false) => ", to an empty square",
        (false, true, false) => ", capturing an enemy piece there",
        (true, true, false) => ", to an empty square or capturing an enemy piece there",
        (false, false, true) => ", onto a piece of either side, which stays there",
        (true, false, true) => ", to any square, where a piece of either side stays",
        (false, true, true) => {
            ", onto a piece of either side, which stays there or, being an enemy, may be captured"
        }
        (true, true, true) => {
            ", to any square, where a piece stays or, being an enemy, may be captured"
        }
        (false, false, false) => ", from where it cannot go on",
    }
    .into()
}

/// How the last leg of a multi-leg move ends.
fn ending(leg: &LegShape) -> String {
    match (leg.quiet, leg.capture) {
        (true, true) => ", to an empty square or capturing",
        (true, false) => ", to an empty square",
        (false, true) => ", capturing an enemy piece",
        (false, false) => ", from where it cannot go on",
    }
    .into()
}

/// How far the first leg goes, and where to.
fn distance(leg: &LegShape, firsts: &BTreeSet<Delta>) -> String {
    let direction = match leg.leap {
        Leap::Line(_) => directions::line(firsts),
        Leap::Oblique(long, short) => {
            let squares = directions::oblique(long, short, firsts);
            return match times(leg) {
                None => squares,
                Some(times) => format!("{times} in a row, {squares} each time"),
            };
        }
    };
    if leg.hop == Hop::Behind && leg.leap == Leap::Line(1) {
        return direction;
    }
    format!("{} {direction}", length(leg))
}

/// How far a leg goes, whatever its direction.
fn length(leg: &LegShape) -> String {
    if leg.as_far {
        return match leg.leap {
            Leap::Line(1) => "exactly as many squares".into(),
            _ => "exactly as many leaps".into(),
        };
    }
    match (leg.leap, times(leg)) {
        (Leap::Line(1), _) => match leg.reach {
            UNLIMITED => "any number of squares".into(),
            1 => "one square".into(),
            n => format!("up to {}", some(n.into(), "square")),
        },
        (Leap::Line(n), None) => some(n.into(), "square"),
        (Leap::Line(n), Some(times)) => {
            format!("{times} in a row, {} each time,", some(n.into(), "square"))
        }
        (Leap::Oblique(long, short), None) => {
            format!(
                "{} and {} across",
                some(long.into(), "square"),
                count(short.into())
            )
        }
        (Leap::Oblique(long, short), Some(times)) => format!(
            "{times} in a row, {} and {} across each time,",
            some(long.into(), "square"),
            count(short.into())
        ),
    }
}

/// How often a leap may be repeated; `None` for a single one.
fn times(leg: &LegShape) -> Option<String> {
    match leg.reach {
        1 => None,
        UNLIMITED => Some("any number of times".into()),
        2 => Some("once or twice".into()),
        n => Some(format!("up to {}", some(n.into(), "time"))),
    }
}

/// How a rider turns.
fn curve(turning: Turning, turns: &Turns, leg: &LegShape) -> String {
    let both = match turns {
        Turns::Any(sets) => sets[0].len() > 1,
        Turns::Mirrored(_) => true,
    };
    let to_right = match turns {
        Turns::Any(sets) => sets[0].first() > Some(&0),
        Turns::Mirrored(list) => list[0] > 0,
    };
    match (turning, both) {
        (Turning::Circular, true) => format!(
            ", turning after each step by {}, always the same way round",
            directions::amount(1, leg.leap)
        ),
        (Turning::Circular, false) => format!(
            ", turning after each step to the {} by {}",
            if to_right { "right" } else { "left" },
            directions::amount(1, leg.leap)
        ),
        (_, both) => format!(
            ", turning after each step by 90 degrees, to the {}",
            match (both, to_right) {
                (true, _) => "left and to the right in turn",
                (false, true) => "right and to the left in turn, to the right first",
                (false, false) => "left and to the right in turn, to the left first",
            }
        ),
    }
}

/// What must be so on the way.
fn conditions(leg: &LegShape) -> String {
    let mut texts: Vec<String> = Vec::new();
    if leg.skips > 0 {
        let passed = match leg.skips {
            1 => "the first square".into(),
            n => format!("the first {} squares", count(n.into())),
        };
        texts.push(format!("passing {passed}, whatever is there"));
    }
    match leg.hop {
        Hop::No => {}
        Hop::One => texts.push("hopping over exactly one piece, of either side".into()),
        Hop::Many => texts.push("hopping over one piece or more, of either side".into()),
        Hop::Behind => {
            texts.push(match leg.leap {
                Leap::Line(1) => "over the first piece in its way, of either side".into(),
                _ => "over the first piece that it meets there, of either side".into(),
            });
            texts.push(match leg.leap {
                Leap::Line(1) => "to the square right behind it".into(),
                _ => "to where the next leap leads".into(),
            });
            if leg.leap == Leap::Line(1) && leg.reach < UNLIMITED {
                let reach = some(leg.reach.into(), "square");
                texts.push(format!("at most {reach} away"));
            }
        }
    }
    let each = if leg.reach > 1 { " of each leap" } else { "" };
    match &leg.between {
        Between::Anything => {}
        Between::Empty(1) => texts.push(format!("if the square between the ends{each} is empty")),
        Between::Empty(_) => texts.push(format!("if the squares between the ends{each} are empty")),
        Between::Occupied(1) => {
            texts.push(format!("if the square passed{each} is occupied"));
        }
        Between::Occupied(_) => {
            texts.push(format!(
                "if at least one of the squares passed{each} is occupied"
            ));
        }
        Between::Walked(steps) => {
            let each = if leg.reach > 1 { "each " } else { "" };
            texts.push(format!("{each}by {}", walk(steps)));
            texts.push(match steps.len() {
                2 => "if the square between is empty".into(),
                _ => "if the squares between are empty".into(),
            });
        }
    }
    if let (Between::Occupied(_), Leap::Oblique(..)) = (&leg.between, leg.leap) {
        texts.push("walking there straight first and then diagonally".into());
    }
    if leg.wraps {
        texts.push("with the left and right edges of the board joined".into());
    }
    texts.iter().map(|text| format!(", {text}")).collect()
}

/// The single steps of a leap that is walked: `one step orthogonally, then one diagonally`.
fn walk(steps: &[bool]) -> String {
    let runs: Vec<String> = steps
        .chunk_by(|a, b| a == b)
        .enumerate()
        .map(|(n, run)| {
            let kind = if run[0] { "diagonally" } else { "orthogonally" };
            match n {
                0 => format!("{} {kind}", some(run.len(), "step")),
                _ => format!("then {} {kind}", count(run.len())),
            }
        })
        .collect();
    runs.join(", ") + " outward"
}
