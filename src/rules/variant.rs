//! A game, completely described. Immutable once built; everything that plays reads
//! its rules from here and from nowhere else.

use super::ini::Location;
use super::pattern::Pattern;
use super::piece::{Color, ColorMap, PieceId, PieceType, TypeSet};
use crate::geometry::{Bits256, Shape, Square};

/// The rules of one game.
#[derive(Clone, Debug)]
pub struct Variant {
    /// The name of its section, such as `short-sliders`.
    pub name: String,
    /// The name for people, such as `Short Sliders`.
    pub title: String,
    /// Other names by which programs know it.
    pub aliases: Vec<String>,
    /// The bounding box of the board.
    pub shape: Shape,
    /// The cells of the box that are never part of the board. Rows of a moving strip
    /// are not counted: which of their cells are dead changes during the game.
    pub holes: Bits256,
    /// The row of each player that slides as a whole, if there is one.
    pub strips: ColorMap<Option<Strip>>,
    /// All piece types, ordered by id. [`PieceType`] is an index into this.
    pub pieces: Vec<PieceDef>,
    /// The royal type.
    pub king: PieceType,
    /// The types that are pawns: they promote by choice, and their moves are
    /// irreversible for the counter of [`Self::n_move_plies`].
    pub pawns: TypeSet,
    /// The squares from which patterns marked as first moves work.
    pub initial_region: ColorMap<Bits256>,
    /// The position in which the game begins.
    pub start_fen: String,
    /// Where the file says that, or where the game's section begins.
    pub start_location: Location,
    /// How many pieces of each type each player has in the beginning.
    pub start_counts: ColorMap<Vec<u16>>,
    /// What pawns become, where, and whether they must.
    pub promotion: PawnPromotion,
    /// For each type, how it promotes by itself when it moves.
    pub progress: Vec<Option<PieceProgress>>,
    /// For each type, how many a player may ever have on the board.
    pub piece_limit: Vec<Option<u16>>,
    /// Whether captured pieces are kept in a pool.
    pub has_pool: bool,
    /// Slides stop on squares next to pieces of these types (Hia).
    pub stop_aura: TypeSet,
    /// Castling, if the game has it.
    pub castling: Option<Castling>,
    /// The loss by running out of pieces, if the game has it.
    pub extinction: Option<Extinction>,
    /// What a player without a legal move gets when he is not in check.
    pub stalemate: Verdict,
    /// After so many plies without capture or irreversible pawn move the game is a
    /// draw; 0 for never.
    pub n_move_plies: u16,
    /// A position that occurs for the so-manieth time is a draw; 0 for never.
    pub n_fold: u16,
    /// Only pawn moves that change rank count as irreversible.
    pub reset_needs_rank_change: bool,
    /// For each type, the slot of its glyph in XBoard, where the game names one (see
    /// [`glyphs`](super::glyphs)).
    pub glyphs: Vec<Option<u8>>,
    /// The name under which XBoard itself knows the game and its rules.
    pub xboard_variant: Option<String>,
}

/// A piece type: how it is written, what it is called, how it moves.
#[derive(Clone, Debug)]
pub struct PieceDef {
    /// How it is written.
    pub id: PieceId,
    /// The name for people; the id where the game gives none.
    pub name: String,
    /// The moves in Betza notation.
    pub betza: String,
    /// The moves, expanded, as White makes them.
    pub patterns: Vec<Pattern>,
}

/// A row of which only some neighbouring cells exist at any time: a slider.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strip {
    /// The rank, counted from 0.
    pub rank: u8,
    /// How many neighbouring cells of it are live.
    pub width: u8,
}

/// How pawns promote.
#[derive(Clone, Debug)]
pub struct PawnPromotion {
    /// Where a pawn that arrives may promote.
    pub region: ColorMap<Bits256>,
    /// What it may become.
    pub types: TypeSet,
    /// For each type, the part of the region where it can be chosen.
    pub type_region: Vec<ColorMap<Bits256>>,
    /// For each type, the number on the board from which on it cannot be chosen.
    pub limit: Vec<Option<u16>>,
    /// Only pieces in the owner's pool can be chosen, and they leave it.
    pub from_pool: bool,
    /// Whether a pawn in the region must promote.
    pub mandatory: bool,
    /// Whether a pawn must promote where it could never move again.
    pub immobility_illegal: bool,
    /// Whether a pawn that must promote and finds nothing available stays a pawn, and
    /// becomes the next piece of its owner that is captured.
    pub waiting: bool,
}

/// How a piece promotes by itself.
#[derive(Clone, Debug)]
pub struct PieceProgress {
    /// What it becomes.
    pub to: PieceType,
    /// It promotes when it captures one of these.
    pub victims: TypeSet,
    /// It promotes when its move ends here.
    pub region: ColorMap<Bits256>,
    /// It promotes only while its owner has none of these on the board.
    pub absent: TypeSet,
}

/// Castling of the king with a rook.
#[derive(Clone, Debug)]
pub struct Castling {
    /// The type the king castles with.
    pub rook: PieceType,
    /// How castling is written.
    pub text: CastlingText,
    /// For each player, the side of the higher files (`K`) and of the lower (`Q`).
    pub sides: ColorMap<[CastlingSide; 2]>,
}

/// Where king and rook start and end, as square indices in the box.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CastlingSide {
    /// The king's square before.
    pub king_from: Square,
    /// The king's square after.
    pub king_to: Square,
    /// The rook's square before.
    pub rook_from: Square,
    /// The rook's square after.
    pub rook_to: Square,
}

/// The two ways of writing castling as a move text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CastlingText {
    /// The king's square and the square it goes to.
    KingMove,
    /// The king's square and the rook's.
    KingTakesRook,
}

/// A player with so few pieces loses at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extinction {
    /// The number of pieces, the king included, at which the game ends.
    pub count: u16,
}

/// What the end of a game gives to the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// He wins.
    Win,
    /// Nobody wins.
    Draw,
    /// He loses.
    Loss,
}

impl Variant {
    /// The definition of a piece type.
    pub fn piece(&self, kind: PieceType) -> &PieceDef {
        &self.pieces[kind.index()]
    }

    /// All piece types.
    pub fn types(&self) -> impl Iterator<Item = PieceType> + use<> {
        (0..self.pieces.len()).map(PieceType::new)
    }

    /// The type written with this id.
    pub fn type_of(&self, id: PieceId) -> Option<PieceType> {
        self.pieces
            .binary_search_by_key(&id, |p| p.id)
            .ok()
            .map(PieceType::new)
    }

    /// The number of cells that are part of the board at any time.
    pub fn cells(&self) -> usize {
        use crate::geometry::Bitboard;
        let dead: usize = Color::BOTH
            .iter()
            .filter_map(|&c| self.strips[c])
            .map(|strip| usize::from(self.shape.files() - strip.width))
            .sum();
        self.shape.len() - self.holes.count() as usize - dead
    }

    /// Whether any pawn passes a square on a line that does not lead straight ahead,
    /// so that the square it passed does not tell where it stands (Berolina pawns).
    pub fn has_bent_double_steps(&self) -> bool {
        self.pawns
            .iter()
            .flat_map(|kind| &self.piece(kind).patterns)
            .any(|pattern| pattern.passed_square().is_some() && pattern.step.files != 0)
    }

    /// Whether any pawn can capture en passant.
    pub fn has_en_passant(&self) -> bool {
        self.pieces
            .iter()
            .flat_map(|p| &p.patterns)
            .any(|pattern| pattern.en_passant)
    }
}
