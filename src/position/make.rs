//! Making a move and taking it back.

mod strips;

pub(super) use strips::ShiftObstacle;

use super::moves::{Move, MoveKind};
use super::state::{EnPassant, State};
use super::tables::Tables;
use crate::geometry::{Bitboard, Square};
use crate::rules::{Color, Piece, PieceType};

/// All that a move changes and that cannot be recovered from the move itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct Undo {
    /// The move; none for a null move.
    mv: Option<Move>,
    /// What was captured, and where it stood.
    captured: Option<Capture>,
    /// What was captured before that, by a locust capture.
    locust_capture: Option<Capture>,
    /// The type of the moving piece before the move.
    moved: Option<PieceType>,
    /// The piece type that a promoting pawn took from the pool.
    taken_from_pool: Option<PieceType>,
    /// How many pieces an explosion removed.
    blasted: u8,
    /// The side to move was in check before the move, in a game where that matters.
    in_check: bool,
    /// The move gave check, where checks are counted.
    gave_check: bool,
    rights: u8,
    en_passant: Option<EnPassant>,
    halfmoves: u16,
    fullmoves: u16,
    /// The key before the move.
    key: u64,
    pool_key: u64,
}

/// A captured piece.
#[derive(Clone, Copy, Debug)]
struct Capture {
    victim: Piece,
    /// Where it stood.
    square: Square,
    /// Where a waiting pawn became what was captured, and the type of that pawn.
    awakened: Option<(Square, PieceType)>,
}

impl Undo {
    /// The move; `None` for a null move.
    pub fn played(&self) -> Option<Move> {
        self.mv
    }

    /// Whether the side to move was in check before the move, in a game where that
    /// matters for repetition.
    pub fn was_in_check(&self) -> bool {
        self.in_check
    }

    /// The full key of the position before the move.
    pub fn key_before(&self) -> u64 {
        self.key ^ self.pool_key
    }
}

impl<B: Bitboard> State<B> {
    /// The key of the position: two positions with the same board, side to move,
    /// rights, strips, pool and legal captures en passant have the same.
    #[inline(always)]
    pub fn full_key(&self) -> u64 {
        self.key ^ self.pool_key
    }

    /// Makes a legal move.
    pub fn make(&mut self, tables: &Tables<B>, mv: Move) -> Undo {
        if tables.watches_checks {
            return self.make_watched(tables, mv);
        }
        let undo = self.make_on_board(tables, mv);
        if self.en_passant.is_some() {
            self.settle_en_passant(tables);
        }
        undo
    }

    /// Makes a legal move in a game where it matters who has given check.
    #[cold]
    fn make_watched(&mut self, tables: &Tables<B>, mv: Move) -> Undo {
        let in_check = self.king_is_attacked(tables, self.side);
        let mut undo = self.make_on_board(tables, mv);
        undo.in_check = in_check;
        if self.en_passant.is_some() {
            self.settle_en_passant(tables);
        }
        if tables.variant.ends.counts_checks && self.king_is_attacked(tables, self.side) {
            undo.gave_check = self.count_check(tables);
        }
        undo
    }

    /// Counts a check that the side that has just moved gives, if it still has to.
    #[cold]
    fn count_check(&mut self, tables: &Tables<B>) -> bool {
        let us = self.side.other();
        let left = self.checks_left[us];
        if left == 0 {
            return false;
        }
        self.checks_left[us] = left - 1;
        self.key ^= tables.zobrist.checks_left(us, left) ^ tables.zobrist.checks_left(us, left - 1);
        true
    }

    /// Finds out whether the double step just made can be answered en passant, and
    /// puts that into the key.
    pub fn settle_en_passant(&mut self, tables: &Tables<B>) {
        let capturable = self.can_capture_en_passant(tables);
        if let Some(en_passant) = &mut self.en_passant {
            en_passant.capturable = capturable;
            if capturable {
                self.key ^= tables
                    .zobrist
                    .en_passant(en_passant.passed, en_passant.pawn);
            }
        }
    }

