//! Where one piece can go, as a set.

use super::attacks::View;
use super::state::State;
use super::tables::{PieceTable, Slide, Slides, Tables};
use super::walk::startable;
use crate::geometry::{Bitboard, Square};
use crate::rules::Piece;

/// The targets of one piece, before checks and pins.
pub(super) struct Targets<B> {
    /// Squares it can move to or capture on.
    pub moves: B,
    /// Squares it can reach only by a double step that allows en passant.
    pub double_steps: B,
}

impl<B: Bitboard> State<B> {
    /// Where the piece on `from` can go. `view` holds the enemies as attackers (they
    /// are what can be captured) and all stop squares.
    #[inline]
    pub fn targets(
        &self,
        tables: &Tables<B>,
        from: Square,
        piece: Piece,
        view: &View<B>,
    ) -> Targets<B> {
        let table = tables.piece(piece);
        let enemies = view.attackers;
        let empty = !view.blockers;
        let mut moves = self.plain_targets(tables, from, piece, table, view);
        let mut double_steps = B::EMPTY;
        if let Some(openings) = &table.openings {
            let closed = self.closed_to(tables, from, piece, view);
            for opening in openings.from(from) {
                if !opening.through.intersects(closed) {
                    moves |= opening.quiet & empty | opening.captures & enemies;
                    double_steps |= opening.double_steps & empty;
                }
            }
        }
        for pattern in startable(tables, &table.walks, from, piece) {
            moves |= self.walk_targets(tables, from, pattern, view) & table.region;
        }
        Targets {
            moves,
            double_steps: double_steps.without(moves),
        }
    }

    /// Where the piece on `from` can leap and slide: all its targets, if its table says
    /// that it is plain.
    #[inline(always)]
    pub fn plain_targets(
        &self,
        tables: &Tables<B>,
        from: Square,
        piece: Piece,
        table: &PieceTable<B>,
        view: &View<B>,
    ) -> B {
        let mut moves = B::EMPTY;
        if let Some(leaps) = &table.leaps {
            moves |= leaps[from].without(view.blockers.without(view.attackers));
        }
        if let Some(leaps) = &table.quiet_leaps {
            moves |= leaps[from].without(view.blockers);
        }
        if let Some(leaps) = &table.capture_leaps {
            moves |= leaps[from] & view.attackers;
        }
        if !table.slides.is_empty() {
            moves |= self.slide_targets(tables, from, piece, &table.slides, view);
        }
        moves
    }

    #[inline(always)]
    fn slide_targets(
        &self,
        tables: &Tables<B>,
        from: Square,
        piece: Piece,
        slides: &Slides<B>,
        view: &View<B>,
    ) -> B {
        let stops = self.stops_for(tables, from, piece, view.stops);
        let empty = !view.blockers;
        let free = empty | view.attackers;
        let mut targets = B::EMPTY;
        let (up, down) = slides.rays(from);
        if slides.uniform && stops.is_empty() {
            for &squares in up {
                targets |= squares & (squares & view.blockers).up_to_lowest();
            }
            for &squares in down {
                targets |= squares & (squares & view.blockers).down_to_highest();
            }
            return targets & free;
        }
        let stopped_blockers = view.blockers | stops;
        let one_step = if stops.contains(from) {
            tables.neighbours[from]
        } else {
            !B::EMPTY
        };
        let seen = |slide: &Slide, squares: B| {
            if slide.stoppable {
                (squares & one_step, stopped_blockers)
            } else {
                (squares, view.blockers)
            }
        };
        let ends = |slide: &Slide| match (slide.quiet, slide.capture) {
            (true, true) => free,
            (true, false) => empty,
            (false, _) => view.attackers,
        };
        let (directions_up, directions_down) = slides.directions();
        for (slide, &squares) in directions_up.iter().zip(up) {
            let (squares, blockers) = seen(slide, squares);
            targets |= squares & (squares & blockers).up_to_lowest() & ends(slide);
        }
        for (slide, &squares) in directions_down.iter().zip(down) {
            let (squares, blockers) = seen(slide, squares);
            targets |= squares & (squares & blockers).down_to_highest() & ends(slide);
        }
        targets
    }

    /// The squares by which the piece on `from` cannot pass step by step.
    #[inline(always)]
    pub(super) fn closed_to(
        &self,
        tables: &Tables<B>,
        from: Square,
        piece: Piece,
        view: &View<B>,
    ) -> B {
        let stops = self.stops_for(tables, from, piece, view.stops);
        if stops.contains(from) {
            !B::EMPTY
        } else {
            view.blockers | stops
        }
    }

    /// The stop squares that matter to a piece: its own aura does not stop it.
    #[inline(always)]
    fn stops_for(&self, tables: &Tables<B>, from: Square, piece: Piece, stops: B) -> B {
        if stops.any() && tables.variant.stop_aura.contains(piece.kind()) {
            self.stop_squares(tables, Some(from))
        } else {
            stops
        }
    }
}
