//! Threads that do one job after the other.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

/// So often it is asked whether to go on.
const GLANCE: Duration = Duration::from_millis(50);

/// Whether to go on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum When {
    /// All goes on.
    GoOn,
    /// No game is begun any more.
    Finish,
    /// Games are broken off.
    Drop,
}

/// What a job has come to; nothing if it was broken off.
type Outcome<Done> = Result<Option<Done>, String>;

/// Threads, and what ends their work before there are no jobs any more.
pub(super) struct Crew<'a> {
    /// Their number.
    pub threads: usize,
    /// Set to break jobs off.
    pub abort: &'a AtomicBool,
    /// Whether to go on.
    pub when: &'a dyn Fn() -> When,
}

impl Crew<'_> {
    /// Does all jobs that `next` has; a thread asks for one when the result of its last one
    /// was taken. Each thread has a `bench` of its own to work at; a job
    /// that was broken off comes to `None`. `done` takes the results, on this thread, and
    /// says whether to go on.
    ///
    /// # Errors
    /// The first one of a job or of `done`, which breaks off all others.
    pub fn work<Job, Bench, Done: Send>(
        &self,
        next: &(dyn Fn() -> Option<Job> + Sync),
        bench: &(dyn Fn() -> Bench + Sync),
        job: &(dyn Fn(&mut Bench, Job) -> Outcome<Done> + Sync),
        done: &mut dyn FnMut(Done) -> Result<When, String>,
    ) -> Result<(), String> {
        let stop = AtomicBool::new(false);
        let halt = |how: When| {
            if how >= When::Finish {
                stop.store(true, Ordering::Relaxed);
            }
            if how == When::Drop {
                self.abort.store(true, Ordering::Relaxed);
            }
        };
        let next = || match stop.load(Ordering::Relaxed) {
            true => None,
            false => next(),
        };
        let mut failure = None;
        thread::scope(|scope| {
            let (sender, ended) = sync_channel(self.threads);
            for _ in 0..self.threads {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || {
                    let mut bench = bench();
                    while let Some(todo) = next() {
                        let (taken, is_taken) = sync_channel(1);
                        let ended = (job(&mut bench, todo), taken);
                        // What comes next may depend on what this has come to.
                        if sender.send(ended).is_err() || is_taken.recv().is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            loop {
                halt((self.when)());
                let (ended, taken) = match ended.recv_timeout(GLANCE) {
                    Ok(ended) => ended,
                    Err(RecvTimeoutError::Timeout) => continue,
                    Err(RecvTimeoutError::Disconnected) => break,
                };
                let outcome = match ended {
                    Ok(None) => Ok(When::GoOn),
                    Ok(Some(result)) => done(result),
                    Err(why) => Err(why),
                };
                match outcome {
                    Ok(how) => halt(how),
                    Err(why) => {
                        failure.get_or_insert(why);
                        halt(When::Drop);
                    }
                }
                // The thread waits for this; nothing else can have filled the channel.
                let _ = taken.try_send(());
            }
        });
        failure.map_or(Ok(()), Err)
    }
}
