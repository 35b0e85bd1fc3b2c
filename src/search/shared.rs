//! What all threads of a search share.

use super::abdada::CurrentlySearched;
use super::clock::Clock;
use super::limits::Limits;
use super::parameters::Parameters;
use super::score::Score;
use super::table::TranspositionTable;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Mutex, MutexGuard};

/// What all threads of a search share.
pub(super) struct Shared<'a> {
    pub table: &'a TranspositionTable,
    /// Set from outside to end the search.
    pub stop: &'a AtomicBool,
    /// Set by the search itself when a limit is reached. Kept apart from `stop`: an
    /// infinite search or a ponder that has run into a limit still waits to be ended.
    pub done: AtomicBool,
    /// Set while the opponent's time runs.
    pub pondering: &'a AtomicBool,
    /// Nodes of all threads, added up from time to time.
    pub nodes: AtomicU64,
    pub parameters: &'a Parameters,
    pub switches: Switches,
    pub limits: &'a Limits,
    pub clock: Mutex<Clock>,
    /// The moves that the threads are searching; `None` where there is only one thread.
    pub current: Option<CurrentlySearched>,
    /// The score that the rules give a position in which the game has ended although
    /// there are moves: it is searched as if the game went on, for whoever plays on.
    pub ended: Option<Score>,
}

impl Shared<'_> {
    /// The clock as it is now.
    pub fn clock(&self) -> Clock {
        *self.lock_clock()
    }

    /// Starts the clock: what was thought so far was the opponent's time.
    pub fn restart_clock(&self) {
        self.lock_clock().restart();
    }

    fn lock_clock(&self) -> MutexGuard<'_, Clock> {
        // A clock is copied and set as a whole: a thread that panicked has not harmed it.
        self.clock
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

/// Parts of the search that can be switched off, to test the rest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Switches {
    /// Null move, futility, razoring, late move and SEE pruning.
    pub pruning: bool,
    /// Late move and internal iterative reductions.
    pub reductions: bool,
    /// Check and singular extensions.
    pub extensions: bool,
    /// The transposition table.
    pub table: bool,
    /// Quiescence; without it the evaluation stands at depth 0.
    pub quiescence: bool,
}

impl Default for Switches {
    fn default() -> Self {
        Self {
            pruning: true,
            reductions: true,
            extensions: true,
            table: true,
            quiescence: true,
        }
    }
}
