//! What was once wrong under XBoard: gestures left half-way, multi-leg moves by
//! mouse, take-backs.

use crate::engine::{Engine, said};
use sliderule::pgn;
use sliderule::protocol::load_games;
use sliderule::protocol::xboard::read_saved;
use sliderule::rules::Catalog;

/// XBoard's engine with a game begun.
fn greeted(variant: &str) -> Engine {
    let mut engine = Engine::start();
    engine.send("xboard");
    engine.ask("protover 2", "feature done=1");
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/lions.ini");
    engine.send(&format!("option VariantPath={file}"));
    engine.send(&format!("new\nvariant {variant}\nst 0.05"));
    engine.ask("ping 1", "pong 1");
    engine
}

/// Sets up a position in which the person is to move against the engine.
#[track_caller]
fn set_up(engine: &mut Engine, fen: &str) {
    let lines = said(engine, &format!("force\nsetboard {fen}\nplayother"));
    assert!(lines.is_empty(), "{lines:?}");
}

/// The question that is asked for a move by mouse, which XBoard takes back.
#[track_caller]
fn question(engine: &mut Engine, mv: &str) -> String {
    let (from, to) = mv.split_at(2);
    let lines = said(engine, &format!("lift {from}\nput {to}\nusermove {mv}"));
    let [marks, illegal, question] = lines.as_slice() else {
        panic!("{mv}: {lines:?}");
    };
    assert!(marks.starts_with("highlight "), "{marks}");
    assert!(illegal.starts_with("Illegal move ("), "{illegal}");
    question.clone()
}

const PAWN: &str = "*1k1*/5/3P1/5/5/5/5/PPPP1/MAKA1/*Q2* w - - 0 1";
const PROMOTE: &str =
    "askuser PROMO Promote to: M = Marshal, Q = Queen, P = stay a Pawn? (Enter: Q)";

#[test]
fn a_question_need_not_be_answered() {
    // What XBoard sends after the dialog was closed.
    for then in [
        // Another piece; the same one; the same one put back; a square of no use.
        "lift a2\nput a3\nusermove a2a3",
        "lift d7\nlift a2\nput a3\nusermove a2a3",
        "lift d7\nput d7\nlift a2\nhover a3\nput c5\nlift a2\nusermove a2a3",
        "usermove a2a3",
        // Things of the menus in between.
        "analyze\nexit\nplayother\nlift a2\nusermove a2a3",
        "analyze\nlift d7\nput d8\nusermove d7d8\nexit\nplayother\nusermove a2a3",
        "force\nsetboard *1k1*/5/3P1/5/5/5/5/PPPP1/MAKA1/*Q2* w - - 0 1\nplayother\nlift a2\nusermove a2a3",
        "pause\nresume\nlift a2\nusermove a2a3",
        "hint\nlift a2\nusermove a2a3",
        "easy\nhard\nlift a2\nusermove a2a3",
    ] {
        let mut engine = greeted("battery");
        set_up(&mut engine, PAWN);
        assert_eq!(question(&mut engine, "d7d8"), PROMOTE);
        let lines = said(&mut engine, then);
        let moved = lines.last().is_some_and(|l| l.starts_with("move "));
        assert!(moved, "{then}: {lines:?}");
        // The answer comes too late.
        for late in ["PROMO q", "PROMO ", "MOVE 1"] {
            let lines = said(&mut engine, late);
            assert!(
                lines[0].starts_with("Error (nothing was asked)"),
                "{lines:?}"
            );
        }
        engine.quit();
    }
}

#[test]
fn no_mark_makes_xboard_wait() {
    // Blue, magenta and cyan squares have XBoard wait for the engine or for another click.
    for (variant, fen, from) in [
        ("battery", PAWN, "d7"),
        ("lions", "4k3/8/8/8/8/2p5/1pL5/4K3 w - - 0 1", "c2"),
        ("lions", "8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7"),
    ] {
        let mut engine = greeted(variant);
        set_up(&mut engine, fen);
        let lines = said(&mut engine, &format!("lift {from}"));
        let marks = lines[0].strip_prefix("highlight ").unwrap();
        assert!(marks.contains('G'), "{marks}");
        assert!(!marks.contains(['B', 'M', 'C']), "{marks}");
        engine.quit();
    }
}

