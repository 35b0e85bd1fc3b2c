//! What a move does, as told before it is made.
//!
//! The rules stand where moves are made ([`State::make`]); what follows from a move
//! without changing the board (what it captures, what the piece becomes, what an explosion
//! takes) is asked here, and the making of moves asks it too.
//!
//! Masks and the walker answer for most moves. A copy of the board is needed for
//! - captures, in a game whose captured pieces may wake a waiting pawn that is there;
//! - for [`Position::gives_check`]: castling, shifts of a strip, moves that make or remove
//!   an aura or wake a pawn, and all moves of games with other royal pieces than one king
//!   a side;
//! - for [`Effects::end`]: those few moves that could end the game on the board.

use super::Position;
use super::attacks::View;
use super::moves::{Move, MoveKind};
use super::outcome::Reason;
use super::state::State;
use super::tables::Tables;
use super::walk::startable;
use crate::geometry::{Bitboard, Square};
use crate::rules::{Blast, Color, Extinction, Piece, PieceType, TypeSet};
use arrayvec::ArrayVec;
use smallvec::SmallVec;
use std::borrow::Cow;

/// The most pieces that a move takes from the board: two captures, the eight neighbours of
/// an explosion, and the capturer.
const MOST_REMOVED: usize = 11;

/// A piece that a move takes from the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Removal {
    /// Where it stands before the move.
    pub square: Square,
    /// What it is before the move.
    pub piece: Piece,
}

/// A pawn that has waited in its promotion region and becomes what is captured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Awakening {
    /// Where it stands.
    pub square: Square,
    /// What it is before the move.
    pub pawn: Piece,
    /// What it is afterwards.
    pub becomes: Piece,
}

/// What the moving piece becomes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Promotion {
    /// The type that it is afterwards.
    pub kind: PieceType,
    /// Whether its player has chosen that; otherwise it promotes by itself.
    pub chosen: bool,
}

/// What a move changes on the board besides where pieces stand. Takes no memory on the
/// heap.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Changes {
    /// What leaves the board: what is captured, in this order, then what explodes. The
    /// moving piece comes last if it is among that.
    pub removed: ArrayVec<Removal, MOST_REMOVED>,
    /// Waiting pawns that become something else.
    pub awakened: ArrayVec<Awakening, 2>,
    /// What the moving piece becomes, if it is something else afterwards.
    pub promotion: Option<Promotion>,
}

impl Changes {
    /// The pieces of a player that leave the board.
    pub fn removed_of(&self, color: Color) -> impl Iterator<Item = Piece> {
        let pieces = self.removed.iter().map(|removal| removal.piece);
        pieces.filter(move |piece| piece.color() == color)
    }

    /// Whether both players have the same pieces afterwards.
    pub fn is_empty(&self) -> bool {
        self.removed.is_empty() && self.awakened.is_empty() && self.promotion.is_none()
    }
}

/// How a game ends on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct End {
    /// Who wins; `None` for a draw.
    pub winner: Option<Color>,
    /// Why.
    pub reason: Reason,
}

/// All that a legal move does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Effects {
    /// What it changes on the board besides where pieces stand.
    pub changes: Changes,
    /// The halfmove clock begins anew: it captures, promotes a piece other than a pawn by its
    /// player's choice, or moves a pawn that cannot go back.
    pub irreversible: bool,
    /// It gives check.
    pub gives_check: bool,
    /// How it ends the game on the board: by pieces that run out, squares reached or checks
    /// counted, not by mate, stalemate, repetition or the n-move rule.
    pub end: Option<End>,
}

