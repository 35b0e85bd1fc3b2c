//! Strips: rows of the board that move with everything on them.

use crate::geometry::{Bitboard, Square};
use crate::position::attacks::View;
use crate::position::moves::Move;
use crate::position::state::State;
use crate::position::tables::Tables;
use crate::rules::{Color, Piece};
use smallvec::SmallVec;

/// Why a strip cannot be shifted.
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

/// Every shift of a strip, with what hinders it.
pub(in crate::position) type Shifts = SmallVec<[(Move, Option<ShiftObstacle>); 16]>;

impl<B: Bitboard> State<B> {
    /// The live cells of a player's strip when its lowest file is `lowest`.
    pub fn strip_cells(&self, tables: &Tables<B>, color: Color, lowest: u8) -> B {
        match &tables.strips[color] {
            Some(strip) => strip.cells[usize::from(lowest)],
            None => B::EMPTY,
        }
    }

    /// All cells of a player's strip row, live or dead.
    pub fn strip_row(&self, tables: &Tables<B>, color: Color) -> B {
        tables.strips[color]
            .as_ref()
            .map_or(B::EMPTY, |strip| strip.row)
    }

    /// Sets where a strip is, without moving pieces.
    pub fn place_strip(&mut self, tables: &Tables<B>, color: Color, lowest: u8) {
        let row = self.strip_row(tables, color);
        self.dead = self.dead.without(row) | row.without(self.strip_cells(tables, color, lowest));
        self.strips[color] = lowest;
    }

    /// Shifts a strip, with all that stands on it, so that its lowest file is `lowest`.
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

    /// The legal shifts of the side to move, which is not in check, found without making
    /// them: enemies do not move, only what blocks them changes. Not for games with auras
    /// or pieces that must be walked.
    pub fn plain_shifts(&self, tables: &Tables<B>, mut found: impl FnMut(Move)) {
        let us = self.side;
        let (Some(strip), lowest) = (&tables.strips[us], self.strips[us]) else {
            return;
        };
        let cells = strip.cells[usize::from(lowest)];
        let enemies = self.color(us.other());
        if cells.intersects(enemies) {
            return;
        }
        let (king, standing) = (self.kings[us], self.occupied() & cells);
        let king_rides = cells.contains(king);
        let elsewhere = (self.occupied() | self.dead).without(strip.row);
        // A king that does not move can only be exposed to what aims at it already.
        let exposed = king_rides || {
            let sources = &tables.sources;
            let aims = |groups| self.aiming_at(tables, king, groups).intersects(enemies);
            aims(&sources.slides) || aims(&sources.lame_leaps)
        };
        let is_open = |state: &Self, place: usize| {
            let by = place as i16 - i16::from(lowest);
            let view = View {
                blockers: elsewhere | strip.row.without(strip.cells[place]) | standing.shifted(by),
                attackers: enemies,
                stops: B::EMPTY,
            };
            let rider = || Square::new((i16::from(king.byte()) + by) as u8);
            let square = if king_rides { rider() } else { king };
            !state.is_attacked_in(tables, square, &view)
        };
        let lowest_square = |place: usize| strip.row.lowest().byte() + place as u8;
        let mut outward = |state: &Self, places: &mut dyn Iterator<Item = usize>| {
            for place in places {
                let open = !exposed || is_open(state, place);
                if open {
                    let from = Square::new(lowest_square(lowest.into()));
                    found(Move::shift(from, Square::new(lowest_square(place))));
                } else if king_rides {
                    // Nor may a king pass through check.
                    break;
                }
            }
        };
        let lowest = usize::from(lowest);
        outward(self, &mut (lowest + 1..strip.cells.len()));
        outward(self, &mut (0..lowest).rev());
    }

    /// Whether [`Self::plain_shifts`] finds what making every shift finds.
    pub fn plain_shifts_are_right(&mut self, tables: &Tables<B>) -> bool {
        let mut plain: SmallVec<[Move; 16]> = SmallVec::new();
        self.plain_shifts(tables, |mv| plain.push(mv));
        let tried = self.shifts(tables, false);
        let open = tried.iter().filter(|(_, obstacle)| obstacle.is_none());
        open.map(|(mv, _)| mv).eq(&plain)
    }

    /// The shifts of the strip of the side to move to every other place, each with what
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
