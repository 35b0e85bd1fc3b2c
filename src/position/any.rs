//! A position of any game: the library's front door.
//!
//! [`AnyPosition`] passes every call on to a [`Position`] of the width that the game's
//! board needs. What programs ask stands here with examples; what search and evaluation
//! ask, on sets of squares, is on [`Position`] alone.

use super::Position;
use super::effects::{Changes, Effects};
use super::explain::{MoveError, NoCastling};
use super::fen::FenError;
use super::movegen::MoveList;
use super::moves::Move;
use super::nature::Nature;
use super::outcome::Status;
use super::perft::PerftOptions;
use super::tables::Tables;
use crate::geometry::{Bitboard, ByWidth, Family, Shape, Square, for_width, map_width, on_width};
use crate::rules::{Color, Piece, PieceType, Variant};
use std::fmt;
use std::sync::Arc;
use thiserror::Error;

/// The positions of all widths.
pub struct Positions;

impl Family for Positions {
    type Of<B: Bitboard> = Position<B>;
}

/// A position of any game, with the moves that led to it. The game is compiled when its
/// first position is made; clones and further positions share it.
///
/// ```
/// use sliderule::prelude::*;
///
/// let mut position = AnyPosition::start(Catalog::built_in().get("battery")?)?;
/// assert_eq!(position.count_legal_moves(), 16);
/// position.play_text("c3c4")?;
/// position.undo();
/// assert_eq!(position.status(), Status::Ongoing);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct AnyPosition(ByWidth<Positions>);

impl fmt::Debug for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("AnyPosition");
        shown.field("game", &self.variant().name);
        shown.field("fen", &self.fen());
        shown.field("ply", &self.ply());
        shown.finish()
    }
}

/// A move that is not legal in the position where it was to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the move {mv:?} is not legal in this position")]
pub struct IllegalMove {
    /// The move.
    pub mv: Move,
}

/// Making positions, and the game they are of.
impl AnyPosition {
    /// The start position of a game.
    ///
    /// # Errors
    /// The game's start FEN is refused.
    ///
    /// ```
    /// # use sliderule::prelude::*;
    /// let position = AnyPosition::start(Catalog::built_in().get("chess")?)?;
    /// assert_eq!(position.perft(3), 8902);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn start(variant: &Arc<Variant>) -> Result<Self, FenError> {
        Self::from_fen(variant, &variant.start_fen)
    }

    /// Reads a position of a game. To read many, call [`Self::with_fen`] on one of
    /// them: the game is compiled once.
    ///
    /// # Errors
    /// See [`Position::from_fen`].
    ///
    /// ```
    /// # use sliderule::prelude::*;
    /// let chess = Catalog::built_in().get("chess")?;
    /// let position = AnyPosition::from_fen(chess, "k7/2Q5/1K6/8/8/8/8/8 b - - 0 1")?;
    /// assert_eq!(position.status().to_string(), "stalemate");
    /// let error = AnyPosition::from_fen(chess, "k7/2Q5 b - - 0 1").err().unwrap();
    /// assert_eq!(error.to_string(), "board: the number of ranks is 2, expected 8");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_fen(variant: &Arc<Variant>, fen: &str) -> Result<Self, FenError> {
        let squares = variant.shape.len();
        let tables = || variant.clone();
        Ok(Self(for_width!(
            squares,
            Position::from_fen(Arc::new(Tables::new(tables())), fen)?
        )))
    }

    /// Reads another position of the same game.
    ///
    /// # Errors
    /// See [`Position::from_fen`].
    ///
    /// ```
    /// # use sliderule::prelude::*;
    /// let position = start("chess")?.with_fen("4k3/8/8/8/8/8/8/R3K3 b Q - 0 1")?;
    /// assert_eq!(position.side_to_move(), Color::Black);
    /// assert_eq!((position.halfmoves(), position.fullmoves()), (0, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_fen(&self, fen: &str) -> Result<Self, FenError> {
        Ok(Self(
            map_width!(&self.0, p => Position::from_fen(p.tables.clone(), fen)?),
        ))
    }

    /// The same for a FEN of another program, which may assume that every game has castling:
    /// rights that the game does not have are dropped, and their letters returned.
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

    /// The position with its width, for code that is generic over it.
    pub fn by_width(&self) -> &ByWidth<Positions> {
        &self.0
    }

    /// The rules of the game. [`Self::rules`] shares them.
    pub fn variant(&self) -> &Variant {
        on_width!(&self.0, p => p.variant())
    }

    /// What kind of game it is, as far as a search must know.
    pub fn nature(&self) -> &Nature {
        on_width!(&self.0, p => p.nature())
    }

    /// The rules of the game, shared by all its positions.
    pub fn rules(&self) -> &Arc<Variant> {
        on_width!(&self.0, p => &p.tables.variant)
    }
}

