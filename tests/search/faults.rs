//! What the search once did wrong in games unlike chess, each as it was seen.

use crate::games;
use crate::support::{Searcher, depth};
use sliderule::position::{AnyPosition, Status};
use sliderule::search::{Limits, SearchResult, Switches};

fn search(position: &AnyPosition, limits: &Limits) -> SearchResult {
    Searcher::new(position, Switches::default()).go(position, limits)
}

/// The moves by which the side to move wins at once.
fn wins_at_once(position: &AnyPosition) -> Vec<String> {
    let us = position.side_to_move();
    let moves = position.legal_moves().into_iter();
    let wins = moves.filter(|&mv| {
        let mut after = position.clone();
        after.make_unchecked(mv);
        matches!(after.status(), Status::Ended(Some(winner), _) if winner == us)
    });
    wins.map(|mv| position.move_text(mv)).collect()
}

/// The position after the move that a search of this depth chooses.
fn after_search(position: &AnyPosition, plies: u32) -> AnyPosition {
    let best = search(position, &depth(plies)).best.expect("a move");
    let mut after = position.clone();
    after.make_unchecked(best);
    after
}

#[test]
fn an_explosion_next_to_the_king_is_seen_coming() {
    let mut position = games::start("atomic");
    for text in ["e2e4", "a7a6", "d1h5"] {
        position.play_text(text).unwrap();
    }
    for plies in 2..=7 {
        let after = after_search(&position, plies);
        let wins = wins_at_once(&after);
        assert!(wins.is_empty(), "depth {plies}: {} {wins:?}", after.fen());
    }
}

#[test]
fn the_last_of_a_kind_is_taken_even_if_it_is_guarded() {
    let position = games::position(
        "extinction",
        "rnbqkbnr/pp1ppppp/8/2p5/4P3/2N5/PPPP1PPP/R1BQKB1R b KQkq - 0 2",
    );
    let mut after = position.clone();
    after.play_text("d8a5").unwrap();
    after.play_text("a2a3").unwrap();
    // The queen takes the only knight, which two pawns guard.
    let wins = wins_at_once(&after);
    assert_eq!(wins, ["a5c3"]);
    for plies in 1..=4 {
        let result = search(&after, &depth(plies));
        let best = result.best.map(|mv| after.move_text(mv));
        assert_eq!(best.as_deref(), Some("a5c3"), "depth {plies}");
        assert_eq!(result.score.mate_in(), Some(1));
    }
}

#[test]
fn a_quiet_move_that_wins_is_not_overlooked() {
    let position = games::position("kingofthehill", "6k1/8/8/8/8/4K3/PPP5/R6q b - - 0 1");
    for plies in 2..=6 {
        let after = after_search(&position, plies);
        let wins = wins_at_once(&after);
        assert!(wins.is_empty(), "depth {plies}: {} {wins:?}", after.fen());
    }
}

/// Captures without end: once depth 1 did not end within millions of nodes.
#[test]
fn full_boards_are_searched_to_some_depth() {
    for fen in [
        "rRrRrRRK/RrRrrRrR/rrRrRrRR/rRrRrRrr/RRrRrRrR/rrRrRrRr/rRrRrRrR/krrRRrRr w - - 0 1",
        "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1",
    ] {
        let position = games::position("chess", fen);
        let limits = Limits {
            depth: Some(2),
            nodes: Some(400_000),
            ..Limits::default()
        };
        let result = search(&position, &limits);
        assert_eq!(
            result.report.depth, 2,
            "{fen}: {} nodes",
            result.report.nodes
        );
    }
}

/// Where captures are forced they were followed without end; depth 3 took seconds.
#[test]
fn forced_captures_leave_time_for_depth() {
    for game in ["antichess", "giveaway", "suicide", "losers"] {
        let limits = Limits {
            nodes: Some(60_000),
            ..Limits::default()
        };
        let result = search(&games::start(game), &limits);
        let reached = result.report.depth;
        assert!(reached >= 6, "{game}: depth {reached}");
    }
}
