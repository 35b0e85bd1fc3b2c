//! Property tests that try the same in every run.

use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestRunner};

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
