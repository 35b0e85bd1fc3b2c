//! A move in four bytes.

use crate::geometry::Square;
use crate::rules::PieceType;
use std::fmt;
use std::num::NonZeroU32;

/// A move. What it means depends on the position it was made for; the position also
/// knows what is captured and what promotes by itself.
///
/// Bits 0-7 are the square it starts from, 8-15 the square it goes to, 16-23 an
/// argument that depends on the kind, 24-31 the kind. All numbers from 8 on stand for
/// [`MoveKind::Locust`], whose argument is the victim's square: they also say what the
/// piece becomes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(NonZeroU32);

/// What sort of move it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum MoveKind {
    /// From one square to another, capturing what stands there; a pawn may promote.
    Normal = 1,
    /// A pawn's first move over a square, where it can be captured en passant.
    DoubleStep = 2,
    /// A capture of the pawn that has just passed the target square.
    EnPassant = 3,
    /// The king's two squares of castling.
    Castle = 4,
    /// A capture of the piece on the target square, without moving.
    Rifle = 5,
    /// A shift of the mover's strip: its lowest live square before and after.
    Shift = 6,
    /// A move that ends where it began and captures nothing.
    Pass = 7,
    /// A locust capture: of a piece on the way, and of what stands on the last square.
    Locust = 8,
}

impl Move {
    #[inline(always)]
    fn pack(kind: MoveKind, from: Square, to: Square, argument: u8) -> Self {
        let bits = u32::from(from.byte())
            | u32::from(to.byte()) << 8
            | u32::from(argument) << 16
            | (kind as u32) << 24;
        match NonZeroU32::new(bits) {
            Some(bits) => Self(bits),
            None => unreachable!("no kind is zero"),
        }
    }

    /// A plain move or capture.
    #[inline(always)]
    pub fn normal(from: Square, to: Square) -> Self {
        Self::pack(MoveKind::Normal, from, to, 0)
    }

    /// A pawn's move, by which it becomes another type.
    #[inline(always)]
    pub fn promotion(from: Square, to: Square, becomes: PieceType) -> Self {
        Self::pack(MoveKind::Normal, from, to, becomes.index() as u8 + 1)
    }

    /// A plain move or capture, by which a piece may become another type.
    #[inline(always)]
    pub fn becoming(from: Square, to: Square, becomes: Option<PieceType>) -> Self {
        match becomes {
            Some(kind) => Self::promotion(from, to, kind),
            None => Self::normal(from, to),
        }
    }

    /// A double step over `passed`.
    #[inline(always)]
    pub fn double_step(from: Square, to: Square, passed: Square) -> Self {
        Self::pack(MoveKind::DoubleStep, from, to, passed.byte())
    }

    /// A capture en passant, perhaps with a promotion.
    #[inline(always)]
    pub fn en_passant(from: Square, to: Square, becomes: Option<PieceType>) -> Self {
        let argument = becomes.map_or(0, |t| t.index() as u8 + 1);
        Self::pack(MoveKind::EnPassant, from, to, argument)
    }

    /// Castling to a side: 0 for the higher files, 1 for the lower.
    #[inline(always)]
    pub fn castle(king_from: Square, king_to: Square, side: usize) -> Self {
        Self::pack(MoveKind::Castle, king_from, king_to, side as u8)
    }

    /// A rifle capture.
    #[inline(always)]
    pub fn rifle(from: Square, victim: Square) -> Self {
        Self::pack(MoveKind::Rifle, from, victim, 0)
    }

    /// A move that leaves its piece where it stands.
    #[inline(always)]
    pub fn pass(square: Square) -> Self {
        Self::pack(MoveKind::Pass, square, square, 0)
    }

    /// A locust capture, perhaps with a promotion.
    #[inline(always)]
    pub fn locust(from: Square, victim: Square, to: Square, becomes: Option<PieceType>) -> Self {
        let chosen = becomes.map_or(0, |t| t.index() as u32 + 1);
        let plain = Self::pack(MoveKind::Locust, from, to, victim.byte());
        Self(plain.0.saturating_add(chosen << 24))
    }

    /// A strip's shift.
    #[inline(always)]
    pub fn shift(lowest_before: Square, lowest_after: Square) -> Self {
        Self::pack(MoveKind::Shift, lowest_before, lowest_after, 0)
    }

