//! From Betza terms to elementary move patterns.

use super::ast::{Betza, Direction, Leg, Range, Term};
use super::parse::Problem;
use crate::geometry::Delta;
use crate::rules::pattern::{Pattern, UNLIMITED};
use arrayvec::ArrayVec;

/// The longest bent move: squares passed plus the last one.
const MAX_LEGS: usize = 5;

impl Betza {
    /// All elementary patterns of the piece, without repetition, as White moves it.
    ///
    /// # Errors
    /// The column of a term that has no meaning, and why. Never for a value that
    /// [`parse()`](super::parse()) returned.
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
    let problem = |text: &str| Err((term.column, text.to_string()));
    let Some((last, before)) = term.legs.split_last() else {
        return problem("a term without legs");
    };
    if last.en_passant && !last.capture {
        return problem("'e' needs 'c': only a capture can be made en passant");
    }
    match before {
        [] => single_leg(term, last),
        [first] if first.capture => rifle(term, first, last),
        _ => bent(term, before, last),
    }
}

fn pattern(leg: &Leg, step: Delta) -> Pattern {
    let unsaid = !leg.quiet && !leg.capture;
    Pattern {
        step,
        reach: 1,
        through: ArrayVec::new(),
        quiet: leg.quiet || unsaid,
        capture: leg.capture || unsaid,
        en_passant: leg.en_passant,
        initial: leg.initial,
        rifle: false,
    }
}

fn single_leg(term: &Term, leg: &Leg) -> Result<Vec<Pattern>, Problem> {
    let reach = match term.range {
        Range::Natural if !term.atom.slides => 1,
        Range::Natural | Range::Unlimited => UNLIMITED,
        Range::Steps(steps) => steps,
    };
    let steps = first_steps(term, leg)?;
    if !leg.lame {
        return Ok(steps
            .iter()
            .map(|&step| Pattern {
                reach,
                ..pattern(leg, step)
            })
            .collect());
    }
    steps
        .iter()
        .map(|&step| {
            let length = step.chebyshev() as i8;
            let unit = Delta::new(step.files / length, step.ranks / length);
            if length < 2 || unit * length != step {
                return Err((
                    term.column,
                    format!(
                        "'n' is not supported on {}: nothing lies between",
                        term.atom.letter
                    ),
                ));
            }
            let through = (1..length).map(|n| unit * n).collect();
            Ok(Pattern {
                reach,
                through,
                ..pattern(leg, step)
            })
        })
        .collect()
}

/// `cabX`: captures on X's square and returns.
fn rifle(term: &Term, first: &Leg, last: &Leg) -> Result<Vec<Pattern>, Problem> {
    let returns = *last
        == Leg {
            directions: vec![Direction::Back],
            ..Leg::default()
        };
    let plain = !first.quiet && !first.en_passant && !first.initial && !first.lame;
    if !returns || !plain || term.range != Range::Natural || term.atom.slides {
        return Err((
            term.column,
            "the only capture on the way that is supported is 'cab' and a leap, a rifle capture"
                .into(),
        ));
    }
    let steps = first_steps(term, first)?;
    Ok(steps
        .iter()
        .map(|&s| Pattern {
            rifle: true,
            ..pattern(first, s)
        })
        .collect())
}

/// `mafsW` and the like: single steps over empty squares, each in a direction
/// relative to the one before.
fn bent(term: &Term, before: &[Leg], last: &Leg) -> Result<Vec<Pattern>, Problem> {
    let problem = |text: &str| Err((term.column, text.to_string()));
    let is_step = !term.atom.slides && term.range == Range::Natural;
    if !is_step || !matches!(term.atom.letter, 'W' | 'F' | 'K') {
        return problem("a move of several legs is supported on W, F and K only");
    }
    if term.legs.len() > MAX_LEGS {
        return problem("too many legs");
    }
    if before
        .iter()
        .any(|leg| leg.capture || leg.en_passant || leg.lame)
        || before[1..]
            .iter()
            .chain([last])
            .any(|leg| leg.initial || leg.lame)
    {
        return problem("this combination of legs is not supported");
    }
    let mut paths: Vec<Vec<Delta>> = first_steps(term, &before[0])?
        .into_iter()
        .map(|step| vec![step])
        .collect();
    for leg in before[1..].iter().chain([last]) {
        let turns = turns(&leg.directions);
        paths = paths
            .iter()
            .flat_map(|path| {
                turns.iter().map(|&eighths| {
                    let mut longer = path.clone();
                    longer.push(turn(path[path.len() - 1], eighths));
                    longer
                })
            })
            .collect();
    }
    let mut patterns = Vec::new();
    for path in paths {
        let mut at = Delta::new(0, 0);
        let mut squares: Vec<Delta> = Vec::new();
        for step in path {
            at = at + step;
            squares.push(at);
        }
        let Some(end) = squares.pop().filter(|&end| end != Delta::new(0, 0)) else {
            return problem("a move that returns to its start without capturing is not supported");
        };
        let initial = before[0].initial;
        let through = squares.into_iter().collect();
        patterns.push(Pattern {
            through,
            initial,
            ..pattern(last, end)
        });
    }
    Ok(patterns)
}

