//! How a game stands: going on, or ended, and why.

use super::Position;
use super::movegen::AnyMove;
use super::state::State;
use super::tables::Tables;
use crate::geometry::Bitboard;
use crate::rules::{Color, Variant, Verdict};
use std::fmt;

/// Why a game has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// No legal move, in check.
    Checkmate,
    /// No legal move, not in check.
    Stalemate,
    /// A player, or both, has nothing but the king.
    BareKing,
    /// The position has occurred too often.
    Repetition,
    /// Too many plies without capture or irreversible pawn move; holds their number.
    NoProgress(u16),
}

impl Reason {
    /// The reason in words, for people. `winner` is who won by it, `to_move` whose turn
    /// it would be.
    pub fn in_words(self, winner: Option<Color>, to_move: Color, variant: &Variant) -> String {
        match self {
            Self::Checkmate => "Checkmate".into(),
            Self::Stalemate => format!("Stalemate, {to_move} has no move"),
            Self::BareKing => match winner {
                Some(winner) => format!("{} has nothing but the king", winner.other()),
                None => "Both have nothing but the king".into(),
            },
            Self::Repetition => {
                format!("The position has occurred {} times", variant.n_fold)
            }
            Self::NoProgress(plies) => {
                format!("{plies} plies without a capture or an irreversible pawn move")
            }
        }
    }
}

/// How a game stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// It goes on.
    Ongoing,
    /// It goes on, and the side to move is in check.
    Check,
    /// It has ended; the winner, or `None` for a draw.
    Ended(Option<Color>, Reason),
}

impl Status {
    /// Whether the game has ended.
    pub const fn is_over(self) -> bool {
        matches!(self, Self::Ended(..))
    }

    /// The result as PGN writes it: `1-0`, `0-1`, `1/2-1/2`, or `*` for a game that
    /// goes on.
    pub const fn result(self) -> &'static str {
        match self {
            Self::Ended(Some(Color::White), _) => "1-0",
            Self::Ended(Some(Color::Black), _) => "0-1",
            Self::Ended(None, _) => "1/2-1/2",
            Self::Ongoing | Self::Check => "*",
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ongoing => f.write_str("ongoing"),
            Self::Check => f.write_str("check"),
            Self::Ended(winner, reason) => match (reason, winner) {
                (Reason::Checkmate, _) => f.write_str("checkmate"),
                (Reason::Stalemate, _) => f.write_str("stalemate"),
                (Reason::BareKing, Some(Color::Black)) => f.write_str("bare-king-white-loses"),
                (Reason::BareKing, Some(Color::White)) => f.write_str("bare-king-black-loses"),
                (Reason::BareKing, None) => f.write_str("bare-kings-draw"),
                (Reason::Repetition, _) => f.write_str("draw-repetition"),
                (Reason::NoProgress(plies), _) => write!(f, "draw-{plies}-plies"),
            },
        }
    }
}

impl<B: Bitboard> State<B> {
    /// Whether a player has run out of pieces, so that there are no moves any more.
    #[inline(always)]
    pub fn is_over_on_board(&self, tables: &Tables<B>) -> bool {
        match tables.variant.extinction {
            Some(end) => Color::BOTH.iter().any(|&c| self.total(c) <= end.count),
            None => false,
        }
    }

    pub fn bare_status(&self, tables: &Tables<B>) -> Option<Status> {
        let count = tables.variant.extinction?.count;
        let [white, black] = Color::BOTH.map(|c| self.total(c) <= count);
        let winner = match (white, black) {
            (false, false) => return None,
            (true, true) => None,
            (true, false) => Some(Color::Black),
            (false, true) => Some(Color::White),
        };
        Some(Status::Ended(winner, Reason::BareKing))
    }
}

impl<B: Bitboard> Position<B> {
    /// How the game stands. A stronger reason hides a weaker one: bare king, then
    /// checkmate and stalemate, then repetition, then the lack of progress. Takes the
    /// position mutably like [`Position::legal_moves`]; it is unchanged afterwards.
    pub fn status(&mut self) -> Status {
        let variant = self.tables.variant.clone();
        if let Some(status) = self.state.bare_status(&self.tables) {
            return status;
        }
        let us = self.state.side;
        let in_check = self.in_check();
        let mut any = AnyMove::default();
        self.state.generate(&self.tables, &mut any);
        if !any.0 {
            if in_check {
                return Status::Ended(Some(us.other()), Reason::Checkmate);
            }
            let winner = match variant.stalemate {
                Verdict::Win => Some(us),
                Verdict::Draw => None,
                Verdict::Loss => Some(us.other()),
            };
            return Status::Ended(winner, Reason::Stalemate);
        }
        if variant.n_fold > 0 && self.occurrences() >= usize::from(variant.n_fold) {
            return Status::Ended(None, Reason::Repetition);
        }
        if variant.n_move_plies > 0 && self.state.halfmoves >= variant.n_move_plies {
            return Status::Ended(None, Reason::NoProgress(variant.n_move_plies));
        }
        if in_check {
            Status::Check
        } else {
            Status::Ongoing
        }
    }
}