#[test]
fn an_answer_counts_only_while_its_person_is_to_move() {
    let mut engine = greeted("battery");
    set_up(&mut engine, PAWN);
    question(&mut engine, "d7d8");
    // Now the engine plays for him.
    engine.send("st 60\ngo\nPROMO q");
    let lines = engine.until("Error");
    assert!(!lines.iter().any(|l| l.starts_with("move ")), "{lines:?}");
    engine.ask("?", "move ");
    engine.quit();
}

#[test]
fn a_promotion_is_chosen_by_letter_or_name_or_enter() {
    for (text, shown) in [
        ("q", "move d7d8q"),
        (" Q ", "move d7d8q"),
        ("queen", "move d7d8q"),
        ("", "move d7d8q"),
        ("M", "move d7d8m"),
        ("Marshal", "move d7d8m"),
        ("p", "move d7d8"),
    ] {
        let mut engine = greeted("battery");
        set_up(&mut engine, PAWN);
        assert_eq!(question(&mut engine, "d7d8"), PROMOTE);
        let lines = said(&mut engine, &format!("PROMO {text}"));
        assert_eq!(lines[0], shown, "{text}");
        assert!(lines[1].starts_with("move "), "{text}: {lines:?}");
        engine.quit();
    }
    // Also where a person plays both sides, and in analysis.
    for mode in ["force", "analyze"] {
        let mut engine = greeted("battery");
        set_up(&mut engine, PAWN);
        said(&mut engine, mode);
        question(&mut engine, "d7d8");
        let lines = said(&mut engine, "PROMO q");
        assert_eq!(lines, ["move d7d8q"], "{mode}");
        engine.quit();
    }
}

#[test]
fn moves_of_several_legs_are_asked_for() {
    let mut engine = greeted("lions");
    // A quiet step, or by way of the pawn on g8.
    set_up(&mut engine, "6p1/k5L1/8/8/8/8/8/4K3 w - - 0 1");
    let asked = "askuser MOVE Which move: 1 = g7f8 (takes nothing), \
                 2 = g7g8,g8f8 (takes g8)? (Enter: 1)";
    assert_eq!(question(&mut engine, "g7f8"), asked);
    let lines = said(&mut engine, "MOVE 2");
    assert_eq!(lines[0], "move g7g8,g8f8");
    assert!(lines[1].starts_with("move "), "{lines:?}");
    // Two captures at once, in two ways.
    set_up(&mut engine, "5pp1/k5Lp/8/8/8/8/8/4K3 w - - 0 1");
    let asked = question(&mut engine, "g7f8");
    assert!(asked.contains("1 = g7f8 (takes f8)"), "{asked}");
    assert!(asked.contains("2 = g7g8,g8f8 (takes g8 and f8)"), "{asked}");
    assert_eq!(said(&mut engine, "MOVE 2")[0], "move g7g8,g8f8");
    // Many ways are told in few words: XBoard does not break the line.
    set_up(&mut engine, "4k3/8/8/2ppp3/2pLp3/8/8/4K3 w - - 0 1");
    assert_eq!(
        question(&mut engine, "d4d5"),
        "askuser MOVE Which move: 1 = takes d5, 2 = takes e4 and d5, 3 = takes c4 and d5, \
         4 = takes e5 and d5, 5 = takes c5 and d5? (Enter: 1)"
    );
    assert_eq!(said(&mut engine, "MOVE 5")[0], "move d4c5,c5d5");
    // What can mean one move only is not asked about.
    set_up(&mut engine, "6p1/k5L1/8/8/8/8/8/4K3 w - - 0 1");
    let lines = said(&mut engine, "lift g7\nusermove g7g6");
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines[1].starts_with("move "), "{lines:?}");
    // Nor is a program's move, or one with all its legs.
    set_up(&mut engine, "6p1/k5L1/8/8/8/8/8/4K3 w - - 0 1");
    let lines = said(&mut engine, "computer\nusermove g7f8");
    assert!(lines[0].starts_with("move "), "{lines:?}");
    let lines = said(&mut engine, "new\nvariant lions\nforce");
    assert!(lines.iter().all(|l| !l.starts_with("Error")), "{lines:?}");
    set_up(&mut engine, "6p1/k5L1/8/8/8/8/8/4K3 w - - 0 1");
    let lines = said(&mut engine, "usermove g7g8,g8f8");
    assert!(lines[0].starts_with("move "), "{lines:?}");
    engine.quit();
}

