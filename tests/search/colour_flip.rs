//! The same position with the colours exchanged.

use sliderule::rules::{Color, Variant};

/// The FEN of a position with White's and Black's parts exchanged: ranks upside down.
/// Where rows slide the board is turned instead, since what is left for one player is
/// right for the other there (the leftmost waiting pawn comes back first).
pub fn flipped(variant: &Variant, fen: &str) -> String {
    let turned = Color::BOTH.iter().any(|&c| variant.strips[c].is_some());
    let fields: Vec<&str> = fen.split(' ').collect();
    let [board, side, castling, passed, halfmoves, fullmoves] = fields[..] else {
        panic!("{fen} has not six fields")
    };
    let (board, pool) = match board.split_once('[') {
        Some((board, pool)) => (board, Some(pool.trim_end_matches(']'))),
        None => (board, None),
    };
    let row = |row: &str| -> String {
        let mut cells = tokens(row);
        if turned {
            cells.reverse();
        }
        cells.iter().map(|cell| swap_case(cell)).collect()
    };
    let rows: Vec<String> = board.rsplit('/').map(row).collect();
    let mut board = rows.join("/");
    if let Some(pool) = pool {
        let swapped = tokens(&swap_case(pool));
        let (white, black): (Vec<_>, Vec<_>) = swapped
            .into_iter()
            .partition(|id| id.starts_with(|c: char| c.is_ascii_uppercase()));
        board += &format!("[{}{}]", white.concat(), black.concat());
    }
    let side = if side == "w" { "b" } else { "w" };
    let mut rights: Vec<char> = swap_case(castling).chars().collect();
    rights.sort_by_key(|c| c.is_ascii_lowercase());
    let rights: String = rights.into_iter().collect();
    let passed = swap_ranks(passed, variant.shape.ranks());
    format!("{board} {side} {rights} {passed} {halfmoves} {fullmoves}")
}

/// Ids, numbers and holes, one by one.
fn tokens(row: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for c in row.chars() {
        let joins = match found.last() {
            Some(last) if c.is_ascii_digit() => last.ends_with(|d: char| d.is_ascii_digit()),
            Some(_) => matches!(c, '\'' | '!'),
            None => false,
        };
        match found.last_mut() {
            Some(last) if joins => last.push(c),
            _ => found.push(c.into()),
        }
    }
    found
}

fn swap_case(text: &str) -> String {
    let swap = |c: char| {
        if c.is_ascii_uppercase() {
            c.to_ascii_lowercase()
        } else {
            c.to_ascii_uppercase()
        }
    };
    text.chars().map(swap).collect()
}

/// Squares one after the other, such as `e5f6`, with their ranks upside down.
fn swap_ranks(squares: &str, ranks: u8) -> String {
    let mut text = String::new();
    let mut digits = String::new();
    for c in squares.chars().chain(['\n']) {
        if c.is_ascii_digit() {
            digits.push(c);
            continue;
        }
        if let Ok(rank) = digits.parse::<u8>() {
            text += &(ranks + 1 - rank).to_string();
            digits.clear();
        }
        if c != '\n' {
            text.push(c);
        }
    }
    text
}
