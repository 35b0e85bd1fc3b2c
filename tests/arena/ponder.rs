//! Engines that think on the opponent's time.

use super::{engine, program, trial};
use libtest_mimic::Trial;
use serde_json::{Value, json};

pub fn trials() -> Vec<Trial> {
    let mut trials = vec![
        trial("pondering: a move that was expected is a hit", hits),
        trial("pondering: a move that was not expected is a miss", misses),
        trial("pondering: an answer before the hit counts after it", early),
        trial("pondering: an illegal move is not thought about", illegal),
        trial("pondering: an engine that does not stop hangs", deaf),
        trial(
            "pondering: one that does not stop after a game gets no other",
            stubborn,
        ),
        trial("pondering: the opponent's time is not charged", not_charged),
        trial(
            "pondering: engines of XBoard's protocol talk meanwhile",
            talk,
        ),
        trial(
            "pondering: an engine without the option is refused",
            refused,
        ),
        trial("pondering: our engine in both protocols", ours),
        trial("pondering: engines that are tuned", tuned),
    ];
    for fault in ["crash", "flood"] {
        let name = format!("pondering: an engine is caught: {fault}");
        trials.push(trial(name, move || caught(fault)));
    }
    trials
}

/// What a match has left.
struct Told {
    report: Value,
    games: String,
    log: String,
}

/// A match of two games between an engine that ponders and one that does not.
fn play(protocol: &str, behaviour: &str, opponent: &str, rest: &str) -> Told {
    let directory = tempfile::tempdir().unwrap();
    let mut command = program::program(directory.path());
    command.current_dir(directory.path());
    command.args(["match", "--json", "--pgnout", "games", "--log", "log"]);
    command.args(engine("A", protocol, behaviour, "ponder"));
    command.args([&format!("proto={protocol}"), "ponder=on"]);
    command.args(engine("B", "uci", opponent, "ponder"));
    command.args(rest.split_whitespace());
    let ran = program::Ran::new(&command.output().unwrap());
    let report = serde_json::from_str(&ran.good()).unwrap();
    let read = |name: &str| std::fs::read_to_string(directory.path().join(name)).unwrap();
    Told {
        report,
        // Lines end where they are long, within comments too.
        games: read("games").replace('\n', " "),
        log: read("log"),
    }
}

const SHORT: &str = "--each depth=1 --maxmoves 6 --concurrency 1";

impl Told {
    /// The faults of the engine that ponders; the other one has none.
    fn faults(&self) -> &Value {
        assert_eq!(self.report["games"], 2, "{}", self.report);
        assert_eq!(
            self.report["engines"][1]["faults"],
            json!({}),
            "{}",
            self.log
        );
        &self.report["engines"][0]["faults"]
    }

    /// How often something was said to the engine that ponders.
    fn said(&self, text: &str) -> usize {
        let is_said = |line: &&str| {
            let (_, rest) = line.trim_start().split_once(" A#").unwrap_or_default();
            rest.split_once(" < ")
                .is_some_and(|(_, said)| said.starts_with(text))
        };
        self.log.lines().filter(is_said).count()
    }
}

fn hits() {
    let told = play("uci", "ponder hit", "good", SHORT);
    assert_eq!(told.faults(), &json!({}), "{}", told.log);
    // Six moves in each game. The first one cannot have been expected, and with White the
    // game ends after the opponent's reply to the last one.
    let said = |text| told.said(text);
    assert_eq!(said("ponderhit"), 10, "{}", told.log);
    assert_eq!(
        (said("go ponder depth 1"), said("stop")),
        (11, 1),
        "{}",
        told.log
    );
    assert_eq!(said("go depth"), 2, "{}", told.log);
    // Score and depth are those of the end of the search; of nodes nothing is known.
    assert_eq!(
        told.games.matches("{+0.12/1 ").count(),
        24,
        "{}",
        told.games
    );
    assert_eq!(told.games.matches(" n=34}").count(), 14, "{}", told.games);
}

fn misses() {
    let told = play("uci", "ponder miss", "good", SHORT);
    assert_eq!(told.faults(), &json!({}), "{}", told.log);
    let said = |text| told.said(text);
    assert_eq!(said("ponderhit"), 0, "{}", told.log);
    assert_eq!((said("go ponder"), said("stop")), (11, 11), "{}", told.log);
    assert_eq!(said("go depth"), 12, "{}", told.log);
}

fn early() {
    for behaviour in ["ponder early", "ponder early miss"] {
        let told = play("uci", behaviour, "lazy", SHORT);
        assert_eq!(told.faults(), &json!({}), "{}", told.log);
        assert_eq!(told.said("go ponder"), 11, "{}", told.log);
        let asked = if behaviour == "ponder early" { 2 } else { 12 };
        assert_eq!(told.said("go depth"), asked, "{}", told.log);
    }
}

