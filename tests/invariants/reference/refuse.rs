//! The positions that RULES.md tells to refuse although their FENs can be read.

use super::fen;
use super::games::{Game, Promotion};
use super::make::has_castling_pieces;
use super::sliders;
use super::types::{Board, Cell, Color};
use super::walk::in_check;

/// Reads a FEN and refuses what must be refused.
pub fn position(game: &Game, text: &str) -> Result<super::types::Position, String> {
    let position = fen::read(game, text)?;
    check_holes(game, &position.board)?;
    for color in [Color::White, Color::Black] {
        if position.board.count(color, 'K') != 1 {
            return Err("not exactly one king a side".to_string());
        }
    }
    if in_check(game, &position.board, position.side.opponent()) {
        return Err("the side not to move is in check".to_string());
    }
    for (i, held) in position.castling.iter().enumerate() {
        if *held && !has_castling_pieces(game, &position.board, i) {
            return Err("a castling right without king or rook at home".to_string());
        }
    }
    check_pieces(game, &position.board)?;
    Ok(position)
}

/// Holes must be where the start position has them, except on movable sliders.
fn check_holes(game: &Game, board: &Board) -> Result<(), String> {
    let start = fen::read(game, game.start)?.board;
    for square in board.squares() {
        let on_slider = game.has_sliders && (square.rank == 1 || square.rank == board.height);
        let is_hole = board.get(square) == Cell::Hole;
        let should_be = start.get(square) == Cell::Hole;
        if !on_slider && is_hole != should_be {
            return Err(format!("hole or no hole on {}", square.name()));
        }
    }
    if game.has_sliders {
        for color in [Color::White, Color::Black] {
            if sliders::lowest_file(game, board, color).is_none() {
                return Err("a slider that is not four neighbouring cells".to_string());
            }
        }
    }
    Ok(())
}

/// What the single games say about numbers of pieces and places of pawns.
fn check_pieces(game: &Game, board: &Board) -> Result<(), String> {
    if game.promotion == Promotion::Opposition {
        for color in [Color::White, Color::Black] {
            if board.count(color, 'M') > 2 || board.count(color, 'H') > 2 {
                return Err("more than two Monks or Horses".to_string());
            }
        }
    }
    for (square, piece) in board.pieces() {
        let rank = game.rank_for(piece.color, square.rank);
        let impossible = match game.promotion {
            Promotion::ShortSliders | Promotion::Opposition => false,
            Promotion::Battery => {
                let edge = square.file == 1 || square.file == board.width;
                rank == 10 || (rank == 9 && edge)
            }
            Promotion::OnRank { rank: last, .. } => rank >= last,
        };
        if piece.is_pawn() && impossible {
            return Err(format!("a pawn on {}", square.name()));
        }
    }
    Ok(())
}
