//! What the search finds, against the plain truth: brute-force negamax with everything
//! switched off, and forced ends played out against every defence.

use crate::support::{
    NOTHING, Searcher, all_games, depth, games_with_other_ends, random_positions, small_positions,
};
use sliderule::position::{AnyPosition, Status};
use sliderule::search::{AnyEngine, Limits, SearchResult, Settings, Stopper};

/// A game lost at once, as the search scores it.
const LOST: i32 = -31_000;

/// Brute force is used where it has to look at no more than so many positions.
const MOST_LEAVES: u64 = 8_000;

/// The score for the side to move, from every line of this depth. `line` holds the keys
/// of the positions since the root, without it: one that comes back is a draw.
fn brute_force(
    searcher: &Searcher,
    position: &mut AnyPosition,
    plies: u32,
    line: &mut Vec<u64>,
    root: bool,
) -> i32 {
    let ply = if root { 0 } else { line.len() as i32 };
    if !root {
        if let Status::Ended(winner, _) = position.status() {
            return match winner {
                None => 0,
                Some(color) if color == position.side_to_move() => -LOST - ply,
                Some(_) => LOST + ply,
            };
        }
        let (&here, before) = line.split_last().expect("this position is in it");
        if before.contains(&here) {
            return 0;
        }
    }
    if plies == 0 {
        return searcher.evaluate(position);
    }
    let mut best = i32::MIN;
    for mv in position.legal_moves() {
        position.make_unchecked(mv);
        line.push(position.key());
        best = best.max(-brute_force(searcher, position, plies - 1, line, false));
        line.pop();
        position.undo();
    }
    best
}

#[test]
fn without_its_arts_the_search_is_brute_force() {
    for start in all_games() {
        let mut searcher = Searcher::new(&start, NOTHING);
        let mut compared = [0; 3];
        let mut all = random_positions(&start, 21, 25);
        all.extend(small_positions(&start));
        for mut position in all {
            for plies in 1..=3 {
                if position.perft(plies) > MOST_LEAVES {
                    break;
                }
                let found = searcher.go(&position, &depth(plies)).score.raw();
                let truth = brute_force(&searcher, &mut position, plies, &mut Vec::new(), true);
                let name = &position.variant().name;
                assert_eq!(found, truth, "{name} {} depth {plies}", position.fen());
                compared[plies as usize - 1] += 1;
            }
        }
        for (plies, &count) in compared.iter().enumerate() {
            let name = &start.variant().name;
            assert!(count >= 5, "{name}: {count} at depth {}", plies + 1);
        }
    }
}

#[test]
fn other_ends_are_found_by_brute_force_too() {
    for start in games_with_other_ends() {
        let mut searcher = Searcher::new(&start, NOTHING);
        let name = start.variant().name.clone();
        let mut ends = 0;
        for mut position in random_positions(&start, 7, 12) {
            for plies in 1..=2 {
                let found = searcher.go(&position, &depth(plies)).score.raw();
                let truth = brute_force(&searcher, &mut position, plies, &mut Vec::new(), true);
                assert_eq!(found, truth, "{name} {} depth {plies}", position.fen());
                ends += u32::from(truth.abs() > 30_000);
            }
        }
        // Some of these games end too rarely at random.
        println!("{name}: {ends} forced ends");
    }
}

/// How many answers are tried at each turn of the loser.
const ANSWERS: usize = 6;

fn think(engine: &mut AnyEngine, position: &AnyPosition, mate: Option<u32>) -> SearchResult {
    let limits = Limits {
        nodes: Some(if mate.is_some() { 200_000 } else { 2_000 }),
        mate,
        ..Limits::default()
    };
    let stopper = Stopper::default();
    stopper.arm(&limits);
    engine.go(position, &limits, &stopper, &mut |_| {})
}

/// Plays a forced end out: the engine for the winner, against the engine's own best
/// answer and others spread over the list of moves. Returns the ends reached.
fn play_out(engine: &mut AnyEngine, position: &mut AnyPosition, moves: u32) -> u32 {
    let winner = position.side_to_move();
    let what = format!("{} {}", position.variant().name, position.fen());
    let result = think(engine, position, Some(moves));
    let mate = result.score.mate_in().unwrap_or(0);
    let in_time = mate > 0 && mate as u32 <= moves;
    assert!(in_time, "{what}: {} is not mate {moves}", result.score);
    position.make_unchecked(result.best.expect("there is a mating move"));
    let mut ends = 0;
    if let Status::Ended(won_by, _) = position.status() {
        assert_eq!(won_by, Some(winner), "{what}");
        ends = 1;
    } else {
        assert!(moves > 1, "{what}: mate {mate} did not come");
        let answers = position.legal_moves();
        let step = answers.len().div_ceil(ANSWERS - 1);
        let spread = answers.iter().copied().step_by(step);
        let own = think(engine, position, None);
        let own_best = own.best.into_iter();
        for answer in own_best.chain(spread) {
            position.make_unchecked(answer);
            match position.status() {
                // A bad answer may lose at once (by stalemate, where that loses).
                Status::Ended(won_by, _) => assert_eq!(won_by, Some(winner), "{what}"),
                _ => ends += play_out(engine, position, mate as u32 - 1),
            }
            position.undo();
        }
    }
    position.undo();
    ends
}

#[test]
fn mates_that_are_announced_come() {
    let settings = Settings {
        hash: 4,
        ..Settings::default()
    };
    let mut engine = AnyEngine::new(settings).unwrap();
    let mut played = 0;
    for start in all_games() {
        for mut position in small_positions(&start) {
            // The tactics test sees to it that the engine finds what there is.
            let result = think(&mut engine, &position, Some(4));
            if let Some(moves @ 2..=4) = result.score.mate_in() {
                let ends = play_out(&mut engine, &mut position, moves as u32);
                assert!(ends > 0);
                played += 1;
            }
        }
    }
    assert!(played >= 40, "only {played} mates");
}
