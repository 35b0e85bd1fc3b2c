//! Conversations in the XBoard protocol with the real binary.

use crate::engine::{Engine, said};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::time::{Duration, Instant};

/// A program that has been greeted, with a game begun and the board of `variant`.
fn greeted(variant: &str) -> Engine {
    let mut engine = Engine::start();
    engine.send("xboard");
    engine.ask("protover 2", "feature done=1");
    engine.send("new");
    if variant != "normal" {
        engine.send(&format!("variant {variant}"));
    }
    engine.send("st 0.1");
    engine.ask("ping 0", "pong 0");
    engine
}

/// Checks that a command is obeyed in silence.
#[track_caller]
fn quietly(engine: &mut Engine, text: &str) {
    let lines = said(engine, text);
    assert!(lines.is_empty(), "{text}: {lines:?}");
}

/// The one line with which a command is answered.
#[track_caller]
fn answer(engine: &mut Engine, text: &str) -> String {
    let lines = said(engine, text);
    match lines.as_slice() {
        [only] => only.clone(),
        _ => panic!("{text}: {lines:?}"),
    }
}

/// Sets up a position in which the engine only follows.
#[track_caller]
fn set_up(engine: &mut Engine, fen: &str) {
    quietly(engine, "force");
    quietly(engine, &format!("setboard {fen}"));
}

/// Starts the engine's thinking about a move that it would not end for a long time.
fn think_long(engine: &mut Engine) {
    engine.send("new\nlevel 0 600 0\npost\nusermove e2e4");
    // It has begun.
    engine.until("3 ");
}

#[test]
fn introduces_itself() {
    let mut engine = Engine::start();
    engine.send("xboard");
    let lines = engine.ask("protover 2", "feature done=1");
    let text = lines.join("\n");
    for feature in [
        "ping=1",
        "setboard=1",
        "usermove=1",
        "colors=0",
        "sigint=0",
        "analyze=1",
        "highlight=1",
        "exclude=1",
        "memory=1",
        "smp=1",
        "nps=1",
        "pause=1",
        "myname=\"Sliderule ",
        "variants=\"normal,battery,battery-standard,opposition,short-sliders,kingofthehill,",
        "option=\"MultiPV -spin 1 1 500\"",
    ] {
        assert!(text.contains(feature), "{feature}: {text}");
    }
    // A program of version 1 never asks.
    let mut engine = Engine::start();
    engine.send("xboard\nnew\nlevel 40 5 0\nst 1\nsd 3\ne2e4");
    engine.until("move ");
    engine.quit();
}

#[test]
fn a_game_is_played_under_time_controls_of_all_kinds() {
    for control in [
        "st 0.05",
        "level 40 0:05 0",
        "level 0 0:02 0.1",
        "sd 3",
        "st 1\nnps 2000",
        "level 20 1 0\nnps 10000\ntime 6000\notim 6000",
        "level 0 5 0\ntime 30",
        "level 0 5 0\ntime -20",
    ] {
        let mut engine = greeted("normal");
        engine.send(control);
        let begin = Instant::now();
        engine.send("usermove e2e4");
        let reply = engine.until("move ").pop().unwrap();
        assert!(begin.elapsed() < Duration::from_secs(6), "{control}");
        // As Black it has answered, and waits for White.
        quietly(&mut engine, "hard\neasy");
        engine.send("usermove g1f3");
        assert_ne!(engine.until("move ").pop().unwrap(), reply);
        engine.quit();
    }
}

#[test]
fn thinking_is_shown_in_the_form_of_the_protocol() {
    let mut engine = greeted("normal");
    engine.send("post\nsd 6\nst 5\nusermove e2e4");
    let mut lines = engine.until("move ");
    lines.pop();
    assert!(lines.len() >= 6, "{lines:?}");
    for line in &lines {
        let words: Vec<&str> = line.split(' ').collect();
        assert!(words.len() > 4, "{line}");
        assert!(
            words[..4].iter().all(|w| w.parse::<i64>().is_ok()),
            "{line}"
        );
        assert!(words[4].len() == 4, "{line}");
    }
    // A mate in one, and one that cannot be avoided.
    set_up(&mut engine, "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1");
    let lines = engine.ask("go", "move a1a8");
    assert!(lines.iter().any(|l| l.contains(" 100001 ")), "{lines:?}");
    assert!(engine.until("1-0").pop().unwrap().contains("Checkmate"));
    set_up(&mut engine, "7k/8/6K1/8/8/8/8/R7 b - - 0 1");
    let lines = engine.ask("nopost\npost\ngo", "move h8g8");
    assert!(lines.iter().any(|l| l.contains(" -100001 ")), "{lines:?}");
    set_up(&mut engine, "7k/8/6K1/8/8/8/8/R7 b - - 0 1");
    assert_eq!(engine.ask("nopost\ngo", "move").len(), 1);
    engine.quit();
}

#[test]
fn every_command_is_known_at_every_stage() {
    let commands = "xboard|protover 2|accepted ping|rejected san|new|variant normal|random|force|go|\
        playother|white|black|level 40 5 0|level 0 0:30 2|st 0.05|sd 4|nps 0|time 6000|otim 6000|\
        usermove e2e4|e7e5|?|ping 7|draw|result 1-0 {White mates}|\
        setboard rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1|edit|#|.|hint|bk|undo|\
        remove|hard|easy|post|nopost|analyze|exclude e2e4|exclude all|include all|include e2e4|\
        setscore 30 12|.|exit|name Someone|rating 2000 1900|ics -|ics freechess.org|computer|\
        pause|resume|memory 68|cores 1|egtpath nalimov /tmp|\
        option MultiPV=1|option Clear Hash|option Resign=0|lift e2|hover e4|put e4|PROMO q|MOVE 1|\
        # a remark";
    let mut engine = greeted("normal");
    for state in [
        "force",
        "new",
        "analyze",
        "pause",
        "new\nst 0.02\nusermove d2d4",
    ] {
        for command in commands.split('|').map(str::trim) {
            let lines = said(
                &mut engine,
                &format!("st 0.02\n{state}\n{command}\nst 0.02"),
            );
            let unknown = lines.iter().any(|l| l.contains("unknown command"));
            // The dot ends the setting up of a position, and has no meaning else.
            assert!(!unknown, "{state}, {command}: {lines:?}");
            said(&mut engine, ".\nresume\nexit\nforce");
        }
    }
    engine.quit();
}

