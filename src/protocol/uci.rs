//! The Universal Chess Interface.
//!
//! The crate vampirc-uci reads the commands that have nothing to do with squares and
//! writes option lines; `position`, `go` and what the engine answers are read and
//! written here, because the crate knows only 8x8 boards. Whatever a program sends,
//! the loop goes on: what cannot be understood is answered by one `info string`. After
//! a position that was refused nothing is searched until there is one that is not: a move
//! from another position would lose the game.
//!
//! One thread reads lines and another searches, so that the end of the input, or of
//! whoever reads the output, ends a search at once.

mod answers;
mod go;
mod position;

use super::lines::{LineError, pass_on};
use super::options::{
    Audience, Effect, FileError, Kind, LOG_FILE, OptionSpec, Options, VARIANT, games_of,
};
use super::output::Output;
use super::thinker::Thinker;
use super::{EngineError, NAME, RunError};
use crate::position::AnyPosition;
use crate::rules::ini::shortened;
use crate::rules::{Catalog, Color, Variant};
use position::{PositionError, PositionRefusal};
use std::io::{self, BufRead};
use std::sync::mpsc::sync_channel;
use vampirc_uci::{Serializable, UciMessage, UciOptionConfig, parse_one};

/// Whether a word is a command of this protocol.
pub fn is_command(word: &str) -> bool {
    [
        "uci",
        "isready",
        "debug",
        "setoption",
        "register",
        "ucinewgame",
        "position",
        "go",
        "stop",
        "ponderhit",
        "d",
        "eval",
        "bench",
    ]
    .contains(&word)
}

/// Lines that wait to be obeyed.
const QUEUE: usize = 16;

/// Something to react to.
enum Event {
    /// A line, or why it cannot be used.
    Line(Result<String, LineError>),
    /// There will be no more lines.
    End(io::Result<()>),
    /// Nobody reads the answers.
    Broken,
}

/// Obeys commands until `quit`, the end of the input, or of whoever reads the output.
/// `first` is a line that was read already.
///
/// # Errors
/// There is not enough memory for the engine, no game can be played, the input cannot be
/// read, or there is no thread for that.
pub fn run(
    catalog: Catalog,
    input: impl BufRead + Send + 'static,
    output: Output,
    first: &str,
) -> Result<(), RunError> {
    let mut session = UciSession::new(catalog, output.clone())?;
    if session.command(first) == Next::Quit {
        return Ok(());
    }
    let (sender, events) = sync_channel(QUEUE);
    let broken = sender.clone();
    // Where the queue is full nobody sleeps: it is noticed after the next line.
    output.when_broken(move || drop(broken.try_send(Event::Broken)));
    std::thread::Builder::new()
        .spawn(move || {
            let end = pass_on(input, |line| sender.send(Event::Line(line)).is_ok());
            // It does not matter if nobody listens any more.
            let _ = sender.send(Event::End(end));
        })
        .map_err(RunError::NoThread)?;
    while !output.is_broken() {
        match events.recv() {
            Ok(Event::Line(Ok(line))) => {
                if session.command(&line) == Next::Quit {
                    break;
                }
            }
            Ok(Event::Line(Err(error))) => session.unreadable(error),
            Ok(Event::End(end)) => {
                session.thinker.finish();
                return end.map_err(RunError::Input);
            }
            Ok(Event::Broken) | Err(_) => break,
        }
    }
    session.thinker.finish();
    Ok(())
}

#[derive(PartialEq, Eq, Debug)]
enum Next {
    Continue,
    Quit,
}

/// The state of a conversation.
struct UciSession {
    catalog: Catalog,
    options: Options,
    /// The last position that could be set up.
    position: AnyPosition,
    /// Why the one that was asked for could not be.
    refused: Option<PositionRefusal>,
    /// The game that was asked for, if it cannot be played: until another is chosen, or
    /// it is loaded, all positions are refused.
    wrong_game: Option<WrongGame>,
    thinker: Thinker,
    output: Output,
}

struct WrongGame {
    name: String,
    why: PositionError,
}

impl UciSession {
    fn new(catalog: Catalog, output: Output) -> Result<Self, RunError> {
        let options = Options::new(&catalog);
        let game = catalog.get(&options.variant);
        let wrong_game = game.as_ref().err().map(|why| WrongGame {
            name: options.variant.clone(),
            why: why.clone().into(),
        });
        let refused = wrong_game.as_ref().map(|game| game.why.clone().into());
        let any = game.ok().or(catalog.games().first());
        let game = any.ok_or(RunError::NoGame)?;
        let position = AnyPosition::start(game).map_err(RunError::Start)?;
        let thinker = Thinker::new(options.settings.clone()).map_err(EngineError::from)?;
        Ok(Self {
            catalog,
            options,
            position,
            refused,
            wrong_game,
            thinker,
            output,
        })
    }

