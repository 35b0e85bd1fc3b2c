//! What users, other programs and hostile ones met in the protocols, so that it stays
//! mended.

use crate::engine::Engine;
use crate::program::{feed, program, run, with_ini};
use sliderule::pgn;
use sliderule::position::AnyPosition;
use sliderule::rules::Catalog;
use std::time::{Duration, Instant};

/// Something at once, on a machine that does other things as well.
const SOON: Duration = Duration::from_secs(10);

/// All that is said in answer to a line, up to `readyok`.
#[track_caller]
fn said(engine: &mut Engine, line: &str) -> Vec<String> {
    engine.send(line);
    let mut lines = engine.ask("isready", "readyok");
    lines.pop();
    lines
}

/// Checks that a search says why it has no move.
#[track_caller]
fn goes_nowhere(engine: &mut Engine, go: &str, why: &str) {
    let lines = engine.ask(go, "bestmove");
    let [said, best] = lines.as_slice() else {
        panic!("{go}: {lines:?}")
    };
    assert_eq!(best, "bestmove 0000");
    let reason = said.strip_prefix("info string there is no position: ");
    assert!(reason.is_some_and(|r| r.contains(why)), "{go}: {said}");
    assert!(said.len() <= 320, "{said}");
}

mod refused_positions {
    use super::*;

    const BAD: [(&str, &str); 9] = [
        ("position", "expected 'startpos' or 'fen'"),
        ("position foo", "expected 'startpos' or 'fen'"),
        ("position fen 8/8 w - - 0 1", "number of ranks"),
        (
            "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
            "neither w nor b",
        ),
        (
            "position startpos moves e2e4 e7e5 e4e5 b8c6",
            "move 3 'e4e5' is illegal",
        ),
        ("position startpos e2e4", "'moves' is missing before 'e2e4'"),
        (
            "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 e2e4 e7e5",
            "'moves' is missing before 'e2e4'",
        ),
        ("position startpos moves zz", "move 1 'zz' is illegal"),
        (
            "position fen 4k3/8/8/8/8/8/8/8 w - - 0 1",
            "White has 0 kings",
        ),
    ];

    #[test]
    fn nothing_is_searched_until_there_is_a_position() {
        let mut engine = Engine::start();
        for (line, why) in BAD {
            engine.send("position startpos moves e2e4");
            let lines = said(&mut engine, line);
            assert!(
                lines.len() == 1 && lines[0].starts_with("info string position: "),
                "{line}: {lines:?}"
            );
            for go in ["go depth 3", "go movetime 50", "go mate 2", "go nodes 10"] {
                goes_nowhere(&mut engine, go, why);
            }
            let perft = engine.ask("go perft 2", "Nodes searched");
            assert_eq!(perft.last().map(String::as_str), Some("Nodes searched: 0"));
            for ask in ["d", "eval"] {
                let lines = said(&mut engine, ask);
                assert!(lines.len() == 1 && lines[0].contains(why), "{lines:?}");
            }
        }
        let best = engine.last("position startpos\ngo depth 1 searchmoves a2a3", "bestmove");
        assert!(best.starts_with("bestmove a2a3"), "{best}");
        engine.quit();
    }

    #[test]
    fn an_endless_search_waits_to_be_ended_all_the_same() {
        let mut engine = Engine::start();
        for (go, end) in [
            ("go infinite", "stop"),
            ("go ponder wtime 1000 btime 1000", "stop"),
            ("go ponder wtime 1000 btime 1000", "ponderhit"),
        ] {
            engine.send("position startpos moves e2e5");
            engine.send(go);
            engine.until("info string there is no position");
            std::thread::sleep(Duration::from_millis(100));
            assert_eq!(said(&mut engine, "debug on"), [""; 0], "{go}");
            assert_eq!(engine.ask(end, "bestmove"), ["bestmove 0000"]);
        }
        engine.quit();
    }

    #[test]
    fn a_new_game_or_another_game_begins_at_its_start() {
        let mut engine = Engine::start();
        engine.send("position startpos moves e2e4 e2e4");
        engine.until("info string position");
        engine.send("ucinewgame");
        let best = engine.last("go depth 1 searchmoves a2a3", "bestmove");
        assert!(best.starts_with("bestmove a2a3"), "{best}");
        engine.send("position fen x\nsetoption name UCI_Variant value battery");
        engine.until("info string variant battery");
        assert!(!engine.last("go depth 1", "bestmove").contains("0000"));
        engine.quit();
    }

