//! From Betza terms to elementary move patterns.

use super::aim::{Aim, aims, turns_right};
use super::ast::{Betza, BetzaLeg, Direction, Mode, Range, Term};
use super::parse::Problem;
use super::turn::{eight_steps, is_oblique, squares_between, turned};
use crate::geometry::Delta;
use crate::rules::pattern::{self, Hop, MAX_BETWEEN, Manner, Pattern, UNLIMITED};
use arrayvec::ArrayVec;

/// The most legs of one move.
const MAX_LEGS: usize = 6;

/// The most elementary patterns of one term.
const MAX_PATTERNS: usize = 1000;

impl Betza {
    /// All elementary patterns of the piece, without repetition, as White moves it.
    ///
    /// # Errors
    /// The column of a letter that has no meaning where it stands, and why. Never for a
    /// value that [`parse()`](super::parse()) returned.
    pub fn patterns(&self) -> Result<Vec<Pattern>, Problem> {
        let mut patterns: Vec<Pattern> = Vec::new();
        for term in &self.terms {
            for pattern in term_patterns(term)? {
                if !patterns.contains(&pattern) {
                    patterns.push(pattern);
                }
            }
        }
        Ok(patterns)
    }
}

fn term_patterns(term: &Term) -> Result<Vec<Pattern>, Problem> {
    let Some((last, before)) = term.legs.split_last() else {
        return Err((term.column, "a term without legs".into()));
    };
    check_legs(before, last)?;
    let reaches = reaches(term);
    let mut routes: Vec<Vec<Delta>> = first_steps(term, &term.legs[0])?
        .into_iter()
        .map(|step| vec![step])
        .collect();
    for leg in &term.legs[1..] {
        let mut longer = Vec::new();
        for route in &routes {
            for step in next_steps(term, leg, route)? {
                longer.push([route.as_slice(), &[step]].concat());
            }
        }
        if longer.len() > MAX_PATTERNS {
            return Err((
                leg.column,
                format!("more than {MAX_PATTERNS} ways to go: write fewer directions"),
            ));
        }
        routes = longer;
    }
    let mut patterns = Vec::new();
    for route in &routes {
        for &turn in turnings(last) {
            patterns.push(pattern(term, &reaches, route, turn)?);
        }
    }
    Ok(patterns)
}

/// Refuses modes where they have no meaning.
fn check_legs(before: &[BetzaLeg], last: &BetzaLeg) -> Result<(), Problem> {
    let problem = |leg: &BetzaLeg, mode: Mode, why: &str| -> Result<(), Problem> {
        Err((leg.column_of(mode), format!("'{}' {why}", mode.letter())))
    };
    if before.len() >= MAX_LEGS {
        let surplus = before.get(MAX_LEGS).unwrap_or(last);
        return Err((
            surplus.column,
            format!(
                "leg {} of a move: expected at most {MAX_LEGS}",
                MAX_LEGS + 1
            ),
        ));
    }
    let mut captures = 0;
    for leg in before {
        for mode in [Mode::EnPassant, Mode::Circular, Mode::Crooked] {
            if leg.has(mode) {
                return problem(leg, mode, "is for moves of a single leg");
            }
        }
        if leg.count(Mode::Hop) > 1 {
            return problem(leg, Mode::Hop, "may be doubled on the last leg only");
        }
        if leg.has(Mode::Grasshop) && leg.has(Mode::Toggle) {
            return problem(leg, Mode::Toggle, "and 'g' both exchange slides and steps");
        }
        captures += usize::from(leg.has(Mode::Capture));
        if captures > 1 {
            return problem(
                leg,
                Mode::Capture,
                "may stand on one leg before the last only",
            );
        }
    }
    if last.has(Mode::Toggle) {
        return problem(last, Mode::Toggle, "stands on a leg before 'a'");
    }
    if !before.is_empty() && last.has(Mode::EnPassant) {
        return problem(last, Mode::EnPassant, "is for moves of a single leg");
    }
    for leg in before.iter().chain([last]) {
        for (one, other) in [
            (Mode::Lame, Mode::Jump),
            (Mode::Hop, Mode::Grasshop),
            (Mode::Circular, Mode::Crooked),
            (Mode::Circular, Mode::Lame),
            (Mode::Circular, Mode::Jump),
            (Mode::Crooked, Mode::Lame),
            (Mode::Crooked, Mode::Jump),
            (Mode::EnPassant, Mode::Hop),
            (Mode::EnPassant, Mode::Grasshop),
            (Mode::EnPassant, Mode::Wrap),
            (Mode::EnPassant, Mode::Circular),
            (Mode::EnPassant, Mode::Crooked),
            (Mode::EnPassant, Mode::Jump),
        ] {
            if leg.has(one) && leg.has(other) {
                let why = format!("cannot stand with '{}'", other.letter());
                return problem(leg, one, &why);
            }
        }
    }
    Ok(())
}

