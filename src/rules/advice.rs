//! What the author of a game may have overlooked: allowed, but probably not intended.

mod idle;

use super::Variant;
use super::fields::Fields;
use super::ini::{IniProblem, comment};
use super::keys;
use super::piece::{Color, Piece, PieceType, TypeSet};
use super::placement::Cell;
use crate::geometry::{Bitboard, Bits256, Square};

/// At most this many squares are named in one line.
const MAX_SQUARES: usize = 8;

/// The key of a piece that is meant never to move.
const IMMOBILE: &str = "immobile";

/// Where a piece could go from a square if everything stood where it would have to.
pub type ReachFn<'a> = &'a dyn Fn(&Variant, Piece, Square) -> Bits256;

/// Advice about a game that can be played, each with its line.
pub(super) fn advise(variant: &Variant, fields: &Fields, reach: ReachFn<'_>) -> Vec<IniProblem> {
    let mut advice = Advice {
        variant,
        fields,
        standing: standing(variant),
        found: Vec::new(),
    };
    advice.comments();
    for color in Color::BOTH {
        advice.promotion_region(color);
        advice.double_steps(color);
    }
    advice.promotion_types();
    let used = advice.used();
    advice.unused(used);
    advice.stuck(used, reach);
    advice.rights();
    advice.lone_king();
    advice.counters();
    advice.idle_keys();
    advice.found
}

/// What stands on the board in the beginning.
fn standing(variant: &Variant) -> Vec<(Square, Piece)> {
    let piece = |(square, cell)| match cell {
        Cell::Piece(piece) => Some((square, piece)),
        Cell::Empty | Cell::Hole => None,
    };
    variant
        .shape
        .squares()
        .zip(variant.start_cells())
        .filter_map(piece)
        .collect()
}

struct Advice<'a> {
    variant: &'a Variant,
    fields: &'a Fields,
    standing: Vec<(Square, Piece)>,
    found: Vec<IniProblem>,
}

