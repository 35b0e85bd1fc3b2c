//! Wrong and hostile input: one clear line, exit code 1 (2 for arguments that make no
//! sense), and never a panic or a hang; the helpers kill what takes long.

use crate::data::vectors;
use crate::program::{Ran, feed, program, run, with_ini};

const MEGABYTES: usize = 10 << 20;

#[test]
fn bad_fens_are_refused() {
    // The commands take turns: each refuses several of these FENs.
    let commands = ["show", "moves", "status", "play-moves"];
    for (line, command) in vectors("bad_fen.tsv").iter().zip(commands.iter().cycle()) {
        let [game, fen, why] = line.as_slice() else {
            panic!("{line:?}")
        };
        let message = run(&[command, game, "--fen", fen]).refusal();
        assert!(message.starts_with("bad FEN: "), "{why}: {message}");
        let perft = run(&["perft", game, "1", "--fen", fen]).refusal();
        let (first, rest) = perft.split_at(perft.len() / 2);
        assert!(!rest.contains(first), "said twice: {perft}");
        let line = feed(&["moves", game, "--stdin"], format!("{fen}\n").as_bytes());
        assert_eq!(line.good(), format!("error: {perft}\n"), "{why}");
    }
}

#[test]
fn bad_fens_are_explained() {
    for (game, fen, message) in [
        ("chess", "", "the FEN is empty"),
        (
            "chess",
            "8/8 w",
            "2 fields, expected six fields, or four without the counters",
        ),
        (
            "chess",
            "x",
            "only one field, expected six fields, or four without the counters",
        ),
        (
            "chess",
            "8  w - - 0 1 2 3 4 5",
            "more than seven fields, expected six fields, or four without the counters",
        ),
        (
            "chess",
            "8/8 w - - 0 1",
            "board: the number of ranks is 2, expected 8",
        ),
        (
            "chess",
            "8/8\u{e9} w - - 0 1",
            "character 4 of the FEN is not printable ASCII",
        ),
        (
            "chess",
            "8/8\n8 w - - 0 1",
            "character 4 of the FEN is not printable ASCII",
        ),
        (
            "chess",
            "4k3/8/8/3z4/8/8/8/4K3 w - - 0 1",
            "board: rank 5, file d: the game has no piece 'z'",
        ),
        (
            "chess",
            "4k3/99999999999999999999/8/8/8/8/8/4K3 w - - 0 1",
            "board: rank 7 has more than 8 files",
        ),
        (
            "chess",
            "4k3/8/7/8/8/8/8/4K3 w - - 0 1",
            "board: rank 6 has 7 files, expected 8",
        ),
        (
            "chess",
            "4k3/8/8/8/8/8/4r3/4K3 b - - 0 1",
            "White is in check, but it is not White's turn",
        ),
        (
            "chess",
            "4k3/8/8/8/8/8/8/4K3 w KQ - 0 1",
            "castling: right 'K' needs R on h1",
        ),
        (
            "chess",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 65536",
            "counter: '65536' is not a number from 0 to 65535",
        ),
        (
            "battery",
            "*2k*/4P/5/5/5/5/5/5/2K2/*3* w - - 0 1",
            "board: a pawn P cannot stand on e9",
        ),
    ] {
        let found = run(&["status", game, "--fen", fen]).refusal();
        assert_eq!(found, format!("bad FEN: {message}"), "{fen}");
    }
}

#[test]
fn megabytes_of_text() {
    let text = vec![b'a'; MEGABYTES];
    let found = with_ini(&text, &["games"]).refusal();
    assert_eq!(found, "games.ini: the file is larger than 1 MiB");
    assert_eq!(with_ini(&text, &["status", "chess"]).refusal(), found);
    let moves = feed(&["play-moves", "chess", "-"], &text).refusal();
    assert!(
        moves.starts_with("move 1 'aaaaaaa") && moves.contains("aaa...' is illegal: moves are")
    );
    let lines = feed(&["moves", "chess", "--stdin"], &text).good();
    assert_eq!(lines, "error: the line is longer than 1048576 bytes\n");
    let many = "e2e4 ".repeat(4 << 20);
    let found = feed(&["play-moves", "chess", "-"], many.as_bytes()).refusal();
    assert_eq!(found, "standard input has more than 16 MiB");
    // The longest argument that systems pass on.
    let long = "a".repeat(100_000);
    for arguments in [
        ["show", "chess", "--fen", &long],
        ["show", "chess", "--moves", &long],
        ["show", &long, "--fen", "startpos"],
        ["status", "chess", "--config", &long],
    ] {
        let ran = run(&arguments);
        assert_eq!((ran.code, ran.out.as_str()), (1, ""));
        assert_eq!(ran.err.lines().count(), 1);
    }
}

