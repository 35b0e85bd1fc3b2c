//! Conversations in UCI with the real binary.

use crate::engine::Engine;
use std::time::{Duration, Instant};

#[test]
fn introduces_itself_with_all_options() {
    let mut engine = Engine::start();
    let lines = engine.ask("uci", "uciok");
    assert!(lines[0].starts_with("id name Sliderule"), "{lines:?}");
    for option in [
        "option name UCI_Variant type combo default chess var chess",
        "option name Hash type spin default 64 min 1",
        "option name Clear Hash type button",
        "option name Threads type spin",
        "option name MultiPV type spin",
        "option name Ponder type check",
        "option name Move Overhead type spin",
        "option name UCI_AnalyseMode type check",
        "option name UCI_LimitStrength type check",
        "option name UCI_Elo type spin",
        "option name Skill Level type spin",
        "option name UCI_ShowWDL type check",
        "option name VariantPath type string",
    ] {
        assert!(lines.iter().any(|l| l.starts_with(option)), "{option}");
    }
    assert_eq!(engine.last("isready", "readyok"), "readyok");
    engine.quit();
}

#[test]
fn an_ordinary_game_works_without_any_option() {
    let mut engine = Engine::start();
    engine.ask("uci", "uciok");
    engine.send("ucinewgame");
    engine.send("position startpos moves e2e4 e7e5 g1f3");
    let lines = engine.ask("go depth 5", "bestmove");
    assert!(
        lines.iter().any(|l| l.starts_with("info depth 5 ")),
        "{lines:?}"
    );
    assert!(lines.iter().all(|l| !l.contains(" depth 6 ")));
    let mate = "position fen 6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1";
    engine.send(mate);
    let lines = engine.ask("go depth 4", "bestmove");
    assert_eq!(lines.last().map(String::as_str), Some("bestmove a1a8"));
    assert!(
        lines.iter().any(|l| l.contains("score mate 1 ")),
        "{lines:?}"
    );
    engine.quit();
}

#[test]
fn every_game_is_played_under_its_name() {
    let mut engine = Engine::start();
    for (asked, name) in [
        ("short-sliders", "short-sliders"),
        ("Opposition", "opposition"),
        ("BATTERY", "battery"),
        ("battery-standard", "battery-standard"),
        ("capa", "capablanca"),
        ("normal", "chess"),
    ] {
        let line = engine.last(
            &format!("setoption name UCI_Variant value {asked}"),
            "info string variant",
        );
        assert!(
            line.starts_with(&format!("info string variant {name} files ")),
            "{line}"
        );
        assert!(
            line.contains(" startpos ") && line.contains(" ranks "),
            "{line}"
        );
        engine.send("position startpos");
        let best = engine.last("go nodes 500", "bestmove");
        assert!(
            best.len() > "bestmove ".len() && !best.contains("(none)"),
            "{best}"
        );
    }
    engine.quit();
}

#[test]
fn special_moves_go_both_ways() {
    let mut engine = Engine::start();
    engine.send("setoption name UCI_Variant value opposition");
    engine.send("position startpos moves d1b1s a7b7s");
    let fen = engine.last("d", "Fen:");
    assert_eq!(fen, "Fen: *1kh1**/mmh4/ppp4/7/4PPP/4HMM/*1HK1** w - - 2 2");
    let lines = engine.ask("go depth 3 searchmoves b1a1s", "bestmove");
    assert!(
        lines
            .last()
            .is_some_and(|l| l.starts_with("bestmove b1a1s")),
        "{lines:?}"
    );
    engine.quit();
}

#[test]
fn limits_are_exact() {
    let mut engine = Engine::start();
    for nodes in [1, 2, 100, 5000] {
        engine.send("position startpos");
        let lines = engine.ask(&format!("go nodes {nodes}"), "bestmove");
        let told: Vec<u64> = lines
            .iter()
            .filter_map(|l| l.split(" nodes ").nth(1)?.split(' ').next()?.parse().ok())
            .collect();
        assert!(told.iter().all(|&n| n <= nodes), "{nodes}: {told:?}");
    }
    let begin = Instant::now();
    engine.ask("go movetime 200", "bestmove");
    let took = begin.elapsed();
    assert!(took > Duration::from_millis(150), "{took:?}");
    let lines = engine.ask("go depth 3", "bestmove");
    assert!(lines.iter().any(|l| l.starts_with("info depth 3 ")));
    assert!(!lines.iter().any(|l| l.starts_with("info depth 4 ")));
    // Larger than the crate can read, and than the engine can search.
    engine.send("position fen 7k/8/8/8/8/8/8/K7 w - - 99 80");
    engine.ask("go depth 100000000000 movetime 100", "bestmove");
    engine.quit();
}

