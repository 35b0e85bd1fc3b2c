//! What engines of XBoard's protocol are told, and what is made of what they say.

use super::{engine, program, trial};
use libtest_mimic::Trial;
use serde_json::{Value, json};

pub fn trials() -> Vec<Trial> {
    vec![
        trial("an engine that says it has lost gives up", concedes),
        trial("a draw that both engines offer is one", agreed),
        trial("an offer of one engine alone is no draw", one_offer),
        trial("a draw may be claimed with the move to come", claimed),
        trial("engines are told moves as one ply", plain_moves),
        trial("an old engine is told a position piece by piece", edited),
        trial("what `edit` cannot tell is refused", not_edited),
    ]
}

/// A match of two games from an opening in a file; its report and its games.
fn from_opening(
    engines: [&str; 2],
    game: &str,
    (name, opening): (&str, &str),
    rest: &[&str],
) -> (Value, String) {
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join(name), opening).unwrap();
    let mut command = program::program(directory.path());
    command.current_dir(directory.path());
    command.args(["match", "--json", "--variant", game]);
    for (name, behaviour) in ["A", "B"].into_iter().zip(engines) {
        let mut words = engine(name, "xboard", behaviour, "mark");
        words.push("proto=xboard".into());
        command.args(words);
    }
    command
        .args(["--openings", &format!("file={name}"), "--each", "st=5"])
        .args(["--pgnout", "games.pgn"])
        .args(rest);
    let ran = program::Ran::new(&command.output().unwrap());
    let report = serde_json::from_str(&ran.good()).unwrap();
    let games = std::fs::read_to_string(directory.path().join("games.pgn")).unwrap();
    (report, games)
}

const KINGS: (&str, &str) = ("a.epd", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n");
const SHORT: [&str; 2] = ["--maxmoves", "6"];

fn no_faults(report: &Value, games: &str) {
    for engine in report["engines"].as_array().unwrap() {
        assert_eq!(engine["faults"], json!({}), "{games}");
    }
}

fn concedes() {
    let (report, games) = from_opening(["concede", "good"], "chess", KINGS, &SHORT);
    no_faults(&report, &games);
    assert_eq!(report["engines"][0]["losses"], 2, "{games}");
    assert_eq!(games.matches("resigns").count(), 2, "{games}");
}

fn agreed() {
    let (report, games) = from_opening(["offer", "offer"], "chess", KINGS, &SHORT);
    no_faults(&report, &games);
    assert_eq!(report["engines"][0]["draws"], 2, "{games}");
    assert_eq!(games.matches("Both offer a draw").count(), 2, "{games}");
}

fn one_offer() {
    let (report, games) = from_opening(["offer", "good"], "chess", KINGS, &SHORT);
    no_faults(&report, &games);
    let adjudicated = games.matches("Termination \"adjudication\"").count();
    assert_eq!(adjudicated, 2, "{games}");
}

fn claimed() {
    // One ply before the fiftieth move of both, so any move ends the game.
    let nearly = ("a.epd", "4k3/8/8/8/8/8/4P3/R3K3 w - - 99 99\n");
    let (report, games) = from_opening(["draw", "good"], "chess", nearly, &SHORT);
    no_faults(&report, &games);
    assert_eq!(report["engines"][0]["draws"], 2, "{games}");
    let lonely = ("a.epd", "4k3/8/8/8/8/8/8/4K3 w - - 0 99\n");
    let (report, games) = from_opening(["good", "good"], "chess", lonely, &SHORT);
    no_faults(&report, &games);
    let dead = games
        .replace('\n', " ")
        .matches("nobody can win any more")
        .count();
    assert_eq!(dead, 2, "{games}");
    let early = ("a.epd", "4k3/8/8/8/8/8/4P3/R3K3 w - - 20 99\n");
    let (report, games) = from_opening(["draw", "good"], "chess", early, &SHORT);
    let faults = &report["engines"][0]["faults"];
    assert_eq!(faults, &json!({"false claim": 2}), "{games}");
}

fn plain_moves() {
    // On XBoard's board a pawn that captures like this would leave the other one there.
    let opening = "[Variant \"berolina\"]\n[SetUp \"1\"]\n\
                   [FEN \"k7/8/8/8/2p5/8/1P6/K7 w - - 0 1\"]\n\n1. b2d4 c4c3 *\n";
    let opening = ("a.pgn", opening);
    let (report, games) = from_opening(["good", "good"], "berolina", opening, &SHORT);
    no_faults(&report, &games);
    assert!(games.contains("c4c3 {book}"), "{games}");
}

fn edited() {
    for fen in [
        "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n",
        "4k3/7p/8/8/8/8/4P3/4K3 b - - 0 1\n",
        "r3k2r/8/8/8/8/8/4P3/R3K2R b KQkq - 0 1\n",
    ] {
        let opening = ("a.epd", fen);
        let (report, games) = from_opening(["old", "good"], "chess", opening, &SHORT);
        no_faults(&report, &games);
        assert_eq!(report["engines"][0]["draws"], 2, "{games}");
    }
}

fn not_edited() {
    let opening = ("a.epd", "r3k2r/8/8/8/8/8/4P3/R3K2R w - - 0 1\n");
    let (report, games) = from_opening(["old", "good"], "chess", opening, &SHORT);
    assert_eq!(report["engines"][0]["faults"]["refusal"], 2, "{games}");
    assert!(games.contains("without the feature setboard"), "{games}");
}
