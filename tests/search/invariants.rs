//! What must hold for every search, whatever it finds.
//!
//! The tests run on positions from random games of every game and on those of
//! tests/data/tactics.tsv, which are small and full of ends: mates, stalemates, bare
//! kings, draws by repetition and by plies.

use crate::colour_flip::flipped;
use crate::games;
use crate::support::{
    NOTHING, Searcher, all_games, depth, positions, random_positions, small_positions,
};
use sliderule::position::AnyPosition;
use sliderule::search::{AnyEngine, Limits, MAX_PLY, Report, Settings, Stopper, Switches};

fn engine() -> AnyEngine {
    let settings = Settings {
        hash: 4,
        ..Settings::default()
    };
    AnyEngine::new(settings).unwrap()
}

#[test]
fn evaluation_does_not_depend_on_the_colour() {
    let mut engine = engine();
    for start in all_games() {
        for position in random_positions(&start, 11, 150) {
            let other = start
                .with_fen(&flipped(position.variant(), &position.fen()))
                .unwrap();
            let [here, there] = [&position, &other].map(|p| engine.evaluate(p));
            let name = &position.variant().name;
            let what = format!("{name} {}\n{}\n{}", position.fen(), here.0, there.0);
            assert_eq!(here.1, there.1, "{what}");
        }
    }
}

#[test]
fn plain_search_does_not_depend_on_the_colour() {
    for start in all_games() {
        let mut searcher = Searcher::new(&start, NOTHING);
        for position in positions(&start, 12, 12) {
            let other = start
                .with_fen(&flipped(position.variant(), &position.fen()))
                .unwrap();
            for plies in 1..=2 {
                let [here, there] =
                    [&position, &other].map(|p| searcher.go(p, &depth(plies)).score);
                let name = &position.variant().name;
                assert_eq!(here, there, "{name} {} depth {plies}", position.fen());
            }
        }
    }
}

#[test]
fn the_same_search_twice_is_the_same() {
    for start in all_games() {
        let plies = if start.shape().len() > 128 { 4 } else { 7 };
        for position in positions(&start, 13, 3) {
            let search = || {
                let mut reports = Vec::new();
                let mut searcher = Searcher::new(&start, Switches::default());
                let result = searcher.go_reporting(&position, &depth(plies), &mut |report| {
                    reports.push((report.depth, report.nodes, report.lines.clone()));
                });
                (result.best, result.score, result.report.nodes, reports)
            };
            assert_eq!(
                search(),
                search(),
                "{} {}",
                start.variant().name,
                position.fen()
            );
        }
    }
}

#[test]
fn node_limits_are_exact() {
    let mut engine = engine();
    for start in all_games() {
        for position in random_positions(&start, 14, 6) {
            for nodes in [1, 2, 17, 100, 1023, 1024, 1025, 5000] {
                let limits = Limits {
                    nodes: Some(nodes),
                    ..Limits::default()
                };
                engine.new_game();
                let (result, last) = go(&mut engine, &position, &limits);
                let what = format!("{} {} {nodes}", start.variant().name, position.fen());
                // A forced line may be searched to its last ply with fewer.
                let exhausted = last.depth as usize >= MAX_PLY - 1;
                let found = result.report.nodes;
                assert!(found == nodes || exhausted, "{what}: {found} nodes");
                let best = result.best.expect("there are legal moves");
                assert!(position.clone().legal_moves().contains(&best), "{what}");
            }
        }
    }
}

#[test]
fn depth_limits_are_exact() {
    let mut engine = engine();
    for start in all_games() {
        for position in positions(&start, 15, 6) {
            for plies in 1..=3 {
                let (result, last) = go(&mut engine, &position, &depth(plies));
                assert_eq!(last.depth, plies, "{}", position.fen());
                assert_eq!(result.report.depth, plies, "{}", position.fen());
            }
        }
    }
}

