//! The first field of a FEN: what stands where.
//!
//! Used for the start position when a game is built and for every FEN afterwards.

use super::ini::shortened;
use super::piece::{Color, Piece, PieceId, PieceType};
use crate::geometry::{Shape, Square};
use thiserror::Error;

/// What a cell of the bounding box holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cell {
    /// Part of the board, nothing on it.
    Empty,
    /// Not part of the board.
    Hole,
    /// A piece.
    Piece(Piece),
}

/// A board field that was read: a cell for every square and the pool's text.
#[derive(Clone, Debug)]
pub struct Placement<'a> {
    /// The cells, a1 first.
    pub cells: Vec<Cell>,
    /// What stands between the square brackets, if there are any.
    pub pool: Option<&'a str>,
}

/// Why a board field was refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs, reason = "the messages say what each case and field is")]
pub enum PlacementError {
    #[error("the pool's bracket is not closed")]
    OpenBracket,
    #[error("unexpected '{0}' after the pool's bracket")]
    BehindBracket(String),
    #[error("the number of ranks is {found}, expected {expected}")]
    RankCount { found: usize, expected: u8 },
    #[error("rank {rank} has more than {files} files")]
    RankTooLong { rank: u8, files: u8 },
    #[error("rank {rank} has {found} files, expected {files}")]
    RankTooShort { rank: u8, found: u8, files: u8 },
    #[error("rank {rank}, file {file}: the game has no piece '{id}'")]
    UnknownPiece { rank: u8, file: char, id: String },
    #[error("rank {rank}, file {file}: '+{id}', but '{id}' has no promoted form")]
    NotPromoted { rank: u8, file: char, id: String },
    #[error("rank {rank}, file {file}: unexpected '{}'", shortened(&found.to_string()))]
    UnexpectedCharacter { rank: u8, file: char, found: char },
}

/// What the letters of a board field mean in a game.
#[derive(Clone, Copy, Debug)]
pub struct Letters<'a> {
    /// The ids of the types, sorted.
    pub ids: &'a [PieceId],
    /// What each type becomes, which the dialect writes as `+` before its id.
    pub promoted: &'a [Option<PieceType>],
}

/// Reads a board field for a board of this shape.
///
/// # Errors
/// The first thing that does not fit, from the top rank down.
pub fn parse_placement<'a>(
    shape: Shape,
    letters: Letters<'_>,
    field: &'a str,
) -> Result<Placement<'a>, PlacementError> {
    let (board, pool) = match field.split_once('[') {
        None => (field, None),
        Some((board, rest)) => match rest.split_once(']') {
            None => return Err(PlacementError::OpenBracket),
            Some((pool, "")) => (board, Some(pool)),
            Some((_, behind)) => return Err(PlacementError::BehindBracket(shortened(behind))),
        },
    };
    let found = board.split('/').count();
    if found != usize::from(shape.ranks()) {
        return Err(PlacementError::RankCount {
            found,
            expected: shape.ranks(),
        });
    }
    let mut cells = vec![Cell::Empty; shape.len()];
    for (row, text) in (0..shape.ranks()).rev().zip(board.split('/')) {
        parse_rank(shape, letters, row, text, &mut cells)?;
    }
    Ok(Placement { cells, pool })
}

fn parse_rank(
    shape: Shape,
    letters: Letters<'_>,
    row: u8,
    text: &str,
    cells: &mut [Cell],
) -> Result<(), PlacementError> {
    let (rank, files) = (row + 1, shape.files());
    let mut file: u8 = 0;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let square = Square::new((usize::from(row) * usize::from(files) + usize::from(file)) as u8);
        let mut put = |cell| {
            if file == files {
                return Err(PlacementError::RankTooLong { rank, files });
            }
            cells[square.index()] = cell;
            file += 1;
            Ok(())
        };
        if first.is_ascii_digit() {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let count: u8 = rest[..digits]
                .parse()
                .ok()
                .filter(|count| *count <= files - file)
                .ok_or(PlacementError::RankTooLong { rank, files })?;
            file += count;
            rest = &rest[digits..];
        } else if first == '*' {
            put(Cell::Hole)?;
            rest = &rest[1..];
        } else if let Some((id, white, tail)) =
            PieceId::parse_prefix(rest.strip_prefix('+').unwrap_or(rest))
        {
            let color = if white { Color::White } else { Color::Black };
            let Ok(index) = letters.ids.binary_search(&id) else {
                let (file, id) = ((b'a' + file) as char, id.cased(color));
                return Err(PlacementError::UnknownPiece { rank, file, id });
            };
            let kind = match first {
                '+' => letters.promoted[index],
                _ => Some(PieceType::new(index)),
            };
            let Some(kind) = kind else {
                let (file, id) = ((b'a' + file) as char, id.cased(color));
                return Err(PlacementError::NotPromoted { rank, file, id });
            };
            put(Cell::Piece(Piece::new(kind, color)))?;
            rest = tail;
        } else {
            let file = (b'a' + file) as char;
            return Err(PlacementError::UnexpectedCharacter {
                rank,
                file,
                found: first,
            });
        }
    }
    if file < files {
        return Err(PlacementError::RankTooShort {
            rank,
            found: file,
            files,
        });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(field: &str) -> Result<Placement<'_>, PlacementError> {
        let ids: Vec<PieceId> = ["k", "n", "n'"]
            .iter()
            .map(|t| PieceId::parse_prefix(t).unwrap().0)
            .collect();
        let promoted = [None, Some(PieceType::new(2)), None];
        let letters = Letters {
            ids: &ids,
            promoted: &promoted,
        };
        parse_placement(Shape::new(12, 2).unwrap(), letters, field)
    }

    #[test]
    fn counts_have_several_digits_and_ids_suffixes() {
        let placement = read("11k/N'n*+N8[Nn]").unwrap();
        assert_eq!(placement.pool, Some("Nn"));
        let piece = |t, c| Cell::Piece(Piece::new(PieceType::new(t), c));
        assert_eq!(placement.cells[0], piece(2, Color::White));
        assert_eq!(placement.cells[1], piece(1, Color::Black));
        assert_eq!(placement.cells[2], Cell::Hole);
        assert_eq!(placement.cells[3], piece(2, Color::White));
        assert_eq!(placement.cells[23], piece(0, Color::Black));
    }

    #[test]
    fn messages_name_the_place() {
        for (field, message) in [
            ("12", "the number of ranks is 1, expected 2"),
            ("13/12", "rank 2 has more than 12 files"),
            ("12/99999999999999999999", "rank 1 has more than 12 files"),
            ("12/12k", "rank 1 has more than 12 files"),
            ("12/3", "rank 1 has 3 files, expected 12"),
            ("12/3x8", "rank 1, file d: the game has no piece 'x'"),
            ("12/3N!8", "rank 1, file d: the game has no piece 'N!'"),
            (
                "12/+K11",
                "rank 1, file a: '+K', but 'K' has no promoted form",
            ),
            ("12/+x11", "rank 1, file a: the game has no piece 'x'"),
            ("12/3++N8", "rank 1, file d: unexpected '+'"),
            ("12/12+N", "rank 1 has more than 12 files"),
            ("12/N''", "rank 1, file b: unexpected '''"),
            ("12/é", "rank 1, file a: unexpected 'é'"),
            ("12/\t", "rank 1, file a: unexpected '\u{fffd}'"),
            ("12/12[", "the pool's bracket is not closed"),
            ("12/12[]x", "unexpected 'x' after the pool's bracket"),
        ] {
            assert_eq!(read(field).unwrap_err().to_string(), message, "{field}");
        }
    }
}
