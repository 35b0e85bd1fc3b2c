//! When a search has to end.

use super::clock::Clock;
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
    /// Exactly this long.
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

    /// The same limits with nodes in place of time: so many are a second. The search is
    /// the same then on every machine.
    pub fn in_nodes(self, per_second: u64) -> Self {
        let Some(time) = Clock::new(&self, Duration::ZERO).share() else {
            return self;
        };
        let nodes = ((time.as_secs_f64() * per_second as f64) as u64).max(1);
        Self {
            clock: None,
            move_time: None,
            nodes: Some(self.nodes.map_or(nodes, |n| n.min(nodes))),
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_take_the_place_of_time() {
        let limits = Limits {
            move_time: Some(Duration::from_millis(1500)),
            depth: Some(9),
            ..Limits::default()
        };
        let in_nodes = limits.in_nodes(2000);
        assert_eq!((in_nodes.nodes, in_nodes.move_time), (Some(3000), None));
        assert_eq!(in_nodes.depth, Some(9));
        let clock = |left| TimeControl {
            left: Duration::from_secs(left),
            increment: Duration::ZERO,
            moves_to_go: None,
        };
        let nodes = |left| {
            let limits = Limits {
                clock: Some(clock(left)),
                ..Limits::default()
            };
            limits.in_nodes(1000).nodes
        };
        assert!(nodes(90) > nodes(9) && nodes(0) == Some(1));
        assert!(nodes(90) < Some(90_000));
        assert_eq!(Limits::default().in_nodes(1000), Limits::default());
    }
}