    #[test]
    fn a_game_that_is_not_known_is_not_replaced_by_another() {
        let mut engine = Engine::start();
        engine.send("setoption name UCI_Variant value chesss");
        let why = "did you mean chess?";
        engine.until("info string there is no game 'chesss'");
        goes_nowhere(&mut engine, "go depth 1", why);
        for line in ["position startpos", "ucinewgame"] {
            said(&mut engine, line);
            goes_nowhere(&mut engine, "go depth 1", why);
        }
        engine.send("setoption name UCI_Variant value Chess\nposition startpos");
        assert!(!engine.last("go depth 1", "bestmove").contains("0000"));
        engine.quit();
    }

    #[test]
    fn a_game_may_be_chosen_before_its_file_is_loaded() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("mine.ini");
        std::fs::write(&path, "[mine:battery]\n").unwrap();
        let mut engine = Engine::start();
        said(&mut engine, "setoption name UCI_Variant value Mine");
        goes_nowhere(&mut engine, "go depth 1", "no game 'Mine'");
        engine.send(&format!(
            "setoption name VariantPath value {}",
            path.display()
        ));
        engine.until("info string variant mine files 5 ranks 10");
        engine.send("position startpos moves c3c5");
        assert!(!engine.last("go depth 1", "bestmove").contains("0000"));
        engine.quit();
    }

    #[test]
    fn a_line_that_is_lost_may_have_been_a_position() {
        let mut engine = Engine::start();
        engine.send("position startpos moves e2e4");
        engine.send_bytes(b"position startpos moves e2e4 \xff\n");
        engine.until("info string the line is not UTF-8");
        goes_nowhere(&mut engine, "go depth 1", "not UTF-8");
        engine.quit();
    }

    #[test]
    fn rights_that_the_game_lacks_are_dropped_with_a_word() {
        let mut engine = Engine::start();
        let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        for (game, kept) in [("antichess", "-"), ("suicide", "-"), ("chess", "KQkq")] {
            engine.send(&format!("setoption name UCI_Variant value {game}"));
            engine.until("info string variant");
            let lines = said(&mut engine, &format!("position fen {fen} moves e2e3"));
            let dropped = "info string position: castling 'KQkq' is dropped: ";
            let told = lines.iter().any(|l| l.starts_with(dropped));
            assert_eq!(
                (told, lines.len()),
                (kept == "-", usize::from(kept == "-")),
                "{lines:?}"
            );
            let fen = engine.last("d", "Fen:");
            assert!(fen.contains(&format!(" b {kept} ")), "{game}: {fen}");
            assert!(!engine.last("go depth 2", "bestmove").contains("0000"));
        }
        // What the game has must still be true.
        let lines = said(&mut engine, "position fen 4k3/8/8/8/8/8/8/4K3 w K - 0 1");
        assert!(lines[0].contains("right 'K' needs R on h1"), "{lines:?}");
        engine.quit();
    }
}

mod limits {
    use super::*;

    #[test]
    fn words_are_understood_in_any_case() {
        let mut engine = Engine::start();
        engine.ask("UCI", "uciok");
        engine.ask("IsReady", "readyok");
        engine.send("SETOPTION NAME uci_variant VALUE Battery");
        engine.until("info string variant battery");
        engine.send("UciNewGame\nPOSITION StartPos MOVES c3c5");
        assert!(engine.last("D", "Fen:").contains(" b "));
        for go in [
            "GO NODES 10",
            "Go Depth 1",
            "go MoveTime 20",
            "GO WTIME 50 BTIME 50",
        ] {
            let lines = engine.ask(go, "bestmove");
            assert!(
                !lines.iter().any(|l| l.contains("info string")),
                "{lines:?}"
            );
        }
        engine.send("GO INFINITE");
        engine.ask("STOP", "bestmove");
        engine.send("GO PONDER WTIME 10 BTIME 10");
        engine.ask("PONDERHIT", "bestmove");
        assert_eq!(
            engine.last("GO PERFT 1", "Nodes searched"),
            "Nodes searched: 16"
        );
        engine.send("QUIT");
        assert!(engine.child.wait().unwrap().success());
    }

