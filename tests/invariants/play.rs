//! Random play that a property test can shrink.

use proptest::prelude::*;

/// Choices of moves, one number a ply: see [`choose`](crate::choose::choose).
pub fn choices(most: usize) -> impl Strategy<Value = Vec<u16>> {
    prop::collection::vec(any::<u16>(), 0..most)
}
