//! The mailbox walker: any pattern, leg by leg, square by square.
//!
//! The simple way to move a piece, and the only one that knows all that Betza can say. It
//! serves the patterns that bitboards cannot express, explains why a move is blocked, and
//! checks the fast way in debug builds.

use super::attacks::View;
use super::state::State;
use super::tables::{Tables, footprint};
use crate::geometry::{Bitboard, Shape, Square};
use crate::rules::{Color, Hop, Leg, Pattern, Piece};
use smallvec::SmallVec;

/// What a walk meets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum WalkStep {
    /// A whole move: where it ends, and the square of a piece captured on the way.
    End(Square, Option<Square>),
    /// A square that keeps a leg from going on, or from which an aura lets it go no
    /// further.
    Blocked(Square),
}

/// A move with a locust capture (of a piece on its way), or one that ends where it began:
/// the victim's square, and the square where it ends.
pub(super) type LocustMove = (Option<Square>, Square);

/// One pattern of one piece on one board.
struct Walk<'a, B> {
    shape: Shape,
    from: Square,
    legs: SmallVec<[&'a Leg; 4]>,
    /// Squares that block, dead ones included.
    blockers: B,
    dead: B,
    /// What can be captured.
    enemies: B,
    /// Squares of which a move of several steps can enter one only to end there; empty
    /// for moves that leap.
    stops: B,
}

/// Where a walk has come to between two legs.
#[derive(Clone, Copy)]
struct WalkStage {
    leg: usize,
    at: Square,
    /// Steps taken so far, in all and by the last leg.
    steps: u8,
    last: u8,
    victim: Option<Square>,
}

/// Those of a piece's patterns that may be followed from a square.
#[inline(always)]
pub(super) fn startable<'a, B: Bitboard>(
    tables: &'a Tables<B>,
    patterns: &'a [Pattern],
    from: Square,
    piece: Piece,
) -> impl Iterator<Item = &'a Pattern> + use<'a, B> {
    // Looked up when a pattern asks: most pieces have none, and each is asked.
    let region = &tables.variant.initial_region;
    patterns
        .iter()
        .filter(move |p| !p.initial || region[piece.color()].contains(from))
}

impl<B: Bitboard> State<B> {
    /// Follows a pattern of the piece on `from` and reports every way to complete it, and
    /// what stands in the way of others. `enemies` are the squares it can capture on.
    pub fn walk(
        &self,
        tables: &Tables<B>,
        from: Square,
        pattern: &Pattern,
        view: &View<B>,
        enemies: B,
        mut visit: impl FnMut(WalkStep),
    ) {
        let stops = if !pattern.is_stepwise() {
            B::EMPTY
        } else if self.group(tables.aura_group).contains(from) {
            // Its own aura does not stop a piece.
            self.stop_squares(tables, Some(from))
        } else {
            view.stops
        };
        let walk = Walk {
            shape: tables.shape,
            from,
            legs: pattern.legs().collect(),
            blockers: view.blockers,
            dead: self.dead,
            enemies,
            stops,
        };
        let start = WalkStage {
            leg: 0,
            at: from,
            steps: 0,
            last: 0,
            victim: None,
        };
        walk.leg(start, &mut visit);
    }

