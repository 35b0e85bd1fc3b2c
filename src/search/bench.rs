//! The fingerprint of the search: fixed positions of every family of games to a fixed depth.
//!
//! The number of nodes changes with every change of what the search does, and with
//! nothing else: docs/search.md tells how to use it.

use super::{AnyEngine, Limits, NoMemory, Settings, Stopper};
use crate::position::{AnyPosition, FenError};
use crate::rules::{Catalog, CatalogError};
use std::fmt;
use std::time::{Duration, Instant};
use thiserror::Error;

/// The positions: game, depth and FEN in each line that is no comment.
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

/// Why a bench cannot be run.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs, reason = "the messages say what each case and field is")]
pub enum BenchError {
    #[error(transparent)]
    NoMemory(#[from] NoMemory),
    #[error("bench position '{line}': {reason}")]
    Position {
        line: &'static str,
        reason: BenchPositionError,
    },
}

/// Why a line of the list is not a position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs, reason = "the messages say what each case is")]
pub enum BenchPositionError {
    #[error("not a game, a depth and a FEN")]
    Fields,
    #[error("not a depth")]
    Depth,
    #[error(transparent)]
    Game(#[from] CatalogError),
    #[error(transparent)]
    Fen(#[from] FenError),
}

/// The depth to which each position of the list is searched, and the position.
fn positions() -> impl Iterator<Item = Result<(u32, AnyPosition), BenchError>> {
    let lines = POSITIONS
        .lines()
        .filter(|l| !l.is_empty() && !l.starts_with('#'));
    lines.map(|line| read(line).map_err(|reason| BenchError::Position { line, reason }))
}

/// Reads a line of the list.
fn read(line: &str) -> Result<(u32, AnyPosition), BenchPositionError> {
    let mut fields = line.split('\t');
    let (Some(game), Some(depth), Some(fen)) = (fields.next(), fields.next(), fields.next()) else {
        return Err(BenchPositionError::Fields);
    };
    let depth = depth.parse().map_err(|_| BenchPositionError::Depth)?;
    let position = AnyPosition::from_fen(Catalog::built_in().get(game)?, fen)?;
    Ok((depth, position))
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
    for listed in positions() {
        let (own_depth, position) = listed?;
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
            "{} depth {}: {} nodes {rate:.0} nps",
            position.variant().name,
            limits.depth.unwrap_or(0),
            result.report.nodes
        ));
    }
    Ok(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::rules::{Color, Extinction, Hop, Pattern, Variant, Verdict};

    fn extinction(game: &Variant, is_so: impl Fn(&Extinction) -> bool) -> bool {
        game.ends.extinction.as_ref().is_some_and(is_so)
    }

    fn patterns(game: &Variant, is_so: impl Fn(&Pattern) -> bool) -> bool {
        let mut all = game.pieces.iter().flat_map(|piece| &piece.patterns);
        all.any(is_so)
    }

    /// A family of games: its name, and whether a game belongs to it.
    type Family = (&'static str, fn(&Variant) -> bool);

    /// What the search may have to treat in a way of its own.
    const FAMILIES: [Family; 25] = [
        ("64 squares", |g| g.shape.len() <= 64),
        ("128 squares", |g| (65..=128).contains(&g.shape.len())),
        ("256 squares", |g| g.shape.len() > 128),
        ("strips", |g| g.strips[Color::White].is_some()),
        ("auras", |g| !g.stop_aura.is_empty()),
        ("pools", |g| g.has_pool),
        ("promotion by itself", |g| {
            g.self_promotions.iter().any(|p| p.is_some())
        }),
        ("limited promotion", |g| {
            g.promotion.limit.iter().any(|l| l.is_some())
        }),
        ("no kings", |g| g.king.is_none()),
        ("one king", |g| {
            g.has_king[Color::White] != g.has_king[Color::Black]
        }),
        ("royals", |g| extinction(g, |e| e.royal)),
        ("several royals", |g| extinction(g, |e| e.duple)),
        ("bare kings", |g| extinction(g, |e| e.opponent_count > 0)),
        ("loss by extinction", |g| {
            extinction(g, |e| e.value == Some(Verdict::Loss))
        }),
        ("win by extinction", |g| {
            extinction(g, |e| e.value == Some(Verdict::Win))
        }),
        ("blasts", |g| g.blast.is_some()),
        ("forced captures", |g| g.limits.must_capture),
        ("forbidden checks", |g| g.limits.forbids_check),
        ("goals", |g| g.ends.flag.is_some()),
        ("counted checks", |g| g.ends.counts_checks),
        ("decisive stalemates", |g| g.ends.stalemate != Verdict::Draw),
        ("mates that win", |g| g.ends.checkmate == Verdict::Win),
        ("rifles", |g| patterns(g, |p| p.rifle)),
        ("hoppers", |g| patterns(g, |p| p.last.manner.hop != Hop::No)),
        ("lame leaps", |g| {
            patterns(g, |p| !p.last.through.is_empty())
        }),
    ];

    #[test]
    fn every_family_of_games_is_searched() {
        let listed: Vec<_> = positions().collect::<Result<_, _>>().unwrap();
        for (family, has) in FAMILIES {
            let exists = Catalog::built_in().games().iter().any(|game| has(game));
            assert!(exists, "no game has {family}");
            let searched = listed.iter().any(|(_, p)| has(p.variant()));
            assert!(searched, "no position of a game with {family}");
        }
    }

    #[test]
    fn the_fingerprint_does_not_change_by_itself() {
        let nodes = || run(Some(2), &mut |_| {}).unwrap().nodes;
        let mut lines = 0;
        let counted = run(Some(2), &mut |_| lines += 1).unwrap();
        assert_eq!(counted.nodes, nodes());
        assert_eq!(lines, positions().count());
    }
}
