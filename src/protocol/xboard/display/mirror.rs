//! What stands on XBoard's board, ply by ply, and what is meant by what comes from there.

use super::Display;
use super::board::Board;
use super::cells::Ply;
use super::error::{NoMove, PlyError, ShowError};
use super::ids::Suffix;
use super::{entries, fen, gesture, plan};
use crate::position::{AnyPosition, Move};
use crate::rules::Color;
use std::sync::Arc;

/// The longest sequence that is waited for, in plies.
const LONGEST: usize = 100;

/// What a text of XBoard means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Heard {
    /// This move, and XBoard shows exactly that.
    Move(Move),
    /// A part of a sequence that shows a move.
    Unfinished,
    /// This move, which XBoard shows wrongly: it must take the text back and be shown
    /// the move by [`Mirror::show`].
    Replay(Move),
    /// One of these, which XBoard's words do not tell apart. It shows none of them
    /// rightly.
    Ambiguous(Vec<Move>),
    /// Nothing; the reason.
    Illegal(NoMove),
}

/// A model of XBoard's board that follows every ply.
#[derive(Clone, Debug)]
pub struct Mirror {
    display: Display,
    /// The board before the first ply, and after each.
    boards: Vec<Arc<Board>>,
    /// Of how many plies each move of the game consists.
    moves: Vec<usize>,
    /// How many of the last plies belong to an incomplete move.
    unfinished: usize,
}

impl Mirror {
    /// The board on which a position was just set up.
    pub fn new(display: &Display, position: &AnyPosition) -> Self {
        Self {
            display: display.clone(),
            boards: vec![Arc::new(Board::new(position))],
            moves: Vec::new(),
            unfinished: 0,
        }
    }

    fn board(&self) -> &Board {
        self.boards.last().expect("the first is never taken off")
    }

    /// The plies, without `move`, that show a move; the model follows them.
    ///
    /// # Errors
    /// The move cannot be shown.
    pub fn show(&mut self, before: &AnyPosition, mv: Move) -> Result<Vec<String>, ShowError> {
        if self.display.is_native() {
            self.follow(before, mv);
            return Ok(vec![self.display.native_text(before, mv)]);
        }
        if self.unfinished > 0 || !self.board().shows(before) {
            return Err(ShowError::OtherPosition);
        }
        let words = self.display.words();
        let plies = plan::plies(words, self.board(), before, mv)?;
        let texts = plies.iter().map(|ply| words.text(*ply)).collect();
        self.moves.push(plies.len());
        for ply in plies {
            self.push(ply)?;
        }
        Ok(texts)
    }

    fn push(&mut self, ply: Ply) -> Result<(), PlyError> {
        let next = self.board().after(self.display.words(), ply)?;
        self.boards.push(Arc::new(next));
        Ok(())
    }

    /// Takes over the position after a move of one ply.
    fn follow(&mut self, before: &AnyPosition, mv: Move) {
        let mut after = before.clone();
        after.make_unchecked(mv);
        self.boards.push(Arc::new(Board::new(&after)));
        self.moves.push(1);
    }

    /// What a text behind `usermove` means. After [`Heard::Move`] and
    /// [`Heard::Unfinished`] the model has followed; otherwise it has not, as XBoard
    /// takes the text back. If a person has moved a piece `by_hand`, all that the gesture
    /// may mean is considered, not only what the text says.
    pub fn hear(&mut self, position: &AnyPosition, text: &str, by_hand: bool) -> Heard {
        if self.display.is_native() {
            return self.hear_native(position, text);
        }
        let Some(ply) = self.display.words().read_ply(text) else {
            return Heard::Illegal(NoMove::NotAMove(text.into()));
        };
        let begins = !matches!(ply, Ply::Move { .. });
        if self.unfinished > 0 || begins {
            return self.hear_sequence(position, ply);
        }
        let mut meant = gesture::meanings(self.display.words(), position, ply, by_hand);
        let open = by_hand && meant.len() > 1;
        let shown = self.board().after(self.display.words(), ply);
        if !open
            && let Ok(board) = shown
            && let Some(mv) = shown_by(&board, position, &meant)
        {
            self.boards.push(Arc::new(board));
            self.moves.push(1);
            return Heard::Move(mv);
        }
        match (meant.pop(), meant.is_empty()) {
            (Some(mv), true) => Heard::Replay(mv),
            (Some(mv), false) => {
                meant.push(mv);
                Heard::Ambiguous(meant)
            }
            (None, _) => Heard::Illegal(self.why_not(position, text, ply)),
        }
    }

    /// What an entry of XBoard's list of moves may mean, each as [`Self::hear`] reads it.
    pub fn entry_texts(&self, entry: &str) -> Vec<String> {
        let words = self.display.words();
        let plies = entries::plies(words, self.board(), entry);
        plies.into_iter().map(|ply| words.text(ply)).collect()
    }

