//! A match that is killed goes on where it was.

use super::{detached, engine, faults::processes_with, kill, program, trial};
use libtest_mimic::Trial;
use sliderule::arena::Record;
use sliderule::prelude::*;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

pub fn trials() -> Vec<Trial> {
    vec![
        trial("a match that is killed twenty times goes on", killed),
        #[cfg(unix)]
        trial("Ctrl-C ends a match and keeps what was played", || {
            interrupted(1)
        }),
        #[cfg(unix)]
        trial("Ctrl-C twice breaks games off", || interrupted(2)),
        trial("other settings are refused by name", refused),
    ]
}

const GAMES: usize = 60;

fn arguments(mark: &str) -> Vec<String> {
    let mut words = vec!["match".to_string()];
    words.extend(engine("A", "uci", "good", mark));
    words.extend(engine("B", "xboard", "good", mark));
    let rest = format!(
        "--each depth=1 --games {GAMES} --random-plies 6 --maxmoves 40 --concurrency 2 \
         --state state.json --pgnout games.pgn"
    );
    words.extend(rest.split_whitespace().map(Into::into));
    words
}

fn records(directory: &Path) -> Vec<Record> {
    let text = std::fs::read_to_string(directory.join("state.json")).unwrap_or_default();
    let lines = text.lines().skip(1);
    lines
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect()
}

fn killed() {
    let mark = format!("mark-killed-{}", std::process::id());
    let directory = tempfile::tempdir().unwrap();
    let mut kills = 0;
    let mut before = 0;
    while kills < 20 {
        let mut command = detached(directory.path());
        command.args(arguments(&mark));
        kill(command, kills, &mark, || {
            records(directory.path()).len() >= before + 2
        });
        kills += 1;
        let now = records(directory.path()).len();
        assert!(now >= before, "games are lost: {before}, then {now}");
        before = now;
    }
    let ran = program::Ran::new(
        &program::program(directory.path())
            .args(arguments(&mark))
            .output()
            .unwrap(),
    );
    assert_eq!(ran.code, 0, "{}", ran.err);
    let records = records(directory.path());
    let numbers: BTreeSet<usize> = records.iter().map(|record| record.game).collect();
    assert_eq!((records.len(), numbers.len()), (GAMES, GAMES));
    let total = format!("of {GAMES} games");
    assert!(ran.out.contains(&total), "{}", ran.out);
    let text = std::fs::read_to_string(directory.path().join("games.pgn")).unwrap();
    let wanted: String = records.iter().map(|record| record.pgn.as_str()).collect();
    assert_eq!(text, wanted);
    assert_eq!(
        pgn::read_all(&text, Catalog::built_in()).unwrap().len(),
        GAMES
    );
    // Once more there is nothing to do.
    let again = program::program(directory.path())
        .args(arguments(&mark))
        .output()
        .unwrap();
    let again = program::Ran::new(&again);
    assert!(!again.out.contains("game 1:"), "{}", again.out);
    assert!(again.out.contains(&total), "{}", again.out);
}

fn refused() {
    let directory = tempfile::tempdir().unwrap();
    let run = |arguments: &str| {
        let mut command = program::program(directory.path());
        command.args(["match", "--state", "s.json", "--maxmoves", "2"]);
        command.args(arguments.split_whitespace());
        program::Ran::new(&command.output().unwrap())
    };
    let first = "--engine name=A depth=1 --engine name=B depth=1";
    run(first).good();
    for (arguments, setting) in [
        (
            "--engine name=A depth=1 --engine name=B depth=2",
            "'engine B limits depth': 1, now 2",
        ),
        (
            "--engine name=A depth=1 --engine name=C depth=1",
            "'engine C'",
        ),
        (&format!("{first} --games 4"), "'games'"),
        (&format!("{first} --random-plies 4"), "'random-plies'"),
        (&format!("{first} --variant battery"), "'variant'"),
        (&format!("{first} --resign score=500"), "'resign'"),
    ] {
        let message = run(arguments).refusal();
        assert!(message.contains(setting), "{arguments}: {message}");
    }
}

/// Ctrl-C, so many times, while games are played in which every move takes a while.
#[cfg(unix)]
fn interrupted(times: usize) {
    use rustix::process::{Pid, Signal, kill_process};
    let mark = format!("mark-interrupted-{times}-{}", std::process::id());
    let directory = tempfile::tempdir().unwrap();
    let mut command = detached(directory.path());
    command
        .arg("match")
        .args(engine("A", "uci", "lazy", &mark))
        .args(engine("B", "xboard", "lazy", &mark))
        .args("--each depth=1 --games 100 --concurrency 2 --maxmoves 12".split(' '))
        .args("--random-plies 8 --state state.json".split(' '))
        .stdout(Stdio::piped());
    let child = command.spawn().unwrap();
    let end = Instant::now() + Duration::from_secs(30);
    while records(directory.path()).len() < 2 && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(5));
    }
    let pid = Pid::from_child(&child);
    for _ in 0..times {
        kill_process(pid, Signal::INT).unwrap();
        // Two at once may be one to the system.
        std::thread::sleep(Duration::from_millis(100));
    }
    let ran = program::Ran::new(&child.wait_with_output().unwrap());
    assert_eq!(ran.code, 0, "{}", ran.out);
    let records = records(directory.path());
    assert!((2..100).contains(&records.len()));
    let left = format!("{} games are left to be played", 100 - records.len());
    assert!(ran.out.contains(&left), "{}", ran.out);
    assert_eq!(
        ran.out.matches("\ngame ").count() + 1,
        records.len(),
        "{}",
        ran.out
    );
    for record in &records {
        assert_ne!(record.termination, "unterminated");
    }
    assert!(processes_with(&mark).is_empty());
}
