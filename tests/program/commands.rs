//! The commands and options of the program: what they print for good input.

use crate::program::{Ran, feed, program, run, with_ini};
use serde_json::Value;

const CHESS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn json(text: &str) -> Value {
    assert_eq!(text.lines().count(), 1, "{text}");
    serde_json::from_str(text).unwrap_or_else(|e| panic!("{e}: {text}"))
}

#[test]
fn games_are_listed_a_line_each() {
    let out = run(&["games"]).good();
    assert!(
        out.starts_with(
            "\
chess             8x8     64 cells  Chess
battery           5x10    46 cells  Battery Chess
battery-standard  5x10    46 cells  Battery board with orthodox pieces
opposition        7x7     43 cells  Opposition Chess
short-sliders     12x16  192 cells  Short Sliders
"
        ),
        "{out}"
    );
    let games = sliderule::rules::Catalog::built_in().games();
    assert_eq!(out.lines().count(), games.len());
}

#[test]
fn a_position_is_shown() {
    let fen = "1kh1***/mmh4/ppp4/7/4PPP/4HMM/***1HK1 w - - 0 1";
    let out = run(&["show", "opposition", "--fen", fen, "--moves", "g3g4 a7b7s"]).good();
    assert_eq!(
        out,
        "\
Opposition Chess (opposition), 7x7, 43 cells

  7  -[. k h .]- -
  6  m m h . . . .
  5  p p p . . . .
  4  . . . . . . P
  3  . . . . P P .
  2  . . . . H M M
  1  - - -[. H K .]
     a b c d e f g

FEN: *1kh1**/mmh4/ppp4/6P/4PP1/4HMM/***1HK1 w - - 1 2
Status: ongoing, White to move
Legal moves (18): d1a1s d1b1s d1c1s e1c2 e1d3 e2c3 e2d4 e3d3 e3e4 f1g1 f2g1 f2g3 f3f4 f3g3 \
         g2g1 g2g3 g4f4 g4g5
"
        .replace(" \\\n         ", " ")
    );
    let out = run(&["show", "chess", "--moves", "f2f3 e7e5 g2g4 d8h4"]).good();
    assert!(
        out.contains("Status: checkmate, 0-1\nLegal moves (0): \n"),
        "{out}"
    );
    let fen = "k11/12/12/12/12/12/12/12/12/12/12/12/12/12/N'r!10/K10N'[] w - - 0 1";
    let out = run(&["show", "short-sliders", "--fen", fen]).good();
    assert!(
        out.contains("\n  2  N' r! .  .  .  .  .  .  .  .  .  .\n"),
        "{out}"
    );
    assert!(!out.contains(" \n") && out.contains("\n  1  K  .  .  .  .  .  .  .  .  .  .  N'\n"));
}

#[test]
fn json_has_all_that_text_has() {
    let out = run(&["show", "--json", "--moves", "e2e4", "chess"]).good();
    let show = json(&out);
    assert_eq!(show["game"], "chess");
    assert_eq!((&show["files"], &show["cells"]), (&8.into(), &64.into()));
    assert_eq!(show["board"][4][4], "P");
    assert_eq!(show["board"][0][0], "r");
    assert_eq!(
        show["fen"],
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"
    );
    assert_eq!(
        (&show["side"], &show["check"]),
        (&"black".into(), &false.into())
    );
    assert_eq!(
        (&show["status"], &show["result"]),
        (&"ongoing".into(), &"*".into())
    );
    assert_eq!(show["moves"].as_array().unwrap().len(), 20);
    let holes = json(&run(&["show", "battery", "--json"]).good());
    assert_eq!(holes["board"][0][0], "*");

    let moves = json(&run(&["moves", "chess", "--json"]).good());
    assert_eq!(
        (&moves["fen"], &moves["moves"][0]),
        (&CHESS.into(), &"a2a3".into())
    );

    let mated = [
        "status",
        "chess",
        "--moves",
        "f2f3 e7e5 g2g4 d8h4",
        "--json",
    ];
    let status = json(&run(&mated).good());
    assert_eq!(
        (&status["status"], &status["result"]),
        (&"checkmate".into(), &"0-1".into())
    );

    let perft = json(&run(&["perft", "chess", "3", "--json"]).good());
    assert_eq!(
        (&perft["game"], &perft["fen"]),
        (&"chess".into(), &CHESS.into())
    );
    let nodes: Vec<&Value> = perft["depths"]
        .as_array()
        .unwrap()
        .iter()
        .map(|d| &d["nodes"])
        .collect();
    assert_eq!(nodes, [20, 400, 8902]);

    let divide = json(&run(&["perft", "chess", "3", "--json", "--divide"]).good());
    assert_eq!(
        (&divide["total"], &divide["depth"]),
        (&8902.into(), &3.into())
    );
    assert_eq!(divide["moves"]["e2e4"], 600);
}

#[test]
fn perft_counts_each_depth() {
    for options in [
        &[][..],
        &["--threads", "2"],
        &["--hash", "1"],
        &["--hash", "0"],
        &["--threads", "3", "--hash", "2"],
    ] {
        let arguments = [&["perft", "battery", "4"], options].concat();
        assert_eq!(run(&arguments).err, "", "nobody watches");
        let ran = run(&[&arguments[..], &["--verbose"]].concat());
        assert_eq!(
            (ran.code, ran.out.as_str()),
            (0, "1 16\n2 256\n3 5299\n4 107543\n"),
            "{options:?}"
        );
        let depths: Vec<&str> = ran
            .err
            .lines()
            .filter_map(|l| l.split(':').next())
            .collect();
        assert_eq!(depths, ["depth 1", "depth 2", "depth 3", "depth 4"]);
        assert!(
            ran.err.lines().all(|l| l.ends_with(" million nodes/s")),
            "{}",
            ran.err
        );
    }
}

#[test]
fn perft_answers_each_line() {
    let black = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1";
    let input = format!("startpos\r\n{black}\n{CHESS}\nstartpos");
    for options in [&[][..], &["--hash", "1"], &["--threads", "2"]] {
        let arguments = ["perft", "chess", "3", "--stdin", "--json"];
        let out = feed(&[&arguments[..], options].concat(), input.as_bytes()).good();
        let answers: Vec<Value> = out.lines().map(json).collect();
        let fens: Vec<&Value> = answers.iter().map(|answer| &answer["fen"]).collect();
        assert_eq!(fens, [CHESS, black, CHESS, CHESS]);
        for answer in &answers {
            assert_eq!(answer["depths"][2]["nodes"], 8902, "{answer}");
        }
    }
    let divide = ["perft", "chess", "2", "--divide", "--stdin", "--json"];
    let out = feed(&divide, b"startpos\nstartpos\n").good();
    assert!(out.lines().all(|line| json(line)["total"] == 400));
    assert_eq!(feed(&divide, b"").good(), "");
}

#[test]
fn perft_ends_at_the_first_line_that_is_no_position() {
    for (line, why) in [
        (&b"8/8 w - -\n"[..], "bad FEN: "),
        (b"\n", "bad FEN: the FEN is empty"),
        (b"\xff\n", "the line is not UTF-8 text: see byte 1"),
    ] {
        let input = [b"startpos\nstartpos\n", line, b"startpos\n"].concat();
        let ran = feed(&["perft", "chess", "2", "--stdin", "--json"], &input);
        assert_eq!((ran.code, ran.out.lines().count()), (1, 2), "{}", ran.err);
        let message = format!("error: standard input, line 3: {why}");
        assert!(ran.err.starts_with(&message), "{}", ran.err);
        assert_eq!(ran.err.lines().count(), 1);
    }
    for arguments in [
        &["perft", "chess", "2", "--stdin"][..],
        &["perft", "chess", "2", "--stdin", "--json", "--fen", CHESS],
    ] {
        assert_eq!(run(arguments).code, 2, "{arguments:?}");
    }
}

#[test]
fn divide_is_sorted_and_ends_with_the_total() {
    let threaded = run(&["perft", "chess", "--divide", "2", "--threads", "2"]);
    let ran = run(&["perft", "chess", "2", "--divide", "--verbose"]);
    assert_eq!((ran.code, &threaded.out), (0, &ran.out));
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(
        (lines[0], lines[20], lines.len()),
        ("a2a3: 20", "total: 400", 21)
    );
    assert!(lines[..20].is_sorted());
    assert!(ran.err.starts_with("total: ") && ran.err.lines().count() == 1);
    let mated = run(&[
        "perft",
        "chess",
        "2",
        "--divide",
        "--fen",
        "7k/5KQ1/8/8/8/8/8/8 b - - 0 1",
    ]);
    assert_eq!(mated.out, "total: 0\n");
}

#[test]
fn moves_are_on_one_line() {
    let out = run(&["moves", "chess", "--fen", "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1"]).good();
    assert_eq!(out, "\n");
    let out = run(&["moves", "opposition"]).good();
    assert_eq!(
        out,
        "d1a1s d1b1s d1c1s e1c2 e1d3 e2c3 e2d4 e3d3 e3e4 f1g1 f2g1 f3f4 g2g1 g3g4\n"
    );
}

#[test]
fn every_line_of_input_is_answered_by_one() {
    let bare = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    let king = "e1d1 e1d2 e1e2 e1f1 e1f2";
    let mut input = Vec::new();
    for line in [
        format!("{bare}\n").as_bytes(),
        format!("{bare}\r\n").as_bytes(),
        b"\n",
        b"startpos\n",
        b"no fen\n",
        b"\xff\xfe/8 w - - 0 1\n",
        &[b'8'; 2 << 20],
        b"\n",
        // Four fields, and no end of line.
        &bare.as_bytes()[..bare.len() - 4],
    ] {
        input.extend_from_slice(line);
    }
    let out = feed(&["moves", "chess", "--stdin"], &input).good();
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 8, "{out}");
    assert_eq!([lines[0], lines[1], lines[7]], [king; 3]);
    assert_eq!(lines[2], "error: bad FEN: the FEN is empty");
    assert!(lines[3].starts_with("a2a3 a2a4 "));
    assert_eq!(
        lines[4],
        "error: bad FEN: 2 fields, expected six fields, or four without the counters"
    );
    assert_eq!(lines[5], "error: the line is not UTF-8 text: see byte 1");
    assert_eq!(lines[6], "error: the line is longer than 1048576 bytes");

    let out = feed(&["moves", "chess", "--stdin", "--json"], b"x\nstartpos\n").good();
    let lines: Vec<Value> = out.lines().map(json).collect();
    assert!(lines[0]["error"].is_string() && lines[1]["moves"].is_array());
    assert_eq!(feed(&["moves", "chess", "--stdin"], b"").good(), "");
}

#[test]
fn moves_are_played() {
    let played = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2\n";
    assert_eq!(run(&["play-moves", "chess", "e2e4", "e7e5"]).good(), played);
    assert_eq!(
        run(&["play-moves", "chess", "E2E4", "--fen", "startpos", "e7e5"]).good(),
        played
    );
    assert_eq!(run(&["play-moves", "chess", "e2e4 e7e5"]).good(), played);
    assert_eq!(
        feed(&["play-moves", "chess", "-"], b"e2e4\r\n\te7e5\n").good(),
        played
    );
    assert_eq!(
        feed(&["play-moves", "chess", "e2e4", "-"], b"e7e5").good(),
        played
    );
    assert_eq!(run(&["play-moves", "chess"]).good(), format!("{CHESS}\n"));
    assert_eq!(
        feed(&["play-moves", "chess", "-"], b"").good(),
        format!("{CHESS}\n")
    );
}

#[test]
fn ids_with_marks_go_in_and_out() {
    let fen = "10pk/P11/12/12/12/12/12/12/12/12/12/12/12/12/12/K9R!1[N'b!] w - - 0 1";
    let after = "N'9pk/12/12/12/12/12/12/12/12/12/12/12/12/12/12/K9R!1[b!] b - - 0 1\n";
    assert_eq!(
        run(&["play-moves", "short-sliders", "--fen", fen, "a15a16n'"]).good(),
        after
    );
    let arguments = ["play-moves", "short-sliders", "--fen", fen, "-"];
    assert_eq!(feed(&arguments, b"a15a16N'").good(), after);
}

#[test]
fn statuses_have_words() {
    let knights = "g1f3 g8f6 f3g1 f6g8 ".repeat(2);
    let bare = "11k/12/12/12/12/12/12/12/12/12/12/12/12/12/12/11K w - - 0 1";
    for (game, fen, moves, word) in [
        ("chess", "startpos", "", "ongoing"),
        ("chess", "startpos", knights.trim(), "draw-repetition"),
        ("chess", "startpos", &knights[..35], "ongoing"),
        ("chess", "startpos", "f2f3 e7e5 g2g4 d8h4", "checkmate"),
        ("chess", "4k3/8/8/8/8/8/8/K3R3 b - - 0 1", "", "check"),
        ("chess", "7k/8/6Q1/8/8/8/8/K7 b - - 0 1", "", "stalemate"),
        (
            "chess",
            "4k3/8/8/8/8/8/8/K6R w - - 98 80",
            "h1h2",
            "ongoing",
        ),
        (
            "chess",
            "4k3/8/8/8/8/8/8/K6R w - - 99 80",
            "h1h2",
            "draw-100-plies",
        ),
        // Mate in the last ply counts for more.
        (
            "chess",
            "4k3/7R/4K3/8/8/8/8/R7 w - - 99 80",
            "a1a8",
            "checkmate",
        ),
        ("short-sliders", bare, "", "bare-kings-draw"),
    ] {
        let out = run(&["status", game, "--fen", fen, "--moves", moves]).good();
        assert_eq!(out.trim_end(), word, "{game} {fen} {moves}");
    }
}

#[test]
fn a_users_game_inherits_from_a_built_in_one() {
    let ini =
        "\u{feff}; a game\r\n[tiny:chess]\r\ntitle = Tiny Chess\r\nmaxFile = 4\r\nmaxRank = d\r\n"
            .replace("maxRank = d", "maxRank = 4")
            + "castling = false\r\nstartFen = rk2/4/4/2KR w - - 0 1\r\n";
    let out = with_ini(&ini, &["games"]).good();
    assert!(
        out.ends_with("tiny              4x4     16 cells  Tiny Chess\n"),
        "{out}"
    );
    let out = with_ini(&ini, &["play-moves", "tiny", "d1d4"]).good();
    assert_eq!(out, "rk1R/4/4/2K1 b - - 1 1\n");
    // A section may replace a built-in game, and its children follow.
    let ini = "[chess]\nking = k\nqueen = y\ncastling = false\nstartFen = y3k3/8/8/8/8/8/8/4K2Y w - - 0 1\n";
    assert!(
        with_ini(ini, &["show", "chess"])
            .out
            .contains("  8  y . . . k . . .\n")
    );
    assert!(with_ini("", &["games"]).good().starts_with("chess "));
}

#[test]
fn the_nearest_ini_wins() {
    let directory = tempfile::tempdir().unwrap();
    let write = |name: &str| {
        let game = format!("[g:chess]\ntitle = from {name}\n");
        std::fs::write(directory.path().join(name), game).unwrap();
    };
    let title = |variable: Option<&str>, config: Option<&str>| {
        let mut command = program(directory.path());
        command.args(["show", "g", "--json"]);
        variable.map(|v| command.env("SLIDERULE_INI", v));
        config.map(|c| command.args(["--config", c]));
        let ran = Ran::new(&command.output().unwrap());
        match ran.code {
            0 => json(&ran.out)["title"].as_str().unwrap().to_string(),
            _ => ran.err,
        }
    };
    assert!(title(None, None).contains("there is no game 'g'"));
    for name in ["engine.ini", "variable.ini", "option.ini"] {
        write(name);
    }
    assert_eq!(title(None, None), "from engine.ini");
    assert_eq!(title(Some(""), None), "from engine.ini");
    assert_eq!(title(Some("variable.ini"), None), "from variable.ini");
    assert_eq!(
        title(Some("variable.ini"), Some("option.ini")),
        "from option.ini"
    );
    let missing = title(Some("missing.ini"), None);
    assert!(missing.starts_with("error: the variable SLIDERULE_INI: cannot read missing.ini: "));
}

#[test]
fn options_stand_anywhere() {
    let fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    let expected = run(&["perft", "chess", "2", "--fen", fen]).out;
    assert_eq!(
        run(&["perft", "--fen", fen, "chess", "--hash=1", "2"]).out,
        expected
    );
    assert_eq!(
        run(&["perft", "--threads=2", "chess", "2", "--fen", fen]).out,
        expected
    );
}

#[test]
fn the_command_line_for_xboard_is_printed() {
    let line = |arguments: &[&str]| run(&[&["xboard-args"], arguments].concat()).good();
    let out = line(&["opposition"]);
    assert!(
        out.starts_with("xboard -fcp ") && out.ends_with('\n'),
        "{out}"
    );
    assert!(
        out.contains(" -variant opposition -testLegality false"),
        "{out}"
    );
    assert!(!out.contains("-rankOffset"), "{out}");
    assert!(line(&["short-sliders"]).contains(" -rankOffset 1 "));
    assert!(line(&["battery", "--match"]).contains(" -mg 1 -ruleMoves 0 "));
    let native = line(&["chess", "--side", "black"]);
    assert!(
        native.contains(" -variant normal -showTargetSquares true ")
            && native.contains(" -startupMessage '' -showCoords true -size ")
            && native.contains(" -ponderNextMove false -initialMode MachineWhite -scp "),
        "{native}"
    );
    assert!(!native.contains("-testLegality"), "{native}");
    let wished = line(&["chess", "--size", "50", "--time", "90s", "--level", "7"]);
    for part in [
        " -size 50 ",
        " -searchTime 1:30 ",
        " -firstOptions 'Skill Level=7'",
    ] {
        assert!(wished.contains(part), "{part}: {wished}");
    }
    let refused = run(&["xboard-args", "chess", "--time", "500ms"]);
    assert!(refused.err.contains("whole seconds"), "{}", refused.err);
    let own = with_ini("[tiny:battery]\n", &["xboard-args", "tiny"]).good();
    assert!(
        own.contains("--config") && own.contains("games.ini"),
        "{own}"
    );
    assert!(own.contains(" -variant tiny "), "{own}");
    let refused = run(&["xboard-args", "batery"]).refusal();
    assert!(refused.contains("did you mean battery?"), "{refused}");
}

#[cfg(unix)]
#[test]
fn xboard_is_started_or_missed() {
    use std::os::unix::fs::PermissionsExt;
    let directory = tempfile::tempdir().unwrap();
    let start = |arguments: &[&str]| {
        let mut command = program(directory.path());
        command.env("PATH", directory.path()).args(arguments);
        Ran::new(&command.output().unwrap())
    };
    let missing = start(&["gui", "chess"]).refusal();
    assert!(missing.contains("sudo apt install xboard"), "{missing}");
    let fake = directory.path().join("xboard");
    std::fs::write(&fake, "#!/bin/sh\nfor word; do echo \"<$word>\"; done\n").unwrap();
    std::fs::set_permissions(&fake, PermissionsExt::from_mode(0o755)).unwrap();
    let out = start(&["gui", "battery", "--side", "black"]).good();
    assert!(out.starts_with("<-fcp>\n</"), "{out}");
    assert!(out.contains("<-variant>\n<battery>\n"), "{out}");
    assert!(out.contains("<-initialMode>\n<MachineWhite>\n"), "{out}");
    std::fs::write(&fake, "#!/bin/sh\nexit 3\n").unwrap();
    let failed = start(&["gui", "battery"]).refusal();
    assert!(
        failed.contains("xboard failed (exit status: 3)"),
        "{failed}"
    );
}
