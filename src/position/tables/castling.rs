//! What must hold for castling, as sets of squares.

use super::Tables;
use crate::geometry::{Bitboard, Bits256, Delta, Shape, Square, SquareTable};
use crate::rules::{CastlingSide, Color, ColorMap, Variant};

/// Castling to one side.
pub(in crate::position) struct CastlingPath<B> {
    /// Where king and rook go.
    pub squares: CastlingSide,
    /// The squares that must be empty.
    pub empty: B,
    /// The squares that must not be attacked: those the king passes and lands on.
    pub safe: B,
}

/// The castlings of a game; none that would leave the board.
pub(super) fn paths<B: Bitboard>(variant: &Variant) -> ColorMap<[Option<CastlingPath<B>>; 2]> {
    ColorMap::from_fn(|color| {
        [0, 1].map(|side| {
            let squares = variant.castling.as_ref()?.sides[color][side]?;
            let shape = variant.shape;
            let king = line(shape, squares.king_from, squares.king_to);
            let rook = line(shape, squares.rook_from, squares.rook_to);
            let between = line(shape, squares.king_from, squares.rook_from);
            let movers = [squares.king_from, squares.rook_from]
                .into_iter()
                .collect::<Bits256>();
            let all = king | rook | between;
            if all.intersects(variant.holes) {
                return None;
            }
            let empty = B::from_wide(all.without(movers));
            let start: Bits256 = [squares.king_from].into_iter().collect();
            Some(CastlingPath {
                squares,
                empty,
                safe: B::from_wide(king.without(start)),
            })
        })
    })
}

/// The squares from one square of a rank to another, both included.
fn line(shape: Shape, from: Square, to: Square) -> Bits256 {
    let delta = shape.delta(from, to);
    let step = Delta::new(delta.files.signum(), 0);
    let count = delta.chebyshev() as i8;
    (0..=count)
        .filter_map(|n| shape.offset(from, step * n))
        .collect()
}

/// The rights that end when a piece leaves a square or is captured there.
pub(super) fn rights_lost<B: Bitboard>(
    castling: &ColorMap<[Option<CastlingPath<B>>; 2]>,
) -> SquareTable<u8> {
    let mut lost = SquareTable::from_fn(|_| 0);
    for color in Color::BOTH {
        for (side, path) in castling[color].iter().enumerate() {
            if let Some(path) = path {
                lost[path.squares.king_from] |= Tables::<B>::right(color, side);
                lost[path.squares.rook_from] |= Tables::<B>::right(color, side);
            }
        }
    }
    lost
}
