//! Lines to the other program, and the log.

use super::hangup;
use std::fs::File;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// Where lines go: standard output or, in tests, a buffer. Cheap to clone; threads may
/// write at the same time, a line each.
#[derive(Clone)]
pub struct Output(Arc<Mutex<Inner>>);

struct Inner {
    out: Box<dyn Write + Send>,
    log: Option<(File, Instant)>,
    broken: bool,
    /// What to do when it breaks.
    when_broken: Option<Box<dyn FnOnce() + Send>>,
}

impl Output {
    /// Writes to standard output, and watches its reader.
    pub fn stdout() -> Self {
        let output = Self::new(Box::new(io::stdout()));
        let watched = output.clone();
        hangup::watch(move || watched.with(Inner::break_off));
        output
    }

    /// Writes to anything.
    pub fn new(out: Box<dyn Write + Send>) -> Self {
        Self(Arc::new(Mutex::new(Inner {
            out,
            log: None,
            broken: false,
            when_broken: None,
        })))
    }

    fn with<T>(&self, work: impl FnOnce(&mut Inner) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Sends a line (or several) and flushes it. Control characters that another program or
    /// a file brought in do not go out.
    pub fn line(&self, text: impl AsRef<str>) {
        self.with(|inner| {
            let text = &text.as_ref().replace(is_strange, "\u{fffd}");
            for line in text.lines() {
                inner.log("<", line);
            }
            let sent = writeln!(inner.out, "{text}").and_then(|()| inner.out.flush());
            if sent.is_err() {
                inner.break_off();
            }
        });
    }

    /// Does something, once, when the other program has gone away. It must not write.
    pub fn when_broken(&self, work: impl FnOnce() + Send + 'static) {
        self.with(|inner| {
            if inner.broken {
                return work();
            }
            inner.when_broken = Some(Box::new(work));
        });
    }

    /// Whether the other program has gone away.
    pub fn is_broken(&self) -> bool {
        self.with(|inner| inner.broken)
    }

    /// Notes a line that the other program sent.
    pub fn log_input(&self, line: &str) {
        self.with(|inner| inner.log(">", line));
    }

    /// Writes all lines of both sides to a file from now on, or no more for an empty
    /// path.
    ///
    /// # Errors
    /// The file cannot be written; the log stays as it was.
    pub fn set_log(&self, path: &str) -> io::Result<()> {
        let log = match path {
            "" | "<empty>" => None,
            path => {
                let file = File::options().create(true).append(true).open(path)?;
                Some((file, Instant::now()))
            }
        };
        self.with(|inner| inner.log = log);
        Ok(())
    }
}

/// Whether a character may make a terminal do things, or end a line where there is none.
fn is_strange(letter: char) -> bool {
    letter.is_control() && !matches!(letter, '\n' | '\t')
}

impl Inner {
    fn break_off(&mut self) {
        self.broken = true;
        if let Some(work) = self.when_broken.take() {
            work();
        }
    }

    fn log(&mut self, mark: &str, line: &str) {
        if let Some((file, start)) = &mut self.log {
            let seconds = start.elapsed().as_secs_f64();
            if writeln!(file, "{seconds:9.3} {mark} {line}").is_err() {
                // A full disk must not end the game.
                self.log = None;
            }
        }
    }
}