fn illegal() {
    let told = play("uci", "ponder illegal", "good", SHORT);
    assert_eq!(told.faults(), &json!({}), "{}", told.log);
    assert_eq!(told.said("go ponder"), 0, "{}", told.log);
}

fn deaf() {
    let told = play("uci", "ponder deaf", "good", SHORT);
    assert_eq!(told.faults(), &json!({"hang": 2}), "{}", told.log);
    let games = &told.games;
    assert_eq!(
        games.matches("does not answer 'stop'").count(),
        2,
        "{games}"
    );
}

fn stubborn() {
    let told = play("uci", "ponder stubborn", "good", SHORT);
    assert_eq!(told.faults(), &json!({}), "{}", told.log);
    assert_eq!(told.said("stop"), 1, "{}", told.log);
    // Once to try it, and for either game.
    let started = told.said("uci") - told.said("ucinewgame");
    assert_eq!(started, 3, "{}", told.log);
}

fn caught(fault: &str) {
    let told = play("uci", &format!("ponder {fault}"), "lazy", SHORT);
    assert_eq!(told.faults(), &json!({fault: 2}), "{}", told.log);
}

fn not_charged() {
    // The opponent takes 25 times 50 ms, more than the clock has.
    let rest = "tc=inf depth=1 --each tc=0.8 --maxmoves 25";
    let told = play("uci", "ponder hit", "drowsy", rest);
    assert_eq!(told.faults(), &json!({}), "{}", told.log);
    assert!(told.said("go ponder wtime ") > 0, "{}", told.log);
}

fn talk() {
    let told = play("xboard", "ponder talk", "lazy", SHORT);
    assert_eq!(told.faults(), &json!({}), "{}", told.log);
    assert_eq!(told.said("hard"), 2, "{}", told.log);
    assert!(told.log.contains("> 9 900 10 999 e2e4\n"), "{}", told.log);
    assert!(!told.games.contains("+9.00"), "{}", told.games);
    assert_eq!(
        told.games.matches("{+0.12/1 ").count(),
        24,
        "{}",
        told.games
    );
}

fn refused() {
    let directory = tempfile::tempdir().unwrap();
    let mut command = program::program(directory.path());
    command
        .arg("match")
        .args(engine("A", "uci", "good", "ponder"));
    command.args(["ponder=on", "--engine", "name=B", "--each", "depth=1"]);
    let message = program::Ran::new(&command.output().unwrap()).refusal();
    let wanted = "engine A: cannot play this: it has no option 'Ponder'";
    assert!(message.starts_with(wanted), "{message}");
}

fn ours() {
    let directory = tempfile::tempdir().unwrap();
    let mut command = program::program(directory.path());
    command.current_dir(directory.path());
    command.args([
        "match",
        "--json",
        "--log",
        "log",
        "--variant",
        "battery",
        "--random-plies",
        "4",
    ]);
    command.args([
        "--engine",
        "name=U",
        "proto=uci",
        "--engine",
        "name=X",
        "proto=xboard",
    ]);
    command.args([
        "--each",
        "tc=1+0.02",
        "timemargin=500",
        "ponder=on",
        "--maxmoves",
        "30",
    ]);
    let ran = program::Ran::new(&command.output().unwrap());
    let report: Value = serde_json::from_str(&ran.good()).unwrap();
    let log = std::fs::read_to_string(directory.path().join("log")).unwrap();
    for engine in report["engines"].as_array().unwrap() {
        assert_eq!(engine["faults"], json!({}), "{report}");
    }
    assert!(
        log.contains(" < ponderhit\n") && log.contains(" < hard\n"),
        "{log}"
    );
}

fn tuned() {
    let directory = tempfile::tempdir().unwrap();
    let mut command = program::program(directory.path());
    command.current_dir(directory.path());
    command.args(["tune", "--json", "--log", "log", "--iterations", "3"]);
    command.args(engine("A", "uci", "ponder hit", "ponder"));
    command.args(["--each", "depth=1", "ponder=on", "--maxmoves", "6"]);
    command.args(["--param", "Skill=30,0,100,5"]);
    let ran = program::Ran::new(&command.output().unwrap());
    let report: Value = serde_json::from_str(&ran.good()).unwrap();
    assert_eq!(report["faults"], json!({}), "{report}");
    let log = std::fs::read_to_string(directory.path().join("log")).unwrap();
    assert!(log.contains(" < ponderhit\n"), "{log}");
}
