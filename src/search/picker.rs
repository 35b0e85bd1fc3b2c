//! The order in which moves are tried.

use super::history::{Histories, Made};
use super::parameters::{HISTORY_LIMIT, ORDER_GAIN, ORDER_HISTORY};
use super::see::see_at_least;
use crate::eval::Evaluator;
use crate::geometry::Bitboard;
use crate::position::{Move, MoveKind, MoveList, Position};
use crate::rules::Piece;
use smallvec::SmallVec;

/// A move with what the search wants to know about it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub mv: Move,
    /// What it captures.
    pub victim: Option<Piece>,
    /// What is made and where, for the histories.
    pub made: Made,
    losing: bool,
}

impl Candidate {
    /// Whether it neither captures nor promotes a pawn.
    pub fn is_quiet(&self) -> bool {
        self.victim.is_none() && self.mv.becomes().is_none()
    }

    /// Whether it is a capture or promotion that loses material by exchange.
    pub fn is_losing_capture(&self) -> bool {
        self.losing
    }
}

/// What the picker knows about a node besides its position.
#[derive(Clone, Copy)]
pub(super) struct OrderingHints {
    pub table_move: Option<Move>,
    pub killers: [Option<Move>; 2],
    pub before: [Option<Made>; 2],
}

const KILLER: i32 = 1 << 24;
const COUNTER: i32 = KILLER - 2;

/// This many quiet moves are picked by looking for the best; then the rest are sorted, since a
/// node that wants so many usually wants all.
const SELECTED: u32 = 4;

/// What is handed out at present.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    TableMove,
    Noisy,
    Quiet { picked: u32 },
    Losing,
}

/// A move with its place in the order: of equal ones the first generated comes first,
/// so that searches can be repeated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Ranked {
    /// The order above, the place among the moves of its kind, counted from the last,
    /// below.
    rank: i64,
    bits: u32,
}

impl Ranked {
    fn new(order: i32, place: usize, mv: Move) -> Self {
        Self {
            rank: i64::from(order) << 32 | (u32::MAX as i64 - place as i64),
            bits: mv.bits(),
        }
    }
}

/// Hands out moves, best first: the table move, captures and promotions, quiet moves,
/// and those captures that lose material. What the order of a kind of moves costs is
/// spent when its first move is wanted: most nodes end before.
pub(super) struct Picker {
    hints: OrderingHints,
    /// Whether captures that lose material are found out and come last.
    sorts_out_losing: bool,
    stage: Stage,
    table_move: Option<Move>,
    noisy: SmallVec<[Ranked; 32]>,
    quiet: SmallVec<[Move; 128]>,
    ranked: SmallVec<[Ranked; 128]>,
    losing: SmallVec<[Move; 32]>,
}

impl Picker {
    /// A picker for all these moves. Without `sorts_out_losing` captures are handed out
    /// by what they take alone.
    pub fn new<B: Bitboard>(
        position: &Position<B>,
        evaluator: &Evaluator<B>,
        histories: &Histories,
        moves: &MoveList,
        hints: OrderingHints,
        sorts_out_losing: bool,
    ) -> Self {
        let mut picker = Self {
            hints,
            sorts_out_losing,
            stage: Stage::TableMove,
            table_move: None,
            noisy: SmallVec::new(),
            quiet: SmallVec::new(),
            ranked: SmallVec::new(),
            losing: SmallVec::new(),
        };
        for &mv in moves {
            if Some(mv) == hints.table_move {
                picker.table_move = Some(mv);
                continue;
            }
            let victim = position.victim(mv);
            if victim.is_some() || mv.becomes().is_some() {
                let order = noisy_order(position, evaluator, mv, victim, histories);
                let place = picker.noisy.len();
                picker.noisy.push(Ranked::new(order, place, mv));
            } else {
                picker.quiet.push(mv);
            }
        }
        picker
    }

