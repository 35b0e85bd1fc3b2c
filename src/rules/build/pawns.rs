//! Which types are pawns, and in what respect.

use super::{Context, Fields};
use crate::geometry::Bits256;
use crate::rules::pattern::Pattern;
use crate::rules::piece::{ColorMap, PieceType, TypeSet};
use crate::rules::variant::PieceDef;

/// What was read.
pub(super) struct Pawns {
    /// The types that are pawns in any respect but that of the counter.
    pub all: TypeSet,
    /// Those that promote into a choice of types.
    pub promoting: ColorMap<TypeSet>,
    /// Those whose irreversible moves reset the halfmove clock.
    pub irreversible: ColorMap<TypeSet>,
    /// Those that capture en passant.
    pub en_passant_types: ColorMap<TypeSet>,
    /// Where they do.
    pub en_passant_region: ColorMap<Bits256>,
    /// Where first moves start.
    pub initial_region: ColorMap<Bits256>,
}

/// Reads everything about pawns but what they become.
pub(super) fn read(
    fields: &mut Fields,
    context: &Context,
    king: Option<PieceType>,
    pawn: Option<PieceType>,
    pieces: &mut [PieceDef],
) -> Pawns {
    const ALIAS: &str = "pawnTypes";
    let default: TypeSet = pawn.into_iter().collect();
    let pawns = context.types(fields, &[ALIAS], default);
    if king.is_some_and(|king| pawns.contains(king)) {
        fields.problem(ALIAS, "the king cannot be a pawn");
    }
    const PROMOTING: &str = "promotionPawnTypes";
    let promoting = context.types_by_color(fields, &[ALIAS], PROMOTING, default);
    let both = promoting.0[0].union(promoting.0[1]);
    if king.is_some_and(|king| both.without(pawns).contains(king)) {
        fields.problem(PROMOTING, "a king neither promotes nor is promoted to");
    }
    let irreversible = context.types_by_color(fields, &[ALIAS], "nMoveRuleTypes", default);
    let by_betza: TypeSet = (0..pieces.len())
        .filter(|&i| pieces[i].patterns.iter().any(|p| p.en_passant))
        .map(PieceType::new)
        .collect();
    let en_passant_types =
        context.types_by_color(fields, &[ALIAS], "enPassantTypes", by_betza.union(default));
    for (index, piece) in pieces.iter_mut().enumerate() {
        let kind = PieceType::new(index);
        if en_passant_types.0.iter().any(|set| set.contains(kind)) {
            allow_en_passant(&mut piece.patterns);
        }
    }
    let all = context.shape.all();
    Pawns {
        all: promoting.0[0].union(promoting.0[1]).union(pawns),
        promoting,
        irreversible,
        en_passant_types,
        en_passant_region: context.regions(fields, "enPassantRegion", [all; 2]),
        initial_region: context.regions(
            fields,
            "doubleStepRegion",
            [context.rank(2), context.rank(7)],
        ),
    }
}

/// A type that may capture en passant does so wherever it captures and does not move
/// otherwise.
fn allow_en_passant(patterns: &mut [Pattern]) {
    let quiet: Vec<_> = patterns
        .iter()
        .filter(|p| p.last.quiet)
        .map(|p| p.last.step)
        .collect();
    for pattern in patterns {
        let only_captures =
            pattern.last.capture && !pattern.last.quiet && !quiet.contains(&pattern.last.step);
        let leaps =
            pattern.is_plain() && pattern.last.reach == 1 && pattern.last.through.is_empty();
        if only_captures && leaps && !pattern.rifle {
            pattern.en_passant = true;
        }
    }
}
