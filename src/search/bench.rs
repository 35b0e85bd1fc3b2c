//! The fingerprint of the search: fixed positions of all games to a fixed depth.
//!
//! The number of nodes changes with every change of what the search does, and with
//! nothing else: docs/search.md tells how to use it.

use super::{AnyEngine, Limits, NoMemory, Settings, Stopper};
use crate::position::{AnyPosition, FenError};
use crate::rules::{Catalog, CatalogError};
use std::fmt;
use std::time::{Duration, Instant};
use thiserror::Error;

/// The positions: game, depth and FEN in each line.
const POSITIONS: &str = include_str!("../../benches/positions.tsv");

/// What a bench came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BenchTotal {
    /// The nodes of all positions.
    pub nodes: u64,
    /// The time they took.
    pub time: Duration,
}

impl fmt::Display for BenchTotal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.time.as_secs_f64();
        let rate = self.nodes as f64 / seconds.max(1e-9);
        write!(f, "{} nodes {:.0} nps ({seconds:.2} s)", self.nodes, rate)
    }
}

/// Why a bench cannot be run. Positions are counted from 1.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs, reason = "the messages say what each case and field is")]
pub enum BenchError {
    #[error(transparent)]
    NoMemory(#[from] NoMemory),
    #[error(transparent)]
    Game(#[from] CatalogError),
    #[error("bench position {number}: '{line}'")]
    Malformed { number: usize, line: &'static str },
    #[error("bench position {number}: '{line}': {reason}")]
    Position {
        number: usize,
        line: &'static str,
        reason: FenError,
    },
}

/// Runs the bench with one thread. `depth` takes the place of each position's own
/// depth. `on_line` gets a line for each position.
///
/// # Errors
/// A position of the list cannot be read, or there is no memory.
pub fn run(depth: Option<u32>, on_line: &mut dyn FnMut(String)) -> Result<BenchTotal, BenchError> {
    let settings = Settings {
        hash: 16,
        ..Settings::default()
    };
    let mut engine = AnyEngine::new(settings)?;
    let mut total = BenchTotal {
        nodes: 0,
        time: Duration::ZERO,
    };
    let lines = POSITIONS
        .lines()
        .filter(|l| !l.is_empty() && !l.starts_with('#'));
    for (index, line) in lines.enumerate() {
        let number = index + 1;
        let malformed = BenchError::Malformed { number, line };
        let mut fields = line.split('\t');
        let (Some(game), Some(own_depth), Some(fen)) =
            (fields.next(), fields.next(), fields.next())
        else {
            return Err(malformed);
        };
        let variant = Catalog::built_in().get(game)?;
        let position =
            AnyPosition::from_fen(variant, fen).map_err(|reason| BenchError::Position {
                number,
                line,
                reason,
            })?;
        let own_depth: u32 = own_depth.parse().map_err(|_| malformed)?;
        let limits = Limits {
            depth: Some(depth.unwrap_or(own_depth)),
            ..Limits::default()
        };
        let stopper = Stopper::default();
        stopper.arm(&limits);
        engine.new_game();
        let clock = Instant::now();
        let result = engine.go(&position, &limits, &stopper, &mut |_| {});
        let time = clock.elapsed();
        total.nodes += result.report.nodes;
        total.time += time;
        let rate = result.report.nodes as f64 / time.as_secs_f64().max(1e-9);
        on_line(format!(
            "{game} depth {}: {} nodes {rate:.0} nps",
            limits.depth.unwrap_or(0),
            result.report.nodes
        ));
    }
    Ok(total)
}