    #[test]
    fn a_limit_with_a_number_that_makes_no_sense_still_ends_the_search() {
        let mut engine = Engine::start();
        let long = "99999999999999999999";
        for (word, number) in ["depth", "nodes", "movetime", "mate", "wtime"]
            .into_iter()
            .flat_map(|word| [long, "x", "", "1e3", "-99999999999999999999"].map(|n| (word, n)))
        {
            let begin = Instant::now();
            let lines = engine.ask(&format!("go {word} {number}"), "bestmove");
            assert!(begin.elapsed() < SOON);
            let part = match number {
                "" => format!("a number is missing after {word}"),
                "x" | "1e3" => format!("'{number}' after {word} is not a number"),
                _ => format!("'{number}' after {word} is too large"),
            };
            assert!(lines[0].contains(&part), "{lines:?}");
            assert!(lines[1].contains("searching one ply"), "{lines:?}");
            assert!(lines.iter().any(|l| l.starts_with("info depth 1 ")));
        }
        // Another limit is enough.
        let lines = engine.ask(&format!("go depth {long} nodes 500"), "bestmove");
        assert!(
            lines.iter().any(|l| l.starts_with("info depth 2 ")),
            "{lines:?}"
        );
        let lines = engine.ask("go movestogo x winc y depth 2", "bestmove");
        assert!(
            lines.iter().any(|l| l.starts_with("info depth 2 ")),
            "{lines:?}"
        );
        // A clock that is not ours is none.
        let lines = engine.ask("go btime 1000", "bestmove");
        assert!(
            lines.iter().any(|l| l.contains("searching one ply")),
            "{lines:?}"
        );
        assert_eq!(
            engine.last("go perft x", "Nodes searched"),
            "Nodes searched: 20"
        );
        engine.quit();
    }

    #[test]
    fn numbers_out_of_the_ordinary_are_limits() {
        let mut engine = Engine::start();
        for go in [
            "go depth -5",
            "go nodes -1",
            "go nodes 0",
            "go movetime -100",
            "go movetime 0",
            "go wtime -5 btime -5",
            "go wtime 0 btime 0 winc -3 movestogo -1",
            "go depth 9223372036854775807 nodes 50",
            "go nodes 18446744073709551615 depth 1",
            "go movetime 9223372036854775807 depth 1",
        ] {
            let lines = engine.ask(go, "bestmove");
            assert!(
                !lines.iter().any(|l| l.contains("info string")),
                "{go}: {lines:?}"
            );
        }
        engine.quit();
    }

    #[test]
    fn the_shortest_search_has_an_info_line() {
        let mut engine = Engine::start();
        for setup in ["position startpos", "position startpos moves e2e4"] {
            engine.send(setup);
            for go in ["go nodes 1", "go nodes 2", "go depth 1 nodes 1"] {
                let lines = engine.ask(go, "bestmove");
                let best = &lines.last().unwrap()["bestmove ".len()..];
                let info = &lines[lines.len() - 2];
                assert!(info.contains(" score cp "), "{go}: {lines:?}");
                let first = best.split(' ').next().unwrap();
                let line = info.split(" pv ").nth(1).expect("a line of play");
                assert!(line.starts_with(first), "{go}: {lines:?}");
            }
        }
        engine.quit();
    }
}

mod names {
    use super::*;

