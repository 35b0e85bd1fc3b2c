//! How long to think.

use super::limits::Limits;
use super::parameters::{
    TIME_BEGIN, TIME_DROP, TIME_EFFORT, TIME_EFFORT_LEAST, TIME_HARD, TIME_INCREMENT,
    TIME_LAST_MOVE, TIME_MOST, TIME_MOVES, TIME_SHARES, TIME_STABILITY,
};
use std::time::{Duration, Instant};

/// How settled the choice of a move is, after an iteration.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Certainty {
    /// The iterations since the best move changed.
    pub stability: u32,
    /// How far the score has fallen, in centipawns.
    pub drop: i32,
    /// The share of the nodes that were spent on the best move, 0 to 1.
    pub effort: f64,
}

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
        let most = match moves {
            1 => part(left, TIME_LAST_MOVE),
            // The last moves before a control may take more than their share, too.
            _ => part(left, TIME_MOST).max(part(left, TIME_SHARES) / moves),
        };
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

    /// Whether another iteration is not worth beginning.
    pub fn is_enough(&self, certainty: Certainty) -> bool {
        let Some(soft) = self.soft else { return false };
        let steps = TIME_STABILITY.len() - 1;
        let settled = TIME_STABILITY[(certainty.stability as usize).min(steps)];
        let trouble = 1.0 + f64::from(certainty.drop.clamp(0, TIME_DROP)) / f64::from(TIME_DROP);
        let doubt = (TIME_EFFORT - certainty.effort).max(TIME_EFFORT_LEAST);
        let worth = soft.as_secs_f64() * settled * trouble * doubt * TIME_BEGIN;
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
    fn the_last_move_but_one_may_take_half_and_more() {
        let hard = |moves| clock(10_000, 0, moves).hard.unwrap().as_millis();
        assert_eq!(hard(Some(2)), 5994);
        assert!(hard(Some(4)) < 4000 && hard(Some(1)) > 8000);
    }

    #[test]
    fn an_unsettled_choice_gets_more_time() {
        let clock = Clock {
            start: Instant::now() - Duration::from_millis(500),
            soft: Some(Duration::from_millis(900)),
            hard: None,
        };
        let settled = Certainty {
            stability: 5,
            drop: 0,
            effort: 0.9,
        };
        let wavers = Certainty {
            stability: 0,
            ..settled
        };
        let falls = Certainty {
            drop: 100,
            ..settled
        };
        let spread = Certainty {
            effort: 0.1,
            ..settled
        };
        assert!(clock.is_enough(settled));
        for certainty in [wavers, falls, spread] {
            assert!(!clock.is_enough(certainty), "{certainty:?}");
        }
    }

    /// By moves that take three quarters of their share, as settled ones do.
    #[test]
    fn a_clock_is_used_up_in_sixty_moves() {
        for (seconds, increment) in [(10.0, 0.1), (60.0, 0.0), (60.0, 0.6)] {
            let mut left: f64 = seconds;
            for _ in 0..60 {
                let soft = clock((left * 1e3) as u64, (increment * 1e3) as u64, None).soft;
                left += increment - soft.unwrap().as_secs_f64() * 0.75;
            }
            assert!(
                left > 0.0 && left < seconds * 0.35,
                "{seconds}+{increment}: {left}"
            );
        }
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
