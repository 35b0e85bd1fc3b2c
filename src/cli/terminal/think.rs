//! The engine's part of a game.

use crate::cli::{interrupt, scores};
use crate::position::{AnyPosition, Move};
use crate::rules::Color;
use crate::search::{AnyEngine, LEVELS, Limits, SearchResult, Stopper, nodes_for_level};
use indicatif::ProgressBar;
use std::time::Duration;

/// How hard the engine thinks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Strength {
    /// One of [`LEVELS`].
    pub level: u8,
    /// The most time for a move.
    pub time: Duration,
}

impl Default for Strength {
    fn default() -> Self {
        Self {
            level: *LEVELS.end(),
            time: Duration::from_secs(5),
        }
    }
}

/// A move that the engine found.
pub(super) struct Found {
    pub best: Move,
    /// The expected line, the move first.
    pub line: Vec<String>,
    /// Score, depth, nodes and time in words.
    pub facts: String,
}

/// Lets the engine think about a position; Ctrl-C ends it with what it knows. `None` if
/// there is no legal move. While it thinks, a watcher sees how far it is.
pub(super) fn think(
    engine: &mut AnyEngine,
    position: &mut AnyPosition,
    strength: Strength,
    watched: bool,
) -> Option<Found> {
    let legal = position.count_legal_moves() as usize;
    let limits = Limits {
        move_time: Some(strength.time),
        nodes: nodes_for_level(strength.level, legal),
        ..Limits::default()
    };
    let stopper = Stopper::default();
    stopper.arm(&limits);
    let bar = if watched {
        ProgressBar::new_spinner()
    } else {
        ProgressBar::hidden()
    };
    bar.set_message("thinking");
    bar.enable_steady_tick(Duration::from_millis(100));
    let result = interrupt::during(&stopper, || {
        engine.go(position, &limits, &stopper, &mut |report| {
            if let Some(line) = report.lines.first() {
                let moves = position.line_texts(&line.moves);
                let shown = moves[..moves.len().min(6)].join(" ");
                let score = scores::score_of(position.side_to_move(), line.score);
                bar.set_message(format!("depth {} {score} {shown}", report.depth));
            }
        })
    });
    bar.finish_and_clear();
    let best = result.best?;
    let line = match result.report.lines.first() {
        Some(line) if line.moves.first() == Some(&best) => position.line_texts(&line.moves),
        _ => vec![position.move_text(best)],
    };
    let facts = facts(position.side_to_move(), &result);
    Some(Found { best, line, facts })
}

fn facts(player: Color, result: &SearchResult) -> String {
    let report = &result.report;
    format!(
        "{}, depth {}, {} nodes, {:.1} s",
        scores::score_of(player, result.score),
        report.depth,
        report.nodes,
        report.time.as_secs_f64()
    )
}