impl<B: Bitboard> Position<B> {
    /// All that a legal move does. A search that does not need it all asks
    /// [`Self::changes`] and [`Self::gives_check`].
    ///
    /// # Panics
    /// For a move that is not legal here it may panic, and what it returns means
    /// nothing.
    ///
    /// ```
    /// use sliderule::position::AnyPosition;
    /// use sliderule::rules::{Catalog, Color};
    ///
    /// let game = Catalog::built_in().get("atomic").unwrap();
    /// let fen = "rnbqkbnr/ppp2ppp/3p4/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3";
    /// let mut position = AnyPosition::from_fen(game, fen).unwrap();
    /// let capture = position.parse_move("f3e5").unwrap();
    /// let effects = position.effects(capture);
    /// assert_eq!(effects.changes.removed_of(Color::White).count(), 1);
    /// assert_eq!(effects.changes.removed_of(Color::Black).count(), 1);
    /// assert!(effects.irreversible && !effects.gives_check);
    /// ```
    pub fn effects(&self, mv: Move) -> Effects {
        let (state, tables) = (&self.state, &*self.tables);
        let changes = state.changes(tables, mv);
        // Made when first needed.
        let mut after = None;
        let by_masks = state.gives_check_by_masks(tables, mv, &changes);
        let gives_check = by_masks.unwrap_or_else(|| {
            let after = after.get_or_insert_with(|| state.after(tables, mv));
            after.king_is_attacked(tables, after.side)
        });
        let may_end = state.may_end(tables, mv, &changes, gives_check);
        let end = may_end.then(|| {
            let after = after.get_or_insert_with(|| state.after(tables, mv));
            after.end_on_board(tables)
        });
        Effects {
            irreversible: state.is_irreversible(tables, mv, &changes),
            gives_check,
            end: end.flatten().map(|(winner, reason)| End { winner, reason }),
            changes,
        }
    }

    /// How a legal move ends the game on the board, as [`Effects::end`] has it; `None` if it
    /// does not.
    pub fn end_after(&self, mv: Move) -> Option<End> {
        let (state, tables) = (&self.state, &*self.tables);
        if !tables.nature.ends_on_board {
            return None;
        }
        let changes = state.changes(tables, mv);
        let checks = tables.nature.counts_checks && state.gives_check(tables, mv, &changes);
        if !state.may_end(tables, mv, &changes, checks) {
            return None;
        }
        let end = state.after(tables, mv).end_on_board(tables);
        end.map(|(winner, reason)| End { winner, reason })
    }

    /// What a legal move changes on the board besides where pieces stand: what it removes,
    /// what waiting pawns and the moving piece become.
    pub fn changes(&self, mv: Move) -> Changes {
        self.state.changes(&self.tables, mv)
    }

    /// Whether a legal move gives check.
    pub fn gives_check(&self, mv: Move) -> bool {
        let (state, tables) = (&self.state, &*self.tables);
        state.gives_check(tables, mv, &state.changes(tables, mv))
    }

    /// The squares of the pieces that an explosion on a square would remove around it; none in
    /// a game without explosions.
    pub fn blasted_around(&self, center: Square) -> B {
        let blast = self.tables.variant.blast;
        blast.map_or(B::EMPTY, |blast| {
            self.state.blasted_around(&self.tables, blast, center)
        })
    }

    /// What a legal move captures: on its way, then at its end. What explodes is not
    /// among that.
    #[inline]
    pub fn victims(&self, mv: Move) -> impl Iterator<Item = Removal> + use<B> {
        self.state.victims(mv).into_iter().flatten()
    }

    /// What a move would capture, of two pieces the one on the way; `None` for a quiet
    /// move.
    pub fn victim(&self, mv: Move) -> Option<Piece> {
        self.state.victim(mv)
    }

    /// What the moving piece becomes by a legal move, if it changes its type. (It may
    /// explode as that: see [`Changes::promotion`].)
    #[inline]
    pub fn promotion(&self, mv: Move) -> Option<Promotion> {
        let piece = self.state.mover(mv)?;
        let victims = self.state.victims(mv).map(|v| v.map(|v| v.piece));
        self.state.promotion(&self.tables, piece, mv, victims)
    }
}

