//! Is a square attacked, what gives check, what is pinned.
//!
//! Both questions are asked from the attacked square outward: groups of leapers by
//! table, sliders by the first blocker of each ray, lame leaps by their paths.
//!
//! **Stop squares** (Hia): a slide that enters a square next to a piece with the aura ends
//! there, and one that starts on such a square is one step long. Seen from the target, a stop
//! square before the attacker blocks like a piece, and an attacker on a stop square reaches
//! only its neighbour. A piece is not stopped by its own aura, so sliding pieces that have one
//! are handled separately.

use super::state::State;
use super::tables::Tables;
use crate::geometry::{Bitboard, Square};
use crate::rules::Color;
use smallvec::SmallVec;

/// The board as an attack sees it; may differ from what stands on it by a piece that
/// is about to move.
#[derive(Clone, Copy)]
pub(super) struct View<B> {
    /// Squares that block.
    pub blockers: B,
    /// The pieces that may attack.
    pub attackers: B,
    /// Stop squares.
    pub stops: B,
}

/// What restricts the moves of the side to move, found once before generating.
pub(super) struct CheckMasks<B> {
    /// The side to move is in check.
    pub in_check: bool,
    /// Where a piece other than the king must go: to capture or block a check.
    pub mask: B,
    /// The pieces that stand between their king and an attacker.
    pub pinned: B,
    /// For each of these and each attacker: where it may go.
    pub pins: SmallVec<[(Square, B); 8]>,
    /// Something gives check in a way that masks cannot say: every move must be tried.
    pub unclear: bool,
}

impl<B: Bitboard> State<B> {
    /// Squares on which slides stop, except those that are stop squares only because of
    /// `except`.
    pub fn stop_squares(&self, tables: &Tables<B>, except: Option<Square>) -> B {
        let mut stops = B::EMPTY;
        if tables.has_aura {
            for square in self.group(tables.aura_group).squares() {
                if Some(square) != except {
                    stops |= tables.neighbours[square];
                }
            }
        }
        stops
    }

    /// The board as it is, seen by the pieces of `by`.
    pub fn view(&self, tables: &Tables<B>, by: Color) -> View<B> {
        View {
            blockers: self.occupied() | self.dead,
            attackers: self.color(by),
            stops: self.stop_squares(tables, None),
        }
    }

    /// Whether `by` could capture a piece of the other side on `square`.
    pub fn is_attacked(&self, tables: &Tables<B>, square: Square, by: Color) -> bool {
        let attacked = self.is_attacked_in(tables, square, &self.view(tables, by));
        debug_assert_eq!(attacked, self.is_attacked_by_walking(tables, square, by));
        attacked
    }

    /// Whether the king of `color`, or what is royal in its place, could be captured.
    #[inline(always)]
    pub fn king_is_attacked(&self, tables: &Tables<B>, color: Color) -> bool {
        if tables.plain_royalty {
            self.is_attacked(tables, self.kings[color], color.other())
        } else {
            self.royals_are_attacked(tables, color)
        }
    }

    /// Whether a square is attacked on a board that may differ from the real one.
    pub fn is_attacked_in(&self, tables: &Tables<B>, square: Square, view: &View<B>) -> bool {
        self.meets_attackers(tables, square, view, |_| true)
            || tables.has_aura && self.aura_slide_attacks(tables, square, view)
            || tables.has_walkers && self.is_attacked_by_walkers(tables, square, view)
    }

    /// All pieces that could capture on `square`, seen on a board with other blockers.
    /// Left out are long slides of pieces that have an aura themselves.
    pub fn attackers_to(&self, tables: &Tables<B>, square: Square, occupied: B) -> B {
        let view = View {
            blockers: occupied | self.dead,
            attackers: occupied,
            stops: self.stop_squares(tables, None),
        };
        let mut attackers = B::EMPTY;
        self.meets_attackers(tables, square, &view, |found| {
            attackers |= found;
            false
        });
        if tables.has_walkers {
            let walkers = (self.group(tables.walker_group) & occupied).without(attackers);
            attackers |= walkers
                .squares()
                .filter(|&from| self.walker_attacks(tables, from, square, &view))
                .fold(B::EMPTY, |set, from| set | B::single(from));
        }
        attackers
    }

