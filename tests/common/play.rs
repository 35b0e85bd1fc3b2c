//! Random play that a property test can shrink.

use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestRunner};
use sliderule::position::{AnyPosition, Move};

/// A runner that tries the same cases in every run, so that a failure in CI can be
/// repeated anywhere.
pub fn runner(cases: u32) -> TestRunner {
    TestRunner::new(ProptestConfig {
        cases,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(0x511D_E401E),
        max_shrink_iters: 300,
        ..ProptestConfig::default()
    })
}

/// Choices of moves, one number a ply.
pub fn choices(most: usize) -> impl Strategy<Value = Vec<u16>> {
    prop::collection::vec(any::<u16>(), 0..most)
}

/// The legal move that a number chooses. A third of the numbers prefer captures,
/// because a game of random moves hardly takes anything.
pub fn choose(position: &mut AnyPosition, choice: u16) -> Option<Move> {
    let moves = position.legal_moves();
    if choice.is_multiple_of(3) {
        let captures: Vec<Move> = moves
            .iter()
            .copied()
            .filter(|&mv| position.victim(mv).is_some())
            .collect();
        if !captures.is_empty() {
            return Some(captures[usize::from(choice / 3) % captures.len()]);
        }
    }
    (!moves.is_empty()).then(|| moves[usize::from(choice / 3) % moves.len()])
}