impl<B: Bitboard> State<B> {
    /// What a move captures: on its way, then at its end.
    #[inline]
    fn victims(&self, mv: Move) -> [Option<Removal>; 2] {
        let on = |square| {
            let piece = self.piece_at(square)?;
            Some(Removal { square, piece })
        };
        match mv.kind() {
            MoveKind::Castle | MoveKind::Shift | MoveKind::Pass => [None; 2],
            MoveKind::EnPassant => [self.en_passant.and_then(|e| on(e.pawn)), None],
            MoveKind::Normal | MoveKind::DoubleStep | MoveKind::Rifle => [on(mv.to()), None],
            MoveKind::Locust => [mv.locust_victim().and_then(on), on(mv.to())],
        }
    }

    /// What a move would capture; of two pieces the one on the way.
    #[inline]
    pub fn victim(&self, mv: Move) -> Option<Piece> {
        self.victims(mv)[0].map(|victim| victim.piece)
    }

    /// The piece that goes from one square to another, alone.
    #[inline]
    fn mover(&self, mv: Move) -> Option<Piece> {
        match mv.kind() {
            MoveKind::Castle | MoveKind::Shift | MoveKind::Pass | MoveKind::Rifle => None,
            MoveKind::Normal | MoveKind::DoubleStep | MoveKind::EnPassant | MoveKind::Locust => {
                self.piece_at(mv.from())
            }
        }
    }

    /// What a piece becomes by a move that captures these: what its player has chosen, or
    /// what it promotes to by itself. The victims may be gone from the board already.
    #[inline(always)]
    pub fn promotion(
        &self,
        tables: &Tables<B>,
        piece: Piece,
        mv: Move,
        [victim, other]: [Option<Piece>; 2],
    ) -> Option<Promotion> {
        if !tables.piece(piece).becomes_another {
            return None;
        }
        if tables.piece(piece).promotes
            && let Some(kind) = mv.becomes()
        {
            return Some(Promotion { kind, chosen: true });
        }
        let by_itself = |victim| self.self_promotion(tables, piece, mv.to(), victim);
        let kind = by_itself(victim).or_else(|| other.and_then(|other| by_itself(Some(other))));
        kind.map(|kind| Promotion {
            kind,
            chosen: false,
        })
    }

    /// What a piece on the board becomes by itself when it moves to `to`, capturing
    /// `victim`, if anything.
    #[inline]
    pub fn self_promotion(
        &self,
        tables: &Tables<B>,
        piece: Piece,
        to: Square,
        victim: Option<Piece>,
    ) -> Option<PieceType> {
        let promotion = tables.variant.self_promotions[piece.kind().index()].as_ref()?;
        let earned = promotion.region[piece.color()].contains(to)
            || victim.is_some_and(|v| promotion.victims.contains(v.kind()));
        let hindered = || {
            let limit = tables.variant.piece_limit[promotion.to.index()];
            if limit.is_some_and(|limit| self.count(piece.color(), promotion.to) >= limit) {
                return true;
            }
            promotion.absent.iter().any(|t| {
                let itself = u16::from(t == piece.kind());
                self.count(piece.color(), t) > itself
            })
        };
        (earned && !hindered()).then_some(promotion.to)
    }

    /// Whether a move of a piece resets the halfmove clock, even if it captures nothing.
    #[inline(always)]
    pub fn resets_clock(
        &self,
        tables: &Tables<B>,
        piece: Piece,
        mv: Move,
        promotion: Option<Promotion>,
    ) -> bool {
        tables.piece(piece).resets_clock && !can_be_undone(tables, piece, mv)
            || promotion.is_some_and(|p| p.chosen) && !tables.variant.pawns.contains(piece.kind())
    }

    /// The pieces around a square that an explosion there removes.
    pub fn blasted_around(&self, tables: &Tables<B>, blast: Blast, center: Square) -> B {
        let spared = blast.immune.iter().chain(blast.sturdy);
        let spared = spared.fold(B::EMPTY, |set, kind| set | self.kind(kind));
        (tables.neighbours[center] & self.occupied()).without(spared)
    }

