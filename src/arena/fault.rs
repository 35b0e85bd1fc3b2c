//! What an engine does wrong, and how it is called.

use std::fmt::Display;
use std::time::Duration;
use thiserror::Error;

/// What an engine did wrong. It costs the game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs, reason = "the messages say what each case and field is")]
pub enum Fault {
    #[error("cannot be started: {0}")]
    NotStarted(String),
    #[error("has ended: {0}")]
    Crash(String),
    #[error("does not answer '{asked}' within {:.1} s", waited.as_secs_f64())]
    Hang { asked: String, waited: Duration },
    #[error("the move '{text}' is illegal: {why}")]
    IllegalMove { text: String, why: String },
    #[error("has taken {:.3} s of {:.3} s", taken.as_secs_f64(), allowed.as_secs_f64())]
    Time { taken: Duration, allowed: Duration },
    #[error("claims '{0}', which is not so")]
    FalseClaim(String),
    #[error("floods its output: {lines} lines, {bytes} bytes since it was last asked")]
    Flood { lines: u64, bytes: u64 },
    #[error("has sent {0} bytes without the end of a line")]
    EndlessLine(usize),
    #[error("cannot play this: {0}")]
    Refusal(String),
    /// None of the engine's: nobody wants its answer any more.
    #[error("the game was broken off")]
    Interrupted,
}

impl Fault {
    /// It cannot play this, for a reason.
    pub(super) fn refusal(why: impl Display) -> Self {
        Self::Refusal(why.to_string())
    }

    /// The name of its kind, for the tag `Termination` and for counting.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::NotStarted(_) => "not started",
            Self::Crash(_) => "crash",
            Self::Hang { .. } => "hang",
            Self::IllegalMove { .. } => "illegal move",
            Self::Time { .. } => "time forfeit",
            Self::FalseClaim(_) => "false claim",
            Self::Flood { .. } => "flood",
            Self::EndlessLine(_) => "endless line",
            Self::Refusal(_) => "refusal",
            Self::Interrupted => "unterminated",
        }
    }

    /// Whether the engine did not get to play at all.
    pub const fn is_no_play(&self) -> bool {
        matches!(self, Self::NotStarted(_) | Self::Refusal(_))
    }

    /// Whether the engine can be spoken to after it, so that it need not be started anew.
    pub const fn leaves_it_alive(&self) -> bool {
        matches!(self, Self::IllegalMove { .. } | Self::Time { .. })
    }
}
