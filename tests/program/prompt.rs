//! Playing at the prompt as its first users would have it.

use expectrl::session::OsSession;
use expectrl::{Eof, Expect};
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Duration;

fn sliderule() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sliderule"));
    command.env_remove("SLIDERULE_INI");
    command.env_remove("NO_COLOR");
    command
}

/// What a game answers to some lines.
fn answers(arguments: &[&str], lines: &[&str]) -> Vec<String> {
    let mut child = sliderule()
        .arg("play")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let input = lines.join("\n") + "\n";
    child
        .stdin
        .take()
        .unwrap()
        .write_all(input.as_bytes())
        .unwrap();
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(String::from).collect()
}

/// A terminal of this many columns.
fn terminal(arguments: &[&str], columns: u16) -> OsSession {
    // The size is there before the program asks for it.
    let program = sliderule();
    let mut command = std::process::Command::new("sh");
    command
        .args(["-c", "stty cols $0 rows 50; exec \"$@\""])
        .arg(columns.to_string())
        .arg(program.get_program())
        .args(arguments)
        .env("TERM", "xterm-256color");
    let mut session = OsSession::spawn(command).unwrap();
    session.set_expect_timeout(Some(Duration::from_secs(60)));
    session
}

/// Everything before a text, without what only moves the cursor or sets colours.
fn before(session: &mut OsSession, text: &str) -> String {
    let found = session.expect(text);
    let found = found.unwrap_or_else(|error| panic!("waiting for '{text}': {error}"));
    let bytes = String::from_utf8_lossy(found.before()).into_owned();
    anstream::adapter::strip_str(&bytes).to_string()
}

#[test]
fn moves_are_understood_as_books_write_them() {
    let fen = "8/P3k3/8/3p4/4P3/5N2/8/1N2K2R w K - 0 1";
    let arguments = ["chess", "--side", "both", "--fen", fen];
    let said = answers(
        &arguments,
        &[
            "exd5", "Kd6", "O-O", "Kxd5", "Nfd2", "Ke6", "a8=Q", "fen", "Qd9", "Nb1d2", "knight",
        ],
    );
    assert_eq!(said[0], "Q7/8/4k3/8/8/8/3N4/1N3RK1 b - - 0 4", "{said:?}");
    assert_eq!(
        said[1],
        "error: the move 'Qd9' is illegal: no Queen of Black's can go to d9 so; \
                         moves are written as two squares, such as e6d6",
        "{said:?}"
    );
    assert!(
        said[2].contains("moves are written as two squares"),
        "{said:?}"
    );
    assert!(
        said[3].ends_with("`help` lists what there is, `moves` the moves"),
        "{said:?}"
    );
}

#[test]
fn where_tells_what_stands_on_a_square() {
    let lines = ["where a2", "where e7", "where e4", "where z9", "where"];
    assert_eq!(
        answers(&["chess", "--side", "both"], &lines),
        [
            "a2: White's Pawn (P, fmWfceFifmnD): a2a3 a2a4",
            "e7: Black's Pawn (p, fmWfceFifmnD): it is White's turn",
            "e4 is empty.",
            "error: 'z9' is not a square of this board",
            "error: which square? where SQUARE",
        ]
    );
    assert_eq!(
        answers(&["opposition", "--side", "both"], &["where a1", "where D1"]),
        ["a1 is not part of the board now.", "d1 is empty."]
    );
}

#[test]
fn a_hint_is_the_engines_best_whatever_its_level() {
    let said = answers(
        &["battery", "--side", "both", "--level", "1"],
        &["time 300ms", "hint", "go"],
    );
    let nodes = |line: &str| -> u64 {
        let before = line.split(" nodes").next().unwrap();
        before.rsplit(' ').next().unwrap().parse().unwrap()
    };
    assert!(
        said[1].starts_with("hint: ") && said[1].contains(" for White, depth "),
        "{said:?}"
    );
    assert!(
        said[2].starts_with("Sliderule plays ") && said[2].contains(" for White, "),
        "{said:?}"
    );
    assert!(nodes(&said[1]) > 20 * nodes(&said[2]), "{said:?}");
}

#[test]
fn a_time_that_is_none_is_refused_in_words() {
    for time in ["-5", "0", "soon", "1e99"] {
        let said = answers(&["chess", "--side", "both"], &[&format!("time {time}")]);
        let wanted = "expected a time from 1ms to 24h, such as 5s or 500ms";
        assert_eq!(said, [format!("error: time '{time}': {wanted}")]);
    }
}

#[test]
fn one_of_several_games_can_be_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let games = "[Variant \"chess\"]\n\n1. e2e4 *\n\n[Variant \"no such game\"]\n\n1. xyz 1-0\n\n\
                 [Variant \"battery\"]\n\n1. c3c5 c8c6 *\n";
    std::fs::write(path("three.pgn"), games).unwrap();
    std::fs::write(path("one 2"), "[Variant \"chess\"]\n\n1. e2e4 e7e5 *\n").unwrap();
    let load = |what: &str| {
        let line = format!("load {}", path(what));
        let said = answers(&["chess", "--side", "both"], &[&line]);
        said[0].replace(&format!("{}/", folder.path().display()), "")
    };
    let several = "of 3; `load FILE N` loads another)";
    assert_eq!(
        load("three.pgn"),
        format!("loaded three.pgn: chess, 1 moves (game 1 {several}")
    );
    assert_eq!(
        load("three.pgn  3"),
        format!("loaded three.pgn: battery, 2 moves (game 3 {several}")
    );
    assert!(load("three.pgn 2").contains("three.pgn: line 5: the tag 'Variant'"));
    assert!(load("three.pgn 4").ends_with("there is no game 4 in the file: it has 3"));
    assert!(load("three.pgn 0").ends_with("there is no game 0 in the file: it has 3"));
    // The number may belong to the name.
    assert_eq!(load("one 2"), "loaded one 2: chess, 2 moves");
}

