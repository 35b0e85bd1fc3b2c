//! Setting up a position piece by piece, as old programs do instead of `setboard`.
//!
//! Works on XBoard's own FENs: its ids and its picture of the board.

use super::display::rows;
use crate::geometry::{MAX_FILES, Shape, Square};
use crate::rules::Color;
use crate::rules::ini::shortened;
use thiserror::Error;

/// A position being set up.
pub(super) struct Edit {
    shape: Shape,
    /// What stands on each square of the box, in the FEN's words; `*` for a hole.
    cells: Vec<Option<String>>,
    /// The owner of the pieces that are put down.
    color: Color,
}

/// What a line asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum EditStep {
    /// An empty board.
    Clear,
    /// Pieces of the other player.
    OtherColor,
    /// The end.
    Done,
    /// A piece on a square, or `x` for none. The square is as XBoard writes it.
    Put {
        /// The id, in any case.
        piece: String,
        /// The square.
        square: String,
    },
}

/// A line is none of these.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("'{}' is not a piece on a square", shortened(.0))]
pub(super) struct NotAStep(String);

impl EditStep {
    /// Reads a line.
    ///
    /// # Errors
    /// It is none of these.
    pub fn parse(line: &str) -> Result<Self, NotAStep> {
        match line.trim() {
            "#" => Ok(Self::Clear),
            "c" => Ok(Self::OtherColor),
            "." => Ok(Self::Done),
            text => {
                let begin = text.trim_end_matches(|c: char| c.is_ascii_digit());
                let at = begin.len().saturating_sub(1);
                let complete = begin.len() < text.len() && begin.is_char_boundary(at);
                match complete.then(|| text.split_at(at)) {
                    Some((piece, square))
                        if is_piece(piece)
                            && square.starts_with(|c: char| c.is_ascii_lowercase()) =>
                    {
                        Ok(Self::Put {
                            piece: piece.into(),
                            square: square.into(),
                        })
                    }
                    _ => Err(NotAStep(text.into())),
                }
            }
        }
    }
}

/// Whether a text is a letter, perhaps with XBoard's marks around it.
fn is_piece(text: &str) -> bool {
    let text = text.strip_prefix('+').unwrap_or(text);
    let text = text.strip_suffix(['\'', '!']).unwrap_or(text);
    text.len() == 1 && text.as_bytes()[0].is_ascii_alphabetic()
}

impl Edit {
    /// Begins with the board of one of XBoard's FENs.
    pub fn new(shape: Shape, fen: &str) -> Self {
        let board = fen.split_whitespace().next().unwrap_or_default();
        let mut cells = vec![None; shape.len()];
        // A square's index counts rank by rank from White's side.
        let ranks = cells.chunks_mut(usize::from(shape.files())).rev();
        for (rank, row) in ranks.zip(board.split('/')) {
            for (cell, read) in rank.iter_mut().zip(row_cells(row)) {
                *cell = read;
            }
        }
        Self {
            shape,
            cells,
            color: Color::White,
        }
    }

    /// Takes all pieces off.
    pub fn clear(&mut self) {
        let pieces = self.cells.iter_mut();
        pieces
            .filter(|cell| cell.as_deref() != Some("*"))
            .for_each(|cell| *cell = None);
    }

    /// The pieces that follow are the other player's.
    pub fn other_color(&mut self) {
        self.color = self.color.other();
    }

    /// Puts a piece down; `x` empties the square.
    pub fn put(&mut self, piece: &str, square: Square) {
        let cased = match self.color {
            Color::White => piece.to_ascii_uppercase(),
            Color::Black => piece.to_ascii_lowercase(),
        };
        let nothing = piece.eq_ignore_ascii_case("x");
        self.cells[square.index()] = (!nothing).then_some(cased);
    }

    /// The FENs that the position may have, with as many castling rights as possible
    /// first: the commands do not tell them.
    pub fn fens(&self, to_move: Color) -> Vec<String> {
        let board = rows(self.shape, &self.cells, Clone::clone);
        let mut rights: Vec<u32> = (0..16).collect();
        rights.sort_by_key(|set: &u32| std::cmp::Reverse(set.count_ones()));
        let letters = |set: u32| -> String {
            let chosen = "KQkq".chars().enumerate();
            let text: String = chosen
                .filter_map(|(bit, letter)| (set >> bit & 1 == 1).then_some(letter))
                .collect();
            if text.is_empty() { "-".into() } else { text }
        };
        let side = to_move.letter();
        let fen = |&set: &u32| format!("{board} {side} {} - 0 1", letters(set));
        rights.iter().map(fen).collect()
    }
}

/// The cells of a FEN's row.
fn row_cells(row: &str) -> Vec<Option<String>> {
    let mut cells: Vec<Option<String>> = Vec::new();
    let mut count = 0;
    let mut plus = false;
    for c in row.chars() {
        if let Some(digit) = c.to_digit(10) {
            count = (count * 10 + digit as usize).min(usize::from(MAX_FILES));
            continue;
        }
        cells.extend(std::iter::repeat_n(None, std::mem::take(&mut count)));
        match c {
            '+' => plus = true,
            '\'' | '!' => {
                if let Some(Some(piece)) = cells.last_mut() {
                    piece.push(c);
                }
            }
            _ => {
                let mark = if std::mem::take(&mut plus) { "+" } else { "" };
                cells.push(Some(format!("{mark}{c}")));
            }
        }
    }
    cells.extend(std::iter::repeat_n(None, count));
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read() {
        let put = |piece: &str, square: &str| {
            Ok(EditStep::Put {
                piece: piece.into(),
                square: square.into(),
            })
        };
        assert_eq!(EditStep::parse("Pa4"), put("P", "a4"));
        assert_eq!(EditStep::parse("N'b15"), put("N'", "b15"));
        assert_eq!(EditStep::parse("+Nl0"), put("+N", "l0"));
        assert_eq!(EditStep::parse("xe2"), put("x", "e2"));
        assert_eq!(EditStep::parse(" . "), Ok(EditStep::Done));
        for wrong in ["", "Pa", "a4", "4", "PPa4", "Pé4", "é", "é4", "new", "PA4"] {
            assert!(EditStep::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_board_is_taken_apart_and_put_together() {
        let shape = Shape::new(12, 3).unwrap();
        let board = "*3kN'+p'5/12/10R!*";
        let mut edit = Edit::new(shape, &format!("{board} b - - 0 1"));
        let fens = edit.fens(Color::Black);
        assert_eq!(fens.len(), 16);
        assert_eq!(fens[0], format!("{board} b KQkq - 0 1"));
        assert_eq!(fens[15], format!("{board} b - - 0 1"));
        edit.clear();
        edit.other_color();
        edit.put("N'", shape.square(1, 1).unwrap());
        edit.other_color();
        edit.put("k", shape.square(11, 1).unwrap());
        assert_eq!(edit.fens(Color::White)[15], "*11/1n'9K/11* w - - 0 1");
        edit.put("x", shape.square(1, 1).unwrap());
        assert_eq!(edit.fens(Color::White)[15], "*11/11K/11* w - - 0 1");
        // More than the board holds, or less, is the FEN reader's to refuse.
        Edit::new(shape, "99999999999999999999/pppppppppppppppppppp");
        Edit::new(shape, "");
    }
}
