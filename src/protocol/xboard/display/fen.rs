//! Positions that come from XBoard.

use super::cells::ShownCell;
use super::error::ReadFenError;
use super::vocabulary::{Vocabulary, rows};
use crate::geometry::Square;
use crate::rules::{Color, Piece};

/// Rewrites a FEN of XBoard as the engine writes it.
///
/// # Errors
/// What cannot be understood. Whether the position can be played is not looked at.
pub(super) fn read(words: &Vocabulary, fen: &str) -> Result<String, ReadFenError> {
    let mut fields = fen.split_ascii_whitespace();
    let board = fields.next().ok_or(ReadFenError::Empty)?;
    let rest: Vec<&str> = fields.collect();
    if words.is_native() {
        // XBoard has room for captured pieces in some of its games, ours have none there.
        let board = match words.game().has_pool {
            true => board,
            false => board.split('[').next().unwrap_or(board),
        };
        return Ok(complete(words, board, &rest, None));
    }
    let cells = read_board(words, board)?;
    let id = |cell: &Option<Seen>| match cell {
        None => None,
        Some(Seen::Hole) => Some("*".to_owned()),
        Some(Seen::Piece(piece)) => Some(words.game().piece(piece.kind()).id.cased(piece.color())),
    };
    let board = rows(words.shape(), &cells, id);
    Ok(complete(words, &board, &rest, Some(rights(words, &cells))))
}

/// What a FEN of XBoard shows.
pub(super) struct Shown {
    /// The squares, from a1 rank by rank.
    pub cells: Vec<ShownCell>,
    pub side: Color,
    /// The number of the next move, as XBoard counts the entries of its list.
    pub number: Option<usize>,
}

/// What a FEN shows of a game that XBoard does not know; `None` if it cannot be read.
pub(super) fn shown(words: &Vocabulary, fen: &str) -> Option<Shown> {
    let mut fields = fen.split_ascii_whitespace();
    let seen = read_board(words, fields.next()?).ok()?;
    let cells = seen.into_iter().map(|seen| match seen {
        None => ShownCell::Empty,
        Some(Seen::Hole) => ShownCell::Hole,
        Some(Seen::Piece(piece)) => ShownCell::Piece(piece),
    });
    let side = match fields.next()? {
        "w" => Color::White,
        "b" => Color::Black,
        _ => return None,
    };
    Some(Shown {
        cells: cells.collect(),
        side,
        number: fields.last().and_then(|text| text.parse().ok()),
    })
}

/// What a FEN says of a square.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Seen {
    Hole,
    Piece(Piece),
}

fn read_board(words: &Vocabulary, board: &str) -> Result<Vec<Option<Seen>>, ReadFenError> {
    let shape = words.shape();
    let files = usize::from(shape.files());
    // Captured pieces in brackets are the business of other games.
    let board = board.split('[').next().unwrap_or(board);
    let lines: Vec<&str> = board.split('/').collect();
    if lines.len() != usize::from(shape.ranks()) {
        return Err(ReadFenError::RankCount {
            found: lines.len(),
            expected: shape.ranks(),
        });
    }
    let mut cells = vec![None; shape.len()];
    for (line, rank) in lines.iter().zip((0..usize::from(shape.ranks())).rev()) {
        let mut file = 0;
        let mut rest = *line;
        let row = rank + 1;
        while let Some(first) = rest.chars().next() {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            if digits > 0 {
                file += rest[..digits]
                    .parse::<usize>()
                    .unwrap_or(files + 1)
                    .min(files + 1);
                rest = &rest[digits..];
            } else {
                let (seen, tail) = match first {
                    '*' => (Seen::Hole, &rest[1..]),
                    _ => match words.read_piece(rest) {
                        Some((piece, tail)) => (Seen::Piece(piece), tail),
                        None => {
                            let text = rest.into();
                            return Err(ReadFenError::NotAPiece { row, text });
                        }
                    },
                };
                rest = tail;
                if file < files {
                    cells[rank * files + file] = Some(seen);
                }
                file += 1;
            }
            if file > files {
                return Err(ReadFenError::RowTooLong { row, files });
            }
        }
        // XBoard's rows may end early.
    }
    Ok(cells)
}

/// The castling rights of a position for which XBoard knows none: wherever king and rook
/// stand at home.
fn rights(words: &Vocabulary, cells: &[Option<Seen>]) -> String {
    let Some(castling) = &words.game().castling else {
        return "-".into();
    };
    let stands = |square: Square, kind, color| {
        cells[square.index()] == Some(Seen::Piece(Piece::new(kind, color)))
    };
    let mut rights = String::new();
    for (color, letters) in Color::BOTH.into_iter().zip([["K", "Q"], ["k", "q"]]) {
        for (side, letter) in castling.sides[color].iter().zip(letters) {
            let Some(side) = side else { continue };
            let mut rooks = castling.rooks[color].iter();
            if stands(side.king_from, words.king(), color)
                && rooks.any(|rook| stands(side.rook_from, rook, color))
            {
                rights += letter;
            }
        }
    }
    if rights.is_empty() {
        "-".into()
    } else {
        rights
    }
}

