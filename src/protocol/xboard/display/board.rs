//! XBoard's board, by XBoard's rules.
//!
//! These are the rules of XBoard 4.9.1 with legality testing off and the parent variant
//! `chu`. They are simpler than those of the games, and in places odd; what is odd is
//! modelled, so that a sequence can be tried out here before it is sent.

use super::cells::{Ply, ShownCell, cell, picture};
use super::error::PlyError;
use super::ids::Suffix;
use super::vocabulary::Vocabulary;
use crate::geometry::Square;
use crate::position::AnyPosition;
use crate::rules::{Color, Piece};

/// What XBoard remembers of a double step of its own kind of pawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Passed {
    /// Nothing is known: a position was just set up.
    Unknown,
    Nothing,
    /// The file, and the rank that was passed; the rank counts only where the step was
    /// longer than two.
    On {
        file: u8,
        long: Option<u8>,
    },
}

/// XBoard's board.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Board {
    pub cells: Vec<ShownCell>,
    pub side: Color,
    passed: Passed,
    /// The square whose piece may have become any other of its player's: XBoard knows,
    /// but has not told. `cells` still has what stood there before.
    untold: Option<Square>,
}

impl Board {
    /// The board on which a position was set up.
    pub fn new(position: &AnyPosition) -> Self {
        Self {
            cells: picture(position),
            side: position.side_to_move(),
            passed: Passed::Unknown,
            untold: None,
        }
    }

    /// Whether the board looks like a position; where it has not been told what a piece
    /// became, whether it may.
    pub fn shows(&self, position: &AnyPosition) -> bool {
        let mut squares = position.shape().squares();
        squares.all(|square| match (self.at(square), cell(position, square)) {
            (ShownCell::Piece(one), ShownCell::Piece(other)) if self.untold == Some(square) => {
                one.color() == other.color()
            }
            (shown, wanted) => shown == wanted,
        })
    }

    /// Learns from the position that is shown what has not been told.
    pub fn learn(&mut self, position: &AnyPosition) {
        if let Some(square) = self.untold.take() {
            self.put(square, cell(position, square));
        }
    }

    /// What a square shows.
    pub fn at(&self, square: Square) -> ShownCell {
        self.cells[square.index()]
    }

    fn put(&mut self, square: Square, cell: ShownCell) {
        self.cells[square.index()] = cell;
    }

    /// The board after a ply.
    ///
    /// # Errors
    /// XBoard does not take it, or what it would make of it is not certain.
    pub fn after(&self, words: &Vocabulary, ply: Ply) -> Result<Self, PlyError> {
        let mut board = self.clone();
        board.passed = Passed::Nothing;
        board.side = self.side.other();
        match ply {
            Ply::Null => {}
            Ply::Castle {
                king,
                to,
                rook,
                rook_to,
            } => board.castle(self, words, [king, to, rook, rook_to])?,
            Ply::Move {
                from,
                to,
                through,
                suffix,
            } => board.move_piece(self, words, (from, to, through), suffix)?,
            Ply::Changed { at, through } => board.change(self, at, through)?,
        }
        Ok(board)
    }

    fn change(&mut self, before: &Self, at: Square, through: Square) -> Result<(), PlyError> {
        let mover = before.at(at);
        if mover == ShownCell::Hole || !mover.belongs_to(before.side) {
            return Err(PlyError::NothingToMove);
        }
        if before.at(through) != ShownCell::Empty
            || before.untold.is_some_and(|square| square != at)
        {
            return Err(PlyError::Unknowable);
        }
        self.untold = Some(at);
        Ok(())
    }

    fn castle(
        &mut self,
        before: &Self,
        words: &Vocabulary,
        [king, to, rook, rook_to]: [Square; 4],
    ) -> Result<(), PlyError> {
        let shape = words.shape();
        let color = before.side;
        if before.at(king) != ShownCell::Piece(Piece::new(words.king(), color)) {
            return Err(PlyError::NoKing);
        }
        // XBoard takes the rook for what is removed on the way, unless its file is that of
        // the king's target: then it understands something else.
        let own = before.at(rook).belongs_to(color) && before.at(rook) != ShownCell::Hole;
        if !words.king_castles() || !own || shape.file(to) == shape.file(rook) {
            return Err(PlyError::NotCastling);
        }
        let step = if shape.file(rook) < shape.file(king) {
            1
        } else {
            -1
        };
        let beside = shape.square(i32::from(shape.file(to)) + step, i32::from(shape.rank(to)));
        if beside != Some(rook_to) {
            return Err(PlyError::RookElsewhere);
        }
        let cell = before.at(rook);
        self.put(rook, ShownCell::Empty);
        self.put(to, before.at(king));
        self.put(king, ShownCell::Empty);
        self.put(rook_to, cell);
        Ok(())
    }