/// How often each leg may repeat its step.
fn reaches(term: &Term) -> Vec<u8> {
    let mut reach = match term.range {
        _ if term.is_unlimited() => UNLIMITED,
        Range::Steps(steps) => steps,
        Range::Natural | Range::Unlimited => 1,
    };
    let legs = term.legs.iter().map(|leg| {
        let this = reach;
        if leg.has(Mode::Grasshop) || leg.has(Mode::Toggle) {
            reach = if reach == 1 { UNLIMITED } else { 1 };
        }
        // A circle leads home with its eighth step, and so does a rank round a cylinder.
        if leg.has(Mode::Circular) {
            this.min(7)
        } else if leg.has(Mode::Wrap) {
            this.min(15)
        } else {
            this
        }
    });
    legs.collect()
}

/// The ways in which a leg turns at its steps, as eighths to the right after the odd and
/// after the even ones.
fn turnings(leg: &BetzaLeg) -> &'static [(i8, i8)] {
    if leg.has(Mode::Circular) {
        &[(1, 1), (-1, -1)]
    } else if leg.has(Mode::Crooked) {
        &[(2, -2), (-2, 2)]
    } else {
        &[(0, 0)]
    }
}

fn pattern(
    term: &Term,
    reaches: &[u8],
    route: &[Delta],
    turning: (i8, i8),
) -> Result<Pattern, Problem> {
    let (last, before) = term.legs.split_last().expect("checked");
    let mut legs = Vec::new();
    for ((leg, &step), &reach) in before.iter().zip(route).zip(reaches) {
        legs.push(leg_before(term, leg, step, reach)?);
    }
    let n = before.len();
    let whole = Pattern {
        before: legs,
        last: last_leg(term, last, route[n], reaches[n], turning)?,
        en_passant: last.has(Mode::EnPassant),
        initial: term.legs[0].has(Mode::Initial),
        rifle: false,
    };
    Ok(as_rifle(&whole)
        .or_else(|| as_lame_leap(&whole))
        .unwrap_or(whole))
}

/// A leg that is followed by another.
fn leg_before(
    term: &Term,
    leg: &BetzaLeg,
    step: Delta,
    reach: u8,
) -> Result<pattern::Leg, Problem> {
    let (through, mut manner) = manner(term, leg, step, reach)?;
    manner.hop = Hop::No;
    // On the first leg the letter says that the whole move is a first one.
    manner.as_far = !std::ptr::eq(leg, &term.legs[0]) && leg.has(Mode::Initial);
    let onto = [Mode::Capture, Mode::Hop, Mode::Grasshop, Mode::Toggle];
    let unsaid = !leg.has(Mode::Quiet) && !onto.iter().any(|&mode| leg.has(mode));
    Ok(pattern::Leg {
        step,
        reach,
        through,
        manner,
        quiet: unsaid || leg.has(Mode::Quiet) || leg.has(Mode::Toggle),
        capture: leg.has(Mode::Capture),
        over: leg.has(Mode::Hop) || leg.has(Mode::Grasshop),
    })
}