#[test]
fn nonsense_is_answered_and_changes_nothing() {
    let mut engine = greeted("normal");
    for (line, part) in [
        ("xyzzy", "Error (unknown command): xyzzy"),
        ("uci", "Error (unknown command): uci"),
        ("isready", "Error (unknown command): isready"),
        ("position startpos moves e2e4", "Error (unknown command)"),
        ("usermove", "Error (something is missing after it)"),
        (
            "usermove e2e5",
            "Illegal move (the Pawn on e2 does not move to e5): e2e5",
        ),
        ("usermove z9z9", "Illegal move ("),
        ("e2e5", "Illegal move ("),
        ("usermove é", "Illegal move ("),
        (
            "level",
            "Error (expected moves, minutes and seconds): level",
        ),
        ("st soon", "Error ('soon' is not a time)"),
        ("sd x", "Error ('x' is not a number"),
        ("undo", "Error (there is no move to take back)"),
        ("remove", "Error (there is no move to take back)"),
        (".", "Error (only while analysing)"),
        ("exit", "Error (only while analysing)"),
        (
            "exclude e2e4",
            "Error (only while analysing or in force mode)",
        ),
        (
            "option Nosuch=1",
            "tellusererror there is no option 'Nosuch'",
        ),
        (
            "option MultiPV=0",
            "tellusererror MultiPV: '0' is not a number from 1",
        ),
        (
            "option VariantPath=/no/such/file",
            "tellusererror VariantPath: cannot read /no/such/file: no such file",
        ),
        (
            "option Log File=/no/such/dir/log",
            "no such file or directory",
        ),
        (
            "option Rank Offset=2",
            "tellusererror Rank Offset: '2' is none of auto, 0, 1",
        ),
        ("lift z9", "Error (no such square): lift z9"),
        ("put z9", "Error (no such square): put z9"),
        ("PROMO q", "Error (nothing was asked)"),
        ("MOVE 1", "Error (nothing was asked)"),
    ] {
        let answered = answer(&mut engine, line);
        assert!(answered.contains(part), "{line}: {answered}");
    }
    let lines = said(&mut engine, "variant nonesuch");
    assert!(
        lines.iter().any(|l| l.starts_with("tellusererror ")),
        "{lines:?}"
    );
    assert!(
        lines
            .iter()
            .any(|l| l.starts_with("Error (unsupported variant)"))
    );
    assert!(answer(&mut engine, "usermove e2e4").starts_with("Illegal move ("));
    said(&mut engine, "new\nst 0.05");
    // Long lines are shortened in the answer; bytes that are not UTF-8 do no harm.
    for word in ["a", "usermove ", "setboard ", "option ", "ping ", "8/", "é"] {
        let lines = said(&mut engine, &word.repeat(1000 / word.len() + 1));
        assert!(lines.iter().all(|l| l.len() < 1100), "{word}: {lines:?}");
    }
    engine.send_bytes(b"usermove \xff\xfe\nsetboard \xc3\x28 w\n\xf0\x9f\n\0\n\t \r\n\n");
    let lines = said(&mut engine, "new");
    let refused = lines
        .iter()
        .filter(|l| l.starts_with("Error (the line is not UTF-8 text: see byte "));
    assert_eq!(refused.count(), 3, "{lines:?}");
    // The game can be played on.
    engine.send("  usermove \t e2e4 \r");
    engine.until("move ");
    engine.quit();
}

#[test]
fn a_ping_is_answered_when_all_before_it_is_done() {
    let mut engine = greeted("normal");
    engine.send("usermove e2e4");
    let lines = engine.ask("ping 12", "pong 12");
    assert!(lines.iter().any(|l| l.starts_with("move ")), "{lines:?}");
    // It does not wait for pondering or analysis.
    engine.send("hard\nusermove d2d4");
    engine.until("move ");
    let begin = Instant::now();
    quietly(&mut engine, "hard");
    engine.send("analyze");
    engine.ask("ping 13", "pong 13");
    assert!(begin.elapsed() < Duration::from_secs(5));
    engine.quit();
}

#[test]
fn commands_in_the_midst_of_thinking_work() {
    let mut engine = greeted("normal");
    // Those that end the thinking: no move comes afterwards, and the engine is ready.
    for command in [
        "force",
        "new",
        "new\nvariant battery",
        "undo",
        "result 1/2-1/2 {agreed}",
        "setboard 7k/8/8/8/8/8/8/K6R w - - 0 1",
        "setboard rubbish",
        "analyze\nexit",
        "edit\n#\n.",
        "pause",
        "white",
        "black",
        "variant nonesuch",
    ] {
        think_long(&mut engine);
        let begin = Instant::now();
        let lines = said(&mut engine, command);
        assert!(begin.elapsed() < Duration::from_secs(10), "{command}");
        assert!(
            !lines.iter().any(|l| l.starts_with("move ")),
            "{command}: {lines:?}"
        );
        assert!(said(&mut engine, "nopost").is_empty(), "{command}");
    }
    // Those that change nothing: the move comes when it is asked for.
    for command in [
        "usermove d2d4",
        "usermove e7e5",
        "draw",
        "hint",
        "bk",
        "time 1000\notim 1000",
        "level 0 1 0",
        "computer",
        "name Crafty",
        "hard",
        "easy",
        "lift e7",
        "go",
        "option Clear Hash",
        "memory 9",
        "cores 2",
        "xyzzy",
        ".",
    ] {
        think_long(&mut engine);
        engine.send(command);
        std::thread::sleep(Duration::from_millis(20));
        let early: Vec<String> = engine.lines.try_iter().collect();
        assert!(
            !early.iter().any(|l| l.starts_with("move ")),
            "{command}: {early:?}"
        );
        engine.ask("?", "move ");
        said(&mut engine, "easy\nmemory 68\ncores 1");
    }
    think_long(&mut engine);
    engine.quit();
}

