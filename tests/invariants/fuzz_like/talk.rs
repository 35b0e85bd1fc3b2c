//! Bytes as a conversation with a program: lines that UCI and XBoard know, some of them
//! with slips, in any order. Whatever was said before, the engine must then still answer
//! and play.

use super::Feed;
use super::{STARTS, check_line};
use crate::choose::choose;
use sliderule::position::AnyPosition;
use sliderule::protocol::{Output, uci, xboard};
use sliderule::rules::Catalog;
use std::io::{Cursor, Write};
use std::sync::{Arc, Mutex};

/// So many lines at most: starting an engine costs more than obeying them.
const MOST_LINES: usize = 40;

/// Lines of UCI. `{game}`, `{fen}`, `{moves}` and `{n}` are filled in by chance.
const UCI: [&str; 28] = [
    "uci",
    "isready",
    "ucinewgame",
    "setoption name UCI_Variant value {game}",
    "setoption name MultiPV value {n}",
    "setoption name Skill Level value {n}",
    "setoption name UCI_LimitStrength value true",
    "setoption name UCI_Elo value {n}00",
    "setoption name UCI_ShowWDL value true",
    "setoption name Move Overhead value {n}",
    "setoption name Clear Hash",
    "position startpos",
    "position startpos moves {moves}",
    "position fen {fen}",
    "position fen {fen} moves {moves}",
    "position startpos moves e2e4 e7e5 {moves}",
    "go nodes {n}",
    "go depth 1",
    "go movetime {n}",
    "go wtime {n} btime {n} winc 1 binc 1 movestogo {n}",
    "go infinite",
    "go ponder wtime {n} btime {n}",
    "go searchmoves {moves} nodes {n}",
    "go perft 1",
    "stop",
    "ponderhit",
    "d",
    "eval",
];

/// Lines of XBoard.
const XBOARD: [&str; 52] = [
    "protover 2",
    "accepted setboard",
    "rejected usermove",
    "new",
    "variant {game}",
    "variant normal",
    "setboard {fen}",
    "usermove {move}",
    "usermove {move}",
    "usermove {move}",
    "usermove {square}{square}",
    "usermove {square}{square},{square}{square}",
    "usermove @@@@",
    "usermove O-O",
    "usermove O-O-O",
    "{move}",
    "lift {square}",
    "put {square}",
    "hover {square}",
    "PROMO q",
    "PROMO",
    "MOVE {n}",
    "MOVE",
    "force",
    "go",
    "playother",
    "white",
    "black",
    "?",
    "undo",
    "remove",
    "hint",
    "bk",
    "draw",
    "analyze",
    ".",
    "exit",
    "exclude {move}",
    "include all",
    "setscore 0 1",
    "hard",
    "easy",
    "post",
    "pause",
    "resume",
    "level 0 0:01 0",
    "st 0.01",
    "sd {n}",
    "time {n}",
    "edit",
    "P{square}",
    "ping {n}",
];

/// What a conversation must not touch: the disk, the machine's memory, and commands that
/// take minutes.
const KEPT_OUT: [&str; 7] = [
    "file", "path", "hash", "threads", "memory", "cores", "bench",
];

/// A place where an engine's output is kept.
#[derive(Clone, Default)]
struct Heard(Arc<Mutex<Vec<u8>>>);