    /// Hands out the best move that is left. The position must be that of the node.
    pub fn pick<B: Bitboard>(
        &mut self,
        position: &Position<B>,
        evaluator: &Evaluator<B>,
        histories: &Histories,
    ) -> Option<Candidate> {
        let candidate = |mv, losing| Candidate {
            mv,
            victim: position.victim(mv),
            made: Made::new(position, mv),
            losing,
        };
        loop {
            match self.stage {
                Stage::TableMove => {
                    self.stage = Stage::Noisy;
                    if let Some(mv) = self.table_move {
                        return Some(candidate(mv, false));
                    }
                }
                Stage::Noisy => {
                    let Some(mv) = take_best(&mut self.noisy) else {
                        self.rank_quiet(position, histories);
                        self.stage = Stage::Quiet { picked: 0 };
                        continue;
                    };
                    let candidate = candidate(mv, false);
                    if !self.sorts_out_losing || is_good(position, evaluator, &candidate) {
                        return Some(candidate);
                    }
                    self.losing.push(mv);
                }
                Stage::Quiet { picked } => {
                    if picked == SELECTED {
                        self.ranked.sort_unstable();
                    }
                    let best = if picked >= SELECTED {
                        let last = self.ranked.pop();
                        last.and_then(|ranked| Move::from_bits(ranked.bits))
                    } else {
                        take_best(&mut self.ranked)
                    };
                    if let Some(mv) = best {
                        self.stage = Stage::Quiet { picked: picked + 1 };
                        return Some(candidate(mv, false));
                    }
                    self.losing.reverse();
                    self.stage = Stage::Losing;
                }
                Stage::Losing => return self.losing.pop().map(|mv| candidate(mv, true)),
            }
        }
    }

    fn rank_quiet<B: Bitboard>(&mut self, position: &Position<B>, histories: &Histories) {
        if self.quiet.is_empty() {
            return;
        }
        let color = position.side_to_move();
        let killers = self.hints.killers;
        let before = self.hints.before;
        let counter = histories.counter(before[0]);
        self.ranked
            .extend(self.quiet.iter().enumerate().map(|(place, &mv)| {
                let order = if Some(mv) == killers[0] {
                    KILLER
                } else if Some(mv) == killers[1] {
                    KILLER - 1
                } else if Some(mv) == counter {
                    COUNTER
                } else {
                    histories.quiet(color, mv, Made::new(position, mv), before)
                };
                Ranked::new(order, place, mv)
            }));
    }
}

fn take_best(moves: &mut SmallVec<impl smallvec::Array<Item = Ranked>>) -> Option<Move> {
    let (mut best, mut rank) = (0, i64::MIN);
    for (index, ranked) in moves.iter().enumerate() {
        if ranked.rank > rank {
            (best, rank) = (index, ranked.rank);
        }
    }
    if moves.is_empty() {
        return None;
    }
    Move::from_bits(moves.swap_remove(best).bits)
}

fn noisy_order<B: Bitboard>(
    position: &Position<B>,
    evaluator: &Evaluator<B>,
    mv: Move,
    victim: Option<Piece>,
    histories: &Histories,
) -> i32 {
    let values = evaluator.values();
    let won = victim.map_or(0, |v| values.of(v.kind()));
    let becomes = mv.becomes().map_or(0, |kind| values.of(kind));
    let history = victim.map_or(0, |v| histories.capture(Made::new(position, mv), v));
    (won + becomes) * ORDER_GAIN + history * ORDER_HISTORY / HISTORY_LIMIT
}

/// Whether a capture or promotion loses no material.
fn is_good<B: Bitboard>(
    position: &Position<B>,
    evaluator: &Evaluator<B>,
    candidate: &Candidate,
) -> bool {
    let mv = candidate.mv;
    let values = evaluator.values();
    let won = candidate.victim.map_or(0, |v| values.of(v.kind()));
    // A capture of more than the capturer is worth cannot lose much.
    let cheap = position
        .piece_at(mv.from())
        .is_some_and(|p| !position.variant().is_king(p.kind()) && values.of(p.kind()) <= won);
    mv.kind() == MoveKind::Rifle || cheap || see_at_least(position, evaluator, mv, 0)
}
