//! Where one piece can go, as a set.

use super::attacks::View;
use super::state::State;
use super::tables::{Slide, Slides, Tables};
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
        let free = empty | enemies;
        let mut moves = B::EMPTY;
        if let Some(leaps) = &table.leaps {
            moves |= leaps[from] & free;
        }
        if let Some(leaps) = &table.quiet_leaps {
            moves |= leaps[from] & empty;
        }
        if let Some(leaps) = &table.capture_leaps {
            moves |= leaps[from] & enemies;
        }
        if !table.slides.is_empty() {
            moves |= self.slide_targets(tables, from, piece, &table.slides, view);
        }
        let mut double_steps = B::EMPTY;
        if let Some(paths) = &table.paths {
            for path in &paths[from] {
                let may_end = path.quiet && empty.contains(path.end)
                    || path.capture && enemies.contains(path.end);
                if may_end
                    && !path.through.intersects(view.blockers)
                    && !self.path_is_stopped(tables, from, path.through, view.stops)
                {
                    if path.passed.is_some() {
                        double_steps |= B::single(path.end);
                    } else {
                        moves |= B::single(path.end);
                    }
                }
            }
        }
        for pattern in &table.walks {
            if !pattern.initial || tables.variant.initial_region[piece.color()].contains(from) {
                moves |= self.walk_targets(tables, from, pattern, view) & table.region;
            }
        }
        Targets {
            moves,
            double_steps: double_steps.without(moves),
        }
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
        let mut stops = view.stops;
        if stops.any() && tables.variant.stop_aura.contains(piece.kind()) {
            stops = self.stop_squares(tables, Some(from));
        }
        let empty = !view.blockers;
        let mut targets = B::EMPTY;
        if stops.is_empty() {
            for (slide, squares) in slides.from(from) {
                targets |= first_stretch(slide, squares, view.blockers, empty, view.attackers);
            }
        } else {
            let stopped_blockers = view.blockers | stops;
            let one_step = if stops.contains(from) {
                tables.neighbours[from]
            } else {
                !B::EMPTY
            };
            for (slide, squares) in slides.from(from) {
                let (blockers, within) = if slide.stoppable {
                    (stopped_blockers, one_step)
                } else {
                    (view.blockers, !B::EMPTY)
                };
                let squares = squares & within;
                targets |= first_stretch(slide, squares, blockers, empty, view.attackers);
            }
        }
        targets & (empty | view.attackers)
    }
}

/// What a slide reaches of its squares: up to the first blocker, that one included.
#[inline(always)]
fn first_stretch<B: Bitboard>(slide: &Slide, squares: B, blockers: B, empty: B, enemies: B) -> B {
    let hit = squares & blockers;
    let mut reached = squares
        & if slide.ascending {
            hit.up_to_lowest()
        } else {
            hit.down_to_highest()
        };
    if !(slide.quiet && slide.capture) {
        reached &= if slide.quiet { empty } else { enemies };
    }
    reached
}
