//! A game, completely described. Immutable once built; everything that plays reads
//! its rules from here and from nowhere else.

use super::hints::Hints;
use super::ini::Location;
use super::pattern::Pattern;
use super::piece::{Color, ColorMap, Piece, PieceId, PieceType, TypeSet};
use super::placement::{Cell, Letters, Placement, PlacementError, parse_placement};
use crate::geometry::{Bits256, Shape, Square};

/// The rules of one game.
#[derive(Clone, Debug)]
pub struct Variant {
    /// The name of its section, such as `short-sliders`.
    pub name: String,
    /// The full name, such as `Short Sliders`.
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
    /// The royal type, if the game has one.
    pub king: Option<PieceType>,
    /// Which player has a king (no player has more than one).
    pub has_king: ColorMap<bool>,
    /// The types that are pawns for either player: they promote by choice into several
    /// types, and do not go to a pool.
    pub pawns: TypeSet,
    /// The squares from which patterns marked as first moves work.
    pub initial_region: ColorMap<Bits256>,
    /// The squares on which a player can capture en passant.
    pub en_passant_region: ColorMap<Bits256>,
    /// The types that can capture so.
    pub en_passant_types: ColorMap<TypeSet>,
    /// The position in which the game begins.
    pub start_fen: String,
    /// Where the file says that, or where the game's section begins.
    pub start_location: Location,
    /// How many pieces of each type each player has in the beginning.
    pub start_counts: ColorMap<Vec<u16>>,
    /// What pawns become, where, and whether they must.
    pub promotion: PawnPromotion,
    /// How pieces promote when their player wants it.
    pub choice: PieceChoice,
    /// For each type, its automatic promotion when it moves.
    pub self_promotions: Vec<Option<SelfPromotion>>,
    /// For each type, how many a player may ever have on the board.
    pub piece_limit: Vec<Option<u16>>,
    /// Whether captured pieces are kept in a pool.
    pub has_pool: bool,
    /// Slides stop on squares next to pieces of these types (Hia).
    pub stop_aura: TypeSet,
    /// What a capture does to the squares around, if it explodes.
    pub blast: Option<Blast>,
    /// Types that cannot capture enemy pieces of their own type.
    pub mutually_immune: TypeSet,
    /// Castling, if the game has it.
    pub castling: Option<Castling>,
    /// What makes moves illegal beside leaving the king exposed.
    pub limits: MoveLimits,
    /// How the game ends.
    pub ends: Ends,
    /// What it says to graphical interfaces.
    pub hints: Hints,
}

/// A piece type: how it is written, what it is called, how it moves.
#[derive(Clone, Debug)]
pub struct PieceDef {
    /// How it is written.
    pub id: PieceId,
    /// The key that names it: `knight`, `customPiece1`.
    pub key: String,
    /// The name for people; the key or the id where the game gives none.
    pub name: String,
    /// The moves in Betza notation.
    pub betza: String,
    /// The moves, expanded, as White makes them.
    pub patterns: Vec<Pattern>,
    /// For each player, the squares that it may enter, if not all.
    pub region: ColorMap<Option<Bits256>>,
    /// What the game says it is worth, in centipawns.
    pub value: Option<i32>,
}

/// A row of which only some neighbouring cells exist at any time.
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
    /// Each player's types that promote so.
    pub pawns: ColorMap<TypeSet>,
    /// Where a pawn that arrives may promote.
    pub region: ColorMap<Bits256>,
    /// What it may become.
    pub types: ColorMap<TypeSet>,
    /// For each type, the part of the region where it can be chosen.
    pub type_region: Vec<ColorMap<Bits256>>,
    /// For each type, the number on the board from which on it cannot be chosen.
    pub limit: Vec<Option<u16>>,
    /// Only pieces in the owner's pool can be chosen, and they leave it.
    pub from_pool: bool,
    /// Whether a pawn in the region must promote.
    pub mandatory: bool,
    /// Whether a pawn that must promote and finds nothing available stays a pawn, and
    /// becomes the next piece of its owner that is captured.
    pub waiting: bool,
}

/// How pieces promote by the player's choice: when a move enters the region where pawns
/// promote, leaves it, or stays inside.
#[derive(Clone, Debug)]
pub struct PieceChoice {
    /// For each type, what it becomes.
    pub to: Vec<Option<PieceType>>,
    /// Only captures promote.
    pub on_capture: bool,
    /// A piece that can promote must.
    pub mandatory: bool,
}

