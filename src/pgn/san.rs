//! Moves as chess books write them: `Nf3`, `exd5`, `e8=Q`, `O-O`.

use crate::position::{AnyPosition, Move, MoveError, MoveKind};
use crate::rules::{PieceId, PieceType, Variant};

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
/// A number before it and a judgement behind it do not matter.
///
/// # Errors
/// It is no legal move, and why.
pub fn read_move(position: &mut AnyPosition, text: &str) -> Result<Move, String> {
    let text = without_judgement(position.variant(), without_number(text));
    let error = match position.parse_move(text) {
        Ok(mv) => return Ok(mv),
        Err(error) => error,
    };
    // As books would write what the engine does: `a7a8=q`.
    if let Some((squares, id)) = text.split_once('=')
        && let Ok(mv) = position.parse_move(&[squares, id].concat())
    {
        return Ok(mv);
    }
    match San::parse(text, 1) {
        Some(san) if matches!(error, MoveError::NotAMove) => san.find(position),
        _ => Err(error.to_string()),
    }
}

/// A word without the move number before it: `12.e2e4`, `12...`, `12`.
pub fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.is_empty() || rest.starts_with('.') {
        rest.trim_start_matches('.')
    } else {
        word
    }
}

/// A move without `!`, `?`, `!?` and so on after it. After a letter, `!` may be a part of the
/// id of a piece.
pub fn without_judgement<'a>(variant: &Variant, text: &'a str) -> &'a str {
    let plain = text.trim_end_matches(JUDGEMENTS);
    let with_mark = text.get(..plain.len() + 1).filter(|t| t.ends_with('!'));
    let is_id = |text: &&str| {
        let last = plain.char_indices().last().map_or(0, |(at, _)| at);
        let id = PieceId::parse_prefix(&text[last..]);
        id.is_some_and(|(id, _, _)| variant.type_of(id).is_some())
    };
    with_mark.filter(is_id).unwrap_or(plain)
}

/// Whether a word begins with a square, as moves in the engine's own text do.
pub fn begins_with_square(word: &str) -> bool {
    let mut bytes = word.bytes();
    bytes.next().is_some_and(|b| b.is_ascii_alphabetic())
        && bytes.next().is_some_and(|b| b.is_ascii_digit())
}

/// The signs by which an annotator judges a move.
const JUDGEMENTS: [char; 2] = ['!', '?'];

/// What may stand behind a move.
const MARKS: [char; 4] = ['!', '?', '+', '#'];

impl San {
    /// Reads a word; `None` if it is not written like such a move. `first_rank` is the number
    /// of White's first rank, 1 nearly everywhere.
    pub fn parse(word: &str, first_rank: u8) -> Option<Self> {
        let text = without_number(word);
        let text = match text.trim_end_matches(MARKS) {
            plain if plain.ends_with(|c: char| c.is_ascii_alphabetic()) => {
                // The mark behind a letter may be a part of an id.
                let level = usize::from(text[plain.len()..].starts_with('!'));
                &text[..plain.len() + level]
            }
            plain => plain,
        };
        let castling = text.trim_end_matches('!');
        match castling.to_ascii_uppercase().replace('0', "O").as_str() {
            "O-O" => return Some(Self::Castling { queenside: false }),
            "O-O-O" => return Some(Self::Castling { queenside: true }),
            _ => {}
        }
        let end = text.rfind(|c: char| c.is_ascii_digit())? + 1;
        let behind = text[end..].trim_start_matches('=');
        let becomes = match behind {
            "" => None,
            id => match PieceId::parse_prefix(id)? {
                (id, upper, "") if upper || behind.len() < text.len() - end => Some(id),
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
    fn numbers_and_judgements_do_not_matter() {
        let fen = "4k3/P7/8/3p4/8/8/3Q4/R3K2R w KQ - 0 1";
        let variant = Catalog::built_in().get("chess").unwrap();
        let start = AnyPosition::start(variant).unwrap();
        for (word, text) in [
            ("Qxd5?!", "d2d5"),
            ("12.Qxd5+!", "d2d5"),
            ("1...Qxd5!!", "d2d5"),
            ("d2d5!?", "d2d5"),
            ("O-O!", "e1g1"),
            ("a8=q", "a7a8q"),
            ("a7a8=q", "a7a8q"),
            ("a7a8=Q#!", "a7a8q"),
            ("a8=Q!", "a7a8q"),
            ("a8=N?!", "a7a8n"),
        ] {
            let mut position = start.with_fen(fen).unwrap();
            let found = read_move(&mut position, word).map(|mv| position.move_text(mv));
            assert_eq!(found.as_deref(), Ok(text), "{word}");
        }
        // Where `!` is a part of ids it does not mean a good move.
        let variant = Catalog::built_in().get("short-sliders").unwrap();
        let plain = without_judgement(variant, "a15a16b!");
        assert_eq!(plain, "a15a16b!");
        assert_eq!(without_judgement(variant, "a15a16b!?"), "a15a16b!");
        assert_eq!(without_judgement(variant, "a15a16!"), "a15a16");
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
