//! Searches in a thread of their own, one at a time.

use crate::position::AnyPosition;
use crate::search::{AnyEngine, Limits, STACK_SIZE, Settings, Stopper};
use std::thread::JoinHandle;

/// What a search thread does with the engine.
pub(super) type Task = Box<dyn FnOnce(&mut AnyEngine, &Stopper) + Send>;

/// Owns the engine; lends it to a thread while it thinks.
pub(super) struct Thinker {
    engine: Option<AnyEngine>,
    running: Option<JoinHandle<AnyEngine>>,
    stopper: Stopper,
    /// Settings for the next search.
    pub settings: Settings,
    /// Forget everything before the next search.
    forget: bool,
    /// The search that is running ends by itself.
    bounded: bool,
}

impl Thinker {
    /// A thinker, or `None` if the memory for the engine's table is not to be had.
    pub fn new(settings: Settings) -> Option<Self> {
        Some(Self {
            engine: Some(AnyEngine::new(settings.clone())?),
            running: None,
            stopper: Stopper::default(),
            settings,
            forget: false,
            bounded: true,
        })
    }

    /// Ends the search that is running and waits for its last words.
    pub fn finish(&mut self) {
        self.stopper.stop();
        self.wait();
    }

    /// Waits until the search that is running has ended by itself; one that would not
    /// is ended.
    pub fn finish_naturally(&mut self) {
        if !self.bounded {
            self.stopper.stop();
        }
        self.wait();
    }

    fn wait(&mut self) {
        if let Some(thread) = self.running.take() {
            match thread.join() {
                Ok(engine) => self.engine = Some(engine),
                // A new engine takes the place of the one that was lost.
                Err(_) => self.engine = AnyEngine::new(self.settings.clone()),
            }
        }
    }

    /// Asks the search that is running to end; returns at once.
    pub fn stop(&self) {
        self.stopper.stop();
    }

    /// The opponent played the expected move.
    pub fn ponder_hit(&self) {
        self.stopper.ponder_hit();
    }

    /// Forgets all games, before the next search.
    pub fn forget(&mut self) {
        self.forget = true;
    }

    /// The engine, with all settings in force. Ends a search that is running.
    ///
    /// # Errors
    /// The memory for the table is not to be had; the old table stays.
    pub fn engine(&mut self) -> Result<&mut AnyEngine, String> {
        self.finish();
        let hash = self.settings.hash;
        let too_large = || format!("no memory for a hash table of {hash} MB");
        if self.engine.is_none() {
            self.engine = AnyEngine::new(self.settings.clone());
        }
        let engine = self.engine.as_mut().ok_or_else(too_large)?;
        if *engine.settings() != self.settings && !engine.set(self.settings.clone()) {
            self.settings.hash = engine.settings().hash;
            engine.set(self.settings.clone());
            return Err(too_large());
        }
        if std::mem::take(&mut self.forget) {
            engine.new_game();
        }
        Ok(engine)
    }

    /// Does now what the next search would have to do first: settings, forgetting, the
    /// tables of a game. Nothing while a search is running.
    pub fn make_ready(&mut self, position: &AnyPosition) {
        let busy = self
            .running
            .as_ref()
            .is_some_and(|thread| !thread.is_finished());
        if !busy && let Ok(engine) = self.engine() {
            engine.prepare(position);
        }
    }

    /// Starts a search. One that is running is ended first.
    ///
    /// # Errors
    /// The memory for the engine is not to be had, or no thread.
    pub fn start(&mut self, limits: &Limits, task: Task) -> Result<(), String> {
        let ready = self.engine().map(|_| ());
        let Some(mut engine) = self.engine.take() else {
            return Err("no memory for the engine".into());
        };
        self.stopper = Stopper::default();
        self.stopper.arm(limits);
        self.bounded = !limits.infinite
            && !limits.ponder
            && (limits.clock.is_some()
                || limits.move_time.is_some()
                || limits.depth.is_some()
                || limits.nodes.is_some()
                || limits.mate.is_some());
        let stopper = self.stopper.clone();
        let builder = std::thread::Builder::new().stack_size(STACK_SIZE);
        let thread = builder.spawn(move || {
            task(&mut engine, &stopper);
            engine
        });
        match thread {
            Ok(thread) => self.running = Some(thread),
            Err(error) => return Err(format!("no thread for the search: {error}")),
        }
        ready
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.finish();
    }
}