/// What stands where: all that a picture of the board needs.
impl AnyPosition {
    /// The bounding box of the board.
    pub fn shape(&self) -> Shape {
        on_width!(&self.0, p => p.shape())
    }

    /// What stands on a square of the box; `None` outside it, too.
    ///
    /// ```
    /// # use sliderule::prelude::*;
    /// let position = AnyPosition::start(Catalog::built_in().get("chess")?)?;
    /// let (d1, _) = position.shape().parse_square("d1").unwrap();
    /// let piece = position.piece_at(d1).unwrap();
    /// assert_eq!(piece.color(), Color::White);
    /// assert_eq!(position.variant().piece(piece.kind()).name, "Queen");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        on_width!(&self.0, p => p.piece_at(square))
    }

    /// All pieces on the board with their squares, from a1 rank by rank.
    ///
    /// ```
    /// # use sliderule::prelude::*;
    /// let position = start("chess")?;
    /// let pawns = &position.variant().pawns;
    /// let count = position.pieces().filter(|(_, piece)| pawns.contains(piece.kind())).count();
    /// assert_eq!(count, 16);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        let squares = self.shape().squares();
        squares.filter_map(|square| Some((square, self.piece_at(square)?)))
    }

    /// Whether a square of the box is part of the board now: no hole, and not where a
    /// sliding strip has left the board.
    ///
    /// ```
    /// # use sliderule::prelude::*;
    /// let position = start("battery")?;
    /// let (hole, _) = position.shape().parse_square("a1").unwrap();
    /// assert!(!position.is_live(hole));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_live(&self, square: Square) -> bool {
        on_width!(&self.0, p => p.is_live(square))
    }

    /// The lowest file of a player's sliding strip, from 0; `None` in a game without.
    ///
    /// ```
    /// # use sliderule::prelude::*;
    /// let mut position = AnyPosition::start(Catalog::built_in().get("opposition")?)?;
    /// assert_eq!(position.strip_file(Color::White), Some(3));
    /// position.play_text("d1b1s")?;
    /// assert_eq!(position.strip_file(Color::White), Some(1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn strip_file(&self, color: Color) -> Option<u8> {
        self.variant().strips[color]?;
        Some(on_width!(&self.0, p => p.strip_file(color)))
    }

    /// Who moves.
    pub fn side_to_move(&self) -> Color {
        on_width!(&self.0, p => p.side_to_move())
    }

    /// Plies since the last capture or irreversible pawn move.
    pub fn halfmoves(&self) -> u16 {
        on_width!(&self.0, p => p.halfmoves())
    }

    /// The number of the next move, as a FEN counts.
    pub fn fullmoves(&self) -> u16 {
        on_width!(&self.0, p => p.fullmoves())
    }

    /// The moves made since the position was set up, in plies.
    pub fn ply(&self) -> usize {
        on_width!(&self.0, p => p.ply())
    }

    /// The last of these moves. [`Self::history`] has the texts of all.
    pub fn last_move(&self) -> Option<Move> {
        on_width!(&self.0, p => p.last_move())
    }

    /// The position that was set up, and the moves made since.
    ///
    /// ```
    /// # use sliderule::prelude::*;
    /// let mut position = start("chess")?;
    /// position.play_text("e2e4")?;
    /// position.play_text("c7c5")?;
    /// let (start, moves) = position.history();
    /// assert_eq!(start.line_texts(&moves), ["e2e4", "c7c5"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn history(&self) -> (Self, Vec<Move>) {
        let mut start = self.clone();
        let mut moves: Vec<Move> = std::iter::from_fn(|| start.undo()).collect();
        moves.reverse();
        (start, moves)
    }

    /// How many captured pieces of a type its owner can get back by promotion; 0 in a game
    /// without a pool.
    pub fn in_pool(&self, owner: Color, kind: PieceType) -> u16 {
        on_width!(&self.0, p => p.in_pool(owner, kind))
    }

    /// A player's pool: the types in it, each with its number.
    pub fn pool(&self, owner: Color) -> impl Iterator<Item = (PieceType, u16)> + '_ {
        let counts = self.variant().types();
        let counts = counts.map(move |kind| (kind, self.in_pool(owner, kind)));
        counts.filter(|(_, count)| *count > 0)
    }

    /// How many more checks a player must give to win; `None` in a game that does not count
    /// them.
    ///
    /// ```
    /// # use sliderule::prelude::*;
    /// assert_eq!(start("3check")?.checks_left(Color::White), Some(3));
    /// assert_eq!(start("chess")?.checks_left(Color::White), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn checks_left(&self, color: Color) -> Option<u8> {
        let counts = self.variant().ends.counts_checks;
        counts.then(|| on_width!(&self.0, p => p.checks_left(color)))
    }

    /// Whether a player may still castle: to the higher files for side 0, to the lower for
    /// side 1, as [`Move::castling_side`] numbers them.
    ///
    /// ```
    /// # use sliderule::prelude::*;
    /// let mut position = start("chess")?.with_fen("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")?;
    /// assert!(position.may_castle(Color::White, 0) && position.may_castle(Color::White, 1));
    /// position.play_text("h1h2")?;
    /// assert!(!position.may_castle(Color::White, 0) && position.may_castle(Color::White, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn may_castle(&self, color: Color, side: usize) -> bool {
        on_width!(&self.0, p => p.may_castle(color, side))
    }

    /// The square of a player's king, or of the only piece that is royal in its place.
    ///
    /// ```
    /// # use sliderule::prelude::*;
    /// let position = start("chess")?;
    /// let king = position.king(Color::Black).unwrap();
    /// assert_eq!(position.shape().name(king), "e8");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn king(&self, color: Color) -> Option<Square> {
        on_width!(&self.0, p => p.king(color))
    }

    /// The position as FEN.
    ///
    /// ```
    /// # use sliderule::prelude::*;
    /// let mut position = AnyPosition::start(Catalog::built_in().get("opposition")?)?;
    /// position.play_text("d1b1s")?;
    /// let fen = "1kh1***/mmh4/ppp4/7/4PPP/4HMM/*1HK1** b - - 1 1";
    /// assert_eq!(position.fen(), fen);
    /// assert_eq!(position.with_fen(fen)?.key(), position.key());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fen(&self) -> String {
        on_width!(&self.0, p => p.fen())
    }

    /// A number that is equal for equal positions and nearly always differs for others. The
    /// same in every run. See [`Position::key`].
    ///
    /// ```
    /// # use sliderule::prelude::*;
    /// let mut position = start("chess")?;
    /// let key = position.key();
    /// for text in ["g1f3", "g8f6", "f3g1", "f6g8"] {
    ///     position.play_text(text)?;
    /// }
    /// assert_eq!((position.key(), position.occurrences()), (key, 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn key(&self) -> u64 {
        on_width!(&self.0, p => p.key())
    }

    /// The key computed from nothing but what stands on the board: equal to [`Self::key`]
    /// unless there is an error in the engine.
    pub fn recomputed_key(&self) -> u64 {
        on_width!(&self.0, p => p.recomputed_key())
    }
}

