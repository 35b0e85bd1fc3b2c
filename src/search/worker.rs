//! One thread of a search, on its own copy of the position.
//!
//! What a worker does is described where it is done: the iterations in `deepening`, a node in
//! `negamax`, `quiescence` and the files that these call.

use super::evaluation::EvalCache;
use super::history::{Histories, Made};
use super::picker::{Candidate, OrderingHints, Picker};
use super::root::Root;
use super::shared::Shared;
use super::stack::{PvTable, Stack};
use super::watch::Watch;
use crate::eval::Evaluator;
use crate::geometry::Bitboard;
use crate::position::{Move, MoveList, Position};

/// What a thread keeps from one search to the next.
pub(super) struct Memory {
    pub histories: Histories,
    pub eval_cache: EvalCache,
}

impl Memory {
    pub fn new() -> Self {
        Self {
            histories: Histories::new(),
            eval_cache: EvalCache::new(),
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
    pub watch: Watch<'a>,
    pub root: Root,
    pub stack: Stack,
    pub pv: PvTable,
    /// The deepest ply reached in this iteration.
    pub selective_depth: usize,
    /// The first ply at which a null move may be tried: above it a cut-off by one is
    /// being verified.
    pub null_allowed_from: usize,
}

impl<'a, B: Bitboard> Worker<'a, B> {
    /// A thread that searches `root_moves`. One of all the threads `leads`: it reports,
    /// and looks after the limits.
    pub fn new(
        position: Position<B>,
        evaluator: &'a Evaluator<B>,
        shared: &'a Shared<'a>,
        memory: &'a mut Memory,
        leads: bool,
        root_moves: MoveList,
    ) -> Self {
        Self {
            position,
            evaluator,
            shared,
            memory,
            watch: Watch::new(shared, leads),
            root: Root::new(root_moves),
            stack: Stack::new(),
            pv: PvTable::new(),
            selective_depth: 0,
            null_allowed_from: 0,
        }
    }

    /// Makes a move in the tree.
    pub fn make(&mut self, mv: Move, made: Made, ply: usize) {
        self.stack[ply].mv = Some(mv);
        self.stack[ply].made = Some(made);
        self.position.make_unchecked(mv);
        self.shared.table.fetch(self.position.key());
        self.stack[ply + 1].in_check = self.position.in_check();
        self.watch.count_node();
    }

    /// Makes a null move in the tree.
    pub fn make_null(&mut self, ply: usize) {
        self.stack[ply].mv = None;
        self.stack[ply].made = None;
        self.position.make_null();
        self.shared.table.fetch(self.position.key());
        self.stack[ply + 1].in_check = false;
        self.watch.count_node();
    }

    /// A picker for all these moves; `sorts_out_losing` as [`Picker::new`] has it.
    pub fn picker(&self, moves: &MoveList, hints: OrderingHints, sorts_out_losing: bool) -> Picker {
        Picker::new(
            &self.position,
            self.evaluator,
            &self.memory.histories,
            moves,
            hints,
            sorts_out_losing,
        )
    }

    /// The best move that is left.
    pub fn pick(&self, picker: &mut Picker) -> Option<Candidate> {
        picker.pick(&self.position, self.evaluator, &self.memory.histories)
    }
}
