//! What pawns may become, and what pieces become by themselves.

use super::games::{Game, Promotion};
use super::types::{Board, Color, Piece, Position, Square};

/// A pawn's choice on arrival: the pieces it may become, and whether it may remain a pawn.
pub struct Choice {
    pub pieces: Vec<Piece>,
    pub may_stay: bool,
}

/// What the mover's pawn may do that arrives on `to`.
pub fn pawn_choice(game: &Game, position: &Position, to: Square) -> Choice {
    let color = position.side;
    let rank = game.rank_for(color, to.rank);
    let available = |letters: &str| -> Vec<Piece> {
        letters
            .chars()
            .filter(|letter| is_available(game, &position.board, color, *letter))
            .map(|letter| Piece::new(color, letter, 0))
            .collect()
    };
    let remain = Choice {
        pieces: Vec::new(),
        may_stay: true,
    };
    match game.promotion {
        Promotion::ShortSliders => Choice {
            pieces: from_pool(game, position, rank),
            may_stay: true,
        },
        Promotion::Opposition if rank == 7 => {
            let pieces = available("MH");
            let may_stay = pieces.is_empty();
            Choice { pieces, may_stay }
        }
        Promotion::Battery if rank == 9 => Choice {
            pieces: available("QMA"),
            // The tenth rank has no cells on the edge files, so a pawn could not go on.
            may_stay: to.file != 1 && to.file != game.width,
        },
        Promotion::Battery if rank == 10 => Choice {
            pieces: available("QMAT"),
            may_stay: false,
        },
        Promotion::OnRank {
            rank: last,
            to: letters,
        } if rank == last => Choice {
            pieces: letters
                .chars()
                .map(|letter| Piece::new(color, letter, 0))
                .collect(),
            may_stay: false,
        },
        Promotion::Opposition | Promotion::Battery | Promotion::OnRank { .. } => remain,
    }
}

/// Whether a side has fewer of this piece than it may have. The initial setup is the limit
/// in Battery Chess; in Opposition Chess it is the same thing, two Monks and two Horses,
/// save that the setup shows one Horse, so the limit is named.
fn is_available(game: &Game, board: &Board, color: Color, letter: char) -> bool {
    let limit = match game.promotion {
        Promotion::Opposition => 2,
        _ => game.initial_count(color, letter),
    };
    board.count(color, letter) < limit
}

/// Short Sliders: level 0 of any letter in the pool on the opponent's Pawn Row and Royal
/// Row, on the latter also what the pool holds at level 1.
fn from_pool(game: &Game, position: &Position, rank: i32) -> Vec<Piece> {
    let pawn_row = rank == 13;
    let royal_row = rank == 16;
    let mut pieces = Vec::new();
    if !pawn_row && !royal_row {
        return pieces;
    }
    let color = position.side;
    for kind in game.kinds {
        let wanted = Piece::new(color, kind.letter, kind.level);
        let possible = match kind.level {
            0 => position
                .pool
                .iter()
                .any(|piece| piece.color == color && piece.letter == kind.letter),
            1 => royal_row && position.pool.contains(&wanted),
            _ => false,
        };
        if possible {
            pieces.push(wanted);
        }
    }
    pieces
}

/// Takes from the pool what a pawn uses up that becomes `piece`.
pub fn take_from_pool(pool: &mut Vec<Piece>, piece: Piece) {
    // A level-0 form takes the lowest level there is, a level-1 form exactly its own.
    let levels = if piece.level == 0 { 0..=2 } else { 1..=1 };
    for level in levels {
        let wanted = Piece::new(piece.color, piece.letter, level);
        if let Some(i) = pool.iter().position(|entry| *entry == wanted) {
            pool.remove(i);
            return;
        }
    }
}

/// Short Sliders: what a piece (not a pawn) has become at the end of a move to `to`.
/// `board` is any board of that move: the pieces asked for are not those that move.
pub fn piece_after_move(
    game: &Game,
    board: &Board,
    piece: Piece,
    captured: Option<Piece>,
    to: Square,
) -> Piece {
    if game.promotion != Promotion::ShortSliders || piece.is_pawn() {
        return piece;
    }
    let promoted = Piece::new(piece.color, piece.letter, piece.level + 1);
    if game.kind(promoted.letter, promoted.level).is_none() {
        return piece;
    }
    let happens = match piece.level {
        0 => {
            let captured_piece = captured.is_some_and(|victim| !victim.is_pawn());
            let far_enough = game.rank_for(piece.color, to.rank) >= 13;
            // W and W' share a letter, as do M and M', so counting letters covers both.
            let other_is_gone = match piece.letter {
                'M' => board.count(piece.color, 'W') == 0,
                'W' => board.count(piece.color, 'M') == 0,
                _ => true,
            };
            (captured_piece || far_enough) && other_is_gone
        }
        _ => captured.is_some_and(|victim| victim.level > 0),
    };
    if happens { promoted } else { piece }
}

/// Opposition Chess: after a Monk or Horse was captured, the owner's leftmost pawn waiting
/// on the opponent's slider becomes that kind.
pub fn promote_waiting_pawn(game: &Game, board: &mut Board, captured: Piece) {
    let can_return = captured.letter == 'M' || captured.letter == 'H';
    if game.promotion != Promotion::Opposition || !can_return {
        return;
    }
    let owner = captured.color;
    if !is_available(game, board, owner, captured.letter) {
        return;
    }
    let mut files: Vec<i32> = (1..=board.width).collect();
    // Leftmost as the owner sees the board.
    if owner == Color::Black {
        files.reverse();
    }
    for file in files {
        let square = Square::new(file, game.rank_for(owner, 7));
        if board.piece(square) == Some(Piece::new(owner, 'P', 0)) {
            board.set(square, super::types::Cell::Holds(captured));
            return;
        }
    }
}