    fn hear_native(&mut self, position: &AnyPosition, text: &str) -> Heard {
        let own = self.display.own_text(text);
        let mv = match own {
            Some(own) => position
                .clone()
                .parse_move(&own)
                .map_err(|error| NoMove::Rules(error.into())),
            None => Err(NoMove::NotAMove(text.into())),
        };
        match mv {
            Ok(mv) => {
                self.follow(position, mv);
                Heard::Move(mv)
            }
            Err(why) => Heard::Illegal(why),
        }
    }

    fn hear_sequence(&mut self, position: &AnyPosition, ply: Ply) -> Heard {
        let board = match self.board().after(self.display.words(), ply) {
            Ok(board) => board,
            Err(why) => return Heard::Illegal(why.into()),
        };
        if self.unfinished == LONGEST {
            return Heard::Illegal(NoMove::EndlessSequence);
        }
        let complete = board.side != position.side_to_move();
        self.boards.push(Arc::new(board));
        self.unfinished += 1;
        if complete {
            let moves = position.clone().legal_moves();
            if let Some(mv) = shown_by(self.board(), position, &moves) {
                self.moves.push(std::mem::take(&mut self.unfinished));
                self.learn(position, mv);
                return Heard::Move(mv);
            }
        }
        Heard::Unfinished
    }

    /// Takes from the position after a move what XBoard has not told of it.
    fn learn(&mut self, before: &AnyPosition, mv: Move) {
        let mut after = before.clone();
        after.make_unchecked(mv);
        let board = self
            .boards
            .last_mut()
            .expect("the first is never taken off");
        Arc::make_mut(board).learn(&after);
    }

    /// Why a ply is no move: in the words of the rules where it has the form of a move.
    fn why_not(&self, position: &AnyPosition, text: &str, ply: Ply) -> NoMove {
        let Ply::Move {
            from,
            to,
            through: None,
            suffix,
        } = ply
        else {
            return NoMove::NotLegal(text.into());
        };
        let shape = position.shape();
        let mut own = shape.name(from) + &shape.name(to);
        if let Some(Suffix::Letter(letter)) = suffix {
            own.push(letter);
        }
        match position.clone().parse_move(&own) {
            Err(error) => NoMove::Rules(error.into()),
            Ok(_) => NoMove::NotLegal(text.into()),
        }
    }

    /// Takes back at most so many of the last plies that belong to a move that is not
    /// complete. Returns how many.
    pub fn take_back_begun(&mut self, most: usize) -> usize {
        let plies = self.unfinished.min(most);
        self.unfinished -= plies;
        self.boards.truncate(self.boards.len() - plies);
        plies
    }

    /// Takes the last move back; none must be begun and not complete. Returns how many
    /// plies XBoard has to take back for that; 0 if there was no move.
    pub fn take_back(&mut self) -> usize {
        let plies = self.moves.pop().unwrap_or(0);
        self.boards.truncate(self.boards.len() - plies);
        plies
    }

    /// Takes back the last ply of the last move, which is begun then and not complete; none
    /// must be so before.
    pub fn break_up(&mut self) {
        let plies = self.moves.pop().unwrap_or(0);
        self.unfinished = plies.saturating_sub(1);
        self.boards.truncate(self.boards.len() - plies.min(1));
    }

    /// How many of the last plies XBoard has taken back if it sets up this position: one of
    /// its own list, which may stand in the middle of a move. `None` if it is none of those.
    pub fn plies_before(&self, fen: &str) -> Option<usize> {
        if self.display.is_native() {
            return None;
        }
        let shown = fen::shown(self.display.words(), fen)?;
        let first = usize::from(self.boards[0].side == Color::Black);
        // XBoard counts a move for two entries of its list.
        let entries = 2 * shown.number?.checked_sub(1)? + usize::from(shown.side == Color::Black);
        let at = entries.checked_sub(first)?;
        let board = self.boards.get(at)?;
        (board.cells == shown.cells && board.side == shown.side).then(|| self.plies() - at)
    }

    /// Whether a move is begun and not complete.
    pub fn is_between_moves(&self) -> bool {
        self.unfinished > 0
    }

    /// The plies in XBoard's list of moves.
    pub fn plies(&self) -> usize {
        self.boards.len() - 1
    }
}

/// The move after which the position looks like the board.
fn shown_by(board: &Board, position: &AnyPosition, moves: &[Move]) -> Option<Move> {
    let mut position = position.clone();
    moves.iter().copied().find(|&mv| {
        position.make_unchecked(mv);
        let shown = board.shows(&position);
        position.undo();
        shown
    })
}
