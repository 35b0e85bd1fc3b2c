//! Where a move goes: sets of steps and of turns in words.

use super::numbers::{count, list, some};
use super::shape::Leap;
use crate::geometry::Delta;
use std::collections::BTreeSet;

/// The directions of steps along ranks, files and diagonals: `diagonally forward`. Nothing
/// is said of their length.
pub(super) fn line(steps: &BTreeSet<Delta>) -> String {
    let has = |files: i8, ranks: i8| {
        let same = |s: &Delta| (s.files.signum(), s.ranks.signum()) == (files, ranks);
        steps.iter().any(same)
    };
    let orthogonal = orthogonal([has(0, 1), has(0, -1), has(-1, 0), has(1, 0)]);
    let diagonal = diagonal([has(-1, 1), has(1, 1), has(-1, -1), has(1, -1)]);
    match (orthogonal.as_slice(), diagonal.as_slice()) {
        ([all], [whole]) if all == "orthogonally" && whole == "diagonally" => {
            "in any direction".into()
        }
        ([], some) | (some, []) => list(some, "or"),
        (straight, slanting) => format!("{}, or {}", straight.join(", "), list(slanting, "or")),
    }
}

fn texts(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.into()).collect()
}

/// Which of forward, back, left, right.
fn orthogonal(which: [bool; 4]) -> Vec<String> {
    let [forward, back, left, right] = which;
    if which == [true; 4] {
        return texts(&["orthogonally"]);
    }
    let mut words = Vec::new();
    if forward {
        words.push("straight forward");
    }
    if back {
        words.push("straight backward");
    }
    match (left, right) {
        (true, true) => words.push("sideways"),
        (true, false) => words.push("straight to the left"),
        (false, true) => words.push("straight to the right"),
        (false, false) => {}
    }
    texts(&words)
}

/// Which of forward left, forward right, backward left, backward right.
fn diagonal(which: [bool; 4]) -> Vec<String> {
    texts(match which {
        [false, false, false, false] => &[],
        [true, true, true, true] => &["diagonally"],
        [true, true, false, false] => &["diagonally forward"],
        [false, false, true, true] => &["diagonally backward"],
        [true, false, true, false] => &["diagonally to the left"],
        [false, true, false, true] => &["diagonally to the right"],
        [true, false, false, false] => &["diagonally forward to the left"],
        [false, true, false, false] => &["diagonally forward to the right"],
        [false, false, true, false] => &["diagonally backward to the left"],
        [false, false, false, true] => &["diagonally backward to the right"],
        [true, false, false, true] => &[
            "diagonally forward to the left",
            "diagonally backward to the right",
        ],
        [false, true, true, false] => &[
            "diagonally forward to the right",
            "diagonally backward to the left",
        ],
        [true, true, true, false] => &["diagonally forward", "diagonally backward to the left"],
        [true, true, false, true] => &["diagonally forward", "diagonally backward to the right"],
        [true, false, true, true] => &["diagonally backward", "diagonally forward to the left"],
        [false, true, true, true] => &["diagonally backward", "diagonally forward to the right"],
    })
}

/// The squares that oblique leaps lead to: `two squares and one across` for all eight,
/// else `two squares forward and one to the left`.
pub(super) fn oblique(long: u8, short: u8, steps: &BTreeSet<Delta>) -> String {
    let knight = match (long, short) {
        (2, 1) => " (a knight's leap)",
        _ => "",
    };
    let (far, near) = (some(long.into(), "square"), count(short.into()));
    if steps.len() == 8 {
        return format!("{far} and {near} across{knight}");
    }
    let mut ways = Vec::new();
    for upright in [true, false] {
        let is_upright = |s: &&Delta| s.ranks.unsigned_abs() == long;
        let signs: BTreeSet<(i8, i8)> = steps
            .iter()
            .filter(|s| is_upright(s) == upright)
            .map(|s| (s.files.signum(), s.ranks.signum()))
            .collect();
        for (files, ranks) in products(&signs) {
            let (along, across) = if upright {
                (vertical(&ranks), horizontal(&files))
            } else {
                (horizontal(&files), vertical(&ranks))
            };
            ways.push(format!("{far} {along} and {near} {across}"));
        }
    }
    format!("{}{knight}", list(&ways, "or"))
}

/// Splits pairs of signs into sets of which each holds all pairs of some files with some
/// ranks.
fn products(signs: &BTreeSet<(i8, i8)>) -> Vec<(Vec<i8>, Vec<i8>)> {
    let files: BTreeSet<i8> = signs.iter().map(|s| s.0).collect();
    let ranks: BTreeSet<i8> = signs.iter().map(|s| s.1).rev().collect();
    let down = |set: &BTreeSet<i8>| set.iter().rev().copied().collect::<Vec<i8>>();
    if signs.is_empty() {
        Vec::new()
    } else if signs.len() == files.len() * ranks.len() {
        vec![(down(&files), down(&ranks))]
    } else {
        // Forward and backward on their own.
        let of_rank = |rank: i8| {
            let files: BTreeSet<i8> = signs.iter().filter(|s| s.1 == rank).map(|s| s.0).collect();
            (down(&files), vec![rank])
        };
        down(&ranks).into_iter().map(of_rank).collect()
    }
}

fn vertical(ranks: &[i8]) -> &'static str {
    match ranks {
        [1] => "forward",
        [-1] => "backward",
        _ => "forward or backward",
    }
}

fn horizontal(files: &[i8]) -> &'static str {
    match files {
        [1] => "to the right",
        [-1] => "to the left",
        _ => "to either side",
    }
}

/// How a later leg turns from the one before: any of these, in eighths to the right.
pub(super) fn turns(eighths: &BTreeSet<i8>, leap: Leap) -> String {
    let has = |n: i8| eighths.contains(&n);
    let all_but_back = [-3, -2, -1, 0, 1, 2, 3].iter().all(|&n| has(n));
    match (all_but_back, has(4)) {
        (true, true) => return "in any direction".into(),
        (true, false) => return "in any direction but straight back".into(),
        _ => {}
    }
    let mut words = Vec::new();
    if has(0) {
        words.push("straight on".to_owned());
    }
    for (left, right) in [(true, true), (true, false), (false, true)] {
        let angle = |n: &i8| (has(-n), has(*n)) == (left, right);
        let angles: Vec<String> = (1..=3).filter(angle).map(|n| amount(n, leap)).collect();
        let side = match (left, right) {
            (true, true) => "to either side",
            (true, false) => "to the left",
            _ => "to the right",
        };
        if !angles.is_empty() {
            words.push(format!("turning {side} by {}", list(&angles, "or")));
        }
    }
    if has(4) {
        words.push("straight back".to_owned());
    }
    list(&words, "or")
}

/// How much a number of eighths is. Oblique leaps turn among their own eight directions,
/// which are not equally far apart.
pub(super) fn amount(eighths: i8, leap: Leap) -> String {
    match (leap, eighths) {
        (_, 2) => "90 degrees".into(),
        (Leap::Line(_), n) => format!("{} degrees", 45 * i32::from(n)),
        (Leap::Oblique(..), n) => format!("{} of its eight directions", count(n as usize)),
    }
}
