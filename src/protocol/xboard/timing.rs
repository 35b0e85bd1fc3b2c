//! The clocks of a game as XBoard tells them, and what a search may use of them.

use super::command::Control;
use crate::search::{Limits, TimeControl};
use std::time::Duration;

/// Time control, limits and the engine's clock.
#[derive(Clone, Debug)]
pub(super) struct Timing {
    control: Control,
    depth: Option<u32>,
    /// Count nodes instead of time, at this many a second.
    nodes_per_second: Option<u64>,
    /// What is left on the engine's clock.
    left: Duration,
}

impl Default for Timing {
    /// What a program that says nothing about time gets: 40 moves in 5 minutes.
    fn default() -> Self {
        let base = Duration::from_secs(300);
        Self {
            control: Control::Clock {
                moves: Some(40),
                base,
                increment: Duration::ZERO,
            },
            depth: None,
            nodes_per_second: None,
            left: base,
        }
    }
}

impl Timing {
    /// A new game with the same time control: full clocks, no limit of depth, time is
    /// counted by the clock on the wall.
    pub fn new_game(&mut self) {
        self.depth = None;
        self.nodes_per_second = None;
        self.set_control(self.control);
    }

    /// `level` or `st`; each takes the place of the other.
    pub fn set_control(&mut self, control: Control) {
        self.control = control;
        if let Control::Clock { base, .. } = control {
            self.left = base;
        }
    }

    /// `sd`; 0 takes the limit away.
    pub fn set_depth(&mut self, depth: u32) {
        self.depth = (depth > 0).then_some(depth);
    }

    /// `nps`; 0 or less counts time again.
    pub fn set_nodes_per_second(&mut self, rate: i64) {
        self.nodes_per_second = u64::try_from(rate).ok().filter(|&rate| rate > 0);
    }

    /// `time`, in centiseconds. A clock that has run out has nothing left.
    pub fn set_left(&mut self, centiseconds: i64) {
        let centiseconds = centiseconds.max(0).unsigned_abs();
        self.left = Duration::from_millis(centiseconds.saturating_mul(10));
    }

    /// The engine has moved after this time, and `moves_made` moves (this one included)
    /// in the game. XBoard tells the clock again before the next move; until then, and
    /// for programs that do not, it is reckoned here.
    pub fn moved(&mut self, took: Duration, moves_made: usize) {
        let Control::Clock {
            moves,
            base,
            increment,
        } = self.control
        else {
            return;
        };
        self.left = self.left.saturating_sub(took).saturating_add(increment);
        if moves.is_some_and(|moves| moves_made.is_multiple_of(moves as usize)) {
            self.left = self.left.saturating_add(base);
        }
    }

    /// What the engine's next move may take, with `moves_made` moves of its own behind
    /// it.
    pub fn limits(&self, moves_made: usize) -> Limits {
        let mut limits = Limits {
            depth: self.depth,
            ..Limits::default()
        };
        match self.control {
            Control::PerMove(time) => limits.move_time = Some(time),
            Control::Clock {
                moves, increment, ..
            } => {
                limits.clock = Some(TimeControl {
                    left: self.left,
                    increment,
                    moves_to_go: moves.map(|moves| moves - (moves_made % moves as usize) as u32),
                });
            }
        }
        match self.nodes_per_second {
            Some(rate) => limits.in_nodes(rate),
            None => limits,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sessions(moves: u32, base: u64, increment: u64) -> Timing {
        let mut timing = Timing::default();
        timing.set_control(Control::Clock {
            moves: (moves > 0).then_some(moves),
            base: Duration::from_secs(base),
            increment: Duration::from_secs(increment),
        });
        timing
    }

    fn clock(timing: &Timing, moves_made: usize) -> (u64, Option<u32>) {
        let clock = timing.limits(moves_made).clock.expect("by the clock");
        (clock.left.as_secs(), clock.moves_to_go)
    }

    #[test]
    fn sessions_begin_anew() {
        let mut timing = sessions(40, 300, 0);
        assert_eq!(clock(&timing, 0), (300, Some(40)));
        assert_eq!(clock(&timing, 39), (300, Some(1)));
        assert_eq!(clock(&timing, 40), (300, Some(40)));
        timing.moved(Duration::from_secs(100), 39);
        assert_eq!(clock(&timing, 39), (200, Some(1)));
        timing.moved(Duration::from_secs(100), 40);
        assert_eq!(clock(&timing, 40), (400, Some(40)));
        timing.new_game();
        assert_eq!(clock(&timing, 0), (300, Some(40)));
    }

    #[test]
    fn increments_are_added_and_the_gui_has_the_last_word() {
        let mut timing = sessions(0, 60, 2);
        timing.moved(Duration::from_secs(12), 1);
        assert_eq!(clock(&timing, 1), (50, None));
        timing.set_left(4200);
        assert_eq!(clock(&timing, 1), (42, None));
        timing.set_left(-5);
        assert_eq!(clock(&timing, 1), (0, None));
        timing.set_left(i64::MAX);
        timing.moved(Duration::MAX, 2);
        assert_eq!(clock(&timing, 2), (2, None));
    }

    #[test]
    fn time_per_move_depth_and_nodes() {
        let mut timing = sessions(0, 60, 0);
        timing.set_control(Control::PerMove(Duration::from_secs(3)));
        timing.set_depth(7);
        let limits = timing.limits(0);
        assert_eq!(limits.move_time, Some(Duration::from_secs(3)));
        assert_eq!((limits.depth, limits.clock), (Some(7), None));
        timing.set_nodes_per_second(1000);
        let limits = timing.limits(0);
        assert_eq!((limits.nodes, limits.move_time), (Some(3000), None));
        timing.set_depth(0);
        timing.set_nodes_per_second(-1);
        let limits = timing.limits(0);
        assert_eq!((limits.nodes, limits.depth), (None, None));
        assert!(limits.move_time.is_some());
        timing.set_depth(5);
        timing.new_game();
        assert_eq!(timing.limits(0).depth, None);
    }
}