/// The leg with which a move ends.
fn last_leg(
    term: &Term,
    leg: &BetzaLeg,
    step: Delta,
    reach: u8,
    turning: (i8, i8),
) -> Result<pattern::Leg, Problem> {
    let (through, mut manner) = manner(term, leg, step, reach)?;
    manner.as_far = term.legs.len() > 1 && leg.has(Mode::Initial);
    let mut at = step;
    let turns = if turning.0 == turning.1 { 7 } else { 1 };
    for n in 0..if turning.0 == 0 { 0 } else { turns } {
        at = turned(at, if n % 2 == 0 { turning.0 } else { turning.1 });
        manner.turns.push(at);
    }
    let modes = [Mode::Quiet, Mode::Capture, Mode::EnPassant];
    let unsaid = !modes.iter().any(|&mode| leg.has(mode));
    Ok(pattern::Leg {
        step,
        reach,
        through,
        manner,
        quiet: unsaid || leg.has(Mode::Quiet),
        capture: unsaid || leg.has(Mode::Capture),
        over: false,
    })
}

/// The squares that a leg's steps pass, and its manner.
fn manner(
    term: &Term,
    leg: &BetzaLeg,
    step: Delta,
    reach: u8,
) -> Result<(ArrayVec<Delta, MAX_BETWEEN>, Manner), Problem> {
    let problem =
        |mode: Mode, why: String| Err((leg.column_of(mode), format!("'{}' {why}", mode.letter())));
    let mut through = ArrayVec::new();
    let mut manner = Manner {
        wraps: leg.has(Mode::Wrap),
        ..Manner::default()
    };
    let single = step.chebyshev() == 1;
    if leg.has(Mode::Lame) {
        if single {
            return problem(
                Mode::Lame,
                format!("is not supported on {}: nothing lies between", term.atom),
            );
        }
        through = squares_between(step);
    }
    let jumps = leg.count(Mode::Jump) as u8;
    if jumps > 0 && single {
        if reach <= jumps {
            return problem(
                Mode::Jump,
                format!("skips all squares that {} reaches", term.atom),
            );
        }
        manner.skips = jumps;
    } else if jumps > 1 {
        return problem(Mode::Jump, "is repeated".into());
    } else if jumps == 1 {
        through = squares_between(step);
        manner.jumps = true;
    }
    for mode in [Mode::Hop, Mode::Grasshop] {
        let last = term.legs.last().is_some_and(|last| std::ptr::eq(last, leg));
        if leg.has(mode) && last && reach < 2 {
            return problem(
                mode,
                format!(
                    "needs a range of two steps or more, as in {}Q",
                    mode.letter()
                ),
            );
        }
    }
    manner.hop = match (leg.count(Mode::Hop), leg.has(Mode::Grasshop)) {
        (0, false) => Hop::No,
        (0, true) => Hop::Behind,
        (1, _) => Hop::One,
        _ => Hop::Many,
    };
    Ok((through, manner))
}

/// A rifle capture by a leap, if the pattern is one: the tables know it.
fn as_rifle(pattern: &Pattern) -> Option<Pattern> {
    let ([first], last) = (pattern.before.as_slice(), &pattern.last) else {
        return None;
    };
    let there = first.capture && !first.quiet && !first.over;
    let back = last.step == -first.step && last.quiet && last.capture;
    (there && back && leaps_once(first) && leaps_once(last)).then(|| Pattern {
        before: Vec::new(),
        last: first.clone(),
        rifle: true,
        ..*pattern
    })
}