#[test]
fn long_arguments_that_make_no_sense_are_cut() {
    let long = "a".repeat(100_000);
    let option = format!("--{long}");
    let number = "9".repeat(100_000);
    let coloured = format!("--b\u{1b}[31m{long}");
    for arguments in [
        &[long.as_str()][..],
        &[&option],
        &["perft", "chess", &number],
        &["perft", "chess", "3", &long],
        &["perft", "chess", "3", &option],
        &["perft", "chess", "3", &coloured],
        &["perft", "chess", "3", "--threads", &long],
        &["bench", "--depth", &number],
        &["play", "chess", "--side", &long],
        &["play", "chess", "--time", &long],
        &["play", "chess", "--level", &format!("--level={long}")],
    ] {
        let ran = run(arguments);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""));
        assert!(ran.err.starts_with("error: "), "{}", ran.err);
        assert!(ran.err.len() < 600, "{}", ran.err);
        assert!(!ran.err.contains('\u{1b}'), "{}", ran.err);
    }
    // What is short enough is shown whole, with advice.
    let ran = run(&["perft", "chess", "3", "--dvide"]);
    assert!(
        ran.err.contains("'--dvide'") && ran.err.contains("'--divide'"),
        "{}",
        ran.err
    );
}

#[test]
#[cfg(unix)]
fn bytes_that_are_not_text() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let bytes = OsStr::from_bytes(b"\xff\xfe");
    let directory = tempfile::tempdir().unwrap();
    for (arguments, message) in [
        (
            ["play-moves", "chess"].map(OsStr::new).to_vec(),
            "move 1 '\u{fffd}\u{fffd}' is illegal",
        ),
        (
            ["status", "chess", "--fen"].map(OsStr::new).to_vec(),
            "bad FEN: only one field",
        ),
        (
            ["show"].map(OsStr::new).to_vec(),
            "there is no game '\u{fffd}\u{fffd}'",
        ),
        (
            ["status", "chess", "--config"].map(OsStr::new).to_vec(),
            "cannot read \u{fffd}\u{fffd}",
        ),
    ] {
        let mut command = program(directory.path());
        let output = command.args(&arguments).arg(bytes).output().unwrap();
        let found = Ran::new(&output).refusal();
        assert!(
            found.starts_with(message) || found.contains("ASCII"),
            "{found}"
        );
    }
    let found = with_ini(b"[a:chess]\n\xff\n", &["games"]).refusal();
    assert_eq!(found, "games.ini:2: the file is not UTF-8 text");
}

#[test]
#[cfg(unix)]
fn configs_that_are_no_files() {
    for (path, message) in [
        ("/", "cannot read /: "),
        ("/nowhere/x.ini", "cannot read /nowhere/x.ini: "),
        ("/dev/zero", "/dev/zero: the file is larger than 1 MiB"),
    ] {
        let found = run(&["show", "chess", "--config", path]).refusal();
        assert!(found.starts_with(message), "{found}");
    }
    assert_eq!(
        run(&["status", "chess", "--config", "/dev/null"]).good(),
        "ongoing\n"
    );
    let directory = tempfile::tempdir().unwrap();
    std::fs::create_dir(directory.path().join("engine.ini")).unwrap();
    let output = program(directory.path()).args(["status", "chess"]).output();
    assert_eq!(Ran::new(&output.unwrap()).good(), "ongoing\n");
}

