//! The mailbox walker: any pattern, step by step, square by square.
//!
//! The simple way to move a piece. It serves the patterns that bitboards cannot
//! express, explains why a move is blocked, and checks the fast way in debug builds.

use super::attacks::View;
use super::state::State;
use super::tables::{Tables, patterns_of};
use crate::geometry::{Bitboard, Square};
use crate::rules::{Color, Pattern, Piece};

/// What a walk meets on its way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    /// A square where the walk may end or go on.
    Free(Square),
    /// A square that the walk may only end on, by capturing or (for a stop square that
    /// is empty) without.
    Last(Square),
    /// A square that cannot be passed or entered.
    Blocked(Square),
}

impl<B: Bitboard> State<B> {
    /// Follows a pattern of the piece on `from` and reports every square it comes to,
    /// in order, until it is blocked. Whether the pattern may end there (by capture or
    /// without) is for the caller to see.
    pub fn walk(
        &self,
        tables: &Tables<B>,
        from: Square,
        pattern: &Pattern,
        view: &View<B>,
        mut visit: impl FnMut(Step),
    ) {
        let shape = tables.shape;
        let stepwise = pattern.is_stepwise();
        // Its own aura does not stop a piece.
        let stops = if stepwise && self.group(tables.aura_group).contains(from) {
            self.stop_squares(tables, Some(from))
        } else {
            view.stops
        };
        let reach = if stepwise && stops.contains(from) {
            1
        } else {
            pattern.reach
        };
        let mut at = from;
        for _ in 0..reach {
            for &through in &pattern.through {
                match shape.offset(at, through) {
                    None => return,
                    Some(middle) => {
                        if view.blockers.contains(middle) {
                            return visit(Step::Blocked(middle));
                        }
                        if stops.contains(at) || stops.contains(middle) {
                            return visit(Step::Blocked(middle));
                        }
                    }
                }
            }
            let Some(next) = shape.offset(at, pattern.step) else {
                return;
            };
            at = next;
            if self.dead.contains(at) {
                return visit(Step::Blocked(at));
            }
            if view.blockers.contains(at) || stepwise && stops.contains(at) {
                return visit(Step::Last(at));
            }
            visit(Step::Free(at));
        }
    }

    /// The patterns of a piece that may be followed from a square.
    pub fn patterns_from(&self, tables: &Tables<B>, from: Square, piece: Piece) -> Vec<Pattern> {
        let region = tables.variant.initial_region[piece.color()];
        let mut patterns = patterns_of(&tables.variant, piece);
        patterns.retain(|p| !p.initial || region.contains(from));
        patterns
    }

    /// The slow answer to [`State::is_attacked`]: every piece is walked.
    pub fn is_attacked_by_walking(&self, tables: &Tables<B>, square: Square, by: Color) -> bool {
        let mut view = self.view(tables, by);
        // What matters is whether a piece standing there could be captured.
        view.blockers |= B::single(square);
        self.color(by).squares().any(|from| {
            self.piece_at(from).is_some_and(|piece| {
                tables.piece(piece).region.contains(square)
                    && self
                        .patterns_from(tables, from, piece)
                        .iter()
                        .any(|pattern| self.walk_captures(tables, from, pattern, &view, square))
            })
        })
    }

    /// The part of an attack test for pieces that bitboards cannot move.
    pub fn is_attacked_by_walkers(
        &self,
        tables: &Tables<B>,
        square: Square,
        view: &View<B>,
    ) -> bool {
        let view = View {
            blockers: view.blockers | B::single(square),
            ..*view
        };
        (self.group(tables.walker_group) & view.attackers)
            .squares()
            .any(|from| {
                self.piece_at(from).is_some_and(|piece| {
                    let table = tables.piece(piece);
                    let open = table.region.contains(square);
                    open && table.walks.iter().any(|pattern| {
                        (!pattern.initial
                            || tables.variant.initial_region[piece.color()].contains(from))
                            && self.walk_captures(tables, from, pattern, &view, square)
                    })
                })
            })
    }

    fn walk_captures(
        &self,
        tables: &Tables<B>,
        from: Square,
        pattern: &Pattern,
        view: &View<B>,
        target: Square,
    ) -> bool {
        let mut hit = false;
        if pattern.capture {
            self.walk(tables, from, pattern, view, |step| {
                hit |= step == Step::Last(target)
            });
        }
        hit
    }

    /// Where a pattern leads on the board as it is: empty squares if it may end
    /// without capture, enemies if it may capture.
    pub fn walk_targets(
        &self,
        tables: &Tables<B>,
        from: Square,
        pattern: &Pattern,
        view: &View<B>,
        enemies: B,
    ) -> B {
        let occupied = self.occupied();
        let mut targets = B::EMPTY;
        self.walk(tables, from, pattern, view, |step| {
            if let Step::Free(square) | Step::Last(square) = step {
                let may_end = if occupied.contains(square) {
                    pattern.capture && enemies.contains(square)
                } else {
                    pattern.quiet
                };
                if may_end {
                    targets |= B::single(square);
                }
            }
        });
        targets
    }
}
