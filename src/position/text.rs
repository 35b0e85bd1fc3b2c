//! Moves as text: `e2e4`, `a7a8q`, `e3f5,f5e3`, `g1l1`, `d1b1s`.

use super::Position;
use super::explain::{MoveError, NoCastling};
use super::moves::{Move, MoveKind};
use crate::geometry::{Bitboard, Shape, Square};
use crate::rules::PieceType;

impl<B: Bitboard> Position<B> {
    /// A legal move as text, in lower case: squares from and to, then the id a pawn becomes or
    /// `+` for a piece that promotes; both legs of a rifle capture; `s` for a strip's shift;
    /// castling as the game writes it.
    pub fn move_text(&self, mv: Move) -> String {
        let name = |square| self.tables.shape.name(square);
        let (from, to) = (name(mv.from()), name(mv.to()));
        match mv.kind() {
            MoveKind::Normal | MoveKind::DoubleStep | MoveKind::EnPassant => {
                format!("{from}{to}{}", self.suffix_of(mv))
            }
            MoveKind::Rifle => format!("{from}{to},{to}{from}"),
            MoveKind::Locust => {
                let victim = mv.locust_victim().map(name).unwrap_or_default();
                format!("{from}{victim},{victim}{to}{}", self.suffix_of(mv))
            }
            MoveKind::Pass => format!("{from}{to}"),
            MoveKind::Shift => format!("{from}{to}s"),
            MoveKind::Castle => {
                let by_rook = usize::from(self.castles_by_rook(mv));
                let squares = self.castling_squares(mv).map(|forms| forms[by_rook]);
                squares.map_or_else(String::new, |(king, to)| name(king) + &name(to))
            }
        }
    }

    fn suffix_of(&self, mv: Move) -> String {
        let piece = self.piece_at(mv.from());
        let suffix = piece
            .zip(mv.becomes())
            .map(|(piece, kind)| self.promotion_suffix(piece.kind(), kind));
        suffix.unwrap_or_default()
    }

    /// What is written behind the move by which a piece becomes another type: the id of
    /// what a pawn chooses, `+` for the one type that a piece can become.
    pub(super) fn promotion_suffix(&self, from: PieceType, to: PieceType) -> String {
        let variant = self.variant();
        if variant.choice.to[from.index()] == Some(to) {
            "+".into()
        } else {
            variant.piece(to).id.to_string()
        }
    }

    /// Whether a move is castling that is written, and made by hand, by the rook's square:
    /// where the game says so, and where the king's move would read like another.
    pub fn castles_by_rook(&self, mv: Move) -> bool {
        let path = &self.tables.castling[self.state.side][mv.castling_side()];
        mv.kind() == MoveKind::Castle && path.as_ref().is_some_and(|path| path.by_rook)
    }

    /// The squares by which castling is written: those of the king's move, and the king's
    /// and the rook's; `None` if the game has no such castling.
    fn castling_squares(&self, mv: Move) -> Option<[(Square, Square); 2]> {
        let path = self.tables.castling[self.state.side][mv.castling_side()].as_ref()?;
        let s = path.squares;
        Some([s.king_to, s.rook_from].map(|to| (s.king_from, to)))
    }

    /// The squares from and to by which castling is written here, for its notation in books:
    /// `O-O` or `O-O-O`, also with small letters or zeros. `None` for any other text.
    ///
    /// # Errors
    /// The game has no castling to that side.
    pub fn castling_of_books(&self, text: &str) -> Result<Option<(Square, Square)>, NoCastling> {
        let side = match text.replace(['0', 'o'], "O").as_str() {
            "O-O" => 0,
            "O-O-O" => 1,
            _ => return Ok(None),
        };
        let path = self.tables.castling[self.state.side][side].as_ref();
        let path = path.ok_or(NoCastling)?;
        let squares = path.squares;
        let to = match path.by_rook {
            true => squares.rook_from,
            false => squares.king_to,
        };
        Ok(Some((squares.king_from, to)))
    }

