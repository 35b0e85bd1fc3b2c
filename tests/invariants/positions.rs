//! What must hold in every position of every game, however it came about.

use crate::alone::{check_alone, check_attacks, check_texts};
use crate::choose::choose;
use crate::games::{GAMES, start};
use crate::mirror::{Turn, turned};
use crate::odd::{fens, ingredients};
use crate::play::choices;
use crate::reference;
use crate::runner::runner;
use proptest::prelude::*;
use sliderule::position::{AnyPosition, MoveKind};
use sliderule::rules::Catalog;

/// The reference lists the same moves, makes the chosen one the same way and judges
/// the position alike. A FEN has no history, so repetitions are left out.
fn check_reference(game: &str, position: &AnyPosition, choice: u16) {
    let fen = position.fen();
    let mut fresh = position
        .with_fen(&fen)
        .unwrap_or_else(|e| panic!("{fen}: {e}"));
    let expected = reference::legal_moves(game, &fen).unwrap_or_else(|e| panic!("{fen}: {e}"));
    assert_eq!(fresh.legal_move_texts(), expected, "{fen}");
    let status = reference::status(game, &fen);
    assert_eq!(status, Ok(fresh.status().to_string()), "{fen}");
    if let Some(mv) = choose(&mut fresh, choice) {
        let text = fresh.move_text(mv);
        fresh.make_unchecked(mv);
        let after = reference::play(game, &fen, &text);
        assert_eq!(after, Ok(fresh.fen()), "{fen} {text}");
    }
}

/// Random games: everything holds on the way, and the way back leads through the same
/// positions. `dear` are the checks at every eighth position.
fn games(game: &str, cases: u32, dear: impl Fn(&mut AnyPosition, u16)) {
    let start = start(game);
    let strategy = choices(120);
    runner(cases)
        .run(&strategy, |choices| {
            let mut position = start.clone();
            let mut passed = Vec::new();
            for (ply, &choice) in choices.iter().enumerate() {
                let Some(mv) = choose(&mut position, choice) else {
                    break;
                };
                passed.push((position.fen(), position.key(), position.occurrences()));
                position.make_unchecked(mv);
                let fen = position.fen();
                assert_eq!(position.key(), position.recomputed_key(), "{fen}");
                let read = position
                    .with_fen(&fen)
                    .unwrap_or_else(|e| panic!("{fen}: {e}"));
                assert_eq!(read.fen(), fen);
                if (ply + choices.len()) % 8 == 0 {
                    check_alone(&mut position);
                    check_attacks(&position);
                    dear(&mut position, choice);
                }
            }
            check_texts(&mut position);
            for before in passed.into_iter().rev() {
                position.undo();
                let after = (position.fen(), position.key(), position.occurrences());
                assert_eq!(after, before);
            }
            assert_eq!(position.undo(), None);
            Ok(())
        })
        .unwrap_or_else(|e| panic!("{game}: {e}"));
}

/// The games for which there is no reference.
#[test]
fn random_games_of_all_others() {
    for game in Catalog::built_in().games() {
        if !GAMES.contains(&game.name.as_str()) {
            games(&game.name, 12, |_, _| {});
        }
    }
}

/// Random positions: both programs accept the same, and agree on what they accept.
fn odd_positions(game: &str, cases: u32) {
    let start = start(game);
    assert_eq!(reference::start(game), start.fen());
    let accepted = std::cell::Cell::new(0);
    let strategy = (ingredients(), any::<u16>());
    runner(cases)
        .run(&strategy, |(ingredients, choice)| {
            for fen in fens(start.variant(), &ingredients) {
                let expected = reference::normalise(game, &fen);
                let found = start.with_fen(&fen);
                match (found, expected) {
                    (Ok(mut position), Ok(normal)) => {
                        assert_eq!(position.fen(), normal, "{fen}");
                        check_reference(game, &position, choice);
                        check_alone(&mut position);
                        if choice % 4 == 0 {
                            check_attacks(&position);
                        }
                        if choice % 16 == 0 {
                            check_texts(&mut position);
                        }
                        accepted.set(accepted.get() + 1);
                    }
                    (Err(_), Err(_)) => {}
                    (Ok(_), Err(why)) => panic!("{fen} should be refused: {why}"),
                    (Err(why), Ok(_)) => panic!("{fen} should be accepted: {why}"),
                }
            }
            Ok(())
        })
        .unwrap_or_else(|e| panic!("{game}: {e}"));
    let accepted = accepted.get();
    assert!(accepted >= cases / 2, "{game}: only {accepted} were legal");
}

