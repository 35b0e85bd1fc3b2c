//! Tactics of every game, proved by brute force and solved by the engine.
//!
//! tests/data/tactics.tsv holds, in each line: game, FEN, goal (see [`Goal`]), all first
//! moves that reach it, theme, the moves that the prover makes to prove it, and, where
//! it is not [`NODES`], the nodes that the engine gets. Every line was proved when it
//! was put in, by [`Goal::prove`] without a bound; the tests repeat the proofs of up to
//! [`CHEAP`] moves. After a change of the rules, set [`CHEAP`] to `u64::MAX` once.

use crate::data::vectors;
use crate::games;
use crate::prover::{Ending, Goal, Prover, promotes_by_capture};
use sliderule::position::{AnyPosition, MoveKind};
use sliderule::rules::Catalog;
use sliderule::search::{AnyEngine, Limits, Settings, Stopper};
use std::collections::{HashMap, HashSet};

/// What the engine may use for each position.
const NODES: u64 = 200_000;

/// Proofs of up to so many moves are repeated in every run.
const CHEAP: u64 = 400_000;

struct Tactic {
    game: String,
    fen: String,
    goal: Goal,
    solutions: Vec<String>,
    theme: String,
    proof: u64,
    nodes: u64,
}

fn tactics() -> Vec<Tactic> {
    let read = |line: Vec<String>| {
        let [game, fen, goal, solutions, theme, proof, rest @ ..] = line.as_slice() else {
            panic!("{line:?}")
        };
        Tactic {
            game: game.clone(),
            fen: fen.clone(),
            goal: Goal::parse(goal).unwrap_or_else(|| panic!("{line:?}")),
            solutions: solutions.split(' ').map(Into::into).collect(),
            theme: theme.clone(),
            proof: proof.parse().unwrap_or_else(|e| panic!("{line:?}: {e}")),
            nodes: rest.first().map_or(NODES, |n| n.parse().unwrap()),
        }
    };
    vectors("tactics.tsv").into_iter().map(read).collect()
}

#[test]
fn every_game_has_its_tactics() {
    let mut counts: HashMap<String, usize> = HashMap::new();
    let mut seen = HashSet::new();
    for tactic in tactics() {
        let place = (tactic.game.clone(), tactic.fen.clone());
        assert!(seen.insert(place), "twice: {} {}", tactic.game, tactic.fen);
        *counts.entry(tactic.game).or_default() += 1;
    }
    for game in ["short-sliders", "opposition", "battery", "battery-standard"] {
        assert!(counts[game] >= 15, "{game}: {}", counts[game]);
    }
    for game in Catalog::built_in().games() {
        let found = counts.get(&game.name).copied().unwrap_or(0);
        assert!(found >= 3, "{}: {found}", game.name);
    }
}

#[test]
fn cheap_proofs_hold() {
    let mut proved = 0;
    for tactic in tactics().iter().filter(|t| t.proof <= CHEAP) {
        let mut position = games::position(&tactic.game, &tactic.fen);
        // The order of moves decides how long a proof takes: some slack for changes.
        let (moves, _) = tactic
            .goal
            .prove(&mut position, CHEAP.saturating_mul(10))
            .unwrap_or_else(|e| panic!("{} {}: {e:?}", tactic.game, tactic.fen));
        let mut found: Vec<String> = moves.iter().map(|&mv| position.move_text(mv)).collect();
        found.sort();
        assert_eq!(
            found, tactic.solutions,
            "{} {} {:?}",
            tactic.game, tactic.fen, tactic.goal
        );
        proved += 1;
    }
    assert!(proved >= 100, "only {proved} of the proofs are cheap");
}

#[test]
fn shifts_save_games() {
    let mut saved = HashMap::new();
    for tactic in tactics() {
        let Some((how, _)) = tactic.theme.split_once(", shift is the only key") else {
            continue;
        };
        assert!(matches!(tactic.goal, Goal::Draw(..)), "{}", tactic.fen);
        let position = games::position(&tactic.game, &tactic.fen);
        let kinds: Vec<MoveKind> = tactic
            .solutions
            .iter()
            .map(|text| position.parse_move(text).unwrap().kind())
            .collect();
        assert_eq!(kinds, [MoveKind::Shift], "{}", tactic.fen);
        *saved.entry(how.to_string()).or_insert(0) += 1;
    }
    assert!(saved["saved by repetition"] >= 2, "{saved:?}");
    assert!(saved["saved by the hundredth ply"] >= 2, "{saved:?}");
}