    /// Makes a pseudo-legal move, but leaves open whether a double step can be answered en
    /// passant: enough to see whether the move is legal.
    pub fn make_on_board(&mut self, tables: &Tables<B>, mv: Move) -> Undo {
        let us = self.side;
        let (from, to) = (mv.from(), mv.to());
        let mut undo = Undo {
            mv: Some(mv),
            ..self.undo_of_pass()
        };
        self.clear_en_passant(tables);
        self.halfmoves = self.halfmoves.saturating_add(1);
        match mv.kind() {
            MoveKind::Normal | MoveKind::DoubleStep => {
                undo.captured = self.capture_on(tables, to);
                self.move_piece(tables, mv, &mut undo);
            }
            MoveKind::EnPassant => {
                if let Some(en_passant) = undo.en_passant {
                    undo.captured = self.capture_on(tables, en_passant.pawn);
                }
                self.move_piece(tables, mv, &mut undo);
            }
            MoveKind::Rifle => undo.captured = self.capture_on(tables, to),
            MoveKind::Locust => self.make_locust(tables, mv, &mut undo),
            MoveKind::Pass => {}
            MoveKind::Castle => self.castle(tables, us, mv.castling_side()),
            MoveKind::Shift => self.shift(tables, us, tables.shape.file(to)),
        }
        match mv.kind() {
            MoveKind::Pass => {}
            MoveKind::Shift if self.rights == 0 => {}
            // King and rooks on it have moved.
            MoveKind::Shift => {
                for square in self.strip_row(tables, us).squares() {
                    self.lose_rights(tables, tables.rights_lost[square]);
                }
            }
            MoveKind::Rifle => self.lose_rights(tables, tables.rights_lost[to]),
            _ => self.lose_rights(tables, tables.rights_lost[to] | tables.rights_lost[from]),
        }
        if (undo.captured.is_some() || undo.locust_capture.is_some())
            && tables.variant.blast.is_some()
        {
            self.explode(tables, to, &mut undo);
        }
        if us == Color::Black {
            self.fullmoves = self.fullmoves.saturating_add(1);
        }
        self.side = us.other();
        self.key ^= tables.zobrist.side();
        undo
    }

    /// Passes the move to the other side.
    pub fn make_null(&mut self, tables: &Tables<B>) -> Undo {
        let undo = self.undo_of_pass();
        self.clear_en_passant(tables);
        self.halfmoves = self.halfmoves.saturating_add(1);
        self.side = self.side.other();
        self.key ^= tables.zobrist.side();
        undo
    }

    fn undo_of_pass(&self) -> Undo {
        Undo {
            mv: None,
            captured: None,
            locust_capture: None,
            moved: None,
            taken_from_pool: None,
            blasted: 0,
            in_check: false,
            gave_check: false,
            rights: self.rights,
            en_passant: self.en_passant,
            halfmoves: self.halfmoves,
            fullmoves: self.fullmoves,
            key: self.key,
            pool_key: self.pool_key,
        }
    }

    /// Takes a move or a null move back.
    pub fn unmake(&mut self, tables: &Tables<B>, undo: &Undo) {
        if let Some(mv) = undo.mv {
            self.unmake_on_board(tables, mv, undo);
        }
        if tables.watches_checks && undo.gave_check {
            self.checks_left[self.side.other()] += 1;
        }
        self.rights = undo.rights;
        self.en_passant = undo.en_passant;
        self.halfmoves = undo.halfmoves;
        self.fullmoves = undo.fullmoves;
        self.side = self.side.other();
        self.key = undo.key;
        self.pool_key = undo.pool_key;
    }

