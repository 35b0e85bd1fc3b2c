//! One thread of a search: iterative deepening over its own copy of the position.

use super::clock::Clock;
use super::crowd::Crowd;
use super::history::{Histories, Made};
use super::limits::Limits;
use super::parameters::Parameters;
use super::report::{Line, Report};
use super::score::{EVAL_LIMIT, INFINITY, MATE_BOUND, MAX_PLY, Score};
use super::table::{Entry, TranspositionTable};
use crate::eval::Evaluator;
use crate::geometry::Bitboard;
use crate::position::{Move, MoveList, Position};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// What all threads of a search share.
pub(super) struct Shared<'a> {
    pub table: &'a TranspositionTable,
    /// Set from outside to end the search.
    pub stop: &'a AtomicBool,
    /// Set by the search itself when a limit is reached. Kept apart from `stop`: an
    /// infinite search or a ponder that has run into a limit still waits to be ended.
    pub done: AtomicBool,
    /// Set while the opponent's time runs.
    pub pondering: &'a AtomicBool,
    /// Nodes of all threads, added up from time to time.
    pub nodes: AtomicU64,
    pub parameters: &'a Parameters,
    pub switches: Switches,
    pub limits: &'a Limits,
    pub clock: Mutex<Clock>,
    /// What the threads are at; `None` where there is only one.
    pub crowd: Option<Crowd>,
    /// The score that the rules give a position in which the game has ended although
    /// there are moves: it is searched as if the game went on, for whoever plays on.
    pub ended: Option<Score>,
    /// Whether having no move, not in check, wins or loses.
    pub stalemate_decides: bool,
    /// Whether the side to move may win by having no move.
    pub may_win_without_moves: bool,
}

/// Parts of the search that can be switched off, to test the rest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Switches {
    /// Null move, futility, razoring, late move and SEE pruning.
    pub pruning: bool,
    /// Late move and internal iterative reductions.
    pub reductions: bool,
    /// Check and singular extensions.
    pub extensions: bool,
    /// The transposition table.
    pub table: bool,
    /// Quiescence; without it the evaluation stands at depth 0.
    pub quiescence: bool,
}

impl Default for Switches {
    fn default() -> Self {
        Self {
            pruning: true,
            reductions: true,
            extensions: true,
            table: true,
            quiescence: true,
        }
    }
}

/// What a search remembers about each ply of the line it is on.
#[derive(Clone, Copy)]
pub(super) struct Ply {
    pub killers: [Option<Move>; 2],
    /// The move made here; none for a pass.
    pub made: Option<Made>,
    pub mv: Option<Move>,
    /// The evaluation here; `None` in check.
    pub eval: Option<i32>,
    /// The same before any correction.
    pub raw_eval: Option<i32>,
    pub in_check: bool,
}

const NEW_PLY: Ply = Ply {
    killers: [None; 2],
    made: None,
    mv: None,
    eval: None,
    raw_eval: None,
    in_check: false,
};

/// Nodes between two looks at the clock.
const CLOCK_INTERVAL: u64 = 256;

/// How often a node's evaluation is remembered: entries of a direct-mapped cache.
const EVAL_CACHE: usize = 1 << 15;

/// What a thread keeps from one search to the next.
pub(super) struct Memory {
    pub histories: Histories,
    eval_cache: Vec<(u64, i32)>,
}

impl Memory {
    pub fn new() -> Self {
        Self {
            histories: Histories::new(),
            eval_cache: vec![(0, 0); EVAL_CACHE],
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = Self::new();
    }
}

/// One thread of a search.
pub(super) struct Worker<'a, B: Bitboard> {
    pub position: Position<B>,
    pub evaluator: &'a Evaluator<B>,
    pub shared: &'a Shared<'a>,
    pub memory: &'a mut Memory,
    /// 0 for the thread that reports and watches the clock.
    index: usize,
    pub plies: Vec<Ply>,
    /// The principal variation from each ply on.
    pub lines: Vec<Vec<Move>>,
    pub nodes: u64,
    nodes_told: u64,
    pub selective_depth: usize,
    pub stopped: bool,
    pub root_depth: i32,
    /// The moves allowed at the root.
    pub root_moves: MoveList,
    /// Those whose lines are known already (MultiPV).
    pub root_done: usize,
    /// Those that the search of the root that is under way has finished.
    pub root_searched: MoveList,
    /// The first ply at which the move may be passed: above it a cut-off by passing is
    /// being verified.
    pub null_allowed_from: usize,
    /// Whether the opponent's time was running when last looked at.
    was_pondering: bool,
}

impl<'a, B: Bitboard> Worker<'a, B> {
    pub fn new(
        position: Position<B>,
        evaluator: &'a Evaluator<B>,
        shared: &'a Shared<'a>,
        memory: &'a mut Memory,
        index: usize,
        root_moves: MoveList,
    ) -> Self {
        Self {
            position,
            evaluator,
            shared,
            memory,
            index,
            plies: vec![NEW_PLY; MAX_PLY + 4],
            lines: vec![Vec::new(); MAX_PLY + 2],
            nodes: 0,
            nodes_told: 0,
            selective_depth: 0,
            stopped: false,
            root_depth: 0,
            root_moves,
            root_done: 0,
            root_searched: MoveList::new(),
            null_allowed_from: 0,
            was_pondering: shared.limits.ponder,
        }
    }

