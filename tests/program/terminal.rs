//! The program as somebody sits in front of it, or as a script drives it: `play`,
//! `analyse`, `values`, and the prompt on a pseudo-terminal.

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use sliderule::pgn;
use sliderule::position::AnyPosition;
use sliderule::rules::Catalog;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};
use std::time::Duration;

fn sliderule() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sliderule"));
    command.env_remove("SLIDERULE_INI");
    command.env_remove("NO_COLOR");
    command
}

/// What comes out for an input, and in the end.
fn run(arguments: &[&str], input: &str) -> Output {
    let mut child = sliderule()
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that does not read its input to the end has closed the pipe.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn answer(arguments: &[&str], input: &str) -> String {
    let output = run(arguments, input);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    assert_eq!(errors, "");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn without_a_terminal_it_waits_for_a_protocol() {
    assert_eq!(answer(&[], ""), "");
    assert_eq!(answer(&[], "hello\r\n\n\u{7}\nquit\nuci\n"), "");
    for (words, answered) in [
        ("uci", "uciok"),
        ("  xboard  \r\nprotover 2", "feature done=1"),
    ] {
        let text = answer(&[], &format!("\n{words}\r\nquit\n"));
        assert!(text.contains(answered), "{words}: {text}");
    }
}

#[test]
fn commands_are_read_line_by_line() {
    let input = "e2e4\r\nfrobnicate\n e7e4\nE7E5\n\nfen\nboard\nundo\nmoves\nquit\nd2d4\n";
    let text = answer(&["play", "chess", "--side", "both"], input);
    let expected = "\
error: there is no command 'frobnicate'; `help` lists what there is, `moves` the moves
error: the move 'e7e4' is illegal: ";
    assert!(text.starts_with(expected), "{text}");
    assert!(text.contains("\nrnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2\n"));
    assert!(text.contains("\n  5  . . . . p . . . 5\n"), "{text}");
    assert!(text.contains("\ntaken back: e7e5\n"), "{text}");
    assert!(text.trim_end().ends_with("h7h6"), "{text}");
    assert!(!text.contains('\u{1b}'), "colours in a pipe");
}

#[test]
fn what_makes_no_sense_is_refused() {
    for (arguments, code, message) in [
        (&["play", "battry"][..], 1, "did you mean battery?"),
        (&["play", "chess", "--level", "21"], 2, "21"),
        (&["play", "chess", "--time", "5 parsecs"], 2, "parsecs"),
        (
            &["play", "chess", "--time", "1s", "--level", "3"],
            2,
            "cannot be used with",
        ),
        (&["analyse", "chess", "--fen", "x"], 1, "error: "),
        (
            &["analyse", "chess", "--moves", "e2e5"],
            1,
            "move 1 'e2e5' is illegal",
        ),
        (&["analyse", "chess", "--depth", "0"], 2, "0"),
        (&["analyse", "chess", "--hash", "4000000000"], 1, "memory"),
        (&["values", "no-such-game"], 1, "there is no game"),
    ] {
        let output = run(arguments, "");
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {errors}");
        assert!(errors.contains(message), "{arguments:?}: {errors}");
    }
}

#[test]
fn values_are_a_table_of_all_pieces() {
    for game in Catalog::built_in().games() {
        let text = answer(&["values", &game.name], "");
        assert_eq!(text.lines().count(), game.pieces.len() + 1, "{text}");
        let json = answer(&["values", &game.name, "--json"], "");
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        let pieces = json["pieces"].as_array().unwrap();
        assert_eq!(pieces.len(), game.pieces.len());
        for piece in pieces {
            let id = piece["id"].as_str().unwrap();
            let king = game.king.map(|king| game.piece(king).id.to_string());
            let is_king = king.is_some_and(|king| king == id);
            assert_eq!(piece["value"].as_i64() == Some(0), is_king, "{piece}");
        }
    }
}

#[test]
fn analysis_finds_a_mate() {
    let fen = "7k/8/5K2/8/8/8/8/R7 w - - 0 1";
    let arguments = [
        "analyse", "chess", "--fen", fen, "--depth", "6", "--hash", "1",
    ];
    let text = answer(&arguments, "");
    let last = text.lines().last().unwrap();
    assert!(last.starts_with("best move: "), "{text}");
    assert!(last.ends_with("(White wins in 2)"), "{text}");
    assert!(text.starts_with("depth 1  score "), "{text}");
    let json = answer(
        &[&arguments[..], &["--json", "--multipv", "3"]].concat(),
        "",
    );
    assert_eq!(json.lines().count(), 1);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["score"]["mate"], 2);
    assert_eq!(json["lines"].as_array().unwrap().len(), 3);
    assert_eq!(json["best"], json["lines"][0]["moves"][0]);
}

#[test]
fn analysis_of_a_finished_game_says_so() {
    let fen = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
    let text = answer(&["analyse", "chess", "--fen", fen], "");
    assert_eq!(text, "no move: Checkmate: White wins, 1-0\n");
    let json = answer(&["analyse", "chess", "--fen", fen, "--json"], "");
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["best"], serde_json::Value::Null);
    assert_eq!(json["status"], "checkmate");
}

