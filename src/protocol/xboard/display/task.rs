//! What has to be shown, and whether a sequence of plies shows it.

use super::board::Board;
use super::cells::{Ply, ShownCell};
use super::vocabulary::Vocabulary;
use crate::geometry::Square;
use crate::rules::Color;

/// How many squares are tried as places where a piece can stop over.
const STOP_OVERS: usize = 24;

/// The task: a board, and what it should show.
pub(super) struct Task<'a> {
    pub words: &'a Vocabulary,
    pub board: &'a Board,
    pub target: Vec<ShownCell>,
    /// The pictures of the other legal moves.
    pub others: Vec<Vec<ShownCell>>,
}

impl Task<'_> {
    /// Whose move is shown.
    pub fn mover(&self) -> Color {
        self.board.side
    }

    /// The squares that are empty before and after the move, the nearest first.
    pub fn empties(&self, near: Square) -> Vec<Square> {
        let shape = self.words.shape();
        let empty = |s: &Square| {
            self.board.at(*s) == ShownCell::Empty && self.target[s.index()] == ShownCell::Empty
        };
        let mut squares: Vec<Square> = shape.squares().filter(empty).collect();
        squares.sort_by_key(|&s| shape.delta(near, s).chebyshev());
        squares.truncate(STOP_OVERS);
        squares
    }

    /// A sequence of plies of either player: with null moves where it is the other's turn,
    /// and one of the mover's at its beginning. The last is the mover's.
    pub fn in_turn(&self, plies: impl IntoIterator<Item = (Color, Ply)>) -> Vec<Ply> {
        let mut sequence = vec![Ply::Null];
        let mut side = self.mover().other();
        for (color, ply) in plies {
            if color != side {
                sequence.push(Ply::Null);
                side = side.other();
            }
            sequence.push(ply);
            side = side.other();
        }
        if side == self.mover() {
            sequence.push(Ply::Null);
        }
        sequence
    }

    /// Whether a sequence shows the move, and nothing else on the way.
    pub fn is_right(&self, plies: &[Ply]) -> bool {
        let mut board = self.board.clone();
        for (n, ply) in plies.iter().enumerate() {
            if !board.is_passed_on(*ply) {
                return false;
            }
            let Ok(next) = board.after(self.words, *ply) else {
                return false;
            };
            board = next;
            let ends = n + 1 == plies.len();
            if !ends && board.side != self.mover() && self.others.contains(&board.cells) {
                return false;
            }
        }
        board.side != self.mover() && board.cells == self.target
    }
}
