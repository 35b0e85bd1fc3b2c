//! First moves and captures en passant, and the rules that few games have.

use super::{castling, for_each, label, labels};
use crate::geometry::Bitboard;
use crate::rules::describe::numbers::{a, capitalised};
use crate::rules::describe::{can_pass, passes, squares};
use crate::rules::piece::{Color, TypeSet};
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
            false => format!(" (on {} only)", squares::words(variant, region)),
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
    if limits.checks {
        paragraphs.push("No move may give check.".into());
    }
    if limits.flying_kings && variant.has_king.0 == [true; 2] {
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
                labels(variant, blast.immune, "or")
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

/// How moves are typed.
pub(super) fn notation(variant: &Variant) -> Vec<String> {
    let shape = variant.shape;
    // Squares that every board has, so that examples are not of another game.
    let square = |file: u8, rank: u8| {
        let (file, rank) = (file.min(shape.files() - 1), rank.min(shape.ranks() - 1));
        format!("{}{}", (b'a' + file) as char, rank + 1)
    };
    let (top, below) = (shape.ranks() - 1, shape.ranks().saturating_sub(2));
    let last = square(u8::MAX, u8::MAX);
    let mut paragraphs = vec![format!(
        "Squares run from a1 to {last}. A move is written as its two squares: {}{}.",
        square(1, 0),
        square(2, 2)
    )];
    let becomes = |color: &Color| {
        let promotion = &variant.promotion;
        let first = promotion.types[*color].iter().next();
        first.filter(|_| !promotion.pawns[*color].is_empty())
    };
    if let Some(kind) = Color::BOTH.iter().find_map(becomes) {
        paragraphs.push(format!(
            "A pawn's promotion ends in the new id: {}{}{}.",
            square(0, below),
            square(0, top),
            variant.piece(kind).id
        ));
    }
    if variant.choice.to.iter().any(Option::is_some) {
        paragraphs.push("A move with which a piece promotes by choice ends in +.".into());
    }
    let patterns = || variant.pieces.iter().flat_map(|piece| &piece.patterns);
    if patterns().any(|p| p.rifle || p.captures_on_way()) {
        paragraphs.push(
            "A locust capture (on the way) or a rifle capture (without moving) is written as \
             two moves with a comma between."
                .into(),
        );
    }
    if let Some(strip) = variant.strips.0.iter().flatten().next() {
        paragraphs.push(format!(
            "The shift of a strip is written as its square on the lowest file before, the one \
             after, and s: {}{}s.",
            square(shape.files() - strip.width, strip.rank),
            square(0, strip.rank)
        ));
    }
    paragraphs.extend(castling::notation(variant));
    if variant.pieces.iter().any(|p| p.id.level() > 0) {
        paragraphs.push(
            "An id with ' is a piece promoted once, one with ! a piece promoted twice.".into(),
        );
    }
    paragraphs
}
