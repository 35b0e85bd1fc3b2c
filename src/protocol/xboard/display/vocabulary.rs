//! The words in which XBoard is told about a game: squares, plies, positions.

use super::cells::{Ply, ShownCell, picture};
use super::error::DisplayError;
use super::ids::{Suffix, WireIds};
use super::ranks::Ranks;
use super::{glyphs, keys, names};
use crate::geometry::Shape;
use crate::position::AnyPosition;
use crate::rules::{Color, Piece, PieceType, Variant};
use std::sync::Arc;

/// The longest line that XBoard's buffers hold, in bytes.
const LINE: usize = 512;

/// What is said of one game.
#[derive(Debug)]
pub(super) struct Vocabulary {
    game: Arc<Variant>,
    king: PieceType,
    name: String,
    /// XBoard itself knows the game.
    native: bool,
    ids: WireIds,
    /// The slot of each type's glyph.
    slots: Vec<u8>,
    pub ranks: Ranks,
}

impl Vocabulary {
    /// # Errors
    /// XBoard cannot show the game, and why.
    pub fn new(game: &Arc<Variant>) -> Result<Self, DisplayError> {
        let king = game.king.filter(|_| game.has_king.0 == [true; 2]);
        let king = king.ok_or(DisplayError::NoKing)?;
        if game.blast.is_some() {
            return Err(DisplayError::Blasts);
        }
        let known = keys::known_name(game)?;
        let name = match known {
            Some(known) => known.into(),
            None => names::safe(&game.name),
        };
        let words = Self {
            king,
            name,
            native: known.is_some(),
            ids: WireIds::new(game)?,
            slots: glyphs::choose(game)?,
            ranks: Ranks::new(game.shape),
            game: game.clone(),
        };
        let table = words.table();
        if table.len() >= LINE - "setup ()".len() {
            return Err(DisplayError::TableTooLong);
        }
        Ok(words)
    }

    pub fn game(&self) -> &Arc<Variant> {
        &self.game
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn is_native(&self) -> bool {
        self.native
    }

    pub fn shape(&self) -> Shape {
        self.game.shape
    }

    pub fn ids(&self) -> &WireIds {
        &self.ids
    }

    pub fn king(&self) -> PieceType {
        self.king
    }

    pub fn is_king(&self, cell: ShownCell) -> bool {
        matches!(cell, ShownCell::Piece(piece) if piece.kind() == self.king)
    }

    /// Whether XBoard was told that the king castles.
    pub fn king_castles(&self) -> bool {
        self.game.castling.is_some() || self.game.strips.0.iter().any(Option::is_some)
    }

    /// Whether XBoard takes a piece for its own kind of pawn: that in the first slot.
    pub fn is_plain_pawn(&self, cell: ShownCell) -> bool {
        matches!(cell, ShownCell::Piece(piece) if self.slots[piece.kind().index()] == 0)
    }

    /// The slot of a type's glyph.
    pub fn slot(&self, kind: PieceType) -> u8 {
        self.slots[kind.index()]
    }

    /// The name of each type's glyph.
    pub fn pictures(&self) -> Vec<&'static str> {
        self.slots.iter().map(|&slot| glyphs::name(slot)).collect()
    }

    /// The table of pieces: White's, in the order of XBoard's glyphs, the king last; then
    /// Black's.
    pub fn table(&self) -> String {
        let others = || self.game.types().filter(|&t| t != self.king);
        let slot = |t: PieceType| self.slots[t.index()];
        // XBoard ignores a table of fewer than twelve pieces.
        let length = others().map(slot).max().map_or(0, |s| s + 1).max(5);
        let mut half = String::new();
        for n in 0..length {
            match others().find(|&t| slot(t) == n) {
                Some(kind) => half += &self.ids.entry(kind),
                None => half.push('.'),
            }
        }
        half += &self.ids.in_fen(self.king, Color::White);
        let lower = half.to_ascii_lowercase();
        half + &lower
    }

    /// The lines that set up the game.
    pub fn setup_lines(&self, start: &AnyPosition) -> Vec<String> {
        if self.is_native() {
            return Vec::new();
        }
        let king = self.ids.in_fen(self.king, Color::White);
        let moves = if self.king_castles() { "KisO1" } else { "K" };
        let shape = self.shape();
        vec![
            format!(
                "setup ({}) {}x{}+0_chu {}",
                self.table(),
                shape.files(),
                shape.ranks(),
                self.fen(start)
            ),
            format!("piece {king}& {moves}"),
        ]
    }

    /// A position as XBoard reads it.
    pub fn fen(&self, position: &AnyPosition) -> String {
        if self.is_native() {
            return position.fen();
        }
        let cells = picture(position);
        let id = |cell: &ShownCell| match cell {
            ShownCell::Empty => None,
            ShownCell::Hole => Some("*".to_owned()),
            ShownCell::Piece(piece) => Some(self.ids.in_fen(piece.kind(), piece.color())),
        };
        format!(
            "{} {} - - {} {}",
            rows(self.shape(), &cells, id),
            position.side_to_move().letter(),
            position.halfmoves(),
            position.fullmoves()
        )
    }

    /// A ply as it is written behind `move`.
    pub fn text(&self, ply: Ply) -> String {
        let name = |square| self.ranks.name(square);
        match ply {
            Ply::Null => "@@@@".into(),
            Ply::Castle {
                king,
                to,
                rook,
                rook_to,
            } => format!("{}{},{}{}", name(king), name(to), name(rook), name(rook_to)),
            Ply::Changed { at, through } => {
                let (at, through) = (name(at), name(through));
                format!("{at}{at},{through}{at}")
            }
            Ply::Move {
                from,
                to,
                through,
                suffix,
            } => {
                let way = through.map(|t| format!("{},{}", name(t), name(t)));
                let suffix = match suffix {
                    None => String::new(),
                    Some(Suffix::Letter(letter)) => letter.to_string(),
                    Some(Suffix::Plus) => "=+".into(),
                };
                format!(
                    "{}{}{}{suffix}",
                    name(from),
                    way.unwrap_or_default(),
                    name(to)
                )
            }
        }
    }