#[test]
fn only_the_moves_asked_for_are_searched() {
    let mut engine = engine();
    for start in all_games() {
        for position in random_positions(&start, 16, 6) {
            let all = position.clone().legal_moves();
            let some: Vec<_> = all.iter().copied().step_by(3).skip(1).take(4).collect();
            if some.is_empty() {
                continue;
            }
            let limits = Limits {
                moves: some.clone(),
                ..depth(3)
            };
            let (result, last) = go(&mut engine, &position, &limits);
            let what = format!("{} {}", start.variant().name, position.fen());
            assert!(some.contains(&result.best.expect("a move")), "{what}");
            for line in &last.lines {
                assert!(some.contains(&line.moves[0]), "{what}");
            }
        }
    }
}

#[test]
fn lines_are_legal_distinct_and_sorted() {
    for start in all_games() {
        let mut engine = engine();
        let mut settings = engine.settings().clone();
        settings.multi_pv = 4;
        engine.set(settings).unwrap();
        for position in positions(&start, 17, 12) {
            let before = (position.fen(), position.key(), position.ply());
            let moves = position.clone().legal_moves().len();
            let limits = Limits {
                nodes: Some(20_000),
                ..depth(8)
            };
            let stopper = Stopper::default();
            stopper.arm(&limits);
            let what = format!("{} {}", start.variant().name, position.fen());
            let mut last_depth = 0;
            engine.go(&position, &limits, &stopper, &mut |report| {
                for line in &report.lines {
                    check_line(&position, &line.moves, &what);
                }
                // The report of an iteration that was broken off repeats its depth.
                if report.depth == last_depth {
                    return;
                }
                last_depth = report.depth;
                check_lines(report, moves.min(4), &what);
            });
            let after = (position.fen(), position.key(), position.ply());
            assert_eq!(before, after);
            assert_eq!(
                games::position(&start.variant().name, &before.0).key(),
                after.1
            );
        }
    }
}

/// A line is not empty, legal to its end, and goes no further than the game.
fn check_line(position: &AnyPosition, moves: &[sliderule::position::Move], what: &str) {
    assert!(!moves.is_empty() && moves.len() <= MAX_PLY, "{what}");
    let mut position = position.clone();
    for (ply, &mv) in moves.iter().enumerate() {
        assert!(
            position.legal_moves().contains(&mv),
            "{what}: ply {ply} of {moves:?} at {}",
            position.fen()
        );
        position.make_unchecked(mv);
    }
}

fn check_lines(report: &Report, wanted: usize, what: &str) {
    assert_eq!(report.lines.len(), wanted, "{what}");
    let mut firsts: Vec<_> = report.lines.iter().map(|l| l.moves[0].bits()).collect();
    firsts.sort_unstable();
    firsts.dedup();
    assert_eq!(firsts.len(), wanted, "{what}: the same move twice");
    assert!(
        report.lines.is_sorted_by(|a, b| a.score >= b.score),
        "{what}: {:?}",
        report.lines
    );
}

#[test]
fn a_stop_leaves_a_legal_move() {
    let mut engine = engine();
    for start in all_games() {
        for position in small_positions(&start).into_iter().take(4) {
            for stop_at in 0..=2 {
                // Without any limit only the stop ends the search.
                let limits = Limits {
                    infinite: true,
                    ..Limits::default()
                };
                let stopper = Stopper::default();
                stopper.arm(&limits);
                if stop_at == 0 {
                    stopper.stop();
                }
                let result = engine.go(&position, &limits, &stopper, &mut |report| {
                    if report.depth >= stop_at {
                        stopper.stop();
                    }
                });
                let best = result.best.expect("there are legal moves");
                assert!(position.clone().legal_moves().contains(&best));
                assert!(result.report.depth >= stop_at, "{}", position.fen());
            }
        }
    }
}

fn go(
    engine: &mut AnyEngine,
    position: &AnyPosition,
    limits: &Limits,
) -> (sliderule::search::SearchResult, Report) {
    let stopper = Stopper::default();
    stopper.arm(limits);
    let mut last = None;
    let result = engine.go(position, limits, &stopper, &mut |report| {
        last = Some(report.clone());
    });
    (result, last.expect("there is a report"))
}
