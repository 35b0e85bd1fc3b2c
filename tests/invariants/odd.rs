//! Random positions that no game would lead to, as FENs.

use proptest::prelude::*;
use sliderule::rules::{Color, PieceType, Variant};

/// What a random position is made from; every number is taken modulo what there is.
#[derive(Clone, Debug)]
pub struct Ingredients {
    pieces: Vec<(u16, u16, bool)>,
    kings: [u16; 2],
    guards: Vec<(u16, bool)>,
    at_home: u8,
    passed: Option<(u16, bool)>,
    pool: Option<Vec<(u16, bool)>>,
    sliders: [u8; 2],
    rights: u8,
    halfmoves: u8,
}

/// Ingredients, so that a failing position shrinks piece by piece.
pub fn ingredients() -> impl Strategy<Value = Ingredients> {
    let counted = (any::<u8>(), 0..110u8, any::<u8>());
    let piece = (any::<u16>(), any::<u16>(), any::<bool>());
    let pool = prop::collection::vec((any::<u16>(), any::<bool>()), 0..8);
    (
        prop_oneof![
            3 => prop::collection::vec(piece, 0..16),
            1 => prop::collection::vec(piece, 16..60),
        ],
        any::<[u16; 2]>(),
        prop::collection::vec((any::<u16>(), any::<bool>()), 0..4),
        prop::option::of((any::<u16>(), any::<bool>())),
        prop::option::of(pool),
        any::<[u8; 2]>(),
        counted,
    )
        .prop_map(
            |(pieces, kings, guards, passed, pool, sliders, counted)| Ingredients {
                pieces,
                kings,
                guards,
                at_home: counted.0,
                passed,
                pool,
                sliders,
                rights: counted.2,
                halfmoves: counted.1,
            },
        )
}

/// A board under construction: the text of each cell, `*` for a hole.
struct Board<'a> {
    variant: &'a Variant,
    files: usize,
    ranks: usize,
    cells: Vec<String>,
}

impl Board<'_> {
    fn put(&mut self, square: usize, text: String) {
        let cell = &mut self.cells[square];
        let is_king = cell.eq_ignore_ascii_case("k");
        if cell != "*" && !is_king {
            *cell = text;
        }
    }

    fn live(&self, choice: u16) -> usize {
        let live: Vec<usize> = (0..self.cells.len())
            .filter(|&s| self.cells[s] != "*")
            .collect();
        live[usize::from(choice) % live.len()]
    }

    fn id(&self, kind: PieceType, color: Color) -> String {
        self.variant.piece(kind).id.cased(color)
    }

    fn text(&self) -> String {
        let rank = |rank: usize| {
            let mut text = String::new();
            let mut empty = 0;
            for cell in &self.cells[rank * self.files..(rank + 1) * self.files] {
                if cell.is_empty() {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    text += &empty.to_string();
                    empty = 0;
                }
                text += cell;
            }
            if empty > 0 {
                text += &empty.to_string();
            }
            text
        };
        let ranks: Vec<String> = (0..self.ranks).rev().map(rank).collect();
        ranks.join("/")
    }
}

fn side(black: bool) -> Color {
    if black { Color::Black } else { Color::White }
}

/// The FENs of a random position, with either side to move. Most are legal; those
/// that are not must be refused.
pub fn fens(variant: &Variant, from: &Ingredients) -> Vec<String> {
    let shape = variant.shape;
    let (files, ranks) = (usize::from(shape.files()), usize::from(shape.ranks()));
    let holes: Vec<bool> = shape
        .squares()
        .map(|s| sliderule::geometry::Bitboard::contains(variant.holes, s))
        .collect();
    let cells = holes
        .iter()
        .map(|&hole| if hole { "*" } else { "" }.to_string());
    let mut board = Board {
        variant,
        files,
        ranks,
        cells: cells.collect(),
    };
    for color in Color::BOTH {
        if let Some(strip) = variant.strips[color] {
            let (row, width) = (usize::from(strip.rank), usize::from(strip.width));
            let lowest = usize::from(from.sliders[color.index()]) % (files - width + 1);
            for file in (0..files).filter(|f| !(lowest..lowest + width).contains(f)) {
                board.cells[row * files + file] = "*".into();
            }
        }
    }
    place_kings(&mut board, from);
    for &(square, kind, black) in &from.pieces {
        place(&mut board, square, kind, black);
    }
    place_guards(&mut board, from);
    let passed = from.passed.and_then(|p| double_step(&mut board, p));
    let pool = match &from.pool {
        Some(pool) if variant.has_pool => {
            let kinds: Vec<PieceType> = variant
                .types()
                .filter(|&t| !variant.is_king(t) && !variant.pawns.contains(t))
                .collect();
            let ids = pool.iter().map(|&(kind, black)| {
                board.id(kinds[usize::from(kind) % kinds.len()], side(black))
            });
            format!("[{}]", ids.collect::<String>())
        }
        _ => String::new(),
    };
    let rights: String = "KQkq"
        .chars()
        .enumerate()
        .filter(|(bit, _)| variant.castling.is_some() && from.rights >> bit & 1 != 0)
        // Without their pieces at home they must be refused: tried, but not too often.
        .filter(|(bit, _)| from.at_home >> bit & 1 != 0 || from.rights >> 4 == 0)
        .map(|(_, letter)| letter)
        .collect();
    let rights = if rights.is_empty() { "-" } else { &rights };
    let fen = |black: bool, passed: &str| {
        format!(
            "{}{pool} {} {rights} {passed} {} 7",
            board.text(),
            if black { 'b' } else { 'w' },
            from.halfmoves
        )
    };
    let mut fens = vec![fen(false, "-"), fen(true, "-")];
    if let Some((field, mover_is_black)) = passed {
        fens.push(fen(!mover_is_black, &field));
        // The wrong side, for the refusal.
        fens.push(fen(mover_is_black, &field));
    }
    fens
}

