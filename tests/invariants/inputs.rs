//! Whatever text comes in, the answer is a value or one short line, and soon.

use crate::choose::choose;
use crate::data::vectors;
use crate::fuzz_like::{self, check_betza, check_catalog, check_fen, check_message, check_move};
use crate::games::{self, GAMES};
use crate::runner::runner;
use proptest::prelude::*;
use proptest::test_runner::TestError;
use sliderule::rules::{BUILT_IN_INI, Catalog, betza};
use std::time::{Duration, Instant};

/// A change to a text: where, how many bytes go, what comes.
type Edit = (u16, u8, String);

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let new = prop_oneof![
        4 => "[a-zA-Z0-9*/' !\\[\\]=:,.-]{0,3}",
        1 => Just("\n".to_string()),
        1 => any::<char>().prop_map(String::from),
        1 => any::<String>(),
        1 => "[0-9]{1,30}",
        1 => "[pknPKN*]{20,200}",
    ];
    prop::collection::vec((any::<u16>(), 0..4u8, new), 1..4)
}

fn edited(text: &str, edits: &[Edit]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for (at, gone, new) in edits {
        let start = usize::from(*at) % (letters.len() + 1);
        let end = (start + usize::from(*gone)).min(letters.len());
        letters.splice(start..end, new.chars());
    }
    letters.into_iter().collect()
}

/// FENs that are right, of all games.
fn good_fens() -> Vec<(String, String)> {
    let mut fens: Vec<_> = vectors("moves.tsv")
        .into_iter()
        .map(|line| (line[0].clone(), line[1].clone()))
        .collect();
    for (game, fen) in &mut fens {
        if fen == "startpos" {
            *fen = games::start(game).fen();
        }
    }
    fens
}

#[test]
fn fens_with_errors() {
    let fens = good_fens();
    let starts: Vec<_> = fens.iter().map(|(g, _)| games::start(g)).collect();
    runner(6000)
        .run(&(0..fens.len(), edits()), |(n, edits)| {
            check_fen(&starts[n], &edited(&fens[n].1, &edits));
            Ok(())
        })
        .unwrap_or_else(|e| panic!("{e}"));
}

#[test]
fn any_text_as_a_fen_or_a_move() {
    let starts = GAMES.map(games::start);
    let text = prop_oneof![
        any::<String>(),
        "\\PC{0,400}",
        "[ -~]{0,100}",
        "[a-p0-9]{0,8}",
        "[a-p][0-9]{1,2}[a-p][0-9]{1,2}[,a-z'!0-9]{0,6}",
    ];
    runner(6000)
        .run(&(0..GAMES.len(), text), |(game, text)| {
            let mut start = starts[game].clone();
            check_fen(&start, &text);
            check_move(&mut start, &text);
            Ok(())
        })
        .unwrap_or_else(|e| panic!("{e}"));
}

#[test]
fn moves_with_errors() {
    let fens = good_fens();
    let positions: Vec<_> = fens.iter().map(|(g, f)| games::position(g, f)).collect();
    runner(4000)
        .run(
            &(0..fens.len(), any::<u16>(), edits()),
            |(n, choice, edits)| {
                let mut position = positions[n].clone();
                if let Some(mv) = choose(&mut position, choice) {
                    let text = position.move_text(mv);
                    check_move(&mut position, &edited(&text, &edits));
                }
                Ok(())
            },
        )
        .unwrap_or_else(|e| panic!("{e}"));
}

/// Every refusal can be explained: any two squares, with any ending.
#[test]
fn any_two_squares_as_a_move() {
    let endings = ["", "q", "n'", "s", "k", ",a1b2"];
    for game in GAMES {
        let fens: Vec<String> = good_fens()
            .into_iter()
            .filter(|(g, _)| g == game)
            .map(|(_, fen)| fen)
            .take(4)
            .collect();
        for fen in fens {
            let mut position = games::position(game, &fen);
            let shape = position.shape();
            for from in shape.squares().step_by(3) {
                for (n, to) in shape.squares().enumerate() {
                    let ending = endings[(n + from.index()) % endings.len()];
                    let text = format!("{}{}{ending}", shape.name(from), shape.name(to));
                    check_move(&mut position, &text);
                }
            }
            assert_eq!(position.fen(), fen);
        }
    }
}

fn check_ini(text: &str) {
    check_catalog(&Catalog::with_file("file.ini", text));
}

#[test]
fn ini_texts_with_errors() {
    runner(100)
        .run(&edits(), |edits| {
            check_ini(&edited(BUILT_IN_INI, &edits));
            Ok(())
        })
        .unwrap_or_else(|e| panic!("{e}"));
}

#[test]
fn any_text_as_an_ini() {
    let text = prop_oneof![
        any::<String>(),
        "(\\[[a-z]{0,3}(:[a-z]{0,3})?\\]\n|[a-zA-Z]{1,9} = [ -~]{0,20}\n|[ -~\n]{0,9}){0,20}",
    ];
    runner(150)
        .run(&text, |text| {
            check_ini(&text);
            Ok(())
        })
        .unwrap_or_else(|e| panic!("{e}"));
}

