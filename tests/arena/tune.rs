//! Tuning finds the best value, and goes on after any interruption.

use super::fake::BEST;
use super::faults::processes_with;
use super::{detached, engine, kill, program, trial};
use libtest_mimic::Trial;
use serde_json::Value;
use sliderule::arena::Pair;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

pub fn trials() -> Vec<Trial> {
    vec![
        trial("tuning moves a parameter to its best value: uci", || {
            best_value("uci")
        }),
        trial("tuning moves a parameter to its best value: xboard", || {
            best_value("xboard")
        }),
        trial("tuning that is killed plays each iteration once", killed),
        #[cfg(unix)]
        trial("Ctrl-C ends tuning and keeps what was played", interrupted),
        trial("our own hidden numbers are tuned in several games", own),
        trial("other settings of tuning are refused by name", refused),
        trial("tuning that makes no sense is named", makes_no_sense),
        trial("an engine that fails while it is tuned is named", faults),
    ]
}

/// Chance and openings are always the same; so is the whole way if pairs follow each other.
fn arguments(protocol: &str, behaviour: &str, mark: &str, rest: &str) -> Vec<String> {
    let mut words = vec!["tune".to_string()];
    words.extend(engine("A", protocol, behaviour, mark));
    let all =
        format!("--each depth=1 --random-plies 6 --maxmoves 8 --resign score=900 --seed 1 {rest}");
    words.extend(all.split_whitespace().map(Into::into));
    words
}

fn run(directory: &Path, arguments: &[String]) -> program::Ran {
    program::Ran::new(
        &program::program(directory)
            .args(arguments)
            .output()
            .unwrap(),
    )
}

fn parameter(report: &Value) -> f64 {
    report["parameters"][0]["value"].as_f64().unwrap()
}

fn best_value(protocol: &str) {
    let directory = tempfile::tempdir().unwrap();
    let rest = "--param skill=,,,6,0.15 --iterations 250 --concurrency 2 --json --plot way.svg";
    let arguments = arguments(protocol, "skilled", "tune-best", rest);
    let told = run(directory.path(), &arguments).good();
    let report: Value = serde_json::from_str(&told).unwrap();
    assert_eq!(report["parameters"][0]["name"], "Skill");
    assert_eq!(report["parameters"][0]["start"], 30.0);
    assert_eq!(
        (&report["iterations"], &report["of"]),
        (&250.into(), &250.into())
    );
    assert_eq!(report["faults"], serde_json::json!({}));
    let value = parameter(&report);
    assert!((value - BEST as f64).abs() < 12.0, "{told}");
    let drawing = std::fs::read_to_string(directory.path().join("way.svg")).unwrap();
    assert!(
        drawing.starts_with("<svg") && drawing.contains("Skill: "),
        "{drawing}"
    );
    assert!(drawing.matches("<polyline").count() >= 2, "{drawing}");
}

fn pairs(directory: &Path) -> Vec<Pair> {
    let text = std::fs::read_to_string(directory.join("state.json")).unwrap_or_default();
    let lines = text.lines().skip(1);
    lines
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect()
}

const ITERATIONS: usize = 60;

fn killed() {
    let mark = format!("mark-tune-killed-{}", std::process::id());
    let rest = format!(
        "--param Skill=30,0,100,6,0.15 --iterations {ITERATIONS} --concurrency 1 --json \
         --state state.json"
    );
    let arguments = arguments("uci", "skilled", &mark, &rest);
    // What comes of it without any interruption.
    let whole = tempfile::tempdir().unwrap();
    let wanted = run(whole.path(), &arguments).good();
    let directory = tempfile::tempdir().unwrap();
    let mut before = 0;
    for number in 0..8 {
        let mut command = detached(directory.path());
        command.args(&arguments);
        kill(command, number, &mark, || {
            pairs(directory.path()).len() >= before + 2
        });
        let now = pairs(directory.path()).len();
        assert!(
            now >= before + 2,
            "iterations are lost: {before}, then {now}"
        );
        before = now;
    }
    assert!(before < ITERATIONS, "it was killed before its end");
    let ran = run(directory.path(), &arguments);
    assert_eq!((ran.code, ran.out), (0, wanted.clone()), "{}", ran.err);
    let told = format!("going on after {before} of {ITERATIONS} iterations\n");
    assert_eq!(ran.err, told);
    let numbers: BTreeSet<usize> = pairs(directory.path())
        .iter()
        .map(|p| p.iteration)
        .collect();
    assert_eq!(numbers, (0..ITERATIONS).collect());
    assert_eq!(pairs(directory.path()), pairs(whole.path()));
    // Once more there is nothing to do.
    let again = run(directory.path(), &arguments);
    assert_eq!((again.code, again.out), (0, wanted));
    assert_eq!(pairs(directory.path()).len(), ITERATIONS);
}