#[test]
fn pausing_stops_the_thinking_until_resume() {
    let mut engine = greeted("normal");
    think_long(&mut engine);
    said(&mut engine, "pause");
    std::thread::sleep(Duration::from_millis(50));
    assert_eq!(engine.lines.try_iter().count(), 0);
    engine.send("st 0.1");
    engine.ask("resume", "move ");
    engine.quit();
}

#[test]
fn pondering_goes_on_with_the_expected_move() {
    let mut engine = greeted("normal");
    engine.send("hard\npost\nst 0.3\nusermove e2e4");
    let lines = engine.until("move ");
    let line = lines
        .iter()
        .rev()
        .find(|l| l.split(' ').count() > 6)
        .unwrap();
    let expected = line.split(' ').nth(5).unwrap().to_string();
    // While the opponent thinks there is output but no move.
    engine.until("5 ");
    std::thread::sleep(Duration::from_millis(600));
    assert!(engine.lines.try_iter().all(|l| !l.starts_with("move ")));
    let hint = said(&mut engine, "hint");
    assert!(
        hint.contains(&format!("Hint: {expected}")),
        "{expected} {hint:?}"
    );
    engine.send(&format!("usermove {expected}"));
    engine.until("move ");
    // Another move than the expected one ends it, and so does `easy`.
    engine.until("5 ");
    engine.send("usermove a2a3\n");
    let lines = engine.until("move ");
    assert!(
        lines.iter().any(|l| l.starts_with("1 ")),
        "it began anew: {lines:?}"
    );
    engine.until("5 ");
    said(&mut engine, "easy");
    std::thread::sleep(Duration::from_millis(50));
    assert_eq!(engine.lines.try_iter().count(), 0);
    engine.quit();
}

#[test]
fn force_go_and_playother_decide_who_moves() {
    let mut engine = greeted("normal");
    quietly(
        &mut engine,
        "force\nusermove e2e4\nusermove e7e5\nusermove g1f3",
    );
    assert!(answer(&mut engine, "usermove a2a3").starts_with("Illegal move"));
    let moved = said(&mut engine, "go");
    assert!(
        moved.len() == 1 && moved[0].starts_with("move "),
        "{moved:?}"
    );
    assert!(answer(&mut engine, "usermove e4e5").starts_with("Illegal move"));
    quietly(&mut engine, "new\nst 0.05\nplayother");
    assert!(said(&mut engine, "usermove d2d4")[0].starts_with("move "));
    let moved = said(&mut engine, "force\nnew\nforce\ngo");
    assert!(moved.len() == 1 && moved[0].starts_with("move "));
    engine.quit();
}

#[test]
fn positions_are_set_up_in_both_ways() {
    let mut engine = greeted("normal");
    for bad in [
        "",
        " 8/8/8/8",
        " 8/8/8/8/8/8/8/8 w - - 0 1",
        " 7k/8/8/8/8/8/8/K6R b - - x 1",
        " xnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        " 7k/7R/8/8/8/8/8/K7 w - - 0 1",
    ] {
        let lines = said(&mut engine, &format!("force\nsetboard{bad}"));
        if bad.is_empty() {
            assert_eq!(lines, ["Error (something is missing after it): setboard"]);
            continue;
        }
        assert!(lines.len() == 1 && lines[0].starts_with("tellusererror Illegal position: "));
        assert!(lines[0].len() > "tellusererror Illegal position: ".len());
        for refused in ["go", "playother", "hint"] {
            let refusal = answer(&mut engine, refused);
            assert!(
                refusal.starts_with("Error (the position is not legal)"),
                "{refusal}"
            );
        }
        let refusal = answer(&mut engine, "usermove e2e4");
        assert!(
            refusal.starts_with("Illegal move (the position is not legal)"),
            "{refusal}"
        );
    }
    set_up(&mut engine, "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1");
    let lines = engine.ask("go", "1-0 {");
    assert!(lines[0].starts_with("move g5"), "{lines:?}");
    // The same, a piece at a time; the castling rights are found out.
    quietly(
        &mut engine,
        "new\nforce\nedit\n#\nKe1\nRh1\nxa1\nPa2\nxa2\nc\nKe8\nQd8\nxd8\n.",
    );
    quietly(&mut engine, "usermove e1g1\nusermove e8e7\nusermove f1f7");
    let refused = said(&mut engine, "edit\n#\nKe1\n.");
    assert!(
        refused[0].starts_with("tellusererror Illegal position"),
        "{refused:?}"
    );
    quietly(&mut engine, "edit\n#\nKe1\nc\nKe8\n.\nusermove e8d8");
    // Any other command ends it, and leaves the position as it was.
    assert_eq!(
        said(&mut engine, "edit\n#\nqq\nKj9"),
        [
            "Error ('qq' is not a piece on a square): qq",
            "Error (no such square): Kj9"
        ]
    );
    quietly(&mut engine, "force\nusermove e1d1");
    engine.quit();
}