#[test]
fn betza_with_errors() {
    let good = [
        "B3cabN",
        "mafsWmafsF",
        "mfWcefFimnfD",
        "R6FN",
        "Q15nA0",
        "KCZ",
    ];
    runner(8000)
        .run(&(0..good.len(), edits()), |(n, edits)| {
            check_betza(&edited(good[n], &edits));
            Ok(())
        })
        .unwrap_or_else(|e| panic!("{e}"));
}

/// What a fuzzer would try, by chance alone.
fn any_bytes(cases: u32, longest: usize, check: fn(&[u8])) {
    runner(cases)
        .run(&prop::collection::vec(any::<u8>(), 0..longest), |bytes| {
            check(&bytes);
            Ok(())
        })
        .unwrap_or_else(|e| panic!("{e}"));
}

#[test]
fn bytes_as_fens() {
    any_bytes(20_000, 60, fuzz_like::fen);
}

#[test]
fn bytes_as_moves() {
    any_bytes(4000, 60, fuzz_like::move_text);
}

#[test]
fn bytes_as_betza() {
    any_bytes(20_000, 40, fuzz_like::betza);
}

#[test]
fn bytes_as_inis() {
    any_bytes(600, 60, fuzz_like::ini);
}

/// Games of valid keys that were combined by chance: a fair share of them loads, and those
/// that do can be played, written and read. The variable MADE_GAMES asks for more of them.
#[test]
fn bytes_as_games_of_valid_keys() {
    let wanted = std::env::var("MADE_GAMES").ok();
    let cases = wanted.map_or(300, |n| n.parse().expect("a number of games"));
    let loaded = std::cell::Cell::new(0);
    let result = runner(cases).run(&prop::collection::vec(any::<u8>(), 200..900), |bytes| {
        loaded.set(loaded.get() + u32::from(fuzz_like::made_game(&bytes)));
        Ok(())
    });
    match result {
        Ok(()) => {}
        Err(TestError::Fail(why, bytes)) => panic!("{why}\n{}", fuzz_like::made_ini(&bytes)),
        Err(error) => panic!("{error}"),
    }
    let loaded = loaded.get();
    assert!(loaded >= cases / 3, "only {loaded} of {cases} games load");
}

#[test]
fn bytes_as_games() {
    any_bytes(600, 400, fuzz_like::play);
}

#[test]
fn bytes_as_conversations_in_uci() {
    any_bytes(150, 300, fuzz_like::uci);
}

#[test]
fn bytes_as_conversations_with_xboard() {
    any_bytes(150, 300, fuzz_like::xboard);
}

/// Runs it and complains if that took too long. The limit leaves room for a machine
/// that is busy with other tests.
fn soon<T>(what: &str, run: impl FnOnce() -> T) -> T {
    let begin = Instant::now();
    let result = run();
    let took = begin.elapsed();
    assert!(took < Duration::from_secs(1), "{what} took {took:?}");
    result
}

#[test]
fn ten_megabytes_are_refused_soon() {
    const SIZE: usize = 10 << 20;
    let big = |text: &str| text.repeat(SIZE / text.len());
    for game in ["chess", "short-sliders", "opposition"] {
        let start = games::start(game);
        let fen = start.fen();
        let fields: Vec<&str> = fen.split(' ').collect();
        let texts = [
            "a", "é", "/", "8/", "1", "*", "k", "[", " ", "p'", "e2e4", "- ", "\n", "K",
        ];
        for text in texts.map(big) {
            let what = format!("{game}, much of '{}'", &text[..2]);
            for fen in [
                text.clone(),
                format!("{} w - - 0 1{text}", fields[0]),
                format!("{} {text} - - 0 1", fields[0]),
                format!("{} w x{text} - 0 1", fields[0]),
                format!("{} w - {text} 0 1", fields[0]),
                format!("{}[{text}x w - - 0 1", fields[0]),
            ] {
                let error = soon(&what, || start.with_fen(&fen).map(|_| ()));
                check_message(&error.unwrap_err());
            }
            for text in [text.clone(), format!("e2{text}"), format!("a2a3{text}")] {
                let error = soon(&what, || start.parse_move(&text));
                check_message(&error.unwrap_err());
            }
        }
    }
    for text in ["a", "[a]\n", "x = 1\n", "[", "\n", "é=", "# \n", "[a:b]\n"] {
        let big = big(text);
        let catalog = soon(text, || Catalog::with_file("big.ini", &big));
        assert_eq!(catalog.problems().len(), 1, "{text}");
        check_message(&catalog.problems()[0]);
    }
    for text in ["W", "a", "é", "1", "mafsW"].map(big) {
        let error = soon(&text[..2], || betza::parse(&text)).unwrap_err();
        check_message(&error);
    }
}