    fn unmake_on_board(&mut self, tables: &Tables<B>, mv: Move, undo: &Undo) {
        let us = self.side.other();
        let (from, to) = (mv.from(), mv.to());
        for _ in 0..undo.blasted {
            if let Some((square, piece)) = self.debris.pop() {
                self.put(tables, square, piece);
            }
        }
        match mv.kind() {
            MoveKind::Castle => self.uncastle(tables, us, mv.castling_side()),
            MoveKind::Shift => self.shift(tables, us, tables.shape.file(from)),
            MoveKind::Rifle | MoveKind::Pass => {}
            MoveKind::Normal | MoveKind::DoubleStep | MoveKind::EnPassant | MoveKind::Locust => {
                if let (Some(now), Some(before)) = (self.piece_at(to), undo.moved) {
                    self.carry(tables, to, from, now, Piece::new(before, us));
                }
            }
        }
        if let Some(capture) = &undo.captured {
            self.uncapture(tables, capture);
        }
        if let Some(capture) = &undo.locust_capture {
            self.uncapture(tables, capture);
        }
        if let Some(kind) = undo.taken_from_pool {
            self.add_to_pool(tables, Piece::new(kind, us));
        }
    }

    fn clear_en_passant(&mut self, tables: &Tables<B>) {
        if let Some(en_passant) = self.en_passant.take()
            && en_passant.capturable
        {
            self.key ^= tables
                .zobrist
                .en_passant(en_passant.passed, en_passant.pawn);
        }
    }

    #[inline]
    fn capture_on(&mut self, tables: &Tables<B>, square: Square) -> Option<Capture> {
        let victim = self.piece_at(square)?;
        self.remove(tables, square, victim);
        self.halfmoves = 0;
        if self.goes_to_pool(tables, victim) {
            self.add_to_pool(tables, victim);
        }
        let mut awakened = None;
        if tables.variant.promotion.waiting {
            awakened = self.awaken(tables, victim);
        }
        Some(Capture {
            victim,
            square,
            awakened,
        })
    }

    /// Captures what stands on a square. Returns where a waiting pawn became that, and the
    /// type of that pawn.
    pub fn capture(&mut self, tables: &Tables<B>, square: Square) -> Option<(Square, PieceType)> {
        self.capture_on(tables, square)?.awakened
    }

    #[inline]
    fn uncapture(&mut self, tables: &Tables<B>, capture: &Capture) {
        let victim = capture.victim;
        if let Some((square, pawn)) = capture.awakened {
            self.remove(tables, square, victim);
            self.put(tables, square, Piece::new(pawn, victim.color()));
        }
        self.put(tables, capture.square, victim);
        if self.goes_to_pool(tables, victim) {
            self.take_from_pool(tables, victim);
        }
    }

    /// A locust capture, and perhaps another at the end.
    #[cold]
    fn make_locust(&mut self, tables: &Tables<B>, mv: Move, undo: &mut Undo) {
        if let Some(square) = mv.locust_victim() {
            undo.locust_capture = self.capture_on(tables, square);
            self.lose_rights(tables, tables.rights_lost[square]);
        }
        undo.captured = self.capture_on(tables, mv.to());
        self.move_piece(tables, mv, undo);
    }

    #[inline(always)]
    fn goes_to_pool(&self, tables: &Tables<B>, victim: Piece) -> bool {
        tables.variant.has_pool && !tables.variant.pawns.contains(victim.kind())
    }

    /// Moves the piece, as what it is afterwards.
    #[inline]
    fn move_piece(&mut self, tables: &Tables<B>, mv: Move, undo: &mut Undo) {
        let (from, to) = (mv.from(), mv.to());
        let Some(piece) = self.piece_at(from) else {
            return;
        };
        undo.moved = Some(piece.kind());
        let victims = [undo.captured, undo.locust_capture].map(|c| c.map(|c| c.victim));
        let promotion = self.promotion(tables, piece, mv, victims);
        if self.resets_clock(tables, piece, mv, promotion) {
            self.halfmoves = 0;
        }
        let kind = promotion.map_or(piece.kind(), |p| p.kind);
        if promotion.is_some_and(|p| p.chosen)
            && tables.variant.promotion.from_pool
            && let Some(source) = self.pool_source(tables, piece.color(), kind)
        {
            undo.taken_from_pool = Some(source);
            self.take_from_pool(tables, Piece::new(source, piece.color()));
        }
        self.carry(tables, from, to, piece, Piece::new(kind, piece.color()));
        if let Some(passed) = mv.passed()
            && kind == piece.kind()
        {
            self.en_passant = Some(EnPassant {
                passed,
                pawn: to,
                capturable: false,
            });
        }
    }

