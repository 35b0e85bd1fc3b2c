//! Castling.

use super::labels;
use crate::geometry::{Bitboard, Bits256, Square};
use crate::rules::describe::numbers::a;
use crate::rules::piece::{Color, TypeSet};
use crate::rules::variant::{Castling, CastlingSide, CastlingText, Variant};

pub(super) fn paragraphs(variant: &Variant) -> Vec<String> {
    let Some(castling) = &variant.castling else {
        return Vec::new();
    };
    let mut paragraphs = Vec::new();
    for color in Color::BOTH {
        let ways = ways(variant, castling, color);
        if ways.is_empty() {
            continue;
        }
        let name = |square: Square| variant.shape.name(square);
        let ways: Vec<String> = ways
            .iter()
            .map(|s| {
                format!(
                    "from {} to {} with the one on {}, which goes to {}",
                    name(s.king_from),
                    name(s.king_to),
                    name(s.rook_from),
                    name(s.rook_to)
                )
            })
            .collect();
        let king: TypeSet = castling.king[color].into_iter().collect();
        paragraphs.push(format!(
            "{color}'s {} castles with {}: {}.",
            labels(variant, king, "or"),
            a(&labels(variant, castling.rooks[color], "or")),
            ways.join("; or ")
        ));
    }
    if paragraphs.is_empty() {
        return paragraphs;
    }
    let mut conditions =
        "Neither of the two may have moved, and all squares between them, and all \
                          others that they pass or arrive on, must be empty"
            .to_owned();
    conditions += match Color::BOTH
        .iter()
        .all(|&c| castling.king[c] == variant.king)
    {
        true => {
            "; and the king may not be in check, nor pass over or arrive on a square that is \
             attacked."
        }
        false => {
            "; and if the first is royal it may not be in check, nor pass over or arrive on a \
             square that is attacked."
        }
    };
    paragraphs.push(conditions);
    if castling.opposite {
        paragraphs.push(
            "A player who castles to one side ends the opponent's right to castle to \
             the same side."
                .into(),
        );
    }
    paragraphs
}

/// The castlings to which the start position gives the right.
fn ways(variant: &Variant, castling: &Castling, color: Color) -> Vec<CastlingSide> {
    let rights = variant.start_fen.split(' ').nth(2).unwrap_or_default();
    let letters = match color {
        Color::White => ['K', 'Q'],
        Color::Black => ['k', 'q'],
    };
    let sides = castling.sides[color].into_iter().zip(letters);
    sides
        .filter(|(_, letter)| rights.contains(*letter))
        .filter_map(|(side, _)| side)
        .filter(|side| !ways_of_both(variant, side).intersects(variant.holes))
        .collect()
}

/// All squares from the first to the last that king or rook touch.
fn ways_of_both(variant: &Variant, side: &CastlingSide) -> Bits256 {
    let squares = [side.king_from, side.king_to, side.rook_from, side.rook_to];
    let bytes = squares.map(Square::byte);
    let (first, last) = (bytes.iter().min(), bytes.iter().max());
    let all = first.zip(last).map(|(&first, &last)| first..=last);
    let shape = variant.shape;
    let inside = all.into_iter().flatten().map(Square::new);
    inside.filter(|s| s.index() < shape.len()).collect()
}

/// How castling is written, with an example; nothing without castling.
pub(super) fn notation(variant: &Variant) -> Option<String> {
    let castling = variant.castling.as_ref()?;
    let mut all = Color::BOTH
        .into_iter()
        .flat_map(|c| ways(variant, castling, c));
    let side = all.next()?;
    let name = |square| variant.shape.name(square);
    let (what, to) = match castling.text {
        CastlingText::KingMove => ("the king's move", side.king_to),
        CastlingText::KingTakesRook => ("the king's square and the rook's", side.rook_from),
    };
    Some(format!(
        "Castling is written as {what}: {}{}.",
        name(side.king_from),
        name(to)
    ))
}
