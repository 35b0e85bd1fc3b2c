//! The ends of the game.

use super::{Context, Fields};
use crate::geometry::{Bitboard, Bits256};
use crate::rules::ini::shortened;
use crate::rules::piece::{ColorMap, TypeSet};
use crate::rules::sets;
use crate::rules::variant::{Ends, Extinction, Flag, Verdict};

/// Reads how the game ends.
pub(super) fn read(
    fields: &mut Fields,
    context: &Context,
    irreversible: ColorMap<TypeSet>,
) -> Ends {
    let counts_checks = fields.bool("checkCounting", false);
    if counts_checks && fields.text("checking").as_deref() == Some("false") {
        fields.problem(
            "checkCounting",
            "checks cannot be counted where none is allowed",
        );
    }
    let verdict = |fields: &mut Fields, key: &str, default: Verdict| {
        fields.read(key, default, |text| {
            read_verdict(text)?.ok_or_else(|| String::from("'none' is not win, draw or loss"))
        })
    };
    Ends {
        checkmate: verdict(fields, "checkmateValue", Verdict::Loss),
        stalemate: verdict(fields, "stalemateValue", Verdict::Draw),
        stalemate_by_count: fields.bool("stalematePieceCount", false),
        extinction: extinction(fields, context),
        flag: flag(fields, context),
        counts_checks,
        n_move_plies: 2 * fields.number("nMoveRule", 50, 0, 30_000),
        n_move_types: irreversible,
        n_fold: fields.read("nFoldRule", 3, |text| match text.parse() {
            // Every position occurs once: the game would be over before it begins.
            Ok(times @ (0 | 2..=100)) => Ok(times),
            _ => Err(format!(
                "'{}' is not 0 or a number from 2 to 100",
                shortened(text)
            )),
        }),
        n_fold_value: verdict(fields, "nFoldValue", Verdict::Draw),
        n_fold_absolute: fields.bool("nFoldValueAbsolute", false),
        perpetual_check_loses: fields.bool("perpetualCheckIllegal", false),
    }
}

fn read_verdict(text: &str) -> Result<Option<Verdict>, String> {
    match text {
        "win" => Ok(Some(Verdict::Win)),
        "draw" => Ok(Some(Verdict::Draw)),
        "loss" => Ok(Some(Verdict::Loss)),
        "none" => Ok(None),
        _ => Err(format!("'{}' is not win, draw or loss", shortened(text))),
    }
}

fn extinction(fields: &mut Fields, context: &Context) -> Option<Extinction> {
    const TYPES: &str = "extinctionPieceTypes";
    let ids = context.ids(fields, TYPES);
    let types = fields.read(TYPES, Some(TypeSet::EMPTY), |text| match text.trim() {
        "*" => Ok(None),
        text => sets::types(ids, text).map(Some),
    });
    let end = Extinction {
        types,
        count: fields.number("extinctionPieceCount", 0, 0, 256),
        opponent_count: fields.number("extinctionOpponentPieceCount", 0, 0, 256),
        claim: fields.bool("extinctionClaim", false),
        both_draw: fields.bool("extinctionBothDraw", false),
        royal: fields.bool("extinctionPseudoRoyal", false),
        duple: fields.bool("dupleCheck", false),
        value: fields.read("extinctionValue", None, read_verdict),
    };
    let any = types.is_none_or(|types| !types.is_empty());
    (any && (end.value.is_some() || end.royal)).then_some(end)
}

fn flag(fields: &mut Fields, context: &Context) -> Option<Flag> {
    let pieces = ColorMap::from_fn(|color| {
        let own = format!("flagPiece{color}");
        let key = fields.nearest(&["flagPiece", &own])?;
        let ids = context.ids(fields, key);
        fields.read(key, None, |text| match text {
            "*" => Ok(None),
            _ => sets::one_type(ids, text),
        })
    });
    let flag = Flag {
        pieces,
        region: context.regions(fields, "flagRegion", [Bits256::default(); 2]),
        count: fields.number("flagPieceCount", 1, 1, 256),
        blocked: fields.bool("flagPieceBlockedWin", false),
        last_move: fields.bool("flagMove", false),
        safe: fields.bool("flagPieceSafe", false),
    };
    let any = flag.region.0.iter().any(|region| !region.is_empty());
    any.then_some(flag)
}