/// Attacks.
impl AnyPosition {
    /// Whether the side to move is in check.
    ///
    /// ```
    /// # use sliderule::prelude::*;
    /// let position = start("chess")?.with_fen("4k3/8/8/8/8/8/8/4RK2 b - - 0 1")?;
    /// assert!(position.in_check());
    /// assert!(position.is_attacked(position.king(Color::Black).unwrap(), Color::White));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn in_check(&self) -> bool {
        on_width!(&self.0, p => p.in_check())
    }

    /// Whether a player could capture an enemy piece on a square; `false` outside the box.
    pub fn is_attacked(&self, square: Square, by: Color) -> bool {
        self.is_live(square) && on_width!(&self.0, p => p.is_attacked(square, by))
    }

    /// The squares of a player's pieces that could capture an enemy piece on a square; pins
    /// do not matter. None outside the box.
    ///
    /// ```
    /// # use sliderule::prelude::*;
    /// let chess = Catalog::built_in().get("chess")?;
    /// let position = AnyPosition::from_fen(chess, "4k3/8/8/8/8/5n2/8/R3K3 w - - 0 1")?;
    /// let king = position.king(Color::White).unwrap();
    /// let checkers = position.attackers_of(king, Color::Black);
    /// assert_eq!(checkers.len(), 1);
    /// assert_eq!(position.shape().name(checkers[0]), "f3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn attackers_of(&self, square: Square, by: Color) -> Vec<Square> {
        if !self.is_live(square) {
            return Vec::new();
        }
        on_width!(&self.0, p => p.attackers_of(square, by))
    }

    /// The slow twin of [`Self::is_attacked`], for tests. See
    /// [`Position::is_attacked_by_walking`].
    pub fn is_attacked_by_walking(&self, square: Square, by: Color) -> bool {
        on_width!(&self.0, p => p.is_attacked_by_walking(square, by))
    }
}

