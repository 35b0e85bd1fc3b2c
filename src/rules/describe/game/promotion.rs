//! What pieces become.

use super::{label, labels};
use crate::geometry::{Bitboard, Bits256};
use crate::rules::describe::numbers::{a, capitalised, count, list};
use crate::rules::describe::squares;
use crate::rules::piece::{Color, PieceType, TypeSet};
use crate::rules::variant::{SelfPromotion, Variant};

pub(super) fn paragraphs(variant: &Variant) -> Vec<String> {
    let mut paragraphs = pawns(variant);
    paragraphs.extend(by_choice(variant));
    if !paragraphs.is_empty() {
        paragraphs.extend(limits(variant));
    }
    paragraphs.extend(by_itself(variant));
    if variant.has_pool {
        paragraphs.push(pool(variant));
    }
    paragraphs
}

/// The types of a player that promote into a choice of types, and can.
pub(super) fn promoting(variant: &Variant, color: Color) -> TypeSet {
    match variant.promotion.region[color].any() && !variant.promotion.types[color].is_empty() {
        true => variant.promotion.pawns[color],
        false => TypeSet::EMPTY,
    }
}

fn pawns(variant: &Variant) -> Vec<String> {
    let promotion = &variant.promotion;
    let promoting = Color::BOTH.map(|color| promoting(variant, color));
    let alike = promoting[0] == promoting[1] && promotion.types.0[0] == promotion.types.0[1];
    let mut paragraphs = Vec::new();
    for color in Color::BOTH {
        let pawns = promoting[color.index()];
        if pawns.is_empty() || alike && color == Color::Black && !paragraphs.is_empty() {
            continue;
        }
        let names = labels(variant, pawns, "or");
        let who = match alike {
            true => capitalised(&a(&names)),
            false => format!("{color}'s {names}"),
        };
        let region = match alike {
            true => squares::of_each(variant, &promotion.region),
            false => squares::words(variant, promotion.region[color], "or"),
        };
        let must = match (promotion.mandatory, promotion.waiting) {
            (false, _) => "may",
            (true, _) => "must",
        };
        paragraphs.push(format!(
            "{who} that arrives on {region} {must} become {}.",
            choices(variant, color, alike)
        ));
    }
    if paragraphs.is_empty() {
        return paragraphs;
    }
    for color in Color::BOTH {
        let stands = promotion.pawns[color]
            .iter()
            .any(|kind| variant.start_counts[color][kind.index()] > 0);
        if promoting[color.index()].is_empty() && stands {
            paragraphs.push(format!("{color}'s pawns do not promote."));
        }
    }
    if variant.limits.immobility && !promotion.mandatory {
        paragraphs.push(
            "It must promote where it could otherwise never move again without capturing, even on \
             an empty board."
                .into(),
        );
    }
    if promotion.mandatory && promotion.waiting {
        paragraphs.push(
            "If none of them is available, the pawn stays a pawn and waits. As soon as one of \
             its owner's pieces of these types is captured and so available again, the pawn \
             becomes that piece, as part of the capture; of several pawns the leftmost, as their \
             owner sees the board."
                .into(),
        );
    } else if promotion.mandatory && (has_limits(variant) || variant.has_pool) {
        paragraphs.push("If none of them is available, the move is illegal.".into());
    }
    paragraphs
}

/// What pawns become, with the squares where that is restricted: `a Fers`, or `one of
/// these: ` with the list.
fn choices(variant: &Variant, color: Color, alike: bool) -> String {
    let promotion = &variant.promotion;
    let all = variant.shape.all();
    let mut groups: Vec<(Bits256, TypeSet)> = Vec::new();
    for kind in promotion.types[color].iter() {
        let own = promotion.type_region[kind.index()][color] & promotion.region[color];
        let own = match own == promotion.region[color] {
            true => all,
            false => own,
        };
        match groups.iter_mut().find(|(region, _)| *region == own) {
            Some((_, types)) => types.insert(kind),
            None => groups.push((own, [kind].into_iter().collect())),
        }
    }
    if let [(region, types)] = groups.as_slice()
        && *region == all
        && types.iter().count() == 1
    {
        return a(&labels(variant, *types, "or"));
    }
    let texts: Vec<String> = groups
        .into_iter()
        .map(|(region, types)| {
            let names = labels(variant, types, "or");
            if region == all {
                return names;
            }
            let first = types.iter().next().map_or(0, PieceType::index);
            let where_to = match alike {
                true => {
                    let mut both = promotion.type_region[first];
                    both.0[0] &= promotion.region.0[0];
                    both.0[1] &= promotion.region.0[1];
                    squares::of_each(variant, &both)
                }
                false => squares::words(variant, region, "or"),
            };
            format!("on {where_to} only, {names}")
        })
        .collect();
    format!("one of these: {}", texts.join("; "))
}

fn has_limits(variant: &Variant) -> bool {
    let limits = variant.promotion.limit.iter().chain(&variant.piece_limit);
    limits.flatten().next().is_some()
}

