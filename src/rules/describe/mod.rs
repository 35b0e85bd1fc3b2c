//! A game in words: how its pieces move, and all its other rules, made from nothing but
//! its [`Variant`].
//!
//! Moves are told from their patterns, so that whoever wrote the Betza reads what the
//! engine understood. `shape` sorts patterns that differ only in where they go,
//! `sentence` makes a sentence of each sort, with the words of `directions` and
//! `numbers`; `diagram` draws them. `game` tells the rest, with `squares` for regions.

mod diagram;
mod directions;
mod game;
mod numbers;
mod sentence;
mod shape;
mod squares;

pub use diagram::{MARKS, diagram};
pub use game::{Section, board, ends, further, label, notes};

use super::pattern::Pattern;
use super::piece::{Color, PieceType};
use super::variant::Variant;
use crate::geometry::Bitboard;

/// How a piece moves: a sentence for each kind of move, none for a piece without moves.
/// Forward and left are its owner's; slides need empty squares before their end, leaps
/// do not; where nothing is said of capturing, the piece captures as it moves.
pub fn moves(variant: &Variant, kind: PieceType) -> Vec<String> {
    let from = first_moves_from(variant);
    shape::families(&usable(variant, kind))
        .iter()
        .flat_map(|family| sentence::sentences(family, &from))
        .collect()
}

/// The patterns of a piece by which it can ever move in this game: without first moves
/// that no square allows, and captures en passant of pawns that never pass over anything.
fn usable(variant: &Variant, kind: PieceType) -> Vec<Pattern> {
    let starts = Color::BOTH.map(|color| variant.initial_region[color].any());
    let en_passant = Color::BOTH.iter().any(|&color| {
        variant.en_passant_types[color].contains(kind) && can_pass(variant, color.other())
    });
    let patterns = variant.piece(kind).patterns.iter().cloned();
    patterns
        .map(|pattern| Pattern {
            en_passant: pattern.en_passant && en_passant,
            ..pattern
        })
        .filter(|p| !p.initial || starts.contains(&true))
        .filter(|p| p.last.quiet || p.attacks() || p.en_passant)
        .collect()
}

/// Whether a player has double steps that the enemy may answer en passant.
fn can_pass(variant: &Variant, color: Color) -> bool {
    variant.initial_region[color].any()
        && variant.en_passant_region[color.other()].any()
        && variant.types().any(|kind| passes(variant, kind))
}

/// Whether a type has double steps that can be answered en passant.
fn passes(variant: &Variant, kind: PieceType) -> bool {
    let patterns = &variant.piece(kind).patterns;
    !variant.is_king(kind) && patterns.iter().any(|p| p.passed_square().is_some())
}

/// Where first moves begin, as the beginning of a sentence.
fn first_moves_from(variant: &Variant) -> String {
    let text = squares::of_each(variant, &variant.initial_region);
    format!("from {text}")
}

#[cfg(test)]
mod tests;
