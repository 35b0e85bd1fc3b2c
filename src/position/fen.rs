//! Positions as FEN text.
//!
//! Six fields: board (with the pool in brackets where the game has one), side to
//! move, castling rights, en passant, halfmove clock, move number. What is
//! refused is exactly what the rules say; everything else, however odd, is accepted.

mod error;
mod write;

pub use error::FenError;

use super::Position;
use super::state::{EnPassant, State};
use super::tables::Tables;
use crate::geometry::{Bitboard, Square};
use crate::rules::{Cell, Color, ColorMap, Piece, PieceId, PieceType, Placement};
use std::sync::Arc;

impl<B: Bitboard> Position<B> {
    /// Reads a position. The last two fields may be missing: then they are `0 1`.
    ///
    /// # Errors
    /// The first thing in the text that the rules refuse.
    pub fn from_fen(tables: Arc<Tables<B>>, fen: &str) -> Result<Self, FenError> {
        let state = read(&tables, fen)?;
        Ok(Self {
            tables,
            state,
            history: Vec::new(),
        })
    }
}

fn read<B: Bitboard>(tables: &Tables<B>, fen: &str) -> Result<State<B>, FenError> {
    if let Some(position) = fen.bytes().position(|b| !b.is_ascii_graphic() && b != b' ') {
        return Err(FenError::NotAscii {
            column: position + 1,
        });
    }
    let mut fields: Vec<&str> = fen.splitn(9, ' ').collect();
    // Before the counters; some programs write them last.
    let place = [4, fields.len() - 1]
        .into_iter()
        .find(|&n| n >= 4 && fields.get(n).is_some_and(|f| f.contains('+')));
    let checks = place
        .filter(|_| tables.variant.ends.counts_checks)
        .map(|place| fields.remove(place));
    let (&[board, side, castling, en_passant], counters) = match fields.as_slice() {
        [a, b, c, d] => (&[*a, *b, *c, *d], ["0", "1"]),
        [a, b, c, d, e, f] => (&[*a, *b, *c, *d], [*e, *f]),
        _ if fen.is_empty() => return Err(FenError::Empty),
        _ => {
            return Err(FenError::FieldCount {
                found: fields.len(),
            });
        }
    };
    let mut state = State::empty(tables);
    let ids: Vec<PieceId> = tables.variant.pieces.iter().map(|p| p.id).collect();
    let placement = tables.variant.placement(board)?;
    read_board(tables, &placement, &mut state)?;
    read_pool(tables, &ids, &placement, &mut state)?;
    state.side = match side {
        "w" => Color::White,
        "b" => Color::Black,
        _ => return Err(FenError::Side(side.into())),
    };
    read_castling(tables, castling, &mut state)?;
    [state.halfmoves, state.fullmoves] = read_counters(counters)?;
    if tables.variant.ends.counts_checks {
        state.checks_left = read_checks(tables, checks)?;
    }
    let waiting = state.side.other();
    // An explosion may end the game while its maker stands in check.
    let exploded = tables.variant.blast.is_some() && state.is_over_on_board(tables);
    let exposed = match tables.variant.moves_may_make_royal() {
        // What has just become royal may stand exposed, the king never.
        true => {
            tables.variant.has_king[waiting]
                && state.is_attacked(tables, state.kings[waiting], state.side)
        }
        false => state.king_is_attacked(tables, waiting),
    };
    if !exploded && exposed {
        return Err(FenError::OpponentInCheck { side: waiting });
    }
    state.en_passant = read_en_passant(tables, en_passant, &state)?;
    state.recompute_key(tables);
    Ok(state)
}

fn read_board<B: Bitboard>(
    tables: &Tables<B>,
    placement: &Placement,
    state: &mut State<B>,
) -> Result<(), FenError> {
    let variant = &tables.variant;
    for color in Color::BOTH {
        if let Some(strip) = variant.strips[color] {
            let lowest = read_strip(tables, placement, strip.rank, strip.width)?;
            state.place_strip(tables, color, lowest);
        }
    }
    for (square, &cell) in tables.shape.squares().zip(&placement.cells) {
        let dead = state.dead.contains(square);
        let name = || tables.shape.name(square);
        match cell {
            Cell::Hole if !dead => return Err(FenError::HoleOnBoard { square: name() }),
            Cell::Hole => {}
            Cell::Empty | Cell::Piece(_) if dead => {
                return Err(FenError::NotOnBoard { square: name() });
            }
            Cell::Empty => {}
            Cell::Piece(piece) => state.put(tables, square, piece),
        }
    }
    for color in Color::BOTH {
        let found = variant.king.map_or(0, |king| state.count(color, king));
        let expected = u16::from(variant.has_king[color]);
        if found != expected {
            return Err(FenError::KingCount {
                side: color,
                found,
                expected,
            });
        }
        for kind in variant.types() {
            let found = state.count(color, kind);
            if let Some(limit) = variant.piece_limit[kind.index()].filter(|&l| found > l) {
                let id = variant.piece(kind).id.cased(color);
                return Err(FenError::TooMany { id, found, limit });
            }
        }
        for kind in variant.promotion.pawns[color].iter() {
            let forbidden = tables.forbidden_for(Piece::new(kind, color));
            let misplaced = state.kind(kind) & state.color(color) & forbidden;
            if let Some(square) = misplaced.first() {
                return Err(FenError::PawnCannotStand {
                    id: variant.piece(kind).id.cased(color),
                    square: tables.shape.name(square),
                });
            }
        }
    }
    Ok(())
}

