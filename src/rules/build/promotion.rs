//! The promotion keys: of pawns, by choice, and of pieces, by themselves.

use super::super::variant::{PawnPromotion, PieceProgress};
use super::{Context, Fields};
use crate::geometry::Bits256;
use crate::rules::piece::{ColorMap, PieceType, TypeSet};
use crate::rules::sets;

/// Reads how pawns promote.
pub(super) fn pawns(
    fields: &mut Fields,
    context: &Context,
    king: PieceType,
    pawns: TypeSet,
) -> PawnPromotion {
    let shape = context.shape;
    let promotion = PawnPromotion {
        region: context.regions(
            fields,
            "promotionRegion",
            [shape.ranks() - 1, 0].map(|r| shape.rank_squares(r)),
        ),
        types: context.types(fields, "promotionPieceTypes", TypeSet::EMPTY),
        type_region: context.type_regions(fields, "promotionTypeRegion", shape.all()),
        limit: context.counts(fields, "promotionLimit"),
        from_pool: fields.bool("promotionFromPool", false),
        mandatory: fields.bool("mandatoryPawnPromotion", true),
        immobility_illegal: fields.bool("immobilityIllegal", false),
        waiting: fields.bool("waitingPawns", false),
    };
    if promotion.types.contains(king) || promotion.types.iter().any(|t| pawns.contains(t)) {
        fields.problem(
            "promotionPieceTypes",
            "a pawn cannot become a king or a pawn",
        );
    }
    if promotion.types.is_empty() && promotion.mandatory && !pawns.is_empty() {
        fields.problem(
            "promotionPieceTypes",
            "pawns must promote (mandatoryPawnPromotion), but nothing is listed",
        );
    }
    promotion
}

/// Reads how each type promotes by itself.
pub(super) fn progress(
    fields: &mut Fields,
    context: &Context,
    king: PieceType,
) -> Vec<Option<PieceProgress>> {
    let mut progress: Vec<Option<PieceProgress>> = vec![None; context.ids.len()];
    let mandatory = fields.bool("mandatoryPiecePromotion", false);
    if !mandatory && fields.text("promotedPieceType").is_some() {
        fields.problem(
            "promotedPieceType",
            "promotion of pieces by choice is not supported: mandatoryPiecePromotion must be true",
        );
    }
    let mut victims = vec![TypeSet::EMPTY; context.ids.len()];
    let mut absent = victims.clone();
    for (key, sets_by_type) in [
        ("piecePromotionVictims", &mut victims),
        ("piecePromotionAbsent", &mut absent),
    ] {
        fields.read(key, (), |text| {
            sets::map(
                context.ids,
                text,
                |types| sets::types(context.ids, types),
                |t, set| sets_by_type[t.index()] = set,
            )
        });
    }
    let regions = context.type_regions(fields, "piecePromotionRegion", Bits256::default());
    let no_region = ColorMap::default();
    fields.read("promotedPieceType", (), |text| {
        sets::map(
            context.ids,
            text,
            |to| sets::one_type(context.ids, to),
            |t, to| {
                progress[t.index()] = Some(PieceProgress {
                    to,
                    victims: victims[t.index()],
                    region: regions[t.index()],
                    absent: absent[t.index()],
                });
            },
        )
    });
    for (index, id) in context.ids.iter().enumerate() {
        let problem = match &progress[index] {
            Some(p) if PieceType::new(index) == king || p.to == king => {
                "a king neither promotes nor is promoted to"
            }
            Some(p) if p.victims.is_empty() && p.region == no_region => {
                "promotes neither by a capture (piecePromotionVictims) nor by arriving \
                 (piecePromotionRegionWhite)"
            }
            _ => continue,
        };
        fields.problem("promotedPieceType", format!("'{id}': {problem}"));
    }
    progress
}