/// Puts in the fields that are missing, each in its place. Where rights are given they
/// stand for XBoard's `-`, and XBoard's square for en passant, which it finds by rules of
/// its own, is left out.
fn complete(words: &Vocabulary, board: &str, rest: &[&str], rights: Option<String>) -> String {
    let side = rest.first().copied().unwrap_or("w");
    let rest = rest.get(1..).unwrap_or_default();
    let (checks, rest): (Vec<&str>, Vec<&str>) = rest.iter().partition(|t| t.contains('+'));
    let is_number = |text: &&&str| text.bytes().all(|b| b.is_ascii_digit());
    let fields: Vec<&str> = rest.iter().take_while(|t| !is_number(t)).copied().collect();
    let numbers: Vec<&str> = rest.iter().skip(fields.len()).copied().collect();
    let is_rights = |text: &&&str| text.bytes().all(|b| b"KQkq".contains(&b));
    let given = fields.iter().find(is_rights).copied();
    let passed = fields.iter().find(|t| **t != "-" && !is_rights(t)).copied();
    let (rights, passed) = match (rights, passed) {
        (Some(rights), _) => (given.map_or(rights, Into::into), "-".to_owned()),
        (None, None) => (given.unwrap_or("-").to_owned(), "-".to_owned()),
        (None, Some(passed)) => (given.unwrap_or("-").to_owned(), own_squares(words, passed)),
    };
    let [halfmoves, fullmoves] = [0, 1].map(|n| numbers.get(n).copied());
    let mut fields = vec![board, side, &rights, &passed];
    fields.extend(checks);
    fields.extend([halfmoves.unwrap_or("0"), fullmoves.unwrap_or("1")]);
    fields.join(" ")
}

/// Squares in a FEN count the ranks as those in moves do.
fn own_squares(words: &Vocabulary, text: &str) -> String {
    let shape = words.shape();
    super::translate(
        text,
        |text| words.ranks.parse_prefix(text),
        |s| shape.name(s),
    )
}

/// The line that marks squares of the board: like a FEN's rows, with holes as if they
/// were empty.
pub(super) fn highlight(words: &Vocabulary, marks: &[(Square, char)]) -> String {
    let shape = words.shape();
    let mut cells = vec![None; shape.len()];
    for (square, mark) in marks {
        cells[square.index()] = Some(*mark);
    }
    let text = |cell: &Option<char>| cell.map(String::from);
    format!("highlight {}", rows(shape, &cells, text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::AnyPosition;
    use crate::rules::Catalog;

    fn words(game: &str) -> Vocabulary {
        Vocabulary::new(Catalog::built_in().get(game).unwrap()).unwrap()
    }

    #[test]
    fn the_start_comes_back_with_all_castling_rights() {
        for game in ["battery", "opposition", "short-sliders"] {
            let words = words(game);
            let start = AnyPosition::start(words.game()).unwrap();
            let sent = words.fen(&start);
            assert!(!sent.contains("KQkq"), "{sent}");
            for fen in [
                sent.clone(),
                sent.replace(" - - ", " - "),
                sent.replace(" - - 0 1", ""),
            ] {
                let read = read(&words, &fen).unwrap();
                assert_eq!(start.with_fen(&read).unwrap().fen(), start.fen(), "{fen}");
            }
        }
    }

    #[test]
    fn rights_are_given_where_king_and_rook_stand_at_home() {
        let words = words("short-sliders");
        let fen = "6k4r/12/12/12/12/12/12/12/12/12/12/12/12/12/12/R5K4R' b - 7 9";
        let read = read(&words, fen).unwrap();
        let fields: Vec<&str> = read.split(' ').skip(1).collect();
        assert_eq!(fields.join(" "), "b Qk - 7 9");
    }

    #[test]
    fn partners_nicknames_and_marks_are_read() {
        let words = words("short-sliders");
        // N' is the partner of N, B' has the nickname V, B! is the partner of B'.
        let fen = "6k5/12/12/12/12/12/12/12/12/12/12/12/12/12/12/+NVB'+B'+x'5K1 w - 0 1";
        assert!(
            read(&words, fen)
                .unwrap_err()
                .to_string()
                .contains("'+x'5K1' is not a piece")
        );
        let fen = fen.replace("+x'5K1", "6K1");
        let board = read(&words, &fen).unwrap();
        assert!(board.contains("/N'B'B'B!6K1 w"), "{board}");
    }

    #[test]
    fn fens_that_do_not_fit_are_refused_with_the_place() {
        let words = words("battery");
        for (fen, why) in [
            ("", "the FEN is empty"),
            ("5/5 w", "the number of ranks is 2, expected 10"),
            (
                "6/5/5/5/5/5/5/5/5/5 w",
                "row 10 of the FEN: it has more than 5 files",
            ),
            (
                "5/5/5/5/5/5/5/5/z4/5 w",
                "row 2 of the FEN: 'z4' is not a piece",
            ),
            (
                "5/5/5/5/5/5/5/5/5/é w",
                "row 1 of the FEN: 'é' is not a piece",
            ),
            (
                "99999999999999999999/5/5/5/5/5/5/5/5/5 w",
                "row 10 of the FEN: it has more than 5 files",
            ),
        ] {
            assert_eq!(read(&words, fen).unwrap_err().to_string(), why, "{fen}");
        }
    }

    #[test]
    fn a_game_of_xboards_own_keeps_its_rights() {
        let words = words("chess");
        let fen = "4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 9";
        assert_eq!(read(&words, fen).unwrap(), fen);
        assert_eq!(
            read(&words, "4k3/8/8/8/8/8/8/4K3 b").unwrap(),
            "4k3/8/8/8/8/8/8/4K3 b - - 0 1"
        );
    }

    #[test]
    fn marks_are_rows_with_holes_as_empty_squares() {
        let words = words("opposition");
        let marks = [
            (Square::new(0), 'Y'),
            (Square::new(3), 'R'),
            (Square::new(48), 'C'),
        ];
        assert_eq!(highlight(&words, &marks), "highlight 6C/7/7/7/7/7/Y2R3");
    }
}