    #[test]
    fn aliases_hold_everywhere() {
        for (alias, title) in [
            ("koth", "King of the Hill"),
            ("KOTH", "King of the Hill"),
            ("Normal", "Chess"),
            ("capa", "Capablanca"),
            ("Three-Check", "Three-check"),
            ("Battery", "Battery"),
        ] {
            let shown = run(&["show", alias]).good();
            assert!(shown.starts_with(title), "{alias}: {shown}");
            assert_eq!(run(&["status", alias]).good(), "ongoing\n");
            let input = format!("new {alias}\nfen\n");
            let out = feed(&["play", "opposition", "--side", "both"], input.as_bytes());
            let fen = run(&["play-moves", alias]).good();
            assert!(out.good().contains(fen.trim()), "{alias}");
        }
        let refusal = run(&["status", "kothh"]).refusal();
        let start = "there is no game 'kothh' (did you mean koth?)";
        assert!(refusal.starts_with(start), "{refusal}");
        for variant in ["Standard", "normal", "CHESS", "koth", "Three-check Chess"] {
            let text = format!("[Variant \"{variant}\"]\n\n1. e2e4 e7e5 *\n");
            let game = pgn::read(&text, Catalog::built_in()).unwrap();
            assert_eq!(game.moves.len(), 2, "{variant}");
        }
        let mut engine = Engine::start();
        engine.send("xboard\nprotover 2\nnew\nvariant koth\nforce\nusermove e2e4\nping 1");
        let lines = engine.until("pong 1");
        assert!(!lines.iter().any(|l| l.starts_with("Error")), "{lines:?}");
        engine.quit();
    }

    #[test]
    fn an_alias_can_be_inherited_from() {
        let text = "[a:koth]\ntitle = A\n[b]\naliases = bee\nking = k\nstartFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n[c:bee]\n[d:Self]\naliases = self\n";
        let catalog = Catalog::with_file("t.ini", text);
        assert!(catalog.get("a").is_ok() && catalog.get("c").is_ok());
        let problems: Vec<String> = catalog.problems().iter().map(ToString::to_string).collect();
        assert_eq!(problems.len(), 1, "{problems:?}");
        assert!(
            problems[0].contains("'d' is its own ancestor"),
            "{problems:?}"
        );
    }

    #[test]
    fn an_exact_name_comes_before_one_in_another_case_and_an_alias() {
        let base = "king = k\nstartFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n";
        let text = format!(
            "[one]\naliases = Two three\n{base}[Three]\n{base}[three.]\naliases = x\n{base}[THREE]\n{base}"
        );
        let catalog = Catalog::from_texts(&[("t.ini", &text)]);
        let found = |name: &str| catalog.get(name).map(|g| g.name.as_str()).unwrap();
        assert_eq!(
            (found("THREE"), found("Three"), found("three")),
            ("THREE", "Three", "Three")
        );
        assert_eq!((found("two"), found("X")), ("one", "three."));
    }

