//! What a search tells as it goes on, and in the end.

use super::score::Score;
use crate::position::Move;
use std::time::Duration;

/// One line of play with its score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The score for the side to move at the root.
    pub score: Score,
    /// The moves, all legal one after the other.
    pub moves: Vec<Move>,
}

/// The state of a search after an iteration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The depth that was finished, in plies.
    pub depth: u32,
    /// The deepest ply reached.
    pub selective_depth: usize,
    /// The best lines, best first, as many as were asked for or there are moves. Never empty in
    /// what a search reports as it goes on; empty at its end if there was nothing to search.
    pub lines: Vec<Line>,
    /// Nodes searched by all threads.
    pub nodes: u64,
    /// The time since the search began.
    pub time: Duration,
    /// How full the transposition table is.
    pub permille_full: usize,
}

/// The end of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchResult {
    /// The best move; `None` if the game has ended, there is no legal move, or none of those
    /// that [`Limits::moves`](super::Limits::moves) allows is legal.
    pub best: Option<Move>,
    /// The expected answer.
    pub ponder: Option<Move>,
    /// The score for the side to move.
    pub score: Score,
    /// The last report.
    pub report: Report,
}
