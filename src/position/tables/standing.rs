//! Where pawns cannot stand: squares on which they would have had to promote, or could
//! never move again, and to which no play leads.
//!
//! What is refused in a FEN must be what cannot happen. So the squares that look wrong
//! are only where the search begins: a pawn that stood there in the start position, that
//! can arrive from a square where it may stand, or that came about there, is right.

use super::footprint::footprint;
use super::piece::PieceTable;
use crate::geometry::{Bitboard, Square};
use crate::rules::{Cell, Piece, Variant};

/// The squares on which a promoting pawn cannot stand by the rules; none for other pieces.
/// `start` is the start position, a1 first.
pub(super) fn forbidden<B: Bitboard>(
    variant: &Variant,
    piece: Piece,
    table: &PieceTable<B>,
    start: &[Cell],
) -> B {
    let promotion = &variant.promotion;
    if !promotion.pawns[piece.color()].contains(piece.kind()) {
        return B::EMPTY;
    }
    let forced = promotion.mandatory && !promotion.waiting;
    // Where no move of its own ends without promotion.
    let mut closed = B::EMPTY;
    let mut doubtful = B::EMPTY;
    if forced {
        closed |= B::from_wide(promotion.region[piece.color()]);
        let stuck = table.immobile.squares();
        doubtful |= union(stuck.filter(|&square| table.aims[square].is_empty()));
    }
    if variant.limits.immobility {
        closed |= table.immobile;
    }
    doubtful |= closed;
    if doubtful.is_empty() || comes_about_anywhere(variant, piece) {
        return B::EMPTY;
    }
    let live: B = union(variant.shape.squares());
    let live = live.without(B::from_wide(variant.holes));
    let mut possible = live.without(doubtful) | seeds(variant, piece, start);
    let mut new = possible;
    loop {
        let mut reached = possible | arrivals(variant, piece, table, new).without(closed);
        if let Some(strip) = variant.strips[piece.color()] {
            let row = B::from_wide(variant.shape.rank_squares(strip.rank));
            // It rides along, wherever its strip goes.
            if reached.intersects(row) {
                reached |= row;
            }
        }
        new = reached.without(possible);
        if new.is_empty() {
            return doubtful.without(possible);
        }
        possible = reached;
    }
}

/// Whether other pieces become such a pawn by a move that may end on any square.
fn comes_about_anywhere(variant: &Variant, piece: Piece) -> bool {
    let kind = piece.kind();
    let by_choice = variant.choice.to.contains(&Some(kind));
    let by_itself = variant
        .self_promotions
        .iter()
        .flatten()
        .any(|p| p.to == kind);
    by_choice || by_itself
}

/// Squares where it stands without having moved there by itself.
fn seeds<B: Bitboard>(variant: &Variant, piece: Piece, start: &[Cell]) -> B {
    let (kind, color) = (piece.kind(), piece.color());
    let squares = variant.shape.squares().zip(start);
    let at_start = squares.filter(|(_, cell)| **cell == Cell::Piece(piece));
    let mut seeds: B = union(at_start.map(|(square, _)| square));
    let promotion = &variant.promotion;
    if promotion.types[color].contains(kind) {
        let chosen = promotion.type_region[kind.index()][color];
        seeds |= B::from_wide(promotion.region[color]) & B::from_wide(chosen);
    }
    if let Some(castling) = &variant.castling {
        for side in castling.sides[color].iter().flatten() {
            if castling.king[color] == Some(kind) {
                seeds |= B::single(side.king_to);
            }
            if castling.rooks[color].contains(kind) {
                seeds |= B::single(side.rook_to);
            }
        }
    }
    seeds
}

/// Where moves from some squares could end.
fn arrivals<B: Bitboard>(variant: &Variant, piece: Piece, table: &PieceTable<B>, from: B) -> B {
    let mut ends = B::EMPTY;
    for square in from.squares() {
        for pattern in table.patterns.iter().filter(|pattern| !pattern.rifle) {
            let squares = footprint::<B>(variant, piece, square, pattern);
            ends |= squares.quiet | squares.captures;
        }
    }
    ends
}

fn union<B: Bitboard>(squares: impl Iterator<Item = Square>) -> B {
    squares.fold(B::EMPTY, |set, square| set | B::single(square))
}
