//! Finding the best move.
//!
//! [`Engine`] holds what outlives a search (the transposition table, options, the
//! threads' histories) for one game; [`Engine::go`] searches a position within
//! [`Limits`] and reports as it deepens. One `worker` per thread runs iterative
//! deepening over `negamax` and `quiescence`; they share only the table, the stop flag
//! and the node count. Every number that steers the search is in [`Parameters`].

mod abdada;
mod any;
pub mod bench;
mod clock;
mod deepening;
mod ends;
mod engine;
mod evaluation;
mod extensions;
mod history;
mod interrupted;
mod learning;
mod limits;
mod lookup;
mod machine;
mod negamax;
mod node;
mod parameters;
mod picker;
mod pruning;
mod quiescence;
mod reductions;
mod report;
mod root;
mod score;
mod see;
mod shared;
mod stack;
mod strength;
mod table;
mod watch;
mod worker;

pub use any::{AnyEngine, Settings};
#[cfg(feature = "cli")]
pub(crate) use engine::STACK_SIZE;
pub use engine::{Engine, Stopper};
pub use limits::{Limits, TimeControl};
pub use machine::{NoMemory, free_mebibytes, processors};
pub use parameters::{ParameterInfo, Parameters};
pub use report::{Line, Report, SearchResult};
pub use score::{ForcedEnd, MAX_PLY, Score};
pub use shared::Switches;
pub use strength::{ELO_RANGE, LEVELS, level_for_elo, nodes_for_level};
pub use table::TranspositionTable;
