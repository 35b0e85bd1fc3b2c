//! Sets of squares in words.

use super::numbers::list;
use crate::geometry::{Bitboard, Bits256};
use crate::rules::piece::{Color, ColorMap};
use crate::rules::variant::Variant;

/// A set of squares: `ranks 9 and 10`, or with another word `rank 9 or 10`, where any of
/// them will do; `d1-f1 and e2`. Holes do not matter.
pub(super) fn words(variant: &Variant, set: Bits256, word: &str) -> String {
    let shape = variant.shape;
    let live = shape.all().without(variant.holes);
    let set = set & live;
    if set == live {
        return "the whole board".into();
    }
    let whole = |line: Bits256| {
        let line = line & live;
        line.any() && line.without(set).is_empty()
    };
    let ranks: Vec<u8> = (0..shape.ranks())
        .filter(|&r| whole(shape.rank_squares(r)))
        .collect();
    let files: Vec<u8> = (0..shape.files())
        .filter(|&f| whole(shape.file_squares(f)))
        .collect();
    let of_ranks = ranks
        .iter()
        .fold(Bits256::default(), |all, &r| all | shape.rank_squares(r));
    let of_files = files
        .iter()
        .fold(Bits256::default(), |all, &f| all | shape.file_squares(f));
    let left = set.without(of_ranks);
    let mut parts = Vec::new();
    if left.without(of_files).is_empty() && !files.is_empty() && left.any() {
        parts.extend(lines("rank", &ranks, word, |r| (r + 1).to_string()));
        parts.extend(lines("file", &files, word, |f| {
            ((b'a' + f) as char).to_string()
        }));
    } else {
        parts.extend(lines("rank", &ranks, word, |r| (r + 1).to_string()));
        parts.extend(runs(variant, left));
    }
    match parts.is_empty() {
        true => "no square".into(),
        false => list(&parts, word),
    }
}

/// The squares of each player of which any will do, in one phrase if they are the same.
pub(super) fn of_each(variant: &Variant, sets: &ColorMap<Bits256>) -> String {
    let [white, black] = Color::BOTH.map(|color| words(variant, sets[color], "or"));
    match sets.0.map(Bitboard::is_empty) {
        [true, false] => format!("{black} (Black only)"),
        [false, true] => format!("{white} (White only)"),
        _ if white == black => white,
        _ => format!("{white} (Black: {black})"),
    }
}

/// `rank 8`, `ranks 7 and 8`, `rank 7 or 8`, `ranks 9 to 12`.
fn lines(noun: &str, all: &[u8], word: &str, name: impl Fn(u8) -> String) -> Option<String> {
    let neighbours = all.windows(2).all(|w| w[1] == w[0] + 1);
    match all {
        [] => None,
        [one] => Some(format!("{noun} {}", name(*one))),
        [first, .., last] if all.len() > 2 && neighbours => {
            Some(format!("{noun}s {} to {}", name(*first), name(*last)))
        }
        _ => {
            let names: Vec<String> = all.iter().map(|&n| name(n)).collect();
            let plural = if word == "and" { "s" } else { "" };
            Some(format!("{noun}{plural} {}", list(&names, word)))
        }
    }
}

/// Squares by their names, three or more neighbours on a rank as `a1-c1`.
fn runs(variant: &Variant, set: Bits256) -> Vec<String> {
    let shape = variant.shape;
    let squares: Vec<_> = set.squares().collect();
    let joined =
        squares.chunk_by(|a, b| b.index() == a.index() + 1 && shape.rank(*a) == shape.rank(*b));
    let mut names = Vec::new();
    for run in joined {
        match run {
            [first, .., last] if run.len() > 2 => {
                names.push(format!("{}-{}", shape.name(*first), shape.name(*last)));
            }
            _ => names.extend(run.iter().map(|&s| shape.name(s))),
        }
    }
    names
}
