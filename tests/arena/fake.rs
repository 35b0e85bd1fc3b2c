//! An engine that misbehaves as it is told: `fake PROTOCOL BEHAVIOUR MARK`. It plays the
//! first legal move by its text, in chess; the mark tells its processes from others.

use sliderule::prelude::*;
use std::io::{BufRead, Write};
use std::time::Duration;

/// At this of its moves it does what it is there for.
const BAD_MOVE: usize = 3;

struct Fake {
    behaviour: String,
    mark: String,
    is_uci: bool,
    position: AnyPosition,
    moves: usize,
    /// In the XBoard protocol it answers moves.
    plays: bool,
}

/// Plays until `quit` or the end of the input.
pub fn run(arguments: &[String]) {
    let [protocol, behaviour, mark] = arguments else {
        panic!("expected a protocol, a behaviour and a mark");
    };
    if behaviour == "sleeper" {
        return sleep();
    }
    let mut fake = Fake {
        behaviour: behaviour.clone(),
        mark: mark.clone(),
        is_uci: protocol == "uci",
        position: start("chess").unwrap(),
        moves: 0,
        plays: false,
    };
    for line in std::io::stdin().lock().lines() {
        let Ok(line) = line else { return };
        if line == "quit" && fake.behaviour != "hang" {
            return;
        }
        match fake.is_uci {
            true => fake.uci(&line),
            false => fake.xboard(&line),
        }
    }
}

fn sleep() {
    loop {
        std::thread::sleep(Duration::from_secs(1000));
    }
}

fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    let sent = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    if sent.is_err() {
        std::process::exit(1);
    }
}

impl Fake {
    fn uci(&mut self, line: &str) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "uci" if self.behaviour == "mute" => sleep(),
            "uci" => say("id name Fake\noption name Hash type spin default 1 min 1 max 9\nuciok\n"),
            "isready" => say("readyok\n"),
            "ucinewgame" => self.moves = 0,
            "position" => {
                let (setup, moves) = rest.split_once(" moves").unwrap_or((rest, ""));
                let fen = setup.trim_start_matches("fen ");
                let position = self.position.with_fen(fen);
                self.position = position.unwrap_or_else(|e| panic!("{fen}: {e}"));
                for text in moves.split_whitespace() {
                    self.position.play_text(text).unwrap();
                }
            }
            "go" => self.think(),
            _ => {}
        }
    }

    fn xboard(&mut self, line: &str) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "protover" if self.behaviour == "mute" => sleep(),
            "protover" => say(
                "feature ping=1 setboard=1 usermove=1 reuse=1 variants=\"normal\" memory=1\n\
                 feature done=1\n",
            ),
            "ping" => say(&format!("pong {rest}\n")),
            "new" => {
                self.position = start("chess").unwrap();
                (self.moves, self.plays) = (0, true);
            }
            "force" | "result" => self.plays = false,
            "setboard" => self.position = self.position.with_fen(rest).unwrap(),
            "go" => {
                self.plays = true;
                self.think();
            }
            "usermove" => {
                self.position.play_text(rest).unwrap();
                if self.plays {
                    self.think();
                }
            }
            "uci" => say("Error (unknown command): uci\n"),
            _ => {}
        }
    }

    fn answer(&mut self, text: &str) {
        match self.is_uci {
            true => say(&format!("bestmove {text}\n")),
            false => say(&format!("move {text}\n")),
        }
    }

    fn think(&mut self) {
        self.moves += 1;
        if self.behaviour == "lazy" {
            std::thread::sleep(Duration::from_millis(10));
        }
        if self.moves == BAD_MOVE {
            self.misbehave();
        }
        let moves = self.position.legal_move_texts();
        let text = moves.first().expect("a game that goes on").clone();
        match self.is_uci {
            true => say("info depth 1 score cp 12 nodes 34 pv e2e4\n"),
            false => say("1 12 0 34 e2e4\n"),
        }
        if !self.is_uci {
            self.position.play_text(&text).unwrap();
        }
        self.answer(&text);
    }

    fn misbehave(&mut self) {
        match self.behaviour.as_str() {
            "good" | "lazy" | "mute" => {}
            "crash" => std::process::exit(3),
            "abort" => std::process::abort(),
            "hang" => sleep(),
            "illegal" => self.answer("e1e5"),
            "slow" => std::thread::sleep(Duration::from_millis(400)),
            "flood" => loop {
                say("info string nothing new\n# nothing\n");
            },
            "endless" => loop {
                say("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa");
            },
            "claim" => match self.is_uci {
                true => self.answer("(none)"),
                false => say("1-0 {White wins}\n0-1 {Black wins}\n"),
            },
            "resign" => say("resign\n"),
            // It moves without reading what the opponent does.
            "deaf" => loop {
                self.answer("a2a3");
                self.answer("a7a6");
            },
            // What it leaves behind holds its pipes open.
            "orphan" => {
                let own = std::env::current_exe().unwrap();
                let mut command = std::process::Command::new(own);
                command.args(["fake", "uci", "sleeper", &self.mark]);
                command.spawn().unwrap();
                std::process::exit(0);
            }
            "bytes" => {
                let mut out = std::io::stdout().lock();
                out.write_all(b"\xff\xfe\x00\r\n\n").unwrap();
            }
            other => panic!("no behaviour '{other}'"),
        }
    }
}