#[test]
fn searches_can_be_stopped_at_any_time() {
    let mut engine = Engine::start();
    engine.send("stop");
    engine.send("ponderhit");
    engine.send("go infinite");
    assert_eq!(engine.last("isready", "readyok"), "readyok");
    engine.send("stop\nstop\nstop");
    engine.until("bestmove");
    // A second go ends the first; each has its answer.
    engine.send("go infinite\ngo depth 2");
    engine.until("bestmove");
    engine.until("bestmove");
    // Changes in mid-search are for the next one.
    engine.send("go infinite\nposition startpos moves e2e4\nsetoption name Hash value 8");
    engine.send("setoption name Clear Hash\nsetoption name Threads value 2");
    engine.send("ucinewgame");
    engine.until("bestmove");
    let best = engine.last("go depth 3", "bestmove");
    assert!(!best.contains("e2e4"), "it is Black's turn: {best}");
    engine.send("go infinite");
    let rest = engine.quit();
    assert_eq!(
        rest.iter().filter(|l| l.starts_with("bestmove")).count(),
        1,
        "{rest:?}"
    );
}

#[test]
fn pondering_ends_with_a_hit_or_a_stop() {
    let mut engine = Engine::start();
    engine.send("position startpos moves e2e4 e7e5");
    engine.send("go ponder wtime 400 btime 400");
    std::thread::sleep(Duration::from_millis(700));
    // By now its own clock would be long down.
    assert!(engine.lines.try_iter().all(|l| !l.starts_with("bestmove")));
    engine.ask("ponderhit", "bestmove");
    engine.send("go ponder wtime 60000 btime 60000");
    engine.ask("stop", "bestmove");
    // Limits that are reached end neither an infinite search nor a ponder.
    for go in [
        "go ponder nodes 50",
        "go infinite nodes 50",
        "go infinite depth 1",
    ] {
        engine.send(go);
        std::thread::sleep(Duration::from_millis(200));
        assert!(
            engine.lines.try_iter().all(|l| !l.starts_with("bestmove")),
            "{go}"
        );
        engine.ask("stop", "bestmove");
    }
    engine.quit();
}

