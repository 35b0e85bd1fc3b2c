//! The Chess Engine Communication Protocol, version 2, as XBoard and WinBoard speak it.
//!
//! A `session` obeys the commands that `command` reads. It keeps a `game`, whose
//! position XBoard shows with the means of its own simpler board: what that takes is the
//! business of `display`, and nothing else in the engine knows about it. The session's
//! other parts know nothing of it either: `searcher` has the search in hand, `human` what
//! a person does with the mouse and is asked about, `timing` the clocks, `outlook` what
//! the engine thinks of the game, `record` writes the games to a file. `saved` reads those
//! that XBoard has written, `launch` starts XBoard.
//!
//! Everything happens in one thread and in the order in which it arrives: lines of
//! XBoard, and what searches have found, come through one channel as `Event`s. So no
//! move is sent that a command has just made worthless.

mod command;
mod display;
mod edit;
mod error;
mod features;
mod game;
mod human;
mod launch;
mod outlook;
mod record;
mod saved;
mod searcher;
mod session;
mod timing;
mod wire;

pub use display::{Display, DisplayError, GlyphError, ReadFenError, UnknownVariant};
pub(crate) use display::{Heard, Mirror};
pub use display::{check_keys, check_starts};
pub use launch::{LaunchError, Players, Wishes, arguments, square_for};
pub use saved::read_saved;

use super::RunError;
use super::lines::{LineError, pass_on};
use super::output::Output;
use crate::rules::Catalog;
use crate::search::{Report, SearchResult};
use session::{Next, XBoardSession};
use std::io::BufRead;
use std::sync::mpsc::{Sender, channel};

/// Something to react to.
enum Event {
    /// A line of XBoard, or why it cannot be used.
    Line(Result<String, LineError>),
    /// There will be no more lines, or nobody reads the answers.
    End,
    /// The search with this number has finished an iteration.
    Report(u64, Box<Report>),
    /// The search with this number has ended.
    Found(u64, Box<SearchResult>),
}

/// Obeys commands until `quit`, the end of the input, or of whoever reads the output.
/// `first` is a line that was read already.
///
/// # Errors
/// There is not enough memory for the engine, no game can be played, or no thread starts.
pub fn run(
    catalog: Catalog,
    input: impl BufRead + Send + 'static,
    output: Output,
    first: &str,
) -> Result<(), RunError> {
    let (sender, events) = channel();
    let broken = sender.clone();
    output.when_broken(move || drop(broken.send(Event::End)));
    let mut session = XBoardSession::new(catalog, output, sender.clone())?;
    if session.obey(first) == Next::Quit {
        return Ok(());
    }
    std::thread::Builder::new()
        .spawn(move || read_lines(input, &sender))
        .map_err(RunError::NoThread)?;
    while let Ok(event) = events.recv() {
        let next = match event {
            Event::Line(Ok(line)) => session.obey(&line),
            Event::Line(Err(error)) => session.unreadable(error),
            Event::Report(id, report) => session.reported(id, *report),
            Event::Found(id, result) => session.found(id, &result),
            Event::End => {
                // The search that this ends may still say its result.
                session.finish();
                for event in events.try_iter() {
                    match event {
                        Event::Report(id, report) => session.reported(id, *report),
                        Event::Found(id, result) => session.found(id, &result),
                        Event::Line(_) | Event::End => Next::Continue,
                    };
                }
                Next::Quit
            }
        };
        if next == Next::Quit {
            break;
        }
    }
    session.close_game();
    Ok(())
}

/// Passes lines on until there are no more, or nobody who wants them.
fn read_lines(input: impl BufRead, events: &Sender<Event>) {
    // Input that cannot be read has ended; it does not matter if nobody listens any more.
    let _ = pass_on(input, |line| events.send(Event::Line(line)).is_ok());
    let _ = events.send(Event::End);
}