#[test]
fn moves_are_taken_back() {
    let mut engine = greeted("normal");
    quietly(
        &mut engine,
        "force\nusermove e2e4\nusermove e7e5\nundo\nusermove c7c5\nremove",
    );
    quietly(&mut engine, "usermove d2d4\nundo");
    assert!(answer(&mut engine, "undo").starts_with("Error (there is no move"));
    quietly(&mut engine, "new\nst 0.05");
    engine.send("usermove e2e4");
    engine.until("move ");
    // The user takes his move and the answer back, and plays another.
    quietly(&mut engine, "remove");
    engine.send("usermove d2d4");
    engine.until("move ");
    engine.quit();
}

#[test]
fn a_part_of_a_move_is_taken_back_by_itself() {
    let mut engine = greeted("opposition");
    quietly(
        &mut engine,
        "force\nusermove e3e4\nusermove c5c4\nusermove @@@@\nundo\nusermove f3f4\nundo",
    );
    // Two plies of a move that is not complete, then one of it and the move before.
    quietly(
        &mut engine,
        "usermove @@@@\nusermove @@@@\nremove\nusermove g3g4\nundo",
    );
    quietly(&mut engine, "usermove @@@@\nremove\nusermove b5b4\nundo");
    quietly(&mut engine, "undo");
    assert!(answer(&mut engine, "undo").starts_with("Error (there is no move"));
    quietly(&mut engine, "usermove @@@@");
    assert!(answer(&mut engine, "remove").starts_with("Error (there is no move"));
    engine.quit();
}

#[test]
fn a_game_that_fills_the_list_of_moves_is_drawn() {
    let mut engine = greeted("opposition");
    quietly(&mut engine, "force");
    // A sequence may have a hundred plies: most of these do nothing.
    let nothing = "usermove @@@@\n".repeat(98);
    let moves = [
        "e3e4", "c5c4", "f3f4", "b5b4", "g3g4", "a5a4", "e4e5", "c4c3", "f4f5",
    ];
    for mv in moves {
        quietly(&mut engine, &format!("{nothing}usermove {mv}"));
    }
    // 891 entries: a game goes on.
    engine.ask("go", "move ");
    quietly(&mut engine, "force\nundo");
    quietly(&mut engine, &format!("{nothing}usermove b4b3"));
    assert_eq!(
        answer(&mut engine, "go"),
        "1/2-1/2 {The list of moves is full}"
    );
    engine.quit();
}

#[test]
fn a_gesture_of_several_meanings_is_asked_about() {
    let mut engine = greeted("opposition");
    let pawn = "k3***/2P4/7/7/7/4M2/***1HK1 w - - 0 1";
    set_up(&mut engine, pawn);
    quietly(&mut engine, "playother");
    let question = "askuser PROMO Promote to: H = Horse, M = Monk? (Enter: M)";
    let lines = said(&mut engine, "usermove c6c7");
    assert_eq!(
        lines,
        ["Illegal move (it may mean several moves): c6c7", question]
    );
    for wrong in ["0", "k", "p", "-1", "99999999999999999999999", "m h"] {
        let lines = said(&mut engine, &format!("PROMO {wrong}"));
        assert_eq!(
            lines,
            [question.replace("Promote", &format!("'{wrong}' is none of these. Promote"))],
            "{wrong}"
        );
    }
    assert!(answer(&mut engine, "MOVE 1").starts_with("Error (nothing was asked)"));
    let lines = said(&mut engine, "PROMO M = Monk");
    assert_eq!(lines[0], "move c6c7m");
    assert!(lines[1].starts_with("move "), "{lines:?}");
    // The question is settled, also by another move in its place.
    assert!(answer(&mut engine, "PROMO m").starts_with("Error (nothing was asked)"));
    set_up(&mut engine, pawn);
    said(&mut engine, "playother\nusermove c6c7");
    let lines = said(&mut engine, "usermove e2e3");
    assert!(lines[0].starts_with("move "), "{lines:?}");
    assert!(answer(&mut engine, "PROMO h").starts_with("Error (nothing was asked)"));
    // Where nobody can be asked, it is refused.
    set_up(&mut engine, pawn);
    assert!(answer(&mut engine, "usermove c6c7").starts_with("Illegal move (it may mean"));
    engine.quit();
}

#[test]
fn the_end_of_the_game_is_told_with_its_reason() {
    for (variant, fen, mv, result) in [
        (
            "normal",
            "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1",
            "g5g7",
            "1-0 {Checkmate}",
        ),
        (
            "normal",
            "7k/8/6K1/5Q2/8/8/8/8 w - - 0 1",
            "f5f7",
            "1/2-1/2 {Stalemate, Black has no move}",
        ),
        (
            "normal",
            "7k/8/8/8/8/8/8/K5R1 w - - 99 80",
            "a1a2",
            "1/2-1/2 {100 plies without a capture or an irreversible pawn move}",
        ),
    ] {
        let mut engine = greeted(variant);
        set_up(&mut engine, fen);
        let lines = said(&mut engine, &format!("playother\nusermove {mv}"));
        assert_eq!(lines, [result]);
        // The game is over: nothing more is played until there is another.
        assert_eq!(answer(&mut engine, "go"), result);
        said(&mut engine, "new\nst 0.05");
        engine.ask("usermove e2e4", "move ");
        engine.quit();
    }
    let mut engine = greeted("normal");
    quietly(
        &mut engine,
        "force\nusermove g1f3\nusermove g8f6\nusermove f3g1\nusermove f6g8\nusermove g1f3\n\
         usermove g8f6\nusermove f3g1",
    );
    assert_eq!(
        said(&mut engine, "playother\nforce\nusermove f6g8\ngo"),
        ["1/2-1/2 {The position has occurred 3 times}"]
    );
    engine.quit();
}

