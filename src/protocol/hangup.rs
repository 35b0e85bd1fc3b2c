//! Noticing when nobody reads what the program writes any more.
//!
//! A failed write tells that too, but a long search or count may write nothing for hours.

#[cfg(unix)]
use rustix::event::{PollFd, PollFlags, poll};
#[cfg(unix)]
use rustix::io::Errno;

/// Does something when the reader of standard output has gone. Where that cannot be
/// watched (on other systems, or for want of a thread), only failed writes tell.
#[cfg(unix)]
pub(crate) fn watch(on_gone: impl FnOnce() + Send + 'static) {
    let wait = move || {
        let output = std::io::stdout();
        // Errors and hang-ups are reported unasked.
        let mut watched = [PollFd::new(&output, PollFlags::empty())];
        loop {
            match poll(&mut watched, None) {
                Ok(_) => break,
                Err(Errno::INTR) => {}
                Err(_) => return,
            }
        }
        if watched[0]
            .revents()
            .intersects(PollFlags::ERR | PollFlags::HUP)
        {
            on_gone();
        }
    };
    // Nothing is lost without the thread but the early notice.
    let _ = std::thread::Builder::new().spawn(wait);
}

#[cfg(not(unix))]
pub(crate) fn watch(_: impl FnOnce() + Send + 'static) {}
