//! Moves of both sides, their way onto XBoard's board, and the end of the game.

use super::{Mode, XBoardSession};
use crate::position::{Move, NoCastling};
use crate::protocol::xboard::display::{Heard, ShowError};
use crate::protocol::xboard::error::{MoveRefusal, SessionError};
use crate::protocol::xboard::searcher::Purpose;
use crate::search::SearchResult;
use std::time::Duration;

impl XBoardSession {
    /// Takes a move of the opponent, or a part of one that XBoard shows in several plies.
    pub(super) fn user_move(&mut self, text: &str) {
        if let Err(why) = self.game.playable() {
            return self.wire.illegal(why, text);
        }
        if let Mode::Plays(color) = self.mode {
            if self.game.position.side_to_move() == color {
                return self.wire.illegal("it is not your turn", text);
            }
            if self.game.ending().is_some() {
                return self.wire.illegal("the game is over", text);
            }
        }
        let written = match self.castling_text(text) {
            Ok(written) => written,
            Err(why) => return self.wire.illegal(why, text),
        };
        let said = written.as_deref().unwrap_or(text);
        let by_hand = self.is_by_hand(said);
        if self.is_lifted_for(said) && self.game.mirror.is_between_moves() {
            let why = "first go on, or back, until the move that is being shown is complete";
            return self.wire.illegal(why, text);
        }
        let mut mirror = self.game.mirror.clone();
        let heard = mirror.hear(&self.game.position, said, by_hand);
        self.check_ranks();
        match heard {
            Heard::Move(mv) => {
                self.game.mirror = mirror;
                self.record.is_played |= by_hand;
                self.played(mv);
            }
            Heard::Unfinished => {
                // Until the move is complete there is nothing to think about.
                if matches!(self.searcher.purpose(), Some(Purpose::Ponder(_))) {
                    self.abandon();
                }
                self.game.mirror = mirror;
            }
            Heard::Replay(mv) => self.replay(mv, text),
            Heard::Ambiguous(moves) => self.ask(moves, text),
            Heard::Illegal(reason) => self.wire.illegal(reason, text),
        }
    }

    /// Castling in its own notation (`O-O`) by the squares with which the game writes it;
    /// `None` for any other text.
    ///
    /// # Errors
    /// The player has no castling to that side.
    fn castling_text(&self, text: &str) -> Result<Option<String>, NoCastling> {
        let text = text.trim_end_matches(['+', '#']);
        let display = &self.game.display;
        let written = |(from, to)| display.square(from) + &display.square(to);
        Ok(self.game.position.castling_of_books(text)?.map(written))
    }

    /// The move that a text means here: in the engine's own notation, with the ranks that
    /// XBoard counts, or in XBoard's.
    pub(super) fn read_move(&self, text: &str) -> Result<Move, MoveRefusal> {
        let written = self.castling_text(text)?;
        let text = written.as_deref().unwrap_or(text);
        if let Some(mv) = self.own_move(text) {
            return Ok(mv);
        }
        match self
            .game
            .mirror
            .clone()
            .hear(&self.game.position, text, false)
        {
            Heard::Move(mv) | Heard::Replay(mv) => Ok(mv),
            Heard::Illegal(why) => Err(why.into()),
            Heard::Unfinished | Heard::Ambiguous(_) => Err(MoveRefusal::Ambiguous),
        }
    }

