//! What ends the thinking from outside: Ctrl-C, after which the program goes on, and the
//! end of whoever reads the output, after which it ends.

use crate::protocol::hangup;
use crate::search::Stopper;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

/// The search that is running.
static SEARCH: Mutex<Option<Stopper>> = Mutex::new(None);
/// Whether the program stays when Ctrl-C comes while nothing is searched.
static STAYS: AtomicBool = AtomicBool::new(false);

/// Nobody reads the output any more.
static ALONE: AtomicBool = AtomicBool::new(false);

/// How often Ctrl-C came where it is counted.
static PRESSES: AtomicUsize = AtomicUsize::new(0);

/// The exit code of a program ended by Ctrl-C.
const INTERRUPTED: i32 = 130;

fn search() -> MutexGuard<'static, Option<Stopper>> {
    SEARCH.lock().unwrap_or_else(PoisonError::into_inner)
}

fn install() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        // Where it cannot be caught, Ctrl-C ends the program as it always did.
        let _ = ctrlc::set_handler(|| match &*search() {
            Some(stopper) => stopper.stop(),
            None if STAYS.load(Ordering::Relaxed) => {}
            None => std::process::exit(INTERRUPTED),
        });
        hangup::watch(|| {
            ALONE.store(true, Ordering::SeqCst);
            if let Some(stopper) = &*search() {
                stopper.stop();
            }
        });
    });
}

/// From now on the program ends as soon as nobody reads its output: for work after which
/// there is nothing to be done but printing.
pub(super) fn end_with_reader() {
    hangup::watch(|| std::process::exit(0));
}

/// From now on it is watched whether anybody reads the output; whether nobody does.
pub(super) fn without_reader() -> &'static AtomicBool {
    hangup::watch(|| ALONE.store(true, Ordering::SeqCst));
    &ALONE
}

/// From now on Ctrl-C between searches is ignored: a game would be lost.
pub(super) fn stay() {
    STAYS.store(true, Ordering::Relaxed);
    install();
}

/// Runs a search that ends at Ctrl-C, or when nobody reads the output any more.
pub(super) fn during<T>(stopper: &Stopper, work: impl FnOnce() -> T) -> T {
    install();
    *search() = Some(stopper.clone());
    if ALONE.load(Ordering::SeqCst) {
        stopper.stop();
    }
    let result = work();
    *search() = None;
    result
}

/// From now on Ctrl-C is only counted; returns the counter.
pub(super) fn count() -> &'static AtomicUsize {
    // Where it cannot be caught, Ctrl-C ends the program as it always did.
    let _ = ctrlc::set_handler(|| {
        PRESSES.fetch_add(1, Ordering::Relaxed);
    });
    &PRESSES
}