#[test]
fn a_capture_from_afar_is_told_from_one_on_the_spot() {
    let mut engine = greeted("riflemen");
    set_up(&mut engine, "6s1/k5A1/8/8/8/8/8/4K3 w - - 0 1");
    let asked = question(&mut engine, "g7g8");
    assert!(asked.contains("g7g8 (takes g8)"), "{asked}");
    assert!(asked.contains("g7g8,g8g7 (takes g8 and stays)"), "{asked}");
    let number = if asked.contains("1 = g7g8,") { 1 } else { 2 };
    let lines = said(&mut engine, &format!("MOVE {number}"));
    assert_eq!(lines[0], "move g7g8,g8g7");
    engine.quit();
}

#[test]
fn a_first_move_of_many_plies_is_taken_back() {
    let mut engine = greeted("opposition");
    // A shift; XBoard takes back two of its plies and says `remove`.
    let lines = said(&mut engine, "force\nlift f1\nusermove f1c1");
    let plies = lines.iter().filter(|l| l.starts_with("move ")).count();
    assert!(plies > 2, "{lines:?}");
    let lines = said(&mut engine, "remove");
    assert_eq!(lines.len(), plies - 2, "{lines:?}");
    assert!(
        lines
            .iter()
            .all(|l| l.starts_with("Illegal move (taken back"))
    );
    // The start is on both boards.
    let lines = said(&mut engine, "usermove e3e4\nundo\nundo");
    assert!(lines[0].starts_with("Error (there is no move"), "{lines:?}");
    engine.quit();
}

#[test]
fn the_engines_only_move_is_taken_back_and_it_moves_again() {
    let mut engine = greeted("normal");
    let lines = said(&mut engine, "go");
    assert!(lines[0].starts_with("move "), "{lines:?}");
    let again = said(&mut engine, "remove");
    assert!(again[0].starts_with("move "), "{again:?}");
    let lines = said(&mut engine, "force\nundo\nusermove d2d4\nundo\nundo");
    assert!(lines[0].starts_with("Error (there is no move"), "{lines:?}");
    engine.quit();
}

#[test]
fn castling_is_understood_in_its_own_notation() {
    for (variant, fen, text, then) in [
        (
            "normal",
            "r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 0 1",
            "O-O",
            "g1h1",
        ),
        (
            "normal",
            "r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 0 1",
            "O-O-O",
            "c1b1",
        ),
        (
            "normal",
            "r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 0 1",
            "0-0",
            "g1h1",
        ),
        (
            "normal",
            "r3k2r/p6p/8/8/8/8/P6P/R3K2R b KQkq - 0 1",
            "O-O-O",
            "c8b8",
        ),
        (
            "capablanca",
            "r4k3r/p8p/10/10/10/10/P8P/R4K3R w KQkq - 0 1",
            "O-O",
            "i1j1",
        ),
    ] {
        let mut engine = greeted(variant);
        said(&mut engine, "force");
        // Bare, as a program that refused the feature `usermove` sends it, too.
        for command in [format!("usermove {text}"), text.to_string()] {
            let other = if fen.contains(" w ") { "e8e7" } else { "e1e2" };
            let other = if variant == "capablanca" {
                "f8f7"
            } else {
                other
            };
            let lines = said(
                &mut engine,
                &format!("setboard {fen}\n{command}\nusermove {other}\nusermove {then}"),
            );
            assert!(lines.is_empty(), "{variant} {text}: {lines:?}");
        }
        engine.quit();
    }
    let mut engine = greeted("normal");
    let lines = said(&mut engine, "usermove O-O");
    assert!(
        lines[0].starts_with("Illegal move (castling is not possible: a square between"),
        "{lines:?}"
    );
    assert!(lines[0].ends_with(": O-O"), "{lines:?}");
    engine.quit();
    let mut engine = greeted("battery");
    let lines = said(&mut engine, "usermove O-O");
    assert!(
        lines[0].starts_with("Illegal move (there is no castling"),
        "{lines:?}"
    );
    engine.quit();
}

