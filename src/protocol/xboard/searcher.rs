//! The search in hand: what it is for, and what it has found so far.

use super::Event;
use super::display::Display;
use crate::position::{AnyPosition, Move};
use crate::protocol::EngineError;
use crate::protocol::thinker::Thinker;
use crate::search::{AnyEngine, Limits, NoMemory, Report, Score, Settings};
use std::sync::mpsc::Sender;
use std::time::Instant;

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
    /// To tell the user what could be played.
    Hint,
}

/// A search that is running.
pub(super) struct Search {
    id: u64,
    /// What it is for.
    pub purpose: Purpose,
    /// What is searched.
    position: AnyPosition,
    /// Since when the engine's clock has been running.
    pub since: Instant,
    /// What was found so far.
    pub report: Option<Report>,
}

impl Search {
    /// A line for each line of play that was found: depth, score, centiseconds, nodes,
    /// moves.
    pub fn lines(&self, display: &Display) -> Vec<String> {
        let Some(report) = &self.report else {
            return Vec::new();
        };
        let centiseconds = report.time.as_millis() / 10;
        let lines = report.lines.iter().map(|line| {
            let moves = display.line_texts(&self.position, &line.moves).join(" ");
            let (depth, score, nodes) = (report.depth, score(line.score), report.nodes);
            format!("{depth} {score} {centiseconds} {nodes} {moves}")
        });
        lines.collect()
    }
}

/// The engine, and what it is searching. Every search has a number: what one has to say
/// that was abandoned is known by it.
pub(super) struct Searcher {
    thinker: Thinker,
    events: Sender<Event>,
    running: Option<Search>,
    /// The number of the last search.
    last: u64,
}

impl Searcher {
    /// # Errors
    /// There is not enough memory for the engine's table.
    pub fn new(settings: Settings, events: Sender<Event>) -> Result<Self, NoMemory> {
        Ok(Self {
            thinker: Thinker::new(settings)?,
            events,
            running: None,
            last: 0,
        })
    }

    /// The settings for the next search.
    pub fn settings(&self) -> &Settings {
        &self.thinker.settings
    }

    /// Sets the engine for the next search.
    pub fn set(&mut self, settings: Settings) {
        self.thinker.settings = settings;
    }

    /// Forgets all games before the next search.
    pub fn forget(&mut self) {
        self.thinker.forget();
    }

    /// Does now what the next search would have to do first.
    ///
    /// # Errors
    /// The engine could not be set as it should be; its own settings count.
    pub fn make_ready(&mut self, position: &AnyPosition) -> Result<(), EngineError> {
        self.thinker.make_ready(position)
    }

    /// The engine, when no search is running.
    ///
    /// # Errors
    /// As [`Self::make_ready`].
    pub fn engine(&mut self) -> Result<&mut AnyEngine, EngineError> {
        self.thinker.engine()
    }

    /// The search that is running.
    pub fn running(&self) -> Option<&Search> {
        self.running.as_ref()
    }

    /// What it is for.
    pub fn purpose(&self) -> Option<Purpose> {
        self.running.as_ref().map(|search| search.purpose)
    }

    /// Whether its answer must come before a pong.
    pub fn is_thinking(&self) -> bool {
        matches!(self.purpose(), Some(Purpose::Move | Purpose::Hint))
    }

    /// The best move that it has found.
    pub fn best_so_far(&self) -> Option<Move> {
        let report = self.running.as_ref()?.report.as_ref()?;
        report.lines.first()?.moves.first().copied()
    }

    /// Starts a search, which takes the place of the one that is running. Returns what the
    /// user must be told: settings that cannot be, or why nothing is searched.
    pub fn start(
        &mut self,
        purpose: Purpose,
        position: AnyPosition,
        limits: &Limits,
    ) -> Vec<EngineError> {
        self.thinker.finish();
        self.last += 1;
        let id = self.last;
        self.running = Some(Search {
            id,
            purpose,
            position: position.clone(),
            since: Instant::now(),
            report: None,
        });
        let events = self.events.clone();
        let kept = limits.clone();
        let ready = self.thinker.engine().map(drop);
        let started = self.thinker.start(
            limits,
            Box::new(move |engine, stopper| {
                // Whoever would listen lives longer than the search.
                let result = engine.go(&position, &kept, stopper, &mut |report| {
                    let _ = events.send(Event::Report(id, Box::new(report.clone())));
                });
                let found = Event::Found(id, Box::new(result));
                Box::new(move || drop(events.send(found)))
            }),
        );
        if started.is_err() {
            self.running = None;
        }
        [ready, started]
            .into_iter()
            .filter_map(Result::err)
            .collect()
    }

    /// Takes note of what the search with this number has found so far, and returns it;
    /// `None` if it was abandoned.
    pub fn note(&mut self, id: u64, report: Report) -> Option<&Search> {
        let search = self.running.as_mut().filter(|search| search.id == id)?;
        search.report = Some(report);
        Some(search)
    }

    /// The search with this number, which has ended; `None` if it was abandoned.
    pub fn take(&mut self, id: u64) -> Option<Search> {
        self.running.take_if(|search| search.id == id)
    }

    /// The opponent has made a move: lets pondering on it become thinking. Returns whether
    /// it does.
    pub fn ponder_hit(&mut self, played: Move) -> bool {
        let pondering = |search: &&mut Search| search.purpose == Purpose::Ponder(played);
        let Some(search) = self.running.as_mut().filter(pondering) else {
            return false;
        };
        search.purpose = Purpose::Move;
        search.since = Instant::now();
        self.thinker.ponder_hit();
        true
    }

    /// Asks the search to end with what it has found; returns at once.
    pub fn stop(&self) {
        self.thinker.stop();
    }

    /// Ends the search with what it has found.
    pub fn finish(&mut self) {
        self.thinker.finish();
    }

    /// Ends the search: what it has found does not matter.
    pub fn abandon(&mut self) {
        self.thinker.finish();
        self.running = None;
    }
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