#[test]
fn the_greeting_says_what_it_is_and_one_board_is_drawn_a_turn() {
    let mut session = terminal(&["play", "chess", "--level", "1"], 100);
    let greeting = before(&mut session, "chess 1. ");
    for text in [
        "plays chess variants",
        "level 1 of 20",
        "other games",
        "Chess. `help`",
    ] {
        assert!(greeting.contains(text), "{text}: {greeting}");
    }
    let letters = "a b c d e f g h";
    assert_eq!(
        greeting.matches(letters).count(),
        2,
        "above and below: {greeting}"
    );
    assert!(greeting.contains("  8  r n b q k b n r 8"), "{greeting}");
    session.send("e4\r").unwrap();
    let turn = before(&mut session, "chess 2. ");
    assert!(turn.contains("Sliderule plays "), "{turn}");
    assert_eq!(turn.matches(letters).count(), 2, "one board: {turn}");
    session.send("quit\r").unwrap();
    session.expect(Eof).unwrap();
}

#[test]
fn captured_pieces_and_pools_stand_beside_the_board() {
    let mut session = terminal(&["play", "chess", "--side", "both"], 100);
    before(&mut session, "chess 1. ");
    for (line, prompt) in [
        ("e4", "chess 1... "),
        ("d5", "chess 2. "),
        ("exd5", "chess 2... "),
    ] {
        session.send(format!("{line}\r")).unwrap();
        let shown = before(&mut session, prompt);
        let expected = line == "exd5";
        assert_eq!(shown.contains("White has captured: p"), expected, "{shown}");
    }
    session.send("Qxd5\r").unwrap();
    let shown = before(&mut session, "chess 3. ");
    assert!(shown.contains("Black has captured: P"), "{shown}");
    let fen = "k11/12/12/12/12/12/12/12/12/12/12/12/12/12/12/K11[NNr] w - - 0 1";
    session.send(format!("new short-sliders {fen}\r")).unwrap();
    let shown = before(&mut session, "short-sliders 1. ");
    assert!(
        shown.contains("Black's pool: r") && shown.contains("White's pool: 2N"),
        "{shown}"
    );
    session.send("quit\r").unwrap();
    session.expect(Eof).unwrap();
}

#[test]
fn no_move_is_broken_at_the_margin() {
    for arguments in [
        &["moves", "short-sliders"][..],
        &["show", "short-sliders"],
        &["analyse", "capablanca", "--depth", "7"],
    ] {
        let mut session = terminal(arguments, 60);
        let found = session.expect(Eof).unwrap();
        let text = String::from_utf8_lossy(found.as_bytes()).into_owned();
        let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
        assert!(lines.len() >= 4, "{text}");
        let is_fen = |line: &str| line.starts_with("FEN: ");
        for line in lines.into_iter().filter(|line| !is_fen(line)) {
            let width = anstream::adapter::strip_str(line)
                .to_string()
                .chars()
                .count();
            assert!(width <= 60, "{arguments:?}: {line}");
        }
    }
}

#[test]
fn moves_of_books_need_no_preparation() {
    let fen = "8/P3k3/8/3p4/8/3Q4/8/4K3 w - - 0 1";
    let arguments = ["chess", "--side", "both", "--fen", fen];
    let said = answers(&arguments, &["1.Qxd5?!", "1... Kf6", "2. a8=q!", "fen"]);
    assert_eq!(said, ["Q7/8/5k2/3Q4/8/8/8/4K3 b - - 0 2"]);
}

#[test]
fn a_player_may_resign() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("game.pgn");
    let save = format!("save {}", file.display());
    let lines = [
        "e2e4", "resign", "e7e5", "go", "resign", &save, "undo", "e7e5", "fen",
    ];
    let said = answers(&["chess", "--side", "both"], &lines);
    assert_eq!(said[0], "Black resigns: White wins, 1-0");
    let over = "error: the game is over (Black resigns: White wins, 1-0); `undo` or `new`";
    assert_eq!(said[1..4], [over; 3]);
    assert!(said[4].starts_with("saved to "), "{said:?}");
    assert_eq!(said[5], "taken back: the resignation");
    assert_eq!(
        said[6],
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2"
    );
    let pgn = std::fs::read_to_string(&file).unwrap();
    assert!(
        pgn.contains("[Result \"1-0\"]") && pgn.trim_end().ends_with("1-0"),
        "{pgn}"
    );

    let said = answers(&["chess"], &["resign", "new", "fen"]);
    assert_eq!(said[0], "White resigns: Black wins, 0-1");
    assert!(said.last().unwrap().ends_with(" w KQkq - 0 1"), "{said:?}");
}