    /// Goes outward from a square by groups, rays and paths, and shows the attackers it meets
    /// to `enough` until that is satisfied. Returns whether it was.
    #[inline(always)]
    fn meets_attackers(
        &self,
        tables: &Tables<B>,
        square: Square,
        view: &View<B>,
        mut enough: impl FnMut(B) -> bool,
    ) -> bool {
        let leapers = self.aiming_at(tables, square, &tables.sources.leaps) & view.attackers;
        if leapers.any() && enough(leapers) {
            return true;
        }
        let sliders = self.aiming_at(tables, square, &tables.sources.slides) & view.attackers;
        if sliders.any() {
            for ray in &tables.rays {
                if !ray.squares.from(square).intersects(sliders) {
                    continue;
                }
                let blockers = if ray.stoppable {
                    view.blockers | view.stops
                } else {
                    view.blockers
                };
                if let Some(first) = ray.squares.first_blocker(square, blockers)
                    && sliders.contains(first)
                    && self.slides_to(tables, ray.opposite, first, square, view.stops)
                    && enough(B::single(first))
                {
                    return true;
                }
            }
        }
        for (group, paths) in tables.sources.lame_leaps.clone().zip(&tables.path_groups) {
            let sources = paths.sources[square] & self.group(group) & view.attackers;
            if sources.any()
                && paths.paths[square].iter().any(|path| {
                    sources.contains(path.end)
                        && !path.through.intersects(view.blockers)
                        && !self.path_is_stopped(tables, path.end, path.through, view.stops)
                        && enough(B::single(path.end))
                })
            {
                return true;
            }
        }
        false
    }

    /// Whether the piece on `from`, with nothing in between, slides as far as `to`.
    #[inline(always)]
    fn slides_to(
        &self,
        tables: &Tables<B>,
        ray: usize,
        from: Square,
        to: Square,
        stops: B,
    ) -> bool {
        let Some(piece) = self.piece_at(from) else {
            return false;
        };
        let distance = tables.rays[ray].distance(from, to);
        tables.piece(piece).capture_reach[ray] >= distance
            && (distance == 1 || !tables.rays[ray].stoppable || !stops.contains(from))
    }

    /// Whether a lame leap from `from` is impossible because of an aura other than the
    /// leaper's own.
    pub fn path_is_stopped(&self, tables: &Tables<B>, from: Square, through: B, stops: B) -> bool {
        if stops.is_empty() {
            return false;
        }
        let stops = if self.group(tables.aura_group).contains(from) {
            self.stop_squares(tables, Some(from))
        } else {
            stops
        };
        stops.contains(from) || stops.intersects(through)
    }

    /// Slides of more than one step by pieces that have an aura themselves.
    fn aura_slide_attacks(&self, tables: &Tables<B>, square: Square, view: &View<B>) -> bool {
        let sliders = self.group(tables.aura_group) & self.group(tables.slider_group);
        (sliders & view.attackers).squares().any(|from| {
            let Some(piece) = self.piece_at(from) else {
                return false;
            };
            let mut slides = tables.piece(piece).slides.from(from);
            slides.any(|(slide, squares)| {
                let ray = &tables.rays[slide.ray];
                if !slide.capture || !slide.stoppable || !squares.contains(square) {
                    return false;
                }
                let stops = self.stop_squares(tables, Some(from));
                let blockers = view.blockers | stops | B::single(square);
                ray.squares.first_blocker(from, blockers) == Some(square)
                    && (ray.distance(from, square) == 1 || !stops.contains(from))
            })
        })
    }

