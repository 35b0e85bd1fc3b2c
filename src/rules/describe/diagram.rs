//! A picture of a piece's moves in text.
//!
//! Drawn on a board without end, from the middle. The picture is as small as the moves
//! allow; lines that are longer end in `+`.

use super::usable;
use crate::geometry::Delta;
use crate::rules::pattern::{Hop, Leg, Pattern};
use crate::rules::piece::PieceType;
use crate::rules::variant::Variant;
use std::collections::{BTreeMap, BTreeSet};

/// How far from the middle a whole line is drawn.
const WHOLE: u8 = 4;

/// How far the beginning of a longer line is drawn.
const BEGINNING: i8 = 3;

/// How far away a square can be on any board.
const FARTHEST: i8 = 15;

/// The marks of a picture and what they mean, in the order of their weight.
pub const MARKS: [(char, &str); 11] = [
    ('O', "the piece"),
    ('X', "moves or captures, whatever is between"),
    ('x', "moves or captures, if nothing is in the way"),
    ('M', "only moves, whatever is between"),
    ('m', "only moves, if nothing is in the way"),
    ('C', "only captures, whatever is between"),
    ('c', "only captures, if nothing is in the way"),
    ('r', "captures without moving"),
    ('h', "by way of other pieces: see the text"),
    ('i', "as a first move only"),
    ('+', "the line goes on"),
];

/// What a piece can do on one square.
#[derive(Clone, Copy, Default)]
struct DiagramCell {
    /// Move, and capture, over empty squares.
    way: [bool; 2],
    /// The same over whatever stands between.
    leap: [bool; 2],
    rifle: bool,
    helped: bool,
    first: bool,
}

impl DiagramCell {
    fn mark(self) -> char {
        let [moves, captures] = [0, 1].map(|n| self.way[n] || self.leap[n]);
        let leaps = (!moves || self.leap[0]) && (!captures || self.leap[1]);
        let mark = match (moves, captures) {
            (true, true) => 'x',
            (true, false) => 'm',
            (false, true) => 'c',
            _ if self.rifle => 'r',
            _ if self.helped => 'h',
            _ if self.first => 'i',
            _ => '.',
        };
        match leaps && (moves || captures) {
            true => mark.to_ascii_uppercase(),
            false => mark,
        }
    }
}

/// The squares that patterns lead to, and those of them that lie on long lines.
#[derive(Default)]
struct Picture {
    cells: BTreeMap<(i8, i8), DiagramCell>,
    /// The farthest square that is no part of a line, or of one that is drawn whole.
    radius: i8,
}

/// The moves of a piece as White sees them, a line of text for each rank: [`MARKS`], and
/// `.` for other squares. Empty for a piece without moves.
pub fn diagram(variant: &Variant, kind: PieceType) -> Vec<String> {
    let mut picture = Picture::default();
    for pattern in &usable(variant, kind) {
        picture.add(pattern);
    }
    picture.draw()
}

impl Picture {
    fn add(&mut self, pattern: &Pattern) {
        let legs: Vec<_> = pattern.legs().collect();
        // Whether pieces must stand where they help.
        let helped = legs.iter().enumerate().any(|(n, leg)| {
            let onward = n + 1 < legs.len();
            leg.manner.hop != Hop::No || leg.manner.jumps || onward && !leg.quiet
        });
        let long = pattern.legs().any(is_long);
        // Squares, and the number of steps by which the last leg came there where the next
        // one counts them.
        let mut ends = BTreeSet::from([(Delta::new(0, 0), 0)]);
        for (n, leg) in legs.iter().enumerate() {
            let last = n + 1 == legs.len();
            let counted = legs.get(n + 1).is_some_and(|next| next.manner.as_far);
            let mut next: BTreeSet<(Delta, u8)> = BTreeSet::new();
            for &(start, steps_before) in &ends {
                let mut at = start;
                for step in 1..=leg.reach {
                    at = at + leg.nth_step(step);
                    if at.chebyshev() > FARTHEST as u8 {
                        break;
                    }
                    let hops = u8::from(leg.manner.hop != Hop::No);
                    let counts = step > leg.manner.skips + hops
                        && (!leg.manner.as_far || step == steps_before);
                    if counts {
                        next.insert((at, if counted || last { step } else { 0 }));
                    }
                }
            }
            if last {
                let plain_leap = legs.len() == 1 && leg.through.is_empty();
                for &(end, step) in &next {
                    let leaps = plain_leap && step == 1 && leg.step.chebyshev() > 1;
                    let far = long && (legs.len() > 1 || step > 1);
                    self.mark(end, pattern, helped, leaps, far);
                }
            } else if leg.capture && pattern.may_return() {
                for &(victim, _) in &next {
                    self.cell(victim).rifle = true;
                    self.grow(victim, is_long(leg));
                }
            }
            ends = next;
        }
    }

    fn cell(&mut self, at: Delta) -> &mut DiagramCell {
        self.cells.entry((at.files, at.ranks)).or_default()
    }

    /// Makes room for a square; for those of long lines only at their beginning.
    fn grow(&mut self, at: Delta, long: bool) {
        let far = at.chebyshev() as i8;
        if !long || far <= BEGINNING {
            self.radius = self.radius.max(far);
        }
    }

    fn mark(&mut self, at: Delta, pattern: &Pattern, helped: bool, leaps: bool, long: bool) {
        if at == Delta::new(0, 0) {
            return;
        }
        self.grow(at, long);
        let cell = self.cell(at);
        if pattern.initial {
            cell.first = true;
        } else if pattern.rifle {
            cell.rifle = true;
        } else if helped {
            cell.helped = true;
        } else {
            let kinds = if leaps { &mut cell.leap } else { &mut cell.way };
            kinds[0] |= pattern.last.quiet;
            kinds[1] |= pattern.last.capture || pattern.en_passant;
        }
    }

    fn draw(&self) -> Vec<String> {
        if self.cells.is_empty() {
            return Vec::new();
        }
        let radius = self.radius.max(1);
        let row = |rank: i8| {
            let marks = (-radius..=radius).map(|file| self.look(file, rank, radius).to_string());
            marks.collect::<Vec<_>>().join(" ")
        };
        (-radius..=radius).rev().map(row).collect()
    }

    fn look(&self, file: i8, rank: i8, radius: i8) -> char {
        if (file, rank) == (0, 0) {
            return 'O';
        }
        let Some(cell) = self.cells.get(&(file, rank)) else {
            return '.';
        };
        let rim = file.abs().max(rank.abs()) == radius;
        let divisor = gcd(file.unsigned_abs(), rank.unsigned_abs()) as i8;
        let step = (file / divisor, rank / divisor);
        let beyond = (file + step.0, rank + step.1);
        match rim && self.cells.contains_key(&beyond) {
            true => '+',
            false => cell.mark(),
        }
    }
}

/// Whether a leg repeats its step so often that it is not drawn whole.
fn is_long(leg: &Leg) -> bool {
    leg.reach > 1 && u16::from(leg.reach) * u16::from(leg.step.chebyshev()) > u16::from(WHOLE)
}

fn gcd(a: u8, b: u8) -> u8 {
    if b == 0 { a } else { gcd(b, a % b) }
}
