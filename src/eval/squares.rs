//! What squares are worth to kings, pawns and goals, derived from a game beforehand.

use super::Weights;
use super::weights::{RANKS_BEHIND_PAWNS, WAY};
use crate::geometry::{Bitboard, Bits256, Shape, Square, SquareTable};
use crate::rules::{Color, ColorMap, Leg, Piece, Variant};

/// A table of the squares of a board; the others have the default value.
pub(super) fn by_square<T: Default>(
    shape: Shape,
    mut value: impl FnMut(Square) -> T,
) -> SquareTable<T> {
    SquareTable::from_fn(|s| {
        if s.index() < shape.len() {
            value(s)
        } else {
            T::default()
        }
    })
}

/// The worth of a king in the middle, when hardly a piece is left.
pub(super) fn activity(shape: Shape, weights: &Weights) -> SquareTable<i16> {
    by_square(shape, |s| {
        (centrality(shape, s) * f64::from(weights.king_activity)) as i16
    })
}

/// 0 at the edge, 1 next to it, and so on, in both directions added.
fn centrality(shape: Shape, square: Square) -> f64 {
    let inward = |at: u8, size: u8| f64::from(at.min(size - 1 - at));
    inward(shape.file(square), shape.files()) + inward(shape.rank(square), shape.ranks())
}

/// The rank as a player counts it, 0 for the first.
fn own_rank(shape: Shape, color: Color, square: Square) -> u8 {
    match color {
        Color::White => shape.rank(square),
        Color::Black => shape.ranks() - 1 - shape.rank(square),
    }
}

/// What a king gives up by leaving its corner while the enemy has pieces.
pub(super) fn shelter(shape: Shape, color: Color, weights: &Weights) -> SquareTable<i16> {
    by_square(shape, |s| {
        let from_home = own_rank(shape, color, s).min(weights.king_shelter_ranks);
        let file = shape.file(s);
        let from_edge = file.min(shape.files() - 1 - file);
        let from_edge = from_edge.min(weights.king_shelter_files);
        let steps = i32::from(from_home) * weights.king_shelter_rank + i32::from(from_edge);
        (-steps * weights.king_shelter) as i16
    })
}

/// What it is worth to be so near to a region.
pub(super) fn goal(shape: Shape, region: &Bits256, weights: &Weights) -> SquareTable<i16> {
    by_square(shape, |s| {
        let distances = region
            .squares()
            .map(|goal| i32::from(shape.delta(s, goal).chebyshev()));
        distances
            .min()
            .map_or(0, |distance| (weights.goal / (1 + distance)) as i16)
    })
}

/// How far a pawn has come towards the nearest rank of promotion: 0 to [`WAY`].
pub(super) fn advance(variant: &Variant, color: Color) -> SquareTable<i32> {
    let shape = variant.shape;
    let start = i32::from(shape.ranks() / RANKS_BEHIND_PAWNS).max(1);
    by_square(shape, |s| {
        let here = own_rank(shape, color, s);
        let goals = variant.promotion.region[color]
            .squares()
            .map(|goal| own_rank(shape, color, goal));
        match goals.filter(|&goal| goal > here).min() {
            Some(goal) => {
                let (here, goal) = (i32::from(here), i32::from(goal));
                WAY * (here - start).max(0) / (goal - start).max(1)
            }
            None => 0,
        }
    })
}

/// What pawns can do, one step after the other, whatever stands in their way.
struct PawnWays<B> {
    /// By square: it and all squares to which a pawn can come from it without capturing.
    path: SquareTable<B>,
    /// By square: what a pawn can capture from a square of its path.
    captures: SquareTable<B>,
}

impl<B: Bitboard> PawnWays<B> {
    fn new(variant: &Variant, color: Color) -> Self {
        let shape = variant.shape;
        let patterns: Vec<_> = variant
            .pawns
            .iter()
            .flat_map(|kind| variant.patterns_of(Piece::new(kind, color)))
            .filter(|pattern| !pattern.initial && pattern.legs().count() == 1)
            .collect();
        let steps = |from: Square, captures: bool| -> Vec<Square> {
            let can = |leg: &&Leg| if captures { leg.capture } else { leg.quiet };
            let legs = patterns.iter().map(|pattern| &pattern.last).filter(can);
            let ends = legs.flat_map(|leg| {
                (1..=leg.reach).filter_map(move |n| leg.offset(shape, from, leg.nth_step(n)))
            });
            ends.filter(|&s| !variant.holes.contains(s)).collect()
        };
        let path = by_square(shape, |s| {
            let mut path = B::single(s);
            let mut left = vec![s];
            while let Some(from) = left.pop() {
                for to in steps(from, false) {
                    if !path.contains(to) {
                        path |= B::single(to);
                        left.push(to);
                    }
                }
            }
            path
        });
        let captures = by_square(shape, |s| {
            let ends = path[s].squares().flat_map(|from| steps(from, true));
            ends.fold(B::EMPTY, |set, s| set | B::single(s))
        });
        Self { path, captures }
    }
}

