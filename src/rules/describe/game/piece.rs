//! What is special about one type of piece, beside its moves.

use super::{label, labels};
use crate::rules::describe::numbers::a;
use crate::rules::describe::squares;
use crate::rules::piece::{Color, PieceType};
use crate::rules::variant::Variant;

/// Sentences about a type: what it is in the game, where it may go, what it becomes.
pub fn notes(variant: &Variant, kind: PieceType) -> Vec<String> {
    let mut notes = Vec::new();
    if variant.is_king(kind) {
        notes.push("Royal.".into());
    }
    for color in Color::BOTH {
        if let Some(region) = variant.piece(kind).region[color] {
            notes.push(format!(
                "{color}'s may only go to {}.",
                squares::words(variant, region, "or")
            ));
        }
    }
    if variant.stop_aura.contains(kind) {
        notes.push("Stops what slides past it.".into());
    }
    if variant.mutually_immune.contains(kind) {
        notes.push("Cannot capture its own type.".into());
    }
    let becomes = match &variant.self_promotions[kind.index()] {
        Some(promotion) => Some(promotion.to),
        None => variant.choice.to[kind.index()],
    };
    if let Some(to) = becomes {
        notes.push(format!("Promotes to {}.", a(&label(variant, to))));
    }
    let types: Vec<String> = Color::BOTH
        .into_iter()
        .filter(|&c| variant.promotion.pawns[c].contains(kind))
        .map(|c| labels(variant, variant.promotion.types[c], "or"))
        .collect();
    if types.iter().any(|names| !names.is_empty()) {
        notes.push("Promotes like a pawn.".into());
    }
    notes
}
