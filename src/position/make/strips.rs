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
}

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

    /// Why a slider cannot be shifted so that its lowest file becomes `lowest`, apart
    /// from a check that the shift would lead to at its end.
    pub fn shift_obstacle(
        &mut self,
        tables: &Tables<B>,
        color: Color,
        lowest: u8,
    ) -> Option<ShiftObstacle> {
        let before = self.strips[color];
        let cells = self.strip_cells(tables, color, before);
        if self.king_is_attacked(tables, color) {
            return Some(ShiftObstacle::InCheck);
        }
        if let Some(square) = (cells & self.color(color.other())).first() {
            return Some(ShiftObstacle::EnemyOnIt(square));
        }
        if !cells.contains(self.kings[color]) {
            return None;
        }
        let passed: SmallVec<[u8; 16]> = if lowest > before {
            (before + 1..lowest).collect()
        } else {
            (lowest + 1..before).rev().collect()
        };
        let attacked = passed.into_iter().find(|&file| {
            self.shift(tables, color, file);
            let attacked = self.king_is_attacked(tables, color);
            self.shift(tables, color, before);
            attacked
        })?;
        let rank = tables.variant.strips[color]?.rank;
        let square = tables.shape.square(attacked.into(), rank.into())?;
        Some(ShiftObstacle::ThroughCheck(square))
    }

    /// All shifts that nothing hinders, apart from a check at their end.
    pub fn open_shifts(&mut self, tables: &Tables<B>, color: Color) -> SmallVec<[Move; 16]> {
        let Some(strip) = tables.variant.strips[color] else {
            return SmallVec::new();
        };
        let at = |file: u8| tables.shape.square(file.into(), strip.rank.into());
        let before = self.strips[color];
        (0..=tables.shape.files() - strip.width)
            .filter(|&file| file != before && self.shift_obstacle(tables, color, file).is_none())
            .filter_map(|file| Some(Move::shift(at(before)?, at(file)?)))
            .collect()
    }
}
