//! What engines do wrong is found, named, and costs the game.

use super::{engine, program, trial};
use libtest_mimic::Trial;
use serde_json::Value;
use sliderule::pgn::GameResult;
use sliderule::prelude::*;
use std::time::{Duration, Instant};

/// Behaviour, and how the fault is called in either protocol.
const FAULTS: [(&str, &str, &str); 10] = [
    ("crash", "crash", "crash"),
    ("abort", "crash", "crash"),
    ("hang", "hang", "hang"),
    ("illegal", "illegal move", "illegal move"),
    ("slow", "time forfeit", "time forfeit"),
    ("flood", "flood", "flood"),
    ("endless", "endless line", "endless line"),
    ("claim", "illegal move", "false claim"),
    ("deaf", "illegal move", "illegal move"),
    ("orphan", "crash", "crash"),
];

pub fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for (behaviour, in_uci, in_xboard) in FAULTS {
        for (protocol, fault) in [("uci", in_uci), ("xboard", in_xboard)] {
            let name = format!("an engine is caught: {protocol} {behaviour}");
            trials.push(trial(name, move || {
                fault_is_named(protocol, behaviour, fault)
            }));
        }
    }
    trials.push(trial("a mute engine is named before the first game", mute));
    trials.push(trial("strange bytes and resignations do no harm", harmless));
    trials
}

/// A match of two games against an engine that behaves well.
fn two_games(protocol: &str, behaviour: &str, mark: &str) -> (Value, Vec<pgn::Game>, String) {
    let directory = tempfile::tempdir().unwrap();
    let games = directory.path().join("games.pgn");
    let mut command = program::program(directory.path());
    command
        .arg("match")
        .args(engine("Bad", protocol, behaviour, mark))
        .args(engine("Good", protocol, "good", mark))
        .args(["--each", "st=0.3", "timemargin=50", "--maxmoves", "6"])
        .args(["--json", "--patience", "5s", "--pgnout"])
        .arg(&games);
    let ran = program::Ran::new(&command.output().unwrap());
    let report = serde_json::from_str(&ran.good()).unwrap();
    let text = std::fs::read_to_string(&games).unwrap();
    let games = pgn::read_all(&text, Catalog::built_in()).unwrap();
    (report, games, text)
}

fn tag<'a>(game: &'a pgn::Game, name: &str) -> &'a str {
    let found = game.tags.others.iter().find(|(tag, _)| tag == name);
    found.map_or("", |(_, value)| value)
}

fn fault_is_named(protocol: &str, behaviour: &str, fault: &str) {
    let mark = format!("mark-{protocol}-{behaviour}-{}", std::process::id());
    let (report, games, text) = two_games(protocol, behaviour, &mark);
    let bad = &report["engines"][0];
    assert_eq!(bad["faults"][fault], 2, "{report}\n{text}");
    assert_eq!((&bad["losses"], &report["games"]), (&2.into(), &2.into()));
    assert_eq!(report["engines"][1]["faults"], serde_json::json!({}));
    assert_eq!(games.len(), 2);
    for game in &games {
        assert_eq!(tag(game, "Termination"), fault);
        let lost = match game.tags.white.as_str() {
            "Bad" => GameResult::BlackWins,
            _ => GameResult::WhiteWins,
        };
        assert_eq!(game.result, lost);
    }
    nobody_is_left(&mark);
}

/// No process with this mark in its arguments goes on.
fn nobody_is_left(mark: &str) {
    let end = Instant::now() + Duration::from_secs(5);
    loop {
        let left = processes_with(mark);
        if left.is_empty() {
            return;
        }
        assert!(Instant::now() < end, "{left:?} are left");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// The numbers of processes with a mark in their arguments; none where the system does
/// not show them in /proc.
pub fn processes_with(mark: &str) -> Vec<u32> {
    let Ok(entries) = std::fs::read_dir("/proc") else {
        return Vec::new();
    };
    let own = std::process::id();
    let numbers = entries
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let marked = |number: &u32| {
        let words = std::fs::read(format!("/proc/{number}/cmdline")).unwrap_or_default();
        *number != own
            && words
                .windows(mark.len())
                .any(|part| part == mark.as_bytes())
    };
    numbers.filter(marked).collect()
}

fn mute() {
    let mark = format!("mark-mute-{}", std::process::id());
    let directory = tempfile::tempdir().unwrap();
    let mut command = program::program(directory.path());
    command
        .arg("match")
        .args(engine("Bad", "uci", "mute", &mark))
        .args(engine("Good", "uci", "good", &mark))
        .args(["--each", "depth=1", "proto=uci", "--patience", "500ms"]);
    let message = program::Ran::new(&command.output().unwrap()).refusal();
    let wanted = "engine Bad: does not answer 'uci' within 0.5 s";
    assert!(message.starts_with(wanted), "{message}");
    nobody_is_left(&mark);
}

fn harmless() {
    for (protocol, behaviour) in [("uci", "bytes"), ("xboard", "bytes"), ("xboard", "resign")] {
        let mark = format!("mark-{protocol}-{behaviour}-{}", std::process::id());
        let (report, games, text) = two_games(protocol, behaviour, &mark);
        assert_eq!(
            report["engines"][0]["faults"],
            serde_json::json!({}),
            "{text}"
        );
        let wanted = if behaviour == "resign" {
            "normal"
        } else {
            "adjudication"
        };
        for game in &games {
            assert_eq!(tag(game, "Termination"), wanted, "{text}");
        }
        let lost = if behaviour == "resign" { 2 } else { 0 };
        assert_eq!(report["engines"][0]["losses"], lost, "{text}");
        nobody_is_left(&mark);
    }
}
