//! What must not be left exposed where that is more than one king a side: pieces that
//! are royal while they are the last of their kind, no king at all, kings that may not
//! face each other, captures that explode. Here every move is tried: these games pay for
//! their rules, the others do not.
//!
//! Which pieces are royal is settled **before** a move: that move must not expose them,
//! even if it leaves their owner with more or fewer of their kind. Only a pawn that
//! becomes such a piece changes that at once.

use super::attacks::{CheckMasks, View};
use super::moves::{Move, MoveKind};
use super::state::State;
use super::tables::{CastlingPath, Tables};
use crate::geometry::{Bitboard, Delta, Square};
use crate::rules::{Color, PieceType};
use smallvec::SmallVec;

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
        let extinction = tables.variant.ends.extinction;
        if extinction
            .is_some_and(|e| e.royal && e.types.is_none() && self.total(color) <= e.count + 1)
        {
            royals |= self.color(color);
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
        let theirs = self.royals(tables, color.other());
        self.is_exposed(tables, color, royals, theirs)
    }

    /// Whether any of a player's royal pieces, or what goes with them, could be captured.
    /// `theirs` are the royal pieces of the other.
    fn is_exposed(&self, tables: &Tables<B>, color: Color, royals: B, theirs: B) -> bool {
        let view = self.view(tables, color.other());
        royals
            .squares()
            .any(|square| self.royal_is_attacked(tables, square, &view, theirs))
            || self.kings_face(tables)
            || self.all_of_a_kind_are_attacked(tables, color, theirs)
    }

    /// Whether a royal piece that stands here could be captured: a capture that would
    /// explode a royal piece of the capturer is no threat.
    fn royal_is_attacked(
        &self,
        tables: &Tables<B>,
        square: Square,
        view: &View<B>,
        theirs: B,
    ) -> bool {
        let touches =
            tables.variant.blast.is_some() && tables.neighbours[square].intersects(theirs);
        !touches && self.is_attacked_in(tables, square, view)
    }

    fn all_of_a_kind_are_attacked(&self, tables: &Tables<B>, color: Color, theirs: B) -> bool {
        let extinction = tables.variant.ends.extinction;
        if !extinction.is_some_and(|e| e.duple) {
            return false;
        }
        let candidates = tables
            .pseudo_royal
            .iter()
            .fold(B::EMPTY, |set, kind| set | self.kind(kind))
            & self.color(color);
        let view = self.view(tables, color.other());
        candidates.any()
            && candidates
                .squares()
                .all(|square| self.royal_is_attacked(tables, square, &view, theirs))
    }

    /// Whether the kings see each other along a rank or file where they may not.
    fn kings_face(&self, tables: &Tables<B>) -> bool {
        let [white, black] = self.kings.0;
        self.kings_would_face(tables, white, black, self.occupied() | self.dead)
    }

    /// The same for kings on any two squares, with any squares that block.
    fn kings_would_face(
        &self,
        tables: &Tables<B>,
        one: Square,
        other: Square,
        blockers: B,
    ) -> bool {
        if !tables.variant.limits.forbids_facing_kings || tables.variant.has_king.0 != [true; 2] {
            return false;
        }
        let delta = tables.shape.delta(one, other);
        if delta.files != 0 && delta.ranks != 0 {
            return false;
        }
        let step = Delta::new(delta.files.signum(), delta.ranks.signum());
        let between = (1..delta.chebyshev() as i8)
            .filter_map(|n| tables.shape.offset(one, step * n))
            .fold(B::EMPTY, |set, square| set | B::single(square));
        !between.intersects(blockers)
    }

    /// Whether castling is safe as far as its beginning and its way are concerned: what is
    /// royal may not castle out of check or through squares where it could be captured.
    #[cold]
    pub fn may_pass(
        &self,
        tables: &Tables<B>,
        us: Color,
        path: &CastlingPath<B>,
        view: &View<B>,
    ) -> bool {
        let from = path.squares.king_from;
        if !self.royals(tables, us).contains(from) {
            return true;
        }
        let theirs = self.royals(tables, us.other());
        let start = B::single(from);
        let lifted = View {
            blockers: view.blockers ^ start,
            ..*view
        };
        // A king is judged as in chess, on the board as it is. What is only royal may
        // stand in a line of attack, if it touches the enemy's, and hides nothing; where
        // it ends is judged afterwards, with the rook.
        let king = tables.variant.has_king[us] && self.kings[us] == from;
        let (seen, squares) = if king {
            (view, path.safe | start)
        } else {
            let end = B::single(path.squares.king_to);
            (&lifted, path.safe.without(end) | start)
        };
        let enemy = self.kings[us.other()];
        squares.squares().all(|square| {
            !self.royal_is_attacked(tables, square, seen, theirs)
                && !self.kings_would_face(tables, square, enemy, lifted.blockers)
        })
    }

    /// What restricts the moves of the side to move: every one must be tried, unless
    /// nothing is royal.
    #[cold]
    pub fn checks_of_royals(&self, tables: &Tables<B>, us: Color) -> CheckMasks<B> {
        let limits = &tables.variant.limits;
        let unclear = limits.forbids_check
            || tables.variant.blast.is_some()
            || !tables.variant.mutually_immune.is_empty()
            || tables.variant.has_king[us]
            || tables.variant.has_pseudo_royals();
        CheckMasks {
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
        let royals = self.royals(tables, us);
        let theirs = self.royals(tables, us.other());
        let immune = &tables.variant.mutually_immune;
        let kind = |square| self.piece_at(square).map(|piece| piece.kind());
        let targets = [Some(mv.to()), mv.locust_victim()];
        let takes_its_like = |k: PieceType| {
            let mut targets = targets.iter().flatten();
            immune.contains(k) && targets.any(|&s| s != mv.from() && kind(s) == Some(k))
        };
        if kind(mv.from()).is_some_and(takes_its_like) {
            return false;
        }
        let promoted = self.pawn_becomes(tables, mv);
        let undo = self.make_on_board(tables, mv);
        let royals = self.royals_after(tables, us, mv, royals, promoted);
        let exploded = |state: &Self, royals: B, color: Color| {
            tables.variant.blast.is_some() && royals.without(state.color(color)).any()
        };
        let allowed = if exploded(self, royals, us) {
            false
        } else {
            let wins = exploded(self, theirs, us.other());
            let exposed = !wins && self.is_exposed(tables, us, royals, theirs);
            let may_check = !tables.variant.limits.forbids_check;
            !exposed && (may_check || !self.royals_are_attacked(tables, us.other()))
        };
        self.unmake(tables, &undo);
        allowed
    }

    /// What a pawn becomes by a move, if it promotes into one of a choice of types.
    fn pawn_becomes(&self, tables: &Tables<B>, mv: Move) -> Option<PieceType> {
        let piece = self.piece_at(mv.from())?;
        let promotion = &tables.variant.promotion;
        let promotes = promotion.pawns[piece.color()].contains(piece.kind());
        let types = promotion.types[piece.color()];
        mv.becomes()
            .filter(|&kind| promotes && types.contains(kind))
    }

    /// Where those of our pieces stand after a move that were royal before it.
    fn royals_after(
        &self,
        tables: &Tables<B>,
        us: Color,
        mv: Move,
        before: B,
        promoted: Option<PieceType>,
    ) -> B {
        let (from, to) = (mv.from(), mv.to());
        let mut royals = before;
        match mv.kind() {
            // These move several pieces, and capture nothing.
            MoveKind::Castle | MoveKind::Shift => return self.royals(tables, us),
            MoveKind::Rifle | MoveKind::Pass => {}
            MoveKind::Normal | MoveKind::DoubleStep | MoveKind::EnPassant | MoveKind::Locust => {
                if royals.contains(from) {
                    royals = royals.without(B::single(from)) | B::single(to);
                }
            }
        }
        if let Some(kind) = promoted.filter(|&kind| tables.pseudo_royal.contains(kind)) {
            let all = self.kind(kind) & self.color(us);
            if !self.is_among_the_last(tables, us, kind) {
                royals = royals.without(all);
            } else if all.contains(to) {
                royals |= B::single(to);
            }
        }
        royals
    }
}
