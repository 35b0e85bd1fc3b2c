//! Turns: when the engine thinks, about what, and what comes of it.

use super::{Mode, Next, XBoardSession};
use crate::position::{AnyPosition, Move};
use crate::protocol::xboard::error::SessionError;
use crate::protocol::xboard::searcher::Purpose;
use crate::search::{Limits, Report, SearchResult};
use std::time::Duration;

/// How long a hint is thought about.
const HINT_TIME: Duration = Duration::from_millis(300);

impl XBoardSession {
    /// Moves if it is the engine's turn, or analyses, or ends the game if it has ended.
    pub(super) fn take_turn(&mut self) {
        if self.paused || self.game.refused.is_some() {
            return;
        }
        match self.mode {
            Mode::Force => {}
            Mode::Analysis => self.analyse(),
            Mode::Plays(color) => {
                if self.announce_end() || self.game.position.side_to_move() != color {
                    return;
                }
                let mut limits = self.timing.limits(self.game.mirror.plies() / 2);
                if !self.excluded.is_empty() {
                    limits.moves = self.included();
                }
                let position = self.game.position.clone();
                self.start(Purpose::Move, position, limits);
            }
        }
    }

    /// Starts a search, which takes the place of the one that is running.
    pub(super) fn start(&mut self, purpose: Purpose, position: AnyPosition, mut limits: Limits) {
        if purpose != Purpose::Analysis {
            let count = position.clone().legal_moves().len();
            self.options.limit(&mut limits, count);
        }
        for failure in self.searcher.start(purpose, position, &limits) {
            self.tell_failure(Err(failure));
        }
        if self.searcher.running().is_none() {
            self.wire.answer_pings();
        }
    }

    /// Takes note of what a search has found so far, and shows it.
    pub fn reported(&mut self, id: u64, report: Report) -> Next {
        if let Some(search) = self.searcher.note(id, report)
            && self.posting
            && search.purpose != Purpose::Hint
        {
            for line in search.lines(&self.game.display) {
                self.wire.send(line);
            }
        }
        Next::Continue
    }

    /// Does what a search was for. One that was abandoned has nothing to say any more.
    pub fn found(&mut self, id: u64, result: &SearchResult) -> Next {
        let Some(search) = self.searcher.take(id) else {
            return Next::Continue;
        };
        match search.purpose {
            Purpose::Move => self.engine_move(result, search.since.elapsed()),
            Purpose::Hint => self.give_hint(result.best),
            // Such a search ends only by being abandoned, or where nothing is to be
            // searched.
            Purpose::Ponder(_) | Purpose::Analysis => {}
        }
        self.wire.answer_pings();
        Next::Continue
    }

    /// Thinks on the opponent's time about the answer to the move expected of them.
    pub(super) fn ponder(&mut self) {
        let wanted = self.pondering && !self.paused && self.searcher.running().is_none();
        let theirs = self.mode == Mode::Plays(self.game.position.side_to_move().other());
        let Some(expected) = self.opponent.expected.filter(|_| wanted && theirs) else {
            return;
        };
        let mut position = self.game.position.clone();
        position.make_unchecked(expected);
        if position.status().is_over() {
            return;
        }
        let mut limits = self.timing.limits(self.game.mirror.plies().div_ceil(2));
        limits.ponder = true;
        self.start(Purpose::Ponder(expected), position, limits);
    }

    /// Lets pondering become thinking if this was the move expected; else ends it.
    /// Returns whether it was.
    pub(super) fn ponder_hit(&mut self, played: Move) -> bool {
        if self.searcher.running().is_none() {
            return false;
        }
        let hit = !self.paused && self.searcher.ponder_hit(played);
        if !hit {
            self.abandon();
        }
        hit
    }

    pub(super) fn ponder_from_now_on(&mut self) {
        self.pondering = true;
        self.ponder();
    }

    pub(super) fn ponder_no_more(&mut self) {
        self.pondering = false;
        if matches!(self.searcher.purpose(), Some(Purpose::Ponder(_))) {
            self.abandon();
        }
    }

    /// `?`: the engine moves as soon as it can.
    pub(super) fn move_now(&self) {
        if self.searcher.is_thinking() {
            self.searcher.stop();
        }
    }

    pub(super) fn hint(&mut self) -> Result<(), SessionError> {
        self.game.playable()?;
        match self.searcher.purpose() {
            Some(Purpose::Move | Purpose::Hint) => return Err(SessionError::Thinking),
            Some(Purpose::Ponder(expected)) => self.give_hint(Some(expected)),
            Some(Purpose::Analysis) => {
                let best = self.searcher.best_so_far();
                self.give_hint(best);
            }
            None if self.game.ending().is_some() => return Err(SessionError::GameOver),
            None => {
                let limits = Limits {
                    move_time: Some(HINT_TIME),
                    ..Limits::default()
                };
                self.start(Purpose::Hint, self.game.position.clone(), limits);
            }
        }
        Ok(())
    }

    fn give_hint(&self, best: Option<Move>) {
        let Some(best) = best else { return };
        let plies = self.game.mirror.clone().show(&self.game.position, best);
        match plies.as_deref() {
            Ok([only]) => self.wire.send(format!("Hint: {only}")),
            // What takes several plies to show is told in words.
            _ => {
                let text = self.game.written(best);
                self.wire.send(format!("telluser You could play {text}."));
            }
        }
    }
}
