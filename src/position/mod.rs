//! A game being played: positions, moves, attacks, outcomes, perft.
//!
//! [`Tables`] is a game compiled for one width of bitboard: where each piece can go
//! from each square, and from where each square can be attacked. [`Position`] is a
//! state of play with its history. Its parts are `state` (what stands where),
//! `attacks` (is a square attacked, what gives check, what is pinned), `targets`
//! (where one piece can go), `choices` (what it may become), `movegen` (all legal
//! moves), `make` (and unmake), `effects` (what a move does), `nature` (what kind of game
//! it is), `fen`, `text` (moves as text), `explain` (why a move is illegal), `royal` (what
//! must not be exposed where that is not simply the king), `ends` and `outcome`, and
//! `perft`. What others ask of a position stands in `history` (moves made and taken back),
//! `pieces` (which there are) and `sight` (what they see).
//! [`AnyPosition`] hides the width.

mod any;
mod attacks;
mod check;
mod choices;
mod effects;
mod ends;
mod explain;
mod fen;
mod history;
mod make;
mod movegen;
mod moves;
mod nature;
mod outcome;
mod perft;
mod pieces;
mod royal;
mod sight;
mod state;
mod tables;
mod targets;
mod text;
mod walk;
mod zobrist;

pub use any::{AnyPosition, IllegalMove, Positions};
pub use check::{advice, check_starts};
pub use effects::{Awakening, Changes, Effects, End, Promotion, Removal};
pub use explain::{MoveError, NoCastling};
pub use fen::FenError;
pub use movegen::MoveList;
pub use moves::{Move, MoveKind};
pub use nature::Nature;
pub use outcome::{Reason, Status};
pub use perft::{PerftOptions, PerftTable};
pub use sight::Sight;
pub use tables::Tables;

use crate::geometry::{Bitboard, Shape, Square};
use crate::rules::{Color, Piece, PieceType, Variant};
use attacks::View;
use make::Undo;
use state::State;
use std::sync::Arc;

/// A position of a game with the moves that led to it, on one width of bitboard.
#[derive(Clone)]
pub struct Position<B> {
    tables: Arc<Tables<B>>,
    state: State<B>,
    history: Vec<Undo>,
}

impl<B: Bitboard> Position<B> {
    /// The start position of a game.
    ///
    /// # Errors
    /// The start FEN of the game is refused like any other.
    pub fn start(tables: Arc<Tables<B>>) -> Result<Self, FenError> {
        let fen = tables.variant.start_fen.clone();
        Self::from_fen(tables, &fen)
    }

    /// The rules of the game.
    pub fn variant(&self) -> &Variant {
        &self.tables.variant
    }

    /// The bounding box of the board.
    pub fn shape(&self) -> Shape {
        self.tables.shape
    }