#[test]
fn bad_games_are_disabled_with_a_reason() {
    let long = format!("customPiece1 = z:{}", "W".repeat(900_000));
    for (lines, reason) in [
        (
            "[g:h]\n[h:g]",
            "1: [g] the games inherit in a circle: 'g' is its own ancestor",
        ),
        (
            "[g:ches]",
            "1: [g] there is no game 'ches' to inherit from (did you mean chess?)",
        ),
        (
            "[g:chess]\nfers = m\ncustomPiece1 = m:W",
            "3: [g] customPiece1: the id 'm' is used twice",
        ),
        ("[g]\nmaxFile = 8", "1: [g] king: the game has no pieces"),
        (
            "[g:chess]\nmaxFile = 17",
            "2: [g] maxFile: '17' is not a number of files from 1 to 16",
        ),
        (
            "[g:chess]\nmaxRank = 99999999999",
            "2: [g] maxRank: '99999999999' is not a number from 1 to 16",
        ),
        (
            "[g:chess]\ncustomPiece1 = z:Q6(",
            "2: [g] customPiece1: in Betza 'Q6(', character 4: expected a number of squares from 0 \
             to 15",
        ),
        (
            "[g:chess]\nknigth = n",
            "2: [g] knigth: unknown key; the nearest known key is knight",
        ),
        (
            &format!("[g:chess]\n{long}"),
            "2: [g] customPiece1: in Betza 'WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW...', character 301: longer than 300 characters",
        ),
        (
            "[g:chess]\ntitle = \u{1b}[31mred",
            "2: [g] title: the value has a control character",
        ),
        (
            "[g:chess]\n[g:chess]",
            "2: [g] the section is given twice, first in line 1",
        ),
        (
            "[g:chess]\ncastling = si",
            "2: [g] castling: 'si' is neither true nor false",
        ),
        (
            "[g:chess]\n\nstartFen = 4k3/8/8/8/8/8/8/4K3 w K - 0 1",
            "3: [g] startFen: castling: right 'K' needs R on h1",
        ),
        (
            "[g:chess]\nmaxRank = 3",
            "1: [g] startFen: it is not given, and the default one does not fit: the number of \
             ranks is 8, expected 3",
        ),
    ] {
        let ran = with_ini(format!("{lines}\n"), &["show", "g"]);
        // The first line is about the game; a second game may have more to say.
        assert_eq!(ran.code, 1, "{lines:.50}");
        assert_eq!(
            ran.err,
            format!(
                "error: the game 'g' is disabled: games.ini:{}\n",
                reason.replace("[g] ", "")
            )
        );
        // The other games are still there.
        let ran = with_ini(format!("{lines}\n"), &["games"]);
        assert_eq!(
            (ran.code, ran.out.lines().count()),
            (1, built_in()),
            "{}",
            ran.out
        );
        assert!(
            ran.err.contains(&format!("games.ini:{reason}\n")),
            "{}",
            ran.err
        );
        let ran = with_ini(format!("{lines}\n"), &["status", "battery"]);
        assert_eq!((ran.code, ran.out.as_str()), (0, "ongoing\n"));
    }
}

/// The number of games that are built in.
fn built_in() -> usize {
    sliderule::rules::Catalog::built_in().games().len()
}

#[test]
fn hostile_files_are_answered_soon() {
    let sections: String = (0..50_000).map(|i| format!("[a{i}:chess]\n")).collect();
    let ran = with_ini(sections, &["games"]);
    assert_eq!((ran.code, ran.out.lines().count()), (1, built_in() + 1000));
    assert_eq!(
        ran.err,
        "error: games.ini:1001: more than 1000 sections; from here on the file is not read\n"
    );
    let keys: String = (0..40_000)
        .map(|i| format!("promotionWhite{i}=\n"))
        .collect();
    let ran = with_ini(format!("[g:chess]\n{keys}"), &["status", "chess"]);
    assert_eq!((ran.code, ran.err.lines().count()), (0, 6));
    assert!(
        ran.err
            .ends_with("warning: and 15 more problems; `sliderule games` shows them\n")
    );
    // Lines before any header are one mistake; lines without '=' in a section are many.
    let ran = with_ini("junk\n".repeat(200_000), &["games"]);
    assert_eq!((ran.code, ran.err.lines().count()), (1, 1), "{}", ran.err);
    let junk = format!("[g:chess]\n{}", "junk\n".repeat(200_000));
    let ran = with_ini(junk, &["games"]);
    assert_eq!((ran.code, ran.err.lines().count()), (1, 101));
    assert!(
        ran.err
            .ends_with("games.ini:102: too many errors; from here on the file is not read\n")
    );
    let chain: String = (1..1000).map(|i| format!("[a{i}:a{}]\n", i - 1)).collect();
    let found = with_ini(format!("[a0:chess]\n{chain}"), &["show", "a999"]).refusal();
    assert!(
        found.ends_with("games.ini:1000: more than 32 ancestors"),
        "{found}"
    );
}