/// The lowest live file of a strip's row.
fn read_strip<B: Bitboard>(
    tables: &Tables<B>,
    placement: &Placement,
    rank: u8,
    width: u8,
) -> Result<u8, FenError> {
    let files = tables.shape.files();
    let live: Vec<u8> = (0..files)
        .filter(|&file| {
            let square = usize::from(rank) * usize::from(files) + usize::from(file);
            placement.cells[square] != Cell::Hole
        })
        .collect();
    let contiguous = live.windows(2).all(|pair| pair[1] == pair[0] + 1);
    match live.first() {
        Some(&lowest) if contiguous && live.len() == usize::from(width) => Ok(lowest),
        _ => Err(FenError::Strip {
            rank: rank + 1,
            width,
        }),
    }
}

fn read_pool<B: Bitboard>(
    tables: &Tables<B>,
    ids: &[PieceId],
    placement: &Placement,
    state: &mut State<B>,
) -> Result<(), FenError> {
    let variant = &tables.variant;
    let pools = |kind: PieceType| !variant.is_king(kind) && !variant.pawns.contains(kind);
    let Some(text) = placement.pool else {
        if variant.has_pool {
            derive_pool(tables, ids, state);
        }
        return Ok(());
    };
    if !variant.has_pool {
        return Err(FenError::NoPoolHere);
    }
    // So many that captures on a full board cannot overflow the counter.
    const MOST: u16 = u16::MAX / 2;
    let mut rest = text;
    while !rest.is_empty() {
        let unexpected = || FenError::PoolCharacter(rest.chars().take(1).collect());
        let (id, white, tail) = PieceId::parse_prefix(rest).ok_or_else(unexpected)?;
        let color = if white { Color::White } else { Color::Black };
        let kind = variant.type_of(id).filter(|&kind| pools(kind));
        let kind = kind.ok_or_else(|| FenError::PoolPiece(id.cased(color)))?;
        if state.pool[color][kind.index()] == MOST {
            return Err(FenError::PoolTooLarge {
                id: id.cased(color),
                limit: MOST,
            });
        }
        state.add_to_pool(tables, Piece::new(kind, color));
        rest = tail;
    }
    Ok(())
}

/// The pool of a FEN that gives none: what is missing of each letter, all of it unpromoted.
fn derive_pool<B: Bitboard>(tables: &Tables<B>, ids: &[PieceId], state: &mut State<B>) {
    let variant = &tables.variant;
    for color in Color::BOTH {
        for base in variant
            .types()
            .filter(|kind| ids[kind.index()].level() == 0)
        {
            if variant.is_king(base) || variant.pawns.contains(base) {
                continue;
            }
            let same_letter =
                |kind: &PieceType| ids[kind.index()].letter() == ids[base.index()].letter();
            let start = variant.start_counts[color][base.index()];
            let now: u16 = variant
                .types()
                .filter(same_letter)
                .map(|kind| state.count(color, kind))
                .sum();
            for _ in now..start {
                state.add_to_pool(tables, Piece::new(base, color));
            }
        }
    }
}

fn read_castling<B: Bitboard>(
    tables: &Tables<B>,
    field: &str,
    state: &mut State<B>,
) -> Result<(), FenError> {
    if field == "-" {
        return Ok(());
    }
    if field.is_empty() {
        return Err(FenError::Castling(field.into()));
    }
    for letter in field.chars() {
        let (color, side) = match letter {
            'K' => (Color::White, 0),
            'Q' => (Color::White, 1),
            'k' => (Color::Black, 0),
            'q' => (Color::Black, 1),
            _ => return Err(FenError::Castling(crate::rules::ini::shortened(field))),
        };
        let (Some(path), Some(castling)) =
            (&tables.castling[color][side], &tables.variant.castling)
        else {
            return Err(FenError::NoCastling { letter });
        };
        let piece_on = |square: Square, kind: PieceType| {
            state.piece_at(square) == Some(Piece::new(kind, color))
        };
        let missing = |kind: PieceType, square: Square| FenError::CastlingPiece {
            letter,
            id: tables.variant.piece(kind).id.cased(color),
            square: tables.shape.name(square),
        };
        let king = castling.king[color].ok_or(FenError::NoCastling { letter })?;
        if !piece_on(path.squares.king_from, king) {
            return Err(missing(king, path.squares.king_from));
        }
        let rooks = castling.rooks[color];
        let on_square = rooks
            .iter()
            .find(|&kind| piece_on(path.squares.rook_from, kind));
        if on_square.is_none() {
            let rook = rooks.iter().next().unwrap_or(king);
            return Err(missing(rook, path.squares.rook_from));
        }
        state.rights |= Tables::<B>::right(color, side);
    }
    Ok(())
}

