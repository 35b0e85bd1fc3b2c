//! Moves as text: `e2e4`, `a7a8q`, `e3f5,f5e3`, `g1l1`, `d1b1s`.

use super::Position;
use super::explain::MoveError;
use super::moves::{Move, MoveKind};
use crate::geometry::Bitboard;
use crate::rules::{Color, PieceType};

impl<B: Bitboard> Position<B> {
    /// A legal move as text, in lower case: squares from and to, then the id a pawn
    /// becomes or `+` for a piece that promotes; both legs of a rifle capture; `s` for a slider's shift; castling as
    /// the game writes it.
    pub fn move_text(&self, mv: Move) -> String {
        let name = |square| self.tables.shape.name(square);
        let (from, to) = (name(mv.from()), name(mv.to()));
        match mv.kind() {
            MoveKind::Normal | MoveKind::DoubleStep | MoveKind::EnPassant => {
                format!("{from}{to}{}", self.suffix_of(mv))
            }
            MoveKind::Rifle => format!("{from}{to},{to}{from}"),
            MoveKind::Locust => {
                let victim = mv.victim_on_way().map(name).unwrap_or_default();
                format!("{from}{victim},{victim}{to}{}", self.suffix_of(mv))
            }
            MoveKind::Pass => format!("{from}{to}"),
            MoveKind::Shift => format!("{from}{to}s"),
            MoveKind::Castle => {
                let [king, rook] = self.castling_texts(self.state.side, mv.castling_side());
                if self.castles_by_rook(mv) { rook } else { king }
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

    /// The two ways of writing castling: by the king's move, and by the rook's square.
    fn castling_texts(&self, color: Color, side: usize) -> [String; 2] {
        let name = |square| self.tables.shape.name(square);
        match &self.tables.castling[color][side] {
            Some(path) => {
                let s = path.squares;
                [s.king_to, s.rook_from].map(|to| name(s.king_from) + &name(to))
            }
            None => Default::default(),
        }
    }

    /// All legal moves as text, sorted by ASCII.
    pub fn legal_move_texts(&mut self) -> Vec<String> {
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
    pub fn parse_move(&mut self, text: &str) -> Result<Move, MoveError> {
        let wanted = text.to_ascii_lowercase();
        let moves = self.legal_moves();
        if let Some(&mv) = moves.iter().find(|&&mv| self.move_text(mv) == wanted) {
            return Ok(mv);
        }
        // Where a piece must promote the sign for it may be missing.
        if self.variant().choice.mandatory {
            let promoting = format!("{wanted}+");
            if let Some(&mv) = moves.iter().find(|&&mv| self.move_text(mv) == promoting) {
                return Ok(mv);
            }
        }
        let mut castlings = moves.iter().filter(|mv| {
            let texts = self.castling_texts(self.state.side, mv.castling_side());
            mv.kind() == MoveKind::Castle && texts.contains(&wanted)
        });
        match (castlings.next(), castlings.next()) {
            (Some(&mv), None) => Ok(mv),
            _ => Err(self.explain(&wanted)),
        }
    }
}