/// The squares from which an enemy pawn can still stop a pawn, or be captured by it on its way:
/// it stands in its path, or comes to attack a square of it.
pub(super) fn stoppers<B: Bitboard>(variant: &Variant) -> ColorMap<SquareTable<B>> {
    let ways = ColorMap::from_fn(|color| PawnWays::<B>::new(variant, color));
    let shape = variant.shape;
    ColorMap::from_fn(|color| {
        let (own, enemy) = (&ways[color], &ways[color.other()]);
        by_square(shape, |s| {
            let path = own.path[s].without(B::single(s));
            shape
                .squares()
                .filter(|&t| path.contains(t) || enemy.captures[t].intersects(path))
                .fold(B::EMPTY, |set, t| set | B::single(t))
        })
    })
}

/// For each square those of the two files beside its own.
pub(super) fn beside<B: Bitboard>(shape: Shape) -> SquareTable<B> {
    by_square(shape, |s| {
        let file = shape.file(s);
        let near = |t: &Square| shape.file(*t).abs_diff(file) == 1;
        let squares = shape.squares().filter(near);
        squares.fold(B::EMPTY, |set, t| set | B::single(t))
    })
}

/// For each square those before it on its file.
pub(super) fn ahead<B: Bitboard>(shape: Shape, color: Color) -> SquareTable<B> {
    by_square(shape, |s| {
        let before = |t: &Square| {
            shape.file(*t) == shape.file(s)
                && own_rank(shape, color, *t) > own_rank(shape, color, s)
        };
        let squares = shape.squares().filter(before);
        squares.fold(B::EMPTY, |set, t| set | B::single(t))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Catalog;

    fn square(shape: Shape, file: i32, rank: i32) -> Square {
        shape.square(file, rank).unwrap()
    }

    #[test]
    fn kings_hide_in_corners_and_come_out_to_the_middle() {
        let shape = Shape::new(8, 8).unwrap();
        let weights = Weights::default();
        let shelter = shelter(shape, Color::Black, &weights);
        let activity = activity(shape, &weights);
        let (corner, middle) = (square(shape, 7, 7), square(shape, 3, 4));
        assert_eq!(shelter[corner], 0);
        assert!(shelter[middle] < shelter[square(shape, 6, 7)]);
        assert_eq!((activity[corner], activity[middle]), (0, 36));
    }

    #[test]
    fn a_pawn_one_step_before_the_last_has_nearly_come_all_the_way() {
        let variant = Catalog::built_in().get("chess").unwrap();
        let shape = variant.shape;
        let advance = advance(variant, Color::Black);
        let on = |rank| advance[square(shape, 0, rank)];
        assert_eq!((on(6), on(1), on(0)), (0, WAY * 5 / 6, 0));
        assert!(on(5) < on(4));
    }

    #[test]
    fn only_squares_before_a_pawn_are_in_front_of_it() {
        let variant = Catalog::built_in().get("chess").unwrap();
        let shape = variant.shape;
        let stoppers = stoppers::<u64>(variant);
        let here = stoppers[Color::White][square(shape, 0, 4)];
        // a6, a7 and a8 stand in its way; from b7 and b8 a pawn comes to attack it.
        let squares = [(0, 5), (0, 6), (0, 7), (1, 6), (1, 7)];
        let expected = squares.map(|(file, rank)| square(shape, file, rank));
        assert_eq!(
            here,
            expected.iter().fold(0, |set, &s| set | u64::single(s))
        );
        assert_eq!(
            stoppers[Color::White][Square::new(200)],
            0,
            "beyond the board"
        );
    }

    #[test]
    fn a_berolina_pawn_is_stopped_where_it_goes() {
        let variant = Catalog::built_in().get("berolina").unwrap();
        let shape = variant.shape;
        let stoppers = stoppers::<u64>(variant);
        let here = stoppers[Color::White][square(shape, 3, 4)];
        assert!(here.contains(square(shape, 2, 5)) && here.contains(square(shape, 6, 7)));
        assert!(
            !here.contains(square(shape, 3, 5)),
            "it captures straight ahead"
        );
        assert!(here.contains(square(shape, 2, 6)), "it captures on c6");
    }

    #[test]
    fn files_beside_and_squares_ahead() {
        let shape = Shape::new(8, 8).unwrap();
        let (beside, ahead) = (beside::<u64>(shape), ahead::<u64>(shape, Color::Black));
        assert_eq!(beside[square(shape, 0, 3)].count(), 8);
        assert_eq!(beside[square(shape, 4, 3)].count(), 16);
        assert_eq!(ahead[square(shape, 0, 3)].count(), 3);
    }

    #[test]
    fn a_step_from_a_goal_is_half_its_worth() {
        let shape = Shape::new(8, 8).unwrap();
        let weights = Weights::default();
        let region = Bits256::single(square(shape, 4, 4));
        let goal = goal(shape, &region, &weights);
        assert_eq!(i32::from(goal[square(shape, 4, 4)]), weights.goal);
        assert_eq!(i32::from(goal[square(shape, 5, 3)]), weights.goal / 2);
    }
}
