//! When a search has to end.

use crate::position::Move;
use std::time::Duration;

/// The clock of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// What is left on the clock.
    pub left: Duration,
    /// What every move adds.
    pub increment: Duration,
    /// The moves until the clock is set up again; `None` for never.
    pub moves_to_go: Option<u32>,
}

/// What ends a search. Without any limit it goes on until it is stopped.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Limits {
    /// Play by a clock.
    pub clock: Option<TimeControl>,
    /// Exactly this long, [`overhead`](super::Settings::overhead) included: so much less is
    /// searched.
    pub move_time: Option<Duration>,
    /// At most this depth, in plies.
    pub depth: Option<u32>,
    /// Exactly so many nodes, if one thread searches.
    pub nodes: Option<u64>,
    /// Until a mate in so many moves is found.
    pub mate: Option<u32>,
    /// Only these moves, if any are named.
    pub moves: Vec<Move>,
    /// Think on the opponent's time: the clock counts only after
    /// [`Stopper::ponder_hit`](super::Stopper::ponder_hit).
    pub ponder: bool,
    /// No end but by [`Stopper::stop`](super::Stopper::stop).
    pub infinite: bool,
}

impl Limits {
    /// Whether a search ends by itself: sooner or later, if all it has is a mate to find.
    pub fn has_end(&self) -> bool {
        self.clock.is_some()
            || self.move_time.is_some()
            || self.depth.is_some()
            || self.nodes.is_some()
            || self.mate.is_some()
    }
}
