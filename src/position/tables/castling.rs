//! What must hold for castling, as sets of squares.

use super::{Tables, footprint};
use crate::geometry::{Bitboard, Bits256, Delta, Shape, Square, SquareTable};
use crate::rules::{CastlingSide, CastlingText, Color, ColorMap, Piece, Variant};

/// Castling to one side.
pub(in crate::position) struct CastlingPath<B> {
    /// Where king and rook go.
    pub squares: CastlingSide,
    /// The squares that must be empty.
    pub empty: B,
    /// The squares that must not be attacked: those the king passes and lands on.
    pub safe: B,
    /// It is written as the king's square and the rook's: so the game wants it, or the
    /// king's move would read like another.
    pub by_rook: bool,
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
                by_rook: is_written_by_rook::<B>(variant, color, side),
            })
        })
    })
}

/// Whether castling to a side is written by the rook's square. No other move can be written so,
/// since the rook stands there.
fn is_written_by_rook<B: Bitboard>(variant: &Variant, color: Color, side: usize) -> bool {
    let Some(castling) = &variant.castling else {
        return false;
    };
    let (Some(squares), Some(king)) = (castling.sides[color][side], castling.king[color]) else {
        return false;
    };
    let (from, to) = (squares.king_from, squares.king_to);
    let piece = Piece::new(king, color);
    let goes_there = || {
        let mut patterns = variant.patterns_of(piece).into_iter();
        patterns.any(|p| footprint::<B>(variant, piece, from, &p).quiet.contains(to))
    };
    let other_side = castling.sides[color][1 - side];
    castling.text == CastlingText::KingTakesRook
        || from == to
        || other_side.is_some_and(|other| other.king_to == to)
        || goes_there()
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
