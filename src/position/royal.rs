//! What must not be left exposed where that is more than one king a side: pieces that
//! are royal while they are the last of their kind, no king at all, kings that may not
//! face each other, captures that explode. Here every move is tried: these games pay for
//! their rules, the others do not.

use super::attacks::Checks;
use super::moves::Move;
use super::state::State;
use super::tables::Tables;
use crate::geometry::{Bitboard, Delta, Square};
use crate::rules::{Color, ColorMap, PieceType};
use smallvec::SmallVec;

/// How many of each royal type a player had before a move.
type RoyalCounts = ColorMap<SmallVec<[(PieceType, u16); 4]>>;

impl<B: Bitboard> State<B> {
    /// The pieces of a player that may not be exposed to capture.
    pub fn royals(&self, tables: &Tables<B>, color: Color) -> B {
        let mut royals = B::EMPTY;
        if tables.variant.has_king[color] {
            royals |= B::single(self.kings[color]);
        }
        for kind in tables.pseudo_royal.iter() {
            if self.is_among_the_last(tables, color, kind) {
                royals |= self.kind(kind) & self.color(color);
            }
        }
        royals
    }

    /// Whether losing one more piece of a type would lose the game.
    fn is_among_the_last(&self, tables: &Tables<B>, color: Color, kind: PieceType) -> bool {
        let extinction = tables.variant.ends.extinction;
        extinction.is_some_and(|e| self.count(color, kind) <= e.count + 1)
    }

    /// The king of a player, or the only piece that is royal in its place.
    pub fn king_square(&self, tables: &Tables<B>, color: Color) -> Option<Square> {
        if tables.variant.has_king[color] {
            return Some(self.kings[color]);
        }
        let royals = self.royals(tables, color);
        royals
            .first()
            .filter(|_| royals.without_lowest().is_empty())
    }

    /// Whether anything royal of a player could be captured.
    #[cold]
    pub fn royals_are_attacked(&self, tables: &Tables<B>, color: Color) -> bool {
        let royals = self.royals(tables, color);
        royals
            .squares()
            .any(|square| self.royal_is_attacked(tables, color, square))
            || self.kings_face(tables)
            || self.all_of_a_kind_are_attacked(tables, color)
    }

    /// A capture that would explode a royal piece of the capturer is no threat.
    fn royal_is_attacked(&self, tables: &Tables<B>, color: Color, square: Square) -> bool {
        let touches = tables.variant.blast.is_some()
            && tables.neighbours[square].intersects(self.royals(tables, color.other()));
        !touches && self.is_attacked(tables, square, color.other())
    }

    fn all_of_a_kind_are_attacked(&self, tables: &Tables<B>, color: Color) -> bool {
        let extinction = tables.variant.ends.extinction;
        if !extinction.is_some_and(|e| e.duple) {
            return false;
        }
        let candidates = tables
            .pseudo_royal
            .iter()
            .fold(B::EMPTY, |set, kind| set | self.kind(kind))
            & self.color(color);
        candidates.any()
            && candidates
                .squares()
                .all(|square| self.royal_is_attacked(tables, color, square))
    }

    /// Whether the kings see each other along a rank or file where they may not.
    fn kings_face(&self, tables: &Tables<B>) -> bool {
        if !tables.variant.limits.flying_kings || tables.variant.has_king.0 != [true; 2] {
            return false;
        }
        let [white, black] = self.kings.0;
        let delta = tables.shape.delta(white, black);
        if delta.files != 0 && delta.ranks != 0 {
            return false;
        }
        let step = Delta::new(delta.files.signum(), delta.ranks.signum());
        let between = (1..delta.chebyshev() as i8)
            .filter_map(|n| tables.shape.offset(white, step * n))
            .fold(B::EMPTY, |set, square| set | B::single(square));
        !between.intersects(self.occupied() | self.dead)
    }

    /// What restricts the moves of the side to move: every one must be tried, unless
    /// nothing is royal.
    #[cold]
    pub fn checks_of_royals(&self, tables: &Tables<B>, us: Color) -> Checks<B> {
        let limits = &tables.variant.limits;
        let unclear = limits.checks
            || tables.variant.blast.is_some()
            || !tables.variant.mutually_immune.is_empty()
            || self.royals(tables, us).any()
            || !tables.pseudo_royal.is_empty();
        Checks {
            in_check: self.royals_are_attacked(tables, us),
            mask: !B::EMPTY,
            pinned: B::EMPTY,
            pins: SmallVec::new(),
            unclear,
        }
    }

    /// Tries a pseudo-legal move.
    #[cold]
    pub fn is_allowed(&mut self, tables: &Tables<B>, mv: Move) -> bool {
        let us = self.side;
        let before = self.royal_counts(tables);
        let immune = &tables.variant.mutually_immune;
        let kind = |square| self.piece_at(square).map(|piece| piece.kind());
        let targets = [Some(mv.to()), mv.victim_on_way()];
        let takes_its_like = |k: PieceType| {
            let mut targets = targets.iter().flatten();
            immune.contains(k) && targets.any(|&s| s != mv.from() && kind(s) == Some(k))
        };
        if kind(mv.from()).is_some_and(takes_its_like) {
            return false;
        }
        let undo = self.make_on_board(tables, mv);
        let lost = |state: &Self, color: Color| {
            let mut types = before[color].iter();
            types.any(|&(kind, count)| state.count(color, kind) < count)
        };
        let allowed = if lost(self, us) {
            false
        } else {
            let wins = tables.variant.blast.is_some() && lost(self, us.other());
            (wins || !self.royals_are_attacked(tables, us))
                && !(tables.variant.limits.checks && self.royals_are_attacked(tables, us.other()))
        };
        self.unmake(tables, &undo);
        allowed
    }

    /// How many of each type that is royal now both players have.
    fn royal_counts(&self, tables: &Tables<B>) -> RoyalCounts {
        ColorMap::from_fn(|color| {
            let royal = tables.pseudo_royal.iter();
            royal
                .filter(|&kind| self.is_among_the_last(tables, color, kind))
                .map(|kind| (kind, self.count(color, kind)))
                .collect()
        })
    }
}