/// The games in a file that the engine was told to write.
fn games_after(variant: &str, lines: &[&str]) -> Vec<pgn::Game> {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("played games.pgn");
    let mut engine = greeted(variant);
    said(&mut engine, &format!("option Game File={}", file.display()));
    assert!(!file.exists(), "nothing was played");
    for line in lines {
        said(&mut engine, line);
    }
    engine.quit();
    let text = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(!text.contains("@@@@"), "{text}");
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/lions.ini");
    let catalog = load_games(std::path::Path::new(path)).unwrap();
    pgn::read_all(&text, &catalog).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// Result, reason, players and number of moves of each.
fn told(games: &[pgn::Game]) -> Vec<String> {
    let told = games.iter().map(|game| {
        let why = game
            .tags
            .others
            .iter()
            .find(|(name, _)| name == "Termination");
        let why = why.map_or("", |(_, why)| why);
        let players = [&game.tags.white, &game.tags.black]
            .map(|name| name.split(' ').next().unwrap_or_default());
        format!(
            "{} {why}, {}-{}, {}",
            game.result,
            players[0],
            players[1],
            game.moves.len()
        )
    });
    told.collect()
}

#[test]
fn games_are_appended_to_a_file_as_they_were_played() {
    // A shift takes many plies on XBoard's board, and is one move.
    let games = games_after(
        "opposition",
        &[
            "name Anna",
            "lift f1\nput c1\nusermove f1c1",
            "result 0-1 {White resigns}",
        ],
    );
    assert_eq!(told(&games), ["0-1 White resigns, Anna-Sliderule, 2"]);
    // Left off, by another game, another position, or the end.
    let games = games_after(
        "battery",
        &[
            "usermove b2b3",
            "new\nvariant battery",
            "force\nlift b2\nusermove b2b3",
            "setboard *1k1*/5/3P1/5/5/5/5/PPPP1/MAKA1/*Q2* w - - 0 1",
            "playother\nusermove d7d8q",
        ],
    );
    assert_eq!(
        told(&games),
        ["* , ?-Sliderule, 2", "* , ?-?, 1", "* , ?-Sliderule, 2"]
    );
    assert_eq!(games[2].start.fen(), PAWN);
    // The rules end the game, XBoard says so, and what is taken back since is no new game.
    let mate = "setboard 7k/8/5K2/6Q1/8/8/8/8 w - - 0 1";
    let games = games_after(
        "normal",
        &[
            "force",
            mate,
            "playother\nusermove g5g7\nresult 1-0 {Checkmate}",
            "undo",
        ],
    );
    assert_eq!(told(&games), ["1-0 Checkmate, ?-?, 1"]);
    let games = games_after("normal", &["force", mate, "playother\nusermove g5g7"]);
    assert_eq!(told(&games), ["1-0 Checkmate, ?-?, 1"]);
    // Only followed: XBoard has read the game from a file.
    let games = games_after("normal", &["force\nusermove e2e4\nusermove e7e5"]);
    assert!(games.is_empty());
}

#[test]
fn a_file_that_cannot_be_written_is_told_at_once() {
    let mut engine = greeted("battery");
    for (path, part) in [
        ("/no/such/directory/games.pgn", "no such file"),
        ("/", "directory"),
    ] {
        let lines = said(&mut engine, &format!("option Game File={path}"));
        assert!(
            lines[0].starts_with("tellusererror Game File: /"),
            "{lines:?}"
        );
        assert!(lines[0].contains(part), "{lines:?}");
    }
    engine.quit();
}

/// What the marks show of every piece.
#[track_caller]
fn all_marks(engine: &mut Engine, squares: &str) -> Vec<String> {
    let lifts = squares.split(' ').map(|square| format!("lift {square}\n"));
    said(engine, &lifts.collect::<String>())
}

#[test]
fn stepping_back_into_a_shift_and_forward_again_keeps_the_game() {
    // Where a pass would have to be taken back, XBoard sets up the picture behind the pass
    // before it, and sends again what followed: these FENs are its own.
    for (variant, start, gestures, picture, entry, squares) in [
        (
            "opposition",
            "",
            [
                "lift f1\nput b1\nusermove f1b1",
                "lift b7\nput e7\nusermove b7e7",
            ],
            "1hk1***/mmh4/ppp4/7/4PPP/4HMM/*1HK1** b - 0 6",
            11,
            "c1 d1 e2 f2 g2 e3 f3 g3",
        ),
        (
            "short-sliders",
            "r5k4r/12/12/12/12/12/12/12/12/12/12/12/12/12/12/R5K4R w - 0 1",
            [
                "lift g0\nput l0\nusermove g0l0",
                "lift g15\nput a15\nusermove g15a15",
            ],
            "r5k4r/12/12/12/12/12/12/12/12/12/12/12/12/12/12/R5RK4 w - 0 2",
            2,
            "a0 h0 i0",
        ),
    ] {
        let mut engine = greeted(variant);
        said(&mut engine, "force");
        if !start.is_empty() {
            said(&mut engine, &format!("setboard {start}"));
        }
        let mut plies = Vec::new();
        for gesture in gestures {
            let lines = said(&mut engine, gesture);
            let shown = lines.iter().filter_map(|line| line.strip_prefix("move "));
            plies.extend(shown.map(str::to_owned));
        }
        assert_eq!(plies[entry - 1], "@@@@", "{plies:?}");
        let marks = all_marks(&mut engine, squares);
        let again = |from: usize| {
            let moves = plies[from..].iter().map(|ply| format!("\nusermove {ply}"));
            moves.collect::<String>()
        };
        let lines = said(&mut engine, &format!("setboard {picture}{}", again(entry)));
        assert!(lines.is_empty(), "{lines:?}");
        assert_eq!(all_marks(&mut engine, squares), marks, "{variant}");
        // Both moves can be taken back as before.
        let lines = said(&mut engine, &"undo\n".repeat(plies.len()));
        assert!(lines.is_empty(), "{lines:?}");
        let lines = said(&mut engine, again(0).trim_start());
        assert!(lines.is_empty(), "{lines:?}");
        assert_eq!(all_marks(&mut engine, squares), marks, "{variant}");
        engine.quit();
    }
}

#[test]
fn room_for_captured_pieces_in_a_fen_is_passed_over() {
    let mut engine = greeted("grand");
    set_up(
        &mut engine,
        "10/3P6/9k/10/10/10/10/10/4K5/2NR4R1[-] w - 0 1",
    );
    set_up(
        &mut engine,
        "10/3P6/9k/10/10/10/10/10/4K5/2NR4R1[Rq] w - - 0 1",
    );
    engine.quit();
}

#[test]
fn questions_fit_on_a_screen() {
    let mut engine = greeted("short-sliders");
    let pawn = "5k6/12/12/12/P11/12/12/12/12/12/12/12/1p10/12/12/R5K5 w - 0 1";
    set_up(&mut engine, pawn);
    let lines = said(&mut engine, "lift a11\nusermove a11a12");
    let question = lines.iter().find(|line| line.starts_with("askuser PROMO"));
    let question = question.unwrap_or_else(|| panic!("{lines:?}"));
    assert!(question.len() < 180, "{question}");
    engine.quit();
}

/// The moves of the first game of a text that XBoard has saved, or what is wrong with it.
fn saved_moves(text: &str) -> Result<String, String> {
    let (record, _) = pgn::nth(text, 1).map_err(|error| error.to_string())?;
    let game = read_saved(&record, Catalog::built_in()).map_err(|error| error.to_string())?;
    let moves = game.start.line_texts(&game.moves);
    Ok(moves.join(" "))
}

#[test]
fn games_that_xboard_has_saved_are_read() {
    // What XBoard 4.9.1 wrote of random games, and the moves that were played: shifts, castling
    // in three plies, rifle captures, promotions by stages.
    for name in [
        "battery",
        "opposition",
        "short-sliders",
        "short-sliders-late",
    ] {
        let file = |ending: &str| {
            let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/xboard-saved");
            std::fs::read_to_string(format!("{folder}/{name}.{ending}")).unwrap()
        };
        let played = file("moves");
        assert_eq!(saved_moves(&file("pgn")).unwrap(), played.trim(), "{name}");
    }
    // XBoard counts ten ranks from 0, in games of its own, too.
    let grand = "[Variant \"grand\"]\n1. e4 e5 2. Nc3 Nc6 3. Rab0";
    assert_eq!(saved_moves(grand).unwrap(), "e3e5 e8e6 b2c4 b9c7 a1b1");
}

#[test]
fn judgements_in_games_that_xboard_has_saved_do_not_matter() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/xboard-saved");
    let text = std::fs::read_to_string(format!("{folder}/battery.pgn")).unwrap();
    let judged: Vec<String> = text
        .split_inclusive([' ', '\n'])
        .map(|word| {
            let (entry, blank) = word.split_at(word.trim_end().len());
            let is_entry = entry.len() > 1 && entry.bytes().all(|b| b.is_ascii_alphanumeric());
            match is_entry && entry.ends_with(|c: char| c.is_ascii_digit()) {
                true => format!("{entry}!?{blank}"),
                false => word.into(),
            }
        })
        .collect();
    let judged = judged.concat();
    assert!(judged.matches("!?").count() > 20, "{judged}");
    assert_eq!(saved_moves(&judged), saved_moves(&text));
    let grand = "[Variant \"grand\"]\n1. e4!? e5! 2. Nc3!! Nc6? 3. Rab0?!";
    assert_eq!(saved_moves(grand).unwrap(), "e3e5 e8e6 b2c4 b9c7 a1b1");
}