    /// Deepens until a limit is reached. Calls `on_report` after every iteration of the
    /// first thread. Returns the last complete (or begun, with a better move) state.
    pub fn run(&mut self, multi_pv: usize, on_report: &mut dyn FnMut(&Report)) -> Report {
        let limits = self.shared.limits;
        let most_depth = limits
            .depth
            .unwrap_or(MAX_PLY as u32 - 1)
            .min(MAX_PLY as u32 - 1);
        let multi_pv = multi_pv.clamp(1, self.root_moves.len().max(1));
        let mut lines: Vec<Line> = Vec::new();
        let mut stability = 0;
        let mut report = self.report(0, &lines);
        for depth in 1..=most_depth {
            let before = lines.clone();
            let mut found: Vec<Line> = Vec::new();
            for line in 0..multi_pv {
                self.root_done = line;
                let previous = before.get(line).map(|l| l.score.raw());
                let score = self.aspire(depth as i32, previous);
                let mut moves = std::mem::take(&mut self.lines[0]);
                if self.stopped {
                    let begun = (line == 0 && !moves.is_empty()).then_some(Line {
                        score: Score(score),
                        moves,
                    });
                    if line == 0 && self.index == 0 {
                        found.extend(self.salvage(begun, before.first()));
                    }
                    break;
                }
                self.put_root_move(line, moves.first().copied());
                if moves.is_empty() {
                    moves.extend(self.root_moves.get(line));
                }
                found.push(Line {
                    score: Score(score),
                    moves,
                });
            }
            lines = joined(found, &before, multi_pv);
            for (place, line) in lines.iter().enumerate() {
                self.put_root_move(place, line.moves.first().copied());
            }
            let same = before.first().and_then(|l| l.moves.first())
                == lines.first().and_then(|l| l.moves.first());
            stability = if same { stability + 1 } else { 0 };
            report = self.report(if self.stopped { depth - 1 } else { depth }, &lines);
            if self.index > 0 {
                if self.stopped {
                    break;
                }
                continue;
            }
            if !self.stopped || lines != before || depth == 1 {
                on_report(&report);
            }
            if self.stopped || self.is_enough(depth, &before, &lines, stability) {
                break;
            }
        }
        self.tell_nodes();
        report.nodes = self.shared.nodes.load(Ordering::Relaxed);
        report
    }

    /// Moves a root move forward to a place.
    fn put_root_move(&mut self, place: usize, mv: Option<Move>) {
        if let Some(now) = self.root_moves.iter().position(|&other| Some(other) == mv)
            && now >= place
        {
            self.root_moves[place..=now].rotate_right(1);
        }
    }

    /// Whether the clock, a mate found, or the lack of a choice makes another iteration
    /// useless.
    fn is_enough(&self, depth: u32, before: &[Line], lines: &[Line], stability: u32) -> bool {
        let limits = self.shared.limits;
        if limits.infinite || self.shared.pondering.load(Ordering::Relaxed) {
            return false;
        }
        let Some(best) = lines.first() else {
            return true;
        };
        if let (Some(wanted), Some(found)) = (limits.mate, best.score.mate_in())
            && found > 0
            && found as u32 <= wanted
        {
            return true;
        }
        let by_clock = limits.clock.is_some();
        if by_clock {
            if self.root_moves.len() == 1 && depth >= 4 {
                return true;
            }
            // A forced end within half the depth has been seen from all sides.
            if best
                .score
                .forced_end()
                .is_some_and(|end| end.plies * 2 <= depth)
            {
                return true;
            }
        }
        let drop = before
            .first()
            .map_or(0, |b| b.score.raw() - best.score.raw());
        self.clock().is_enough(stability, drop)
    }

