//! A position of whatever width its game needs.

use super::Position;
use super::effects::{Changes, Effects};
use super::explain::MoveError;
use super::fen::FenError;
use super::movegen::MoveList;
use super::moves::Move;
use super::nature::Nature;
use super::outcome::Status;
use super::perft::PerftOptions;
use super::tables::Tables;
use crate::geometry::{Bits256, Shape, Square};
use crate::rules::{Color, Piece, PieceType, Variant};
use std::sync::Arc;

/// A game compiled for the narrowest bitboard that holds its board. Cheap to clone.
#[derive(Clone)]
enum AnyTables {
    Narrow(Arc<Tables<u64>>),
    Wide(Arc<Tables<u128>>),
    Full(Arc<Tables<Bits256>>),
}

/// A position of any game. The width of bitboard is chosen when the game is loaded;
/// each call is passed on to a [`Position`] of that width.
#[derive(Clone)]
pub enum AnyPosition {
    /// A board of up to 64 squares.
    Narrow(Position<u64>),
    /// A board of up to 128 squares.
    Wide(Position<u128>),
    /// A board of up to 256 squares.
    Full(Position<Bits256>),
}

/// Evaluates an expression for the position inside an [`AnyPosition`].
macro_rules! on_position {
    ($any:expr, $position:ident => $body:expr) => {
        match $any {
            AnyPosition::Narrow($position) => $body,
            AnyPosition::Wide($position) => $body,
            AnyPosition::Full($position) => $body,
        }
    };
}

impl AnyPosition {
    /// The start position of a game.
    ///
    /// # Errors
    /// The game's start FEN is refused.
    pub fn start(variant: &Arc<Variant>) -> Result<Self, FenError> {
        Self::from_fen(variant, &variant.start_fen)
    }

    /// Reads a position of a game. To read many, call [`Self::with_fen`] on one of
    /// them: the game is compiled once.
    ///
    /// # Errors
    /// See [`Position::from_fen`].
    pub fn from_fen(variant: &Arc<Variant>, fen: &str) -> Result<Self, FenError> {
        let variant = variant.clone();
        let tables = match variant.shape.len() {
            0..=64 => AnyTables::Narrow(Arc::new(Tables::new(variant))),
            65..=128 => AnyTables::Wide(Arc::new(Tables::new(variant))),
            _ => AnyTables::Full(Arc::new(Tables::new(variant))),
        };
        tables.position(fen)
    }

    /// Reads another position of the same game.
    ///
    /// # Errors
    /// See [`Position::from_fen`].
    pub fn with_fen(&self, fen: &str) -> Result<Self, FenError> {
        match self {
            Self::Narrow(p) => AnyTables::Narrow(p.tables.clone()).position(fen),
            Self::Wide(p) => AnyTables::Wide(p.tables.clone()).position(fen),
            Self::Full(p) => AnyTables::Full(p.tables.clone()).position(fen),
        }
    }

    /// The same for a FEN of another program, which may take every game to have castling:
    /// rights that the game does not have are dropped. Also returns their letters.
    ///
    /// # Errors
    /// See [`Position::from_fen`].
    pub fn with_foreign_fen(&self, fen: &str) -> Result<(Self, String), FenError> {
        let mut fen = fen.to_owned();
        let mut dropped = String::new();
        loop {
            match self.with_fen(&fen) {
                Err(FenError::NoCastling { letter }) => {
                    dropped.push(letter);
                    fen = without_right(&fen, letter);
                }
                read => return Ok((read?, dropped)),
            }
        }
    }

    /// See [`Position::variant`].
    pub fn variant(&self) -> &Variant {
        on_position!(self, p => p.variant())
    }

    /// The rules of the game, shared by all its positions.
    pub fn rules(&self) -> &Arc<Variant> {
        on_position!(self, p => &p.tables.variant)
    }

    /// See [`Position::halfmoves`].
    pub fn halfmoves(&self) -> u16 {
        on_position!(self, p => p.halfmoves())
    }

    /// See [`Position::fullmoves`].
    pub fn fullmoves(&self) -> u16 {
        on_position!(self, p => p.fullmoves())
    }

    /// See [`Position::ply`].
    pub fn ply(&self) -> usize {
        on_position!(self, p => p.ply())
    }

    /// See [`Position::shape`].
    pub fn shape(&self) -> Shape {
        on_position!(self, p => p.shape())
    }

