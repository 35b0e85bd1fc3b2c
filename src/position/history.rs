//! The moves that led to a position: making them, taking them back, and what has stood on
//! the board before.

use super::Position;
use super::make::Undo;
use super::moves::Move;
use crate::geometry::Bitboard;
use crate::rules::Color;

impl<B: Bitboard> Position<B> {
    /// Makes a move, which must be one of [`Self::legal_moves`]: after another one the
    /// position is not one of the game, and later calls may panic.
    pub fn make_unchecked(&mut self, mv: Move) {
        let undo = self.state.make(&self.tables, mv);
        self.history.push(undo);
    }

    /// Takes the last move, or null move, back. Returns the move; `None` if there was none.
    pub fn unmake(&mut self) -> Option<Move> {
        let undo = self.history.pop()?;
        self.state.unmake(&self.tables, &undo);
        undo.played()
    }

    /// Makes a null move. The history keeps it as a move that repetition cannot cross.
    pub fn make_null(&mut self) {
        let undo = self.state.make_null(&self.tables);
        self.history.push(undo);
    }

    /// The number of moves made since the position was set up.
    pub fn ply(&self) -> usize {
        self.history.len()
    }

    /// The last move of the history; `None` at its start or after a null move.
    pub fn last_move(&self) -> Option<Move> {
        self.history.last().and_then(Undo::played)
    }

    /// How often the position has occurred since it was set up, now included.
    pub fn occurrences(&self) -> usize {
        1 + self.recurrences().count()
    }

    /// How many plies ago the position occurred before, if that was within the last
    /// `tree_plies` plies or if it now occurs for the `fold`th time.
    pub fn repeated(&self, tree_plies: usize, fold: usize) -> Option<usize> {
        self.recurrences()
            .zip(2..)
            .find(|&(ago, times)| ago < tree_plies || times >= fold)
            .map(|(ago, _)| ago)
    }

    /// The winner, or `None` for a draw, if the position stood on the board before,
    /// `ago` plies ago, and that ends the game; and whether it does so because one player
    /// gave check all the time.
    pub fn repetition_winner(&self, ago: usize) -> (Option<Color>, bool) {
        let ends = &self.tables.variant.ends;
        let us = self.state.side;
        if ends.perpetual_check_loses {
            let checked = |offset: usize| match offset {
                0 => self.in_check(),
                _ => self.history[self.history.len() - offset].was_in_check(),
            };
            let always = |first: usize| (first..=ago).step_by(2).all(checked);
            match (always(0), always(1)) {
                (true, true) => return (None, true),
                (true, false) => return (Some(us), true),
                (false, true) => return (Some(us.other()), true),
                (false, false) => {}
            }
        }
        let player = if ends.n_fold_absolute {
            Color::White
        } else {
            us
        };
        (ends.n_fold_value.winner(player), false)
    }

    /// How many plies ago the position stood on the board before, latest first.
    pub(super) fn recurrences(&self) -> impl Iterator<Item = usize> {
        let key = self.key();
        // Nothing before a capture or an irreversible pawn move can come back, and only
        // every other position has the same side to move.
        let reachable = usize::from(self.state.halfmoves);
        self.history
            .iter()
            .rev()
            .take(reachable)
            .take_while(|undo| undo.played().is_some())
            .zip(1..)
            .skip(1)
            .step_by(2)
            .filter_map(move |(undo, ago)| (undo.key_before() == key).then_some(ago))
    }
}