    /// Answers input that cannot be used as a line. It may have been a position.
    fn unreadable(&mut self, error: LineError) {
        self.info(error.to_string());
        self.refused = Some(error.into());
    }

    fn info(&self, text: impl AsRef<str>) {
        for line in text.as_ref().lines() {
            self.output.line(format!("info string {line}"));
        }
    }

    fn command(&mut self, line: &str) -> Next {
        let line = line.trim();
        self.output.log_input(line);
        let mut words = line.split_whitespace();
        let Some(word) = words.next() else {
            return Next::Continue;
        };
        let rest: Vec<&str> = words.collect();
        match word.to_ascii_lowercase().as_str() {
            "position" => self.set_position(&rest),
            "go" => self.go(&rest),
            "d" => self.show(),
            "eval" => self.show_evaluation(),
            "bench" => self.bench(),
            // The crate wants a value behind this; a button has none, a text may be empty.
            "setoption" => self.set_option(&rest),
            "help" => self.info(
                "commands: uci isready setoption position go stop ponderhit ucinewgame quit, and \
                 d eval bench go perft N",
            ),
            _ => return self.other(line),
        }
        Next::Continue
    }

    fn other(&mut self, line: &str) -> Next {
        match parse_one(&line.to_ascii_lowercase()) {
            UciMessage::Uci => self.introduce(),
            UciMessage::IsReady => {
                self.make_ready();
                self.output.line("readyok");
            }
            UciMessage::UciNewGame => {
                self.thinker.finish();
                self.thinker.forget();
                if self.refused.is_some() && self.wrong_game.is_none() {
                    self.set_position(&["startpos"]);
                }
                self.make_ready();
            }
            UciMessage::Stop => self.thinker.stop(),
            UciMessage::PonderHit => self.thinker.ponder_hit(),
            UciMessage::Quit => {
                self.thinker.finish();
                return Next::Quit;
            }
            UciMessage::Debug(_) | UciMessage::Register { .. } => {}
            _ => self.info(format!("unknown command '{}'", shortened(line))),
        }
        Next::Continue
    }

    fn make_ready(&mut self) {
        let ready = self.thinker.make_ready(&self.position);
        self.tell_failure(ready);
    }

    /// Says so if the engine could not be set as it should be; its own settings count.
    fn tell_failure(&mut self, ready: Result<(), EngineError>) {
        if let Err(error) = ready {
            self.info(error.to_string());
            self.options.settings.hash = self.thinker.settings.hash;
        }
    }

    fn introduce(&self) {
        let id = UciMessage::Id {
            name: Some(NAME.into()),
            author: None,
        };
        self.output.line(id.serialize());
        let author = "the Sliderule developers".to_string();
        self.output.line(
            UciMessage::Id {
                name: None,
                author: Some(author),
            }
            .serialize(),
        );
        let specs = self.options.list(&self.catalog).into_iter();
        for spec in specs.filter(|spec| spec.audience != Audience::XBoard) {
            self.output.line(option_line(spec));
        }
        if let Some(game) = &self.wrong_game {
            self.info(game.why.to_string());
        }
        self.output.line("uciok");
    }

    fn set_option(&mut self, words: &[&str]) {
        let words = match words.split_first() {
            Some((word, words)) if word.eq_ignore_ascii_case("name") => words,
            _ => return self.info("setoption: expected 'name'"),
        };
        let value_at = words.iter().position(|w| w.eq_ignore_ascii_case("value"));
        let (name, value) = match value_at {
            Some(at) => (words[..at].join(" "), words[at + 1..].join(" ")),
            None => (words.join(" "), String::new()),
        };
        let effect = match self.options.set(&self.catalog, &name, &value) {
            Ok(effect) => effect,
            Err(why) => {
                self.info(why.to_string());
                if name.eq_ignore_ascii_case(VARIANT) {
                    self.refuse_game(&value, why.into());
                }
                return;
            }
        };
        self.thinker.settings = self.options.settings.clone();
        match effect {
            Effect::None => {}
            Effect::Note(text) => self.info(text),
            Effect::ClearHash => self.thinker.forget(),
            Effect::Variant(name) => self.set_variant(&name),
            Effect::VariantPath(path) => self.load(&path),
            Effect::Log(path) => {
                if let Err(reason) = self.output.set_log(&path) {
                    let option = LOG_FILE;
                    let error = FileError {
                        option,
                        path,
                        reason,
                    };
                    self.info(error.to_string());
                }
            }
        }
    }

