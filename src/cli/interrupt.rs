//! Ctrl-C: it ends the thinking, not the program.

use crate::search::Stopper;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

/// The search that is running.
static SEARCH: Mutex<Option<Stopper>> = Mutex::new(None);
/// Whether the program stays when Ctrl-C comes while nothing is searched.
static STAYS: AtomicBool = AtomicBool::new(false);

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
    });
}

/// From now on Ctrl-C between searches is ignored: a game would be lost.
pub(super) fn stay() {
    STAYS.store(true, Ordering::Relaxed);
    install();
}

/// Does some searching that Ctrl-C ends.
pub(super) fn during<T>(stopper: &Stopper, work: impl FnOnce() -> T) -> T {
    install();
    *search() = Some(stopper.clone());
    let result = work();
    *search() = None;
    result
}