#[test]
fn what_xboard_has_saved_and_means_no_game_is_refused() {
    let opposition = "[Variant \"opposition\"]\n";
    for (moves, part) in [
        ("1. Kd4", "line 2: move 1. 'Kd4' is illegal: XBoard's entry"),
        ("1. -- ?a1g1 2. Ka2 ?b1f1 *", "the last entries of the game"),
        ("1. f4 b4 2. ?? ?a1 --#", "line 2: move 2. '?a1' is illegal"),
        ("1. f4 O-O-z9", "line 2: move 1... 'O-O-z9' is illegal"),
    ] {
        let error = saved_moves(&format!("{opposition}{moves}")).unwrap_err();
        assert!(error.contains(part), "{moves}: {error}");
    }
    let blasts = saved_moves("[Variant \"atomic\"]\n1. e4").unwrap_err();
    assert!(blasts.contains("line 1: XBoard's board"), "{blasts}");
}

#[test]
fn games_of_the_users_own_come_first_and_faults_in_them_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.ini");
    let games =
        "[mine:chess]\ntitle = Mine\n[broken:chess]\nknihgt = n\n[worse:chess]\nqueeen = q\n";
    std::fs::write(&file, games).unwrap();
    let mut engine = greeted("normal");
    let lines = said(
        &mut engine,
        &format!("option VariantPath={}", file.display()),
    );
    // XBoard's dialog has no room for the last ones.
    let starts = |start: &str| lines.iter().filter(|l| l.starts_with(start)).count();
    assert_eq!(starts("feature variants=\"mine,normal,"), 1, "{lines:?}");
    // What is said with `#` nobody sees.
    let told: Vec<_> = lines
        .iter()
        .filter(|l| l.starts_with("tellusererror "))
        .collect();
    assert_eq!(told.len(), 1, "{lines:?}");
    assert!(
        told[0].contains("mine.ini:4: ") && told[0].contains("knihgt"),
        "{told:?}"
    );
    assert!(told[0].ends_with(" (and 1 more)"), "{told:?}");
    engine.quit();
}