/// A lame leap, if the pattern is nothing else: single steps over empty squares.
fn as_lame_leap(pattern: &Pattern) -> Option<Pattern> {
    let home = Delta::new(0, 0);
    let single_step = |leg: &pattern::Leg| leaps_once(leg) && leg.step.chebyshev() == 1;
    let mut at = home;
    let mut through = ArrayVec::new();
    for leg in &pattern.before {
        let plain = leg.quiet && !leg.capture && !leg.over;
        at = at + leg.step;
        if !plain || !single_step(leg) || at == home {
            return None;
        }
        through.push(at);
    }
    let end = at + pattern.last.step;
    (!pattern.before.is_empty() && single_step(&pattern.last) && end != home).then(|| Pattern {
        before: Vec::new(),
        last: pattern::Leg {
            step: end,
            through,
            ..pattern.last.clone()
        },
        ..*pattern
    })
}

/// Whether a leg is one leap, or a single step, with no condition to it.
fn leaps_once(leg: &pattern::Leg) -> bool {
    leg.reach == 1 && leg.through.is_empty() && leg.manner == Manner::default()
}

/// The steps of an atom in the directions of a move's first leg.
fn first_steps(term: &Term, leg: &BetzaLeg) -> Result<Vec<Delta>, Problem> {
    let aims = aims(&leg.directions)?;
    let compound = term.atom.leaps.len() > 1;
    let mut steps = Vec::new();
    for &(long, short) in &term.atom.leaps {
        let oblique = short != 0 && short != long;
        if let Some((_, column)) = aims
            .iter()
            .find(|(aim, _)| matches!(aim, Aim::Turning(_)) && !oblique)
        {
            return Err((
                *column,
                format!("'h' before l or r has no meaning on {}", term.atom),
            ));
        }
        let wanted =
            |step: &Delta| aims.is_empty() || aims.iter().any(|(aim, _)| aim.fits(*step, compound));
        steps.extend(eight_steps(long, short).into_iter().filter(wanted));
    }
    Ok(steps)
}

/// The steps of a later leg, whose directions are seen from the leg before.
fn next_steps(term: &Term, leg: &BetzaLeg, route: &[Delta]) -> Result<Vec<Delta>, Problem> {
    let last = route[route.len() - 1];
    let mut directions = leg.directions.clone();
    for (direction, column) in &mut directions {
        if is_oblique(last) && matches!(direction, Direction::Left | Direction::Right) {
            return Err((
                *column,
                format!(
                    "'{}' has no meaning on a later leg of {}: expected f, b, s, v, q or z",
                    direction.letter(),
                    term.atom
                ),
            ));
        }
        if direction.looks_back() {
            let Some(right) = last_turn_is_right(route) else {
                return Err((
                    *column,
                    format!("'{}': no leg before it has turned", direction.letter()),
                ));
            };
            *direction = match right == (*direction == Direction::SameSide) {
                true => Direction::Right,
                false => Direction::Left,
            };
        }
    }
    let aims = aims(&directions)?;
    if aims.is_empty() {
        // Everywhere but back; an atom of one kind stays of that kind.
        let eighths: &[i8] = if is_oblique(last) || term.atom.leaps.len() > 1 {
            &[0, 1, 2, 3, 5, 6, 7]
        } else {
            &[0, 2, 6]
        };
        return Ok(eighths.iter().map(|&n| turned(last, n)).collect());
    }
    let mut steps = Vec::new();
    for (aim, column) in aims {
        let Some(eighths) = aim.eighths() else {
            return Err((column, "'h' has no meaning on a later leg".into()));
        };
        for n in eighths {
            let step = turned(last, n);
            if !steps.contains(&step) {
                steps.push(step);
            }
        }
    }
    Ok(steps)
}

/// Whether the last turn on a way was to the right; an oblique first step is one, away
/// from the straight line it is nearest to. `None` if there was no turn.
fn last_turn_is_right(route: &[Delta]) -> Option<bool> {
    let turns = route.windows(2).rev().filter_map(|pair| {
        let eighths = (0..8).find(|&n| turned(pair[0], n) == pair[1])?;
        (eighths % 4 != 0).then_some(eighths < 4)
    });
    let first = route.first().filter(|&&step| is_oblique(step));
    turns.chain(first.map(|&step| turns_right(step))).next()
}
