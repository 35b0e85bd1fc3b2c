//! The rules of a game other than the moves of its pieces.

mod board;
mod castling;
mod ends;
mod notation;
mod piece;
mod promotion;
mod special;

use super::numbers::list;
use crate::rules::piece::{Color, PieceType, TypeSet};
use crate::rules::variant::{Variant, Verdict};

pub use piece::notes;

/// Some rules that belong together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    /// What they are about.
    pub title: &'static str,
    /// Sentences, a paragraph each.
    pub paragraphs: Vec<String>,
}

/// The board of a game, and who begins.
pub fn board(variant: &Variant) -> Section {
    Section {
        title: "Board",
        paragraphs: board::paragraphs(variant),
    }
}

/// How a game is won, lost and drawn.
pub fn ends(variant: &Variant) -> Section {
    Section {
        title: "How the game ends",
        paragraphs: ends::paragraphs(variant),
    }
}

/// All other rules; only those that the game has.
pub fn further(variant: &Variant) -> Vec<Section> {
    let sections = [
        ("Pawns and first moves", special::first_moves(variant)),
        ("Promotion", promotion::paragraphs(variant)),
        ("Castling", castling::paragraphs(variant)),
        ("Strips", board::shifts(variant)),
        ("Special rules", special::paragraphs(variant)),
        (
            "How moves and positions are written",
            notation::paragraphs(variant),
        ),
    ];
    sections
        .into_iter()
        .filter(|(_, paragraphs)| !paragraphs.is_empty())
        .map(|(title, paragraphs)| Section { title, paragraphs })
        .collect()
}

/// What a piece type is called in a sentence: its name, with its id where another type has
/// the same name, or the id alone where the game gives no name.
pub fn label(variant: &Variant, kind: PieceType) -> String {
    let piece = variant.piece(kind);
    let id = piece.id.cased(Color::White);
    if piece.name == piece.id.to_string() {
        return id;
    }
    let same = variant.pieces.iter().filter(|p| p.name == piece.name);
    match same.count() {
        1 => piece.name.clone(),
        _ => format!("{} ({id})", piece.name),
    }
}

/// The types of a set by name, with a word before the last.
fn labels(variant: &Variant, types: TypeSet, word: &str) -> String {
    let names: Vec<String> = types.iter().map(|kind| label(variant, kind)).collect();
    list(&names, word)
}

/// Text for both players: once if it is the same for both, else for each, with the
/// player's name put in. Nothing for a player without text.
fn for_each(text: impl Fn(Color, &str) -> Option<String>) -> Vec<String> {
    let both = |color| text(color, "a player");
    if both(Color::White) == both(Color::Black) {
        return both(Color::White).into_iter().collect();
    }
    let own = |color: Color| text(color, &color.to_string());
    Color::BOTH.into_iter().filter_map(own).collect()
}

/// Whether a player has anything that may not be left exposed to capture.
fn has_royals(variant: &Variant, color: Color) -> bool {
    variant.has_king[color] || variant.ends.extinction.is_some_and(|e| e.royal)
}

/// `loses`, `wins`.
fn gets(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Win => "wins",
        Verdict::Loss => "loses",
        Verdict::Draw => "gets a draw",
    }
}