#[test]
fn a_finished_game_has_a_score_but_no_move() {
    let mut engine = Engine::start();
    engine.send("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    let lines = engine.ask("go depth 5", "bestmove");
    assert!(lines[0].contains("score cp 0"), "stalemate: {lines:?}");
    assert_eq!(lines.last().map(String::as_str), Some("bestmove (none)"));
    engine.send("position startpos moves f2f3 e7e5 g2g4 d8h4");
    let lines = engine.ask("go movetime 1000", "bestmove");
    assert!(lines[0].contains("score mate 0"), "{lines:?}");
    assert_eq!(lines.last().map(String::as_str), Some("bestmove (none)"));
    engine.quit();
}

#[test]
fn nonsense_is_answered_and_changes_nothing() {
    let mut engine = Engine::start();
    engine.send("position startpos moves e2e4");
    let before = engine.last("d", "Fen:");
    for (line, part) in [
        ("xyzzy", "unknown command 'xyzzy'"),
        (
            "setoption name Hash value 0",
            "Hash: '0' is not a number from 1",
        ),
        (
            "setoption name Hash value many",
            "Hash: 'many' is not a number",
        ),
        ("setoption name Nosuch value 1", "no option 'Nosuch'"),
        (
            "setoption name Ponder value maybe",
            "neither true nor false",
        ),
        ("setoption", "expected 'name'"),
        (
            "setoption name VariantPath value /no/such/file",
            "cannot read /no/such/file",
        ),
    ] {
        let answer = engine.last(line, "info string");
        assert!(answer.contains(part), "{line}: {answer}");
    }
    engine.send(&"a".repeat(100_000));
    assert!(engine.last("", "info string unknown").len() < 300);
    assert_eq!(engine.last("d", "Fen:"), before);
    let lines = engine.ask("go depth 2 searchmoves e7e5 zzz e2e4", "bestmove");
    assert!(
        lines.iter().any(|l| l.contains("searchmoves: 'zzz'")),
        "{lines:?}"
    );
    assert!(lines.last().is_some_and(|l| l.starts_with("bestmove e7e5")));
    let lines = engine.ask("go wtime x movetime 50 foo", "bestmove");
    assert!(
        lines
            .iter()
            .any(|l| l.contains("'x' after wtime is not a number"))
    );
    assert!(lines.iter().any(|l| l.contains("unknown word 'foo'")));
    engine.quit();
}

#[test]
fn a_line_that_cannot_be_used_is_answered_once() {
    let mut engine = Engine::start();
    engine.send("uci");
    engine.until("uciok");
    let moves = "g1f3 g8f6 f3g1 f6g8 ".repeat(200_000);
    for (line, answer) in [
        (
            format!("position startpos moves {moves}").into_bytes(),
            "info string the line is longer than 1048576 bytes",
        ),
        (
            b"position \xff".to_vec(),
            "info string the line is not UTF-8 text: see byte 10",
        ),
    ] {
        engine.send_bytes(&[&line[..], b"\n"].concat());
        assert_eq!(engine.ask("isready", "readyok"), [answer, "readyok"]);
    }
    engine.quit();
}

#[test]
fn blanks_tabs_and_carriage_returns_do_not_matter() {
    let mut engine = Engine::start();
    engine.send("  position \t startpos   moves  e2e4\te7e5  \r\n\r\n   \r");
    let fen = engine.last("d\r", "Fen:");
    assert!(fen.contains("/4p3/4P3/"), "{fen}");
    engine.ask("  go   depth   2 \r", "bestmove");
    engine.quit();
}

#[test]
fn several_lines_are_searched_and_shown_in_order() {
    let mut engine = Engine::start();
    engine.send("setoption name MultiPV value 3\nsetoption name UCI_ShowWDL value true");
    engine.send("position startpos");
    let lines = engine.ask("go depth 4", "bestmove");
    let last: Vec<&String> = lines
        .iter()
        .filter(|l| l.starts_with("info depth 4 "))
        .collect();
    let scores: Vec<i32> = last[last.len() - 3..]
        .iter()
        .map(|l| {
            l.split(" cp ")
                .nth(1)
                .unwrap()
                .split(' ')
                .next()
                .unwrap()
                .parse()
                .unwrap()
        })
        .collect();
    assert!(scores.windows(2).all(|p| p[0] >= p[1]), "{last:?}");
    let firsts: std::collections::BTreeSet<&str> = last[last.len() - 3..]
        .iter()
        .map(|l| l.split(" pv ").nth(1).unwrap().split(' ').next().unwrap())
        .collect();
    assert_eq!(firsts.len(), 3);
    assert!(last.iter().all(|l| l.contains(" wdl ")));
    engine.quit();
}

#[test]
fn a_weaker_level_thinks_less() {
    let mut engine = Engine::start();
    let mut nodes = |level: u32| -> u64 {
        engine.send(&format!(
            "setoption name Skill Level value {level}\nposition startpos"
        ));
        let lines = engine.ask("go movetime 2000", "bestmove");
        let told = lines
            .iter()
            .rev()
            .find_map(|l| l.split(" nodes ").nth(1)?.split(' ').next()?.parse().ok());
        told.unwrap_or(0)
    };
    assert!(nodes(1) <= 40);
    let low = nodes(5);
    let high = nodes(12);
    assert!(low < high && high < 8000, "{low} {high}");
    engine.quit();
}

#[test]
fn perft_evaluation_and_log() {
    let dir = tempfile::tempdir().expect("a directory");
    let log = dir.path().join("log.txt");
    let mut engine = Engine::start();
    engine.send(&format!("setoption name Log File value {}", log.display()));
    engine.send("position startpos");
    let lines = engine.ask("go perft 3", "Nodes searched");
    assert_eq!(
        lines.last().map(String::as_str),
        Some("Nodes searched: 8902")
    );
    assert!(lines.contains(&"e2e4: 600".to_string()));
    let lines = engine.ask("eval", "score");
    assert!(lines.iter().any(|l| l.starts_with("material")), "{lines:?}");
    // A deep count can be stopped.
    engine.send("go perft 12");
    engine.ask("stop", "Nodes searched");
    engine.quit();
    let text = std::fs::read_to_string(log).expect("a log");
    assert!(text.contains("> go perft 3") && text.contains("< Nodes searched: 8902"));
}

#[test]
fn games_of_a_file_can_be_loaded() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("my games.ini");
    std::fs::write(&path, "[tiny:chess]\nmaxFile = 4\nmaxRank = 5\ncastling = false\nstartFen = rnbk/pppp/4/PPPP/RNBK w - - 0 1\ndoubleStep = false\n[bad]\nfoo = 1\n").unwrap();
    let mut engine = Engine::start();
    let lines = engine.ask(
        &format!("setoption name VariantPath value {}", path.display()),
        "option name UCI_Variant",
    );
    assert!(
        lines
            .iter()
            .any(|l| l.contains("my games.ini:8: [bad] foo: unknown key")),
        "{lines:?}"
    );
    assert!(lines.last().unwrap().contains(" var tiny"));
    engine.ask(
        "setoption name UCI_Variant value tiny",
        "info string variant tiny files 4 ranks 5",
    );
    engine.send("position startpos");
    assert!(!engine.last("go depth 3", "bestmove").contains("(none)"));
    engine.quit();
}

#[test]
fn the_end_of_the_input_ends_the_search_with_its_move() {
    for go in [
        "go depth 4",
        "go infinite",
        "go ponder wtime 1000",
        "go mate 9",
    ] {
        let mut engine = Engine::start();
        engine.send(&format!("position startpos\n{go}"));
        engine.input = None;
        engine.until("bestmove ");
    }
}
