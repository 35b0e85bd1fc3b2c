//! Moves as chess books write them: `Nf3`, `exd5`, `e8=Q`, `O-O`.

use crate::position::{AnyPosition, Move, MoveError, MoveKind};
use crate::rules::{PieceId, PieceType};

/// A move in standard algebraic notation, not yet looked for in a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum San {
    /// Castling.
    Castling {
        /// To the side of the lower files, not of the higher.
        queenside: bool,
    },
    /// Any other move.
    Move {
        /// The letter of the piece; none for a pawn.
        piece: Option<PieceId>,
        /// The file it comes from, counted from 0.
        file: Option<u8>,
        /// The rank it comes from, counted from 0.
        rank: Option<u8>,
        /// Whether it is written as a capture.
        capture: bool,
        /// File and rank of the square it goes to, counted from 0.
        to: (u8, u8),
        /// What a pawn becomes.
        becomes: Option<PieceId>,
    },
}

/// A move in the engine's own text or, where it has no such form, as chess books write it.
///
/// # Errors
/// It is no legal move, and why.
pub fn read_move(position: &mut AnyPosition, text: &str) -> Result<Move, String> {
    let error = match position.parse_move(text) {
        Ok(mv) => return Ok(mv),
        Err(error) => error,
    };
    match San::parse(text, 1) {
        Some(san) if matches!(error, MoveError::NotAMove) => san.find(position),
        _ => Err(error.to_string()),
    }
}

impl San {
    /// Reads a word; `None` if it is not written like such a move. `first_rank` is the number
    /// of White's first rank, 1 nearly everywhere.
    pub fn parse(word: &str, first_rank: u8) -> Option<Self> {
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
        let file_of = |text: &str| Some(text.bytes().next().filter(u8::is_ascii_lowercase)? - b'a');
        let rank_of = |text: &str| text.parse::<u8>().ok()?.checked_sub(first_rank);
        let to = (file_of(to)?, rank_of(&to[1..])?);
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
        if let Some(number) = file_of(from) {
            file = Some(number);
            from = &from[1..];
        }
        let rank = match from {
            "" => None,
            digits => Some(rank_of(digits)?),
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
    pub fn find(&self, position: &mut AnyPosition) -> Result<Move, String> {
        let moves = position.legal_moves();
        let meant: Vec<Move> = moves
            .iter()
            .copied()
            .filter(|&mv| self.means(position, mv))
            .collect();
        match meant.as_slice() {
            [mv] => Ok(*mv),
            [] => Err(self.explain(position)),
            several => {
                let texts = several.iter().map(|&mv| position.move_text(mv));
                let mut texts: Vec<String> = texts.collect();
                texts.sort_unstable();
                Err(format!("it may be {}", texts.join(" or ")))
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
            && (shape.file(mv.to()), shape.rank(mv.to())) == *to
            && from_file.is_none_or(|file| shape.file(mv.from()) == file)
            && from_rank.is_none_or(|rank| shape.rank(mv.from()) == rank)
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
        let (file, rank) = *to;
        let to = format!("{}{}", char::from(b'a' + file), u32::from(rank) + 1);
        format!("no {name} of {side}'s can go to {to} so; {how}")
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
        let Some(san) = San::parse(word, 1) else {
            return "not a move".into();
        };
        match san.find(&mut position) {
            Ok(mv) => position.move_text(mv),
            Err(error) => error,
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
            let san = San::parse(word, 1);
            let is_plain = word == "e2e4";
            assert!(san.is_none() || is_plain, "{word}: {san:?}");
        }
    }
}
