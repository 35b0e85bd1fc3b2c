//! The promotion keys: of pawns, by choice, and automatic promotion of pieces.

use super::{Context, Fields};
use crate::geometry::Bits256;
use crate::rules::piece::{ColorMap, PieceType, TypeSet};
use crate::rules::sets;
use crate::rules::variant::{PawnPromotion, PieceChoice, SelfPromotion};

/// The keys of automatic promotion.
const BY_ITSELF: [&str; 3] = [
    "piecePromotionVictims",
    "piecePromotionRegionWhite",
    "piecePromotionRegionBlack",
];

/// Reads how pawns promote.
pub(super) fn pawns(
    fields: &mut Fields,
    context: &Context,
    king: Option<PieceType>,
    pawns: ColorMap<TypeSet>,
) -> PawnPromotion {
    const TYPES: &str = "promotionPieceTypes";
    let promotion = PawnPromotion {
        pawns,
        region: context.regions(
            fields,
            "promotionRegion",
            [context.rank(8), context.rank(1)],
        ),
        types: context.types_by_color(fields, &[], TYPES, TypeSet::EMPTY),
        type_region: context.type_regions(fields, "promotionTypeRegion", context.shape.all()),
        limit: context.counts(fields, "promotionLimit"),
        from_pool: fields.bool("promotionFromPool", false),
        mandatory: fields.bool("mandatoryPawnPromotion", true),
        waiting: fields.bool("waitingPawns", false),
    };
    let both = promotion.types.0[0].union(promotion.types.0[1]);
    if king.is_some_and(|king| both.contains(king)) {
        fields.problem(TYPES, "a pawn cannot become a king");
    }
    let given = ["", "White", "Black"]
        .iter()
        .any(|color| fields.has(&format!("{TYPES}{color}")));
    let promotes = pawns.0.iter().any(|types| !types.is_empty());
    if promotion.mandatory && promotes && !given && !fields.has("promotedPieceType") {
        let message = "pawns must promote (mandatoryPawnPromotion), but nothing is listed";
        fields.problem(TYPES, message);
    }
    promotion
}

/// What types become by the key promotedPieceType.
pub(super) fn promoted_types(fields: &mut Fields, context: &Context) -> Vec<Option<PieceType>> {
    const KEY: &str = "promotedPieceType";
    let mut becomes = vec![None; context.ids.len()];
    let ids = context.ids(fields, KEY);
    fields.read(KEY, (), |text| {
        sets::map(
            KEY,
            ids,
            text,
            |to| match to {
                "-" => Ok(None),
                _ => sets::one_type(ids, to).map_err(|e| e.to_string()),
            },
            |t, to| becomes[t.index()] = to,
        )
    });
    becomes
}

/// Reads how pieces promote by choice.
pub(super) fn choice(
    fields: &mut Fields,
    context: &Context,
    king: Option<PieceType>,
    promoted: &[Option<PieceType>],
) -> PieceChoice {
    let mut to = vec![None; context.ids.len()];
    if !BY_ITSELF.iter().any(|key| fields.has(key)) {
        to = promoted.to_vec();
        let royal = |(from, to): (usize, &Option<PieceType>)| {
            to.is_some() && king.is_some() && (Some(PieceType::new(from)) == king || *to == king)
        };
        if to.iter().enumerate().any(royal) {
            let message = "a king neither promotes nor is promoted to";
            fields.problem("promotedPieceType", message);
        }
    }
    PieceChoice {
        to,
        on_capture: fields.bool("piecePromotionOnCapture", false),
        mandatory: fields.bool("mandatoryPiecePromotion", false),
    }
}

/// Reads each type's automatic promotion.
pub(super) fn self_promotions(
    fields: &mut Fields,
    context: &Context,
    king: Option<PieceType>,
    promoted: &[Option<PieceType>],
) -> Vec<Option<SelfPromotion>> {
    let mut all: Vec<Option<SelfPromotion>> = vec![None; context.ids.len()];
    let by_itself = BY_ITSELF.iter().any(|key| fields.has(key));
    let before = fields.problem_count();
    let mut victims = vec![TypeSet::EMPTY; context.ids.len()];
    let mut absent = victims.clone();
    for (key, sets_by_type) in [
        ("piecePromotionVictims", &mut victims),
        ("piecePromotionAbsent", &mut absent),
    ] {
        let ids = context.ids(fields, key);
        fields.read(key, (), |text| {
            sets::map(
                key,
                ids,
                text,
                |types| sets::types(ids, types),
                |t, set| sets_by_type[t.index()] = set,
            )
        });
    }
    let regions = context.type_regions(fields, "piecePromotionRegion", Bits256::default());
    let readable = fields.problem_count() == before;
    if !by_itself {
        return all;
    }
    let mandatory = fields.text("mandatoryPiecePromotion").as_deref() == Some("true");
    if !mandatory || fields.text("piecePromotionOnCapture").as_deref() == Some("true") {
        fields.problem(
            "promotedPieceType",
            "with automatic promotion mandatoryPiecePromotion must be true and \
             piecePromotionOnCapture false",
        );
    }
    let no_region = ColorMap::default();
    for (index, &to) in promoted.iter().enumerate() {
        all[index] = to.map(|to| SelfPromotion {
            to,
            victims: victims[index],
            region: regions[index],
            absent: absent[index],
        });
    }
    for (index, id) in context.ids.iter().enumerate() {
        let problem = match &all[index] {
            Some(p)
                if king.is_some()
                    && (king == Some(PieceType::new(index)) || king == Some(p.to)) =>
            {
                "a king neither promotes nor is promoted to"
            }
            Some(p) if readable && p.victims.is_empty() && p.region == no_region => {
                "promotes neither by a capture (piecePromotionVictims) nor by arriving \
                 (piecePromotionRegionWhite)"
            }
            _ => continue,
        };
        fields.problem("promotedPieceType", format!("'{id}': {problem}"));
    }
    all
}
