//! What stands where, and everything else that a position consists of.

use super::tables::Tables;
use crate::geometry::{Bitboard, Square};
use crate::rules::{Color, ColorMap, Piece, PieceType};
use std::ops::Range;

/// A square that no piece stands on, in the mailbox.
const EMPTY: u8 = u8::MAX;

/// What a double step leaves behind for one ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct EnPassant {
    /// The square passed over.
    pub passed: Square,
    /// Where the pawn stands now.
    pub pawn: Square,
    /// Whether the pawn can be captured by a legal move: only then is it part of the position's
    /// key.
    pub capturable: bool,
}

/// A position without its history and without the tables of its game.
#[derive(Clone)]
pub(super) struct State<B> {
    mailbox: [u8; 256],
    colors: ColorMap<B>,
    kinds: Vec<B>,
    groups: Vec<B>,
    counts: ColorMap<[u16; PieceType::MAX]>,
    totals: ColorMap<u16>,
    /// The king of each side that has one.
    pub kings: ColorMap<Square>,
    /// Cells of the box that are not part of the board now: holes, and the cells of a
    /// strip's row where the strip is not.
    pub dead: B,
    /// The lowest live file of each strip.
    pub strips: ColorMap<u8>,
    /// Who moves.
    pub side: Color,
    /// Castling rights, as [`Tables::right`] numbers them.
    pub rights: u8,
    pub en_passant: Option<EnPassant>,
    /// How many more checks each side must give to win.
    pub checks_left: ColorMap<u8>,
    /// What explosions removed: the undo records know how many each.
    pub debris: Vec<(Square, Piece)>,
    /// Plies since the last capture or irreversible pawn move.
    pub halfmoves: u16,
    pub fullmoves: u16,
    /// Captured pieces that pawns can become, by their owner.
    pub pool: ColorMap<[u16; PieceType::MAX]>,
    /// The part of the key that changes by exclusive or.
    pub key: u64,
    /// The part that changes by addition: the pool.
    pub pool_key: u64,
}

impl<B: Bitboard> State<B> {
    /// An empty board with White to move.
    pub fn empty(tables: &Tables<B>) -> Self {
        let variant = &tables.variant;
        Self {
            mailbox: [EMPTY; 256],
            colors: ColorMap::default(),
            kinds: vec![B::EMPTY; variant.pieces.len()],
            groups: vec![B::EMPTY; tables.group_count],
            counts: ColorMap([[0; PieceType::MAX]; 2]),
            totals: ColorMap::default(),
            kings: ColorMap::default(),
            dead: B::from_wide(variant.holes),
            strips: ColorMap::default(),
            side: Color::White,
            rights: 0,
            en_passant: None,
            checks_left: ColorMap::default(),
            debris: Vec::new(),
            halfmoves: 0,
            fullmoves: 1,
            pool: ColorMap([[0; PieceType::MAX]; 2]),
            key: 0,
            pool_key: 0,
        }
    }

