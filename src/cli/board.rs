//! Drawing a board in text.
//!
//! `.` is an empty cell, `#` a hole. A slider stands between brackets in its row,
//! whose other cells are `-`. White's pieces are upper case; on a terminal the two
//! sides also differ in colour.

use crate::geometry::Square;
use crate::position::AnyPosition;
use crate::rules::Color;
use anstyle::{AnsiColor, Style};

/// How a board is looked at.
#[derive(Clone, Default)]
pub(super) struct View {
    /// Black at the bottom.
    pub flipped: bool,
    /// The squares of the last move.
    pub last: Vec<Square>,
    /// The king that is in check.
    pub check: Option<Square>,
    /// Letters and numbers on all four sides.
    pub framed: bool,
    /// Lines to stand beside the board, from its top.
    pub beside: Vec<String>,
}

/// What one cell shows.
#[derive(Clone)]
enum Look {
    Empty,
    Hole,
    /// A cell of a slider's row where the slider is not.
    Dead,
    Piece(String, Color),
}

/// What one rank shows.
struct Row {
    rank: u8,
    cells: Vec<Look>,
    /// The first and last file of its slider.
    live: Option<(u8, u8)>,
}

/// The way of a slider: its row in each place that it passes, as lines that can stand
/// where the row stands in the drawing of the board after the shift.
pub(super) struct Slide {
    /// The line of the row, from the top.
    pub line: usize,
    /// The row as it was before, and in the places between.
    pub frames: Vec<String>,
}

/// The board with file letters and rank numbers, White at the bottom.
pub(super) fn draw(position: &AnyPosition) -> String {
    draw_view(position, &View::default())
}

/// The board with file letters and rank numbers.
pub(super) fn draw_view(position: &AnyPosition, view: &View) -> String {
    let shape = position.shape();
    let width = id_width(position);
    let letters = files(shape.files(), view).map(|f| format!(" {:width$}", (b'a' + f) as char));
    let letters = format!("    {}", letters.collect::<String>().trim_end());
    let rows = ranks(position, view).map(|rank| line(position, &row(position, rank), view));
    let mut lines: Vec<String> = rows.collect();
    if view.framed {
        lines.insert(0, letters.clone());
    }
    lines.push(letters);
    let missing = view.beside.len().saturating_sub(lines.len());
    lines.extend(std::iter::repeat_n(String::new(), missing));
    let texts = lines.into_iter().enumerate();
    let texts = texts.map(|(index, text)| beside(position, text, index, view) + "\n");
    texts.collect()
}

/// A line of the drawing with what stands beside it.
fn beside(position: &AnyPosition, text: String, index: usize, view: &View) -> String {
    let Some(more) = view.beside.get(index) else {
        return text;
    };
    // Two numbers with a blank, and each cell with the sign before it.
    let width = usize::from(position.shape().files()) * (id_width(position) + 1) + 4 + 4;
    let shown = anstream::adapter::strip_str(&text)
        .to_string()
        .chars()
        .count();
    let gap = " ".repeat(width.saturating_sub(shown) + 2);
    format!("{text}{gap}{more}")
}

/// The board without colours.
pub fn draw_plain(position: &AnyPosition) -> String {
    anstream::adapter::strip_str(&draw(position)).to_string()
}

/// How a slider goes from one position to the next, if it does.
pub(super) fn slide(before: &AnyPosition, after: &AnyPosition, view: &View) -> Option<Slide> {
    let moved = |rank: &u8| live_part(before, *rank) != live_part(after, *rank);
    let (line_index, rank) = ranks(after, view).enumerate().find(|(_, r)| moved(r))?;
    let (first, last) = live_part(before, rank)?;
    let (target, _) = live_part(after, rank)?;
    let old = row(before, rank);
    let slider = &old.cells[usize::from(first)..=usize::from(last)];
    let step: i32 = if target > first { 1 } else { -1 };
    let frames = (0..i32::from(first.abs_diff(target))).map(|moved| {
        let place = (i32::from(first) + step * moved) as u8;
        let mut cells = vec![Look::Dead; old.cells.len()];
        cells[usize::from(place)..][..slider.len()].clone_from_slice(slider);
        let live = Some((place, place + (last - first)));
        line(after, &Row { rank, cells, live }, view)
    });
    let line = line_index + usize::from(view.framed);
    let frames = frames.map(|frame| beside(after, frame, line, view));
    Some(Slide {
        line,
        frames: frames.collect(),
    })
}

fn id_width(position: &AnyPosition) -> usize {
    let pieces = &position.variant().pieces;
    let longest = pieces.iter().map(|p| p.id.to_string().len()).max();
    longest.unwrap_or(1)
}

/// The ranks from the top of the drawing.
fn ranks(position: &AnyPosition, view: &View) -> impl Iterator<Item = u8> + use<> {
    let (count, flipped) = (position.shape().ranks(), view.flipped);
    (0..count).map(move |i| if flipped { i } else { count - 1 - i })
}

/// The files from the left of the drawing.
fn files(count: u8, view: &View) -> impl Iterator<Item = u8> + use<> {
    let flipped = view.flipped;
    (0..count).map(move |i| if flipped { count - 1 - i } else { i })
}

fn row(position: &AnyPosition, rank: u8) -> Row {
    let files = 0..position.shape().files();
    Row {
        rank,
        cells: files.map(|file| look(position, file, rank)).collect(),
        live: live_part(position, rank),
    }
}