    /// The move as bits, never 0.
    #[inline(always)]
    pub fn bits(self) -> u32 {
        self.0.get()
    }

    /// The move with these [`Self::bits`]; `None` for 0.
    #[inline(always)]
    pub fn from_bits(bits: u32) -> Option<Self> {
        NonZeroU32::new(bits).map(Self)
    }

    /// The kind.
    #[inline(always)]
    pub fn kind(self) -> MoveKind {
        match self.0.get() >> 24 {
            1 => MoveKind::Normal,
            2 => MoveKind::DoubleStep,
            3 => MoveKind::EnPassant,
            4 => MoveKind::Castle,
            5 => MoveKind::Rifle,
            6 => MoveKind::Shift,
            7 => MoveKind::Pass,
            _ => MoveKind::Locust,
        }
    }

    /// The square it starts from.
    #[inline(always)]
    pub fn from(self) -> Square {
        Square::new(self.0.get() as u8)
    }

    /// The square it goes to; the victim's for a rifle capture, the king's for castling.
    #[inline(always)]
    pub fn to(self) -> Square {
        Square::new((self.0.get() >> 8) as u8)
    }

    #[inline(always)]
    fn argument(self) -> u8 {
        (self.0.get() >> 16) as u8
    }

    /// What a pawn becomes by the player's choice.
    #[inline(always)]
    pub fn becomes(self) -> Option<PieceType> {
        let number = match self.kind() {
            MoveKind::Normal | MoveKind::EnPassant => usize::from(self.argument()),
            MoveKind::Locust => (self.0.get() >> 24) as usize - MoveKind::Locust as usize,
            _ => 0,
        };
        (number > 0).then(|| PieceType::new(number - 1))
    }

    /// The square passed over by a double step.
    #[inline(always)]
    pub fn passed(self) -> Option<Square> {
        (self.kind() == MoveKind::DoubleStep).then(|| Square::new(self.argument()))
    }

    /// The square of the victim of a locust capture.
    #[inline(always)]
    pub fn locust_victim(self) -> Option<Square> {
        (self.kind() == MoveKind::Locust).then(|| Square::new(self.argument()))
    }

    /// The side of castling: 0 for the higher files, 1 for the lower.
    #[inline(always)]
    pub fn castling_side(self) -> usize {
        usize::from(self.argument() & 1)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?}({:?}-{:?}, {})",
            self.kind(),
            self.from(),
            self.to(),
            self.argument()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_unpacks_to_what_was_packed() {
        let (a, b, c) = (Square::new(0), Square::new(255), Square::new(77));
        let last = PieceType::new(PieceType::MAX - 1);
        assert_eq!(size_of::<Option<Move>>(), 4);
        let m = Move::normal(a, b);
        assert_eq!(
            (m.kind(), m.from(), m.to(), m.becomes()),
            (MoveKind::Normal, a, b, None)
        );
        let m = Move::promotion(b, a, last);
        assert_eq!(
            (m.kind(), m.from(), m.to(), m.becomes()),
            (MoveKind::Normal, b, a, Some(last))
        );
        let m = Move::double_step(a, b, c);
        assert_eq!(
            (m.kind(), m.passed(), m.becomes()),
            (MoveKind::DoubleStep, Some(c), None)
        );
        let m = Move::en_passant(a, b, Some(last));
        assert_eq!(
            (m.kind(), m.becomes(), m.passed()),
            (MoveKind::EnPassant, Some(last), None)
        );
        let m = Move::castle(a, b, 1);
        assert_eq!(
            (m.kind(), m.castling_side(), m.becomes()),
            (MoveKind::Castle, 1, None)
        );
        assert_eq!(Move::rifle(a, b).kind(), MoveKind::Rifle);
        assert_eq!(Move::shift(a, b).kind(), MoveKind::Shift);
        assert_eq!(Move::pass(b).kind(), MoveKind::Pass);
        for becomes in [None, Some(PieceType::new(0)), Some(last)] {
            let m = Move::locust(a, c, b, becomes);
            assert_eq!(
                (m.kind(), m.from(), m.to(), m.locust_victim(), m.becomes()),
                (MoveKind::Locust, a, b, Some(c), becomes)
            );
        }
        assert_eq!(Move::normal(a, b).locust_victim(), None);
    }
}
