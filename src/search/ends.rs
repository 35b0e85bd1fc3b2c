//! The scores of games that end within the search.

use super::score::{lost_in, won_in};
use super::worker::Worker;
use crate::geometry::Bitboard;
use crate::position::{Move, MoveList};
use crate::rules::Color;

/// A game drawn.
const DRAW: i32 = 0;

impl<B: Bitboard> Worker<'_, B> {
    /// The score of a game that has ended here, other than by having no move; that is
    /// looked for only where a draw would hide it.
    pub fn end_of_game(&mut self, ply: usize) -> Option<i32> {
        if let Some(winner) = self.position.ended_on_board() {
            return Some(self.result(winner, ply));
        }
        let (fold, plies) = {
            let ends = &self.position.variant().ends;
            (usize::from(ends.n_fold), ends.n_move_plies)
        };
        // One repetition of a position of this search is as good as the end itself;
        // positions of the game must come back as often as the rule says.
        if fold > 0
            && let Some(ago) = self.position.repeated(ply, fold)
        {
            let (winner, _) = self.position.repetition_winner(ago);
            return Some(self.result(winner, ply));
        }
        if plies > 0 && self.position.halfmoves() >= plies {
            // Having no move takes precedence over the limit of plies.
            return Some(if self.position.can_move() {
                DRAW
            } else {
                self.without_moves(ply, self.stack[ply].in_check)
            });
        }
        None
    }

    /// The score of a game that this player has won, or `None` for a draw.
    fn result(&self, winner: Option<Color>, ply: usize) -> i32 {
        match winner {
            None => DRAW,
            Some(color) if color == self.position.side_to_move() => won_in(ply),
            Some(_) => lost_in(ply),
        }
    }

    /// The first of these moves that wins at once, other than by mate.
    pub fn winning_move(&self, moves: &MoveList) -> Option<Move> {
        if !self.position.nature().ends_on_board {
            return None;
        }
        let us = self.position.side_to_move();
        let wins = |mv: &Move| {
            let end = self.position.end_after(*mv);
            end.is_some_and(|end| end.winner == Some(us))
        };
        moves.iter().copied().find(wins)
    }

    /// The score of having no legal move.
    pub fn without_moves(&self, ply: usize, in_check: bool) -> i32 {
        self.result(self.position.winner_without_moves(in_check), ply)
    }

    /// The plies left until the n-move rule draws the game.
    pub fn plies_left(&self) -> usize {
        match self.position.variant().ends.n_move_plies {
            0 => usize::MAX / 2,
            plies => usize::from(plies.saturating_sub(self.position.halfmoves())),
        }
    }
}