    /// Finds the checks and pins of the side to move.
    pub fn check_masks(&self, tables: &Tables<B>, stops: B) -> CheckMasks<B> {
        let us = self.side;
        if !tables.plain_royalty {
            return self.checks_of_royals(tables, us);
        }
        let king = self.kings[us];
        let (own, them) = (self.color(us), self.color(us.other()));
        let blockers = self.occupied() | self.dead;
        let mut masks = CheckMasks {
            in_check: false,
            mask: !B::EMPTY,
            pinned: B::EMPTY,
            pins: SmallVec::new(),
            unclear: tables.has_walkers && self.walker_aims_at(tables, king, them)
                || tables.has_aura && self.aura_piece_aims_at(tables, king, them),
        };
        if masks.unclear {
            masks.in_check = self.king_is_attacked(tables, us);
            return masks;
        }
        let leapers = self.aiming_at(tables, king, &tables.sources.leaps) & them;
        for attacker in leapers.squares() {
            masks.add(B::single(attacker));
        }
        let sliders = self.aiming_at(tables, king, &tables.sources.slides) & them;
        let rays = if sliders.any() {
            tables.rays.as_slice()
        } else {
            &[]
        };
        for ray in rays {
            if !ray.squares.from(king).intersects(sliders) {
                continue;
            }
            let blockers = if ray.stoppable {
                blockers | stops
            } else {
                blockers
            };
            let Some(first) = ray.squares.first_blocker(king, blockers) else {
                continue;
            };
            let slides = |from| {
                sliders.contains(from) && self.slides_to(tables, ray.opposite, from, king, stops)
            };
            let up_to = |last| ray.squares.from(king).without(ray.squares.from(last));
            if slides(first) {
                masks.add(up_to(first));
            } else if own.contains(first) && !(ray.stoppable && stops.contains(first)) {
                let second = ray.squares.first_blocker(first, blockers);
                if let Some(second) = second.filter(|&s| slides(s)) {
                    masks.pin(first, up_to(second));
                }
            }
        }
        for (group, paths) in tables.sources.lame_leaps.clone().zip(&tables.path_groups) {
            let sources = paths.sources[king] & self.group(group) & them;
            if sources.is_empty() {
                continue;
            }
            for path in paths.paths[king]
                .iter()
                .filter(|path| sources.contains(path.end))
            {
                if self.path_is_stopped(tables, path.end, path.through, stops) {
                    continue;
                }
                let closed = path.through & blockers;
                let whole = path.through | B::single(path.end);
                if closed.is_empty() {
                    masks.add(whole);
                } else if closed.without_lowest().is_empty() && own.contains(closed.lowest()) {
                    masks.pin(closed.lowest(), whole);
                }
            }
        }
        debug_assert_eq!(masks.in_check, self.king_is_attacked(tables, us));
        masks
    }

    /// Whether an enemy piece that must be walked could capture on the king's square, if all
    /// that it needs were there.
    fn walker_aims_at(&self, tables: &Tables<B>, king: Square, them: B) -> bool {
        (self.group(tables.walker_group) & them)
            .squares()
            .any(|from| {
                self.piece_at(from)
                    .is_some_and(|piece| tables.piece(piece).aims[from].contains(king))
            })
    }

    /// Whether an enemy piece that has an aura could reach the king by more than one
    /// step on an empty board. Its own aura does not stop it: too rare for masks.
    fn aura_piece_aims_at(&self, tables: &Tables<B>, king: Square, them: B) -> bool {
        (self.group(tables.aura_group) & them)
            .squares()
            .any(|from| {
                let Some(piece) = self.piece_at(from) else {
                    return false;
                };
                let table = tables.piece(piece);
                let slides = table
                    .slides
                    .from(from)
                    .any(|(_, squares)| squares.contains(king));
                let leaps = |paths: &crate::geometry::SquareTable<Vec<super::tables::Path<B>>>| {
                    paths[from].iter().any(|path| path.end == king)
                };
                slides || table.paths.as_ref().is_some_and(leaps)
            })
    }
}

impl<B: Bitboard> CheckMasks<B> {
    /// A check that ends when one of these squares is occupied or captured on.
    fn add(&mut self, squares: B) {
        self.in_check = true;
        self.mask &= squares;
    }

    fn pin(&mut self, square: Square, squares: B) {
        self.pinned |= B::single(square);
        self.pins.push((square, squares));
    }

    /// Where the piece on `from`, not the king, may go as far as checks and pins matter.
    #[inline(always)]
    pub fn allowed(&self, from: Square) -> B {
        let mut allowed = self.mask;
        if self.pinned.contains(from) {
            for (_, squares) in self.pins.iter().filter(|(pinned, _)| *pinned == from) {
                allowed &= *squares;
            }
        }
        allowed
    }
}