    /// What stands on a square of the box.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.state.piece_at(square)
    }

    /// Whether a square of the box is part of the board now.
    pub fn is_live(&self, square: Square) -> bool {
        square.index() < self.tables.shape.len() && !self.state.dead.contains(square)
    }

    /// Who moves.
    pub fn side_to_move(&self) -> Color {
        self.state.side
    }

    /// Plies since the last capture or irreversible pawn move.
    pub fn halfmoves(&self) -> u16 {
        self.state.halfmoves
    }

    /// The number of the next move, as a FEN counts.
    pub fn fullmoves(&self) -> u16 {
        self.state.fullmoves
    }

    /// How many captured pieces of a type its owner can get back by promotion.
    pub fn in_pool(&self, owner: Color, kind: PieceType) -> u16 {
        self.state.pool[owner][kind.index()]
    }

    /// The square of a player's king, or of the only piece that is royal in its place.
    #[inline(always)]
    pub fn king(&self, color: Color) -> Option<Square> {
        if self.tables.plain_royalty {
            return Some(self.state.kings[color]);
        }
        self.state.king_square(&self.tables, color)
    }

    /// How many more checks a player must give to win, in a game that counts them.
    pub fn checks_left(&self, color: Color) -> u8 {
        self.state.checks_left[color]
    }

    /// The lowest live file of a player's strip, from 0; 0 in a game without.
    pub fn strip_file(&self, color: Color) -> u8 {
        self.state.strips[color]
    }

    /// A number that is equal for equal positions (board, side to move, castling
    /// rights, strips, pool and legal captures en passant) and nearly always differs
    /// for others. The same in every run.
    pub fn key(&self) -> u64 {
        self.state.full_key()
    }

    /// The key computed from nothing but what stands on the board: equal to
    /// [`Self::key`] unless there is an error in make or unmake.
    pub fn recomputed_key(&self) -> u64 {
        let mut state = self.state.clone();
        state.recompute_key(&self.tables);
        state.full_key()
    }

    /// Whether the side to move is in check.
    pub fn in_check(&self) -> bool {
        self.state.king_is_attacked(&self.tables, self.state.side)
    }

    /// Whether a player could capture an enemy piece on a square.
    pub fn is_attacked(&self, square: Square, by: Color) -> bool {
        self.state.is_attacked(&self.tables, square, by)
    }

    /// Whether a player could capture an enemy piece on a square, found by walking every
    /// piece on the mailbox: the slow twin of [`Self::is_attacked`], for tests.
    pub fn is_attacked_by_walking(&self, square: Square, by: Color) -> bool {
        self.state.is_attacked_by_walking(&self.tables, square, by)
    }

    /// The squares of a player's pieces that could capture an enemy piece on a square; pins
    /// do not matter.
    pub fn attackers_of(&self, square: Square, by: Color) -> Vec<Square> {
        let view = self.state.view(&self.tables, by);
        let attacks = |from: &Square| {
            let alone = View {
                attackers: B::single(*from),
                ..view
            };
            self.state.is_attacked_in(&self.tables, square, &alone)
        };
        self.state.color(by).squares().filter(attacks).collect()
    }

    /// Whether a player may still castle, to the higher files for side 0, to the lower for
    /// side 1: king and rook have not moved.
    pub fn may_castle(&self, color: Color, side: usize) -> bool {
        side < 2 && self.state.rights & Tables::<B>::right(color, side) != 0
    }

    /// All legal moves, in no particular order. See [`Self::generate`] where time matters.
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.state.clone().generate(&self.tables, &mut moves);
        moves
    }

    /// All legal moves, in no particular order. Takes the position mutably because
    /// some moves are tried out on it; it is unchanged afterwards.
    pub fn generate(&mut self) -> MoveList {
        let mut moves = MoveList::new();
        self.state.generate(&self.tables, &mut moves);
        moves
    }

    /// The legal captures and moves of pawns into their promotion region, like
    /// [`Self::generate`].
    pub fn noisy_moves(&mut self) -> MoveList {
        let mut moves = MoveList::new();
        self.state.generate_noisy(&self.tables, &mut moves);
        moves
    }

    /// Whether there is a legal move.
    pub fn has_legal_move(&self) -> bool {
        self.state.clone().can_move(&self.tables)
    }

    /// Whether there is a legal move, found like [`Self::generate`].
    pub fn can_move(&mut self) -> bool {
        self.state.can_move(&self.tables)
    }

    /// Whether the game has ended by what stands on the board (pieces that ran out, a
    /// region reached, checks counted): the part of [`Self::status`] that needs no move
    /// generation. The winner, or `None` inside for a draw.
    #[inline(always)]
    pub fn ended_on_board(&self) -> Option<Option<Color>> {
        if !self.tables.nature.ends_on_board {
            return None;
        }
        let end = self.state.end_on_board(&self.tables);
        end.map(|(winner, _)| winner)
    }

    /// The winner when the side to move has no legal move, or `None` for a draw.
    pub fn winner_without_moves(&self, in_check: bool) -> Option<Color> {
        self.state.winner_without_moves(&self.tables, in_check)
    }

    /// The number of legal moves, without listing them.
    pub fn count_legal_moves(&self) -> u64 {
        self.state.clone().count_moves(&self.tables)
    }
}
