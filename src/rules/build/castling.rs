//! The castling keys.

use super::super::variant::{Castling, CastlingSide, CastlingText};
use super::{Context, Fields, shortened};
use crate::geometry::Square;
use crate::rules::piece::{Color, ColorMap};
use crate::rules::sets;

/// Reads the castling rules of a game; none where it has no castling or no rook.
pub(super) fn read(fields: &mut Fields, context: &Context) -> Option<Castling> {
    let wanted = fields.bool("castling", true);
    let rook = match fields.text("castlingRookPieces") {
        Some(_) => fields.read("castlingRookPieces", None, |text| {
            sets::one_type(context.ids, text).map(Some)
        }),
        // A game that says nothing of castling and has no rook has no castling.
        None => sets::one_type(context.ids, "r").ok(),
    };
    // Where there is no castling its inherited keys mean nothing, and may not fit the
    // board; those of the section itself are still checked.
    let rook = rook.filter(|_| wanted);
    let counts = |fields: &Fields, key: &str| rook.is_some() || fields.is_own(key);
    let shape = context.shape;
    let last = shape.files() - 1;
    let rank = if counts(fields, "castlingRank") {
        fields.number("castlingRank", 1, 1, shape.ranks().into()) as u8 - 1
    } else {
        0
    };
    let mut file = |key: &str, default: u8| {
        let default = default.min(last);
        if !counts(fields, key) {
            return default;
        }
        fields.read(key, default, |text| {
            sets::file_index(shape, text)
                .ok_or_else(|| format!("'{}' is not a file of this board", shortened(text)))
        })
    };
    let king = file("castlingKingFile", 4);
    let king_to = [
        file("castlingKingsideFile", 6),
        file("castlingQueensideFile", 2),
    ];
    let rook_from = [
        file("castlingRookKingsideFile", last),
        file("castlingRookQueensideFile", 0),
    ];
    let rook_to = [
        file("castlingRookKingsideToFile", king_to[0].saturating_sub(1)),
        file("castlingRookQueensideToFile", king_to[1] + 1),
    ];
    let text = fields.read("castlingText", CastlingText::KingMove, |text| match text {
        "king" => Ok(CastlingText::KingMove),
        "rook" => Ok(CastlingText::KingTakesRook),
        _ => Err(format!("'{}' is neither king nor rook", shortened(text))),
    });
    let rook = rook?;
    for side in 0..2 {
        if king_to[side] == rook_to[side] || king == rook_from[side] {
            // The defaults are chess's; on a narrow board that does not mention
            // castling they mean nothing.
            if fields.keys().any(|key| key.starts_with("castling")) {
                fields.problem("castling", "king and rook would share a square");
            }
            return None;
        }
    }
    let sides = ColorMap::from_fn(|color| {
        let rank = match color {
            Color::White => rank,
            Color::Black => shape.ranks() - 1 - rank,
        };
        let at = |file: u8| {
            Square::new((u16::from(rank) * u16::from(shape.files()) + u16::from(file)) as u8)
        };
        [0, 1].map(|side| CastlingSide {
            king_from: at(king),
            king_to: at(king_to[side]),
            rook_from: at(rook_from[side]),
            rook_to: at(rook_to[side]),
        })
    });
    Some(Castling { rook, text, sides })
}