#[test]
fn draws_are_agreed_to_when_the_engine_is_not_better() {
    // White has a queen more.
    let fen = "3qk3/pppp4/8/8/8/8/PPPP4/1Q1QK3 w - - 0 1";
    let mut engine = greeted("normal");
    set_up(&mut engine, fen);
    quietly(&mut engine, "playother\ndraw");
    let lines = said(&mut engine, "usermove a2a3");
    assert_eq!(lines[0], "offer draw");
    assert!(lines[1].starts_with("move "), "{lines:?}");
    assert_eq!(answer(&mut engine, "draw"), "offer draw");
    set_up(&mut engine, fen);
    quietly(&mut engine, "draw");
    let lines = said(&mut engine, "draw\ngo\ndraw");
    assert!(lines.iter().all(|l| l != "offer draw"), "{lines:?}");
    quietly(&mut engine, "draw");
    engine.quit();
}

#[test]
fn a_lost_game_is_given_up_only_if_that_is_wanted() {
    let fen = "4k3/pppp4/8/8/8/8/PPPP4/1Q1QK3 b - - 0 1";
    let mut engine = greeted("normal");
    for wanted in [false, true] {
        quietly(&mut engine, &format!("option Resign={}", u8::from(wanted)));
        set_up(&mut engine, fen);
        let mut resigned = false;
        for white in ["e1f1", "f1e1", "e1f1", "f1e1"] {
            resigned |= said(&mut engine, "st 1\nnps 2000\ngo").contains(&"resign".to_string());
            if !resigned {
                quietly(&mut engine, &format!("force\nusermove {white}"));
            }
        }
        assert_eq!(resigned, wanted);
    }
    engine.quit();
}

#[test]
fn analysis_goes_on_until_it_is_left() {
    let mut engine = greeted("normal");
    engine.send("post\nanalyze");
    engine.until("6 ");
    let line = engine.ask(".", "stat01: ").pop().unwrap();
    let words: Vec<&str> = line.split(' ').collect();
    assert!(
        words[1..6].iter().all(|w| w.parse::<u64>().is_ok()),
        "{line}"
    );
    assert_eq!(words[6].len(), 4, "{line}");
    // Moves are made and taken back, and what is found is about the new position.
    engine.send("usermove e2e4");
    engine.ask("ping 5", "pong 5");
    let line = engine.until("5 ").pop().unwrap();
    assert!(
        "78".contains(&line.split(' ').nth(4).unwrap()[1..2]),
        "Black's move: {line}"
    );
    assert!(
        said(&mut engine, "usermove e4e5")
            .iter()
            .any(|l| l.starts_with("Illegal move"))
    );
    engine.ask("undo\nping 6", "pong 6");
    let line = engine.until("5 ").pop().unwrap();
    let best = line.split(' ').nth(4).unwrap().to_string();
    engine.ask(&format!("exclude {best}\nping 7"), "pong 7");
    let line = engine.until("5 ").pop().unwrap();
    assert_ne!(line.split(' ').nth(4).unwrap(), best);
    engine.send("exclude all\ninclude a2a3\nping 8");
    engine.until("pong 8");
    let line = engine.until("5 ").pop().unwrap();
    assert_eq!(line.split(' ').nth(4).unwrap(), "a2a3");
    said(&mut engine, "include all\nsetscore 250 30\nhint\nbk");
    engine.ask("setboard 7k/8/5K2/6Q1/8/8/8/8 w - - 0 1\nping 9", "pong 9");
    engine.until("2 ");
    // It does not end the game, and makes no moves of its own.
    let lines = said(&mut engine, "usermove g5g7\n.");
    assert!(
        lines
            .iter()
            .all(|l| !l.starts_with("1-0") && !l.starts_with("move")),
        "{lines:?}"
    );
    said(&mut engine, "exit");
    assert_eq!(
        answer(&mut engine, "exit"),
        "Error (only while analysing): exit"
    );
    // A new game while analysing is analysed.
    said(&mut engine, "analyze");
    engine.send("new");
    engine.ask("ping 10", "pong 10");
    engine.until("5 ");
    engine.quit();
}

#[test]
fn plays_no_move_that_was_excluded() {
    let mut engine = greeted("normal");
    quietly(&mut engine, "force");
    assert_eq!(
        answer(&mut engine, "exclude e2e5"),
        "Error (the Pawn on e2 does not move to e5): exclude e2e5"
    );
    quietly(&mut engine, "exclude all");
    assert_eq!(
        answer(&mut engine, "go"),
        "Error (all moves are excluded): go"
    );
    quietly(&mut engine, "include a2a3");
    assert_eq!(engine.ask("go", "move "), ["move a2a3"]);
    // The next position is another matter.
    engine.send("usermove a7a6");
    let answer = engine.until("move ").pop().unwrap();
    assert_ne!(answer, "move a2a3");
    // The engine's own words are understood where XBoard has none.
    set_up(&mut engine, "4k3/P7/8/8/8/8/8/4K2R w K - 0 1");
    quietly(&mut engine, "exclude all");
    quietly(&mut engine, "include a7a8n");
    assert_eq!(engine.ask("go", "move "), ["move a7a8n"]);
    engine.quit();
    // A shift that begins where the king stands is not a move of the king.
    let mut engine = greeted("opposition");
    set_up(
        &mut engine,
        "1kh1***/mmh4/ppp4/7/4PPP/4HMM/*K1H1** w - - 0 1",
    );
    quietly(&mut engine, "exclude all");
    quietly(&mut engine, "include b1c1s");
    assert_eq!(engine.ask("go", "move "), ["move @@@@"]);
    engine.quit();
}

#[test]
fn hints_and_the_book() {
    let mut engine = greeted("normal");
    engine.send("usermove e2e4");
    engine.until("move ");
    let hint = answer(&mut engine, "hint");
    assert!(hint.starts_with("Hint: ") && hint.len() == 10, "{hint}");
    let book = said(&mut engine, "bk");
    assert_eq!(book, ["\tThere is no opening book.", ""]);
    set_up(&mut engine, "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1");
    assert_eq!(answer(&mut engine, "hint"), "Hint: f1f8");
    engine.quit();
}