    /// See [`Position::piece_at`].
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        on_position!(self, p => p.piece_at(square))
    }

    /// See [`Position::is_live`].
    pub fn is_live(&self, square: Square) -> bool {
        on_position!(self, p => p.is_live(square))
    }

    /// See [`Position::side_to_move`].
    pub fn side_to_move(&self) -> Color {
        on_position!(self, p => p.side_to_move())
    }

    /// See [`Position::in_pool`].
    pub fn in_pool(&self, owner: Color, kind: PieceType) -> u16 {
        on_position!(self, p => p.in_pool(owner, kind))
    }

    /// See [`Position::king`].
    pub fn king(&self, color: Color) -> Option<Square> {
        on_position!(self, p => p.king(color))
    }

    /// See [`Position::in_check`].
    pub fn in_check(&self) -> bool {
        on_position!(self, p => p.in_check())
    }

    /// See [`Position::is_attacked`].
    pub fn is_attacked(&self, square: Square, by: Color) -> bool {
        on_position!(self, p => p.is_attacked(square, by))
    }

    /// See [`Position::is_attacked_by_walking`].
    pub fn is_attacked_by_walking(&self, square: Square, by: Color) -> bool {
        on_position!(self, p => p.is_attacked_by_walking(square, by))
    }

    /// See [`Position::fen`].
    pub fn fen(&self) -> String {
        on_position!(self, p => p.fen())
    }

    /// See [`Position::key`].
    pub fn key(&self) -> u64 {
        on_position!(self, p => p.key())
    }

    /// See [`Position::recomputed_key`].
    pub fn recomputed_key(&self) -> u64 {
        on_position!(self, p => p.recomputed_key())
    }

    /// See [`Position::legal_moves`].
    pub fn legal_moves(&mut self) -> MoveList {
        on_position!(self, p => p.legal_moves())
    }

    /// See [`Position::count_legal_moves`].
    pub fn count_legal_moves(&mut self) -> u64 {
        on_position!(self, p => p.count_legal_moves())
    }

    /// See [`Position::legal_move_texts`].
    pub fn legal_move_texts(&mut self) -> Vec<String> {
        on_position!(self, p => p.legal_move_texts())
    }

    /// See [`Position::move_text`].
    pub fn move_text(&self, mv: Move) -> String {
        on_position!(self, p => p.move_text(mv))
    }

    /// See [`Position::castles_by_rook`].
    pub fn castles_by_rook(&self, mv: Move) -> bool {
        on_position!(self, p => p.castles_by_rook(mv))
    }

    /// A line of legal moves from here as texts. The position itself stays.
    pub fn line_texts(&self, moves: &[Move]) -> Vec<String> {
        let mut position = self.clone();
        let text = |&mv: &Move| {
            let text = position.move_text(mv);
            position.make(mv);
            text
        };
        moves.iter().map(text).collect()
    }

    /// See [`Position::parse_move`].
    ///
    /// # Errors
    /// Why there is no such move.
    pub fn parse_move(&mut self, text: &str) -> Result<Move, MoveError> {
        on_position!(self, p => p.parse_move(text))
    }

    /// See [`Position::victim`].
    pub fn victim(&self, mv: Move) -> Option<Piece> {
        on_position!(self, p => p.victim(mv))
    }

    /// See [`Position::nature`].
    pub fn nature(&self) -> &Nature {
        on_position!(self, p => p.nature())
    }

    /// See [`Position::effects`].
    pub fn effects(&self, mv: Move) -> Effects {
        on_position!(self, p => p.effects(mv))
    }

    /// See [`Position::changes`].
    pub fn changes(&self, mv: Move) -> Changes {
        on_position!(self, p => p.changes(mv))
    }

    /// See [`Position::gives_check`].
    pub fn gives_check(&self, mv: Move) -> bool {
        on_position!(self, p => p.gives_check(mv))
    }

    /// See [`Position::make`].
    pub fn make(&mut self, mv: Move) {
        on_position!(self, p => p.make(mv));
    }

    /// See [`Position::unmake`].
    pub fn unmake(&mut self) -> Option<Move> {
        on_position!(self, p => p.unmake())
    }

    /// See [`Position::status`].
    pub fn status(&mut self) -> Status {
        on_position!(self, p => p.status())
    }

    /// See [`Position::occurrences`].
    pub fn occurrences(&self) -> usize {
        on_position!(self, p => p.occurrences())
    }

    /// See [`Position::perft`].
    pub fn perft(&mut self, depth: u32) -> u64 {
        on_position!(self, p => p.perft(depth))
    }

    /// See [`Position::perft_with`].
    pub fn perft_with(
        &mut self,
        depth: u32,
        options: PerftOptions,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> u64 {
        on_position!(self, p => p.perft_with(depth, options, progress))
    }

    /// See [`Position::perft_divide`].
    pub fn perft_divide(
        &mut self,
        depth: u32,
        options: PerftOptions,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Vec<(Move, u64)> {
        on_position!(self, p => p.perft_divide(depth, options, progress))
    }
}

/// A FEN without one of its castling rights.
fn without_right(fen: &str, letter: char) -> String {
    let mut fields: Vec<String> = fen.split(' ').map(Into::into).collect();
    if let Some(rights) = fields.get_mut(2) {
        rights.retain(|right| right != letter);
        if rights.is_empty() {
            rights.push('-');
        }
    }
    fields.join(" ")
}

impl AnyTables {
    fn position(self, fen: &str) -> Result<AnyPosition, FenError> {
        Ok(match self {
            Self::Narrow(tables) => AnyPosition::Narrow(Position::from_fen(tables, fen)?),
            Self::Wide(tables) => AnyPosition::Wide(Position::from_fen(tables, fen)?),
            Self::Full(tables) => AnyPosition::Full(Position::from_fen(tables, fen)?),
        })
    }
}
