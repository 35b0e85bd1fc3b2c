//! The castling keys.

use super::{Context, Fields};
use crate::geometry::{Shape, Square};
use crate::rules::ini::shortened;
use crate::rules::piece::{Color, ColorMap, Piece, PieceType, TypeSet};
use crate::rules::placement::Cell;
use crate::rules::sets;
use crate::rules::variant::{Castling, CastlingSide, CastlingText};

/// Reads the castling rules of a game; none where it has no castling or no rook.
/// `cells` is the start position.
pub(super) fn read(
    fields: &mut Fields,
    context: &Context,
    king: Option<PieceType>,
    rook: Option<PieceType>,
    cells: &[Cell],
) -> Option<Castling> {
    let wanted = fields.bool("castling", true);
    let kings = ColorMap::from_fn(|color| {
        let own = format!("castlingKingPiece{color}");
        context.one_type(fields, &["castlingKingPiece", &own], king)
    });
    let default: TypeSet = rook.into_iter().collect();
    let rooks = context.types_by_color(fields, &[], "castlingRookPieces", default);
    let possible = wanted
        && Color::BOTH
            .iter()
            .any(|&c| kings[c].is_some() && !rooks[c].is_empty());
    let files = read_files(fields, context.shape, possible);
    let text = fields.read("castlingText", CastlingText::KingMove, |text| match text {
        "king" => Ok(CastlingText::KingMove),
        "rook" => Ok(CastlingText::KingTakesRook),
        _ => Err(format!("'{}' is neither king nor rook", shortened(text))),
    });
    let opposite = fields.bool("oppositeCastling", false);
    if !possible {
        return None;
    }
    let row = |color| Row {
        shape: context.shape,
        cells,
        color,
        rank: match color {
            Color::White => files.rank,
            Color::Black => context.shape.ranks() - 1 - files.rank,
        },
    };
    let mut shared = false;
    let sides = ColorMap::from_fn(|color| {
        let (Some(king), false) = (kings[color], rooks[color].is_empty()) else {
            return [None; 2];
        };
        let row = row(color);
        let king_from = row.only(king).unwrap_or(files.king);
        [0, 1].map(|side| {
            let rook_from = row
                .outermost(rooks[color], files.rook[side], king_from)
                .unwrap_or(files.rook[side]);
            let (king_to, rook_to) = (files.king_to[side], files.rook_to[side]);
            shared |= king_to == rook_to;
            if king_to == rook_to || king_from == rook_from {
                return None;
            }
            Some(CastlingSide {
                king_from: row.at(king_from),
                king_to: row.at(king_to),
                rook_from: row.at(rook_from),
                rook_to: row.at(rook_to),
            })
        })
    });
    let one_rook = |sides: &[Option<CastlingSide>; 2]| {
        let [higher, lower] = sides.map(|side| side.map(|side| side.rook_from));
        higher.is_some() && higher == lower
    };
    if sides.0.iter().any(one_rook) {
        let message = "both castlings are with the same rook";
        fields.problem("castlingRookKingsideFile", message);
    }
    // The defaults are chess's; on a narrow board that does not mention castling they
    // mean nothing.
    let mentioned = || {
        let keys = fields.keys();
        keys.iter()
            .any(|key| key.starts_with("castling") && fields.is_own(key))
    };
    if shared && mentioned() {
        fields.problem("castling", "king and rook would share a square");
    }
    Some(Castling {
        king: kings,
        rooks,
        opposite,
        text,
        sides,
    })
}

/// What the keys say, counted from 0.
struct Files {
    rank: u8,
    king: u8,
    king_to: [u8; 2],
    rook: [u8; 2],
    rook_to: [u8; 2],
}

/// Reads ranks and files. Where there is no castling its inherited keys mean nothing, and
/// may not fit the board; those of the section itself are still checked.
fn read_files(fields: &mut Fields, shape: Shape, possible: bool) -> Files {
    let last = shape.files() - 1;
    let counts = |fields: &Fields, key: &str| possible || fields.is_own(key);
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
            let number = || text.parse::<u8>().ok()?.checked_sub(1);
            sets::file_index(shape, text)
                .or_else(number)
                .filter(|file| *file <= last)
                .ok_or_else(|| format!("'{}' is not a file of this board", shortened(text)))
        })
    };
    let king = file("castlingKingFile", 4);
    let king_to = [
        file("castlingKingsideFile", 6),
        file("castlingQueensideFile", 2),
    ];
    let rook = [
        file("castlingRookKingsideFile", last),
        file("castlingRookQueensideFile", 0),
    ];
    let rook_to = [
        file("castlingRookKingsideToFile", king_to[0].saturating_sub(1)),
        file("castlingRookQueensideToFile", king_to[1] + 1),
    ];
    Files {
        rank,
        king,
        king_to,
        rook,
        rook_to,
    }
}

/// The row on which a player castles, in the start position.
struct Row<'a> {
    shape: Shape,
    cells: &'a [Cell],
    color: Color,
    rank: u8,
}

impl Row<'_> {
    fn at(&self, file: u8) -> Square {
        Square::new((u16::from(self.rank) * u16::from(self.shape.files()) + u16::from(file)) as u8)
    }

    fn piece(&self, file: u8) -> Option<PieceType> {
        match self.cells[self.at(file).index()] {
            Cell::Piece(piece) if piece == Piece::new(piece.kind(), self.color) => {
                Some(piece.kind())
            }
            _ => None,
        }
    }

    /// The file of the only piece of a type.
    fn only(&self, kind: PieceType) -> Option<u8> {
        let mut files = (0..self.shape.files()).filter(|&f| self.piece(f) == Some(kind));
        let first = files.next();
        first.filter(|_| files.next().is_none())
    }

    /// The first of some types between a file and the king, seen from outside.
    fn outermost(&self, kinds: TypeSet, from: u8, king: u8) -> Option<u8> {
        let is_rook = |file: &u8| self.piece(*file).is_some_and(|kind| kinds.contains(kind));
        if from > king {
            (king + 1..=from).rev().find(is_rook)
        } else {
            (from..king).find(is_rook)
        }
    }
}
