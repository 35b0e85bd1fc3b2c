//! Moves as chess books write them: `Nf3`, `exd5`, `e8=Q`, `O-O`.

use crate::geometry::Square;
use crate::position::{AnyPosition, Move, MoveKind};
use crate::rules::{PieceId, PieceType};
use anyhow::{anyhow, bail};

/// A move in standard algebraic notation, not yet looked for in a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum San<'a> {
    /// Castling: to the side of the lower files, or of the higher.
    Castling { queenside: bool },
    /// Any other move.
    Move {
        /// The letter of the piece; none for a pawn.
        piece: Option<PieceId>,
        /// The file it comes from, counted from 0.
        file: Option<u8>,
        /// The rank it comes from, counted from 1.
        rank: Option<u8>,
        capture: bool,
        /// The square it goes to.
        to: &'a str,
        /// What a pawn becomes.
        becomes: Option<PieceId>,
    },
}

impl<'a> San<'a> {
    /// Reads a word; `None` if it is not written like such a move.
    pub fn parse(word: &'a str) -> Option<Self> {
        let text = word.trim_end_matches(['+', '#', '?']);
        match text.to_ascii_uppercase().replace('0', "O").as_str() {
            "O-O" => return Some(Self::Castling { queenside: false }),
            "O-O-O" => return Some(Self::Castling { queenside: true }),
            _ => {}
        }
        let end = text.rfind(|c: char| c.is_ascii_digit())? + 1;
        let becomes = match text[end..].trim_start_matches('=') {
            "" | "!" | "!!" => None,
            id => match PieceId::parse_prefix(id)? {
                (id, true, "") => Some(id),
                _ => return None,
            },
        };
        let digits = text[..end]
            .trim_end_matches(|c: char| c.is_ascii_digit())
            .len();
        let start = digits.checked_sub(1)?;
        let to = text.get(start..end)?;
        if !to.starts_with(|c: char| c.is_ascii_lowercase()) {
            return None;
        }
        let before = &text[..start];
        let from = before.strip_suffix(['x', ':']);
        let capture = from.is_some();
        let mut from = from.unwrap_or(before).trim_end_matches('-');
        let mut piece = None;
        if let Some((id, true, rest)) = PieceId::parse_prefix(from) {
            piece = Some(id);
            from = rest;
        }
        let mut file = None;
        if let Some(letter) = from.bytes().next().filter(u8::is_ascii_lowercase) {
            file = Some(letter - b'a');
            from = &from[1..];
        }
        let rank = match from {
            "" => None,
            digits => Some(digits.parse().ok()?),
        };
        Some(Self::Move {
            piece,
            file,
            rank,
            capture,
            to,
            becomes,
        })
    }

    /// The legal move that is meant.
    ///
    /// # Errors
    /// There is none, or there are several.
    pub fn find(&self, position: &mut AnyPosition) -> anyhow::Result<Move> {
        let moves = position.legal_moves();
        let meant: Vec<Move> = moves
            .iter()
            .copied()
            .filter(|&mv| self.means(position, mv))
            .collect();
        match meant.as_slice() {
            [mv] => Ok(*mv),
            [] => Err(anyhow!("{}", self.explain(position))),
            several => {
                let texts = several.iter().map(|&mv| position.move_text(mv));
                let mut texts: Vec<String> = texts.collect();
                texts.sort_unstable();
                bail!("it may be {}", texts.join(" or "))
            }
        }
    }

    fn means(&self, position: &AnyPosition, mv: Move) -> bool {
        let shape = position.shape();
        let (wanted, from_file, from_rank, capture, to, becomes) = match self {
            Self::Castling { queenside } => {
                return mv.kind() == MoveKind::Castle && (mv.castling_side() == 1) == *queenside;
            }
            Self::Move {
                piece,
                file,
                rank,
                capture,
                to,
                becomes,
            } => (piece, file, rank, *capture, to, becomes),
        };
        if matches!(
            mv.kind(),
            MoveKind::Castle | MoveKind::Shift | MoveKind::Pass
        ) {
            return false;
        }
        let Some(piece) = position.piece_at(mv.from()) else {
            return false;
        };
        let is_it = match wanted {
            Some(id) => position.variant().piece(piece.kind()).id == *id,
            None => position.variant().pawns.contains(piece.kind()),
        };
        let id = |kind: PieceType| position.variant().piece(kind).id;
        is_it
            && shape.name(mv.to()) == **to
            && from_file.is_none_or(|file| shape.file(mv.from()) == file)
            && from_rank.is_none_or(|rank| shape.rank(mv.from()) + 1 == rank)
            && (!capture || position.victim(mv).is_some())
            && becomes.is_none_or(|wanted| mv.becomes().map(id) == Some(wanted))
    }

