//! An engine for whatever game is asked for.

use super::engine::{Engine, Stopper};
use super::limits::Limits;
use super::machine::{NoMemory, available_mebibytes};
use super::parameters::Parameters;
use super::report::{Report, SearchResult};
use super::score::{EVAL_LIMIT, MAX_PLY, Score};
use super::table::{Bound, Entry, TranspositionTable};
use crate::eval::{Terms, values::Values};
use crate::geometry::{Bitboard, ByWidth, Family, for_width, on_same_width, on_width};
use crate::position::AnyPosition;
use crate::rules::Variant;
use std::sync::Arc;
use std::time::Duration;

/// What can be set, and stays from game to game. By default 64 MiB, one thread, one line,
/// and 10 ms of overhead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The size of the transposition table in MiB.
    pub hash: usize,
    /// The number of threads.
    pub threads: usize,
    /// The number of lines.
    pub multi_pv: usize,
    /// What a move costs outside the search.
    pub overhead: Duration,
    /// The numbers that steer the search.
    pub parameters: Parameters,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            hash: 64,
            threads: 1,
            multi_pv: 1,
            overhead: Duration::from_millis(10),
            parameters: Parameters::default(),
        }
    }
}

/// The engines of all widths.
struct Engines;

impl Family for Engines {
    type Of<B: Bitboard> = Engine<B>;
}

/// What holds after [`AnyEngine::prepare`].
const READY: &str = "the engine was made ready for this position";

/// A table where so much memory is free, both in MiB.
fn new_table(wanted: usize, most: usize) -> Result<Arc<TranspositionTable>, NoMemory> {
    // Memory that the system promises but does not have would end the process.
    let table = (wanted <= most).then(|| TranspositionTable::new(wanted));
    let table = table.flatten().map(Arc::new);
    table.ok_or(NoMemory { wanted, most })
}

/// An engine that plays any game: it makes itself ready for the game of the position
/// that it is given.
pub struct AnyEngine {
    settings: Settings,
    table: Arc<TranspositionTable>,
    inner: Option<(Arc<Variant>, ByWidth<Engines>)>,
}

impl AnyEngine {
    /// An engine with these settings.
    ///
    /// # Errors
    /// There is not enough memory for its table.
    pub fn new(settings: Settings) -> Result<Self, NoMemory> {
        let table = new_table(settings.hash, available_mebibytes())?;
        Ok(Self {
            settings,
            table,
            inner: None,
        })
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes the settings. A table of a new size is empty.
    ///
    /// # Errors
    /// There is not enough memory for a larger table; everything stays as it was.
    pub fn set(&mut self, settings: Settings) -> Result<(), NoMemory> {
        if settings.hash != self.settings.hash {
            self.table = self.resized(settings.hash)?;
        }
        self.settings = settings;
        self.apply_settings();
        Ok(())
    }

    /// A table of another size. The old one's memory is given back first if the new one
    /// has no room beside it.
    fn resized(&mut self, mebibytes: usize) -> Result<Arc<TranspositionTable>, NoMemory> {
        let old = self.settings.hash;
        let free = available_mebibytes();
        let most = free + old;
        if mebibytes > most {
            return Err(NoMemory {
                wanted: mebibytes,
                most,
            });
        }
        if let Ok(table) = new_table(mebibytes, free) {
            return Ok(table);
        }
        self.table = new_table(0, most)?;
        self.apply_settings();
        new_table(mebibytes, most).or_else(|error| {
            self.table = new_table(old, most)?;
            self.apply_settings();
            Err(error)
        })
    }

    fn apply_settings(&mut self) {
        let (settings, table) = (&self.settings, &self.table);
        if let Some((_, inner)) = &mut self.inner {
            on_width!(inner, engine => {
                engine.set_threads(settings.threads);
                engine.set_table(table.clone());
                engine.parameters = settings.parameters;
                engine.multi_pv = settings.multi_pv;
                engine.overhead = settings.overhead;
            });
        }
    }

    /// Forgets everything about the games played so far.
    pub fn new_game(&mut self) {
        match &mut self.inner {
            Some((_, inner)) => on_width!(inner, engine => engine.new_game()),
            None => self.table.clear(),
        }
    }

    /// Makes the engine ready for the game of a position. A search does that by itself,
    /// but it takes time that a player's clock should not pay for.
    pub fn prepare(&mut self, position: &AnyPosition) {
        let rules = position.rules();
        if self
            .inner
            .as_ref()
            .is_some_and(|(ready, _)| Arc::ptr_eq(ready, rules))
        {
            return;
        }
        // What the table holds is about another game.
        self.table.clear();
        let (table, threads) = (self.table.clone(), self.settings.threads);
        let inner = for_width!(rules.shape.len(), Engine::new(rules, table, threads));
        self.inner = Some((rules.clone(), inner));
        self.apply_settings();
    }

    /// Searches a position. `stopper` must have been [armed](Stopper::arm) with the limits; a
    /// new one is. See [`Engine::go`].
    pub fn go(
        &mut self,
        position: &AnyPosition,
        limits: &Limits,
        stopper: &Stopper,
        on_report: &mut dyn FnMut(&Report),
    ) -> SearchResult {
        self.prepare(position);
        let inner = self.inner.as_mut().map(|(_, inner)| inner);
        inner
            .and_then(|engine| {
                on_same_width!(engine, position.by_width(), (engine, position) => {
                    engine.go(position, limits, stopper, on_report)
                })
            })
            .expect(READY)
    }

    /// The terms of a position's evaluation, and its score for the side to move in
    /// centipawns.
    pub fn evaluate(&mut self, position: &AnyPosition) -> (Terms, i32) {
        self.prepare(position);
        let inner = self.inner.as_ref().map(|(_, inner)| inner);
        inner
            .and_then(|engine| {
                on_same_width!(engine, position.by_width(), (engine, position) => {
                    engine.evaluator().explain(position)
                })
            })
            .expect(READY)
    }

    /// Notes a score for the side to move as if the position had been searched to this
    /// depth.
    pub fn note_score(&mut self, position: &AnyPosition, score: Score, depth: u32) {
        self.prepare(position);
        let entry = Entry {
            mv: None,
            score: score.raw().clamp(-EVAL_LIMIT, EVAL_LIMIT),
            depth: depth.min(MAX_PLY as u32) as i32,
            bound: Bound::Exact,
            eval: None,
        };
        self.table.store(position.key(), 0, entry);
    }

    /// The derived values of the pieces of a position's game.
    pub fn values(&mut self, position: &AnyPosition) -> Values {
        self.prepare(position);
        let (_, inner) = self.inner.as_ref().expect(READY);
        on_width!(inner, engine => engine.evaluator().values().clone())
    }
}
