//! Sliders: rows of the board that move with everything on them.

use crate::geometry::{Bitboard, Square};
use crate::position::moves::Move;
use crate::position::state::State;
use crate::position::tables::Tables;
use crate::rules::{Color, Piece};
use smallvec::SmallVec;

/// Why a slider cannot be shifted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::position) enum ShiftObstacle {
    /// The owner's king is in check.
    InCheck,
    /// An enemy piece stands on it.
    EnemyOnIt(Square),
    /// The king on it would be attacked in a position it passes; its lowest live
    /// square there.
    ThroughCheck(Square),
    /// The king would be attacked afterwards.
    IntoCheck,
}

/// Every shift of a slider, with what hinders it.
pub(in crate::position) type Shifts = SmallVec<[(Move, Option<ShiftObstacle>); 16]>;

impl<B: Bitboard> State<B> {
    /// The live cells of a player's slider when its lowest file is `lowest`.
    pub fn strip_cells(&self, tables: &Tables<B>, color: Color, lowest: u8) -> B {
        let Some(strip) = tables.variant.strips[color] else {
            return B::EMPTY;
        };
        let shape = tables.shape;
        (lowest..lowest + strip.width)
            .filter_map(|file| shape.square(file.into(), strip.rank.into()))
            .fold(B::EMPTY, |set, square| set | B::single(square))
    }

    /// All cells of a player's slider row, live or dead.
    pub fn strip_row(&self, tables: &Tables<B>, color: Color) -> B {
        match tables.variant.strips[color] {
            Some(strip) => B::from_wide(tables.shape.rank_squares(strip.rank)),
            None => B::EMPTY,
        }
    }

    /// Sets where a slider is, without moving pieces.
    pub fn place_strip(&mut self, tables: &Tables<B>, color: Color, lowest: u8) {
        let row = self.strip_row(tables, color);
        self.dead = self.dead.without(row) | row.without(self.strip_cells(tables, color, lowest));
        self.strips[color] = lowest;
    }

    /// Shifts a slider, with all that stands on it, so that its lowest file is `lowest`.
    pub(super) fn shift(&mut self, tables: &Tables<B>, color: Color, lowest: u8) {
        let before = self.strips[color];
        if lowest == before {
            return;
        }
        let cells = self.strip_cells(tables, color, before);
        let riders: SmallVec<[(Square, Piece); 16]> = cells
            .squares()
            .filter_map(|square| self.piece_at(square).map(|piece| (square, piece)))
            .collect();
        for &(square, piece) in &riders {
            self.remove(tables, square, piece);
        }
        self.key ^= tables.zobrist.strip(color, before) ^ tables.zobrist.strip(color, lowest);
        self.place_strip(tables, color, lowest);
        for &(square, piece) in &riders {
            self.put(
                tables,
                Square::new(square.byte().wrapping_add(lowest).wrapping_sub(before)),
                piece,
            );
        }
    }

    /// The shifts of the slider of the side to move to every other place, each with what
    /// hinders it, if anything does.
    pub fn shifts(&mut self, tables: &Tables<B>, in_check: bool) -> Shifts {
        let us = self.side;
        let mut shifts = Shifts::new();
        let Some(strip) = tables.variant.strips[us] else {
            return shifts;
        };
        let square = |file: u8| tables.shape.square(file.into(), strip.rank.into());
        let before = self.strips[us];
        let cells = self.strip_cells(tables, us, before);
        let enemy = (cells & self.color(us.other())).first();
        let hindered = if in_check {
            Some(ShiftObstacle::InCheck)
        } else {
            enemy.map(ShiftObstacle::EnemyOnIt)
        };
        let king_rides = cells.contains(self.kings[us]);
        let mut outward = |files: &mut dyn Iterator<Item = u8>| {
            let mut through_check = None;
            for file in files {
                let (Some(from), Some(to)) = (square(before), square(file)) else {
                    continue;
                };
                let mut obstacle = hindered.or(through_check);
                if obstacle.is_none() {
                    self.shift(tables, us, file);
                    if self.king_is_attacked(tables, us) {
                        obstacle = Some(ShiftObstacle::IntoCheck);
                        if king_rides {
                            through_check = Some(ShiftObstacle::ThroughCheck(to));
                        }
                    }
                }
                shifts.push((Move::shift(from, to), obstacle));
            }
            self.shift(tables, us, before);
        };
        outward(&mut (before + 1..=tables.shape.files() - strip.width));
        outward(&mut (0..before).rev());
        shifts
    }
}