    /// Why no legal move is meant.
    fn explain(&self, position: &mut AnyPosition) -> String {
        let (piece, to) = match self {
            Self::Castling { .. } => return "there is no such castling now".into(),
            Self::Move { piece, to, .. } => (piece, to),
        };
        let example = position.legal_move_texts();
        let example = example.first().map_or("e2e4", String::as_str);
        let how = format!("moves are written as two squares, such as {example}");
        let name = match piece {
            None => "pawn".into(),
            Some(id) => match position.variant().type_of(*id) {
                Some(kind) => position.variant().piece(kind).name.clone(),
                None => {
                    let letter = id.letter().to_ascii_uppercase();
                    return format!("the game has no piece '{letter}'; {how}");
                }
            },
        };
        let side = position.side_to_move();
        format!("no {name} of {side}'s can go to {to} so; {how}")
    }
}

/// The square that a word names.
pub(super) fn square(position: &AnyPosition, word: &str) -> anyhow::Result<Square> {
    let lower = word.to_ascii_lowercase();
    match position.shape().parse_square(&lower) {
        Some((square, "")) => Ok(square),
        _ => bail!(
            "'{}' is not a square of this board",
            crate::rules::ini::shortened(word)
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Catalog;

    fn read(game: &str, fen: &str, word: &str) -> String {
        let variant = Catalog::built_in().get(game).unwrap();
        let start = AnyPosition::start(variant).unwrap();
        let mut position = if fen.is_empty() {
            start
        } else {
            start.with_fen(fen).unwrap()
        };
        let Some(san) = San::parse(word) else {
            return "not a move".into();
        };
        match san.find(&mut position) {
            Ok(mv) => position.move_text(mv),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn books_are_understood() {
        let knights = "4k3/P6P/8/3p4/2P1P3/8/8/RN2KN1R w KQ - 0 1";
        for (word, text) in [
            ("e5", "e4e5"),
            ("exd5", "e4d5"),
            ("cxd5+", "c4d5"),
            ("Nbd2", "b1d2"),
            ("N1d2", "it may be b1d2 or f1d2"),
            ("Ng3!", "f1g3"),
            ("a8=Q", "a7a8q"),
            ("h8N#", "h7h8n"),
            ("a8", "it may be a7a8b or a7a8n or a7a8q or a7a8r"),
            ("Ke2", "e1e2"),
            (
                "Rh1xh7",
                "no Rook of White's can go to h7 so; moves are written as two squares, such as a1a2",
            ),
            (
                "Bc4",
                "no Bishop of White's can go to c4 so; moves are written as two squares, such as a1a2",
            ),
            (
                "Zc4",
                "the game has no piece 'Z'; moves are written as two squares, such as a1a2",
            ),
            ("0-0", "there is no such castling now"),
        ] {
            assert_eq!(read("chess", knights, word), text, "{word}");
        }
        let castling = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
        assert_eq!(read("chess", castling, "O-O"), "e1g1");
        assert_eq!(read("chess", castling, "o-o-o+"), "e1c1");
        assert_eq!(read("opposition", "", "Hc3"), "e2c3");
    }

    #[test]
    fn other_words_are_no_moves() {
        for word in [
            "hint", "level7", "e2e4", "N", "8", "=Q", "nf3x", "O-O-O-O", "é5",
        ] {
            let san = San::parse(word);
            let is_plain = word == "e2e4";
            assert!(san.is_none() || is_plain, "{word}: {san:?}");
        }
    }
}