/// How many pieces of a type there may be.
fn limits(variant: &Variant) -> Vec<String> {
    let mut by_number: Vec<(u16, TypeSet)> = Vec::new();
    for kind in variant.types() {
        let limits = [
            variant.promotion.limit[kind.index()],
            variant.piece_limit[kind.index()],
        ];
        let Some(limit) = limits.into_iter().flatten().min() else {
            continue;
        };
        match by_number.iter_mut().find(|(n, _)| *n == limit) {
            Some((_, types)) => types.insert(kind),
            None => by_number.push((limit, [kind].into_iter().collect())),
        }
    }
    let limit = |(limit, types): (u16, TypeSet)| {
        let names = capitalised(&a(&labels(variant, types, "or")));
        match limit {
            0 => format!("{names} is never available."),
            1 => format!(
                "{names} is available only while its owner has none of that kind on the board."
            ),
            n => format!(
                "{names} is available only while its owner has fewer than {} of that kind on the \
                 board.",
                count(n.into())
            ),
        }
    };
    by_number.into_iter().map(limit).collect()
}

/// Pieces that promote when their player wants it.
fn by_choice(variant: &Variant) -> Vec<String> {
    let becomes: Vec<String> = variant
        .types()
        .filter_map(|kind| {
            let to = variant.choice.to[kind.index()]?;
            Some(format!(
                "{} to {}",
                label(variant, kind),
                label(variant, to)
            ))
        })
        .collect();
    if becomes.is_empty() || variant.promotion.region.0.iter().all(|r| r.is_empty()) {
        return Vec::new();
    }
    let what = match variant.choice.on_capture {
        true => "capture",
        false => "move",
    };
    vec![format!(
        "A {what} that begins or ends on {} {} promote the piece: {}.",
        squares::of_each(variant, &variant.promotion.region),
        match variant.choice.mandatory {
            true => "must",
            false => "may",
        },
        list(&becomes, "and")
    )]
}

/// Automatic promotion of pieces, those with the same conditions together.
fn by_itself(variant: &Variant) -> Vec<String> {
    let mut groups: Vec<(&SelfPromotion, Vec<PieceType>)> = Vec::new();
    for kind in variant.types() {
        let Some(promotion) = &variant.self_promotions[kind.index()] else {
            continue;
        };
        let same = |other: &SelfPromotion| {
            (other.victims, other.region, other.absent)
                == (promotion.victims, promotion.region, promotion.absent)
        };
        match groups.iter_mut().find(|(other, _)| same(other)) {
            Some((_, kinds)) => kinds.push(kind),
            None => groups.push((promotion, vec![kind])),
        }
    }
    let mut paragraphs = Vec::new();
    for (promotion, kinds) in groups {
        let mut reasons = Vec::new();
        if !promotion.victims.is_empty() {
            reasons.push(format!("captures {}", victims(variant, promotion.victims)));
        }
        if promotion.region.0.iter().any(|region| region.any()) {
            let region = squares::of_each(variant, &promotion.region);
            reasons.push(format!("arrives on {region}"));
        }
        let mut condition = String::new();
        if !promotion.absent.is_empty() {
            condition = format!(
                ", but only while its owner has no other {} on the board",
                labels(variant, promotion.absent, "or")
            );
        }
        let becomes: Vec<String> = kinds
            .iter()
            .filter_map(|&kind| {
                let to = variant.self_promotions[kind.index()].as_ref()?.to;
                Some(format!(
                    "{} to {}",
                    label(variant, kind),
                    label(variant, to)
                ))
            })
            .collect();
        paragraphs.push(format!(
            "A piece promotes automatically when it {}{condition}: {}.",
            list(&reasons, "or"),
            list(&becomes, "and")
        ));
    }
    if paragraphs.len() > 1 || variant.self_promotions.iter().flatten().count() > 1 {
        paragraphs.push("No piece promotes more than once in one move.".into());
    }
    paragraphs
}

/// The types whose capture promotes: all but some, where that is shorter.
fn victims(variant: &Variant, types: TypeSet) -> String {
    let all: TypeSet = variant.types().filter(|&k| !variant.is_king(k)).collect();
    let others = all.without(types);
    let promoted = |kind: &PieceType| variant.piece(*kind).id.level() > 0;
    if others.is_empty() {
        "any piece".into()
    } else if all.iter().filter(promoted).collect::<TypeSet>() == types {
        "a promoted piece (with ' or ! in its id)".into()
    } else if others.iter().count() < types.iter().count() {
        format!("anything but {}", a(&labels(variant, others, "or")))
    } else {
        a(&labels(variant, types, "or"))
    }
}

fn pool(variant: &Variant) -> String {
    let mut text = format!(
        "Captured pieces{} are kept for their owner in a pool, and a promotion takes one of them: \
         only such pieces are available.",
        match variant.pawns.is_empty() {
            true => String::new(),
            false => format!(" other than {}", labels(variant, variant.pawns, "and")),
        }
    );
    let levels = variant.pieces.iter().map(|p| p.id.level()).max();
    if levels > Some(0) {
        text += " For a piece whose id is a letter alone, any form of that letter in the pool \
                 will do, and the least promoted is used; a promoted form must itself be in \
                 the pool.";
    }
    text
}