#[test]
fn settings_of_xboard_reach_the_options() {
    let dir = tempfile::tempdir().unwrap();
    let log = dir.path().join("a log.txt");
    let mut engine = greeted("normal");
    quietly(&mut engine, &format!("option Log File={}", log.display()));
    quietly(
        &mut engine,
        "memory 5\ncores 2\noption MultiPV=3\noption Skill Level=20",
    );
    engine.send("post\nsd 3\nusermove e2e4");
    let lines = engine.until("move ");
    let third: Vec<&String> = lines.iter().filter(|l| l.starts_with("3 ")).collect();
    let moves: std::collections::BTreeSet<_> = third.iter().map(|l| l.split(' ').nth(4)).collect();
    assert!(moves.len() >= 3, "{lines:?}");
    quietly(&mut engine, "nopost");
    let ini = dir.path().join("more.ini");
    std::fs::write(&ini, "[tiny:chess]\nmaxFile = 4\nmaxRank = 5\ncastling = false\nstartFen = rnbk/pppp/4/PPPP/RNBK w - - 0 1\ndoubleStep = false\n").unwrap();
    let line = answer(
        &mut engine,
        &format!("option VariantPath={}", ini.display()),
    );
    assert!(
        line.starts_with("feature variants=\"tiny,normal,"),
        "{line}"
    );
    let lines = said(&mut engine, "new\nvariant tiny\nst 0.05\ngo");
    assert!(lines.iter().any(|l| l.starts_with("setup ")), "{lines:?}");
    assert!(lines.iter().any(|l| l.starts_with("move ")), "{lines:?}");
    engine.quit();
    let text = std::fs::read_to_string(log).unwrap();
    assert!(text.contains("> memory 5") && text.contains("< move "));
}

#[test]
fn the_end_of_the_input_ends_the_search_with_its_move() {
    let mut engine = greeted("normal");
    engine.send("st 600\nusermove e2e4");
    engine.input = None;
    engine.until("move ");
}

#[test]
fn random_conversations_never_break_it() {
    const WORDS: &[&str] = &[
        "new",
        "variant battery",
        "variant opposition",
        "variant short-sliders",
        "variant normal",
        "variant nonesuch",
        "force",
        "go",
        "playother",
        "white",
        "black",
        "level 40 0:02 0",
        "level 0 0:01 1",
        "st 0.02",
        "sd 3",
        "nps 500",
        "nps 0",
        "time 50",
        "otim 50",
        "?",
        "ping 1",
        "draw",
        "result 1-0 {x}",
        "setboard 7k/8/5K2/6Q1/8/8/8/8 w - - 0 1",
        "setboard *k3/5/5/5/5/5/5/5/P4/*K3 w - - 0 1",
        "setboard 8/8",
        "edit",
        "#",
        "c",
        "Ke1",
        "Ka8",
        "xa1",
        ".",
        "hint",
        "bk",
        "undo",
        "remove",
        "hard",
        "easy",
        "post",
        "nopost",
        "analyze",
        "exit",
        "exclude all",
        "exclude best",
        "exclude tail",
        "exclude e2e4",
        "include all",
        "setscore 12 5",
        "computer",
        "pause",
        "resume",
        "memory 3",
        "cores 2",
        "option MultiPV=2",
        "option Skill Level=3",
        "option Clear Hash",
        "lift e2",
        "lift d1",
        "put e4",
        "hover e4",
        "PROMO q",
        "MOVE 1",
        "uci",
        "isready",
        "go infinite",
        "stop",
        "\u{7}",
        "usermove e2e4",
        "usermove e7e5",
        "usermove a2a4",
        "usermove c3c5",
        "usermove d1d3",
        "usermove @@@@",
        "usermove f5e7,e7f5",
        "usermove a1a1",
        "usermove e1g1,",
        "usermove b0b2",
        "usermove a7a8q",
    ];
    for seed in 0..12 {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut engine = greeted("normal");
        let mut script: Vec<&str> = Vec::new();
        for _ in 0..150 {
            let word = WORDS[random.next_u64() as usize % WORDS.len()];
            script.push(word);
            engine.send(word);
            if random.next_u64() % 8 == 0 {
                std::thread::sleep(Duration::from_millis(random.next_u64() % 30));
            }
        }
        // Whatever happened, it ends well.
        engine.send("resume\nforce");
        let lines = engine.ask("ping 99", "pong 99");
        let pings = script.iter().filter(|&&w| w == "ping 1").count();
        let pongs = lines.iter().filter(|&l| l == "pong 1").count();
        assert_eq!(pings, pongs, "seed {seed}: {script:?}");
        said(&mut engine, "new\nnopost\nst 0.05");
        let lines = said(&mut engine, "usermove e2e4");
        assert!(
            lines.iter().any(|l| l.starts_with("move ")),
            "seed {seed}: {lines:?}"
        );
        engine.quit();
    }
}

/// The squares that a `highlight` line marks, on a board counted from rank `first`.
fn marks(line: &str, first: usize) -> Vec<String> {
    let fen = line.strip_prefix("highlight ").expect("marks");
    let rows: Vec<&str> = fen.split('/').collect();
    let mut found = Vec::new();
    for (down, row) in rows.iter().enumerate() {
        let rank = rows.len() - 1 - down + first;
        let (mut file, mut count) = (0u8, 0u8);
        for c in row.chars() {
            if let Some(digit) = c.to_digit(10) {
                count = count * 10 + digit as u8;
                continue;
            }
            file += std::mem::take(&mut count);
            found.push(format!("{}{rank}{c}", char::from(b'a' + file)));
            file += 1;
        }
    }
    found.sort();
    found
}

#[track_caller]
fn lifted(engine: &mut Engine, square: &str) -> String {
    let line = answer(engine, &format!("lift {square}"));
    marks(&line, 1).join(" ")
}

