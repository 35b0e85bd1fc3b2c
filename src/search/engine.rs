//! An engine for one game: what outlives a search, and the threads of one.

use super::abdada::CurrentlySearched;
use super::clock::Clock;
use super::limits::Limits;
use super::parameters::Parameters;
use super::report::{Line, Report, SearchResult};
use super::score::{EVAL_LIMIT, Score, lost_in, won_in};
use super::shared::{Shared, Switches};
use super::table::TranspositionTable;
use super::worker::{Memory, Worker};
use crate::eval::{Evaluator, Weights};
use crate::geometry::Bitboard;
use crate::position::{Move, Position, Status};
use crate::rules::{Color, Variant};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// The stack of a search thread in bytes: lines are followed deeply, and the frames of
/// the widest boards are large.
pub(crate) const STACK_SIZE: usize = 64 << 20;

/// Ends a search, or lets pondering become thinking, from another thread.
#[derive(Clone, Debug, Default)]
pub struct Stopper {
    stop: Arc<AtomicBool>,
    pondering: Arc<AtomicBool>,
}

impl Stopper {
    /// Ends the search that is running. Until [`Self::arm`] is called, every further search
    /// ends at once, too.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// The expected move was played: from now on the own clock runs.
    pub fn ponder_hit(&self) {
        self.pondering.store(false, Ordering::Relaxed);
    }

    /// The flag that [`Self::stop`] sets, for work that is not a search.
    pub fn flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// Waits while a search with these limits may not say its result, though it has one:
    /// an infinite search or a ponder ends only when it is told to.
    pub fn wait(&self, limits: &Limits) {
        let waits = || limits.infinite || self.pondering.load(Ordering::Relaxed);
        while waits() && !self.stop.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Makes ready for a search with these limits. To be called before it is started,
    /// by whoever may stop it: a stop that comes in between is not lost.
    pub fn arm(&self, limits: &Limits) {
        self.stop.store(false, Ordering::Relaxed);
        self.pondering.store(limits.ponder, Ordering::Relaxed);
    }
}

/// An engine for one game on one width of bitboard.
pub struct Engine<B: Bitboard> {
    evaluator: Evaluator<B>,
    table: Arc<TranspositionTable>,
    memories: Vec<Memory>,
    /// The numbers that steer the search.
    pub parameters: Parameters,
    /// Parts that are switched off.
    pub switches: Switches,
    /// The lines that are searched.
    pub multi_pv: usize,
    /// What a move costs outside the search.
    pub overhead: Duration,
}

impl<B: Bitboard> Engine<B> {
    /// An engine for a game, with a table and a number of threads.
    pub fn new(variant: &Variant, table: Arc<TranspositionTable>, threads: usize) -> Self {
        Self {
            evaluator: Evaluator::new(variant, Weights::default()),
            table,
            memories: (0..threads.max(1)).map(|_| Memory::new()).collect(),
            parameters: Parameters::default(),
            switches: Switches::default(),
            multi_pv: 1,
            overhead: Duration::from_millis(10),
        }
    }

    /// The evaluation that the engine uses.
    pub fn evaluator(&self) -> &Evaluator<B> {
        &self.evaluator
    }

    /// Changes the number of threads.
    pub fn set_threads(&mut self, threads: usize) {
        self.memories.resize_with(threads.max(1), Memory::new);
    }

    /// Replaces the table.
    pub fn set_table(&mut self, table: Arc<TranspositionTable>) {
        self.table = table;
    }

    /// Forgets everything about the games played so far.
    pub fn new_game(&mut self) {
        self.table.clear();
        self.memories.iter_mut().for_each(Memory::clear);
    }

    /// Searches a position. `stopper` must have been [armed](Stopper::arm). `on_report`
    /// is called after every finished iteration.
    pub fn go(
        &mut self,
        position: &Position<B>,
        limits: &Limits,
        stopper: &Stopper,
        on_report: &mut dyn FnMut(&Report),
    ) -> SearchResult {
        let position = position.clone();
        let ended = match position.status() {
            Status::Ended(winner, _) => Some(final_score(winner, position.side_to_move())),
            Status::Ongoing | Status::Check => None,
        };
        let mut root_moves = position.legal_moves();
        if !limits.moves.is_empty() {
            root_moves.retain(|mv| limits.moves.contains(mv));
        }
        if root_moves.is_empty() {
            // The game has ended, or none of the moves asked for is legal.
            let result = no_moves(ended.unwrap_or(Score(0)), on_report);
            stopper.wait(limits);
            return result;
        }
        self.table.next_age();
        let shared = Shared {
            table: &self.table,
            stop: &stopper.stop,
            done: AtomicBool::new(false),
            pondering: &stopper.pondering,
            nodes: AtomicU64::new(0),
            parameters: &self.parameters,
            switches: Switches {
                // What is hopeless where material counts is not where losing it wins.
                pruning: self.switches.pruning && !position.nature().is_reversed,
                ..self.switches
            },
            limits,
            clock: Mutex::new(Clock::new(limits, self.overhead)),
            current: (self.memories.len() > 1).then(CurrentlySearched::new),
            ended,
        };
        let evaluator = &self.evaluator;
        let multi_pv = self.multi_pv;
        let mut memories = self.memories.iter_mut();
        let Some(first) = memories.next() else {
            unreachable!("there is at least one thread")
        };
        let report = std::thread::scope(|scope| {
            for memory in memories {
                let (position, moves, shared) = (position.clone(), root_moves.clone(), &shared);
                let work = move || {
                    Worker::new(position, evaluator, shared, memory, false, moves)
                        .run(multi_pv, &mut |_| {});
                };
                let builder = std::thread::Builder::new().stack_size(STACK_SIZE);
                // Where the system gives no more threads, those that run do it all.
                if builder.spawn_scoped(scope, work).is_err() {
                    break;
                }
            }
            let mut worker = Worker::new(
                position,
                evaluator,
                &shared,
                first,
                true,
                root_moves.clone(),
            );
            let mut report = worker.run(multi_pv, on_report);
            // Where not even one ply was searched, the evaluation has to do.
            if report.lines.is_empty() {
                let score = evaluator.evaluate(&worker.position);
                report.lines = vec![Line {
                    score: Score::from_centipawns(score.clamp(-EVAL_LIMIT, EVAL_LIMIT)),
                    moves: root_moves[..1].to_vec(),
                }];
                on_report(&report);
            }
            shared.done.store(true, Ordering::Relaxed);
            stopper.wait(limits);
            report
        });
        let best = report.lines.first();
        SearchResult {
            best: best
                .and_then(|l| l.moves.first())
                .or(root_moves.first())
                .copied(),
            ponder: best.and_then(|l| l.moves.get(1)).copied(),
            score: best.map_or(Score(0), |l| l.score),
            report,
        }
    }
}

/// The score of a game that has ended, for this player.
fn final_score(winner: Option<Color>, player: Color) -> Score {
    match winner {
        None => Score(0),
        Some(winner) if winner == player => Score(won_in(0)),
        Some(_) => Score(lost_in(0)),
    }
}

/// The result where there is nothing to search.
fn no_moves(score: Score, on_report: &mut dyn FnMut(&Report)) -> SearchResult {
    let lines = vec![Line {
        score,
        moves: Vec::<Move>::new(),
    }];
    let report = Report {
        depth: 0,
        selective_depth: 0,
        lines,
        nodes: 0,
        time: Duration::ZERO,
        permille_full: 0,
    };
    on_report(&report);
    SearchResult {
        best: None,
        ponder: None,
        score,
        report,
    }
}
