//! The groups that attacks by leaps are looked up by: all pieces that make the same leaps
//! share one.

use super::leaps::Path;
use crate::geometry::{Bitboard, Bits256, Delta, Square, SquareTable};
use crate::rules::{Color, Pattern, Variant};
use smallvec::SmallVec;

/// Attacks by lame leaps of one kind, from the target's point of view.
pub(in crate::position) struct PathGroup<B> {
    /// From where the square can be attacked, if the paths are open.
    pub sources: SquareTable<B>,
    /// The paths that end on the square; [`Path::end`] is the attacker's square.
    pub paths: SquareTable<Vec<Path<B>>>,
}

/// What makes two pieces attack alike: the steps of one leap, where they may end, and
/// the player whose first moves they are restricted to, if they are.
#[derive(Clone, PartialEq, Eq)]
struct GroupKey {
    steps: Vec<(Delta, Vec<Delta>)>,
    region: Option<Bits256>,
    initial: Option<Color>,
}

/// Collects the groups of a game while its pieces are compiled.
#[derive(Default)]
pub(super) struct Groups {
    leaps: Vec<GroupKey>,
    paths: Vec<GroupKey>,
}

impl Groups {
    /// The indices of a piece's leap groups and path groups, new ones added.
    pub(super) fn add(
        &mut self,
        color: Color,
        region: Option<Bits256>,
        patterns: &[Pattern],
    ) -> (SmallVec<[u16; 8]>, SmallVec<[u16; 2]>) {
        let mut leap_indices = SmallVec::new();
        let mut path_indices = SmallVec::new();
        let mut left: Vec<&Pattern> = patterns
            .iter()
            .filter(|p| p.last.capture && p.last.reach == 1)
            .collect();
        while let Some(first) = left.first().copied() {
            // Steps of one length stay together, so that all knights share a group
            // whatever else they can do.
            let size = |p: &Pattern| {
                let (a, b) = (
                    p.last.step.files.unsigned_abs(),
                    p.last.step.ranks.unsigned_abs(),
                );
                (a.min(b), a.max(b), p.last.through.is_empty(), p.initial)
            };
            let (same, rest) = left.into_iter().partition(|p| size(p) == size(first));
            left = rest;
            let mut steps: Vec<(Delta, Vec<Delta>)> = same
                .iter()
                .map(|p: &&Pattern| (p.last.step, p.last.through.to_vec()))
                .collect();
            steps.sort();
            steps.dedup();
            let key = GroupKey {
                steps,
                region,
                initial: first.initial.then_some(color),
            };
            if first.last.through.is_empty() {
                leap_indices.push(intern(&mut self.leaps, key));
            } else {
                path_indices.push(intern(&mut self.paths, key));
            }
        }
        (leap_indices, path_indices)
    }

    pub(super) fn into_tables<B: Bitboard>(
        self,
        variant: &Variant,
    ) -> (Vec<SquareTable<B>>, Vec<PathGroup<B>>) {
        let paths_to = |key: &GroupKey, to: Square| -> Vec<Path<B>> {
            let open = key.region.is_none_or(|region| region.contains(to));
            if to.index() >= variant.shape.len() || !open {
                return Vec::new();
            }
            key.steps
                .iter()
                .filter_map(|(step, through)| reverse(variant, key, to, *step, through))
                .collect()
        };
        let sources = |paths: &[Path<B>]| {
            paths
                .iter()
                .fold(B::EMPTY, |set, path| set | B::single(path.end))
        };
        let leaps = self
            .leaps
            .iter()
            .map(|key| SquareTable::from_fn(|to| sources(&paths_to(key, to))))
            .collect();
        let paths = self
            .paths
            .iter()
            .map(|key| PathGroup {
                sources: SquareTable::from_fn(|to| sources(&paths_to(key, to))),
                paths: SquareTable::from_fn(|to| paths_to(key, to)),
            })
            .collect();
        (leaps, paths)
    }
}

/// The path by which a piece that makes `step` attacks `to`.
fn reverse<B: Bitboard>(
    variant: &Variant,
    key: &GroupKey,
    to: Square,
    step: Delta,
    through: &[Delta],
) -> Option<Path<B>> {
    let end = variant.shape.offset(to, -step)?;
    if key
        .initial
        .is_some_and(|color| !variant.initial_region[color].contains(end))
    {
        return None;
    }
    let mut squares = B::EMPTY;
    for &mid in through {
        squares |= B::single(variant.shape.offset(end, mid)?);
    }
    Some(Path {
        end,
        through: squares,
        passed: None,
        quiet: false,
        capture: true,
    })
}

fn intern(keys: &mut Vec<GroupKey>, key: GroupKey) -> u16 {
    let index = keys.iter().position(|k| *k == key).unwrap_or_else(|| {
        keys.push(key);
        keys.len() - 1
    });
    index as u16
}
