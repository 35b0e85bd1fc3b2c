//! A board drawn as text.
//!
//! `.` is an empty cell, `#` a hole. A strip stands between brackets in its row, whose other
//! cells are `-`. White's pieces are upper case. [`draw`] draws plain text; callers that want
//! colours paint the cells.

use crate::geometry::Square;
use crate::position::AnyPosition;
use crate::rules::Color;

/// How a board is turned and framed.
#[derive(Clone, Copy, Default)]
pub(crate) struct Layout {
    /// Black at the bottom.
    pub flipped: bool,
    /// Letters and numbers on all four sides.
    pub framed: bool,
}

/// What one cell shows.
#[derive(Clone)]
pub(crate) enum Look {
    /// Nothing stands there.
    Empty,
    /// It is not part of the board.
    Hole,
    /// A cell of a strip's row where the strip is not.
    Dead,
    /// A piece, by its id in its player's case.
    Piece(
        String,
        #[cfg_attr(
            not(feature = "cli"),
            expect(dead_code, reason = "only a terminal paints by player")
        )]
        Color,
    ),
}

/// What one rank shows.
pub(crate) struct Row {
    /// The rank, counted from 0.
    pub rank: u8,
    /// Its cells from the first file.
    pub cells: Vec<Look>,
    /// The first and last file of its strip.
    pub live: Option<(u8, u8)>,
}

impl Look {
    fn text(&self) -> &str {
        match self {
            Self::Empty => ".",
            Self::Hole => "#",
            Self::Dead => "-",
            Self::Piece(id, _) => id,
        }
    }
}

/// Turns a cell's text, already as wide as the others, into what the drawing shows.
pub(crate) type Paint<'a> = &'a dyn Fn(&Look, Square, &str) -> String;

/// The board with file letters and rank numbers, White at the bottom, as plain text with
/// an end behind each line.
pub fn draw(position: &AnyPosition) -> String {
    let lines = lines(position, Layout::default(), &|_, _, text| text.into());
    lines.into_iter().map(|line| line + "\n").collect()
}

/// The lines of the board with file letters and rank numbers, from the top.
pub(crate) fn lines(position: &AnyPosition, layout: Layout, paint: Paint<'_>) -> Vec<String> {
    let shape = position.shape();
    let width = id_width(position);
    let letters = files(shape.files(), layout).map(|f| format!(" {:width$}", (b'a' + f) as char));
    let letters = format!("    {}", letters.collect::<String>().trim_end());
    let rows = ranks(position, layout);
    let rows = rows.map(|rank| line(position, &row(position, rank), layout, paint));
    let mut lines: Vec<String> = rows.collect();
    if layout.framed {
        lines.insert(0, letters.clone());
    }
    lines.push(letters);
    lines
}

/// The columns that the widest line of a framed board takes.
#[cfg(feature = "cli")]
pub(crate) fn framed_width(position: &AnyPosition) -> usize {
    // Two numbers with a blank, and each cell with the sign before it.
    usize::from(position.shape().files()) * (id_width(position) + 1) + 4 + 4
}

fn id_width(position: &AnyPosition) -> usize {
    let pieces = &position.variant().pieces;
    let longest = pieces.iter().map(|p| p.id.to_string().len()).max();
    longest.unwrap_or(1)
}

/// The ranks from the top of the drawing.
pub(crate) fn ranks(position: &AnyPosition, layout: Layout) -> impl Iterator<Item = u8> + use<> {
    let (count, flipped) = (position.shape().ranks(), layout.flipped);
    (0..count).map(move |i| if flipped { i } else { count - 1 - i })
}

/// The files from the left of the drawing.
fn files(count: u8, layout: Layout) -> impl Iterator<Item = u8> + use<> {
    let flipped = layout.flipped;
    (0..count).map(move |i| if flipped { count - 1 - i } else { i })
}

/// What a rank shows.
pub(crate) fn row(position: &AnyPosition, rank: u8) -> Row {
    let files = 0..position.shape().files();
    Row {
        rank,
        cells: files.map(|file| look(position, file, rank)).collect(),
        live: live_part(position, rank),
    }
}

