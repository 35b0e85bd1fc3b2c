//! `sliderule pgn check` reads what match runners and servers write.

use super::{program, trial};
use libtest_mimic::Trial;
use serde_json::Value;

pub fn trials() -> Vec<Trial> {
    vec![
        trial("games of other programs are read", foreign),
        trial("the first wrong move of every game is told", wrong),
        trial("files that cannot be checked are refused", refused),
    ]
}

fn check(text: &str, arguments: &[&str]) -> program::Ran {
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("g.pgn"), text).unwrap();
    let mut command = program::program(directory.path());
    command.args(["pgn", "check", "g.pgn"]).args(arguments);
    program::Ran::new(&command.output().unwrap())
}

/// In the manners of cutechess, fastchess, lichess and XBoard.
const FOREIGN: &str = r#"[Event "?"]
[White "A"]
[Black "B"]
[Result "1-0"]
[Variant "CAPABLANCA"]
[TimeControl "40/60"]
[PlyCount "3"]

1. e4 {+0.35/12 0.52s} e6 {book} 2. Nh3 {+1.00/9 0.1s, Black's connection stalls} 1-0

[Event "Fast Chess Tournament"]
[Result "0-1"]
[GameDuration "00:00:01"]

1. f3 {+0.00/1 0.000s, n=20} e5 {-M4/2 0.001s} 2. g4 $4 (2. d4 {better} exd4) Qh4# {Black mates} 0-1

[Event "Rated game"]
[Site "https://lichess.org/abcdefgh"]
[Result "1-0"]
[Variant "King of the Hill"]
[Opening "?"]

1. e4 { [%clk 0:03:00] } 1... d5 { [%clk 0:03:00] } 2. Ke2 { [%eval 0.1] } 2... a6 3. Ke3 Nf6 4. Kd4 1-0

[Event "Computer Chess Game"]
[Result "*"]
[Variant "knightmate"]

{--------------
 a diagram
--------------}
1. e4 e5 2. Kf3 ; the king is a knight
*
"#;

fn foreign() {
    let told = check(FOREIGN, &[]).good();
    assert_eq!(told, "4 games, 17 plies, 0 wrong\n");
}

fn wrong() {
    let text = "[Result \"1-0\"]\n\n1. e4 e5 2. Qh6 1-0\n\n[Variant \"nogame\"]\n\n1. e4 *\n\n\
                [Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n\n[Result \"*\"]\n\n1. a3 *\n";
    let ran = check(text, &[]);
    assert_eq!((ran.code, ran.err.as_str()), (1, ""));
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(lines.len(), 4, "{}", ran.out);
    let starts = [
        "g.pgn:3: game 1: move 2. 'Qh6' is illegal: ",
        "g.pgn:5: game 2: the tag 'Variant': ",
        "g.pgn: game 3: the result is 1-0, but by the rules 0-1 (checkmate)",
        "4 games, 5 plies, 3 wrong",
    ];
    for (line, start) in lines.iter().zip(starts) {
        assert!(line.starts_with(start), "{line}");
    }
    let ran = check(text, &["--json"]);
    let report: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((ran.code, &report["games"]), (1, &4.into()));
    assert_eq!(report["problems"][0]["line"], 3);
    assert_eq!(report["problems"][2]["game"], 3);
}

fn refused() {
    let message = check("\n", &[]).refusal();
    assert_eq!(message, "g.pgn: no game is in the file");
    let message = program::run(&["pgn", "check", "none.pgn"]).refusal();
    assert!(message.starts_with("cannot read none.pgn"), "{message}");
}