/// The automatic promotion of a piece.
#[derive(Clone, Debug)]
pub struct SelfPromotion {
    /// What it becomes.
    pub to: PieceType,
    /// It promotes when it captures one of these.
    pub victims: TypeSet,
    /// It promotes when its move ends here.
    pub region: ColorMap<Bits256>,
    /// It promotes only while its owner has none of these on the board.
    pub absent: TypeSet,
}

/// A capture removes the capturer and the pieces around.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Blast {
    /// The types that stay.
    pub immune: TypeSet,
    /// The type that goes as the capturer, but stays when it only stands near: the piece
    /// of the key `pawn`, whatever else promotes.
    pub sturdy: Option<PieceType>,
}

/// What makes a move illegal beside leaving the king exposed.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct MoveLimits {
    /// No piece may go where it could never move again.
    pub immobility: bool,
    /// No move may give check.
    pub forbids_check: bool,
    /// A player who can capture must.
    pub must_capture: bool,
    /// The kings may not face each other on an open line.
    pub forbids_facing_kings: bool,
}

/// Castling of the king with a rook.
#[derive(Clone, Debug)]
pub struct Castling {
    /// The type that castles as a king does.
    pub king: ColorMap<Option<PieceType>>,
    /// The types the king castles with.
    pub rooks: ColorMap<TypeSet>,
    /// A player's castling ends the enemy's right to castle to the same side.
    pub opposite: bool,
    /// How castling is written.
    pub text: CastlingText,
    /// For each player, the side of the higher files (`K`) and of the lower (`Q`); none
    /// where king and rook would share a square.
    pub sides: ColorMap<[Option<CastlingSide>; 2]>,
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

/// How a game ends.
#[derive(Clone, Debug)]
pub struct Ends {
    /// What a player without a legal move gets when in check.
    pub checkmate: Verdict,
    /// What such a player gets when not in check.
    pub stalemate: Verdict,
    /// That goes to the player with fewer pieces, the opposite to the other.
    pub stalemate_by_count: bool,
    /// The end by running out of pieces, if the game has it.
    pub extinction: Option<Extinction>,
    /// The win by reaching a region, if the game has it.
    pub flag: Option<Flag>,
    /// Whether a player who has given as many checks as the position says wins.
    pub counts_checks: bool,
    /// After this many plies without capture or irreversible move the game is a draw; 0
    /// for never.
    pub n_move_plies: u16,
    /// The types whose irreversible moves reset that counter.
    pub n_move_types: ColorMap<TypeSet>,
    /// A position that has occurred this many times ends the game; 0 for never.
    pub n_fold: u16,
    /// What the player to move gets then.
    pub n_fold_value: Verdict,
    /// White gets that, whoever is to move.
    pub n_fold_absolute: bool,
    /// A player loses who repeats a position by checking all the time.
    pub perpetual_check_loses: bool,
}

/// The end by running out of pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extinction {
    /// What the player gets; `None` where nothing ends, and the pieces are only royal.
    pub value: Option<Verdict>,
    /// The types, each counted on its own; `None` for all pieces together.
    pub types: Option<TypeSet>,
    /// The number of pieces at which the game ends.
    pub count: u16,
    /// The number that the opponent must have.
    pub opponent_count: u16,
    /// Before that the player to move may still bring the opponent down as far. Where all
    /// pieces are counted together that draws.
    pub claim: bool,
    /// A draw if both run out at once; else the one who has just moved counts first.
    pub both_draw: bool,
    /// The last such pieces must not be exposed to capture.
    pub royal: bool,
    /// Attacking all of a type's pieces is check, however many there are.
    pub duple: bool,
}

/// The win by reaching a region.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Flag {
    /// The types that count; `None` for all.
    pub pieces: ColorMap<Option<PieceType>>,
    /// The squares to be reached.
    pub region: ColorMap<Bits256>,
    /// How many must be there.
    pub count: u16,
    /// One is enough if no square of the region is empty.
    pub blocked: bool,
    /// The opponent has one more move.
    pub last_move: bool,
    /// The pieces there must not be attacked.
    pub safe: bool,
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

impl Verdict {
    /// What the opponent gets.
    pub const fn opposite(self) -> Self {
        match self {
            Self::Win => Self::Loss,
            Self::Draw => Self::Draw,
            Self::Loss => Self::Win,
        }
    }