    fn set_variant(&mut self, name: &str) {
        let start = self.catalog.get(name).map_err(PositionError::from);
        let start = start.and_then(|game| {
            AnyPosition::start(game).map_err(|reason| PositionError::Start {
                game: name.into(),
                reason,
            })
        });
        match start {
            Ok(position) => {
                self.info(describe(position.variant()));
                self.position = position;
                (self.refused, self.wrong_game) = (None, None);
            }
            Err(error) => {
                self.info(format!("{VARIANT}: {error}"));
                self.refuse_game(name, error);
            }
        }
    }

    fn refuse_game(&mut self, name: &str, why: PositionError) {
        self.refused = Some(why.clone().into());
        let name = name.into();
        self.wrong_game = Some(WrongGame { name, why });
    }

    /// Loads a file of games beside the built-in ones.
    fn load(&mut self, path: &str) {
        let catalog = match games_of(path) {
            Ok(catalog) => catalog,
            Err(error) => return self.info(format!("VariantPath: {error}")),
        };
        for problem in catalog.problems() {
            self.info(problem.to_string());
        }
        self.catalog = catalog;
        let specs = self.options.list(&self.catalog);
        if let Some(games) = specs
            .into_iter()
            .find(|s| matches!(s.kind, Kind::Combo { .. }))
        {
            self.output.line(option_line(games));
        }
        // A game may be asked for before its file, and a file may spoil the game that is set.
        let asked = self.wrong_game.as_ref().map(|game| &game.name);
        let name = asked.unwrap_or(&self.options.variant).clone();
        match self.options.set(&self.catalog, VARIANT, &name) {
            Ok(Effect::Variant(name)) if self.wrong_game.is_some() => self.set_variant(&name),
            Ok(_) => {}
            Err(why) => self.refuse_game(&name, why.into()),
        }
    }

    /// Says so if there is no position.
    fn tell_refusal(&self) -> bool {
        if let Some(why) = &self.refused {
            self.info(format!("there is no position: {why}"));
        }
        self.refused.is_some()
    }

    fn show(&mut self) {
        if self.tell_refusal() {
            return;
        }
        let text = crate::drawing::draw(&self.position);
        let (fen, key) = (self.position.fen(), self.position.key());
        let status = self.position.status();
        self.output.line(format!(
            "{text}\nFen: {fen}\nKey: {key:016X}\nStatus: {status}"
        ));
    }

    fn show_evaluation(&mut self) {
        if self.tell_refusal() {
            return;
        }
        let position = self.position.clone();
        match self.thinker.engine() {
            Ok(engine) => {
                let (terms, score) = engine.evaluate(&position);
                let for_white = match position.side_to_move() {
                    Color::White => score,
                    Color::Black => -score,
                };
                self.output.line(format!(
                    "{terms}\nscore {for_white} centipawns for White, scaling and tempo included"
                ));
            }
            Err(error) => self.info(error.to_string()),
        }
    }

    fn bench(&mut self) {
        self.thinker.finish();
        match crate::search::bench::run(None, &mut |line| self.output.line(line)) {
            Ok(total) => self.output.line(total.to_string()),
            Err(error) => self.info(error.to_string()),
        }
    }
}

/// A change of game as Fairy-Stockfish announces it.
fn describe(game: &Variant) -> String {
    let (files, ranks) = (game.shape.files(), game.shape.ranks());
    let (name, fen) = (&game.name, &game.start_fen);
    format!("variant {name} files {files} ranks {ranks} pocket 0 template fairy startpos {fen}")
}

fn option_line(spec: OptionSpec) -> String {
    let name = spec.name;
    let config = match spec.kind {
        Kind::Check(default) => UciOptionConfig::Check {
            name,
            default: Some(default),
        },
        Kind::Spin { default, min, max } => UciOptionConfig::Spin {
            name,
            default: Some(default),
            min: Some(min),
            max: Some(max),
        },
        Kind::Combo { default, all } => UciOptionConfig::Combo {
            name,
            default: Some(default),
            var: all,
        },
        Kind::File => UciOptionConfig::String {
            name,
            default: Some("<empty>".into()),
        },
        Kind::Button => UciOptionConfig::Button { name },
    };
    UciMessage::Option(config).serialize()
}