#[test]
fn numbers_have_limits() {
    let depth = "expected a number from 1 to 99";
    for (arguments, message) in [
        (&["perft", "chess", "0"][..], depth),
        (&["perft", "chess", "100"], depth),
        (&["perft", "chess", "-1"], depth),
        (&["perft", "chess", "99999999999999999999"], depth),
        (&["perft", "chess", "three"], depth),
        (
            &["perft", "chess", "2", "--threads", "0"],
            "expected a number from 1 to 512",
        ),
        (
            &["perft", "chess", "2", "--threads", "513"],
            "expected a number from 1 to 512",
        ),
        (
            &["perft", "chess", "2", "--hash", "-1"],
            "expected a number from 0 to 4294967295",
        ),
        (
            &["perft", "chess", "2", "--hash", "4294967296"],
            "expected a number from 0 to 4294967295",
        ),
    ] {
        let ran = run(arguments);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""));
        let first = ran.err.lines().next().unwrap();
        assert!(
            first.starts_with("error: invalid value") && first.ends_with(message),
            "{first}"
        );
    }
    let found = run(&["perft", "chess", "2", "--hash", "4000000000"]).refusal();
    assert!(found.starts_with("--hash 4000000000: only "), "{found}");
    // More threads than there are moves to count.
    assert!(
        run(&["perft", "chess", "2", "--threads", "512"])
            .out
            .ends_with("2 400\n")
    );
}

#[test]
fn a_count_beyond_64_bits_is_no_number() {
    let fen = "k3***/7/7/7/7/7/***3K w - - 0 1";
    let common = ["perft", "opposition", "30", "--hash", "64", "--fen", fen];
    let ran = run(&common);
    assert_eq!((ran.code, ran.out.lines().count()), (1, 20));
    let last = "error: depth 21: the count does not fit in 64 bits";
    assert_eq!(ran.err.lines().last(), Some(last));
    for option in ["--divide", "--json"] {
        let ran = run(&[&common[..], &[option]].concat());
        assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{option}");
        assert!(
            ran.err.ends_with("the count does not fit in 64 bits\n"),
            "{option}"
        );
    }
}

#[test]
fn misuse_ends_with_code_2() {
    for arguments in [
        &["nonsense"][..],
        &["show"],
        &["show", "chess", "chess"],
        &["show", "chess", "--fne", "x"],
        &["play-moves", "chess", "--fne", "x"],
        &["show", "chess", "--fen"],
        &["show", "chess", "--fen", "startpos", "--fen", "startpos"],
        &["moves", "chess", "--stdin", "--fen", "startpos"],
        &["perft", "chess"],
        &["--moves", "e2e4", "show", "chess"],
    ] {
        let ran = run(arguments);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{arguments:?}");
        assert!(ran.err.starts_with("error: "), "{}", ran.err);
    }
}

#[test]
fn unknown_games_have_neighbours() {
    let found = run(&["show", "Oposition"]).refusal();
    assert_eq!(
        found,
        "there is no game 'Oposition' (did you mean opposition?); `sliderule games` lists the games"
    );
    let found = run(&["show", ""]).refusal();
    assert_eq!(
        found,
        "there is no game ''; `sliderule games` lists the games"
    );
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_told() {
    for arguments in [
        &["games"][..],
        &["show", "chess"],
        &["moves", "chess"],
        &["perft", "chess", "1"],
    ] {
        let full = std::fs::OpenOptions::new()
            .write(true)
            .open("/dev/full")
            .unwrap();
        let binary = assert_cmd::cargo::cargo_bin!("sliderule");
        let output = std::process::Command::new(binary)
            .args(arguments)
            .stdout(full)
            .output()
            .unwrap();
        let ran = Ran::new(&output);
        assert_eq!(ran.code, 1);
        assert!(
            ran.err
                .starts_with("error: cannot write to standard output: "),
            "{}",
            ran.err
        );
    }
}
