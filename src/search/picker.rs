//! The order in which moves are tried.

use super::history::{Histories, LIMIT, Made};
use super::see::see_at_least;
use crate::eval::Evaluator;
use crate::geometry::Bitboard;
use crate::position::{Move, MoveKind, MoveList, Position};
use crate::rules::Piece;
use smallvec::SmallVec;

/// A move with what decides its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub mv: Move,
    /// What it captures.
    pub victim: Option<Piece>,
    /// What is made and where, for the histories.
    pub made: Made,
    order: i32,
}

impl Candidate {
    /// Whether it neither captures nor promotes a pawn.
    pub fn is_quiet(&self) -> bool {
        self.victim.is_none() && self.mv.becomes().is_none()
    }

    /// Whether it is a capture or promotion that loses material by exchange.
    pub fn is_losing_capture(&self) -> bool {
        self.order < BAD_CAPTURE / 2
    }
}

/// What the picker knows about a position besides its moves.
pub(super) struct Hints<'a> {
    pub table_move: Option<Move>,
    pub killers: [Option<Move>; 2],
    pub before: [Option<Made>; 2],
    pub histories: &'a Histories,
}

const TABLE: i32 = 1 << 30;
const GOOD_CAPTURE: i32 = 1 << 26;
const KILLER: i32 = 1 << 24;
const COUNTER: i32 = KILLER - 2;
const BAD_CAPTURE: i32 = -(1 << 26);

/// Hands out moves, best first. A selection sort: most nodes need only the first few.
pub(super) struct Picker {
    candidates: SmallVec<[Candidate; 128]>,
    next: usize,
}

impl Picker {
    /// Orders all moves of a node.
    pub fn new<B: Bitboard>(
        position: &Position<B>,
        evaluator: &Evaluator<B>,
        moves: &MoveList,
        hints: &Hints,
    ) -> Self {
        let color = position.side_to_move();
        let counter = hints.histories.counter(hints.before[0]);
        let candidates = moves
            .iter()
            .map(|&mv| {
                let victim = position.victim(mv);
                let made = Made::new(position, mv);
                let order = if Some(mv) == hints.table_move {
                    TABLE
                } else if victim.is_some() || mv.becomes().is_some() {
                    noisy_order(position, evaluator, mv, victim, made, hints.histories)
                } else if Some(mv) == hints.killers[0] {
                    KILLER
                } else if Some(mv) == hints.killers[1] {
                    KILLER - 1
                } else if Some(mv) == counter {
                    COUNTER
                } else {
                    hints.histories.quiet(color, mv, made, hints.before)
                };
                Candidate {
                    mv,
                    victim,
                    made,
                    order,
                }
            })
            .collect();
        Self {
            candidates,
            next: 0,
        }
    }

    /// Hands out the best move that is left.
    pub fn pick(&mut self) -> Option<Candidate> {
        let rest = &mut self.candidates[self.next..];
        let best = rest.iter().enumerate().max_by(|(i, a), (j, b)| {
            // Of equal moves the first generated, so that searches can be repeated.
            a.order.cmp(&b.order).then(j.cmp(i))
        })?;
        let best = best.0;
        rest.swap(0, best);
        self.next += 1;
        Some(self.candidates[self.next - 1])
    }
}

fn noisy_order<B: Bitboard>(
    position: &Position<B>,
    evaluator: &Evaluator<B>,
    mv: Move,
    victim: Option<Piece>,
    made: Made,
    histories: &Histories,
) -> i32 {
    let values = evaluator.values();
    let won = victim.map_or(0, |v| values.of(v.kind()));
    let becomes = mv.becomes().map_or(0, |kind| values.of(kind));
    let history = victim.map_or(0, |v| histories.capture(made, v));
    let order = (won + becomes) * 8 + history * 100 / LIMIT;
    // A capture of more than the capturer is worth cannot lose much.
    let cheap = position
        .piece_at(mv.from())
        .is_some_and(|p| p.kind() != position.variant().king && values.of(p.kind()) <= won);
    let good = mv.kind() == MoveKind::Rifle || cheap || see_at_least(position, evaluator, mv, 0);
    if good {
        GOOD_CAPTURE + order
    } else {
        BAD_CAPTURE + order
    }
}