    /// The patterns of a piece that may be followed from a square.
    pub fn patterns_from<'a>(
        &self,
        tables: &'a Tables<B>,
        from: Square,
        piece: Piece,
    ) -> impl Iterator<Item = &'a Pattern> + use<'a, B> {
        startable(tables, &tables.piece(piece).patterns, from, piece)
    }

    /// The slow answer to [`State::is_attacked`]: every piece is walked.
    pub fn is_attacked_by_walking(&self, tables: &Tables<B>, square: Square, by: Color) -> bool {
        let view = self.view(tables, by);
        self.color(by).squares().any(|from| {
            self.piece_at(from).is_some_and(|piece| {
                self.patterns_from(tables, from, piece)
                    .any(|pattern| self.walk_captures(tables, from, piece, pattern, &view, square))
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
        (self.group(tables.walker_group) & view.attackers)
            .squares()
            .any(|from| self.walker_attacks(tables, from, square, view))
    }

    /// Whether the piece on `from` could capture on `square` by a pattern that only the
    /// walker understands.
    pub fn walker_attacks(
        &self,
        tables: &Tables<B>,
        from: Square,
        square: Square,
        view: &View<B>,
    ) -> bool {
        self.piece_at(from).is_some_and(|piece| {
            let table = tables.piece(piece);
            table.aims[from].contains(square)
                && startable(tables, &table.walks, from, piece)
                    .any(|pattern| self.walk_captures(tables, from, piece, pattern, view, square))
        })
    }

    /// Whether a pattern leads to the capture of an enemy that stands on `target`.
    pub fn walk_captures(
        &self,
        tables: &Tables<B>,
        from: Square,
        piece: Piece,
        pattern: &Pattern,
        view: &View<B>,
        target: Square,
    ) -> bool {
        if !pattern.attacks() {
            return false;
        }
        // What matters is whether a piece standing there could be captured.
        let goal = B::single(target);
        let view = View {
            blockers: view.blockers | goal,
            ..*view
        };
        let others = self.color(piece.color().other()) & view.blockers;
        let region = tables.piece(piece).region;
        let mut hit = false;
        self.walk(tables, from, pattern, &view, others | goal, |step| {
            if let WalkStep::End(end, victim) = step {
                // A move that ends where it began takes nothing there.
                let takes = end == target && target != from || victim == Some(target);
                hit |= takes && region.contains(end);
            }
        });
        hit
    }

    /// Where a pattern leads on the board as it is, locust captures and
    /// those that end where they began left out. `view` holds what can be captured as
    /// attackers.
    pub fn walk_targets(
        &self,
        tables: &Tables<B>,
        from: Square,
        pattern: &Pattern,
        view: &View<B>,
    ) -> B {
        let mut targets = B::EMPTY;
        self.walk(tables, from, pattern, view, view.attackers, |step| {
            if let WalkStep::End(end, None) = step
                && end != from
            {
                targets |= B::single(end);
            }
        });
        targets
    }

    /// Whether a pattern could end on a square if all stood where it needs it.
    pub fn could_lead(
        &self,
        tables: &Tables<B>,
        from: Square,
        piece: Piece,
        pattern: &Pattern,
        to: Square,
    ) -> bool {
        let squares = footprint::<B>(&tables.variant, piece, from, pattern);
        (squares.quiet | squares.captures).contains(to)
    }

    /// The moves of the piece on `from` that make locust captures or end where they began,
    /// each once.
    pub fn locust_moves(
        &self,
        tables: &Tables<B>,
        from: Square,
        piece: Piece,
        view: &View<B>,
    ) -> SmallVec<[LocustMove; 8]> {
        let table = tables.piece(piece);
        let mut locust_moves: SmallVec<[LocustMove; 8]> = SmallVec::new();
        let has_locust_moves = |p: &&Pattern| p.captures_as_locust() || p.may_return();
        for pattern in startable(tables, &table.walks, from, piece).filter(has_locust_moves) {
            self.walk(tables, from, pattern, view, view.attackers, |step| {
                if let WalkStep::End(end, victim) = step
                    && (end == from || victim.is_some())
                    && table.region.contains(end)
                    && !locust_moves.contains(&(victim, end))
                {
                    locust_moves.push((victim, end));
                }
            });
        }
        locust_moves
    }
}

impl<B: Bitboard> Walk<'_, B> {
    /// Whether nothing stands on a square: the moving piece has left its own, and what was
    /// captured on the way is gone.
    fn is_empty(&self, stage: &WalkStage, square: Square) -> bool {
        square == self.from || stage.victim == Some(square) || !self.blockers.contains(square)
    }

    fn leg(&self, start: WalkStage, visit: &mut dyn FnMut(WalkStep)) {
        let leg = &self.legs[start.leg];
        let manner = &leg.manner;
        let mut hopped = false;
        let mut at = start.at;
        for n in 1..=leg.reach {
            let steps = start.steps.saturating_add(n);
            if steps > 1 && (self.stops.contains(self.from) || self.stops.contains(at)) {
                let from_start = self.stops.contains(self.from);
                return visit(WalkStep::Blocked(if from_start { self.from } else { at }));
            }
            if let Err(obstacle) = self.between(&start, leg, at) {
                return obstacle
                    .into_iter()
                    .for_each(|square| visit(WalkStep::Blocked(square)));
            }
            let Some(next) = leg.offset(self.shape, at, leg.nth_step(n)) else {
                return;
            };
            at = next;
            if n <= manner.skips {
                continue;
            }
            let round = manner.wraps && start.leg == 0 && at == self.from;
            if self.dead.contains(at) || round {
                return visit(WalkStep::Blocked(at));
            }
            let empty = self.is_empty(&start, at);
            if manner.hop != Hop::No && !hopped {
                hopped = !empty;
                continue;
            }
            if !manner.as_far || n == start.last {
                let stage = WalkStage {
                    leg: start.leg + 1,
                    at,
                    steps,
                    last: n,
                    victim: start.victim,
                };
                self.arrive(leg, stage, empty, visit);
            }
            if manner.hop == Hop::Behind {
                return;
            }
            if !empty && manner.hop != Hop::Many {
                return visit(WalkStep::Blocked(at));
            }
        }
    }

    /// What happens where a leg may end: the move ends, or the next leg begins.
    fn arrive(&self, leg: &Leg, stage: WalkStage, empty: bool, visit: &mut dyn FnMut(WalkStep)) {
        let enemy = !empty && self.enemies.contains(stage.at);
        if stage.leg == self.legs.len() {
            if empty && leg.quiet || enemy && leg.capture {
                visit(WalkStep::End(stage.at, stage.victim));
            }
            return;
        }
        if empty && leg.quiet || !empty && leg.over {
            self.leg(stage, visit);
        }
        if enemy && leg.capture && stage.victim.is_none() {
            let victim = Some(stage.at);
            self.leg(WalkStage { victim, ..stage }, visit);
        }
    }

    /// Whether a step from `at` is open as far as the squares between are concerned. The
    /// error is the square in the way, if there is one.
    fn between(&self, stage: &WalkStage, leg: &Leg, at: Square) -> Result<(), Option<Square>> {
        let mut jumped = false;
        for &through in &leg.through {
            let Some(middle) = leg.offset(self.shape, at, through) else {
                return Err(None);
            };
            let empty = self.is_empty(stage, middle);
            if leg.manner.jumps {
                jumped |= !empty && !self.dead.contains(middle);
            } else if !empty || self.stops.contains(at) || self.stops.contains(middle) {
                return Err(Some(middle));
            }
        }
        if leg.manner.jumps && !jumped {
            return Err(None);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
