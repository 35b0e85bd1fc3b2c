//! Printing a position.

use crate::geometry::{Bitboard, Square};
use crate::position::Position;
use crate::position::state::State;
use crate::position::tables::Tables;
use crate::rules::Color;
use std::fmt::Write;

impl<B: Bitboard> Position<B> {
    /// The position as FEN.
    pub fn fen(&self) -> String {
        let (tables, state) = (&*self.tables, &self.state);
        let mut fen = board(tables, state);
        if tables.variant.has_pool {
            fen += &format!("[{}]", pool(tables, state));
        }
        let side = state.side.letter();
        let (castling, passed) = (castling(state), en_passant(tables, state));
        let (halfmoves, fullmoves) = (state.halfmoves, state.fullmoves);
        fen += &format!(" {side} {castling} {passed}");
        if tables.variant.ends.counts_checks {
            let [white, black] = state.checks_left.0;
            fen += &format!(" {white}+{black}");
        }
        fen += &format!(" {halfmoves} {fullmoves}");
        fen
    }
}

fn board<B: Bitboard>(tables: &Tables<B>, state: &State<B>) -> String {
    let shape = tables.shape;
    let rank = |rank: u8| {
        let mut text = String::new();
        let mut empty = 0;
        for file in 0..shape.files() {
            let square =
                Square::new((u16::from(rank) * u16::from(shape.files()) + u16::from(file)) as u8);
            let content = match state.piece_at(square) {
                Some(piece) => tables.variant.piece(piece.kind()).id.cased(piece.color()),
                None if state.dead.contains(square) => "*".into(),
                None => {
                    empty += 1;
                    continue;
                }
            };
            push_count(&mut text, &mut empty);
            text += &content;
        }
        push_count(&mut text, &mut empty);
        text
    };
    (0..shape.ranks())
        .rev()
        .map(rank)
        .collect::<Vec<_>>()
        .join("/")
}

fn push_count(text: &mut String, empty: &mut u32) {
    if *empty > 0 {
        // Writing to a String cannot fail.
        let _ = write!(text, "{empty}");
        *empty = 0;
    }
}

fn pool<B: Bitboard>(tables: &Tables<B>, state: &State<B>) -> String {
    let mut text = String::new();
    for color in Color::BOTH {
        for kind in tables.variant.types() {
            let id = tables.variant.piece(kind).id.cased(color);
            text += &id.repeat(state.pool[color][kind.index()].into());
        }
    }
    text
}

fn castling<B: Bitboard>(state: &State<B>) -> String {
    let letters = [
        (Color::White, 0, 'K'),
        (Color::White, 1, 'Q'),
        (Color::Black, 0, 'k'),
        (Color::Black, 1, 'q'),
    ];
    let text: String = letters
        .iter()
        .filter(|(color, side, _)| state.rights & Tables::<B>::right(*color, *side) != 0)
        .map(|(_, _, letter)| letter)
        .collect();
    if text.is_empty() { "-".into() } else { text }
}

fn en_passant<B: Bitboard>(tables: &Tables<B>, state: &State<B>) -> String {
    let Some(en_passant) = state.en_passant else {
        return "-".into();
    };
    let mut text = tables.shape.name(en_passant.passed);
    if tables.variant.has_bent_double_steps() {
        text += &tables.shape.name(en_passant.pawn);
    }
    text
}