/// Moves and their texts.
impl AnyPosition {
    /// All legal moves, in no particular order; none when the game is over on the board.
    ///
    /// ```
    /// # use sliderule::prelude::*;
    /// let position = AnyPosition::start(Catalog::built_in().get("short-sliders")?)?;
    /// let (e4, _) = position.shape().parse_square("e4").unwrap();
    /// let moves = position.legal_moves();
    /// let texts = moves.iter().filter(|mv| mv.from() == e4).map(|&mv| position.move_text(mv));
    /// assert_eq!(texts.count(), 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn legal_moves(&self) -> MoveList {
        on_width!(&self.0, p => p.legal_moves())
    }

    /// Whether there is a legal move.
    pub fn has_legal_move(&self) -> bool {
        on_width!(&self.0, p => p.has_legal_move())
    }

    /// The number of legal moves, without listing them.
    pub fn count_legal_moves(&self) -> u64 {
        on_width!(&self.0, p => p.count_legal_moves())
    }

    /// All legal moves as text, sorted by ASCII.
    ///
    /// ```
    /// # use sliderule::prelude::*;
    /// let position = start("chess")?.with_fen("k7/8/1K6/8/8/8/8/8 b - - 0 1")?;
    /// assert_eq!(position.legal_move_texts(), ["a8b8"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn legal_move_texts(&self) -> Vec<String> {
        on_width!(&self.0, p => p.legal_move_texts())
    }

    /// A legal move as text: `e2e4`, `a7a8q`, both legs of a rifle capture (`e3f5,f5e3`), a
    /// shift of a strip (`d1b1s`). See [`Position::move_text`].
    ///
    /// # Panics
    /// It may, if the move is not legal.
    pub fn move_text(&self, mv: Move) -> String {
        on_width!(&self.0, p => p.move_text(mv))
    }

    /// A line of legal moves from here as texts. The position itself is not changed.
    ///
    /// # Panics
    /// It may, if a move is not legal.
    ///
    /// ```
    /// # use sliderule::prelude::*;
    /// let position = start("chess")?;
    /// let e4 = position.parse_move("e2e4")?;
    /// assert_eq!(position.line_texts(&[e4]), ["e2e4"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn line_texts(&self, moves: &[Move]) -> Vec<String> {
        let mut position = self.clone();
        let text = |&mv: &Move| {
            let text = position.move_text(mv);
            position.make_unchecked(mv);
            text
        };
        moves.iter().map(text).collect()
    }

    /// The legal move with this text. Case does not matter, and castling is understood in
    /// both forms (by the king's move, and by the rook's square) where only one move can be
    /// meant.
    ///
    /// # Errors
    /// Why there is no such move.
    ///
    /// ```
    /// # use sliderule::prelude::*;
    /// let position = AnyPosition::start(Catalog::built_in().get("chess")?)?;
    /// assert!(position.parse_move("g1f3").is_ok());
    /// let error = position.parse_move("f1c4").unwrap_err();
    /// assert_eq!(error.to_string(), "the Bishop on f1 is blocked on e2 on its way to c4");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        on_width!(&self.0, p => p.parse_move(text))
    }

    /// What a legal move would capture, of two pieces the victim of the locust capture; `None`
    /// for a quiet move.
    ///
    /// ```
    /// # use sliderule::prelude::*;
    /// let position = start("chess")?.with_fen("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")?;
    /// let capture = position.parse_move("e4d5")?;
    /// assert_eq!(position.victim(capture).unwrap().color(), Color::Black);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn victim(&self, mv: Move) -> Option<Piece> {
        on_width!(&self.0, p => p.victim(mv))
    }

    /// What a legal move does: what it removes and makes of pieces, whether it gives check
    /// or ends the game.
    ///
    /// ```
    /// # use sliderule::prelude::*;
    /// let position = start("chess")?.with_fen("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")?;
    /// let effects = position.effects(position.parse_move("e4d5")?);
    /// assert_eq!(effects.changes.removed.len(), 1);
    /// assert!(!effects.gives_check);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn effects(&self, mv: Move) -> Effects {
        on_width!(&self.0, p => p.effects(mv))
    }

    /// The part of [`Self::effects`] that is about pieces.
    pub fn changes(&self, mv: Move) -> Changes {
        on_width!(&self.0, p => p.changes(mv))
    }

    /// Whether a legal move gives check.
    ///
    /// ```
    /// # use sliderule::prelude::*;
    /// let position = start("chess")?.with_fen("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")?;
    /// assert!(position.gives_check(position.parse_move("a1a8")?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn gives_check(&self, mv: Move) -> bool {
        on_width!(&self.0, p => p.gives_check(mv))
    }

    /// The squares of castling as books write it. See [`Position::castling_of_books`].
    ///
    /// # Errors
    /// The game has no castling to that side.
    pub fn castling_of_books(&self, text: &str) -> Result<Option<(Square, Square)>, NoCastling> {
        on_width!(&self.0, p => p.castling_of_books(text))
    }

    /// Whether a move is castling that is written, and made by hand, by the rook's square.
    /// See [`Position::castles_by_rook`].
    pub fn castles_by_rook(&self, mv: Move) -> bool {
        on_width!(&self.0, p => p.castles_by_rook(mv))
    }
}

