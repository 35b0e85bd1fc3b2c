//! Matches of our own engine, in both protocols and in games of all kinds.

use super::{engine, program, trial};
use libtest_mimic::Trial;
use serde_json::Value;
use sliderule::prelude::*;

pub fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for game in [
        "chess",
        "opposition",
        "battery",
        "short-sliders",
        "grand",
        "knightmate",
        "3check",
        "courier",
        "xxl-16",
    ] {
        let name = format!("our engine plays itself in both protocols: {game}");
        trials.push(trial(name, move || both_protocols(game)));
    }
    trials.push(trial("a gauntlet with openings from a file", gauntlet));
    trials.push(trial("a test ends a match when it is decided", decided));
    trials.push(trial(
        "what makes no sense is named in one line",
        makes_no_sense,
    ));
    trials.push(trial(
        "what cannot be played is refused in one line",
        refused,
    ));
    trials.push(trial("adjudication ends games", adjudicated));
    trials.push(trial("openings and conversations are written", written));
    trials.push(trial("a game of one's own", own_game));
    trials
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace()
}

/// Plays a match and returns its report and its games.
fn play(game: &str, arguments: &str) -> (Value, Vec<pgn::Game>) {
    let directory = tempfile::tempdir().unwrap();
    let games = directory.path().join("games.pgn");
    let mut command = program::program(directory.path());
    command.args(["match", "--json", "--variant", game]);
    command.args(words(arguments)).arg("--pgnout").arg(&games);
    let ran = program::Ran::new(&command.output().unwrap());
    let report = serde_json::from_str(&ran.good()).unwrap();
    let text = std::fs::read_to_string(&games).unwrap();
    (report, pgn::read_all(&text, Catalog::built_in()).unwrap())
}

fn both_protocols(game: &str) {
    let (report, games) = play(
        game,
        "--engine name=U proto=uci --engine name=X proto=xboard --each depth=2 \
         --games 4 --random-plies 4 --seed 3 --maxmoves 25",
    );
    assert_eq!(report["games"], 4, "{report}");
    for engine in report["engines"].as_array().unwrap() {
        assert_eq!(engine["faults"], serde_json::json!({}), "{report}");
        assert!(
            engine["nodes_per_second"].as_f64().unwrap() > 0.0,
            "{report}"
        );
        assert!(engine["depth"].as_f64().unwrap() > 0.0, "{report}");
    }
    // Pairs share their openings, others do not.
    let mut openings: Vec<(Vec<String>, String)> = games
        .iter()
        .map(|game| {
            let moves = game.start.line_texts(&game.moves[..4]);
            (moves, game.tags.white.clone())
        })
        .collect();
    openings.sort_unstable();
    openings.dedup();
    assert_eq!(openings.len(), 4);
    assert_eq!(openings[0].0, openings[1].0);
    assert_ne!(openings[1].0, openings[2].0);
    for game in &games {
        let status = game.position().status();
        let told = |name: &str| game.tags.others.iter().find(|(tag, _)| tag == name);
        let termination = &told("Termination").unwrap().1;
        assert_eq!(status.is_over(), termination == "normal");
        if status.is_over() {
            assert_eq!(game.result.text(), status.result());
        }
        assert_eq!(told("TimeControl").unwrap().1, "depth=2");
    }
}

fn gauntlet() {
    let directory = tempfile::tempdir().unwrap();
    let book = directory.path().join("book.epd");
    let fens = [
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - hmvc 0; id \"queens\";",
    ];
    std::fs::write(&book, fens.join("\n")).unwrap();
    let (report, games) = play(
        "chess",
        &format!(
            "--engine name=A depth=2 --engine name=B depth=1 --engine name=C nodes=50 \
             --tournament gauntlet --games 2 --rounds 2 --maxmoves 5 --openings file={}",
            book.display()
        ),
    );
    assert_eq!(report["pairings"].as_array().unwrap().len(), 2);
    assert_eq!(games.len(), 8);
    for (index, fen) in fens.iter().enumerate() {
        let board = fen.split(' ').next().unwrap();
        let from = |game: &&pgn::Game| game.start.fen().starts_with(board);
        assert_eq!(games.iter().filter(from).count(), 4, "{index}");
    }
    assert!(
        games
            .iter()
            .all(|g| [&g.tags.white, &g.tags.black].contains(&&"A".to_string()))
    );
}