    /// The board after a move.
    fn after(&self, tables: &Tables<B>, mv: Move) -> Self {
        let mut after = self.clone();
        after.make(tables, mv);
        after
    }

    /// See [`Position::changes`].
    fn changes(&self, tables: &Tables<B>, mv: Move) -> Changes {
        let victims = self.victims(mv);
        let mut changes = Changes {
            removed: victims.into_iter().flatten().collect(),
            ..Changes::default()
        };
        let waiting = |color| self.waiting_pawns(tables, color).any();
        // The board without what is captured, where that has consequences.
        let mut board = Cow::Borrowed(self);
        if tables.variant.promotion.waiting
            && !changes.removed.is_empty()
            && waiting(self.side.other())
        {
            let board = board.to_mut();
            for victim in &changes.removed {
                let Some((square, pawn)) = board.capture(tables, victim.square) else {
                    continue;
                };
                changes.awakened.push(Awakening {
                    square,
                    pawn: Piece::new(pawn, victim.piece.color()),
                    becomes: victim.piece,
                });
            }
        }
        let mover = self.mover(mv);
        if let Some(piece) = mover {
            let victims = victims.map(|v| v.map(|v| v.piece));
            changes.promotion = board.promotion(tables, piece, mv, victims);
        }
        if let Some(blast) = tables.variant.blast
            && !changes.removed.is_empty()
        {
            let mut around = board.blasted_around(tables, blast, mv.to());
            for victim in &changes.removed {
                around = around.without(B::single(victim.square));
            }
            if mover.is_some() {
                around = around.without(B::single(mv.from()));
            }
            for square in around.squares() {
                changes.awakened.retain(|pawn| pawn.square != square);
                let piece = self.piece_at(square);
                changes
                    .removed
                    .extend(piece.map(|piece| Removal { square, piece }));
            }
            if let Some(piece) = mover {
                let kind = changes.promotion.map_or(piece.kind(), |p| p.kind);
                if !blast.immune.contains(kind) {
                    let square = mv.from();
                    changes.removed.push(Removal { square, piece });
                    changes.promotion = None;
                }
            }
        }
        changes
    }

    /// Whether a move with these changes resets the halfmove clock.
    fn is_irreversible(&self, tables: &Tables<B>, mv: Move, changes: &Changes) -> bool {
        let resets = |piece| self.resets_clock(tables, piece, mv, changes.promotion);
        !changes.removed.is_empty() || self.mover(mv).is_some_and(resets)
    }

    /// Whether a move with these changes gives check.
    fn gives_check(&self, tables: &Tables<B>, mv: Move, changes: &Changes) -> bool {
        let by_masks = self.gives_check_by_masks(tables, mv, changes);
        by_masks.unwrap_or_else(|| {
            let after = self.after(tables, mv);
            after.king_is_attacked(tables, after.side)
        })
    }