/// Short Sliders, but no piece promotes by itself.
const UNPROMOTED: &str = "[unpromoted:short-sliders]\npromotedPieceType = -\n";

#[test]
fn promotions_come_in_chains() {
    let catalog = Catalog::with_file("unpromoted.ini", UNPROMOTED);
    assert_eq!(catalog.problems(), []);
    let unpromoted = AnyPosition::start(catalog.get("unpromoted").unwrap()).unwrap();
    let (mut of_one, mut others) = (0, 0);
    for tactic in tactics() {
        if !tactic.theme.contains("chain of promotions") {
            continue;
        }
        let (Goal::Mate(moves) | Goal::Win(moves)) = tactic.goal else {
            panic!("{}: {:?}", tactic.fen, tactic.goal);
        };
        let mut position = games::position(&tactic.game, &tactic.fen);
        for text in &tactic.solutions {
            let key = position.parse_move(text).unwrap();
            assert!(promotes_by_capture(&mut position, key), "{}", tactic.fen);
        }
        let needed = Prover::new(Ending::Win, CHEAP * 10).promotions_needed(&mut position, moves);
        assert_eq!(needed, Ok(Some(2)), "{}", tactic.fen);
        // Without promotions there is no win at all.
        let mut plain = unpromoted.with_fen(&tactic.fen).unwrap();
        let mut prover = Prover::new(Ending::Win, CHEAP * 10);
        for sooner in 1..=moves {
            assert_eq!(prover.wins(&mut plain, sooner), Ok(false), "{}", tactic.fen);
        }
        if tactic.theme.ends_with(" of one piece") {
            let us = position.side_to_move();
            let squares = position.shape().squares();
            let own = squares
                .filter_map(|square| position.piece_at(square))
                .filter(|piece| piece.color() == us);
            // The king does not promote, so the other one does it twice.
            assert_eq!(own.count(), 2, "{}", tactic.fen);
            of_one += 1;
        } else {
            others += 1;
        }
    }
    assert!(of_one >= 2 && others >= 2, "{of_one} {others}");
}

/// Searches until the mate is found, or, when the goal is a draw, to the last node.
fn solve(engine: &mut AnyEngine, tactic: &Tactic, position: &AnyPosition) -> Result<(), String> {
    let mate = match tactic.goal {
        Goal::Mate(moves) | Goal::Win(moves) => Some(moves),
        Goal::Draw(..) => None,
    };
    let limits = Limits {
        nodes: Some(tactic.nodes),
        mate,
        ..Limits::default()
    };
    let stopper = Stopper::default();
    stopper.arm(&limits);
    let result = engine.go(position, &limits, &stopper, &mut |_| {});
    let best = result.best.map(|mv| position.move_text(mv));
    let right = best.is_some_and(|text| tactic.solutions.contains(&text));
    let found = result
        .score
        .mate_in()
        .and_then(|moves| u32::try_from(moves).ok());
    let scored = match tactic.goal {
        Goal::Mate(moves) => found == Some(moves),
        // Where it is the enemy's move that ends the game, the prover counts one of one's
        // own with it.
        Goal::Win(moves) => found == Some(moves) || found == Some(moves - 1),
        Goal::Draw(..) => result.score.raw() == 0,
    };
    if right && scored {
        return Ok(());
    }
    Err(format!(
        "{} {} {:?}: {:?} {} after {} nodes, not {:?}",
        tactic.game,
        tactic.fen,
        tactic.goal,
        result.best.map(|mv| position.move_text(mv)),
        result.score,
        result.report.nodes,
        tactic.solutions
    ))
}

#[test]
fn the_engine_solves_them() {
    let settings = Settings {
        hash: 16,
        threads: 1,
        ..Settings::default()
    };
    let mut engine = AnyEngine::new(settings).unwrap();
    let mut failures = Vec::new();
    for tactic in tactics() {
        let position = games::position(&tactic.game, &tactic.fen);
        // What was learnt from one position must not help with the next.
        engine.new_game();
        failures.extend(solve(&mut engine, &tactic, &position).err());
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
