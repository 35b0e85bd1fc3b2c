//! An engine that misbehaves as it is told: `fake PROTOCOL BEHAVIOUR MARK`. It plays the
//! first legal move by its text; the mark tells its processes from others.
//!
//! Behaviours that begin with `ponder` think on the opponent's time, and end at a line
//! that does not fit what they are doing.

use sliderule::prelude::*;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{BufRead, Write};
use std::time::Duration;

/// At this of its moves it does what it is there for.
const BAD_MOVE: usize = 3;

/// The value of its option with which it plays best, and how likely it is to think itself
/// lost before a move if it is as far from that as it can be, in percent.
pub const BEST: i64 = 70;
const LOST: i64 = 60;

struct Fake {
    behaviour: String,
    mark: String,
    is_uci: bool,
    position: AnyPosition,
    moves: usize,
    /// The value of the option `Skill`.
    skill: i64,
    /// In the XBoard protocol it answers moves.
    plays: bool,
    /// The lines of a position that is being set up piece by piece.
    edit: Option<Vec<String>>,
    /// It has been allowed to think on the opponent's time.
    may_ponder: bool,
    /// It is doing so.
    is_pondering: bool,
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
        skill: 30,
        plays: false,
        edit: None,
        may_ponder: false,
        is_pondering: false,
    };
    eprintln!("ready to {behaviour}");
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
            "uci" => {
                say(
                    "id name Fake\noption name Hash type spin default 1 min 1 max 9\n\
                     option name Skill type spin default 30 min 0 max 100\n",
                );
                if self.ponders() {
                    say("option name Ponder type check default false\n");
                }
                say("uciok\n");
            }
            "ponderhit" | "stop" if self.behaviour.starts_with("ponder early") => {}
            "stop" if matches!(self.behaviour.as_str(), "ponder deaf" | "ponder stubborn") => {}
            "ponderhit" | "stop" => {
                assert!(self.is_pondering, "{line}");
                self.is_pondering = false;
                self.think();
            }
            "setoption" if rest.starts_with("name Ponder") => {
                assert_eq!(rest, "name Ponder value true");
                self.may_ponder = true;
            }
            "setoption" => {
                let value = rest.strip_prefix("name Skill value ");
                self.skill = value.map_or(self.skill, |text| text.parse().unwrap());
            }
            "isready" => say("readyok\n"),
            "ucinewgame" => {
                assert!(!self.is_pondering, "{line}");
                self.moves = 0;
            }
            "position" => {
                assert!(!self.is_pondering, "{line}");
                let (setup, moves) = rest.split_once(" moves").unwrap_or((rest, ""));
                let fen = setup.trim_start_matches("fen ");
                let position = self.position.with_fen(fen);
                self.position = position.unwrap_or_else(|e| panic!("{fen}: {e}"));
                for text in moves.split_whitespace() {
                    self.position.play_text(text).unwrap();
                }
            }
            "go" if rest.starts_with("ponder") => self.ponder(),
            "go" => {
                assert!(!self.is_pondering, "{line}");
                self.think();
            }
            _ => {}
        }
    }

    fn ponders(&self) -> bool {
        self.behaviour.starts_with("ponder")
    }

    fn ponder(&mut self) {
        assert!(self.may_ponder && !self.is_pondering);
        self.is_pondering = true;
        say("info depth 9 score cp 900 nodes 999 pv e2e4\n");
        match self.behaviour.as_str() {
            "ponder crash" if self.moves == BAD_MOVE => std::process::exit(3),
            "ponder flood" if self.moves == BAD_MOVE => loop {
                say("info depth 9 score cp 900 nodes 999 pv e2e4\n");
            },
            "ponder early" | "ponder early miss" => {
                self.is_pondering = false;
                self.think();
            }
            "ponder illegal" => panic!("asked about an illegal move"),
            _ => {}
        }
    }

    /// The reply that it tells that it expects.
    fn expected(&self, text: &str) -> Option<String> {
        let mut after = self.position.clone();
        after.play_text(text).ok()?;
        let moves = after.legal_move_texts();
        match self.behaviour.as_str() {
            "ponder miss" | "ponder early miss" | "ponder deaf" => moves.last().cloned(),
            "ponder illegal" => Some("e1e5".into()),
            _ => moves.first().cloned(),
        }
    }

    fn xboard(&mut self, line: &str) {
        if let Some(lines) = &mut self.edit {
            if line != "." {
                return lines.push(line.into());
            }
            return self.set_up();
        }
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "protover" if self.behaviour == "mute" => sleep(),
            "protover" if self.behaviour == "old" => say("Error (unknown command): protover\n"),
            "protover" => say(
                "feature ping=1 setboard=1 usermove=1 reuse=1 variants=\"normal,berolina\" memory=1\n\
                 feature option=\"Skill -spin 30 0 100\"\nfeature done=1\n",
            ),
            "option" => {
                let value = rest.strip_prefix("Skill=");
                self.skill = value.map_or(self.skill, |text| text.parse().unwrap());
            }
            "hard" | "easy" => {
                assert_eq!(word == "hard", self.ponders());
                self.may_ponder = self.ponders();
            }
            "ping" => say(&format!("pong {rest}\n")),
            "new" => {
                self.position = start("chess").unwrap();
                (self.moves, self.plays) = (0, true);
            }
            "variant" => self.position = start(rest).unwrap(),
            "edit" => self.edit = Some(Vec::new()),
            "force" | "result" => self.plays = false,
            "setboard" => self.position = self.position.with_fen(rest).unwrap(),
            "go" => {
                self.plays = true;
                self.think();
            }
            "usermove" => self.hear(rest),
            _ if self.behaviour == "old" && self.position.parse_move(word).is_ok() => {
                self.hear(word);
            }
            "uci" => say("Error (unknown command): uci\n"),
            _ => {}
        }
    }

    fn hear(&mut self, text: &str) {
        self.position.play_text(text).unwrap();
        if self.plays {
            self.think();
        }
    }

    /// Sets up the position that the lines behind `edit` have told.
    fn set_up(&mut self) {
        let lines = self.edit.take().unwrap();
        assert_eq!(lines[0], "#", "the board is cleared first");
        let mut board = vec![vec!['1'; 8]; 8];
        let mut is_white = true;
        for line in &lines[1..] {
            let [piece, file, rank] = line.as_bytes() else {
                assert_eq!(line, "c");
                is_white = false;
                continue;
            };
            let piece = char::from(*piece);
            let (file, rank) = (usize::from(file - b'a'), usize::from(rank - b'1'));
            board[7 - rank][file] = match is_white {
                true => piece,
                false => piece.to_ascii_lowercase(),
            };
        }
        let row = |cells: Vec<char>| {
            let mut row = String::from_iter(cells);
            for empty in (2..=8).rev() {
                row = row.replace(&"1".repeat(empty), &empty.to_string());
            }
            row
        };
        let rows: Vec<String> = board.into_iter().map(row).collect();
        let side = match self.position.side_to_move() {
            Color::White => "w",
            Color::Black => "b",
        };
        let castling = if rows[0].contains('r') { "KQkq" } else { "-" };
        let fen = format!("{} {side} {castling} - 0 1", rows.join("/"));
        self.position = self.position.with_fen(&fen).unwrap();
    }

    fn answer(&mut self, text: &str) {
        match self.is_uci {
            false if self.behaviour == "old" => say(&format!("My move is: {text}\n")),
            true => match self.expected(text).filter(|_| self.may_ponder) {
                Some(reply) => say(&format!("bestmove {text} ponder {reply}\n")),
                None => say(&format!("bestmove {text}\n")),
            },
            // What it thinks next is on the opponent's time.
            false if self.may_ponder => {
                say(&format!("move {text}\n9 900 10 999 e2e4\nHint: e2e4\n"))
            }
            false => say(&format!("move {text}\n")),
        }
    }

    fn think(&mut self) {
        self.moves += 1;
        if self.behaviour.ends_with("lazy") {
            std::thread::sleep(Duration::from_millis(10));
        }
        if self.behaviour == "drowsy" {
            std::thread::sleep(Duration::from_millis(50));
        }
        match self.behaviour.as_str() {
            "offer" => say("offer draw\n"),
            "draw" => say("1/2-1/2 {Draw}\n"),
            "concede" => {
                return say(match self.position.side_to_move() {
                    Color::White => "0-1 {Black has won}\n",
                    Color::Black => "1-0 {White has won}\n",
                });
            }
            _ => {}
        }
        if self.moves == BAD_MOVE {
            self.misbehave();
        }
        let moves = self.position.legal_move_texts();
        let text = moves.first().expect("a game that goes on").clone();
        let score = if self.thinks_itself_lost() { -900 } else { 12 };
        match self.is_uci {
            true => say(&format!("info depth 1 score cp {score} nodes 34 pv e2e4\n")),
            false => say(&format!("1 {score} 0 34 e2e4\n")),
        }
        if !self.is_uci {
            self.position.play_text(&text).unwrap();
        }
        self.answer(&text);
    }

    /// The same in the same position with the same skill, so that games can be repeated.
    fn thinks_itself_lost(&self) -> bool {
        if !matches!(self.behaviour.as_str(), "skilled" | "skilled lazy") {
            return false;
        }
        let mut hasher = DefaultHasher::new();
        self.position.fen().hash(&mut hasher);
        ((hasher.finish() % 10_000) as i64) < LOST * (self.skill - BEST).abs()
    }

    fn misbehave(&mut self) {
        match self.behaviour.as_str() {
            "good" | "lazy" | "mute" | "old" | "offer" | "draw" | "concede" | "skilled"
            | "skilled lazy" | "drowsy" => {}
            _ if self.ponders() => {}
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
                false => say(match self.position.side_to_move() {
                    Color::White => "1-0 {White wins}\n",
                    Color::Black => "0-1 {Black wins}\n",
                }),
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
