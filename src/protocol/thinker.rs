//! Searches in a thread of their own, one at a time.

use crate::position::AnyPosition;
use crate::search::{AnyEngine, Limits, NoMemory, STACK_SIZE, Settings, Stopper};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use thiserror::Error;

/// What a search thread does with the engine. What it returns says the last words: by then
/// the search is over for whoever asks.
pub(super) type Task = Box<dyn FnOnce(&mut AnyEngine, &Stopper) -> LastWords + Send>;

/// Says how a search has ended.
pub(super) type LastWords = Box<dyn FnOnce()>;

/// Why there is no engine, no search, or not the table that was asked for.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages say what each case and field is")]
pub enum EngineError {
    #[error(transparent)]
    NoMemory(#[from] NoMemory),
    #[error("{reason}; it keeps {kept} MiB")]
    TableKept { reason: NoMemory, kept: usize },
    #[error("the engine is lost")]
    Lost,
    #[error("cannot start a thread for the search: {0}")]
    NoThread(io::Error),
}

/// Owns the engine; lends it to a thread while it thinks.
pub(super) struct Thinker {
    engine: Option<AnyEngine>,
    running: Option<JoinHandle<AnyEngine>>,
    /// The search that is running has nothing left but its last words.
    over: Arc<AtomicBool>,
    stopper: Stopper,
    /// Settings for the next search.
    pub settings: Settings,
    /// Forget everything before the next search.
    forget: bool,
}

impl Thinker {
    /// A thinker.
    ///
    /// # Errors
    /// There is not enough memory for the engine's table.
    pub fn new(settings: Settings) -> Result<Self, NoMemory> {
        let engine = AnyEngine::new(settings.clone())?;
        Ok(Self {
            engine: Some(engine),
            running: None,
            over: Arc::default(),
            stopper: Stopper::default(),
            settings,
            forget: false,
        })
    }

    /// Ends the search that is running and waits for its last words.
    pub fn finish(&mut self) {
        self.stopper.stop();
        if let Some(thread) = self.running.take() {
            match thread.join() {
                Ok(engine) => self.engine = Some(engine),
                // A new engine takes the place of the one that was lost.
                Err(_) => self.engine = AnyEngine::new(self.settings.clone()).ok(),
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
    /// There is not enough memory for the table; the old table and its size stay.
    pub fn engine(&mut self) -> Result<&mut AnyEngine, EngineError> {
        self.finish();
        let engine = match self.engine.take() {
            Some(engine) => engine,
            None => AnyEngine::new(self.settings.clone())?,
        };
        let engine = self.engine.insert(engine);
        if *engine.settings() != self.settings
            && let Err(reason) = engine.set(self.settings.clone())
        {
            let kept = engine.settings().hash;
            self.settings.hash = kept;
            engine.set(self.settings.clone())?;
            return Err(EngineError::TableKept { reason, kept });
        }
        if std::mem::take(&mut self.forget) {
            engine.new_game();
        }
        Ok(engine)
    }

    /// Does now what the next search would have to do first: settings, forgetting, the
    /// tables of a game. Nothing while a search is running.
    ///
    /// # Errors
    /// As [`Self::engine`]; the engine is ready all the same, with its old table.
    pub fn make_ready(&mut self, position: &AnyPosition) -> Result<(), EngineError> {
        let busy = self
            .running
            .as_ref()
            .is_some_and(|thread| !self.over.load(Ordering::Acquire) && !thread.is_finished());
        if busy {
            return Ok(());
        }
        let failure = self.engine().err();
        if let Some(engine) = &mut self.engine {
            engine.prepare(position);
        }
        failure.map_or(Ok(()), Err)
    }

    /// Starts a search. One that is running is ended first.
    ///
    /// # Errors
    /// There is not enough memory for the engine, or no thread starts: there is no search.
    pub fn start(&mut self, limits: &Limits, task: Task) -> Result<(), EngineError> {
        self.engine()?;
        let mut engine = self.engine.take().ok_or(EngineError::Lost)?;
        self.stopper = Stopper::default();
        self.stopper.arm(limits);
        self.over = Arc::default();
        let over = self.over.clone();
        let stopper = self.stopper.clone();
        let builder = std::thread::Builder::new().stack_size(STACK_SIZE);
        let thread = builder.spawn(move || {
            let last_words = task(&mut engine, &stopper);
            over.store(true, Ordering::Release);
            last_words();
            engine
        });
        self.running = Some(thread.map_err(EngineError::NoThread)?);
        Ok(())
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.finish();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Catalog;
    use std::sync::mpsc::channel;
    use std::time::Duration;

    fn thinker() -> (Thinker, AnyPosition) {
        let settings = Settings {
            hash: 1,
            ..Settings::default()
        };
        let chess = Catalog::built_in().get("chess").unwrap();
        let position = AnyPosition::start(chess).unwrap();
        (Thinker::new(settings).unwrap(), position)
    }

    /// Whoever hears the last words of a search may ask for the next table at once.
    #[test]
    fn a_search_is_over_before_its_last_words() {
        let (mut thinker, position) = thinker();
        let (said, heard) = channel();
        let task = move |_: &mut AnyEngine, _: &Stopper| {
            let last_words = move || {
                said.send(()).unwrap();
                std::thread::sleep(Duration::from_millis(200));
            };
            Box::new(last_words) as LastWords
        };
        let limits = Limits::default();
        thinker.start(&limits, Box::new(task)).unwrap();
        heard.recv().unwrap();
        thinker.settings.hash = 2;
        thinker.make_ready(&position).unwrap();
        let engine = thinker.engine.as_ref().expect("it is back");
        assert_eq!(engine.settings().hash, 2);
    }

    #[test]
    fn a_search_that_runs_is_not_ended_for_readiness() {
        let (mut thinker, position) = thinker();
        let limits = Limits {
            infinite: true,
            ..Limits::default()
        };
        let kept = limits.clone();
        let task = move |_: &mut AnyEngine, stopper: &Stopper| {
            stopper.wait(&kept);
            Box::new(|| {}) as LastWords
        };
        thinker.start(&limits, Box::new(task)).unwrap();
        thinker.settings.hash = 2;
        thinker.make_ready(&position).unwrap();
        assert!(thinker.engine.is_none(), "it is still thinking");
        assert_eq!(thinker.engine().unwrap().settings().hash, 2);
    }

    #[test]
    fn a_table_that_cannot_be_had_leaves_the_old_one() {
        let (mut thinker, position) = thinker();
        thinker.settings.hash = usize::MAX >> 21;
        thinker.settings.multi_pv = 3;
        let error = thinker.make_ready(&position).unwrap_err().to_string();
        assert!(
            error.starts_with("no memory for a hash table of "),
            "{error}"
        );
        assert!(error.ends_with("; it keeps 1 MiB"), "{error}");
        let engine = thinker.engine().unwrap();
        assert_eq!((engine.settings().hash, engine.settings().multi_pv), (1, 3));
    }
}
