//! Matches between engines, with the rules core as the referee.
//!
//! `spec` is what the user says of an engine and `limits` of its time; `process` runs it
//! as a child, whose lines wait in an `inbox`, and `uci` and `cecp` speak to it, each as a
//! [`Player`]. `game` plays one game between two players and knows what ends it; a
//! [`Fault`] is what an engine did wrong. `openings` has the positions to start from,
//! `schedule` who plays whom, `tournament` runs all games, several at a time: a `crew` of
//! threads plays each at a `table`. `ledger` keeps them on file with `journal`, so that a
//! tournament can go on after any interruption, and `merge` makes the files of its parts
//! one. [`stats`] says what the results mean. [`spsa`] is how a `spin`,
//! an option that is a number, is made better by games: `tune` plays them, and `parameter`
//! is what the user says of one.

mod cecp;
mod crew;
mod dead;
mod dialect;
mod fault;
mod game;
mod inbox;
mod journal;
mod launch;
mod ledger;
mod limits;
mod merge;
mod openings;
mod parameter;
mod player;
mod process;
mod schedule;
mod spec;
mod spin;
pub mod spsa;
pub mod stats;
mod table;
mod tournament;
mod tune;
mod uci;
mod words;

pub use crew::When;
pub use fault::Fault;
pub use game::{Adjudication, DrawRule, Ending, Played, ResignRule, play};
pub use launch::{Launcher, SELF};
pub use ledger::{Ledger, Record, SideRecord};
pub use limits::{Limits, TimeControl};
pub use merge::Merged;
pub use openings::{FileFormat, Opening, OpeningFile, Openings, Order};
pub use parameter::ParameterSpec;
pub use player::{Clocks, Eval, Player, Said, Thought};
pub use process::Log;
pub use schedule::{Format, Job, Schedule, Slice};
pub use spec::{EngineSpec, Protocol};
pub use spin::Spin;
pub use tournament::{Event, Outline, Plan, Standing, Tournament};
pub use tune::{Pair, Progress, TuneGame, TunePlan, Tuning};
pub use words::Words;