#[test]
fn a_lifted_piece_shows_where_it_can_go() {
    let mut engine = greeted("normal");
    assert_eq!(lifted(&mut engine, "e2"), "e3Y e4Y");
    assert_eq!(lifted(&mut engine, "g1"), "f3Y h3Y");
    assert_eq!(lifted(&mut engine, "a1"), "");
    assert_eq!(lifted(&mut engine, "e7"), "", "not the player's piece");
    assert_eq!(lifted(&mut engine, "e4"), "", "nothing there");
    quietly(&mut engine, "hover e4\nput e4");
    set_up(&mut engine, "r3k3/1P6/8/3pP3/2p1P3/8/8/R3K2R w KQ d6 0 1");
    assert_eq!(lifted(&mut engine, "e5"), "d6R e6Y");
    assert_eq!(lifted(&mut engine, "e4"), "d5R");
    assert_eq!(
        lifted(&mut engine, "a1"),
        "a2Y a3Y a4Y a5Y a6Y a7Y a8R b1Y c1Y d1Y"
    );
    assert_eq!(lifted(&mut engine, "e1"), "c1Y d1Y d2Y e2Y f1Y f2Y g1Y");
    // XBoard asks by itself what a pawn becomes in the games it knows.
    assert_eq!(lifted(&mut engine, "b7"), "a8R b8Y");
    quietly(&mut engine, "put b8");
    // While the engine thinks there is nothing to be moved.
    engine.send("new\nlevel 0 600 0\nusermove e2e4");
    engine.send("lift e7");
    assert_eq!(marks(&engine.until("highlight").pop().unwrap(), 1).len(), 0);
    engine.ask("?", "move ");
    assert_ne!(lifted(&mut engine, "d2"), "");
    engine.quit();
}

#[test]
fn a_slider_is_marked_beyond_its_ends() {
    let mut engine = greeted("opposition");
    quietly(&mut engine, "force");
    // As many files outside as the slider goes.
    assert_eq!(lifted(&mut engine, "e1"), "a1Y b1Y c1Y c2Y d3Y");
    assert_eq!(lifted(&mut engine, "f1"), "a1Y b1Y c1Y g1Y");
    assert_eq!(
        lifted(&mut engine, "e2"),
        "c3Y d4Y",
        "a piece that is not on it"
    );
    assert_eq!(lifted(&mut engine, "d1"), "", "an empty cell of it");
    set_up(
        &mut engine,
        "1kh1***/mmh4/ppp4/7/4PPP/4HMM/**1HK1* w - - 0 1",
    );
    assert_eq!(lifted(&mut engine, "e1"), "a1Y b1Y d2Y f1Y g1Y");
    // Nobody stands on it: the king shifts it.
    set_up(&mut engine, "1kh1***/mmh4/ppp4/7/4PPP/4KMM/***4 w - - 0 1");
    assert_eq!(lifted(&mut engine, "f2"), "e1Y f1Y g1Y");
    assert_eq!(lifted(&mut engine, "e2"), "a1Y b1Y c1Y d1Y d2Y d3Y e1Y f1Y");
    engine.quit();
}

#[test]
fn a_pawn_asks_what_it_becomes() {
    let mut engine = greeted("opposition");
    set_up(&mut engine, "k3***/2P4/7/7/7/4M2/***1HK1 w - - 0 1");
    quietly(&mut engine, "playother");
    assert_eq!(lifted(&mut engine, "c6"), "b6Y c7G d6Y");
    quietly(&mut engine, "put b6\nput c7");
    let question = "askuser PROMO Promote to: H = Horse, M = Monk? (Enter: M)";
    let lines = said(&mut engine, "usermove c6c7");
    assert!(lines[0].starts_with("Illegal move ("), "{lines:?}");
    assert_eq!(lines[1..], [question]);
    let lines = said(&mut engine, "PROMO queen");
    let again = question.replace("Promote", "'queen' is none of these. Promote");
    assert_eq!(lines, [again], "it is asked again");
    let lines = said(&mut engine, "PROMO H");
    assert_eq!(lines[0], "move c6c7h");
    assert!(lines[1].starts_with("move "), "{lines:?}");
    // XBoard may know the answer: nobody is asked.
    set_up(&mut engine, "k3***/2P4/7/7/7/4M2/***1HK1 w - - 0 1");
    let lines = said(&mut engine, "playother\nlift c6\nput c7\nusermove c6c7m");
    assert!(lines[1].starts_with("move "), "{lines:?}");
    assert_eq!(lines.len(), 2, "{lines:?}");
    // Where there is one choice nobody is asked, either.
    set_up(&mut engine, "k3***/2P4/7/7/7/4M2/***HHK1 w - - 0 1");
    quietly(&mut engine, "playother");
    assert_eq!(lifted(&mut engine, "c6"), "b6Y c7Y d6Y");
    let lines = said(&mut engine, "usermove c6c7");
    assert!(lines[0].starts_with("Illegal move ("), "{lines:?}");
    assert_eq!(lines[1], "move c6c7m");
    engine.quit();
}

#[test]
fn ranks_are_numbered_as_xboard_numbers_them() {
    // Ten ranks count from 0, and so do sixteen if XBoard was started as it should be.
    for (variant, from, to) in [
        ("battery", "b2", "b3Y b4Y"),
        ("short-sliders", "a3", "a4Y a5Y"),
    ] {
        let mut engine = greeted(variant);
        let line = answer(&mut engine, &format!("lift {from}"));
        assert_eq!(marks(&line, 0).join(" "), to);
        let reply = said(&mut engine, &format!("usermove {from}{}", &to[..2])).pop();
        assert!(reply.is_some_and(|line| line.starts_with("move ")));
        engine.quit();
    }
    let mut engine = greeted("short-sliders");
    let lines = said(&mut engine, "force\nlift a16");
    assert!(lines[0].contains("-rankOffset 1"), "{lines:?}");
    assert!(lines[1].starts_with("highlight "), "{lines:?}");
    quietly(&mut engine, "usermove a4a5");
    assert_eq!(said(&mut engine, "lift a16").len(), 1, "told once");
    said(
        &mut engine,
        "new\noption Rank Offset=1\nvariant short-sliders\nforce",
    );
    assert!(answer(&mut engine, "lift a16").contains("no such square"));
    engine.quit();
}