    #[test]
    fn a_broken_default_game_is_not_replaced_by_another() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("bad.ini");
        let ini = "[chess]\nking = k\nfoo = 1\nstartFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n";
        std::fs::write(&path, ini).unwrap();
        let mut engine = Engine::start();
        engine.ask("uci", "uciok");
        let load = format!("setoption name VariantPath value {}", path.display());
        let option = engine.last(&load, "option name UCI_Variant");
        assert!(option.contains(" default chess "), "{option}");
        for line in ["", "position startpos", "ucinewgame"] {
            said(&mut engine, line);
            goes_nowhere(&mut engine, "go depth 1", "'chess' is disabled");
        }
        // With the file gone, or another game, all is well.
        engine.send("setoption name UCI_Variant value battery\nposition startpos");
        assert!(!engine.last("go depth 1", "bestmove").contains("0000"));
        engine.send("setoption name VariantPath value <empty>");
        engine.until("option name UCI_Variant");
        engine.send("setoption name UCI_Variant value chess\nposition startpos");
        assert!(!engine.last("go depth 1", "bestmove").contains("0000"));
        engine.quit();
        // From the beginning.
        let script = &b"uci\nposition startpos\ngo depth 1\nquit\n"[..];
        let directory = tempfile::tempdir().unwrap();
        std::fs::write(directory.path().join("engine.ini"), ini).unwrap();
        let mut command = program(directory.path());
        let output = command.write_stdin(script).output().unwrap();
        let out = String::from_utf8(output.stdout).unwrap();
        assert!(out.contains("the game 'chess' is disabled"), "{out}");
        assert!(out.ends_with("bestmove 0000\n"), "{out}");
        let refusal = with_ini(ini, &["status", "CHESS"]).refusal();
        assert!(
            refusal.contains("the game 'chess' is disabled"),
            "{refusal}"
        );
    }

    #[test]
    fn nor_is_it_under_xboard() {
        let directory = tempfile::tempdir().unwrap();
        let ini = "[chess]\nking = k\nfoo = 1\nstartFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n";
        std::fs::write(directory.path().join("engine.ini"), ini).unwrap();
        for script in [
            "xboard\nprotover 2\nnew\nusermove e2e4\nping 1\n",
            "xboard\nprotover 2\nnew\nforce\ngo\nping 1\n",
        ] {
            let mut command = program(directory.path());
            let output = command.write_stdin(script).output().unwrap();
            let out = String::from_utf8(output.stdout).unwrap();
            let told = "\ntellusererror the game 'chess' is disabled: ";
            assert!(out.contains(told) && !out.contains("\nmove "), "{out}");
        }
    }

    #[test]
    #[cfg(unix)]
    fn file_names_are_printed_without_control_characters() {
        let name = "a\u{1b}[31m\u{7}\nb.ini";
        let directory = tempfile::tempdir().unwrap();
        let check = |arguments: &[&str], input: &str| {
            let mut command = program(directory.path());
            let command = command.args(arguments).write_stdin(input.to_owned());
            let output = command.output().unwrap();
            let text = [output.stdout, output.stderr].concat();
            let text = String::from_utf8(text).unwrap();
            let raw = text.chars().any(|c| c.is_control() && c != '\n');
            assert!(!raw && !text.contains("\nb.ini"), "{arguments:?}: {text:?}");
            text
        };
        // None there.
        assert!(check(&["check", name], "").contains("cannot read a\u{fffd}[31m"));
        check(&["--config", name, "status", "chess"], "");
        check(
            &["play", "chess"],
            "load a\u{1b}[31m\u{7}\nsave /no/such/\u{1b}[31m\n",
        );
        check(
            &[],
            "uci\nsetoption name VariantPath value \u{1b}[31m\nsetoption name Log File value /no/such/\u{1b}[31m\n",
        );
        // There, but wrong.
        std::fs::write(directory.path().join(name), "[x]\nfoo = 1\n").unwrap();
        assert!(check(&["check", name], "").contains("0 games fine, 1 disabled"));
        check(&["--config", name, "games"], "");
        std::fs::write(directory.path().join(name), b"\n\xff").unwrap();
        check(&["check", name], "");
        std::fs::write(directory.path().join("a\u{1b}"), "1. e2e5").unwrap();
        check(
            &["play", "chess", "--side", "both"],
            "load a\u{1b}\nsave \u{7}\nload \u{7}\n",
        );
    }
}

mod checks_in_fens {
    use super::*;

    #[test]
    fn both_forms_are_read_in_both_places() {
        let board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        for (game, given, left) in [
            ("3check", "+0+0", "3+3"),
            ("3check", "+2+1", "1+2"),
            ("5check", "+0+0", "5+5"),
            ("5check", "+4+1", "1+4"),
        ] {
            let start = AnyPosition::start(Catalog::built_in().get(game).unwrap()).unwrap();
            for form in [
                format!("{board} 0 1 {given}"),
                format!("{board} {given} 0 1"),
                format!("{board} {left} 0 1"),
                format!("{board} 0 1 {left}"),
                format!("{board} {given}"),
                format!("{board} {left}"),
            ] {
                let fen = start
                    .with_fen(&form)
                    .unwrap_or_else(|e| panic!("{form}: {e}"))
                    .fen();
                assert_eq!(fen, format!("{board} {left} 0 1"), "{form}");
            }
            for wrong in [
                "+6+0", "+0+9", "+0", "+", "++", "+a+0", "+0+0+0", "3+", "10+3",
            ] {
                let error = start.with_fen(&format!("{board} 0 1 {wrong}")).err();
                let error = error.map(|e| e.to_string()).unwrap_or_default();
                assert!(error.starts_with("checks: "), "{wrong}: {error}");
            }
            // Twice is too often.
            assert!(
                start
                    .with_fen(&format!("{board} {left} 0 1 {given}"))
                    .is_err()
            );
        }
        // A game that counts no checks has no such field.
        let chess = AnyPosition::start(Catalog::built_in().get("chess").unwrap()).unwrap();
        assert!(chess.with_fen(&format!("{board} 0 1 +0+0")).is_err());
    }