/// Ctrl-C while games are played in which every move takes a while.
#[cfg(unix)]
fn interrupted() {
    use rustix::process::{Pid, Signal, kill_process};
    let mark = format!("mark-tune-interrupted-{}", std::process::id());
    let directory = tempfile::tempdir().unwrap();
    let rest = "--param Skill --iterations 500 --concurrency 2 --state state.json";
    let child = detached(directory.path())
        .args(arguments("uci", "skilled lazy", &mark, rest))
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let end = Instant::now() + Duration::from_secs(30);
    while pairs(directory.path()).len() < 2 && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(5));
    }
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let ran = program::Ran::new(&child.wait_with_output().unwrap());
    assert_eq!(ran.code, 0, "{}", ran.out);
    let played = pairs(directory.path()).len();
    assert!((2..500).contains(&played));
    let told = format!("{played} of 500 iterations");
    assert!(ran.out.contains(&told), "{}", ran.out);
    assert!(ran.out.contains("\noption.Skill="), "{}", ran.out);
    assert!(processes_with(&mark).is_empty());
}

fn own() {
    let directory = tempfile::tempdir().unwrap();
    let words = "tune --each depth=2 --variant atomic --variant battery --param null_base \
                 futility_margin=,20 --iterations 6 --random-plies 4 --maxmoves 20 --log log.txt";
    let words: Vec<String> = words.split_whitespace().map(Into::into).collect();
    let told = run(directory.path(), &words).good();
    assert!(told.contains("6 of 6 iterations"), "{told}");
    assert!(!told.contains("fault"), "{told}");
    for name in ["null_base", "futility_margin"] {
        assert!(told.contains(&format!("option.{name}=")), "{told}");
    }
    let log = std::fs::read_to_string(directory.path().join("log.txt")).unwrap();
    for line in [
        "name UCI_Variant value atomic",
        "name UCI_Variant value battery",
    ] {
        assert!(log.contains(line), "{line}");
    }
    // A value that is not within the limits is answered.
    assert!(log.contains("setoption name futility_margin value "));
    for answer in ["there is no option", "not a number from"] {
        assert!(!log.contains(answer), "{answer}");
    }
}

fn refused() {
    let directory = tempfile::tempdir().unwrap();
    let run = |arguments: &str| {
        let mut command = program::program(directory.path());
        command.args(["tune", "--state", "s.json", "--maxmoves", "2"]);
        command.args(arguments.split_whitespace());
        program::Ran::new(&command.output().unwrap())
    };
    let engine = "--engine name=A depth=1 --iterations";
    run(&format!("{engine} 2 --param null_base=3")).good();
    for (arguments, setting) in [
        (
            format!("{engine} 2 --param null_base=4"),
            "the tuning was begun with another setting 'parameter null_base start': \"3\", now \"4\"",
        ),
        (
            format!("{engine} 3 --param null_base=3"),
            "'iterations': 2, now 3",
        ),
        (
            format!("{engine} 2 --param null_base=3 --seed 1"),
            "'seed': 0, now 1",
        ),
        (
            format!("{engine} 2 --param null_base=3 razor_base"),
            "'parameters'",
        ),
        (
            format!("{engine} 2 --param null_base=3 --variant atomic"),
            "'variants'",
        ),
        (
            format!("{engine} 2 --param null_base=3 --each option.Hash=9"),
            "'engine options'",
        ),
        (
            format!("{engine} 2 --param nul_base"),
            "it shows no number 'nul_base'",
        ),
        (
            format!("{engine} 2 --param null_base --engine cmd=./none st=1"),
            "twice",
        ),
    ] {
        let ran = run(&arguments);
        assert_ne!(ran.code, 0, "{arguments}");
        assert_eq!(
            (ran.out.as_str(), ran.err.lines().count()),
            ("", 1),
            "{}",
            ran.err
        );
        assert!(ran.err.contains(setting), "{arguments}: {}", ran.err);
    }
    // The state of a match is none of tuning.
    let words = "match --engine name=A depth=1 --engine name=B depth=1 --state m --maxmoves 1";
    let mut command = program::program(directory.path());
    let played = command.args(words.split_whitespace()).output().unwrap();
    program::Ran::new(&played).good();
    let mut command = program::program(directory.path());
    let words = "tune --each depth=1 --param null_base --iterations 2 --state m";
    let refused = command.args(words.split_whitespace()).output().unwrap();
    let message = program::Ran::new(&refused).refusal();
    assert_eq!(message, "m: this is no state of a tuning");
}

