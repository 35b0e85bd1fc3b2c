//! Searches: the engine's own moves, pondering, hints, and what is shown of them.

use super::Event;
use super::game::Game;
use super::session::{Mode, Next, Session};
use crate::position::{AnyPosition, Move};
use crate::search::{Limits, Report, Score, SearchResult};
use std::time::{Duration, Instant};

/// A hint is thought about so long.
const HINT_TIME: Duration = Duration::from_millis(300);
/// Scores of forced ends begin here: mate in 3 is 100003.
const MATE: i32 = 100_000;

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    /// The engine's move.
    Move,
    /// The engine's move after this one, which the opponent has not made yet.
    Ponder(Move),
    /// To show what the position is worth.
    Analysis,
    /// To tell the user what he could play.
    Hint,
}

/// A search that is running.
pub(super) struct Search {
    id: u64,
    pub purpose: Purpose,
    /// What is searched.
    position: AnyPosition,
    /// Since when the engine's clock has been running.
    pub since: Instant,
    /// What was found so far.
    pub report: Option<Report>,
}

impl Session {
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
        self.thinker.finish();
        self.last_search += 1;
        let id = self.last_search;
        if purpose != Purpose::Analysis {
            let count = position.clone().legal_moves().len();
            self.options.limit(&mut limits, count);
        }
        self.search = Some(Search {
            id,
            purpose,
            position: position.clone(),
            since: Instant::now(),
            report: None,
        });
        let events = self.events.clone();
        let kept = limits.clone();
        let ready = self.thinker.engine().map(|_| ());
        self.tell_failure(ready);
        let started = self.thinker.start(
            &limits,
            Box::new(move |engine, stopper| {
                // Whoever would listen lives longer than the search.
                let result = engine.go(&position, &kept, stopper, &mut |report| {
                    let _ = events.send(Event::Report(id, Box::new(report.clone())));
                });
                let found = Event::Found(id, Box::new(result));
                Box::new(move || drop(events.send(found)))
            }),
        );
        if let Err(error) = started {
            self.search = None;
            self.wire.tell_error(&error);
            self.answer_pings();
        }
    }

    /// Takes note of what a search has found so far, and shows it.
    pub(super) fn reported(&mut self, id: u64, report: Report) -> Next {
        if let Some(search) = self.search.as_mut().filter(|search| search.id == id) {
            if self.posting && search.purpose != Purpose::Hint {
                for line in thinking_lines(&search.position, &self.game, &report) {
                    self.wire.send(line);
                }
            }
            search.report = Some(report);
        }
        Next::Continue
    }

    /// Does what a search was for. One that was abandoned has nothing to say any more.
    pub(super) fn found(&mut self, id: u64, result: &SearchResult) -> Next {
        let Some(search) = self.search.take_if(|search| search.id == id) else {
            return Next::Continue;
        };
        match search.purpose {
            Purpose::Move => self.engine_move(result, search.since.elapsed()),
            Purpose::Hint => self.give_hint(result.best),
            // Such a search ends only by being abandoned, or where nothing is to be
            // searched.
            Purpose::Ponder(_) | Purpose::Analysis => {}
        }
        self.answer_pings();
        Next::Continue
    }

    /// Thinks on the opponent's time about the answer to the move he is expected to make.
    pub(super) fn ponder(&mut self) {
        let wanted = self.pondering && !self.paused && self.search.is_none();
        let theirs = self.mode == Mode::Plays(self.game.position.side_to_move().other());
        let Some(expected) = self.expected.filter(|_| wanted && theirs) else {
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
        let Some(search) = &mut self.search else {
            return false;
        };
        if search.purpose != Purpose::Ponder(played) || self.paused {
            self.abandon();
            return false;
        }
        search.purpose = Purpose::Move;
        search.since = Instant::now();
        self.thinker.ponder_hit();
        true
    }

    pub(super) fn ponder_from_now_on(&mut self) {
        self.pondering = true;
        self.ponder();
    }

    pub(super) fn ponder_no_more(&mut self) {
        self.pondering = false;
        let purpose = self.search.as_ref().map(|search| search.purpose);
        if matches!(purpose, Some(Purpose::Ponder(_))) {
            self.abandon();
        }
    }

    /// `?`: the engine moves as soon as it can.
    pub(super) fn move_now(&self) {
        if self.is_thinking() {
            self.thinker.stop();
        }
    }

    pub(super) fn hint(&mut self) -> Result<(), String> {
        self.game.playable()?;
        match self.search.as_ref().map(|search| search.purpose) {
            Some(Purpose::Move | Purpose::Hint) => return Err("the engine is thinking".into()),
            Some(Purpose::Ponder(expected)) => self.give_hint(Some(expected)),
            Some(Purpose::Analysis) => {
                let best = self.best_so_far();
                self.give_hint(best);
            }
            None if self.game.ending().is_some() => return Err("the game is over".into()),
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

    /// The best move that the search which is running has found.
    pub(super) fn best_so_far(&self) -> Option<Move> {
        let report = self.search.as_ref()?.report.as_ref()?;
        report.lines.first()?.moves.first().copied()
    }
}

/// A line for each line of play: depth, score, centiseconds, nodes, moves.
fn thinking_lines(position: &AnyPosition, game: &Game, report: &Report) -> Vec<String> {
    let centiseconds = report.time.as_millis() / 10;
    let lines = report.lines.iter().map(|line| {
        let moves = game.display.line_texts(position, &line.moves).join(" ");
        let (depth, score, nodes) = (report.depth, score(line.score), report.nodes);
        format!("{depth} {score} {centiseconds} {nodes} {moves}")
    });
    lines.collect()
}

/// A score in centipawns; forced ends beyond all others.
fn score(score: Score) -> i32 {
    match (score.mate_in(), score.raw()) {
        (Some(moves), _) if moves > 0 => MATE + moves,
        (Some(moves), _) => moves - MATE,
        (None, centipawns) => centipawns,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_beyond_all_scores() {
        let shown = |raw| score(Score::from_centipawns(raw));
        assert_eq!(shown(35), 35);
        assert_eq!(shown(30_999), 100_001);
        assert_eq!(shown(30_997), 100_002);
        assert_eq!(shown(31_000), 100_001);
        assert_eq!(shown(-31_000), -100_000);
        assert_eq!(shown(-30_999), -100_001);
        assert_eq!(shown(-30_996), -100_002);
    }
}