    /// White, who has one check to give, wins with it.
    #[test]
    fn xboard_may_use_any_of_them() {
        for (game, form) in [
            ("3check", "w - - 1+3 0 1"),
            ("3check", "w - - 0 1 +2+0"),
            ("3check", "w 1+3 0 1"),
            ("5check", "w - - 1+3 0 1"),
            ("5check", "w - - 0 1 +4+2"),
            ("5check", "w - 0 1 +4+2"),
        ] {
            let mut engine = Engine::start();
            engine.send("xboard\nprotover 2\nnew");
            engine.send(&format!("variant {game}"));
            engine.send(&format!("setboard 4k3/8/8/8/8/8/8/R3K3 {form}"));
            engine.send("usermove a1a8\nping 1");
            let lines = engine.until("pong 1");
            assert!(
                lines.iter().any(|l| l.starts_with("1-0 {")),
                "{game} {form}: {lines:?}"
            );
            engine.quit();
        }
    }
}

/// XBoard counts ten ranks from 0, in moves and in FENs.
#[test]
fn en_passant_squares_in_xboards_fens_count_ranks_as_moves_do() {
    let mut engine = Engine::start();
    engine.send("xboard\nprotover 2\nnew\nvariant grand\nforce");
    // Black has played e8e6, which XBoard calls e7e5.
    engine.send("setboard 4k5/10/10/10/3Pp5/10/10/10/10/4K5 w - e6 0 1\nusermove d5e6\nping 1");
    let lines = engine.until("pong 1");
    let wrong = |l: &String| l.starts_with("Illegal") || l.starts_with("tellusererror");
    assert!(!lines.iter().any(wrong), "{lines:?}");
    engine.send("setboard 4k5/10/10/10/3Pp5/10/10/10/10/4K5 w - e7 0 1\nping 2");
    let lines = engine.until("pong 2");
    assert!(lines.iter().any(|l| l.contains("en passant")), "{lines:?}");
    engine.quit();
}

#[cfg(target_os = "linux")]
mod memory {
    use std::io::{BufRead, BufReader, Write};
    use std::process::{Child, Command, Stdio};

    /// The program in so many KiB of address space.
    struct Confined(Child, BufReader<std::process::ChildStdout>);

    impl Confined {
        fn new(kibibytes: u32) -> Self {
            let program = assert_cmd::cargo::cargo_bin!("sliderule");
            let mut child = Command::new("sh")
                .arg("-c")
                .arg(format!("ulimit -v {kibibytes}; exec \"$0\""))
                .arg(program)
                .env_remove("SLIDERULE_INI")
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()
                .unwrap();
            let output = BufReader::new(child.stdout.take().unwrap());
            Self(child, output)
        }

        #[track_caller]
        fn ask(&mut self, text: &str, last: &str) -> Vec<String> {
            let input = self.0.stdin.as_mut().unwrap();
            writeln!(input, "{text}").unwrap();
            let mut lines: Vec<String> = Vec::new();
            while !lines.last().is_some_and(|l| l.starts_with(last)) {
                let mut line = String::new();
                let read = self.1.read_line(&mut line).unwrap();
                assert_ne!(read, 0, "{text}: it ended after {lines:?}");
                lines.push(line.trim_end().into());
            }
            lines
        }
    }

    impl Drop for Confined {
        fn drop(&mut self) {
            let _ = self.0.kill();
            let _ = self.0.wait();
        }
    }

    #[test]
    fn the_largest_table_announced_can_be_had() {
        let mut engine = Confined::new(1_500_000);
        let lines = engine.ask("uci", "uciok");
        let hash = lines
            .iter()
            .find(|l| l.starts_with("option name Hash "))
            .unwrap();
        let most: u32 = hash.rsplit(' ').next().unwrap().parse().unwrap();
        assert!((500..1500).contains(&most), "{hash}");
        for size in [most, 1, most / 2, most] {
            let lines = engine.ask(
                &format!("setoption name Hash value {size}\nisready"),
                "readyok",
            );
            assert_eq!(lines, ["readyok"], "{size}");
            let lines = engine.ask("go depth 3", "bestmove");
            assert!(
                lines.iter().any(|l| l.starts_with("info depth 3 ")),
                "{lines:?}"
            );
        }
        for size in [most + 1, 4000, 99_999_999] {
            let lines = engine.ask(
                &format!("setoption name Hash value {size}\nisready"),
                "readyok",
            );
            assert_eq!(lines.len(), 2, "{lines:?}");
            assert!(
                lines[0].contains("Hash") && lines[0].contains("memory"),
                "{lines:?}"
            );
            engine.ask("go depth 3", "bestmove");
        }
    }