/// A row with its number, without the end of the line.
pub(crate) fn line(position: &AnyPosition, row: &Row, layout: Layout, paint: Paint<'_>) -> String {
    let width = id_width(position);
    let mut text = format!("{:>3} ", row.rank + 1);
    let is_live = |file: u8| row.live.is_some_and(|(a, b)| (a..=b).contains(&file));
    let mut inside = false;
    let mut left = position.shape().files();
    for file in files(position.shape().files(), layout) {
        text.push(match (inside, is_live(file)) {
            (false, true) => '[',
            (true, false) => ']',
            _ => ' ',
        });
        inside = is_live(file);
        let square = at(position, file, row.rank);
        left -= 1;
        // Nothing may follow the last cell that would have to be in line.
        let width = if left > 0 || layout.framed { width } else { 0 };
        let look = &row.cells[usize::from(file)];
        text += &paint(look, square, &format!("{:width$}", look.text()));
    }
    if inside {
        text.push(']');
    }
    if layout.framed {
        let gap = if inside { "" } else { " " };
        text += &format!("{gap}{}", row.rank + 1);
    }
    text
}

/// The ids of the pieces by rank, the top rank first: `""` for an empty cell, `*` for
/// what is not part of the board.
#[cfg(feature = "cli")]
pub(crate) fn rows(position: &AnyPosition) -> Vec<Vec<String>> {
    let shape = position.shape();
    let cell = |rank, file| match look(position, file, rank) {
        Look::Empty => String::new(),
        Look::Hole | Look::Dead => "*".into(),
        Look::Piece(id, _) => id,
    };
    (0..shape.ranks())
        .rev()
        .map(|rank| (0..shape.files()).map(|file| cell(rank, file)).collect())
        .collect()
}

/// The first and last file of a strip in this row, if it is a strip's row.
pub(crate) fn live_part(position: &AnyPosition, rank: u8) -> Option<(u8, u8)> {
    let strip = position
        .variant()
        .strips
        .0
        .into_iter()
        .flatten()
        .find(|s| s.rank == rank)?;
    let first = (0..position.shape().files()).find(|&f| position.is_live(at(position, f, rank)))?;
    Some((first, first + strip.width - 1))
}

/// The square of a file and a rank.
fn at(position: &AnyPosition, file: u8, rank: u8) -> Square {
    Square::new((u16::from(rank) * u16::from(position.shape().files()) + u16::from(file)) as u8)
}

fn look(position: &AnyPosition, file: u8, rank: u8) -> Look {
    let square = at(position, file, rank);
    match position.piece_at(square) {
        Some(piece) => {
            let id = position
                .variant()
                .piece(piece.kind())
                .id
                .cased(piece.color());
            Look::Piece(id, piece.color())
        }
        None if position.is_live(square) => Look::Empty,
        None if live_part(position, rank).is_some() => Look::Dead,
        None => Look::Hole,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Catalog;

    fn plain(game: &str, fen: &str) -> String {
        let variant = Catalog::built_in().get(game).unwrap();
        draw(&AnyPosition::from_fen(variant, fen).unwrap())
    }

    #[test]
    fn sliders_stand_in_brackets() {
        let board = plain(
            "opposition",
            "*1kh1**/mmh4/ppp4/7/4PPP/4HMM/***1HK1 w - - 0 1",
        );
        let expected = "
  7  -[. k h .]- -
  6  m m h . . . .
  5  p p p . . . .
  4  . . . . . . .
  3  . . . . P P P
  2  . . . . H M M
  1  - - -[. H K .]
     a b c d e f g
";
        assert_eq!(board, expected[1..]);
    }

    #[test]
    fn holes_are_seen_and_long_ids_fit() {
        let board = plain("battery", "*2k*/5/5/5/5/5/5/5/5/*K2* w - - 0 1");
        assert!(board.starts_with(" 10  # . . k #\n"), "{board}");
        let fen = "k11/12/12/12/12/12/12/12/12/12/12/12/12/12/N'r!10/K11[] w - - 0 1";
        let board = plain("short-sliders", fen);
        assert!(board.contains("  2  N' r! .  .  .  "), "{board}");
    }

    #[test]
    fn a_flipped_board_is_turned_round() {
        let variant = Catalog::built_in().get("opposition").unwrap();
        let fen = "*1kh1**/mmh4/ppp4/7/4PPP/4HMM/***1HK1 w - - 0 1";
        let position = AnyPosition::from_fen(variant, fen).unwrap();
        let layout = Layout {
            flipped: true,
            framed: false,
        };
        let board = lines(&position, layout, &|_, _, text| text.into());
        let expected = "
  1 [. K H .]- - -
  2  M M H . . . .
  3  P P P . . . .
  4  . . . . . . .
  5  . . . . p p p
  6  . . . . h m m
  7  - -[. h k .]-
     g f e d c b a
";
        assert_eq!(board.join("\n") + "\n", expected[1..]);
    }
}