#[test]
fn special_moves_by_mouse_are_taken_back_and_shown_rightly() {
    let mut engine = greeted("opposition");
    // A slider's shift: the horse is dragged a file beyond the slider's end.
    let lines = said(&mut engine, "usermove e1c1");
    assert!(lines[0].starts_with("Illegal move ("), "{lines:?}");
    assert!(lines[0].ends_with(": e1c1"), "{lines:?}");
    assert!(lines[1].starts_with("move "), "{lines:?}");
    assert!(lines.last().unwrap().starts_with("move "));
    // Taken back with the engine's answer: XBoard takes back two plies by itself.
    let lines = said(&mut engine, "remove\nforce\nlift e1");
    let (marked, pops) = lines.split_last().unwrap();
    assert!(
        pops.iter()
            .all(|l| l.starts_with("Illegal move (taken back")),
        "{pops:?}"
    );
    assert_eq!(marks(marked, 1).join(" "), "a1Y b1Y c1Y c2Y d3Y");
    // While nobody plays, moves come from XBoard's list, in which there is no such move,
    // unless the piece was lifted.
    assert!(answer(&mut engine, "usermove f1c1").starts_with("Illegal move ("));
    let lines = said(&mut engine, "lift f1\nusermove f1c1");
    assert!(lines[1].starts_with("Illegal move ("), "{lines:?}");
    assert!(lines[2..].iter().all(|l| l.starts_with("move ")) && lines.len() > 2);
    // XBoard's user steps back, ply by ply; on the way nothing can be moved.
    let plies = lines.len() - 2;
    quietly(&mut engine, "undo");
    assert_eq!(lifted(&mut engine, "f3"), "");
    assert!(answer(&mut engine, "usermove f3f4").starts_with("Illegal move (first go on"));
    quietly(&mut engine, &"undo\n".repeat(plies - 1));
    assert_eq!(lifted(&mut engine, "e1"), "a1Y b1Y c1Y c2Y d3Y");
    // In analysis it is shown.
    let lines = said(&mut engine, "analyze\nusermove e1b1");
    assert!(lines.iter().any(|l| l.starts_with("move ")), "{lines:?}");
    let lines = said(&mut engine, "undo\nhint");
    assert!(lines.iter().all(|l| !l.starts_with("Error")), "{lines:?}");
    engine.quit();
    // A rifle capture, with one click and with two; XBoard counts ranks from 0.
    let start = "12/12/12/12/12/12/12/12/12/12/12/3n8/12/2A9/12/4K1k5 w - - 0 1";
    for (mv, replayed) in [("c2d4", true), ("c2d4,d4c2", false)] {
        let mut engine = greeted("short-sliders");
        set_up(&mut engine, start);
        let lines = said(&mut engine, "playother\nlift c2");
        assert!(
            marks(&lines[0], 0).contains(&"d4R".to_string()),
            "{lines:?}"
        );
        let lines = said(&mut engine, &format!("usermove {mv}"));
        assert_eq!(
            lines[0].starts_with("Illegal move ("),
            replayed,
            "{lines:?}"
        );
        if replayed {
            assert_eq!(lines[1], "move c2d4,d4c2");
        }
        assert!(
            lines.last().unwrap().starts_with("0-1") || lines.last().unwrap().starts_with("1-0")
        );
        engine.quit();
    }
}

/// What two programs said to each other when XBoard let them play.
struct Played {
    results: [String; 2],
    plies: usize,
}

/// Plays a game as XBoard does between two programs: what one sends as `move`, the other
/// gets as `usermove`.
fn relay(variant: &str, nodes: u32) -> Played {
    let mut engines = [greeted(variant), greeted(variant)];
    for engine in &mut engines {
        engine.send(&format!("computer\neasy\nnopost\nst 1\nnps {nodes}"));
    }
    engines[0].send("go");
    let mut results = [String::new(), String::new()];
    let mut plies = 0;
    let end = Instant::now() + Duration::from_secs(300);
    while results.iter().any(String::is_empty) {
        assert!(
            Instant::now() < end,
            "{variant}: no end after {plies} plies"
        );
        for us in 0..2 {
            let Ok(line) = engines[us].lines.recv_timeout(Duration::from_millis(2)) else {
                continue;
            };
            if let Some(ply) = line.strip_prefix("move ") {
                plies += 1;
                engines[1 - us].send(&format!("usermove {ply}"));
            } else if ["1-0 {", "0-1 {", "1/2-1/2 {"]
                .iter()
                .any(|r| line.starts_with(r))
            {
                results[us] = line;
            } else {
                panic!("{variant}, player {us}, after {plies} plies: {line}");
            }
        }
    }
    for engine in engines {
        engine.quit();
    }
    Played { results, plies }
}

#[test]
fn whole_games_are_relayed_to_the_same_end() {
    for (variant, nodes) in [
        ("normal", 300),
        ("capablanca", 300),
        ("battery", 300),
        ("battery-standard", 300),
        ("opposition", 300),
        ("short-sliders", 150),
    ] {
        let played = relay(variant, nodes);
        assert_eq!(played.results[0], played.results[1], "{variant}");
        // XBoard's list of moves must hold it.
        assert!(
            (10..1000).contains(&played.plies),
            "{variant}: {}",
            played.plies
        );
    }
}