fn decided() {
    // One that resigns loses every game.
    let directory = tempfile::tempdir().unwrap();
    let mut command = program::program(directory.path());
    command
        .args([
            "match", "--json", "--games", "2000", "--sprt", "elo0=0", "elo1=200",
        ])
        .args(engine("A", "uci", "good", "sprt"))
        .args(engine("B", "xboard", "resign", "sprt"))
        .args(["--each", "depth=1"]);
    let ran = program::Ran::new(&command.output().unwrap());
    let report: Value = serde_json::from_str(&ran.good()).unwrap();
    let sprt = &report["pairings"][0]["sprt"];
    assert_eq!(sprt["verdict"], "H1", "{report}");
    assert!(sprt["llr"].as_f64().unwrap() >= sprt["upper"].as_f64().unwrap());
    assert!(report["games"].as_u64().unwrap() < 200, "{report}");
    assert_eq!(report["pairings"][0]["elo"]["value"], Value::Null);
}

/// What is said about arguments, with two good engines for `TWO`; and the exit code.
fn complaint(arguments: &str) -> (Option<i32>, String) {
    let two = "--engine name=A depth=1 --engine name=B depth=1";
    let arguments = arguments.replace("TWO", two);
    let arguments: Vec<&str> = ["match"].into_iter().chain(words(&arguments)).collect();
    let directory = tempfile::tempdir().unwrap();
    let mut command = program::program(directory.path());
    let output = command.args(arguments).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(error.lines().count(), 1, "{error}");
    (output.status.code(), error)
}

fn makes_no_sense() {
    for (arguments, message) in [
        (
            "--engine name=A depth=1",
            "a match takes two engines at least",
        ),
        (
            "--engine name=A depth=1 --engine name=A depth=1",
            "two engines are called 'A'",
        ),
        (
            "--engine name=A --engine name=B depth=1",
            "A: nothing ends its thinking",
        ),
        ("TWO --draw score=x", "--draw: score=x: expected a number"),
        ("TWO --resign movecount=3", "--resign: score= is missing"),
        ("TWO --sprt elo0=0 elo1=0", "--sprt: elo0=0 must be less"),
        (
            "TWO --engine name=C depth=1 --sprt elo0=0 elo1=1",
            "--sprt is for two engines",
        ),
        ("TWO --openings format=epd", "--openings: file= is missing"),
        ("TWO --games 2 extra", "unexpected argument 'extra'"),
        ("TWO --repaet", "unexpected argument '--repaet'"),
        (
            "TWO -games 2",
            "-games: options have two dashes here, --games",
        ),
        (
            "-engine cmd=a -each tc=1",
            "-engine: options have two dashes",
        ),
        ("TWO -repeat", "-repeat: every opening is played twice"),
        (
            "TWO --recover",
            "--recover: an engine that fails is started again",
        ),
        ("TWO -srand 4", "-srand: write --seed N"),
        (
            "TWO -ratinginterval 10",
            "-ratinginterval: the score is shown",
        ),
        ("TWO -wait=3", "-wait=3: games follow each other"),
    ] {
        let (code, found) = complaint(arguments);
        assert!(found.contains(message), "{arguments}: {found}");
        assert_eq!(code, Some(2), "{arguments}: {found}");
    }
}

