//! What the referee asks of an engine, whatever it speaks.

use super::fault::Fault;
use super::spin::Spin;
use crate::pgn::GameResult;
use crate::position::{AnyPosition, Move, Reason};
use std::time::{Duration, Instant};

/// What is on the clocks when an engine begins to think.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Clocks {
    /// What is left on its own; `None` without one.
    pub mine: Option<Duration>,
    /// What is left on the opponent's.
    pub theirs: Option<Duration>,
    /// What each of its moves adds.
    pub my_increment: Duration,
    /// What each of the opponent's adds.
    pub their_increment: Duration,
    /// The moves until its clock is filled up; `None` if it never is.
    pub moves_to_go: Option<u32>,
}

/// What an engine thinks of its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Eval {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// It mates in so many moves, or is mated where this is not positive.
    Mate(i32),
}

impl Eval {
    /// A number to compare with limits in hundredths of a pawn.
    pub const fn centipawns(self) -> i32 {
        const MATE: i32 = 1_000_000;
        match self {
            Self::Centipawns(score) => score,
            Self::Mate(moves) if moves > 0 => MATE - moves,
            Self::Mate(moves) => -MATE - moves,
        }
    }
}

/// As comments in games have it: `+0.35`, `-M4`.
impl std::fmt::Display for Eval {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Self::Centipawns(score) => write!(f, "{:+.2}", f64::from(score) / 100.0),
            Self::Mate(moves) if moves > 0 => write!(f, "+M{moves}"),
            Self::Mate(moves) => write!(f, "-M{}", moves.unsigned_abs()),
        }
    }
}

/// What an engine does when it is its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Said {
    /// It plays a move, which is legal.
    Move(Move),
    /// It gives up.
    Resigns,
    /// It claims a draw that a move of its own brings about.
    Draws(Reason),
    /// It claims that nobody can win any more, which is so.
    Dead,
    /// The protocol cannot hold a longer game: a draw.
    Full,
}

/// What an engine does, and what it tells about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thought {
    /// What it does.
    pub said: Said,
    /// The time it took.
    pub time: Duration,
    /// Its last score.
    pub eval: Option<Eval>,
    /// The depth that it told last.
    pub depth: Option<u32>,
    /// The nodes that it told last; `None` if they may be of the opponent's time, too.
    pub nodes: Option<u64>,
    /// Whether it offers a draw.
    pub offers_draw: bool,
}

impl Thought {
    /// As a comment behind the move: `+0.35/12 0.520s n=48211`.
    pub fn comment(&self) -> String {
        let mut text = self.eval.map_or("?".into(), |eval| eval.to_string());
        if let Some(depth) = self.depth {
            text += &format!("/{depth}");
        }
        text += &format!(" {:.3}s", self.time.as_secs_f64());
        if let Some(nodes) = self.nodes {
            text += &format!(" n={nodes}");
        }
        text
    }
}

/// An engine that plays a game.
pub trait Player {
    /// Begins a game from a position.
    ///
    /// # Errors
    /// What the engine did wrong.
    fn begin(&mut self, start: &AnyPosition) -> Result<(), Fault>;

    /// A move was made in a position, by this engine's own `think` or otherwise.
    ///
    /// # Errors
    /// The protocol cannot express it.
    fn played(&mut self, before: &AnyPosition, mv: Move, own: bool) -> Result<(), Fault>;

    /// Thinks about a position and answers.
    ///
    /// # Errors
    /// What the engine did wrong.
    fn think(&mut self, position: &AnyPosition, clocks: &Clocks) -> Result<Thought, Fault>;

    /// The opponent is to move in a position: it may think on his time, if it does that.
    /// The clocks are those with which it will think when he has moved.
    fn ponder(&mut self, position: &AnyPosition, clocks: &Clocks);

    /// The game is over.
    fn end(&mut self, result: GameResult, why: &str);

    /// Its options that are numbers.
    fn spins(&self) -> &[Spin];

    /// Sets options for the games to come, whether it shows them or not.
    fn configure(&mut self, options: &[(String, i64)]);

    /// The opponent, who has just moved, offers a draw.
    fn offered_draw(&mut self) {}

    /// Whether it can play another game.
    fn can_go_on(&self) -> bool {
        true
    }
}

/// When an engine must have answered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deadline {
    /// When it was asked.
    pub asked: Instant,
    /// What it is allowed, without the margin; `None` where no clock runs.
    pub allowed: Option<Duration>,
    /// When waiting ends.
    pub end: Instant,
}

impl Deadline {
    /// For an engine that is asked now. It has what its clock and its limit for a move
    /// allow, and a margin; without either, so much patience.
    pub fn now(
        clocks: &Clocks,
        move_time: Option<Duration>,
        margin: Duration,
        patience: Duration,
    ) -> Self {
        let asked = Instant::now();
        let allowed = [clocks.mine, move_time].into_iter().flatten().min();
        let wait = allowed.map_or(patience, |allowed| allowed + margin);
        Self {
            asked,
            allowed,
            end: asked + wait,
        }
    }

    /// The time until an answer that came just now, or at `when`.
    ///
    /// # Errors
    /// It came too late.
    pub fn taken(&self, when: Instant) -> Result<Duration, Fault> {
        let taken = when.saturating_duration_since(self.asked);
        match self.allowed {
            Some(allowed) if when > self.end => Err(Fault::Time { taken, allowed }),
            _ => Ok(taken),
        }
    }
}
