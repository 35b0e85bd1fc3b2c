//! What has worked before: scores by which moves are ordered and reduced.
//!
//! Games differ in the number of pieces and squares, so the larger tables are indexed
//! by a hash of what they are about; two moves that share an entry only disturb each
//! other's order.

use super::parameters::{
    CORRECTION_INERTIA, CORRECTION_LIMIT, CORRECTION_WEIGHT_LIMIT, HISTORY_LIMIT,
};
use crate::geometry::{Bitboard, Square};
use crate::position::{Move, Position};
use crate::rules::{Color, Piece, PieceType};

const BUTTERFLY: usize = 1 << 17;
const CONTINUATION: usize = 1 << 19;
const CAPTURES: usize = 1 << 15;
const COUNTERS: usize = 1 << 14;
const CORRECTIONS: usize = 1 << 14;
/// Corrections are kept in 1/256 centipawn.
const CORRECTION_UNIT: i32 = 256;

/// A move that was made, for the histories of those that follow it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Made {
    piece: Piece,
    to: Square,
}

/// The scores of one thread.
#[derive(Clone)]
pub(super) struct Histories {
    butterfly: Vec<i16>,
    continuation: Vec<i16>,
    captures: Vec<i16>,
    counters: Vec<Option<Move>>,
    corrections: Vec<i32>,
}

impl Histories {
    pub fn new() -> Self {
        Self {
            butterfly: vec![0; BUTTERFLY],
            continuation: vec![0; CONTINUATION],
            captures: vec![0; CAPTURES],
            counters: vec![None; COUNTERS],
            corrections: vec![0; CORRECTIONS],
        }
    }

    /// How well a quiet move did after the moves before it (the last one first).
    pub fn quiet(&self, color: Color, mv: Move, made: Made, before: [Option<Made>; 2]) -> i32 {
        let mut score = i32::from(self.butterfly[butterfly(color, mv)]);
        for previous in before.into_iter().flatten() {
            score += i32::from(self.continuation[continuation(previous, made)]);
        }
        score
    }

    /// Rewards (or, below 0, punishes) a quiet move.
    pub fn update_quiet(
        &mut self,
        color: Color,
        mv: Move,
        made: Made,
        before: [Option<Made>; 2],
        bonus: i32,
    ) {
        nudge(&mut self.butterfly[butterfly(color, mv)], bonus);
        for previous in before.into_iter().flatten() {
            nudge(&mut self.continuation[continuation(previous, made)], bonus);
        }
    }

    /// How well a capture did.
    pub fn capture(&self, made: Made, victim: Piece) -> i32 {
        i32::from(self.captures[capture(made, victim)])
    }

    /// Rewards or punishes a capture.
    pub fn update_capture(&mut self, made: Made, victim: Piece, bonus: i32) {
        nudge(&mut self.captures[capture(made, victim)], bonus);
    }

    /// The move that refuted the last one before.
    pub fn counter(&self, last: Option<Made>) -> Option<Move> {
        self.counters[counter(last?)]
    }

    /// Remembers what refuted the last move.
    pub fn set_counter(&mut self, last: Option<Made>, mv: Move) {
        if let Some(last) = last {
            self.counters[counter(last)] = Some(mv);
        }
    }

    /// How far the evaluation of positions with these pawns was off, in centipawns.
    pub fn correction<B: Bitboard>(&self, position: &Position<B>) -> i32 {
        self.corrections[pawns(position)] / CORRECTION_UNIT
    }

    /// Learns that the evaluation was off by so much, as seen by a search of this depth.
    pub fn update_correction<B: Bitboard>(
        &mut self,
        position: &Position<B>,
        difference: i32,
        depth: i32,
    ) {
        let entry = &mut self.corrections[pawns(position)];
        let weight = (depth + 1).clamp(1, CORRECTION_WEIGHT_LIMIT);
        let target = difference.clamp(-CORRECTION_LIMIT, CORRECTION_LIMIT) * CORRECTION_UNIT;
        // A mean of numbers within the limit is within it.
        *entry = (*entry * (CORRECTION_INERTIA - weight) + target * weight) / CORRECTION_INERTIA;
    }
}

impl Made {
    /// A move about to be made. The shift of a strip whose first cell is empty counts as
    /// a move of the king.
    pub fn new<B: Bitboard>(position: &Position<B>, mv: Move) -> Self {
        let king = position.variant().king.unwrap_or(PieceType::new(0));
        let king = Piece::new(king, position.side_to_move());
        Self {
            piece: position.piece_at(mv.from()).unwrap_or(king),
            to: mv.to(),
        }
    }

    fn index(self) -> usize {
        self.piece.index() << 8 | self.to.index()
    }
}

fn nudge(score: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-HISTORY_LIMIT, HISTORY_LIMIT);
    let now = i32::from(*score);
    *score = (now + bonus - now * bonus.abs() / HISTORY_LIMIT) as i16;
}

fn butterfly(color: Color, mv: Move) -> usize {
    color.index() << 16 | mv.from().index() << 8 | mv.to().index()
}

fn continuation(before: Made, made: Made) -> usize {
    let mixed = (before.index() << 16 | made.index()).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed >> 45 & (CONTINUATION - 1)
}

fn capture(made: Made, victim: Piece) -> usize {
    let mixed = (victim.index() << 16 | made.index()).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed >> 49 & (CAPTURES - 1)
}

fn counter(last: Made) -> usize {
    last.index().wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 50 & (COUNTERS - 1)
}

fn pawns<B: Bitboard>(position: &Position<B>) -> usize {
    let mut hash = position.side_to_move().index() as u64;
    for kind in position.variant().pawns.iter() {
        for color in Color::BOTH {
            let set = position.pieces_of(kind) & position.pieces(color);
            hash = (hash ^ set.fold())
                .wrapping_mul(0xD6E8_FEB8_6659_FD93)
                .rotate_left(31);
        }
    }
    (hash >> 50) as usize & (CORRECTIONS - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_stay_within_their_limit() {
        let mut score = 0;
        for _ in 0..1000 {
            nudge(&mut score, 1600);
        }
        assert!(i32::from(score) <= HISTORY_LIMIT && score > 15_000);
        for _ in 0..1000 {
            nudge(&mut score, -1_000_000);
        }
        assert!(i32::from(score) >= -HISTORY_LIMIT && score < -15_000);
    }
}