#[test]
fn analysis_keeps_its_limits_and_shows_lines() {
    let arguments = ["analyse", "opposition", "--moves", "g3g4 a7b7s"];
    let text = answer(
        &[
            &arguments[..],
            &["--time", "300ms", "--threads", "2", "--multipv", "2"],
        ]
        .concat(),
        "",
    );
    assert!(text.contains(" line 2 "), "{text}");
    let json = answer(
        &[&arguments[..], &["--nodes", "5000", "--json"]].concat(),
        "",
    );
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert!(json["nodes"].as_u64().unwrap() <= 5000, "{json}");
}

/// A running `sliderule play`, spoken to line by line.
struct Play {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Play {
    fn new(arguments: &[&str]) -> Self {
        let mut child = sliderule()
            .arg("play")
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Self {
            child,
            input,
            output,
        }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    fn hear(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        line.trim_end().to_string()
    }

    /// Everything up to the position, as lines; checks the position.
    fn hear_position(&mut self, position: &AnyPosition) -> Vec<String> {
        self.say("fen");
        let fen = position.fen();
        let mut lines = Vec::new();
        loop {
            let line = self.hear();
            assert!(!line.is_empty(), "the program ended after {lines:?}");
            if line == fen {
                return lines;
            }
            assert!(lines.len() < 10, "{lines:?} instead of {fen}");
            lines.push(line);
        }
    }
}

/// Plays a game at random against the engine, to its end or for `plies`, and reloads it
/// from a file. Returns whether it ended.
fn play_a_game(game: &str, side: &str, plies: usize) -> bool {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("game.pgn").display().to_string();
    let variant = Catalog::built_in().get(game).unwrap();
    let mut position = AnyPosition::start(variant).unwrap();
    let mut play = Play::new(&[game, "--side", side, "--level", "3"]);
    let mut random = SplitMix64::seed_from_u64(11);
    let mut engine_to_move = side == "black";
    while position.ply() < plies && !position.status().is_over() {
        if engine_to_move {
            let line = loop {
                let line = play.hear();
                if line != "Check." {
                    break line;
                }
            };
            let said = line.strip_prefix("Sliderule plays ");
            let text = said.and_then(|rest| rest.split(' ').next());
            let mv = position.parse_move(text.unwrap_or_else(|| panic!("{game}: {line}")));
            position.make_unchecked(mv.unwrap_or_else(|e| panic!("{game}: {line}: {e}")));
        } else {
            let moves = position.legal_move_texts();
            let text = &moves[random.next_u64() as usize % moves.len()];
            let mv = position.parse_move(text).unwrap();
            position.make_unchecked(mv);
            play.say(text);
        }
        engine_to_move = !engine_to_move;
    }
    let over = position.status().is_over();
    let result = position.status().result();
    if over {
        let lines = play.hear_position(&position);
        let last = lines.last().unwrap();
        assert!(last.ends_with(result), "{game}: {lines:?}");
    } else if engine_to_move {
        // It still answers; take that back with the move before.
        play.say("undo");
        position.undo();
        play.hear_position(&position);
    }
    play.say(&format!("save {file}"));
    play.say("quit");
    assert!(play.child.wait().unwrap().success());
    let text = std::fs::read_to_string(&file).unwrap();
    let saved = pgn::read(&text, Catalog::built_in()).unwrap();
    assert_eq!(saved.position().fen(), position.fen(), "{game}");
    assert_eq!(saved.result.text(), position.status().result());
    assert_eq!(saved.to_pgn(), text);
    over
}

#[test]
fn a_game_of_each_is_played_against_the_engine() {
    for (game, side) in [
        ("short-sliders", "white"),
        ("opposition", "black"),
        ("battery", "white"),
        ("battery-standard", "black"),
        ("chess", "white"),
        ("capablanca", "black"),
    ] {
        let over = play_a_game(game, side, 240);
        // Whoever moves at random is mated soon.
        assert!(over, "{game} did not end");
    }
}

#[cfg(unix)]
mod pseudo_terminal {
    use super::*;
    use expectrl::session::OsSession;
    use expectrl::{ControlCode, Eof, Expect, Regex};

