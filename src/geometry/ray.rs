//! What lies in one direction from each square.

use super::{Bitboard, Delta, Shape, Square, SquareTable};

/// For one step direction and every square: the squares reached by repeating the
/// step, up to some number of times, until the edge of the box.
#[derive(Clone, Debug)]
pub struct RayTable<B> {
    squares: SquareTable<B>,
    /// Whether each step leads to a higher square index, so that the nearest square
    /// of a ray is its lowest.
    ascending: bool,
}

impl<B: Bitboard> RayTable<B> {
    /// The rays of at most `reach` steps. The step must not be zero.
    pub fn new(shape: Shape, step: Delta, reach: u8) -> Self {
        let squares = SquareTable::from_fn(|from| {
            let mut ray = B::EMPTY;
            if from.index() < shape.len() {
                let mut at = from;
                for _ in 0..reach {
                    match shape.offset(at, step) {
                        Some(next) => at = next,
                        None => break,
                    }
                    ray |= B::single(at);
                }
            }
            ray
        });
        Self {
            squares,
            ascending: step.is_ascending(),
        }
    }

    /// All squares of the ray from here, whatever stands on them.
    #[inline(always)]
    pub fn from(&self, square: Square) -> B {
        self.squares[square]
    }

    /// The square of a non-empty subset of a ray that is nearest to the ray's start.
    #[inline(always)]
    pub fn nearest(&self, subset: B) -> Square {
        if self.ascending {
            subset.lowest()
        } else {
            subset.highest()
        }
    }

    /// The first blocker on the ray from here.
    #[inline(always)]
    pub fn first_blocker(&self, square: Square, blockers: B) -> Option<Square> {
        let hit = self.squares[square] & blockers;
        hit.any().then(|| self.nearest(hit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Bits256;

    #[test]
    fn nearest_blocker_in_every_direction() {
        let shape = Shape::new(12, 16).unwrap();
        let from = shape.square(5, 7).unwrap();
        for (files, ranks) in [
            (1, 0),
            (-1, 0),
            (0, 1),
            (0, -1),
            (1, 1),
            (-1, 1),
            (1, -1),
            (-1, -1),
        ] {
            let step = Delta::new(files, ranks);
            let ray = RayTable::<Bits256>::new(shape, step, 3);
            assert_eq!(ray.from(from).count(), 3);
            let second = shape.offset(from, step * 2).unwrap();
            let third = shape.offset(from, step * 3).unwrap();
            let blockers = Bits256::single(second) | Bits256::single(third);
            assert_eq!(ray.first_blocker(from, blockers), Some(second));
            assert_eq!(ray.first_blocker(from, Bits256::EMPTY), None);
        }
    }

    #[test]
    fn rays_end_at_the_edge() {
        let shape = Shape::new(7, 7).unwrap();
        let ray = RayTable::<u64>::new(shape, Delta::new(1, 1), 255);
        assert_eq!(ray.from(shape.square(4, 4).unwrap()).count(), 2);
        assert_eq!(ray.from(shape.square(6, 0).unwrap()).count(), 0);
    }
}