    #[test]
    fn xboards_memory_is_cut_with_a_word() {
        let mut engine = Confined::new(1_500_000);
        engine.ask("xboard\nprotover 2", "feature done=1");
        let lines = engine.ask("memory 4000\nping 1", "pong 1");
        assert!(
            lines[0].starts_with("telluser Hash: ") && lines[0].contains("instead of 4000"),
            "{lines:?}"
        );
        engine.ask("new\nsd 3\nusermove e2e4", "move ");
        assert_eq!(engine.ask("memory 100\nping 2", "pong 2"), ["pong 2"]);
    }

    #[test]
    fn a_small_space_is_enough() {
        let mut engine = Confined::new(400_000);
        let lines = engine.ask("uci", "uciok");
        assert!(lines.iter().any(|l| l.starts_with("option name Hash ")));
        let lines = engine.ask("position startpos\ngo depth 3", "bestmove");
        assert!(
            lines.iter().any(|l| l.starts_with("info depth 3 ")),
            "{lines:?}"
        );
    }
}

#[test]
fn threads_are_cut_to_the_machine_with_a_word() {
    let most = std::thread::available_parallelism().unwrap().get();
    let mut engine = Engine::start();
    engine.ask("uci", "uciok");
    if most < 512 {
        let lines = said(&mut engine, "setoption name Threads value 512");
        assert_eq!(lines.len(), 1, "{lines:?}");
        let start = format!("info string Threads: {most} in use: ");
        assert!(lines[0].starts_with(&start), "{lines:?}");
    }
    let begin = Instant::now();
    engine.ask("position startpos\ngo nodes 2000", "bestmove");
    assert!(begin.elapsed() < Duration::from_secs(3));
    assert_eq!(
        said(&mut engine, &format!("setoption name Threads value {most}")),
        [""; 0]
    );
    engine.quit();
    let mut engine = Engine::start();
    engine.send("xboard\nprotover 2");
    engine.until("feature done=1");
    for cores in ["100000", "18446744073709551615"] {
        let lines = engine.ask(&format!("cores {cores}\nping 1"), "pong 1");
        assert!(
            lines[0].starts_with(&format!("telluser Threads: {most} in use: ")),
            "{lines:?}"
        );
    }
    assert_eq!(
        engine.ask(&format!("cores {most}\nping 2"), "pong 2"),
        ["pong 2"]
    );
    engine.quit();
}

#[cfg(unix)]
mod orphans {
    use super::*;
    use std::io::{BufRead, BufReader, Read, Write};
    use std::process::{Child, Command, Stdio};

    struct Orphan(Child);

    impl Orphan {
        fn start(arguments: &[&str]) -> Self {
            let mut command = Command::new(assert_cmd::cargo::cargo_bin!("sliderule"));
            command.args(arguments).env_remove("SLIDERULE_INI");
            let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
            Self(command.stderr(Stdio::null()).spawn().unwrap())
        }

        /// Feeds it, and waits until it is at work.
        fn busy(arguments: &[&str], input: &str) -> Self {
            let mut orphan = Self::start(arguments);
            let pipe = orphan.0.stdin.as_mut().unwrap();
            pipe.write_all(input.as_bytes()).unwrap();
            std::thread::sleep(Duration::from_millis(400));
            assert!(
                orphan.0.try_wait().unwrap().is_none(),
                "{arguments:?} {input}"
            );
            orphan
        }

        #[track_caller]
        fn ends(mut self, what: &str) {
            let end = Instant::now() + SOON;
            while self.0.try_wait().unwrap().is_none() {
                if Instant::now() > end {
                    let _ = self.0.kill();
                    panic!("{what}: it goes on");
                }
                std::thread::sleep(Duration::from_millis(10));
            }
        }
    }

