//! The geometry of steps: their eight directions, turns, and what lies between.

use crate::geometry::Delta;
use crate::rules::pattern::MAX_BETWEEN;
use arrayvec::ArrayVec;

/// Every reflection of a leap, each once.
pub(super) fn eight_steps(long: i8, short: i8) -> Vec<Delta> {
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

/// Whether a step is neither orthogonal nor diagonal.
pub(in crate::rules) fn is_oblique(step: Delta) -> bool {
    let (files, ranks) = (step.files.unsigned_abs(), step.ranks.unsigned_abs());
    files != 0 && ranks != 0 && files != ranks
}

/// A step turned to the right by this many eighths of a circle. Orthogonal and diagonal
/// steps become each other; oblique steps go round their own eight directions.
pub(in crate::rules) fn turned(step: Delta, eighths: i8) -> Delta {
    let (files, ranks) = (step.files.abs(), step.ranks.abs());
    let (long, short) = (files.max(ranks), files.min(ranks));
    let circle = if is_oblique(step) {
        [
            (short, long),
            (long, short),
            (long, -short),
            (short, -long),
            (-short, -long),
            (-long, -short),
            (-long, short),
            (-short, long),
        ]
    } else {
        [
            (0, long),
            (long, long),
            (long, 0),
            (long, -long),
            (0, -long),
            (-long, -long),
            (-long, 0),
            (-long, long),
        ]
    };
    let now = circle
        .iter()
        .position(|&(f, r)| Delta::new(f, r) == step)
        .unwrap_or(0) as i8;
    let (files, ranks) = circle[(now + eighths).rem_euclid(8) as usize];
    Delta::new(files, ranks)
}

/// The squares that a leap passes if it is walked: orthogonally first, and then
/// diagonally. A knight so becomes the horse of Xiangqi.
pub(in crate::rules) fn squares_between(step: Delta) -> ArrayVec<Delta, MAX_BETWEEN> {
    let mut squares = ArrayVec::new();
    let mut at = Delta::new(0, 0);
    loop {
        let left = step - at;
        let (files, ranks) = (left.files.unsigned_abs(), left.ranks.unsigned_abs());
        at = at
            + Delta::new(
                if files >= ranks {
                    left.files.signum()
                } else {
                    0
                },
                if ranks >= files {
                    left.ranks.signum()
                } else {
                    0
                },
            );
        if at == step {
            return squares;
        }
        squares.push(at);
    }
}
