//! The Universal Chess Interface.
//!
//! The crate vampirc-uci reads the commands that have nothing to do with squares and
//! writes option lines; `position`, `go` and what the engine answers are read and
//! written here, because the crate knows only 8x8 boards. Whatever a program sends,
//! the loop goes on: what cannot be understood is answered by one `info string`.

mod answers;
mod go;

use super::NAME;
use super::lines;
use super::options::{Audience, Effect, Kind, OptionSpec, Options, games_of};
use super::output::Output;
use super::thinker::Thinker;
use crate::position::AnyPosition;
use crate::rules::ini::shortened;
use crate::rules::{Catalog, Color, Variant};
use std::io::BufRead;
use std::sync::Arc;
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

/// Reads commands until `quit` or the end of the input. `first` is a line that was
/// read already.
///
/// # Errors
/// The memory for the engine is not to be had, no game can be played, or the input
/// cannot be read.
pub fn run(
    catalog: Catalog,
    input: &mut dyn BufRead,
    output: Output,
    first: &str,
) -> Result<(), String> {
    let mut session = Session::new(catalog, output)?;
    if session.command(first) == Next::Quit {
        return Ok(());
    }
    loop {
        match lines::next_line(input) {
            Ok(Some(Ok(line))) => {
                if session.command(&line) == Next::Quit {
                    return Ok(());
                }
            }
            Ok(Some(Err(error))) => session.info(error.to_string()),
            // No more commands: a search that ends by itself may still say its result.
            end => {
                session.thinker.finish_naturally();
                return end
                    .map(drop)
                    .map_err(|e| format!("cannot read the input: {e}"));
            }
        }
        if session.output.is_broken() {
            return Ok(());
        }
    }
}

#[derive(PartialEq, Eq, Debug)]
enum Next {
    Continue,
    Quit,
}

/// The state of a conversation.
struct Session {
    catalog: Catalog,
    options: Options,
    position: AnyPosition,
    thinker: Thinker,
    output: Output,
}

impl Session {
    fn new(catalog: Catalog, output: Output) -> Result<Self, String> {
        let options = Options::new(&catalog);
        let game = catalog.get(&options.variant).map_err(|e| e.to_string())?;
        let position = AnyPosition::start(game).map_err(|e| format!("startFen: {e}"))?;
        let thinker =
            Thinker::new(options.settings.clone()).ok_or("no memory for the hash table")?;
        Ok(Self {
            catalog,
            options,
            position,
            thinker,
            output,
        })
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
        match parse_one(line) {
            UciMessage::Uci => self.introduce(),
            UciMessage::IsReady => {
                self.thinker.make_ready(&self.position);
                self.output.line("readyok");
            }
            UciMessage::UciNewGame => {
                self.thinker.finish();
                self.thinker.forget();
                self.thinker.make_ready(&self.position);
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
        self.output.line("uciok");
    }

    fn set_option(&mut self, words: &[&str]) {
        let Some(("name", words)) = words.split_first().map(|(w, r)| (*w, r)) else {
            return self.info("setoption: expected 'name'");
        };
        let value_at = words.iter().position(|w| w.eq_ignore_ascii_case("value"));
        let (name, value) = match value_at {
            Some(at) => (words[..at].join(" "), words[at + 1..].join(" ")),
            None => (words.join(" "), String::new()),
        };
        let effect = match self.options.set(&self.catalog, &name, &value) {
            Ok(effect) => effect,
            Err(why) => return self.info(why),
        };
        self.thinker.settings = self.options.settings.clone();
        match effect {
            Effect::None => {}
            Effect::ClearHash => self.thinker.forget(),
            Effect::Variant(name) => self.set_variant(&name),
            Effect::VariantPath(path) => self.load(&path),
            Effect::Log(path) => {
                if let Err(error) = self.output.set_log(&path) {
                    self.info(format!("Log File: {}: {error}", shortened(&path)));
                }
            }
        }
    }

    fn set_variant(&mut self, name: &str) {
        let Ok(game) = self.catalog.get(name).cloned() else {
            return;
        };
        match AnyPosition::start(&game) {
            Ok(position) => {
                self.position = position;
                self.info(describe(&game));
            }
            Err(error) => self.info(format!("UCI_Variant: {name}: startFen: {error}")),
        }
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
    }

    /// `position startpos|fen FEN [moves ...]`. If anything in it is wrong, the position
    /// stays what it was.
    fn set_position(&mut self, words: &[&str]) {
        let moves_at = words
            .iter()
            .position(|&w| w == "moves")
            .unwrap_or(words.len());
        let (setup, moves) = words.split_at(moves_at);
        let game = match self.catalog.get(&self.options.variant) {
            Ok(game) => game,
            Err(error) => return self.info(format!("position: {error}")),
        };
        let fen = match setup.split_first() {
            Some((&"startpos", [])) => game.start_fen.clone(),
            Some((&"fen", fen)) => fen.join(" "),
            _ => return self.info("position: expected 'startpos' or 'fen' and a FEN"),
        };
        // The game is compiled once and used as long as it is played.
        let read = if Arc::ptr_eq(self.position.rules(), game) {
            self.position.with_fen(&fen)
        } else {
            AnyPosition::from_fen(game, &fen)
        };
        let mut position = match read {
            Ok(position) => position,
            Err(error) => return self.info(format!("position: {error}; the position stays")),
        };
        for (index, text) in moves.iter().skip(1).enumerate() {
            match position.parse_move(text) {
                Ok(mv) => position.make(mv),
                Err(error) => {
                    return self.info(format!(
                        "position: move {} '{}' is illegal: {error}; the position stays",
                        index + 1,
                        shortened(text)
                    ));
                }
            }
        }
        self.position = position;
    }

    fn show(&mut self) {
        let text = crate::cli::board::draw_plain(&self.position);
        let (fen, key) = (self.position.fen(), self.position.key());
        let status = self.position.status();
        self.output.line(format!(
            "{text}\nFen: {fen}\nKey: {key:016X}\nStatus: {status}"
        ));
    }

    fn show_evaluation(&mut self) {
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
            Err(error) => self.info(error),
        }
    }

    fn bench(&mut self) {
        self.thinker.finish();
        match crate::search::bench::run(None, &mut |line| self.output.line(line)) {
            Ok(total) => self.output.line(total.to_string()),
            Err(error) => self.info(error),
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