    fn move_piece(
        &mut self,
        before: &Self,
        words: &Vocabulary,
        (from, to, through): (Square, Square, Option<Square>),
        suffix: Option<Suffix>,
    ) -> Result<(), PlyError> {
        let mover = before.at(from);
        if !mover.belongs_to(before.side) {
            return Err(PlyError::NothingToMove);
        }
        if before
            .untold
            .is_some_and(|s| [Some(from), Some(to), through].contains(&Some(s)))
        {
            return Err(PlyError::Unknowable);
        }
        if from == to && through.is_none() || through.is_some_and(|t| t == from || t == to) {
            return Err(PlyError::NoMovement);
        }
        if let Some(through) = through {
            let trampled = before.at(through);
            let own = trampled.is_white() == mover.is_white();
            if own && words.is_king(mover) && words.king_castles() {
                return Err(PlyError::WouldCastle);
            }
            self.put(through, ShownCell::Empty);
        }
        let target = self.at(to);
        let swaps = matches!(target, ShownCell::Piece(_)) && target.is_white() == mover.is_white();
        if swaps {
            self.put(from, target);
            self.put(to, mover);
        } else {
            self.put(from, ShownCell::Empty);
            self.go(before, words, (from, to), target, suffix)?;
        }
        if let Some(suffix) = suffix {
            let ShownCell::Piece(piece) = mover else {
                return Err(PlyError::HoleBecomesPiece);
            };
            let kind = words.ids().becomes(piece.kind(), suffix);
            let kind = kind.ok_or(PlyError::NoSuchLetter)?;
            self.put(to, ShownCell::Piece(Piece::new(kind, piece.color())));
        }
        Ok(())
    }

    /// A move that is not a swap, with the peculiarities of kings and pawns. The square
    /// it starts from is empty already.
    fn go(
        &mut self,
        before: &Self,
        words: &Vocabulary,
        (from, to): (Square, Square),
        target: ShownCell,
        suffix: Option<Suffix>,
    ) -> Result<(), PlyError> {
        let shape = words.shape();
        let mover = before.at(from);
        let (file, rank) = (i32::from(shape.file(from)), i32::from(shape.rank(from)));
        let (to_file, to_rank) = (i32::from(shape.file(to)), i32::from(shape.rank(to)));
        let last = i32::from(shape.files()) - 1;
        let by = to_file - file;
        if words.is_king(mover) && rank == to_rank && by.abs() > 1 && file != 0 && file != last {
            // The nearest piece, whatever it is, jumps to the other side of the king.
            let step = by.signum();
            let mut near = file + step;
            let at = |file: i32| shape.square(file, rank).ok_or(PlyError::OffBoard);
            while near != 0 && near != last && self.at(at(near)?) == ShownCell::Empty {
                near += step;
            }
            let beside = at(to_file - step)?;
            let piece = self.at(at(near)?);
            self.put(beside, piece);
            self.put(at(near)?, ShownCell::Empty);
            self.put(to, mover);
            return Ok(());
        }
        self.put(to, mover);
        if !words.is_plain_pawn(mover) {
            return Ok(());
        }
        let ahead = if mover.is_white() { 1 } else { -1 };
        let height = i32::from(shape.ranks());
        let far = match mover.is_white() {
            true => rank >= height / 2,
            false => rank < height / 2,
        };
        let last_rank = if ahead > 0 { height - 1 } else { 0 };
        if far
            && by != 0
            && target == ShownCell::Empty
            && !(to_rank == last_rank && suffix.is_some())
        {
            let (takes, back) = match before.passed {
                Passed::Unknown => return Err(PlyError::MayCaptureEnPassant),
                Passed::On { file, long } => (
                    i32::from(file) == to_file,
                    if long.is_some_and(|r| i32::from(r) + ahead == to_rank) {
                        2
                    } else {
                        1
                    },
                ),
                Passed::Nothing => (false, 1),
            };
            if takes || by.abs() > 4 {
                let victim = shape.square(to_file, to_rank - back * ahead);
                self.put(victim.ok_or(PlyError::OffBoard)?, ShownCell::Empty);
            }
        }
        let advance = (to_rank - rank) * ahead;
        if advance >= 2 {
            self.passed = Passed::On {
                file: ((file + to_file) / 2) as u8,
                long: (advance > 2).then_some((to_rank - ahead) as u8),
            };
        }
        Ok(())
    }

    /// Whether XBoard passes a ply on to another engine in the words in which it came. A
    /// move through a square that is empty or the mover's own it takes for castling.
    pub fn is_passed_on(&self, ply: Ply) -> bool {
        match ply {
            Ply::Move {
                from,
                through: Some(through),
                ..
            } => self.at(from).is_white() != self.at(through).is_white(),
            Ply::Move { .. } | Ply::Null | Ply::Castle { .. } => true,
            Ply::Changed { .. } => false,
        }
    }
}