    /// A move in the engine's own notation, but with the ranks that XBoard counts.
    fn own_move(&self, text: &str) -> Option<Move> {
        let mut own = String::new();
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let digits = rest[first.len_utf8()..].bytes();
            let digits = digits.take_while(u8::is_ascii_digit).count();
            let (square, behind) = rest.split_at(first.len_utf8() + digits);
            match self.game.display.read_square(square) {
                Some(square) => own += &self.game.position.shape().name(square),
                None => own += square,
            }
            rest = behind;
        }
        self.game.position.clone().parse_move(&own).ok()
    }

    /// Lets XBoard take back what it made of a gesture, and shows what was meant.
    pub(super) fn replay(&mut self, mv: Move, text: &str) {
        // A move that is not made by hand while nobody plays is one of XBoard's list.
        let live = self.mode != Mode::Force || self.is_by_hand(text);
        if !live || self.opponent.is_program {
            return self.wire.illegal("it cannot be shown in this mode", text);
        }
        self.wire.illegal("it is shown in another way", text);
        self.show_and_play(mv);
    }

    /// Sends a move for the player whose turn it is, and makes it.
    pub(super) fn show_and_play(&mut self, mv: Move) {
        match self.game.show(mv) {
            Ok(plies) => {
                self.send_plies(&plies);
                self.record.is_played = true;
                self.played(mv);
            }
            Err(why) => self.cannot_show(why),
        }
    }

    fn send_plies(&self, plies: &[String]) {
        for ply in plies {
            self.wire.send(format!("move {ply}"));
        }
    }

    fn cannot_show(&mut self, why: ShowError) {
        self.wire
            .tell_error(format!("The move cannot be shown: {why}"));
        self.stop_playing();
    }

    /// The opponent (or, where the engine only follows, either side) has moved.
    fn played(&mut self, mv: Move) {
        let hit = self.ponder_hit(mv);
        self.make(mv);
        if !hit {
            self.take_turn();
        } else if self.announce_end() {
            self.abandon();
        }
    }

    fn make(&mut self, mv: Move) {
        self.game.make(mv);
        self.human = Default::default();
        self.excluded.clear();
        self.opponent.expected = None;
    }

    /// The engine has found its move.
    pub(super) fn engine_move(&mut self, result: &SearchResult, took: Duration) {
        let Some(best) = result.best else {
            self.announce_end();
            return;
        };
        self.outlook.note(result.score);
        self.record.is_played = true;
        self.record.engine = Some(self.game.position.side_to_move());
        if self.options.resign && self.outlook.is_hopeless() {
            self.wire.send("resign");
            return self.stop_playing();
        }
        if std::mem::take(&mut self.opponent.offers_draw) {
            self.consider_draw();
            self.opponent.offers_draw = false;
        }
        let plies = match self.game.show(best) {
            Ok(plies) => plies,
            Err(why) => return self.cannot_show(why),
        };
        self.send_plies(&plies);
        self.make(best);
        self.timing
            .moved(took, self.game.mirror.plies().div_ceil(2));
        self.opponent.expected = result.ponder;
        self.wire.answer_pings();
        if !self.announce_end() {
            self.ponder();
        }
    }

    /// The opponent offers a draw. The engine agrees if it does not stand better by what
    /// it thought of its last move; if it does, or has not moved yet, it thinks about it
    /// again with its next move.
    pub(super) fn consider_draw(&mut self) {
        if !matches!(self.mode, Mode::Plays(_)) {
            return;
        }
        match self.outlook.accepts_draw() && !self.searcher.is_thinking() {
            true => self.wire.send("offer draw"),
            false => self.opponent.offers_draw = true,
        }
    }

    /// Tells XBoard if the game has ended; from then on the engine only follows.
    pub(super) fn announce_end(&mut self) -> bool {
        let Some(ending) = self.game.ending() else {
            return false;
        };
        self.wire
            .send(format!("{} {{{}}}", ending.result, ending.why));
        self.mode = Mode::Force;
        true
    }

    /// `undo`: takes back one ply. XBoard sends it for each by which its user steps back,
    /// and keeps them to step forward again.
    pub(super) fn undo(&mut self) -> Result<(), SessionError> {
        if self.game.mirror.plies() == 0 {
            return Err(SessionError::NothingToTakeBack);
        }
        self.abandon();
        self.game.take_back_ply();
        self.begin_again();
        Ok(())
    }

    /// `remove`: takes back a move of each player, of which XBoard has taken back two plies
    /// by itself: plies of a move that is not complete one by one, then whole moves. Where
    /// such a move took more plies, XBoard is told to take back the rest. If there is only
    /// one move, which took all these plies, that is taken back.
    pub(super) fn remove(&mut self) -> Result<(), SessionError> {
        const PLIES: usize = 2;
        let begun = self.game.mirror.clone().take_back_begun(PLIES);
        let asked = PLIES - begun;
        let count = asked.min(self.game.position.ply());
        if count == 0 && asked > 0 {
            return Err(SessionError::NothingToTakeBack);
        }
        self.abandon();
        self.game.mirror.take_back_begun(begun);
        let mut plies = 0;
        for _ in 0..count {
            plies += self.game.take_back();
        }
        for _ in asked..plies {
            self.wire.illegal("taken back with the rest", "@@@@");
        }
        self.begin_again();
        if count < asked {
            // The engine's only move: it is its turn again.
            self.take_turn();
        }
        Ok(())
    }

    /// Forgets what belongs to the position that was, but not how the game stands.
    pub(super) fn begin_again(&mut self) {
        let outlook = self.outlook;
        self.begin();
        self.outlook = outlook;
    }
}