    /// Whether a move with these changes gives check, if masks and the walker can tell.
    fn gives_check_by_masks(
        &self,
        tables: &Tables<B>,
        mv: Move,
        changes: &Changes,
    ) -> Option<bool> {
        let moves_one = !matches!(mv.kind(), MoveKind::Castle | MoveKind::Shift);
        if !tables.plain_royalty || !moves_one || !changes.awakened.is_empty() {
            return None;
        }
        let us = self.side;
        let mover = self.mover(mv);
        let becomes = mover.map(|piece| {
            let kind = changes.promotion.map_or(piece.kind(), |p| p.kind);
            Piece::new(kind, us)
        });
        let removed = changes.removed.iter().map(|removal| removal.piece);
        let mut touched = removed.chain(mover).chain(becomes);
        if touched.any(|piece| tables.variant.stop_aura.contains(piece.kind())) {
            return None;
        }
        let king = self.kings[us.other()];
        let gone = changes.removed.iter();
        let gone = gone.fold(B::EMPTY, |set, removal| set | B::single(removal.square));
        let mut view = View {
            blockers: (self.occupied() | self.dead).without(gone),
            attackers: self.color(us),
            stops: self.stop_squares(tables, None),
        };
        let Some(piece) = becomes else {
            // What attacked the king without moving would have done so before.
            return Some(!gone.is_empty() && self.is_attacked_in(tables, king, &view));
        };
        let (from, to) = (B::single(mv.from()), B::single(mv.to()));
        view.blockers = view.blockers.without(from) | to;
        view.attackers = view.attackers.without(from);
        let table = tables.piece(piece);
        let direct = || {
            table.aims[mv.to()].contains(king)
                && startable(tables, &table.patterns, mv.to(), piece)
                    .any(|pattern| self.walk_captures(tables, mv.to(), piece, pattern, &view, king))
        };
        Some(direct() || self.is_attacked_in(tables, king, &view))
    }

    /// Whether a player could run out of pieces by a move with these changes.
    fn may_run_out(&self, extinction: &Extinction, mv: Move, changes: &Changes) -> bool {
        if extinction.claim || extinction.opponent_count > 0 {
            return extinction.claim || !changes.is_empty();
        }
        let removed = changes.removed.iter().map(|removal| removal.piece);
        let awakened = changes.awakened.iter().map(|awakening| awakening.pawn);
        let promoted = changes.promotion.and_then(|_| self.mover(mv));
        let fewer: SmallVec<[Piece; 16]> = removed.chain(awakened).chain(promoted).collect();
        let (count, types) = (extinction.count, extinction.types);
        fewer.iter().any(|piece| {
            let color = piece.color();
            let of_kind = |types: TypeSet| {
                let lost = fewer.iter().filter(|other| *other == piece).count() as u16;
                types.contains(piece.kind()) && self.count(color, piece.kind()) <= count + lost
            };
            types.map_or_else(
                || self.total(color) <= count + changes.removed_of(color).count() as u16,
                of_kind,
            )
        })
    }

    /// Whether a move with these changes could end the game on the board: cheap, and
    /// never wrong when it says no.
    fn may_end(&self, tables: &Tables<B>, mv: Move, changes: &Changes, gives_check: bool) -> bool {
        if !tables.nature.ends_on_board {
            return false;
        }
        let us = self.side;
        let ends = &tables.variant.ends;
        let runs_out = ends
            .extinction
            .is_some_and(|e| self.may_run_out(&e, mv, changes));
        let arrives = |region: B| match mv.kind() {
            MoveKind::Castle | MoveKind::Shift => true,
            MoveKind::Pass | MoveKind::Rifle => false,
            MoveKind::Normal | MoveKind::DoubleStep | MoveKind::EnPassant | MoveKind::Locust => {
                region.contains(mv.to())
            }
        };
        // A position that was set up may have a piece there already.
        let reaches = ends.flag.is_some_and(|flag| {
            let region = B::from_wide(flag.region[us]);
            let by_others = flag.last_move || flag.safe || flag.blocked;
            by_others || region.intersects(self.color(us)) || arrives(region)
        });
        let counted = ends.counts_checks && self.checks_left[us] <= u8::from(gives_check);
        runs_out || reaches || counted
    }
}

/// Whether a piece could go back where it came from, on an empty board.
#[inline(always)]
fn can_be_undone<B: Bitboard>(tables: &Tables<B>, piece: Piece, mv: Move) -> bool {
    let steps = &tables.piece(piece).reversible;
    if steps.is_empty() {
        return false;
    }
    let delta = tables.shape.delta(mv.from(), mv.to());
    let longest = tables.shape.files().max(tables.shape.ranks()) as i8;
    steps
        .iter()
        .any(|&step| (1..longest).any(|n| step * n == delta))
}