impl Write for Heard {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Heard {
    fn lines(&self) -> Vec<String> {
        let bytes = self.0.lock().unwrap().clone();
        let text = String::from_utf8(bytes).expect("engines write UTF-8");
        text.lines().map(String::from).collect()
    }
}

/// Lines by chance. Moves are those of a game that goes on as long as the bytes say.
fn conversation(feed: &mut Feed<'_>, phrases: &[&str]) -> Vec<String> {
    let mut position = STARTS[0].clone();
    let mut lines = Vec::new();
    while !feed.is_empty() && lines.len() < MOST_LINES {
        let phrase = phrases[feed.below(phrases.len())];
        let mut line = String::new();
        for (n, part) in phrase.split(['{', '}']).enumerate() {
            match part {
                _ if n % 2 == 0 => line += part,
                "game" => {
                    position = STARTS[feed.below(STARTS.len())].clone();
                    line += &position.variant().name;
                }
                "fen" => line += &position.fen(),
                "move" => line += &random_moves(feed, &mut position, 1),
                "moves" => {
                    let many = usize::from(feed.byte() % 6);
                    line += &random_moves(feed, &mut position.clone(), many);
                }
                "square" => {
                    let squares = position.shape().len();
                    let square = position.shape().squares().nth(feed.below(squares));
                    line += &square.map_or(String::new(), |s| position.shape().name(s));
                }
                _ => line += &feed.byte().to_string(),
            }
        }
        if feed.byte().is_multiple_of(4) {
            line = feed.edited(&line);
        }
        let line: String = line.chars().filter(|&c| c != '\n').collect();
        let lower = line.to_ascii_lowercase();
        if !KEPT_OUT.iter().any(|word| lower.contains(word)) {
            lines.push(line);
        }
    }
    lines
}

fn random_moves(feed: &mut Feed<'_>, position: &mut AnyPosition, many: usize) -> String {
    let mut texts = Vec::new();
    for _ in 0..many {
        let Some(mv) = choose(position, feed.word()) else {
            break;
        };
        texts.push(position.move_text(mv));
        position.make_unchecked(mv);
    }
    texts.join(" ")
}

fn input(lines: &[String], last: &[&str]) -> Cursor<Vec<u8>> {
    let all = lines.iter().map(String::as_str).chain(last.iter().copied());
    let text: String = all.map(|line| format!("{line}\n")).collect();
    Cursor::new(text.into_bytes())
}

/// Bytes as a conversation in UCI.
pub fn uci(bytes: &[u8]) {
    let lines = conversation(&mut Feed::new(bytes), &UCI);
    let heard = Heard::default();
    let last = [
        "stop",
        "setoption name UCI_Variant value chess",
        "position startpos moves e2e4",
        "go nodes 30",
        "isready",
    ];
    let run = uci::run(
        Catalog::built_in().clone(),
        input(&lines, &last),
        Output::new(Box::new(heard.clone())),
        "uci",
    );
    run.unwrap_or_else(|error| panic!("{error}: {lines:?}"));
    let heard = heard.lines();
    heard.iter().for_each(|line| check_line(line));
    let count = |word: &str| heard.iter().filter(|line| line.starts_with(word)).count();
    let asked = lines.iter().filter(|line| {
        let mut words = line.split_whitespace().map(str::to_ascii_lowercase);
        words.next().as_deref() == Some("go")
    });
    assert!(count("bestmove") <= asked.count() + 1, "{lines:?}");
    let answer = heard.iter().rfind(|line| line.starts_with("bestmove"));
    let answer = answer.unwrap_or_else(|| panic!("no move: {lines:?}"));
    let text = answer.split(' ').nth(1).unwrap_or_default();
    let mut chess = STARTS[0].clone();
    let opening = chess.parse_move("e2e4").expect("a legal move");
    chess.make_unchecked(opening);
    assert!(chess.parse_move(text).is_ok(), "{answer}: {lines:?}");
}

/// Bytes as a conversation with XBoard.
pub fn xboard(bytes: &[u8]) {
    let lines = conversation(&mut Feed::new(bytes), &XBOARD);
    let heard = Heard::default();
    let last = [
        ".",
        "exit",
        "resume",
        "variant normal",
        "new",
        "force",
        "ping 4711",
        "usermove e2e4",
        "usermove e7e5",
        "usermove e4e5",
        "ping 4712",
    ];
    let run = xboard::run(
        Catalog::built_in().clone(),
        input(&lines, &last),
        Output::new(Box::new(heard.clone())),
        "xboard",
    );
    run.unwrap_or_else(|error| panic!("{error}: {lines:?}"));
    let heard = heard.lines();
    heard.iter().for_each(|line| check_line(line));
    let at = |text: &str| heard.iter().position(|line| line == text);
    let quits = |line: &String| line.trim() == "quit";
    if lines.iter().any(quits) {
        return;
    }
    let (Some(begin), Some(end)) = (at("pong 4711"), at("pong 4712")) else {
        panic!("no pong: {lines:?} {heard:?}");
    };
    let refused = heard[begin..end]
        .iter()
        .filter(|line| line.starts_with("Illegal move"));
    let refused: Vec<&String> = refused.collect();
    assert_eq!(refused.len(), 1, "{lines:?} {heard:?}");
    assert!(refused[0].contains("e4e5"), "{lines:?} {heard:?}");
}