    /// Reads a ply.
    pub fn read_ply(&self, text: &str) -> Option<Ply> {
        if text == "@@@@" {
            return Some(Ply::Null);
        }
        let square = |text| self.ranks.parse_prefix(text);
        // Both squares before either is understood: one may settle how ranks count.
        let two = |text| {
            let (_, rest) = square_text(text)?;
            square(rest)?;
            let (from, rest) = square(text)?;
            let (to, rest) = square(rest)?;
            Some((from, to, rest))
        };
        let (from, to, rest) = two(text)?;
        let Some(second) = rest.strip_prefix(',') else {
            let suffix = read_suffix(rest)?;
            return Some(Ply::turning(from, to, suffix));
        };
        if from == to {
            // Where the second leg ends means nothing: it may be beside the board.
            let (through, end) = square(second)?;
            let digits = end.get(1..)?;
            let named = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
            return named.then_some(Ply::Changed { at: from, through });
        }
        let (from_2, to_2, rest) = two(second)?;
        let suffix = read_suffix(rest)?;
        if to == from_2 {
            return Some(Ply::Move {
                from,
                to: to_2,
                through: Some(to),
                suffix,
            });
        }
        let castle = Ply::Castle {
            king: from,
            to,
            rook: from_2,
            rook_to: to_2,
        };
        suffix.is_none().then_some(castle)
    }

    /// The piece whose id, with `+` before it or a mark behind, a text starts with.
    pub fn read_piece<'a>(&self, text: &'a str) -> Option<(Piece, &'a str)> {
        let (promoted, rest) = match text.strip_prefix('+') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let letter = rest.chars().next().filter(char::is_ascii_alphabetic)?;
        let length = 1 + usize::from(rest[1..].starts_with(['\'', '!']));
        let color = match letter.is_ascii_uppercase() {
            true => Color::White,
            false => Color::Black,
        };
        let kind = self
            .ids
            .type_of(&rest[..length].to_ascii_uppercase(), promoted)?;
        Some((Piece::new(kind, color), &rest[length..]))
    }
}

/// A letter and the digits behind it, and what follows.
fn square_text(text: &str) -> Option<(&str, &str)> {
    text.bytes().next().filter(u8::is_ascii_alphabetic)?;
    let digits = text[1..].bytes().take_while(u8::is_ascii_digit).count();
    (digits > 0).then(|| text.split_at(1 + digits))
}

/// Nothing, a letter, or `+`, perhaps with `=` before it.
fn read_suffix(text: &str) -> Option<Option<Suffix>> {
    let text = text.strip_prefix('=').unwrap_or(text);
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (None, _) => Some(None),
        (Some('+'), None) => Some(Some(Suffix::Plus)),
        (Some(letter), None) if letter.is_ascii_alphabetic() => {
            Some(Some(Suffix::Letter(letter.to_ascii_lowercase())))
        }
        _ => None,
    }
}

/// The rows of a board as a FEN has them, from the top; a square without text is empty.
pub(in crate::protocol::xboard) fn rows<T>(
    shape: Shape,
    cells: &[T],
    text: impl Fn(&T) -> Option<String>,
) -> String {
    let mut rows = Vec::new();
    for rank in cells.chunks(usize::from(shape.files())).rev() {
        let texts: Vec<Option<String>> = rank.iter().map(&text).collect();
        let mut row = String::new();
        for run in texts.chunk_by(|a, b| a.is_none() && b.is_none()) {
            match &run[0] {
                Some(text) => row += text,
                None => row += &run.len().to_string(),
            }
        }
        rows.push(row);
    }
    rows.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Catalog;

    fn setup(game: &str) -> Vec<String> {
        let game = Catalog::built_in().get(game).unwrap();
        let words = Vocabulary::new(game).unwrap();
        words.setup_lines(&AnyPosition::start(game).unwrap())
    }

    #[test]
    fn games_are_set_up_in_two_lines() {
        assert_eq!(
            setup("opposition"),
            [
                "setup (PHM..Kphm..k) 7x7+0_chu 1kh1***/mmh4/ppp4/7/4PPP/4HMM/***1HK1 w - - 0 1",
                "piece K& KisO1"
            ]
        );
    }

    #[test]
    fn games_that_xboard_knows_need_no_setup() {
        assert_eq!(setup("chess"), [] as [&str; 0]);
        assert_eq!(setup("capablanca"), [] as [&str; 0]);
    }

    #[test]
    fn plies_are_read_as_they_are_written() {
        let words = Vocabulary::new(Catalog::built_in().get("short-sliders").unwrap()).unwrap();
        for text in [
            "@@@@",
            "a15b0",
            "c4c15n",
            "f5e7,e7f5",
            "e10c10,c10d11",
            "g0h0,l0g0",
            "a15a14=+",
            "a15a14,a14a15=+",
            "a15a15,a14a15",
        ] {
            let ply = words.read_ply(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(words.text(ply), text);
        }
        for text in [
            "",
            "a1",
            "a1b",
            "a1b2nn",
            "a1b2,c3",
            "a1b2,c3d4n",
            "a1a1,c3",
            "a1a1,c3d",
            "a1a1,c3d4n",
            "e4?",
            "é1a1",
            "Na1b2",
        ] {
            assert_eq!(words.read_ply(text), None, "{text}");
        }
    }
}
