//! Carrying out a move with all of its effects, without asking whether it is legal.

use super::games::{Castling, Game};
use super::promote::{piece_after_move, promote_waiting_pawn, take_from_pool};
use super::types::{Board, Cell, Color, EnPassant, Piece, Position, Square};

/// A move by a piece other than castling.
#[derive(Clone, Copy, Debug)]
pub struct Action {
    pub from: Square,
    /// Where the piece ends; its own square for a rifle capture.
    pub to: Square,
    /// The square of the captured piece, which need not be `to`.
    pub capture: Option<Square>,
    /// What a pawn chooses to become.
    pub becomes: Option<Piece>,
    /// Set by a double step.
    pub double_step: Option<EnPassant>,
}

/// The position after a piece's move.
pub fn act(game: &Game, before: &Position, action: Action) -> Position {
    let mut after = before.clone();
    let Some(mover) = before.board.piece(action.from) else {
        return after;
    };
    let captured = action.capture.and_then(|square| before.board.piece(square));
    if let Some(square) = action.capture {
        after.board.set(square, Cell::Empty);
    }
    after.board.set(action.from, Cell::Empty);
    let arrives = match action.becomes {
        Some(piece) => {
            take_from_pool(&mut after.pool, piece);
            piece
        }
        None => piece_after_move(game, &after.board, mover, captured, action.to),
    };
    after.board.set(action.to, Cell::Holds(arrives));
    if let Some(victim) = captured {
        if game.has_pool && !victim.is_pawn() {
            after.pool.push(victim);
        }
        promote_waiting_pawn(game, &mut after.board, victim);
    }
    let irreversible = mover.is_pawn() && action.from.rank != action.to.rank;
    finish(game, &mut after, captured.is_some() || irreversible);
    after.en_passant = action.double_step;
    after
}

/// The position after castling by the side to move.
pub fn castle(game: &Game, before: &Position, castling: &Castling) -> Position {
    let rank = game.rank_for(before.side, 1);
    let mut after = before.clone();
    let king = Piece::new(before.side, 'K', 0);
    let rook = Piece::new(before.side, 'R', 0);
    for file in [castling.king_from, castling.rook_from] {
        after.board.set(Square::new(file, rank), Cell::Empty);
    }
    after
        .board
        .set(Square::new(castling.king_to, rank), Cell::Holds(king));
    after
        .board
        .set(Square::new(castling.rook_to, rank), Cell::Holds(rook));
    finish(game, &mut after, false);
    after
}

/// The position after shifting a slider, given the board afterwards.
pub fn shift(game: &Game, before: &Position, board: Board) -> Position {
    let mut after = before.clone();
    after.board = board;
    finish(game, &mut after, false);
    after
}

/// What every move does after its changes to the board.
fn finish(game: &Game, position: &mut Position, resets_halfmove: bool) {
    // FENs cannot hold counters beyond 65535, so counting stops there.
    position.halfmove = if resets_halfmove {
        0
    } else {
        (position.halfmove + 1).min(65535)
    };
    if position.side == Color::Black {
        position.fullmove = (position.fullmove + 1).min(65535);
    }
    // A right is lost as soon as king or rook leaves its home, in whatever way. They
    // cannot come back within the same move, so looking at the board is enough.
    for i in 0..4 {
        position.castling[i] &= has_castling_pieces(game, &position.board, i);
    }
    position.en_passant = None;
    position.side = position.side.opponent();
}

/// Whether king and unpromoted rook stand at home for the right with this index in `KQkq`.
pub fn has_castling_pieces(game: &Game, board: &Board, right: usize) -> bool {
    let color = if right < 2 {
        Color::White
    } else {
        Color::Black
    };
    let letter = if right.is_multiple_of(2) { 'K' } else { 'Q' };
    let rank = game.rank_for(color, 1);
    game.castlings
        .iter()
        .filter(|castling| castling.right == letter)
        .any(|castling| {
            let king = board.piece(Square::new(castling.king_from, rank));
            let rook = board.piece(Square::new(castling.rook_from, rank));
            king == Some(Piece::new(color, 'K', 0)) && rook == Some(Piece::new(color, 'R', 0))
        })
}