/// Playing.
impl AnyPosition {
    /// Plays a move.
    ///
    /// # Errors
    /// The move is not legal here; nothing has changed then.
    ///
    /// ```
    /// # use sliderule::prelude::*;
    /// let mut position = AnyPosition::start(Catalog::built_in().get("chess")?)?;
    /// let mv = position.parse_move("e2e4")?;
    /// position.play(mv)?;
    /// assert!(position.play(mv).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if !self.legal_moves().contains(&mv) {
            return Err(IllegalMove { mv });
        }
        self.make_unchecked(mv);
        Ok(())
    }

    /// Plays the move with this text, and returns it.
    ///
    /// # Errors
    /// Why there is no such move; nothing has changed then.
    ///
    /// ```
    /// # use sliderule::prelude::*;
    /// let mut position = start("chess")?;
    /// position.play_text("e2e4")?;
    /// assert!(position.play_text("e2e4").is_err());
    /// assert_eq!(position.ply(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play_text(&mut self, text: &str) -> Result<Move, MoveError> {
        let mv = self.parse_move(text)?;
        self.make_unchecked(mv);
        Ok(mv)
    }

    /// Takes the last move back. Returns it; `None` if there was none.
    ///
    /// ```
    /// # use sliderule::prelude::*;
    /// let mut position = start("chess")?;
    /// let mv = position.play_text("e2e4")?;
    /// assert_eq!(position.undo(), Some(mv));
    /// assert_eq!(position.undo(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn undo(&mut self) -> Option<Move> {
        on_width!(&mut self.0, p => p.unmake())
    }

    /// Plays a move that is known to be legal here: fast. After another one the position is
    /// not one of the game, and later calls may panic.
    pub fn make_unchecked(&mut self, mv: Move) {
        on_width!(&mut self.0, p => p.make_unchecked(mv));
    }

    /// How the game stands.
    ///
    /// ```
    /// # use sliderule::prelude::*;
    /// let mut position = AnyPosition::start(Catalog::built_in().get("chess")?)?;
    /// for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
    ///     assert!(!position.status().is_over());
    ///     position.play_text(text)?;
    /// }
    /// assert_eq!(position.status(), Status::Ended(Some(Color::Black), Reason::Checkmate));
    /// assert_eq!(position.status().result(), "0-1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn status(&self) -> Status {
        on_width!(&self.0, p => p.status())
    }

    /// How often the position has occurred since it was set up, now included.
    pub fn occurrences(&self) -> usize {
        on_width!(&self.0, p => p.occurrences())
    }

    /// The number of sequences of `depth` legal moves; 1 for depth 0.
    ///
    /// ```
    /// # use sliderule::prelude::*;
    /// assert_eq!(start("short-sliders")?.perft(1), start("short-sliders")?.count_legal_moves());
    /// assert_eq!(start("chess")?.perft(2), 400);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn perft(&self, depth: u32) -> u64 {
        on_width!(&self.0, p => p.perft(depth))
    }

    /// The same with threads and a table. See [`Position::perft_with`].
    pub fn perft_with(
        &self,
        depth: u32,
        options: PerftOptions,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> u64 {
        on_width!(&self.0, p => p.perft_with(depth, options, progress))
    }

    /// The count of each move. See [`Position::perft_divide`].
    pub fn perft_divide(
        &self,
        depth: u32,
        options: PerftOptions,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Vec<(Move, u64)> {
        on_width!(&self.0, p => p.perft_divide(depth, options, progress))
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
