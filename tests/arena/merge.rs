//! A match in slices, and their state files as one.

use super::{detached, engine, faults::processes_with, program, trial};
use libtest_mimic::Trial;
use serde_json::Value;
use sliderule::arena::Record;
use sliderule::prelude::*;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

pub fn trials() -> Vec<Trial> {
    vec![
        trial("slices are merged to the whole match", slices),
        trial("a merged match goes on", goes_on),
        trial("no game is merged twice", once),
        trial("what is not of one match is not merged", refused),
        #[cfg(unix)]
        trial("a match ends when nobody reads its result", reader_gone),
    ]
}

/// Three engines, three rounds of three games: 27 games in 15 pairs, 3 of them of one game.
const WHOLE: &str = "--engine name=A depth=1 --engine name=B depth=1 --engine name=C depth=2 \
                     --rounds 3 --games 3 --random-plies 6 --seed 4 --maxmoves 8";
const GAMES: usize = 27;

fn run(directory: &Path, arguments: &str) -> program::Ran {
    let mut command = program::program(directory);
    command.arg("match").args(arguments.split_whitespace());
    program::Ran::new(&command.output().unwrap())
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn records(path: &Path) -> Vec<Record> {
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text.lines().skip(1);
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// Plays the three slices of a match.
fn play_slices(directory: &Path) {
    for k in 1..=3 {
        let report = run(
            directory,
            &format!("{WHOLE} --slice {k}/3 --state {k}.json --json"),
        );
        let report = json(&report.good());
        assert_eq!(report["games"], report["of"]);
    }
}

fn slices() {
    let directory = tempfile::tempdir().unwrap();
    let at = directory.path();
    play_slices(at);
    let parts: Vec<Record> = (1..=3)
        .flat_map(|k| records(&at.join(format!("{k}.json"))))
        .collect();
    let merged = run(at, "--merge 2.json 3.json 1.json --pgnout g.pgn --json");
    let report = json(&merged.good());
    assert_eq!(
        (&report["game"], &report["games"], &report["of"]),
        (&"chess".into(), &GAMES.into(), &GAMES.into())
    );
    for (pairing, (first, second)) in [(0, 1), (0, 2), (1, 2)].into_iter().enumerate() {
        let report = &report["pairings"][pairing];
        let name = |engine: usize| Value::from(["A", "B", "C"][engine]);
        assert_eq!(
            (&report["first"], &report["second"]),
            (&name(first), &name(second))
        );
        let own = parts
            .iter()
            .filter(|r| [r.white.min(r.black), r.white.max(r.black)] == [first, second]);
        let mut pairs: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for record in own {
            let halves = record.halves()[usize::from(record.white == second)];
            pairs.entry(record.opening).or_default().push(halves);
        }
        let count = |halves: usize| pairs.values().flatten().filter(|&&h| h == halves).count();
        assert_eq!(report["wins"], count(2));
        assert_eq!(report["losses"], count(0));
        assert_eq!(report["draws"], count(1));
        let mut counts = [0; 5];
        for pair in pairs.values().filter(|pair| pair.len() == 2) {
            counts[pair.iter().sum::<usize>()] += 1;
        }
        assert_eq!(report["pairs"], serde_json::json!(counts));
    }
    let text = std::fs::read_to_string(at.join("g.pgn")).unwrap();
    let games = pgn::read_all(&text, Catalog::built_in()).unwrap();
    assert_eq!(games.len(), GAMES);
    let rounds: Vec<&str> = games.iter().map(|game| game.tags.round.as_str()).collect();
    assert!(rounds.is_sorted(), "{rounds:?}");
    // The same openings as without slices.
    run(at, &format!("{WHOLE} --state whole.json --json")).good();
    let opening = |record: &Record| {
        let game = pgn::read_all(&record.pgn, Catalog::built_in()).unwrap();
        let game = &game[0];
        (
            record.game,
            [record.white, record.black],
            game.start.line_texts(&game.moves[..6]),
        )
    };
    let sorted = |records: &[Record]| {
        let mut all: Vec<_> = records.iter().map(opening).collect();
        all.sort();
        all
    };
    assert_eq!(sorted(&parts), sorted(&records(&at.join("whole.json"))));
    // People read the same.
    let table = run(at, "--merge 1.json 2.json 3.json").good();
    assert!(table.contains("of 9 games") && table.contains("\nengine"));
    assert!(!table.contains("left to be played"));
}

fn goes_on() {
    let directory = tempfile::tempdir().unwrap();
    let at = directory.path();
    play_slices(at);
    let state = std::fs::read(at.join("2.json")).unwrap();
    let torn = state.len() - 30;
    std::fs::write(at.join("2.json"), &state[..torn]).unwrap();
    let (one, two) = (
        records(&at.join("1.json")).len(),
        state.iter().filter(|&&b| b == b'\n').count() - 2,
    );
    let merge = "--merge 1.json 2.json --state all.json --pgnout all.pgn";
    let table = run(at, merge).good();
    let left = GAMES - one - two;
    assert!(
        table.contains(&format!("{left} games are left to be played")),
        "{table}"
    );
    assert_eq!(std::fs::read(at.join("2.json")).unwrap().len(), torn);
    // What is there already is not written again.
    let before = std::fs::read(at.join("all.json")).unwrap();
    assert_eq!(run(at, merge).good(), table);
    assert_eq!(run(at, "--merge all.json --state all.json").good(), table);
    assert_eq!(std::fs::read(at.join("all.json")).unwrap(), before);
    let rest = format!("{WHOLE} --state all.json --pgnout all.pgn");
    let ran = run(at, &rest);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(
        ran.out.lines().filter(|l| l.starts_with("game ")).count(),
        left
    );
    let all = records(&at.join("all.json"));
    let mut numbers: Vec<usize> = all.iter().map(|record| record.game).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, (0..GAMES).collect::<Vec<_>>());
    let games: String = all.iter().map(|record| record.pgn.as_str()).collect();
    assert_eq!(std::fs::read_to_string(at.join("all.pgn")).unwrap(), games);
}

fn once() {
    let directory = tempfile::tempdir().unwrap();
    let at = directory.path();
    play_slices(at);
    let one = run(at, "--merge 1.json --json").good();
    std::fs::copy(at.join("1.json"), at.join("copy.json")).unwrap();
    assert_eq!(
        run(at, "--merge 1.json copy.json 1.json --json").good(),
        one
    );
    // The same game, won by the other.
    let text = std::fs::read_to_string(at.join("1.json")).unwrap();
    let record = &records(&at.join("1.json"))[1];
    let other = if record.result == "1-0" { "0-1" } else { "1-0" };
    let lines: Vec<String> = text
        .lines()
        .enumerate()
        .map(|(index, line)| match index {
            2 => line.replace(
                &format!("\"result\":\"{}\"", record.result),
                &format!("\"result\":\"{other}\""),
            ),
            _ => line.to_string(),
        })
        .collect();
    std::fs::write(at.join("copy.json"), lines.join("\n") + "\n").unwrap();
    let (game, was) = (record.game + 1, &record.result);
    let why = format!("game {game}: {was} in 1.json, but {other} in copy.json");
    assert_eq!(run(at, "--merge 1.json 2.json copy.json").refusal(), why);
    // Nor into a state that has it.
    let why = format!("game {game}: {other} in copy.json, but {was} in 1.json");
    let before = std::fs::read(at.join("1.json")).unwrap();
    run(at, "--merge 1.json --state all.json").good();
    let merged = std::fs::read(at.join("all.json")).unwrap();
    assert_eq!(
        run(at, "--merge copy.json --state all.json").refusal(),
        why.replace("in 1.json", "in all.json")
    );
    assert_eq!(std::fs::read(at.join("all.json")).unwrap(), merged);
    assert_eq!(std::fs::read(at.join("1.json")).unwrap(), before);
}

fn refused() {
    let directory = tempfile::tempdir().unwrap();
    let at = directory.path();
    let engines = "--engine name=A depth=1 --engine name=B depth=1 --maxmoves 2";
    run(
        at,
        &format!("{engines} --slice 1/2 --games 4 --state a.json"),
    )
    .good();
    for (arguments, setting) in [
        (
            format!("{engines} --games 2"),
            "'games' is 2, but in a.json it is 4",
        ),
        (
            format!("{engines} --games 4 --seed 1"),
            "'seed' is 1, but in a.json it is 0",
        ),
        (
            "--engine name=B depth=1 --engine name=A depth=1 --maxmoves 2 --games 4".into(),
            "'engines' is [\"B\",\"A\"], but in a.json it is [\"A\",\"B\"]",
        ),
    ] {
        let _ = std::fs::remove_file(at.join("b.json"));
        run(at, &format!("{arguments} --state b.json")).good();
        let why = run(at, "--merge a.json b.json").refusal();
        assert_eq!(why, format!("b.json: the setting {setting}"));
    }
    // A slice is one of its match.
    let why = run(at, &format!("{engines} --games 4 --state a.json")).refusal();
    assert!(why.ends_with("'slice': \"1/2\", now nothing"), "{why}");
    let text = std::fs::read_to_string(at.join("a.json")).unwrap();
    for (old, new, why) in [
        (
            "\"slice\":\"1/2\"",
            "\"slice\":\"2/2\"",
            "of the state file is not in the schedule",
        ),
        ("\"slice\":\"1/2\"", "\"slice\":\"3/2\"", "expected K/N"),
        (
            "\"engines\":[\"A\",\"B\"]",
            "\"engines\":[\"A\"]",
            "from 2 to 1000 engines",
        ),
        (
            "\"engines\":[\"A\",\"B\"]",
            "\"more\":0",
            "settings: missing field `engines`",
        ),
        (
            "\"rounds\":1",
            "\"rounds\":0",
            "games and rounds must be from 1",
        ),
        (
            "\"faulty\":null",
            "\"faulty\":7",
            "of the state file is not in the schedule",
        ),
        ("\"plies\":", "\"plies\":x", "b.json:2: "),
        (
            "sliderule_match",
            "sliderule_tune",
            "this is no state of a match",
        ),
    ] {
        assert!(text.contains(old), "{text}");
        std::fs::write(at.join("b.json"), text.replace(old, new)).unwrap();
        let found = run(at, "--merge b.json").refusal();
        assert!(
            found.starts_with("b.json:") && found.contains(why),
            "{found}"
        );
    }
    std::fs::write(at.join("b.json"), "").unwrap();
    let why = run(at, "--merge a.json b.json").refusal();
    assert_eq!(why, "b.json: this is no state of a match");
    let why = run(at, "--merge a.json none.json").refusal();
    assert!(why.starts_with("none.json: "), "{why}");
    assert!(!at.join("none.json").exists());
    for (arguments, message) in [
        (
            "--slice 3/3 --games 4",
            "--slice 3/3: the match has fewer pairs",
        ),
        ("--slice 0/3", "expected K/N"),
        ("--merge a.json", "cannot be used with"),
    ] {
        let ran = run(at, &format!("{engines} {arguments}"));
        assert_eq!(ran.code, 2, "{arguments}");
        assert!(ran.err.contains(message), "{}", ran.err);
    }
}

#[cfg(unix)]
fn reader_gone() {
    let mark = format!("mark-reader-gone-{}", std::process::id());
    let directory = tempfile::tempdir().unwrap();
    let mut child = detached(directory.path())
        .args(["match", "--json"])
        .args(engine("A", "uci", "lazy", &mark))
        .args(engine("B", "xboard", "lazy", &mark))
        .args("--each depth=1 --games 10000 --concurrency 2 --maxmoves 12".split(' '))
        .args("--random-plies 8 --state state.json".split(' '))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let path = directory.path().join("state.json");
    let end = Instant::now() + Duration::from_secs(30);
    while !path.exists() && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(5));
    }
    drop(child.stdout.take());
    while child.try_wait().unwrap().is_none() {
        assert!(Instant::now() < end, "the match goes on for nobody");
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(processes_with(&mark).is_empty());
}
