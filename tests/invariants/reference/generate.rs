//! All moves of a position: first everything the pieces can do, then the test of legality.

use super::games::{Castling, Game, Mode};
use super::make::{Action, act, castle, shift};
use super::promote::pawn_choice;
use super::sliders;
use super::types::{Cell, Color, EnPassant, Piece, Position, Square};
use super::walk::{How, Reach, bodyguards, in_check, is_attacked, reaches};

/// A move as text, and what comes of it.
pub struct Move {
    pub text: String,
    /// Another text that is understood, too (castling).
    pub alias: Option<String>,
    pub after: Position,
}

/// The legal moves, sorted by text, each text once.
pub fn legal_moves(game: &Game, position: &Position) -> Vec<Move> {
    if bare_kings(game, position) != (false, false) {
        return Vec::new();
    }
    let mut moves = pseudo_legal_moves(game, position);
    moves.retain(|mv| !in_check(game, &mv.after.board, position.side));
    moves.sort_by(|a, b| a.text.cmp(&b.text));
    moves.dedup_by(|a, b| a.text == b.text);
    moves
}

/// Whether White and whether Black has nothing but the king, where that matters.
pub fn bare_kings(game: &Game, position: &Position) -> (bool, bool) {
    let alone = |color: Color| {
        let pieces = position.board.pieces();
        pieces
            .iter()
            .filter(|(_, piece)| piece.color == color)
            .count()
            == 1
    };
    if game.bare_king_loses {
        (alone(Color::White), alone(Color::Black))
    } else {
        (false, false)
    }
}

/// Everything the pieces can do, with the king's safety not yet looked at.
fn pseudo_legal_moves(game: &Game, position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    let guards = bodyguards(&position.board);
    for (from, piece) in position.board.pieces() {
        if piece.color != position.side {
            continue;
        }
        for reach in reaches(game, &position.board, &guards, from) {
            add_moves(game, position, piece, from, reach, &mut moves);
        }
    }
    for castling in game.castlings {
        if may_castle(game, position, castling) {
            moves.push(castling_move(game, position, castling));
        }
    }
    if game.has_sliders {
        for (text, board) in sliders::shifts(game, &position.board, position.side) {
            moves.push(Move {
                text,
                alias: None,
                after: shift(game, position, board),
            });
        }
    }
    moves
}

/// Adds what the piece on `from` can do with one square of its reach.
fn add_moves(
    game: &Game,
    position: &Position,
    piece: Piece,
    from: Square,
    reach: Reach,
    moves: &mut Vec<Move>,
) {
    let to = reach.to;
    let may_go = reach.mode != Mode::CaptureOnly;
    let may_capture = reach.mode != Mode::MoveOnly;
    let capture = match position.board.get(to) {
        Cell::Holds(victim) if may_capture && victim.color != piece.color => Some(to),
        Cell::Empty if may_capture && piece.is_pawn() && passed_over(position, to).is_some() => {
            passed_over(position, to)
        }
        Cell::Empty if may_go => None,
        Cell::Hole | Cell::Empty | Cell::Holds(_) => return,
    };
    let action = Action {
        from,
        to,
        capture,
        becomes: None,
        double_step: None,
    };
    let mut add = |text: String, action: Action| {
        moves.push(Move {
            text,
            alias: None,
            after: act(game, position, action),
        });
    };
    let text = format!("{}{}", from.name(), to.name());
    match reach.how {
        How::Rifle => {
            let back = format!("{},{}{}", text, to.name(), from.name());
            add(back, Action { to: from, ..action });
        }
        How::DoubleStep(passed) => {
            let double_step = Some(EnPassant { passed, pawn: to });
            add(
                text,
                Action {
                    double_step,
                    ..action
                },
            );
        }
        How::Go if piece.is_pawn() => {
            let choice = pawn_choice(game, position, to);
            for becomes in choice.pieces {
                let suffix = becomes.id().to_ascii_lowercase();
                let becomes = Some(becomes);
                add(format!("{text}{suffix}"), Action { becomes, ..action });
            }
            if choice.may_stay {
                add(text, action);
            }
        }
        How::Go => add(text, action),
    }
}

/// The pawn that can be captured en passant by a pawn capturing onto `square`.
fn passed_over(position: &Position, square: Square) -> Option<Square> {
    position
        .en_passant
        .filter(|ep| ep.passed == square)
        .map(|ep| ep.pawn)
}

/// Whether the side to move may castle in this way.
fn may_castle(game: &Game, position: &Position, castling: &Castling) -> bool {
    let color = position.side;
    let rank = game.rank_for(color, 1);
    let right = match (color, castling.right) {
        (Color::White, 'K') => 0,
        (Color::White, _) => 1,
        (Color::Black, 'K') => 2,
        (Color::Black, _) => 3,
    };
    if !position.castling[right] {
        return false;
    }
    let (king, rook) = (castling.king_from, castling.rook_from);
    for file in king.min(rook) + 1..king.max(rook) {
        if !position.board.is_empty(Square::new(file, rank)) {
            return false;
        }
    }
    // The king's own square, those it passes and the one it lands on.
    for file in king.min(castling.king_to)..=king.max(castling.king_to) {
        let square = Square::new(file, rank);
        if is_attacked(game, &position.board, square, color.opponent()) {
            return false;
        }
    }
    true
}

fn castling_move(game: &Game, position: &Position, castling: &Castling) -> Move {
    let rank = game.rank_for(position.side, 1);
    let from = Square::new(castling.king_from, rank).name();
    let to_king = format!("{from}{}", Square::new(castling.king_to, rank).name());
    let to_rook = format!("{from}{}", Square::new(castling.rook_from, rank).name());
    // A one-square form would be an ordinary king's move.
    let is_long = (castling.king_from - castling.king_to).abs() > 1;
    let (text, alias) = if game.castling_names_rook {
        (to_rook, is_long.then_some(to_king))
    } else {
        (to_king, Some(to_rook))
    };
    Move {
        text,
        alias,
        after: castle(game, position, castling),
    }
}
