//! What an engine has said and nobody has taken yet.
//!
//! What waits is bounded. An engine that says more is kept waiting until somebody takes
//! a line; but while it thinks on the opponent's time nobody does for long, and then the
//! oldest lines that do not matter make room for new ones. What it says is counted as it
//! comes, so that a flood is noticed even where nobody listens.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// So many lines wait at most.
const WAITING: usize = 256;
/// What an engine may say at once before it is a flood, and for every second beyond.
const LINES: u64 = 20_000;
const BYTES: u64 = 8 << 20;

/// Something that comes from an engine. Nothing comes after what is not a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Incoming {
    /// A line, and when it came.
    Line(String, Instant),
    /// The beginning of a line that is too long, of so many bytes.
    TooLong(usize),
    /// More than anybody needs.
    Flood { lines: u64, bytes: u64 },
    /// It says nothing more.
    End,
}

/// Where lines wait between the thread that reads them and whoever takes them.
pub(super) struct Inbox {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    waiting: VecDeque<Incoming>,
    /// Since when what comes is counted.
    since: Instant,
    lines: u64,
    bytes: u64,
    /// Which lines must not be lost, while nobody takes any.
    matters: Option<fn(&str) -> bool>,
    /// Nothing comes any more.
    has_ended: bool,
    /// Nobody takes anything any more.
    is_closed: bool,
}

impl Inbox {
    /// An empty one.
    pub fn new() -> Self {
        let state = State {
            waiting: VecDeque::new(),
            since: Instant::now(),
            lines: 0,
            bytes: 0,
            matters: None,
            has_ended: false,
            is_closed: false,
        };
        Self {
            state: Mutex::new(state),
            changed: Condvar::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts something in, perhaps after waiting for room. Whether more may come.
    pub fn put(&self, incoming: Incoming) -> bool {
        let mut state = self.lock();
        let incoming = state.weigh(incoming);
        let is_last = !matches!(incoming, Incoming::Line(..));
        let full = |state: &mut State| !state.is_closed && !state.makes_room();
        let waited = self.changed.wait_while(state, full);
        state = waited.unwrap_or_else(PoisonError::into_inner);
        if state.is_closed {
            return false;
        }
        state.waiting.push_back(incoming);
        state.has_ended = is_last;
        self.changed.notify_all();
        !is_last
    }

    /// Takes what came first; `None` if there is nothing in time.
    pub fn take(&self, wait: Duration) -> Option<Incoming> {
        let empty = |state: &mut State| state.waiting.is_empty() && !state.has_ended;
        let waited = self.changed.wait_timeout_while(self.lock(), wait, empty);
        let (mut state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        match state.waiting.pop_front() {
            Some(incoming) => {
                self.changed.notify_all();
                Some(incoming)
            }
            None => state.has_ended.then_some(Incoming::End),
        }
    }

    /// From now on lines are taken, and counted anew.
    pub fn attend(&self) {
        self.count_anew(None);
    }

    /// For a while no lines are taken; they are counted anew. Those that matter are kept.
    pub fn leave(&self, matters: fn(&str) -> bool) {
        self.count_anew(Some(matters));
    }

    fn count_anew(&self, matters: Option<fn(&str) -> bool>) {
        let mut state = self.lock();
        (state.since, state.lines, state.bytes) = (Instant::now(), 0, 0);
        state.matters = matters;
        self.changed.notify_all();
    }

    /// Nobody takes anything any more.
    pub fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_all();
    }
}

impl State {
    /// Counts a line, which may be one too many.
    fn weigh(&mut self, incoming: Incoming) -> Incoming {
        let Incoming::Line(line, _) = &incoming else {
            return incoming;
        };
        self.lines += 1;
        self.bytes += line.len() as u64;
        let seconds = 1 + self.since.elapsed().as_secs();
        let (lines, bytes) = (self.lines, self.bytes);
        match lines <= LINES * seconds && bytes <= BYTES * seconds {
            true => incoming,
            false => Incoming::Flood { lines, bytes },
        }
    }

    /// Whether there is room for something, perhaps where a line was that does not matter.
    fn makes_room(&mut self) -> bool {
        if self.waiting.len() < WAITING {
            return true;
        }
        let Some(matters) = self.matters else {
            return false;
        };
        let idle = |incoming: &Incoming| matches!(incoming, Incoming::Line(l, _) if !matters(l));
        match self.waiting.iter().position(idle) {
            Some(oldest) => self.waiting.remove(oldest).is_some(),
            None => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    fn line(text: impl Into<String>) -> Incoming {
        Incoming::Line(text.into(), Instant::now())
    }

    fn text(incoming: Option<Incoming>) -> String {
        match incoming {
            Some(Incoming::Line(text, _)) => text,
            other => panic!("{other:?}"),
        }
    }

    /// Nobody waits, or this test does not end.
    #[test]
    fn while_nobody_listens_what_matters_and_what_is_new_is_kept() {
        let inbox = Inbox::new();
        inbox.leave(|line| line.starts_with("bestmove"));
        assert!(inbox.put(line("bestmove e2e4")));
        for number in 0..1000 {
            assert!(inbox.put(line(format!("info {number}"))));
        }
        let soon = Duration::from_millis(1);
        assert_eq!(text(inbox.take(soon)), "bestmove e2e4");
        for number in 1000 - (WAITING - 1)..1000 {
            assert_eq!(text(inbox.take(soon)), format!("info {number}"));
        }
        assert_eq!(inbox.take(soon), None);
    }

    #[test]
    fn a_flood_is_noticed_while_nobody_listens() {
        let inbox = Inbox::new();
        inbox.leave(|_| false);
        let mut put = 0;
        while inbox.put(line("info")) {
            put += 1;
            assert!(put < 100 * LINES, "no flood");
        }
        assert!(put >= LINES);
        for _ in 0..WAITING - 1 {
            assert_eq!(text(inbox.take(Duration::ZERO)), "info");
        }
        let flood = inbox.take(Duration::ZERO);
        assert!(matches!(flood, Some(Incoming::Flood { .. })), "{flood:?}");
        // After it there is nothing any more.
        assert_eq!(inbox.take(Duration::ZERO), Some(Incoming::End));
    }

    #[test]
    fn one_that_is_heard_waits_until_there_is_room() {
        let inbox = Arc::new(Inbox::new());
        let putter = inbox.clone();
        let thread = std::thread::spawn(move || {
            let mut numbers = 0..;
            while numbers
                .next()
                .is_some_and(|n: usize| putter.put(line(n.to_string())))
            {}
            numbers.start
        });
        let long = Duration::from_secs(10);
        for number in 0..3 * WAITING {
            assert_eq!(text(inbox.take(long)), number.to_string());
        }
        inbox.close();
        // All that were put, and the one that found it closed.
        assert!(thread.join().unwrap() <= 4 * WAITING + 1);
    }
}