/// Reads how many checks each side must still give: `3+3`, or `+0+0` for how many it has given.
/// A FEN that does not say it has as many as the start position, and where that does not say it
/// either, one. Nobody needs more than the start position says, and only one player can have
/// given all.
fn read_checks<B: Bitboard>(
    tables: &Tables<B>,
    field: Option<&str>,
) -> Result<ColorMap<u8>, FenError> {
    let count = |text: &str| match text.as_bytes() {
        [digit @ b'0'..=b'9'] => Some(digit - b'0'),
        _ => None,
    };
    let read = |field: &str| {
        let (white, black) = field.split_once('+')?;
        Some(ColorMap([count(white)?, count(black)?]))
    };
    let told = tables.variant.start_fen.split(' ').nth(4);
    let told = told.and_then(|field| Some((field, read(field)?)));
    let start = told.map_or(ColorMap([1; 2]), |(_, start)| start);
    let Some(field) = field else {
        return Ok(start);
    };
    let wrong = || FenError::Checks(crate::rules::ini::shortened(field));
    let left = match field.strip_prefix('+') {
        None => read(field).ok_or_else(wrong)?,
        Some(given) => {
            let given = read(given).ok_or_else(wrong)?;
            let [white, black] = Color::BOTH.map(|color| start[color].checked_sub(given[color]));
            ColorMap([white.ok_or_else(wrong)?, black.ok_or_else(wrong)?])
        }
    };
    let field = || crate::rules::ini::shortened(field);
    if left.0 == [0; 2] {
        return Err(FenError::NoChecksLeft { field: field() });
    }
    match told {
        Some((text, most)) if Color::BOTH.iter().any(|&c| left[c] > most[c]) => {
            let (field, start) = (field(), text.into());
            Err(FenError::TooManyChecks { field, start })
        }
        _ => Ok(left),
    }
}

fn read_counters(fields: [&str; 2]) -> Result<[u16; 2], FenError> {
    let read = |field: &str| {
        let digits = !field.is_empty() && field.bytes().all(|b| b.is_ascii_digit());
        let value = digits.then(|| field.trim_start_matches('0'));
        value
            .and_then(|v| {
                if v.is_empty() {
                    Some(0)
                } else {
                    v.parse().ok()
                }
            })
            .ok_or_else(|| FenError::Counter(crate::rules::ini::shortened(field)))
    };
    Ok([read(fields[0])?, read(fields[1])?])
}

fn read_en_passant<B: Bitboard>(
    tables: &Tables<B>,
    field: &str,
    state: &State<B>,
) -> Result<Option<EnPassant>, FenError> {
    if field == "-" {
        return Ok(None);
    }
    let shape = tables.shape;
    let wrong = |why: &'static str| FenError::EnPassant {
        field: crate::rules::ini::shortened(field),
        why,
    };
    if !tables.variant.has_en_passant() {
        return Err(wrong("the game has no en passant"));
    }
    let (first, rest) = shape
        .parse_square(field)
        .ok_or_else(|| wrong("it is not a square of this board"))?;
    let candidates: Vec<(Square, Square)> = if tables.variant.has_bent_double_steps() {
        if rest.is_empty() {
            return Err(wrong(
                "two squares are needed: the one passed over and the pawn's",
            ));
        }
        match shape.parse_square(rest) {
            Some((second, "")) => vec![(first, second), (second, first)],
            _ => return Err(wrong("it is not two squares of this board")),
        }
    } else if rest.is_empty() {
        shape.squares().map(|pawn| (first, pawn)).collect()
    } else {
        return Err(wrong("it is not one square of this board"));
    };
    let mover = state.side.other();
    let fits = |&(passed, pawn): &(Square, Square)| {
        let Some(piece) = state.piece_at(pawn).filter(|p| p.color() == mover) else {
            return false;
        };
        let Some(paths) = tables.piece(piece).paths.as_ref() else {
            return false;
        };
        let free = |square| state.piece_at(square).is_none() && !state.dead.contains(square);
        let steps_so = |from: Square| {
            let mut ways = paths[from].iter();
            ways.any(|p| p.end == pawn && p.passed == Some(passed))
        };
        free(passed) && shape.squares().any(|from| free(from) && steps_so(from))
    };
    match candidates.into_iter().find(fits) {
        Some((passed, pawn)) => Ok(Some(EnPassant {
            passed,
            pawn,
            capturable: false,
        })),
        None => Err(wrong(match mover {
            Color::White => "no white pawn can just have made that double step",
            Color::Black => "no black pawn can just have made that double step",
        })),
    }
}