/// The steps of an atom in the directions of a move's first leg.
fn first_steps(term: &Term, leg: &Leg) -> Result<Vec<Delta>, Problem> {
    let mut steps = Vec::new();
    for &(long, short) in term.atom.leaps {
        let all = symmetric_steps(long, short);
        if leg.directions.is_empty() {
            steps.extend(all);
        } else if short == 0 {
            steps.extend(all.into_iter().filter(|s| {
                leg.directions.iter().any(|&d| {
                    if d.is_vertical() {
                        s.files == 0 && points(*s, d)
                    } else {
                        s.ranks == 0 && points(*s, d)
                    }
                })
            }));
        } else if long == short {
            let wanted = diagonal_directions(&leg.directions);
            if term.atom.leaps.len() > 1 && wanted.iter().any(|w| w.len() > 1) {
                return Err((
                    term.column,
                    format!(
                        "two directions together are ambiguous on {}: write the orthogonal and \
                         the diagonal moves apart",
                        term.atom.letter
                    ),
                ));
            }
            steps.extend(
                all.into_iter()
                    .filter(|s| wanted.iter().any(|w| w.iter().all(|&d| points(*s, d)))),
            );
        } else {
            return Err((
                term.column,
                format!(
                    "directions on the oblique atom {} are not supported",
                    term.atom.letter
                ),
            ));
        }
    }
    Ok(steps)
}

/// Every reflection of a leap, each once.
fn symmetric_steps(long: i8, short: i8) -> Vec<Delta> {
    let mut steps = Vec::new();
    for (files, ranks) in [(short, long), (long, short)] {
        for (fx, ry) in [(1, 1), (-1, 1), (1, -1), (-1, -1)] {
            let step = Delta::new(files * fx, ranks * ry);
            if !steps.contains(&step) {
                steps.push(step);
            }
        }
    }
    steps
}

fn points(step: Delta, direction: Direction) -> bool {
    match direction {
        Direction::Forward => step.ranks > 0,
        Direction::Back => step.ranks < 0,
        Direction::Left => step.files < 0,
        Direction::Right => step.files > 0,
        Direction::Vertical => step.ranks != 0,
        Direction::Sideways => step.files != 0,
    }
}

/// Groups direction letters as diagonal atoms read them: a vertical letter followed
/// by a sideways one is one group (`fl`), any other letter stands alone (`f` is both
/// forward diagonals).
fn diagonal_directions(directions: &[Direction]) -> Vec<Vec<Direction>> {
    let mut groups: Vec<Vec<Direction>> = Vec::new();
    for &direction in directions {
        match groups.last_mut() {
            Some(group)
                if group.len() == 1 && group[0].is_vertical() && !direction.is_vertical() =>
            {
                group.push(direction);
            }
            _ => groups.push(vec![direction]),
        }
    }
    groups
}

/// The turns that a later leg's directions allow, in eighths of a circle to the
/// right of the leg before; all eight where no direction is written.
fn turns(directions: &[Direction]) -> Vec<i8> {
    if directions.is_empty() {
        return (0..8).collect();
    }
    let mut turns: Vec<i8> = Vec::new();
    for group in diagonal_directions(directions) {
        let alone: &[i8] = match group[0] {
            Direction::Forward => &[0],
            Direction::Back => &[4],
            Direction::Left => &[6],
            Direction::Right => &[2],
            Direction::Vertical => &[0, 4],
            Direction::Sideways => &[2, 6],
        };
        let forward: &[i8] = match group[0] {
            Direction::Forward => &[1],
            Direction::Back => &[-1],
            _ => &[1, -1],
        };
        let found: Vec<i8> = match group.get(1) {
            None => alone.to_vec(),
            Some(side) => alone
                .iter()
                .zip(forward)
                .flat_map(|(&straight, &bend)| match side {
                    Direction::Right => vec![straight + bend],
                    Direction::Left => vec![straight - bend],
                    _ => vec![straight + bend, straight - bend],
                })
                .collect(),
        };
        turns.extend(
            found
                .into_iter()
                .map(|t| t.rem_euclid(8))
                .filter(|t| !turns.contains(t))
                .collect::<Vec<_>>(),
        );
    }
    turns
}

/// A single step turned to the right by so many eighths of a circle.
fn turn(step: Delta, eighths: i8) -> Delta {
    const CIRCLE: [(i8, i8); 8] = [
        (0, 1),
        (1, 1),
        (1, 0),
        (1, -1),
        (0, -1),
        (-1, -1),
        (-1, 0),
        (-1, 1),
    ];
    let now = CIRCLE
        .iter()
        .position(|&(f, r)| Delta::new(f, r) == step)
        .unwrap_or(0);
    let (files, ranks) = CIRCLE[(now + eighths as usize) % 8];
    Delta::new(files, ranks)
}