    const SEARCHES: [&str; 9] = [
        "go depth 60",
        "go infinite",
        "go perft 12",
        "go mate 12",
        "go nodes 99999999999",
        "go movetime 600000",
        "go wtime 90000000 btime 90000000",
        "go ponder wtime 1000 btime 1000",
        "go",
    ];

    #[test]
    fn a_search_does_not_outlive_its_program() {
        for go in SEARCHES {
            let input = format!("uci\nposition startpos\n{go}\n");
            let mut orphan = Orphan::busy(&[], &input);
            drop((orphan.0.stdin.take(), orphan.0.stdout.take()));
            orphan.ends(go);
        }
    }

    #[test]
    fn the_end_of_either_pipe_is_enough() {
        for go in ["go depth 60", "go perft 12", "go ponder nodes 5"] {
            let input = format!("uci\nposition startpos\n{go}\n");
            // Without input the result is still told.
            let mut orphan = Orphan::busy(&[], &input);
            drop(orphan.0.stdin.take());
            let mut said = String::new();
            orphan
                .0
                .stdout
                .take()
                .unwrap()
                .read_to_string(&mut said)
                .unwrap();
            let last = if go.contains("perft") {
                "Nodes searched"
            } else {
                "bestmove"
            };
            assert!(said.lines().last().unwrap().starts_with(last), "{said}");
            orphan.ends(go);
            // Without a reader there is nobody to tell.
            let mut orphan = Orphan::busy(&[], &input);
            drop(orphan.0.stdout.take());
            orphan.ends(go);
        }
    }

    #[test]
    fn nor_does_one_under_xboard() {
        for game in [
            "new\nst 600\npost\nusermove e2e4\n",
            "new\nst 600\nusermove e2e4\n",
            "new\nlevel 0 600 0\nusermove e2e4\n",
            "analyze\n",
            "new\nst 1\nhard\nusermove e2e4\n",
        ] {
            for both in [true, false] {
                let mut orphan = Orphan::busy(&[], &format!("xboard\nprotover 2\n{game}"));
                drop(orphan.0.stdout.take());
                if both {
                    drop(orphan.0.stdin.take());
                }
                orphan.ends(game);
            }
        }
    }

    #[test]
    fn commands_end_with_their_reader() {
        for arguments in [
            &["perft", "chess", "12"][..],
            &["perft", "chess", "12", "--divide"],
            &["perft", "battery", "30", "--json"],
            &["analyse", "chess"],
            &["analyse", "chess", "--time", "1h", "--json"],
            &["bench", "--depth", "40"],
        ] {
            let mut orphan = Orphan::busy(arguments, "");
            drop(orphan.0.stdout.take());
            orphan.ends(&arguments.join(" "));
        }
    }

    #[test]
    fn a_game_that_is_piped_ends_with_its_reader() {
        for input in ["e2e4\n", "hint\n"] {
            for both in [true, false] {
                let mut orphan = Orphan::busy(&["play", "chess", "--time", "1h"], input);
                drop(orphan.0.stdout.take());
                if both {
                    drop(orphan.0.stdin.take());
                }
                orphan.ends(input);
            }
        }
    }

    /// The end of the commands alone is no reason to play badly: what they ask for is done.
    #[test]
    fn a_script_is_obeyed_to_its_end() {
        let mut orphan = Orphan::start(&["play", "chess", "--time", "300ms"]);
        let mut input = orphan.0.stdin.take().unwrap();
        input.write_all(b"e2e4\nhint\n").unwrap();
        drop(input);
        let begin = Instant::now();
        let output = BufReader::new(orphan.0.stdout.take().unwrap());
        let lines: Vec<String> = output.lines().map(Result::unwrap).collect();
        assert!(begin.elapsed() > Duration::from_millis(500), "{lines:?}");
        assert!(
            lines.iter().any(|l| l.starts_with("Sliderule plays ")),
            "{lines:?}"
        );
        assert!(lines.iter().any(|l| l.starts_with("hint: ")), "{lines:?}");
        orphan.ends("a script");
    }
}
