//! The ends of a game that need no move generation: pieces that run out, regions that
//! are reached, checks that are counted; and what it means to have no move.

use super::moves::Move;
use super::outcome::Reason;
use super::state::State;
use super::tables::Tables;
use crate::geometry::{Bitboard, Square};
use crate::rules::{Color, Extinction, Flag, PieceType, Verdict};

/// The winner, or `None` for a draw, and why.
type Outcome = (Option<Color>, Reason);

impl<B: Bitboard> State<B> {
    /// Whether the game has ended on the board, so that there are no moves any more.
    #[inline(always)]
    pub fn is_over_on_board(&self, tables: &Tables<B>) -> bool {
        tables.nature.ends_on_board && self.end_on_board(tables).is_some()
    }

    /// How the game has ended on the board, if it has.
    pub fn end_on_board(&self, tables: &Tables<B>) -> Option<Outcome> {
        if !tables.nature.ends_on_board {
            return None;
        }
        let ends = &tables.variant.ends;
        if let Some(extinction) = &ends.extinction
            && (!extinction.royal || tables.variant.blast.is_some())
            && let Some(value) = extinction.value
            && let Some(end) = self.extinction_end(extinction, value)
        {
            return Some(end);
        }
        if let Some(flag) = &ends.flag
            && let Some(end) = self.flag_end(tables, flag)
        {
            return Some(end);
        }
        if !ends.counts_checks {
            return None;
        }
        // In play it is the one who has just moved; a FEN may say it of either.
        let mut winners = [self.side.other(), self.side].into_iter();
        let winner = winners.find(|&player| self.checks_left[player] == 0);
        winner.map(|player| (Some(player), Reason::Checks))
    }

    #[inline]
    fn extinction_end(&self, extinction: &Extinction, value: Verdict) -> Option<Outcome> {
        let mover = self.side.other();
        if extinction.claim && extinction.types.is_none() {
            let level = |color| self.total(color) <= extinction.count;
            if level(mover) && level(self.side) {
                return Some((None, reason(extinction, mover, None)));
            }
        }
        let (mine, theirs) = (
            self.is_extinct(extinction, mover),
            self.is_extinct(extinction, self.side),
        );
        let (player, kind) = match (mine, theirs) {
            (None, None) => return None,
            (Some(kind), Some(_)) if extinction.both_draw => {
                return Some((None, reason(extinction, mover, kind)));
            }
            (Some(kind), _) => (mover, kind),
            (None, Some(kind)) => (self.side, kind),
        };
        let winner = value.winner(player);
        Some((winner, reason(extinction, player, kind)))
    }

    /// What a player has run out of.
    #[inline]
    fn is_extinct(&self, extinction: &Extinction, player: Color) -> Option<Option<PieceType>> {
        let needed = extinction.opponent_count + u16::from(extinction.claim && player == self.side);
        match extinction.types {
            None => {
                let gone = self.total(player) <= extinction.count
                    && (needed == 0 || self.total(player.other()) >= needed);
                gone.then_some(None)
            }
            Some(types) => types
                .iter()
                .find(|&kind| {
                    self.count(player, kind) <= extinction.count
                        && self.count(player.other(), kind) >= needed
                })
                .map(Some),
        }
    }

    fn flag_end(&self, tables: &Tables<B>, flag: &Flag) -> Option<Outcome> {
        let (us, mover) = (self.side, self.side.other());
        let carries_king = |color: Color| {
            tables.variant.king.is_some() && flag.pieces[color] == tables.variant.king
        };
        let reached = |color| self.has_reached(tables, flag, color);
        if (flag.last_move || flag.safe) && reached(us) {
            // With an answer to come, White's king that was first only draws with the other.
            let answered = flag.last_move && us == Color::White && carries_king(mover)
                || flag.safe && !flag.last_move;
            let winner = Some(us).filter(|_| !(answered && reached(mover)));
            return Some((winner, Reason::Flag));
        }
        let at_once = !flag.last_move || flag.safe || carries_king(us);
        if at_once && reached(mover) {
            let answer = flag.last_move && us == Color::Black && carries_king(us);
            if !(answer && self.king_can_reach(tables, flag)) {
                return Some((Some(mover), Reason::Flag));
            }
        }
        None
    }

    fn has_reached(&self, tables: &Tables<B>, flag: &Flag, color: Color) -> bool {
        let region = B::from_wide(flag.region[color]);
        let mut there = region & self.color(color);
        if let Some(kind) = flag.pieces[color] {
            there &= self.kind(kind);
        }
        let count = there.count() as u16;
        let blocked = || region.without(self.occupied() | self.dead).is_empty();
        let reached = count > 0 && (count >= flag.count || flag.blocked && blocked());
        // Where the other side has an answer, only pieces that it attacks give it one.
        let must_be_safe = flag.safe && (!flag.last_move || color != self.side);
        reached
            && !(must_be_safe
                && count == flag.count
                && there
                    .squares()
                    .any(|square| self.is_attacked(tables, square, color.other())))
    }

    /// Whether the king of the side to move can go into its region at once.
    fn king_can_reach(&self, tables: &Tables<B>, flag: &Flag) -> bool {
        let us = self.side;
        if !tables.variant.has_king[us] || self.king_is_attacked(tables, us) {
            return false;
        }
        let from: Square = self.kings[us];
        let Some(king) = self.piece_at(from) else {
            return false;
        };
        let view = self.view(tables, us.other());
        let targets = self.targets(tables, from, king, &view).moves;
        let mut copy = self.clone();
        (targets & B::from_wide(flag.region[us]))
            .squares()
            .any(|to| copy.leaves_king_safe(tables, Move::normal(from, to)))
    }

    /// The winner when the side to move has no legal move, or `None` for a draw.
    pub fn winner_without_moves(&self, tables: &Tables<B>, in_check: bool) -> Option<Color> {
        let ends = &tables.variant.ends;
        let us = self.side;
        if in_check {
            return ends.checkmate.winner(us);
        }
        let verdict = match self.total(us).cmp(&self.total(us.other())) {
            _ if !ends.stalemate_by_count => ends.stalemate,
            std::cmp::Ordering::Less => ends.stalemate,
            std::cmp::Ordering::Equal => Verdict::Draw,
            std::cmp::Ordering::Greater => ends.stalemate.opposite(),
        };
        verdict.winner(us)
    }
}

fn reason(extinction: &Extinction, player: Color, kind: Option<PieceType>) -> Reason {
    let bare = extinction.types.is_none() && extinction.count == 1;
    if bare && extinction.value == Some(Verdict::Loss) {
        Reason::BareKing
    } else {
        Reason::Extinction(player, kind)
    }
}
