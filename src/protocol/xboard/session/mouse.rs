//! What a person does with the mouse.

use super::{Mode, XBoardSession};
use crate::geometry::Square;
use crate::position::Move;
use crate::protocol::xboard::error::SessionError;
use crate::protocol::xboard::human::{Human, Question, marks};
use crate::rules::ini::shortened;

impl XBoardSession {
    /// Marks the squares to which a piece can go. There are none while it is the
    /// engine's turn.
    pub(super) fn lift(&mut self, square: &str) -> Result<(), SessionError> {
        self.game.playable()?;
        let from = self.read_square(square)?;
        self.human = Human::lifting(from);
        let marks = match self.awaits_person() {
            true => marks(&self.game, from),
            false => Vec::new(),
        };
        self.wire.send(self.game.display.highlight(&marks));
        Ok(())
    }

    /// Whether it is not the engine's turn.
    fn awaits_person(&self) -> bool {
        match self.mode {
            Mode::Plays(color) => self.game.position.side_to_move() != color,
            Mode::Force | Mode::Analysis => !self.game.mirror.is_between_moves(),
        }
    }

    /// Whether a move that has come was made by hand: by a person against whom the engine
    /// plays, or with a piece that was lifted for it. Other moves come from a program, or
    /// from XBoard's own list.
    pub(super) fn is_by_hand(&self, text: &str) -> bool {
        !self.opponent.is_program
            && (matches!(self.mode, Mode::Plays(_)) || self.is_lifted_for(text))
    }

    /// Whether the piece was lifted that a move is about.
    pub(super) fn is_lifted_for(&self, text: &str) -> bool {
        self.human.has_lifted(self.game.display.first_square(text))
    }

    fn read_square(&mut self, text: &str) -> Result<Square, SessionError> {
        let square = self.game.display.read_square(text);
        self.check_ranks();
        square.ok_or(SessionError::NoSuchSquare)
    }

    /// The piece is put down. What comes of it is said by the move that follows.
    pub(super) fn put(&mut self, square: &str) -> Result<(), SessionError> {
        self.read_square(square).map(drop)
    }

    /// A gesture can mean several moves: XBoard takes it back, and the person is asked.
    pub(super) fn ask(&mut self, moves: Vec<Move>, text: &str) {
        self.wire.illegal("it may mean several moves", text);
        if self.opponent.is_program || self.mode == Mode::Force && !self.is_by_hand(text) {
            return;
        }
        if let Some(question) = Question::about(&self.game, moves) {
            self.wire.send(question.line(&self.game, ""));
            self.human.ask(question);
        }
    }

    /// The answer to a question: the number of a move, or what a piece becomes, by its id
    /// or its name. An empty one means the default.
    pub(super) fn answer(&mut self, tag: &str, text: &str) -> Result<(), SessionError> {
        // The question may be about what has changed since.
        let open = self.human.question(tag).cloned();
        let question = open.filter(|_| self.awaits_person());
        let question = question.ok_or(SessionError::NothingAsked)?;
        // An answer may be copied from the question: `A = Archer`.
        let wanted = text.split('=').next().unwrap_or(text).trim();
        match question.answered(&self.game, wanted) {
            Some(mv) => self.show_and_play(mv),
            None => {
                let wrong = format!("'{}' is none of these. ", shortened(wanted));
                self.wire.send(question.line(&self.game, &wrong));
            }
        }
        Ok(())
    }
}