impl Advice<'_> {
    fn note(&mut self, key: &str, message: String) {
        self.found.push(IniProblem {
            location: self.fields.location(key),
            section: Some(self.variant.name.clone()),
            key: Some(key.into()),
            message,
        });
    }

    /// Comments that have become part of a text.
    fn comments(&mut self) {
        for key in self.fields.keys() {
            let text = self.fields.own_text(&key).unwrap_or_default();
            if let Some(comment) = comment(&text).filter(|_| keys::is_text(&key)) {
                self.note(&key, super::ini::own_line(comment));
            }
        }
    }

    /// Why a region of a player is not that of this board: it is the default of a board of 8
    /// ranks, or comes from a board of another height. `None` if it is meant for this one.
    fn foreign(&self, key: &str, color: Color) -> Option<&'static str> {
        let own = format!("{key}{color}");
        let given = self.fields.nearest(&[key, &own]);
        match given.and_then(|key| self.fields.generation(key)) {
            None => (self.variant.shape.ranks() != 8).then_some("by default"),
            Some(given) => {
                let height = self.fields.generation("maxRank").unwrap_or(0);
                (height > given).then_some("as its parent says")
            }
        }
    }

    /// The squares on which a player's pieces stand that `wanted` accepts.
    fn squares_of(&self, color: Color, wanted: impl Fn(PieceType) -> bool) -> Bits256 {
        let standing = self.standing.iter();
        let own = standing.filter(|(_, p)| p.color() == color && wanted(p.kind()));
        own.map(|(square, _)| *square).collect()
    }

    fn ranks(&self, squares: Bits256) -> String {
        let shape = self.variant.shape;
        let has = |rank: &u8| shape.rank_squares(*rank).intersects(squares);
        let ranks = (0..shape.ranks()).filter(has);
        let texts: Vec<String> = ranks.map(|rank| format!("*{}", rank + 1)).collect();
        texts.join(" ")
    }

    /// Pawns that promote on a rank of another board.
    fn promotion_region(&mut self, color: Color) {
        const KEY: &str = "promotionRegion";
        let promotion = &self.variant.promotion;
        let promotes = |kind| {
            promotion.pawns[color].contains(kind) && !promotion.types[color].is_empty()
                || self.variant.choice.to[kind.index()].is_some()
        };
        let shape = self.variant.shape;
        let last = match color {
            Color::White => shape.ranks(),
            Color::Black => 1,
        };
        let region = promotion.region[color];
        if self.squares_of(color, promotes).is_empty() || region == shape.rank_squares(last - 1) {
            return;
        }
        if let Some(why) = self.foreign(KEY, color) {
            let now = match self.ranks(region).as_str() {
                "" => "nowhere".into(),
                ranks => format!("on {ranks}"),
            };
            let message = format!(
                "{color}'s pawns promote {now} {why}; for the last rank write \
                 {KEY}{color} = *{last}"
            );
            self.note(&format!("{KEY}{color}"), message);
        }
    }

    /// Pawns that stand where they have no double step.
    fn double_steps(&mut self, color: Color) {
        const KEY: &str = "doubleStepRegion";
        let pieces = &self.variant.pieces;
        let starts = |kind: PieceType| pieces[kind.index()].patterns.iter().any(|p| p.initial);
        let squares = self.squares_of(color, starts);
        let region = self.variant.initial_region[color];
        if squares.is_empty() || squares.intersects(region) {
            return;
        }
        if let Some(why) = self.foreign(KEY, color) {
            let now = match self.ranks(region).as_str() {
                "" => "from no rank".into(),
                ranks => format!("from {ranks}"),
            };
            let message = format!(
                "{color}'s pawns have their double step {now} {why}, where no pawn stands; write \
                 {KEY}{color} = {}, or doubleStep = false",
                self.ranks(squares)
            );
            self.note(&format!("{KEY}{color}"), message);
        }
    }

    /// Pawns that may promote, but to nothing.
    fn promotion_types(&mut self) {
        const KEY: &str = "mandatoryPawnPromotion";
        let promotion = &self.variant.promotion;
        let nothing = |color: Color| {
            let pawns = promotion.pawns[color];
            let promotes =
                |kind| pawns.contains(kind) && self.variant.choice.to[kind.index()].is_none();
            promotion.types[color].is_empty() && self.squares_of(color, promotes).any()
        };
        if !promotion.mandatory && Color::BOTH.into_iter().any(nothing) {
            let message = "pawns may promote, but promotionPieceTypes is empty: they never do";
            self.note(KEY, message.into());
        }
    }

    /// The types that can ever be on the board.
    fn used(&self) -> TypeSet {
        let variant = self.variant;
        let mut used: TypeSet = self.standing.iter().map(|(_, p)| p.kind()).collect();
        loop {
            let mut more = used;
            for color in Color::BOTH {
                if variant.promotion.pawns[color]
                    .iter()
                    .any(|pawn| used.contains(pawn))
                {
                    more = more.union(variant.promotion.types[color]);
                }
            }
            for kind in used.iter() {
                let promotion = variant.self_promotions[kind.index()].as_ref().map(|p| p.to);
                let becomes = variant.choice.to[kind.index()].into_iter().chain(promotion);
                becomes.for_each(|to| more.insert(to));
            }
            if more == used {
                return used;
            }
            used = more;
        }
    }

    /// Pieces that the section itself names and that never come on the board.
    fn unused(&mut self, used: TypeSet) {
        for kind in self.variant.types().filter(|&kind| !used.contains(kind)) {
            let piece = self.variant.piece(kind);
            if self.fields.is_own(&piece.key) {
                let message = format!(
                    "'{}' ({}) is never on the board: it is not in startFen, and nothing \
                     promotes to it",
                    piece.id, piece.name
                );
                self.note(&piece.key, message);
            }
        }
    }

    /// Pieces without a move: anywhere, or where they stand in the beginning.
    fn stuck(&mut self, used: TypeSet, reach: ReachFn<'_>) {
        let variant = self.variant;
        let live = |square: &Square| !variant.holes.contains(*square);
        let moves =
            |kind: PieceType, color, square| reach(variant, Piece::new(kind, color), square).any();
        let mut still = TypeSet::EMPTY;
        for kind in used.iter() {
            let anywhere = |color| {
                let mut squares = variant.shape.squares().filter(live);
                squares.any(|square| moves(kind, color, square))
            };
            if Color::BOTH.into_iter().any(anywhere) {
                continue;
            }
            still.insert(kind);
            let piece = variant.piece(kind);
            if piece.key != IMMOBILE {
                let message = format!(
                    "'{}' ({}) has no move on any square of this board",
                    piece.id, piece.name
                );
                self.note(&piece.key, message);
            }
        }
        let stuck: Vec<String> = self
            .standing
            .iter()
            .filter(|(square, p)| !still.contains(p.kind()) && !moves(p.kind(), p.color(), *square))
            .map(|(square, p)| {
                let id = variant.piece(p.kind()).id.cased(p.color());
                format!("{id} on {}", variant.shape.name(*square))
            })
            .collect();
        if !stuck.is_empty() {
            let more = match stuck.len().saturating_sub(MAX_SQUARES) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            let shown = stuck[..stuck.len().min(MAX_SQUARES)].join(", ");
            let message = format!("{shown}{more} can never leave the square");
            self.note("startFen", message);
        }
    }

    /// A player who has no king and can hardly lose, where the other has one.
    fn lone_king(&mut self) {
        let variant = self.variant;
        let others = variant.ends.extinction.is_some_and(|e| e.value.is_some());
        let missing = Color::BOTH.into_iter().find(|&c| !variant.has_king[c]);
        let Some(color) = missing.filter(|&c| variant.has_king[c.other()] && !others) else {
            return;
        };
        let message = format!("{color} has no king, so {color} can never be checkmated");
        self.note("startFen", message);
    }

    /// Checks that are counted, though the start position does not say how many.
    fn counters(&mut self) {
        let mut fields = self.variant.start_fen.split(' ').skip(4);
        if self.variant.ends.counts_checks && !fields.any(|field| field.contains('+')) {
            let message = "startFen does not say how many checks win: the game begins with 1+1, \
                           the first check wins; for three write 3+3 before the counters";
            self.note("checkCounting", message.into());
        }
    }

    /// Castling rights in a game without castling.
    fn rights(&mut self) {
        const KEY: &str = "startFen";
        let fen = self.fields.own_text(KEY).unwrap_or_default();
        let rights = fen.split_ascii_whitespace().nth(2).unwrap_or("-");
        let are_rights = rights.chars().all(|c| "KQkq".contains(c));
        if self.variant.castling.is_none() && are_rights {
            let why = match self.fields.text("castling").as_deref() {
                Some("false") => "castling = false",
                _ => "it has no king or no rook that castles",
            };
            let message = format!("the castling rights {rights} are dropped: {why}");
            self.note(KEY, message);
        }
    }
}