    fn clock(&self) -> Clock {
        *self
            .shared
            .clock
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn report(&self, depth: u32, lines: &[Line]) -> Report {
        let untold = self.nodes - self.nodes_told;
        let mut lines = lines.to_vec();
        if let Some(score) = self.shared.ended {
            lines.iter_mut().for_each(|line| line.score = score);
        }
        Report {
            depth,
            selective_depth: self.selective_depth,
            lines,
            nodes: self.shared.nodes.load(Ordering::Relaxed) + untold,
            time: self.clock().elapsed(),
            permille_full: self.shared.table.permille_full(),
        }
    }

    /// Searches the root with a window around the previous score, widened until the
    /// score is inside.
    fn aspire(&mut self, depth: i32, previous: Option<i32>) -> i32 {
        self.root_depth = depth;
        self.selective_depth = 0;
        let p = self.shared.parameters;
        let Some(previous) =
            previous.filter(|s| depth >= p.aspiration_depth && s.abs() < MATE_BOUND)
        else {
            return self.negamax(-INFINITY, INFINITY, depth, 0, false, None);
        };
        let mut window = p.aspiration_window + previous.abs() / 64;
        let (mut alpha, mut beta) = (previous - window, previous + window);
        let mut reduced = depth;
        loop {
            let score = self.negamax(alpha, beta, reduced, 0, false, None);
            if self.stopped {
                return score;
            }
            if score <= alpha {
                beta = (alpha + beta) / 2;
                alpha = (score - window).max(-INFINITY);
                reduced = depth;
            } else if score >= beta {
                beta = (score + window).min(INFINITY);
                // A fail high is confirmed more cheaply a ply shallower.
                reduced = (reduced - 1).max(depth - 2).max(1);
            } else {
                return score;
            }
            window += window;
            if window > 1000 {
                (alpha, beta) = (-INFINITY, INFINITY);
            }
        }
    }

    /// Counts a node and looks whether the search has to end.
    #[inline]
    pub fn count_node(&mut self) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(CLOCK_INTERVAL) {
            self.tell_nodes();
            if self.index == 0 && !self.shared.pondering.load(Ordering::Relaxed) {
                if std::mem::take(&mut self.was_pondering) {
                    // What was thought so far was the opponent's time.
                    let clock = self.shared.clock.lock();
                    clock
                        .unwrap_or_else(|poisoned| poisoned.into_inner())
                        .restart();
                }
                let up = !self.shared.limits.infinite && self.clock().is_up();
                if up {
                    self.shared.done.store(true, Ordering::Relaxed);
                }
            }
        }
    }

    /// Whether the search has to end now.
    #[inline]
    pub fn must_stop(&mut self) -> bool {
        if self.stopped {
            return true;
        }
        let out_of_nodes = self.index == 0
            && self.shared.limits.nodes.is_some_and(|limit| {
                self.shared.nodes.load(Ordering::Relaxed) + self.nodes - self.nodes_told >= limit
            });
        if out_of_nodes {
            self.shared.done.store(true, Ordering::Relaxed);
        }
        self.stopped =
            self.shared.stop.load(Ordering::Relaxed) || self.shared.done.load(Ordering::Relaxed);
        self.stopped
    }

    fn tell_nodes(&mut self) {
        self.shared
            .nodes
            .fetch_add(self.nodes - self.nodes_told, Ordering::Relaxed);
        self.nodes_told = self.nodes;
    }

    /// The static evaluation, corrected by what searches found before, for the side to
    /// move.
    pub fn evaluate(&mut self) -> i32 {
        let raw = self.raw_evaluation(None);
        self.corrected(raw)
    }

    /// A static evaluation corrected by what searches found before.
    pub fn corrected(&self, raw: i32) -> i32 {
        if !self.shared.switches.pruning {
            return raw;
        }
        let correction = self.memory.histories.correction(&self.position)
            * self.shared.parameters.correction_percent
            / 100;
        (raw + correction).clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }

    /// The static evaluation as it is, if it is not known already from the table's entry.
    pub fn raw_evaluation(&mut self, entry: Option<Entry>) -> i32 {
        if let Some(eval) = entry.and_then(|e| e.eval) {
            return eval;
        }
        let key = self.position.key();
        let slot = &mut self.memory.eval_cache[key as usize & (EVAL_CACHE - 1)];
        if slot.0 != key || key == 0 {
            let eval = self.evaluator.evaluate(&self.position);
            *slot = (key, eval.clamp(-EVAL_LIMIT, EVAL_LIMIT));
        }
        slot.1
    }

    /// Makes a move in the tree.
    pub fn make(&mut self, mv: Move, made: Made, ply: usize) {
        self.plies[ply].mv = Some(mv);
        self.plies[ply].made = Some(made);
        self.position.make(mv);
        self.shared.table.fetch(self.position.key());
        self.plies[ply + 1].in_check = self.position.in_check();
        self.count_node();
    }

    /// Passes in the tree.
    pub fn make_null(&mut self, ply: usize) {
        self.plies[ply].mv = None;
        self.plies[ply].made = None;
        self.position.make_null();
        self.shared.table.fetch(self.position.key());
        self.plies[ply + 1].in_check = false;
        self.count_node();
    }

    /// The moves before this ply, the last one first.
    pub fn before(&self, ply: usize) -> [Option<Made>; 2] {
        let made = |back: usize| ply.checked_sub(back).and_then(|p| self.plies[p].made);
        [made(1), made(2)]
    }
}

/// The lines of an iteration, filled up with those of the one before if it was broken
/// off. A single line is always the newest; several are put in the order of their scores.
fn joined(found: Vec<Line>, before: &[Line], multi_pv: usize) -> Vec<Line> {
    let mut lines = found;
    for old in before {
        if !lines
            .iter()
            .any(|new| new.moves.first() == old.moves.first())
        {
            lines.push(old.clone());
        }
    }
    if multi_pv > 1 {
        lines.sort_by_key(|line| std::cmp::Reverse(line.score));
    }
    lines.truncate(multi_pv);
    lines
}
