//! How long to think.

use super::limits::Limits;
use super::parameters::{
    TIME_BEGIN, TIME_DROP, TIME_HARD, TIME_INCREMENT, TIME_LAST_MOVE, TIME_MOST, TIME_MOVES,
    TIME_STABILITY,
};
use std::time::{Duration, Instant};

/// The least time that a move is given.
const LEAST: Duration = Duration::from_millis(1);

/// The time that one search may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    start: Instant,
    /// After this time no new iteration is begun; scaled by how settled the choice is.
    soft: Option<Duration>,
    /// After this time the search is broken off.
    hard: Option<Duration>,
}

impl Clock {
    /// Divides the time. `overhead` is what a move costs outside the search.
    pub fn new(limits: &Limits, overhead: Duration) -> Self {
        let start = Instant::now();
        let less = |time: Duration| time.saturating_sub(overhead).max(LEAST);
        if let Some(time) = limits.move_time {
            let time = Some(less(time));
            return Self {
                start,
                soft: None,
                hard: time,
            };
        }
        let Some(control) = limits.clock else {
            return Self {
                start,
                soft: None,
                hard: None,
            };
        };
        // The overhead is paid for every move that the time has to last for.
        let moves = control
            .moves_to_go
            .map_or(TIME_MOVES, |moves| moves.clamp(1, TIME_MOVES));
        let left = control.left.saturating_sub(overhead).max(LEAST);
        let part = |time: Duration, (of, parts): (u32, u32)| time * of / parts;
        let share = left / moves + part(control.increment, TIME_INCREMENT);
        let most = part(
            left,
            if moves == 1 {
                TIME_LAST_MOVE
            } else {
                TIME_MOST
            },
        );
        let soft = less(share).min(most).max(LEAST);
        let hard = (soft * TIME_HARD).min(most).max(LEAST);
        Self {
            start,
            soft: Some(soft),
            hard: Some(hard),
        }
    }

    /// Starts the clock now: what was thought so far was the opponent's time.
    pub fn restart(&mut self) {
        self.start = Instant::now();
    }

    /// What the move may take when nothing is unusual; `None` for as long as it likes.
    pub fn share(&self) -> Option<Duration> {
        self.soft.or(self.hard)
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Whether the search must be broken off.
    pub fn is_up(&self) -> bool {
        self.hard.is_some_and(|hard| self.elapsed() >= hard)
    }

    /// Whether another iteration is not worth beginning. `stability` counts the
    /// iterations since the best move changed, `drop` is how far the score has fallen
    /// in centipawns.
    pub fn is_enough(&self, stability: u32, drop: i32) -> bool {
        let Some(soft) = self.soft else { return false };
        let settled = TIME_STABILITY[(stability as usize).min(TIME_STABILITY.len() - 1)];
        let trouble = 1.0 + f64::from(drop.clamp(0, TIME_DROP)) / f64::from(TIME_DROP);
        let worth = soft.as_secs_f64() * settled * trouble * TIME_BEGIN;
        self.elapsed().as_secs_f64() >= worth
    }
}

impl Limits {
    /// The same limits in nodes instead of time, at this many a second. The search is the same
    /// then on every machine.
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
    use super::super::limits::TimeControl;
    use super::*;

    fn clock(left: u64, increment: u64, moves_to_go: Option<u32>) -> Clock {
        let control = TimeControl {
            left: Duration::from_millis(left),
            increment: Duration::from_millis(increment),
            moves_to_go,
        };
        let limits = Limits {
            clock: Some(control),
            ..Limits::default()
        };
        Clock::new(&limits, Duration::from_millis(10))
    }

    #[test]
    fn no_clock_is_overdrawn() {
        for left in [1, 5, 20, 100, 1000, 60_000] {
            for increment in [0, 10, 1000] {
                for moves in [None, Some(1), Some(2), Some(40)] {
                    let hard = clock(left, increment, moves).hard.unwrap();
                    let most = Duration::from_millis(left).max(LEAST);
                    assert!(hard <= most, "{left}+{increment}/{moves:?}: {hard:?}");
                }
            }
        }
    }

    #[test]
    fn more_time_is_used_when_there_is_more() {
        assert!(clock(60_000, 0, None).soft > clock(6_000, 0, None).soft);
        assert!(clock(6_000, 500, None).soft > clock(6_000, 0, None).soft);
        assert!(clock(6_000, 0, Some(5)).soft > clock(6_000, 0, None).soft);
    }

    #[test]
    fn an_unsettled_choice_gets_more_time() {
        let clock = Clock {
            start: Instant::now() - Duration::from_millis(500),
            soft: Some(Duration::from_millis(900)),
            hard: None,
        };
        assert!(clock.is_enough(5, 0));
        assert!(!clock.is_enough(0, 0));
        assert!(!clock.is_enough(5, 100));
    }

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
