//! Random pieces on random boards: what the tables say, the walker says.

use crate::geometry::{Bitboard, Square, on_width};
use crate::position::moves::{Move, MoveKind};
use crate::position::walk::WalkStep;
use crate::position::{AnyPosition, Position};
use crate::rules::{Catalog, Color, Piece};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use std::collections::BTreeSet;

/// One term that a table serves, or, more rarely, one that must be walked.
fn term() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "i?(|m|c)[fblrv]{0,2}[WFDNAHCZGK]",
        3 => "[mc]?[fblrv]{0,2}(R|B|Q|W|F|K|N|D|A)[0234]",
        2 => "i?(|m|c)[fblrv]{0,2}n[DNAHCZG]",
        1 => "c[fb]?ab[WFNDAC]",
        1 => "i?mafsm?[WF]",
        1 => "(p|g|pp|j|o|mo|cp)[RBQ][03]?|(j|o|q|z)N|j[DA]|z[RB]|nD[02]",
        1 => "(c|p|y|g|mp)a[cm]?(f|fs|b|s|)[WKF]|cai?bR|KNADcaKmcabK|mQcafmQ",
    ]
}

/// What stands on a square.
fn cell() -> impl Strategy<Value = &'static str> {
    prop_oneof![
        12 => Just("1"),
        1 => Just("*"),
        5 => prop::sample::select(vec!["X", "Y", "Z", "x", "y", "z"]),
    ]
}

prop_compose! {
    /// An ini file with one small game: three pieces, two kings, and keys that matter for
    /// how pieces move.
    fn game()(
        words in prop::collection::vec(prop::collection::vec(term(), 1..3), 3),
        files in 5usize..=9,
        mut cells in prop::collection::vec(cell(), 8 * 9),
        kings in prop::option::of((0usize..40, 0usize..39)),
        black in any::<bool>(),
        keys in prop::sample::subsequence(
            vec![
                "stopAura = z",
                "mobilityRegionWhiteCustomPiece1 = *1 *2 *3 *4 b5 c6",
                "mobilityRegionBlackCustomPiece2 = *8 *7 *6 *5 d4 c3",
                "doubleStepRegionWhite = *1 *2 *3",
            ],
            0..3,
        ),
    ) -> String {
        cells.truncate(files * 8);
        if let Some((white, black)) = kings {
            cells[white] = "K";
            cells[if black < white { black } else { black + 1 }.min(files * 8 - 1)] = "k";
        }
        let ranks: Vec<String> = cells.chunks(files).map(rank_text).collect();
        let king = if kings.is_some() { "k" } else { "-" };
        let mut ini = format!("[game]\nmaxFile = {files}\nmaxRank = 8\nking = {king}\n");
        for (n, (letter, terms)) in "xyz".chars().zip(&words).enumerate() {
            ini += &format!("customPiece{} = {letter}:{}\n", n + 1, terms.concat());
        }
        for key in keys {
            ini += &format!("{key}\n");
        }
        let side = if black { 'b' } else { 'w' };
        ini + &format!("startFen = {} {side} - - 0 1\n", ranks.join("/"))
    }
}

fn rank_text(cells: &[&str]) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for &cell in cells.iter().chain([&""]) {
        if cell == "1" {
            empty += 1;
            continue;
        }
        if empty > 0 {
            text += &empty.to_string();
            empty = 0;
        }
        text += cell;
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, rng_seed: RngSeed::Fixed(7), cases: 400, max_global_rejects: 4000, ..Default::default() })]

    #[test]
    fn tables_and_walker_agree(ini in game()) {
        let catalog = Catalog::from_texts(&[("game.ini", &ini)]);
        // A random word may say nothing, and a random position be refused.
        let position = catalog.get("game").map(AnyPosition::start);
        let Ok(Ok(position)) = position else {
            return Err(TestCaseError::reject(format!("{:?}", position.map(|p| p.err()))));
        };
        on_width!(position.by_width(), p => check(&mut p.clone(), &ini)?);
    }
}

/// A piece that may come back to where it began takes nothing there.
#[test]
fn no_piece_attacks_its_own_square() {
    let ini = "[game]\nmaxFile = 5\nking = -\ncustomPiece1 = x:K\ncustomPiece2 = z:cambK\n\
               startFen = 5/5/5/5/5/1Zx2/5/5 w - - 0 1\n";
    let catalog = Catalog::from_texts(&[("game.ini", ini)]);
    let position = AnyPosition::start(catalog.get("game").unwrap()).unwrap();
    on_width!(position.by_width(), p => check(&mut p.clone(), ini).unwrap());
}

fn check<B: Bitboard>(position: &mut Position<B>, ini: &str) -> Result<(), TestCaseError> {
    let us = position.side_to_move();
    let tables = position.tables.clone();
    for by in Color::BOTH {
        for square in tables.shape.squares() {
            if position.state.dead.contains(square) {
                continue;
            }
            let view = position.state.view(&tables, by);
            let fast = position.state.is_attacked_in(&tables, square, &view);
            let slow = position.state.is_attacked_by_walking(&tables, square, by);
            prop_assert_eq!(fast, slow, "{}attack on {:?}", ini, square);
        }
        let view = position.state.view(&tables, by.other());
        for from in position.state.color(by).squares() {
            let Some(piece) = position.state.piece_at(from) else {
                continue;
            };
            let targets = position.state.targets(&tables, from, piece, &view);
            let fast = targets.moves | targets.double_steps;
            let slow = walked(position, from, piece);
            prop_assert_eq!(fast, slow, "{}from {:?}", ini, from);
        }
    }
    // The masks of checks and pins allow what trying out allows.
    let mut fast = BTreeSet::new();
    for mv in position.legal_moves() {
        match mv.kind() {
            MoveKind::Normal | MoveKind::DoubleStep => {
                fast.insert((mv.from(), mv.to()));
            }
            _ => {}
        }
    }
    let mut slow = BTreeSet::new();
    for from in position.state.color(us).squares() {
        if let Some(piece) = position.state.piece_at(from) {
            for to in walked(position, from, piece).squares() {
                if position
                    .state
                    .leaves_king_safe(&tables, Move::normal(from, to))
                {
                    slow.insert((from, to));
                }
            }
        }
    }
    prop_assert_eq!(fast, slow, "{}", ini);
    Ok(())
}

/// Where a piece can move, by following all its patterns on the board.
fn walked<B: Bitboard>(position: &Position<B>, from: Square, piece: Piece) -> B {
    let (state, tables) = (&position.state, &position.tables);
    let view = state.view(tables, piece.color().other());
    let mut targets = B::EMPTY;
    for pattern in state.patterns_from(tables, from, piece) {
        if pattern.rifle {
            continue;
        }
        state.walk(tables, from, pattern, &view, view.attackers, |step| {
            if let WalkStep::End(end, None) = step
                && end != from
            {
                targets |= B::single(end);
            }
        });
    }
    targets & tables.piece(piece).region
}
