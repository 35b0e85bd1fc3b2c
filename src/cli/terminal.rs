//! Playing at a prompt: `sliderule` alone, and `sliderule play`.
//!
//! [`TerminalSession`] is the game being played and obeys commands; [`Input`] is where they
//! come from, [`Screen`] where the answers go. On a terminal there is a prompt with
//! history and completion, and boards are drawn as the game goes on; without one the
//! same commands are read line by line and only answers are printed.

mod command;
mod holdings;
mod input;
mod screen;
mod session;
mod think;

pub(super) use command::Side;
pub(super) use session::TerminalSession;
pub(super) use think::Strength;

use super::{ConfigArgs, interrupt, setup};
use crate::position::AnyPosition;
use crate::protocol::{Output, lines, uci, xboard};
use crate::rules::Catalog;
use anyhow::Context;
use input::{Input, InputLine};
use screen::Screen;
use std::fmt;
use std::io::{self, BufReader, IsTerminal};
use std::process::ExitCode;

/// A language that chess programs speak to each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Protocol {
    /// The Universal Chess Interface.
    Uci,
    /// The Chess Engine Communication Protocol, as XBoard speaks it.
    XBoard,
}

impl Protocol {
    /// The protocol that a first word belongs to. A script may begin with any command of
    /// UCI: they address the engine as clearly as `uci` does.
    fn from_word(word: &str) -> Option<Self> {
        match word.to_ascii_lowercase().as_str() {
            "xboard" => Some(Self::XBoard),
            word => uci::is_command(word).then_some(Self::Uci),
        }
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Uci => "UCI",
            Self::XBoard => "XBoard",
        })
    }
}

/// Goes over to a protocol: from here on standard input and output belong to it. `first`
/// is the line that asked for it.
fn speak(protocol: Protocol, catalog: Catalog, first: &str) -> anyhow::Result<ExitCode> {
    // The lines that are waiting in the buffer of standard input are read first.
    let input = BufReader::new(io::stdin());
    match protocol {
        Protocol::Uci => {
            uci::run(catalog, input, Output::stdout(), first)?;
        }
        Protocol::XBoard => {
            xboard::run(catalog, input, Output::stdout(), first)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// `sliderule` without a command: a prompt, or waiting for a protocol's first word.
pub(super) fn run(config: &ConfigArgs) -> anyhow::Result<ExitCode> {
    let catalog = setup::catalog(config)?;
    if !is_terminal() {
        return wait_for_protocol(catalog);
    }
    for problem in catalog.problems() {
        super::report(&format!("warning: {problem}"));
    }
    let game = catalog.get(catalog.first_name())?;
    let position =
        AnyPosition::start(game).with_context(|| format!("the game '{}', startFen", game.name))?;
    let session = TerminalSession::new(catalog, position, Side::default(), Strength::default())?;
    converse(session)
}

/// Reads commands and obeys them, to the end of the input or `quit`.
pub(super) fn converse(mut session: TerminalSession) -> anyhow::Result<ExitCode> {
    let live = is_terminal();
    let mut out = anstream::stdout();
    let mut screen = Screen::new(&mut out, live);
    let mut input = Input::new(live)?;
    if live {
        interrupt::stay();
    }
    session.greet(&mut screen);
    session.begin(&mut screen);
    loop {
        screen.finish()?;
        let line = match input.next(&mut session)? {
            InputLine::Text(line) => line,
            InputLine::Interrupted => {
                screen.say("(quit, or Ctrl-D, leaves)");
                continue;
            }
            InputLine::Unreadable(error) => {
                screen.say(&format!("error: {error:#}"));
                continue;
            }
            InputLine::End => return Ok(ExitCode::SUCCESS),
        };
        match session.obey(&line, &mut screen) {
            Ok(Next::InputLine) => {}
            Ok(Next::Quit) => {
                screen.finish()?;
                return Ok(ExitCode::SUCCESS);
            }
            Ok(Next::Speak(protocol)) => {
                screen.finish()?;
                return speak(protocol, session.into_catalog(), &line);
            }
            Err(error) => screen.say(&format!("error: {error:#}")),
        }
    }
}

/// What comes after a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Next {
    /// The next one.
    InputLine,
    /// Nothing.
    Quit,
    /// A protocol.
    Speak(Protocol),
}

/// Whether somebody sits in front.
fn is_terminal() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Ignores all lines but the first word of a protocol, and `quit`.
fn wait_for_protocol(catalog: Catalog) -> anyhow::Result<ExitCode> {
    loop {
        // The lock is given back before the protocol reads on.
        let line = lines::next_line(&mut io::stdin().lock()).context("standard input")?;
        let Some(line) = line else {
            return Ok(ExitCode::SUCCESS);
        };
        let line = line.unwrap_or_default();
        match line.split_whitespace().next() {
            Some(word) if word.eq_ignore_ascii_case("quit") => return Ok(ExitCode::SUCCESS),
            Some(word) => {
                if let Some(protocol) = Protocol::from_word(word) {
                    return speak(protocol, catalog, &line);
                }
            }
            None => {}
        }
    }
}
