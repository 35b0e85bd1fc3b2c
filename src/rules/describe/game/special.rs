//! First moves and captures en passant, and the rules that few games have.

use super::{for_each, label, labels};
use crate::geometry::Bitboard;
use crate::rules::describe::numbers::{a, capitalised};
use crate::rules::describe::{can_pass, passes, squares};
use crate::rules::piece::TypeSet;
use crate::rules::variant::Variant;

/// What captures en passant.
pub(super) fn first_moves(variant: &Variant) -> Vec<String> {
    let mut paragraphs = Vec::new();
    let starts = &variant.initial_region;
    let first: TypeSet = variant
        .types()
        .filter(|&kind| variant.piece(kind).patterns.iter().any(|p| p.initial))
        .collect();
    if !first.is_empty() && starts.0.iter().any(|region| region.any()) {
        paragraphs.push(format!(
            "The first move of {} (i) may begin on {}, whether or not that piece has moved before.",
            a(&labels(variant, first, "or")),
            squares::of_each(variant, starts)
        ));
    }
    let passing: TypeSet = variant.types().filter(|&k| passes(variant, k)).collect();
    paragraphs.extend(for_each(|color, player| {
        let takes: TypeSet = variant.en_passant_types[color]
            .iter()
            .filter(|&kind| variant.piece(kind).patterns.iter().any(|p| p.en_passant))
            .collect();
        if !can_pass(variant, color.other()) || takes.is_empty() {
            return None;
        }
        let region = variant.en_passant_region[color];
        let region = match region == variant.shape.all() {
            true => String::new(),
            false => format!(" (on {} only)", squares::words(variant, region, "or")),
        };
        let passing = labels(variant, passing, "or");
        let enemy = match player.starts_with('a') {
            true => a(&format!("enemy {passing}")),
            false => format!("{}'s {passing}", color.other()),
        };
        let text = format!(
            "when {enemy} has just made a first move over one square without capturing, {player} \
             may capture it en passant, with {} that captures onto the square passed \
             over{region}. Only the very next move can do so.",
            a(&labels(variant, takes, "or")),
        );
        Some(capitalised(&text))
    }));
    paragraphs
}

pub(super) fn paragraphs(variant: &Variant) -> Vec<String> {
    let mut paragraphs = Vec::new();
    let limits = &variant.limits;
    if limits.must_capture {
        paragraphs.push("A player who can capture must.".into());
    }
    if limits.forbids_check {
        paragraphs.push("No move may give check.".into());
    }
    if limits.forbids_facing_kings && variant.has_king.0 == [true; 2] {
        paragraphs.push(
            "The two kings may not face each other on a rank or file with nothing between.".into(),
        );
    }
    if limits.immobility {
        paragraphs.push(
            "No piece may go where it could never move again without capturing, even on an empty \
             board, unless it promotes there."
                .into(),
        );
    }
    if !variant.stop_aura.is_empty() {
        paragraphs.push(format!(
            "{} stops what slides past it, friend or enemy. A move of more than one step that does \
             not leap or hop ends at the latest on the first square it enters that is next to one, \
             diagonally or orthogonally; and from a square next to one it is a single step. Moves \
             that must be longer, such as double steps, are then not possible. A piece is never \
             stopped by itself.",
            capitalised(&a(&labels(variant, variant.stop_aura, "or")))
        ));
    }
    if let Some(blast) = &variant.blast {
        let spared = blast.sturdy.filter(|&kind| !blast.immune.contains(kind));
        let mut text = String::from(
            "A capture explodes: whatever is then on the square of the capture and on the \
             eight around it is removed, the capturing piece included",
        );
        if let Some(pawn) = spared {
            text += &format!("; {} around it stays", a(&label(variant, pawn)));
        }
        if !blast.immune.is_empty() {
            text += &format!(
                "; no explosion removes {}",
                a(&labels(variant, blast.immune, "or"))
            );
        }
        paragraphs.push(text + ".");
        if variant.ends.extinction.is_some_and(|e| e.royal) {
            paragraphs.push(
                "No player may explode their own last royal piece. Exploding the enemy's wins, even \
                 out of check; and a royal piece next to the enemy's cannot be captured."
                    .into(),
            );
        }
    }
    if !variant.mutually_immune.is_empty() {
        paragraphs.push(format!(
            "Cannot capture an enemy piece of its own type: {}.",
            labels(variant, variant.mutually_immune, "or")
        ));
    }
    paragraphs
}
