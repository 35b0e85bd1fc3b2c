//! What a piece may become by its player's choice when it moves: promotion of pawns, and of
//! other pieces in their region.

use super::state::State;
use super::tables::Tables;
use crate::geometry::{Bitboard, Square};
use crate::rules::{Color, Piece, PieceType, TypeSet};

/// What a piece may be after a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Choices {
    /// The types that it may become.
    pub types: TypeSet,
    /// It may stay what it is.
    pub may_stay: bool,
}

impl Choices {
    /// A piece to which nothing happens.
    pub const NONE: Self = Self {
        types: TypeSet::EMPTY,
        may_stay: true,
    };

    /// Each type that it may become, and `None` for staying what it is.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Option<PieceType>> {
        let stay = self.may_stay.then_some(None);
        self.types.iter().map(Some).chain(stay)
    }
}

impl<B: Bitboard> State<B> {
    /// What a piece that goes to a square may become.
    pub fn choices(&self, tables: &Tables<B>, piece: Piece, from: Square, to: Square) -> Choices {
        self.choices_by(tables, piece, from, to, self.piece_at(to).is_some())
    }

    /// The same for a move that is known to capture or not.
    pub fn choices_by(
        &self,
        tables: &Tables<B>,
        piece: Piece,
        from: Square,
        to: Square,
        captures: bool,
    ) -> Choices {
        let variant = &tables.variant;
        let (us, kind) = (piece.color(), piece.kind());
        let region = tables.promotion_region[us];
        let stuck = variant.limits.immobility && tables.piece(piece).immobile.contains(to);
        let mut types = TypeSet::EMPTY;
        let mut may_stay = !stuck;
        let promotion = &variant.promotion;
        if promotion.pawns[us].contains(kind) && region.contains(to) {
            types = promotion.types[us]
                .iter()
                .filter(|&kind| {
                    promotion.type_region[kind.index()][us].contains(to)
                        && self.is_available(tables, us, kind)
                })
                .collect();
            may_stay &= !promotion.mandatory;
            if types.is_empty() && promotion.waiting {
                may_stay = true;
            }
        }
        if tables.has_choice
            && let Some(becomes) = variant.choice.to[kind.index()]
            && (region.contains(from) || region.contains(to))
            && self.is_available(tables, us, becomes)
            && (!variant.choice.on_capture || captures)
        {
            types.insert(becomes);
            may_stay &= !variant.choice.mandatory;
        }
        Choices { types, may_stay }
    }

    /// Whether a player may get one more piece of a type by promotion.
    pub fn is_available(&self, tables: &Tables<B>, owner: Color, kind: PieceType) -> bool {
        let variant = &tables.variant;
        let below = |limit: Option<u16>| limit.is_none_or(|n| self.count(owner, kind) < n);
        below(variant.promotion.limit[kind.index()])
            && below(variant.piece_limit[kind.index()])
            && (!variant.promotion.from_pool || self.pool_source(tables, owner, kind).is_some())
    }

    /// The type in a player's pool that a pawn becoming `kind` uses up.
    pub fn pool_source(
        &self,
        tables: &Tables<B>,
        owner: Color,
        kind: PieceType,
    ) -> Option<PieceType> {
        let sources = &tables.pool_sources[kind.index()];
        sources
            .iter()
            .copied()
            .find(|source| self.pool[owner][source.index()] > 0)
    }
}