    /// The winner, if this is what `player` gets.
    pub const fn winner(self, player: Color) -> Option<Color> {
        match self {
            Self::Win => Some(player),
            Self::Draw => None,
            Self::Loss => Some(player.other()),
        }
    }
}

impl Variant {
    /// The definition of a piece type.
    pub fn piece(&self, kind: PieceType) -> &PieceDef {
        &self.pieces[kind.index()]
    }

    /// The patterns of a piece as its owner makes them.
    pub fn patterns_of(&self, piece: Piece) -> Vec<Pattern> {
        let patterns = &self.piece(piece.kind()).patterns;
        match piece.color() {
            Color::White => patterns.clone(),
            Color::Black => patterns.iter().map(Pattern::upside_down).collect(),
        }
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

    /// Whether a type is the king.
    #[inline(always)]
    pub fn is_king(&self, kind: PieceType) -> bool {
        self.king == Some(kind)
    }

    /// Whether the last pieces of some types, or of all, are royal.
    pub fn has_pseudo_royals(&self) -> bool {
        self.ends.extinction.is_some_and(|e| e.royal)
    }

    /// Whether a player's own move can make one of that player's pieces royal without being
    /// judged by it: a piece that becomes a royal type, or an explosion that takes all but
    /// the last of them. (A pawn that becomes one is judged at once.)
    pub fn moves_may_make_royal(&self) -> bool {
        let Some(end) = self.ends.extinction.filter(|end| end.royal) else {
            return false;
        };
        let royal = |kind: PieceType| end.types.is_none_or(|types| types.contains(kind));
        let many = |kind: PieceType| {
            Color::BOTH.iter().any(|&color| {
                self.start_counts[color][kind.index()] > end.count + 1
                    || self.promotion.types[color].contains(kind)
            })
        };
        let becomes = self
            .types()
            .filter_map(|kind| self.promoted(kind))
            .any(royal);
        let explodes = end.types.is_none() || self.types().any(|kind| royal(kind) && many(kind));
        becomes || self.blast.is_some() && explodes
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

    /// Whether any pawn passes a square on a line that does not lead straight on, or
    /// pawns pass squares in several directions, so that the square passed does not tell
    /// where the pawn stands (Berolina pawns).
    pub fn has_bent_double_steps(&self) -> bool {
        let patterns = self.pieces.iter().flat_map(|piece| &piece.patterns);
        let steps = patterns.filter_map(|p| p.passed_square().map(|passed| (p.last.step, passed)));
        let mut beyond = None;
        steps.into_iter().any(|(step, passed)| {
            let rest = step - passed;
            step.files != 0 || *beyond.get_or_insert(rest) != rest
        })
    }

    /// Reads the first field of a FEN of this game.
    ///
    /// # Errors
    /// The first thing that does not fit, from the top rank down.
    pub fn placement<'a>(&self, field: &'a str) -> Result<Placement<'a>, PlacementError> {
        let ids: Vec<PieceId> = self.pieces.iter().map(|piece| piece.id).collect();
        let promoted: Vec<_> = self.types().map(|kind| self.promoted(kind)).collect();
        let letters = Letters {
            ids: &ids,
            promoted: &promoted,
        };
        parse_placement(self.shape, letters, field)
    }

    /// What stands where in the start position, a1 first; nothing where that cannot be
    /// read.
    pub fn start_cells(&self) -> Vec<Cell> {
        let board = self.start_fen.split(' ').next().unwrap_or_default();
        match self.placement(board) {
            Ok(placement) => placement.cells,
            Err(_) => vec![Cell::Empty; self.shape.len()],
        }
    }

    /// What a type becomes by promotion as pieces do, by choice or by itself.
    pub fn promoted(&self, kind: PieceType) -> Option<PieceType> {
        let by_itself = self.self_promotions[kind.index()].as_ref().map(|p| p.to);
        self.choice.to[kind.index()].or(by_itself)
    }

    /// Whether any piece can capture en passant.
    pub fn has_en_passant(&self) -> bool {
        let captures = |kind: PieceType| self.piece(kind).patterns.iter().any(|p| p.en_passant);
        let mut types = self.en_passant_types.0.iter().flat_map(|set| set.iter());
        types.any(captures)
    }
}