    /// Removes everything around a capture that explodes, and the capturer.
    #[cold]
    fn explode(&mut self, tables: &Tables<B>, center: Square, undo: &mut Undo) {
        let Some(blast) = tables.variant.blast else {
            return;
        };
        let mut squares = self.blasted_around(tables, blast, center);
        let capturer = self.piece_at(center);
        if capturer.is_some_and(|piece| !blast.immune.contains(piece.kind())) {
            squares |= B::single(center);
        }
        for square in squares.squares() {
            let Some(piece) = self.piece_at(square) else {
                continue;
            };
            self.remove(tables, square, piece);
            self.debris.push((square, piece));
            undo.blasted += 1;
            self.lose_rights(tables, tables.rights_lost[square]);
        }
    }

    #[inline(always)]
    fn lose_rights(&mut self, tables: &Tables<B>, lost: u8) {
        if self.rights & lost != 0 {
            self.key ^= tables.zobrist.rights(self.rights);
            self.rights &= !lost;
            self.key ^= tables.zobrist.rights(self.rights);
        }
    }

    /// The pawns of a player that stand in their promotion region.
    pub fn waiting_pawns(&self, tables: &Tables<B>, color: Color) -> B {
        let pawns = tables.variant.promotion.pawns[color]
            .iter()
            .fold(B::EMPTY, |set, t| set | self.kind(t));
        pawns & self.color(color) & tables.promotion_region[color]
    }

    /// Lets a pawn that has waited become the piece that was captured: the leftmost, as
    /// its owner sees the board. Returns its square and what it was.
    fn awaken(&mut self, tables: &Tables<B>, victim: Piece) -> Option<(Square, PieceType)> {
        let owner = victim.color();
        let promotion = &tables.variant.promotion;
        if !promotion.types[owner].contains(victim.kind())
            || !self.is_available(tables, owner, victim.kind())
        {
            return None;
        }
        let waiting = self
            .waiting_pawns(tables, owner)
            .squares()
            .filter(|&s| promotion.type_region[victim.kind().index()][owner].contains(s));
        let file = |s: &Square| tables.shape.file(*s);
        let leftmost = match owner {
            Color::White => waiting.min_by_key(file),
            Color::Black => waiting.max_by_key(file),
        };
        let square = leftmost?;
        let pawn = self.piece_at(square)?;
        self.remove(tables, square, pawn);
        self.put(tables, square, victim);
        self.lose_rights(tables, tables.rights_lost[square]);
        Some((square, pawn.kind()))
    }

    fn castle(&mut self, tables: &Tables<B>, us: Color, side: usize) {
        if let Some(path) = &tables.castling[us][side] {
            let s = path.squares;
            self.swap_castlers(tables, (s.king_from, s.rook_from), (s.king_to, s.rook_to));
            if tables.variant.castling.as_ref().is_some_and(|c| c.opposite) {
                self.lose_rights(tables, Tables::<B>::right(us.other(), side));
            }
        }
    }

    fn uncastle(&mut self, tables: &Tables<B>, us: Color, side: usize) {
        if let Some(path) = &tables.castling[us][side] {
            let s = path.squares;
            self.swap_castlers(tables, (s.king_to, s.rook_to), (s.king_from, s.rook_from));
        }
    }

    /// Moves king and rook at once: either may end where the other started.
    fn swap_castlers(&mut self, tables: &Tables<B>, from: (Square, Square), to: (Square, Square)) {
        if let (Some(king), Some(rook)) = (self.piece_at(from.0), self.piece_at(from.1)) {
            self.remove(tables, from.0, king);
            self.remove(tables, from.1, rook);
            self.put(tables, to.0, king);
            self.put(tables, to.1, rook);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Bits256;

    /// The figures of docs/performance.md.
    #[test]
    fn a_state_is_small_and_a_move_saves_little() {
        assert!(size_of::<Undo>() <= 48, "{}", size_of::<Undo>());
        let sizes = [size_of::<State<u64>>(), size_of::<State<Bits256>>()];
        assert!(sizes[0] <= 1024 && sizes[1] <= 1100, "{sizes:?}");
    }
}