/// A game that is the same for both players is the same from both sides of the board.
fn symmetric(game: &str, turns: &[Turn], cases: u32) {
    let start = start(game);
    let shape = start.shape();
    let strategy = (choices(60), ingredients());
    let check = |fen: &str| {
        let Ok(position) = start.with_fen(fen) else {
            return;
        };
        let count = position.perft(2);
        for &turn in turns {
            let other = turned(fen, turn, shape.files(), shape.ranks());
            let other = start
                .with_fen(&other)
                .unwrap_or_else(|e| panic!("{other}: {e}"));
            assert_eq!(other.perft(2), count, "{fen} {turn:?} {}", other.fen());
        }
    };
    runner(cases)
        .run(&strategy, |(choices, ingredients)| {
            let mut position = start.clone();
            for choice in choices {
                if let Some(mv) = choose(&mut position, choice) {
                    position.make_unchecked(mv);
                }
            }
            check(&position.fen());
            fens(start.variant(), &ingredients)
                .iter()
                .for_each(|fen| check(fen));
            Ok(())
        })
        .unwrap_or_else(|e| panic!("{game}: {e}"));
}

/// What makes positions equal: the FEN without its counters, and an en-passant field
/// only where such a capture is legal.
fn identity(position: &mut AnyPosition) -> String {
    let fen = position.fen();
    let mut fields: Vec<&str> = fen.split(' ').take(4).collect();
    let moves = position.legal_moves();
    if !moves.iter().any(|mv| mv.kind() == MoveKind::EnPassant) {
        fields[3] = "-";
    }
    fields.join(" ")
}

/// Games in which pieces often go back where they came from: repetitions are counted
/// as a list of all positions counts them, and end the game when they must.
fn repetitions(game: &str, cases: u32) {
    let start = start(game);
    let strategy = (choices(90), 0..100u16);
    runner(cases)
        .run(&strategy, |(choices, plies)| {
            let fen = start.fen().replace(" 0 1", &format!(" {plies} 90"));
            let mut position = start.with_fen(&fen).unwrap();
            let mut seen = vec![identity(&mut position)];
            let mut own: [Option<String>; 2] = [None, None];
            for (ply, &choice) in choices.iter().enumerate() {
                let back = own[ply % 2].take().filter(|_| choice % 8 != 0);
                let mv = back
                    .and_then(|text| position.parse_move(&text).ok())
                    .or_else(|| choose(&mut position, choice));
                let Some(mv) = mv else { break };
                let shape = position.shape();
                let (from, to) = (shape.name(mv.from()), shape.name(mv.to()));
                let shift = if mv.kind() == MoveKind::Shift {
                    "s"
                } else {
                    ""
                };
                own[ply % 2] = Some(to + &from + shift);
                position.make_unchecked(mv);
                let now = identity(&mut position);
                seen.push(now.clone());
                let count = seen.iter().filter(|old| **old == now).count();
                assert_eq!(position.occurrences(), count, "{}", position.fen());
                let alone = position.with_fen(&position.fen()).unwrap().status();
                let expected = match alone.to_string().as_str() {
                    "ongoing" | "check" | "draw-100-plies" if count >= 3 => {
                        "draw-repetition".to_string()
                    }
                    other => other.to_string(),
                };
                assert_eq!(
                    position.status().to_string(),
                    expected,
                    "{}",
                    position.fen()
                );
            }
            Ok(())
        })
        .unwrap_or_else(|e| panic!("{game}: {e}"));
}

/// The tests of one game, with the number of cases each.
macro_rules! tests {
    ($module:ident, $game:expr, $games:expr, $odd:expr, $turns:expr, $symmetric:expr) => {
        mod $module {
            #[allow(unused_imports, reason = "not every game turns both ways")]
            use super::Turn::{Half, Mirror};

            #[test]
            fn random_games() {
                super::games($game, $games, |position, choice| {
                    super::check_reference($game, position, choice);
                });
            }

            #[test]
            fn odd_positions() {
                super::odd_positions($game, $odd);
            }

            #[test]
            fn both_sides_see_the_same() {
                super::symmetric($game, &$turns, $symmetric);
            }

            #[test]
            fn repetitions() {
                super::repetitions($game, 200);
            }
        }
    };
}

tests!(chess, "chess", 250, 2500, [Mirror], 400);
tests!(capablanca, "capablanca", 150, 1500, [Mirror], 250);
tests!(battery, "battery", 250, 3000, [Mirror, Half], 400);
tests!(
    battery_standard,
    "battery-standard",
    200,
    2000,
    [Mirror, Half],
    300
);
tests!(opposition, "opposition", 500, 6000, [Half], 600);
tests!(short_sliders, "short-sliders", 120, 2500, [Mirror], 100);