/// Kings anywhere, or at home with rooks where a castling right is wished for.
fn place_kings(board: &mut Board, from: &Ingredients) {
    let Some(king) = board.variant.king else {
        return;
    };
    for color in Color::BOTH
        .into_iter()
        .filter(|&c| board.variant.has_king[c])
    {
        let bits = from.at_home >> (2 * color.index()) & 3;
        let home = board.variant.castling.clone().filter(|_| bits != 0);
        let Some(castling) = home else {
            let mut choice = from.kings[color.index()];
            // Not on the other king.
            while !board.cells[board.live(choice)].is_empty() {
                choice = choice.wrapping_add(1);
            }
            let square = board.live(choice);
            board.put(square, board.id(king, color));
            continue;
        };
        let rook = castling.rooks[color].iter().next().expect("a rook");
        for (side, squares) in castling.sides[color].iter().enumerate() {
            let squares = squares.expect("both sides can be castled to");
            board.put(squares.king_from.index(), board.id(king, color));
            if bits >> side & 1 != 0 {
                board.put(squares.rook_from.index(), board.id(rook, color));
            }
        }
    }
}

/// One piece. Pawns stand where they may, and limits are kept, most of the time.
fn place(board: &mut Board, square: u16, kind: u16, black: bool) {
    let variant = board.variant;
    let kinds: Vec<PieceType> = variant.types().filter(|&t| !variant.is_king(t)).collect();
    // Every fourth piece is a pawn.
    let pawns: Vec<PieceType> = variant.pawns.iter().collect();
    let kind = match kind % 4 {
        0 => pawns[usize::from(kind / 4) % pawns.len()],
        _ => kinds[usize::from(kind / 4) % kinds.len()],
    };
    let careless = square.is_multiple_of(61);
    let at = board.live(square);
    let color = side(black);
    let rank = at / board.files;
    let last = if black { 0 } else { board.ranks - 1 };
    let near_last = rank.abs_diff(last) <= 1;
    let no_pawns =
        variant.promotion.mandatory && !variant.promotion.waiting || variant.limits.immobility;
    if variant.pawns.contains(kind) && no_pawns && near_last && !careless {
        return;
    }
    let id = board.id(kind, color);
    let count = board.cells.iter().filter(|cell| **cell == id).count();
    if variant.piece_limit[kind.index()].is_some_and(|limit| count >= usize::from(limit)) {
        return;
    }
    board.put(at, id);
}

/// Pieces with an aura, and pieces that may become one, next to the kings.
fn place_guards(board: &mut Board, from: &Ingredients) {
    let Some(aura) = board.variant.stop_aura.iter().next() else {
        return;
    };
    let letter = board.variant.piece(aura).id.letter();
    for &(choice, black) in &from.guards {
        let wanted = if choice & 1 == 0 { "k" } else { "K" };
        let king = board.cells.iter().position(|cell| cell == wanted);
        let Some(king) = king else { continue };
        let (file, rank) = (king % board.files, king / board.files);
        let file = (file + usize::from(choice >> 1 & 7)).wrapping_sub(3);
        let rank = (rank + usize::from(choice >> 4 & 7)).wrapping_sub(3);
        if file < board.files && rank < board.ranks {
            let mut id = letter.to_string();
            if !black {
                id.make_ascii_uppercase();
            }
            if choice & 0x300 != 0 {
                id.push('\'');
            }
            board.put(rank * board.files + file, id);
        }
    }
}

/// A pawn that has just made a double step: the en-passant field and whether the pawn
/// is Black's.
fn double_step(board: &mut Board, (choice, black): (u16, bool)) -> Option<(String, bool)> {
    let variant = board.variant;
    let shape = variant.shape;
    let color = side(black);
    let mut steps = Vec::new();
    for kind in variant.pawns.iter() {
        for pattern in &variant.piece(kind).patterns {
            if let Some(passed) = pattern.passed_square() {
                steps.push((kind, passed, pattern.last.step));
            }
        }
    }
    let starts: Vec<_> = shape
        .squares()
        .filter(|&s| sliderule::geometry::Bitboard::contains(variant.initial_region[color], s))
        .collect();
    if steps.is_empty() || starts.is_empty() {
        return None;
    }
    let choice = usize::from(choice);
    let (kind, passed, step) = steps[choice % steps.len()];
    let start = starts[choice / steps.len() % starts.len()];
    let flip = |delta: sliderule::geometry::Delta| if black { delta.upside_down() } else { delta };
    let passed = shape.offset(start, flip(passed))?;
    let end = shape.offset(start, flip(step))?;
    // Some stay occupied: such a field must be refused.
    if choice % 7 != 0 {
        for square in [start, passed] {
            board.put(square.index(), String::new());
        }
    }
    board.put(end.index(), board.id(kind, color));
    let mut field = shape.name(passed);
    if variant.has_bent_double_steps() {
        field += &shape.name(end);
    }
    Some((field, black))
}
