//! How a game stands: going on, or ended, and why.

use super::Position;
use crate::geometry::Bitboard;
use crate::rules::{Color, PieceType, Variant};
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
    /// A player has run out of the pieces of a type, or of all (`None`).
    Extinction(Color, Option<PieceType>),
    /// A player has reached the squares that win.
    Flag,
    /// A player has given as many checks as needed.
    Checks,
    /// A player repeats a position by giving check all the time.
    PerpetualCheck,
    /// The position has occurred too often.
    Repetition,
    /// Too many plies without capture or irreversible pawn move; holds their number.
    NMoveRule(u16),
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
            Self::Extinction(player, Some(kind)) => {
                let name = &variant.piece(kind).name;
                format!("{player} has run out of pieces of the type {name}")
            }
            Self::Extinction(player, None) => format!("{player} has run out of pieces"),
            Self::Flag => "The goal is reached".into(),
            Self::Checks => "The last check that was needed is given".into(),
            Self::PerpetualCheck => "Perpetual check is not allowed".into(),
            Self::Repetition => {
                format!("The position has occurred {} times", variant.ends.n_fold)
            }
            Self::NMoveRule(plies) => {
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
            Self::Ended(winner, reason) => {
                let loses = |f: &mut fmt::Formatter<'_>, what: &str| match winner {
                    Some(winner) => write!(f, "{what}-{}-loses", word(winner.other())),
                    None => write!(f, "{what}-draw"),
                };
                match (reason, winner) {
                    (Reason::Checkmate, _) => f.write_str("checkmate"),
                    (Reason::Stalemate, _) => f.write_str("stalemate"),
                    (Reason::BareKing, None) => f.write_str("bare-kings-draw"),
                    (Reason::BareKing, Some(_)) => loses(f, "bare-king"),
                    (Reason::Extinction(player, _), Some(winner)) if player == winner => {
                        write!(f, "extinction-{}-wins", word(*player))
                    }
                    (Reason::Extinction(..), _) => loses(f, "extinction"),
                    (Reason::Flag, Some(winner)) => write!(f, "flag-{}-wins", word(*winner)),
                    (Reason::Flag, None) => f.write_str("flag-draw"),
                    (Reason::Checks, Some(winner)) => write!(f, "checks-{}-wins", word(*winner)),
                    (Reason::Checks, None) => f.write_str("checks-draw"),
                    (Reason::PerpetualCheck, _) => loses(f, "perpetual-check"),
                    (Reason::Repetition, None) => f.write_str("draw-repetition"),
                    (Reason::Repetition, Some(_)) => loses(f, "repetition"),
                    (Reason::NMoveRule(plies), _) => write!(f, "draw-{plies}-plies"),
                }
            }
        }
    }
}

fn word(player: Color) -> &'static str {
    match player {
        Color::White => "white",
        Color::Black => "black",
    }
}

impl<B: Bitboard> Position<B> {
    /// How the game stands. A stronger reason hides a weaker one: what has ended it on the
    /// board, then checkmate and stalemate, then repetition, then the n-move rule.
    pub fn status(&self) -> Status {
        if let Some((winner, reason)) = self.state.end_on_board(&self.tables) {
            return Status::Ended(winner, reason);
        }
        let in_check = self.in_check();
        if !self.has_legal_move() {
            let reason = if in_check {
                Reason::Checkmate
            } else {
                Reason::Stalemate
            };
            return Status::Ended(self.winner_without_moves(in_check), reason);
        }
        let ends = &self.tables.variant.ends;
        if ends.n_fold > 1
            && let Some(ago) = self.recurrences().nth(usize::from(ends.n_fold) - 2)
        {
            let (winner, by_checks) = self.repetition_winner(ago);
            let reason = if by_checks && winner.is_some() {
                Reason::PerpetualCheck
            } else {
                Reason::Repetition
            };
            return Status::Ended(winner, reason);
        }
        if ends.n_fold == 1 {
            return Status::Ended(self.repetition_winner(0).0, Reason::Repetition);
        }
        if ends.n_move_plies > 0 && self.state.halfmoves >= ends.n_move_plies {
            return Status::Ended(None, Reason::NMoveRule(ends.n_move_plies));
        }
        if in_check {
            Status::Check
        } else {
            Status::Ongoing
        }
    }
}