/// A row with its number, without the end of the line.
fn line(position: &AnyPosition, row: &Row, view: &View) -> String {
    let width = id_width(position);
    let mut text = format!("{:>3} ", row.rank + 1);
    let is_live = |file: u8| row.live.is_some_and(|(a, b)| (a..=b).contains(&file));
    let mut inside = false;
    let mut left = position.shape().files();
    for file in files(position.shape().files(), view) {
        text.push(match (inside, is_live(file)) {
            (false, true) => '[',
            (true, false) => ']',
            _ => ' ',
        });
        inside = is_live(file);
        let square = at(position, file, row.rank);
        left -= 1;
        // Nothing may follow the last cell that would have to be in line.
        let width = if left > 0 || view.framed { width } else { 0 };
        text += &paint(&row.cells[usize::from(file)], width, square, view);
    }
    if inside {
        text.push(']');
    }
    if view.framed {
        let gap = if inside { "" } else { " " };
        text += &format!("{gap}{}", row.rank + 1);
    }
    text
}

/// The ids of the pieces by rank, the top rank first: `""` for an empty cell, `*` for
/// what is not part of the board.
pub(super) fn rows(position: &AnyPosition) -> Vec<Vec<String>> {
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

/// The first and last file of a slider in this row, if it is a slider's row.
fn live_part(position: &AnyPosition, rank: u8) -> Option<(u8, u8)> {
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

fn paint(look: &Look, width: usize, square: Square, view: &View) -> String {
    let (text, style) = match look {
        Look::Empty => (".", Style::new().dimmed()),
        Look::Hole => ("#", Style::new().dimmed()),
        Look::Dead => ("-", Style::new().dimmed()),
        Look::Piece(id, Color::White) => (id.as_str(), Style::new().bold()),
        Look::Piece(id, Color::Black) => (id.as_str(), AnsiColor::BrightRed.on_default().bold()),
    };
    let mark = |color: AnsiColor| {
        let white = Some(AnsiColor::BrightWhite.into());
        style.bg_color(Some(color.into())).fg_color(white)
    };
    let style = match look {
        Look::Dead | Look::Hole => style,
        _ if view.check == Some(square) => mark(AnsiColor::Magenta).bold(),
        // Black's pieces keep their colour: it is how they are told apart.
        Look::Piece(_, Color::Black) if view.last.contains(&square) => {
            style.bg_color(Some(AnsiColor::Blue.into()))
        }
        _ if view.last.contains(&square) => mark(AnsiColor::Blue),
        _ => style,
    };
    format!("{style}{text:width$}{style:#}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Catalog;

    fn plain(game: &str, fen: &str) -> String {
        let variant = Catalog::built_in().get(game).unwrap();
        let position = AnyPosition::from_fen(variant, fen).unwrap();
        anstream::adapter::strip_str(&draw(&position)).to_string()
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
        let view = View {
            flipped: true,
            ..View::default()
        };
        let board = anstream::adapter::strip_str(&draw_view(&position, &view)).to_string();
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
        assert_eq!(board, expected[1..]);
    }

    #[test]
    fn a_framed_board_has_coordinates_on_all_sides_and_lines_beside_it() {
        let variant = Catalog::built_in().get("opposition").unwrap();
        let position = AnyPosition::start(variant).unwrap();
        let view = View {
            framed: true,
            beside: ["first", "second", "third"].map(String::from).to_vec(),
            ..View::default()
        };
        let board = anstream::adapter::strip_str(&draw_view(&position, &view)).to_string();
        let expected = "
     a b c d e f g      first
  7 [. k h .]- - - 7    second
  6  m m h . . . . 6    third
  5  p p p . . . . 5
  4  . . . . . . . 4
  3  . . . . P P P 3
  2  . . . . H M M 2
  1  - - -[. H K .]1
     a b c d e f g
";
        assert_eq!(board, expected[1..]);
    }

    #[test]
    fn marks_are_colours_only() {
        let variant = Catalog::built_in().get("chess").unwrap();
        let position = AnyPosition::start(variant).unwrap();
        let square = |name| position.shape().parse_square(name).unwrap().0;
        let view = View {
            flipped: false,
            last: vec![square("e2"), square("d7")],
            check: Some(square("e1")),
            ..View::default()
        };
        let (plain, marked) = (draw(&position), draw_view(&position, &view));
        assert_ne!(plain, marked);
        let strip = |text: &str| anstream::adapter::strip_str(text).to_string();
        assert_eq!(strip(&plain), strip(&marked));
    }

    #[test]
    fn a_slide_passes_every_place() {
        let variant = Catalog::built_in().get("opposition").unwrap();
        let fen = "*1kh1**/mmh4/ppp4/7/4PPP/4HMM/***1HK1 w - - 0 1";
        let before = AnyPosition::from_fen(variant, fen).unwrap();
        let mut after = before.clone();
        let mv = after.parse_move("d1b1s").unwrap();
        after.make_unchecked(mv);
        let slide = slide(&before, &after, &View::default()).unwrap();
        assert_eq!(slide.line, 6);
        let frames: Vec<String> = slide
            .frames
            .iter()
            .map(|f| anstream::adapter::strip_str(f).to_string())
            .collect();
        assert_eq!(frames, ["  1  - - -[. H K .]", "  1  - -[. H K .]-"]);
        assert!(super::slide(&after, &after, &View::default()).is_none());
    }
}
