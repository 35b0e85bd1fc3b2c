//! Direction letters: which of an atom's steps they choose.

use super::ast::Direction;
use super::parse::Problem;
use super::turn::is_oblique;
use crate::geometry::Delta;

/// One or two direction letters that are read together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Aim {
    /// `f`
    One(Direction),
    /// `ff`
    Twice(Direction),
    /// `fh`
    Half(Direction),
    /// `fl`: one letter about ranks, one about files, in either order
    Pair(Direction, Direction),
    /// `hl`, `hr`
    Turning(Direction),
}

/// Groups direction letters from the left, each with the next where they go together,
/// and tells where each group begins.
pub(super) fn aims(directions: &[(Direction, usize)]) -> Result<Vec<(Aim, usize)>, Problem> {
    let mut aims = Vec::new();
    let mut rest = directions;
    while let [(first, column), tail @ ..] = rest {
        let second = tail.first().map(|(second, _)| *second);
        let (aim, letters) = match (*first, second) {
            (Direction::Half, Some(side @ (Direction::Left | Direction::Right))) => {
                (Aim::Turning(side), 2)
            }
            (Direction::Half, _) => {
                return Err((
                    *column,
                    "'h' stands behind another direction, or before l or r".into(),
                ));
            }
            (first, Some(Direction::Half)) => (Aim::Half(first), 2),
            (first, Some(second)) if first == second => (Aim::Twice(first), 2),
            (first, Some(second)) if first.is_vertical() != second.is_vertical() => {
                (Aim::Pair(first, second), 2)
            }
            (first, _) => (Aim::One(first), 1),
        };
        aims.push((aim, *column));
        rest = &rest[letters..];
    }
    Ok(aims)
}

impl Aim {
    /// Whether a step of a first leg goes that way. `compound` is for K and Q, whose steps
    /// are both orthogonal and diagonal: there a pair of letters means the diagonal steps
    /// alone, and a doubled letter the orthogonal one.
    pub fn fits(self, step: Delta, compound: bool) -> bool {
        let orthogonal = step.files == 0 || step.ranks == 0;
        if orthogonal {
            match self {
                Self::One(d) | Self::Twice(d) | Self::Half(d) => narrow(step, d),
                Self::Pair(a, b) => !compound && (narrow(step, a) || narrow(step, b)),
                Self::Turning(_) => false,
            }
        } else if is_oblique(step) {
            match self {
                Self::One(d) | Self::Twice(d) => narrow(step, d),
                Self::Half(d) => points(step, d),
                Self::Pair(a, b) => points(step, a) && narrow(step, b),
                Self::Turning(side) => turns_right(step) == (side == Direction::Right),
            }
        } else {
            match self {
                Self::One(d) | Self::Half(d) => points(step, d),
                Self::Twice(d) => !compound && points(step, d),
                Self::Pair(a, b) => points(step, a) && points(step, b),
                Self::Turning(_) => false,
            }
        }
    }

    /// The turns that this means on a later leg, in eighths of a circle to the right of
    /// the leg before.
    pub fn eighths(self) -> Option<Vec<i8>> {
        let straight: fn(Direction) -> &'static [i8] = |direction| match direction {
            Direction::Forward => &[0],
            Direction::Back => &[4],
            Direction::Left => &[6],
            Direction::Right => &[2],
            Direction::Vertical => &[0, 4],
            Direction::Sideways => &[2, 6],
            Direction::Half | Direction::SameSide | Direction::OtherSide => &[],
        };
        match self {
            Self::One(d) | Self::Twice(d) => Some(straight(d).to_vec()),
            Self::Pair(a, b) => {
                let near = |n: i8, d: Direction| {
                    let mut apart = straight(d).iter().map(|s| (n - s).rem_euclid(8));
                    apart.any(|eighths| matches!(eighths, 1 | 7))
                };
                Some((0..8).filter(|&n| near(n, a) && near(n, b)).collect())
            }
            Self::Half(_) | Self::Turning(_) => None,
        }
    }
}

fn points(step: Delta, direction: Direction) -> bool {
    match direction {
        Direction::Forward => step.ranks > 0,
        Direction::Back => step.ranks < 0,
        Direction::Left => step.files < 0,
        Direction::Right => step.files > 0,
        Direction::Vertical => step.ranks != 0,
        Direction::Sideways => step.files != 0,
        Direction::Half | Direction::SameSide | Direction::OtherSide => false,
    }
}

/// Whether a step points in a direction, and further that way than across.
fn narrow(step: Delta, direction: Direction) -> bool {
    let upright = step.ranks.unsigned_abs() > step.files.unsigned_abs();
    points(step, direction) && upright == direction.is_vertical()
}

/// Whether an oblique step is to the right of the straight line it is nearest to.
pub(super) fn turns_right(step: Delta) -> bool {
    let upright = step.ranks.unsigned_abs() > step.files.unsigned_abs();
    ((step.files > 0) == (step.ranks > 0)) == upright
}