    /// All legal moves as text, sorted by ASCII.
    pub fn legal_move_texts(&self) -> Vec<String> {
        let moves = self.legal_moves();
        let mut texts: Vec<String> = moves.iter().map(|&mv| self.move_text(mv)).collect();
        texts.sort_unstable();
        texts
    }

    /// The legal move with this text. Case does not matter, and castling is understood
    /// in both forms where only one move can be meant.
    ///
    /// # Errors
    /// Why there is no such move.
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        let wanted = text.to_ascii_lowercase();
        let Some(written) = Written::read(self.shape(), &wanted) else {
            return Err(self.explain(&wanted));
        };
        let moves = self.legal_moves();
        if let Some(&mv) = moves.iter().find(|&&mv| self.is_written(mv, &written)) {
            return Ok(mv);
        }
        // Where a piece must promote the sign for it may be missing.
        if self.variant().choice.mandatory && written.rest.is_empty() {
            let promoting = Written {
                rest: "+",
                ..written
            };
            if let Some(&mv) = moves.iter().find(|&&mv| self.is_written(mv, &promoting)) {
                return Ok(mv);
            }
        }
        let mut castlings = moves.iter().filter(|&&mv| self.may_castle_as(mv, &written));
        match (castlings.next(), castlings.next()) {
            (Some(&mv), None) => Ok(mv),
            _ => Err(self.explain(&wanted)),
        }
    }

    /// Whether [`Self::move_text`] would write a move so.
    fn is_written(&self, mv: Move, written: &Written<'_>) -> bool {
        let (from, to) = (written.from, written.to);
        let becomes = |rest: &str| self.suffix_of(mv) == rest;
        match (mv.kind(), written.legs) {
            (MoveKind::Normal | MoveKind::DoubleStep | MoveKind::EnPassant, None) => {
                (mv.from(), mv.to()) == (from, to) && becomes(written.rest)
            }
            (MoveKind::Rifle, Some(second)) => {
                (mv.from(), mv.to()) == (from, to)
                    && second == (to, from)
                    && written.rest.is_empty()
            }
            (MoveKind::Locust, Some(second)) => {
                (mv.from(), mv.locust_victim()) == (from, Some(to))
                    && second == (to, mv.to())
                    && becomes(written.rest)
            }
            (MoveKind::Pass, None) => (mv.from(), mv.to()) == (from, to) && written.rest.is_empty(),
            (MoveKind::Shift, None) => (mv.from(), mv.to()) == (from, to) && written.rest == "s",
            (MoveKind::Castle, None) => {
                let by_rook = usize::from(self.castles_by_rook(mv));
                let squares = self.castling_squares(mv);
                squares.is_some_and(|squares| squares[by_rook] == (from, to))
                    && written.rest.is_empty()
            }
            _ => false,
        }
    }

    /// Whether a text may mean castling, in either form.
    fn may_castle_as(&self, mv: Move, written: &Written<'_>) -> bool {
        let forms = self.castling_squares(mv);
        mv.kind() == MoveKind::Castle
            && forms.is_some_and(|forms| forms.contains(&(written.from, written.to)))
            && written.legs.is_none()
            && written.rest.is_empty()
    }
}

/// A move's text, taken apart: two squares, perhaps those of a second leg, and what stands
/// behind them.
#[derive(Clone, Copy)]
struct Written<'a> {
    from: Square,
    to: Square,
    legs: Option<(Square, Square)>,
    rest: &'a str,
}

impl<'a> Written<'a> {
    /// Takes a text in lower case apart; `None` if it does not begin with two squares.
    fn read(shape: Shape, text: &'a str) -> Option<Self> {
        let two = |text| {
            let (from, rest) = shape.parse_square(text)?;
            let (to, rest) = shape.parse_square(rest)?;
            Some((from, to, rest))
        };
        let (from, to, rest) = two(text)?;
        let second = rest.strip_prefix(',').and_then(two);
        let (legs, rest) = match second {
            Some((from, to, rest)) => (Some((from, to)), rest),
            None => (None, rest),
        };
        Some(Self {
            from,
            to,
            legs,
            rest,
        })
    }
}