fn makes_no_sense() {
    let directory = tempfile::tempdir().unwrap();
    for (arguments, code, message) in [
        (
            "--param null_base=99",
            2,
            "the start 99 is not within 1 and 8",
        ),
        (
            "--param null_base=3,2,9",
            2,
            "beyond the engine's own limits, 1 to 8",
        ),
        (
            "--param null_base=x",
            2,
            "the start is 'x': expected a number",
        ),
        (
            "--param null_base NULL_BASE",
            2,
            "--param NULL_BASE is given twice",
        ),
        (
            "--param MultiPV --each option.multipv=3",
            2,
            "option.MultiPV= is set, and tuned",
        ),
        (
            "--param null_base --variant atomic --variant atomic",
            2,
            "atomic is given twice",
        ),
        (
            "--param null_base --variant nogame",
            1,
            "there is no game 'nogame'",
        ),
        (
            "--param null_base --openings file=none.epd",
            1,
            "cannot read none.epd",
        ),
        (
            "--param null_base --plot none/x.svg",
            1,
            "cannot write none/x.svg",
        ),
        (
            "--param null_base --resign movecount=1",
            2,
            "--resign: score= is missing",
        ),
        (
            "--param null_base --engine cmd=./none",
            1,
            "engine none, chess: cannot be started",
        ),
    ] {
        let mut command = program::program(directory.path());
        command.args(["tune", "--each", "depth=1", "--iterations", "2"]);
        let ran = program::Ran::new(&command.args(arguments.split(' ')).output().unwrap());
        assert_eq!(
            (ran.code, ran.out.as_str()),
            (code, ""),
            "{arguments}: {}",
            ran.err
        );
        assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
        assert!(ran.err.contains(message), "{arguments}: {}", ran.err);
    }
    // Another engine's options that are not shown must be asked for.
    let hidden = |rest: &str| {
        let rest = format!("--iterations 1 {rest}");
        run(
            directory.path(),
            &arguments("uci", "good", "tune-hidden", &rest),
        )
    };
    let message = hidden("--param Secret=1,0,9").refusal();
    assert_eq!(
        message,
        "engine A: it shows no number 'Secret'; with --hidden it is set all the same"
    );
    let told = hidden("--param Secret=1,0,9 --hidden").good();
    assert!(told.contains("1 of 1 iterations"), "{told}");
    let ran = hidden("--param Secret=1 --hidden");
    assert!(
        ran.err.contains("give it start, minimum and maximum"),
        "{}",
        ran.err
    );
}

fn faults() {
    let directory = tempfile::tempdir().unwrap();
    let rest = "--param Skill --iterations 3 --json";
    let crashes = arguments("uci", "crash", "tune-crash", rest);
    let report: Value = serde_json::from_str(&run(directory.path(), &crashes).good()).unwrap();
    assert_eq!(report["faults"]["crash"], 6, "{report}");
    assert_eq!(report["iterations"], 3);
    let mute = arguments(
        "uci",
        "mute",
        "tune-mute",
        &format!("{rest} --patience 1s --each proto=uci"),
    );
    let message = run(directory.path(), &mute).refusal();
    assert!(message.starts_with("engine A, chess: "), "{message}");
}
