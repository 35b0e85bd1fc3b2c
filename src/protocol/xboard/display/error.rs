//! Why a game cannot be shown on XBoard's board, and why XBoard's words mean nothing.

use super::keys::MOST_POCKETS;
use super::pictures::GLYPHS;
use crate::position::MoveError;
use crate::rules::ini::shortened;
use crate::rules::{IdError, PieceId};
use thiserror::Error;

/// Why XBoard cannot show a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs, reason = "the messages say what each case and field is")]
pub enum DisplayError {
    #[error("XBoard's board needs a king on both sides")]
    NoKing,
    #[error("XBoard's board has no captures that explode")]
    Blasts,
    #[error("XBoard has no letter left for the {name} ({id}), which other pieces become")]
    NoLetterLeft { name: String, id: PieceId },
    #[error("the table of pieces is too long for XBoard")]
    TableTooLong,
    #[error(transparent)]
    Variant(#[from] UnknownVariant),
    #[error(transparent)]
    Glyphs(#[from] GlyphError),
}

/// XBoard knows no variant of this name.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("XBoard knows no variant '{}'{}", shortened(.name), hint(.near))]
pub struct UnknownVariant {
    /// The name.
    pub name: String,
    /// The nearest of those it knows.
    pub near: Option<&'static str>,
}

/// Why pieces cannot look as they should.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs, reason = "the messages say what each case and field is")]
pub enum GlyphError {
    #[error("XBoard has glyphs for {} kinds of pieces, the game has {kinds}", GLYPHS.len())]
    TooManyKinds { kinds: usize },
    #[error("XBoard does not have enough glyphs for the pieces")]
    NotEnough,
    #[error("'{}' is not a pair such as d:dolphin", shortened(.0))]
    NotAPair(String),
    #[error(
        "XBoard has no glyph '{}'{}",
        shortened(.name),
        match near {
            Some(_) => hint(near),
            None => "; docs/xboard.md lists them".into(),
        }
    )]
    Unknown {
        name: String,
        near: Option<&'static str>,
    },
    #[error(transparent)]
    Piece(#[from] IdError),
    #[error("the glyph king belongs to the king, and to no other piece")]
    King,
    #[error("'{0}' has two glyphs")]
    Two(PieceId),
    #[error("'{0}' and '{1}' have the same glyph")]
    Shared(PieceId, PieceId),
}

/// What is wrong with the dialect's table of pictures.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub(super) enum TableError {
    #[error("the game has no piece '{0}'")]
    NoPiece(char),
    #[error("the piece '{0}' is missing")]
    Missing(char),
}

/// What the dialect gives as the number of pockets is not a number.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("'{}' is not a number from 0 to {MOST_POCKETS}", shortened(.0))]
pub(super) struct PocketsError(pub String);

/// Why XBoard does not take a ply, or what it makes of it is not certain.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs, reason = "the messages say what each case is")]
pub enum PlyError {
    #[error("there is nothing of yours to move")]
    NothingToMove,
    #[error("it is not known which piece that shows")]
    Unknowable,
    #[error("no king stands there")]
    NoKing,
    #[error("that is no castling")]
    NotCastling,
    #[error("the rook does not land there")]
    RookElsewhere,
    #[error("a piece has to move")]
    NoMovement,
    #[error("XBoard would castle")]
    WouldCastle,
    #[error("a hole cannot become a piece")]
    HoleBecomesPiece,
    #[error("no piece has that letter")]
    NoSuchLetter,
    #[error("off the board")]
    OffBoard,
    #[error("XBoard may capture en passant")]
    MayCaptureEnPassant,
}

/// Why XBoard cannot be shown a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs, reason = "the messages say what each case is")]
pub enum ShowError {
    #[error("XBoard shows another position")]
    OtherPosition,
    #[error("there is no room to show the move")]
    NoRoom,
    #[error(transparent)]
    Ply(#[from] PlyError),
}

/// Why a text of XBoard means no move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs, reason = "the messages say what each case is")]
pub enum NoMove {
    #[error("'{}' is not a move", shortened(.0))]
    NotAMove(String),
    #[error("'{}' is not a legal move", shortened(.0))]
    NotLegal(String),
    #[error("the sequence shows no legal move")]
    EndlessSequence,
    #[error(transparent)]
    Ply(#[from] PlyError),
    #[error(transparent)]
    Rules(Box<MoveError>),
}

/// Why a FEN of XBoard cannot be understood.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs, reason = "the messages say what each case and field is")]
pub enum ReadFenError {
    #[error("the FEN is empty")]
    Empty,
    #[error("the number of ranks is {found}, expected {expected}")]
    RankCount { found: usize, expected: u8 },
    #[error("row {row} of the FEN: '{}' is not a piece", shortened(.text))]
    NotAPiece { row: usize, text: String },
    #[error("row {row} of the FEN: it has more than {files} files")]
    RowTooLong { row: usize, files: usize },
}

fn hint(near: &Option<&str>) -> String {
    near.map_or_else(String::new, |near| format!(" (did you mean {near}?)"))
}
