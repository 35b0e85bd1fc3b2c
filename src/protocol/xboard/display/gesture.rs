//! What a player can mean by moving a piece on XBoard's board.

use super::cells::Ply;
use super::ids::Suffix;
use super::vocabulary::Vocabulary;
use crate::geometry::Square;
use crate::position::{AnyPosition, Move, MoveKind};

/// The legal moves that a ply can stand for.
///
/// A move is made by moving the piece; castling also by moving the king onto the rook; a rifle
/// capture also by moving onto the victim, and en passant also by way of it; a shift by moving
/// any own piece onto a dead square of the strip's row, as many files beyond the strip's end as
/// it is to shift.
///
/// A program writes exactly what it means: only where no plain move has a ply's squares
/// can it be one of the others. A person who moves a piece `by_hand` shows nothing but
/// two squares, and may mean any move that is made with these.
pub(super) fn meanings(
    words: &Vocabulary,
    position: &AnyPosition,
    ply: Ply,
    by_hand: bool,
) -> Vec<Move> {
    let Ply::Move {
        from,
        to,
        through,
        suffix,
    } = ply
    else {
        return Vec::new();
    };
    let moves = position.clone().legal_moves();
    let plain = |mv: &Move| {
        let mv = *mv;
        (mv.from(), mv.to()) == (from, to)
            && match mv.kind() {
                MoveKind::Normal | MoveKind::DoubleStep => through.is_none(),
                MoveKind::EnPassant => through.is_none_or(|t| victim(position, mv) == Some(t)),
                MoveKind::Castle => through.is_none() && (by_hand || !position.castles_by_rook(mv)),
                MoveKind::Locust if by_hand && through.is_none() => true,
                MoveKind::Locust => through == mv.locust_victim(),
                MoveKind::Pass => through.is_none_or(|t| t == from),
                MoveKind::Rifle | MoveKind::Shift => false,
            }
    };
    let mut found: Vec<Move> = moves.iter().copied().filter(plain).collect();
    if found.is_empty() || by_hand {
        found.extend(moves.iter().copied().filter(|mv| match mv.kind() {
            MoveKind::Rifle => {
                mv.from() == from
                    && match through {
                        Some(through) => mv.to() == through && to == from,
                        None => mv.to() == to,
                    }
            }
            MoveKind::Castle => {
                let goes_there = (mv.from(), mv.to()) == (from, to);
                let meant = goes_there || takes_rook(position, *mv, from, to);
                through.is_none() && !plain(mv) && meant
            }
            MoveKind::Shift => through.is_none() && shifts(position, *mv, from, to),
            _ => false,
        }));
    }
    let promotes = found.iter().any(|mv| mv.becomes().is_some());
    let pawn = position.piece_at(from).map(|p| p.kind());
    match suffix {
        // What stands behind a move that is no promotion says nothing new.
        None | Some(Suffix::Plus) if found.len() < 2 => found,
        _ if !promotes || by_hand && suffix.is_none() => found,
        // Without a letter the pawn stays what it is, if it may.
        None => match found.iter().position(|mv| mv.becomes().is_none()) {
            Some(stays) => vec![found[stays]],
            None => found,
        },
        Some(Suffix::Letter(letter)) => found
            .into_iter()
            .filter(|mv| {
                let kind = mv.becomes().or(pawn);
                kind.is_some_and(|kind| words.ids().is_meant(letter, kind))
            })
            .collect(),
        Some(Suffix::Plus) => {
            let plus = pawn.and_then(|p| words.ids().becomes(p, Suffix::Plus));
            found
                .into_iter()
                .filter(|mv| mv.becomes() == plus)
                .collect()
        }
    }
}

/// Where the pawn stands that is captured en passant.
fn victim(position: &AnyPosition, mv: Move) -> Option<Square> {
    let mut after = position.clone();
    after.make_unchecked(mv);
    let enemy = position.side_to_move().other();
    position.shape().squares().find(|&s| {
        position.piece_at(s).is_some_and(|p| p.color() == enemy) && after.piece_at(s).is_none()
    })
}

fn takes_rook(position: &AnyPosition, mv: Move, from: Square, to: Square) -> bool {
    let castling = position.variant().castling.as_ref();
    castling.is_some_and(|castling| {
        let side = castling.sides[position.side_to_move()][mv.castling_side()];
        side.is_some_and(|side| (side.king_from, side.rook_from) == (from, to))
    })
}

fn shifts(position: &AnyPosition, mv: Move, from: Square, to: Square) -> bool {
    let side = position.side_to_move();
    let shape = position.shape();
    let Some(strip) = position.variant().strips[side] else {
        return false;
    };
    let own = position.piece_at(from).is_some_and(|p| p.color() == side);
    if !own || shape.rank(to) != strip.rank || position.is_live(to) {
        return false;
    }
    let file = |square| i32::from(shape.file(square));
    let (low, by) = (file(mv.from()), file(mv.to()) - file(mv.from()));
    let high = low + i32::from(strip.width) - 1;
    let beyond = match file(to) {
        file if file < low => file - low,
        file => file - high,
    };
    beyond == by
}