    /// What stands on a square.
    #[inline(always)]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let index = self.mailbox[square.index()];
        (index != EMPTY).then(|| Piece::from_index(index))
    }

    /// All pieces of a colour.
    #[inline(always)]
    pub fn color(&self, color: Color) -> B {
        self.colors[color]
    }

    /// All pieces of a type, of both colours.
    #[inline(always)]
    pub fn kind(&self, kind: PieceType) -> B {
        self.kinds[kind.index()]
    }

    /// All pieces of a group (see [`Tables`]), of both colours.
    #[inline(always)]
    pub fn group(&self, group: usize) -> B {
        self.groups[group]
    }

    /// The pieces of some groups that reach a square if nothing is in their way.
    #[inline(always)]
    pub fn aiming_at(&self, tables: &Tables<B>, square: Square, groups: &Range<usize>) -> B {
        let sources = &tables.sources.to(square)[groups.clone()];
        let members = &self.groups[groups.clone()];
        let both = sources.iter().zip(members);
        both.fold(B::EMPTY, |set, (&sources, &members)| {
            set | sources & members
        })
    }

    /// All squares with a piece.
    #[inline(always)]
    pub fn occupied(&self) -> B {
        self.colors[Color::White] | self.colors[Color::Black]
    }

    /// How many pieces of a type a player has.
    #[inline(always)]
    pub fn count(&self, color: Color, kind: PieceType) -> u16 {
        self.counts[color][kind.index()]
    }

    /// How many pieces a player has.
    #[inline(always)]
    pub fn total(&self, color: Color) -> u16 {
        self.totals[color]
    }

    /// Puts a piece on an empty square.
    #[inline(always)]
    pub fn put(&mut self, tables: &Tables<B>, square: Square, piece: Piece) {
        debug_assert_eq!(self.mailbox[square.index()], EMPTY);
        self.mailbox[square.index()] = piece.index() as u8;
        self.counts[piece.color()][piece.kind().index()] += 1;
        self.totals[piece.color()] += 1;
        if piece.kind() == tables.king {
            self.kings[piece.color()] = square;
        }
        self.toggle(tables, square, piece);
    }

    /// Takes a piece from the square it stands on.
    #[inline(always)]
    pub fn remove(&mut self, tables: &Tables<B>, square: Square, piece: Piece) {
        debug_assert_eq!(self.piece_at(square), Some(piece));
        self.mailbox[square.index()] = EMPTY;
        self.counts[piece.color()][piece.kind().index()] -= 1;
        self.totals[piece.color()] -= 1;
        self.toggle(tables, square, piece);
    }

    /// Moves a piece to an empty square, on which it may be of another type.
    #[inline(always)]
    pub fn carry(
        &mut self,
        tables: &Tables<B>,
        from: Square,
        to: Square,
        piece: Piece,
        becomes: Piece,
    ) {
        if piece == becomes {
            self.relocate(tables, from, to, piece);
        } else {
            self.remove(tables, from, piece);
            self.put(tables, to, becomes);
        }
    }

    /// Moves a piece to an empty square.
    #[inline(always)]
    fn relocate(&mut self, tables: &Tables<B>, from: Square, to: Square, piece: Piece) {
        debug_assert_eq!(self.piece_at(from), Some(piece));
        debug_assert_eq!(self.mailbox[to.index()], EMPTY);
        self.mailbox[from.index()] = EMPTY;
        self.mailbox[to.index()] = piece.index() as u8;
        if piece.kind() == tables.king {
            self.kings[piece.color()] = to;
        }
        let both = B::single(from) ^ B::single(to);
        self.colors[piece.color()] ^= both;
        self.kinds[piece.kind().index()] ^= both;
        for &group in &tables.piece(piece).groups {
            self.groups[usize::from(group)] ^= both;
        }
        self.key ^= tables.zobrist.piece(piece, from) ^ tables.zobrist.piece(piece, to);
    }

    #[inline(always)]
    fn toggle(&mut self, tables: &Tables<B>, square: Square, piece: Piece) {
        self.colors[piece.color()].toggle(square);
        self.kinds[piece.kind().index()].toggle(square);
        for &group in &tables.piece(piece).groups {
            self.groups[usize::from(group)].toggle(square);
        }
        self.key ^= tables.zobrist.piece(piece, square);
    }

    /// Adds a captured piece to its owner's pool.
    #[inline(always)]
    pub fn add_to_pool(&mut self, tables: &Tables<B>, piece: Piece) {
        self.pool[piece.color()][piece.kind().index()] += 1;
        self.pool_key = self
            .pool_key
            .wrapping_add(tables.zobrist.pool(piece.kind(), piece.color()));
    }

    /// Takes a piece from its owner's pool.
    #[inline(always)]
    pub fn take_from_pool(&mut self, tables: &Tables<B>, piece: Piece) {
        self.pool[piece.color()][piece.kind().index()] -= 1;
        self.pool_key = self
            .pool_key
            .wrapping_sub(tables.zobrist.pool(piece.kind(), piece.color()));
    }

    /// Computes both parts of the key from nothing.
    pub fn recompute_key(&mut self, tables: &Tables<B>) {
        let zobrist = &tables.zobrist;
        self.key = zobrist.rights(self.rights);
        self.pool_key = 0;
        for square in self.occupied().squares() {
            if let Some(piece) = self.piece_at(square) {
                self.key ^= zobrist.piece(piece, square);
            }
        }
        if self.side == Color::Black {
            self.key ^= zobrist.side();
        }
        for color in Color::BOTH {
            if tables.variant.strips[color].is_some() {
                self.key ^= zobrist.strip(color, self.strips[color]);
            }
            if tables.variant.ends.counts_checks {
                self.key ^= zobrist.checks_left(color, self.checks_left[color]);
            }
            for kind in tables.variant.types() {
                let count = u64::from(self.pool[color][kind.index()]);
                let one = zobrist.pool(kind, color);
                self.pool_key = self.pool_key.wrapping_add(one.wrapping_mul(count));
            }
        }
        self.settle_en_passant(tables);
    }
}
