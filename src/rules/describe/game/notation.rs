//! How moves are written, with examples that are moves of the game.

use super::castling;
use super::promotion::promoting;
use crate::geometry::{Bitboard, Bits256, Square};
use crate::rules::pattern::Pattern;
use crate::rules::piece::{Color, Piece, PieceType};
use crate::rules::placement::Cell;
use crate::rules::variant::Variant;

/// How moves are typed.
pub(super) fn paragraphs(variant: &Variant) -> Vec<String> {
    let shape = variant.shape;
    let name = |square| shape.name(square);
    let cells = variant.start_cells();
    let last = shape.all().highest();
    let mut text = format!(
        "Squares run from a1 to {}. A move is written as its two squares",
        name(last)
    );
    if let Some((from, to)) = first_move(variant, &cells) {
        text += &format!(": {}{}", name(from), name(to));
    }
    let mut paragraphs = vec![text + "."];
    paragraphs.extend(promotion(variant, &cells));
    if variant.choice.to.iter().any(Option::is_some) {
        paragraphs.push("A move with which a piece promotes by choice ends in +.".into());
    }
    let patterns = || variant.pieces.iter().flat_map(|piece| &piece.patterns);
    if patterns().any(|p| p.rifle || p.captures_as_locust()) {
        paragraphs.push(
            "A locust capture (on the way) or a rifle capture (without moving) is written as \
             two moves with a comma between."
                .into(),
        );
    }
    paragraphs.extend(null_move(variant, &cells));
    if let Some(strip) = variant.strips.0.iter().flatten().next() {
        let on_strip = |file: u8| shape.square(file.into(), strip.rank.into()).map(name);
        let places = on_strip(shape.files() - strip.width).zip(on_strip(0));
        paragraphs.extend(places.map(|(before, after)| {
            format!(
                "The shift of a strip is written as its square on the lowest file before, the one \
                 after, and s: {before}{after}s."
            )
        }));
    }
    paragraphs.extend(castling::notation(variant));
    if variant.pieces.iter().any(|p| p.id.level() > 0) {
        paragraphs.push(
            "An id with ' is a piece promoted once, one with ! a piece promoted twice.".into(),
        );
    }
    paragraphs
}

/// The squares that are part of the board in the beginning.
fn live(variant: &Variant, cells: &[Cell]) -> Bits256 {
    let squares = variant.shape.squares().zip(cells);
    let live = squares.filter(|(_, cell)| **cell != Cell::Hole);
    live.map(|(square, _)| square).collect()
}

/// What stands where in the beginning.
fn pieces<'a>(variant: &Variant, cells: &'a [Cell]) -> impl Iterator<Item = (Square, Piece)> + 'a {
    variant
        .shape
        .squares()
        .zip(cells)
        .filter_map(|(square, cell)| match cell {
            Cell::Piece(piece) => Some((square, *piece)),
            Cell::Empty | Cell::Hole => None,
        })
}

/// Where the first step of a plain pattern leads, over and to squares of a set.
fn step(variant: &Variant, pattern: &Pattern, from: Square, over: Bits256) -> Option<Square> {
    let shape = variant.shape;
    let on_board = |square: &Square| over.contains(*square);
    let to = shape.offset(from, pattern.last.step).filter(on_board)?;
    let between = |&step| shape.offset(from, step).is_some_and(|s| on_board(&s));
    (pattern.is_plain() && !pattern.rifle && pattern.last.through.iter().all(between)).then_some(to)
}

/// Whether a piece may stand on a square.
fn may_enter(variant: &Variant, piece: Piece, square: Square) -> bool {
    let region = variant.piece(piece.kind()).region[piece.color()];
    region.is_none_or(|region| region.contains(square))
}

/// A quiet move from the start position, of either player.
fn first_move(variant: &Variant, cells: &[Cell]) -> Option<(Square, Square)> {
    let occupied: Bits256 = pieces(variant, cells).map(|(square, _)| square).collect();
    let empty = live(variant, cells).without(occupied);
    pieces(variant, cells).find_map(|(from, piece)| {
        let color = piece.color();
        variant.patterns_of(piece).iter().find_map(|pattern| {
            let begins = !pattern.initial || variant.initial_region[color].contains(from);
            let to = step(variant, pattern, from, empty)?;
            (pattern.last.quiet && begins && may_enter(variant, piece, to)).then_some((from, to))
        })
    })
}

/// How a pawn's promotion is written, with one that the game has.
fn promotion(variant: &Variant, cells: &[Cell]) -> Option<String> {
    let promotes = |&color: &Color| !promoting(variant, color).is_empty();
    let mut players = Color::BOTH.into_iter().filter(promotes).peekable();
    players.peek()?;
    let mut text = "A pawn's promotion ends in the new id".to_owned();
    if let Some((from, to, kind)) = players.find_map(|color| example(variant, cells, color)) {
        let name = |square| variant.shape.name(square);
        text += &format!(": {}{}{}", name(from), name(to), variant.piece(kind).id);
    }
    Some(text + ".")
}

/// A step of a player's pawn into the region where it promotes, and what it may become
/// there: a step from outside before one within, a quiet one before a capture.
fn example(variant: &Variant, cells: &[Cell], color: Color) -> Option<(Square, Square, PieceType)> {
    let promotion = &variant.promotion;
    let (region, live) = (promotion.region[color], live(variant, cells));
    let outside = live.without(region);
    let squares = || outside.squares().chain((live & region).squares());
    let becomes = |to: Square| {
        promotion.types[color].iter().find(|kind| {
            promotion.type_region[kind.index()][color].contains(to)
                && promotion.limit[kind.index()] != Some(0)
        })
    };
    for quiet in [true, false] {
        for from in squares() {
            for kind in promotion.pawns[color].iter() {
                let pawn = Piece::new(kind, color);
                if !may_enter(variant, pawn, from) {
                    continue;
                }
                let patterns = variant.patterns_of(pawn);
                let found = patterns
                    .iter()
                    .filter(|p| !p.initial && (quiet && p.last.quiet || !quiet && p.last.capture))
                    .filter_map(|p| step(variant, p, from, live))
                    .filter(|&to| region.contains(to) && may_enter(variant, pawn, to))
                    .find_map(|to| Some((from, to, becomes(to)?)));
                if found.is_some() {
                    return found;
                }
            }
        }
    }
    None
}

/// How a move is written that ends where it began.
fn null_move(variant: &Variant, cells: &[Cell]) -> Option<String> {
    let returns = |pattern: &Pattern| {
        let passes = pattern.before.iter().all(|leg| leg.quiet || leg.over);
        pattern.last.quiet && passes && pattern.may_return()
    };
    let kinds = variant.types();
    let kind = kinds
        .into_iter()
        .find(|&kind| variant.piece(kind).patterns.iter().any(returns))?;
    let text = "A move that ends where it began is written with that square twice";
    let square = pieces(variant, cells).find(|(_, piece)| piece.kind() == kind);
    Some(match square {
        Some((square, _)) => {
            let name = variant.shape.name(square);
            format!("{text}: {name}{name}.")
        }
        None => format!("{text}."),
    })
}