fn refused() {
    for (arguments, message) in [
        (
            "--engine name=A cmd=./none st=1 --engine name=B st=1",
            "engine A: cannot be started",
        ),
        (
            "--engine name=A option.Hush=1 st=1 --engine name=B st=1",
            "engine A: cannot play this: it has no option 'Hush'",
        ),
        (
            "--engine name=A proto=xboard nodes=1 --engine name=B st=1",
            "engine A: cannot play this: XBoard's protocol has no limit of nodes",
        ),
        (
            "TWO --variant atomic --each proto=xboard",
            "XBoard's board needs a king",
        ),
        ("TWO --variant nogame", "there is no game 'nogame'"),
        ("TWO --openings file=none.epd", "cannot read none.epd"),
        (
            "TWO --pgnout none/games.pgn",
            "none/games.pgn: No such file",
        ),
    ] {
        let (code, found) = complaint(arguments);
        assert!(found.contains(message), "{arguments}: {found}");
        assert_eq!(code, Some(1), "{arguments}: {found}");
    }
}

fn adjudicated() {
    // Both fakes think of themselves as a little better all the time.
    let directory = tempfile::tempdir().unwrap();
    let run = |rules: &[&str]| {
        let mut command = program::program(directory.path());
        command
            .args(["match", "--games", "2"])
            .args(engine("A", "uci", "good", "adjudicated"))
            .args(engine("B", "xboard", "good", "adjudicated"))
            .args(["--each", "depth=1"])
            .args(rules);
        program::Ran::new(&command.output().unwrap()).good()
    };
    let told = run(&["--draw", "movenumber=5", "movecount=2", "score=12"]);
    assert_eq!(
        told.matches("{Adjudicated: a draw by both scores}").count(),
        2,
        "{told}"
    );
    let told = run(&["--draw", "score=11", "--maxmoves", "6"]);
    assert_eq!(
        told.matches("draw by the length of the game").count(),
        2,
        "{told}"
    );
    // Twelve is not twelve behind.
    let told = run(&["--resign", "score=12", "--maxmoves", "6"]);
    assert_eq!(
        told.matches("draw by the length of the game").count(),
        2,
        "{told}"
    );
}

fn own_game() {
    let ini = "[knightly:chess]\ncustomPiece1 = m:KN\n\
               startFen = rmbqkbmr/pppppppp/8/8/8/8/PPPPPPPP/RMBQKBMR w KQkq - 0 1\n";
    let arguments = "match --variant knightly --engine name=U --engine name=X proto=xboard \
                     --each depth=1 --maxmoves 10 --json";
    let arguments: Vec<&str> = words(arguments).collect();
    let report: Value = serde_json::from_str(&program::with_ini(ini, &arguments).good()).unwrap();
    assert_eq!(report["games"], 2);
    for engine in report["engines"].as_array().unwrap() {
        assert_eq!(engine["faults"], serde_json::json!({}), "{report}");
    }
}

/// The positions that `--epdout` writes are those from which games start, and can be read
/// again; `--log` has both sides' lines and standard error.
fn written() {
    let directory = tempfile::tempdir().unwrap();
    let [book, log] = ["book.epd", "log"].map(|name| directory.path().join(name));
    let play_from = |openings: &str| {
        let mut command = program::program(directory.path());
        command.args(["match", "--json", "--games", "4", "--maxmoves", "2"]);
        command.args(engine("A", "uci", "play", "written"));
        command.args(["--engine", "name=B", "--each", "depth=1"]);
        command.args(words(openings)).arg("--log").arg(&log);
        program::Ran::new(&command.output().unwrap()).good()
    };
    let (made, read) = (
        format!("--epdout file={}", book.display()),
        format!("--openings file={}", book.display()),
    );
    play_from(&format!("--random-plies 3 {made}"));
    let fens = std::fs::read_to_string(&book).unwrap();
    assert_eq!(fens.lines().count(), 2);
    let said = std::fs::read_to_string(&log).unwrap();
    for fen in fens.lines() {
        assert!(start("chess").unwrap().with_fen(fen).is_ok(), "{fen}");
    }
    for part in [
        " A#1 < uci\n",
        " A#1 > uciok\n",
        " A#1 ! ready to play\n",
        " B#2 < uci\n",
    ] {
        assert!(said.contains(part), "{part} {said}");
    }
    play_from(&read);
    let said = std::fs::read_to_string(&log).unwrap();
    for fen in fens.lines() {
        assert!(
            said.contains(&format!("position fen {fen}")),
            "{fen} {said}"
        );
    }
}