    fn open(arguments: &[&str]) -> OsSession {
        let mut command = sliderule();
        command.args(arguments).env("TERM", "xterm-256color");
        let mut session = OsSession::spawn(command).unwrap();
        session.get_process_mut().set_window_size(100, 50).unwrap();
        session.set_expect_timeout(Some(Duration::from_secs(60)));
        session
    }

    fn expect(session: &mut OsSession, text: &str) {
        if let Err(error) = session.expect(text) {
            panic!("waiting for '{text}': {error}");
        }
    }

    #[test]
    fn the_prompt_plays_completes_and_slides() {
        let mut session = open(&[]);
        expect(&mut session, "`help` lists the commands");
        expect(&mut session, "chess 1. ");
        // Tab completes a command, then a game.
        session.send("sid\tbo\t\r").unwrap();
        expect(&mut session, "You play both sides.");
        session.send("new oppo\t\r").unwrap();
        expect(&mut session, "Opposition Chess");
        expect(&mut session, "opposition 1. ");
        // Two files to the left, seen on the way.
        session.send("d1b1s\r").unwrap();
        session.expect(Regex("\x1b\\[2A\r\x1b\\[2K +1 ")).unwrap();
        session.expect(Regex("\x1b\\[2A\r\x1b\\[2K +1 ")).unwrap();
        expect(&mut session, "opposition 1... ");
        // Up and Return: the last line again, which is no longer legal.
        session.send("\x1b[A\r").unwrap();
        expect(&mut session, "error: the move 'd1b1s' is illegal");
        // Before the prompt the key would be a signal, which ends only thinking.
        expect(&mut session, "opposition 1... ");
        session.send(ControlCode::EndOfText).unwrap();
        expect(&mut session, "(quit, or Ctrl-D, leaves)");
        session.send("udno\r").unwrap();
        expect(&mut session, "did you mean undo?");
        expect(&mut session, "opposition 1... ");
        session.send(ControlCode::EndOfTransmission).unwrap();
        session.expect(Eof).unwrap();
    }

    #[test]
    fn control_c_ends_the_thinking_and_not_the_game() {
        let mut session = open(&["play", "battery", "--time", "1h", "--side", "white"]);
        expect(&mut session, "battery 1. ");
        session.send("c3c5\r").unwrap();
        expect(&mut session, "depth ");
        session.send(ControlCode::EndOfText).unwrap();
        expect(&mut session, "Sliderule plays ");
        expect(&mut session, "battery 2. ");
        session.send("hint\r").unwrap();
        expect(&mut session, "depth ");
        session.send(ControlCode::EndOfText).unwrap();
        expect(&mut session, "hint: ");
        expect(&mut session, "battery 2. ");
        session.send("xboard\r").unwrap();
        expect(&mut session, "xboard");
        // What is typed while the prompt is being put away is lost with it.
        std::thread::sleep(Duration::from_millis(500));
        session.send("protover 2\n").unwrap();
        expect(&mut session, "feature done=1");
        session.send("quit\n").unwrap();
        session.expect(Eof).unwrap();
    }

    #[test]
    fn control_c_ends_an_analysis_with_the_best_so_far() {
        let mut session = open(&["analyse", "capablanca"]);
        expect(&mut session, "depth 4 ");
        session.send(ControlCode::EndOfText).unwrap();
        expect(&mut session, "best move: ");
        session.expect(Eof).unwrap();
    }
}
