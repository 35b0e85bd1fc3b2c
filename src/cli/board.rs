//! Boards on a terminal: [`drawing`] with colours, which tell the two
//! sides apart and show the last move and a check.

use crate::drawing::{self, Layout, Look, Row, line, live_part, ranks, row};
use crate::geometry::Square;
use crate::position::AnyPosition;
use crate::rules::Color;
use anstyle::{AnsiColor, Style};

/// How a board is looked at.
#[derive(Clone, Default)]
pub(super) struct BoardView {
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

impl BoardView {
    fn layout(&self) -> Layout {
        Layout {
            flipped: self.flipped,
            framed: self.framed,
        }
    }
}

/// The way of a strip: its row in each place that it passes, as lines that can stand
/// where the row stands in the drawing of the board after the shift.
pub(super) struct StripShift {
    /// The line of the row, from the top.
    pub line: usize,
    /// The row as it was before, and in the places between.
    pub frames: Vec<String>,
}

/// The board with file letters and rank numbers, White at the bottom.
pub(super) fn draw(position: &AnyPosition) -> String {
    draw_view(position, &BoardView::default())
}

/// The board with file letters and rank numbers.
pub(super) fn draw_view(position: &AnyPosition, view: &BoardView) -> String {
    let mut lines = drawing::lines(position, view.layout(), &|l, s, t| paint(l, s, t, view));
    let missing = view.beside.len().saturating_sub(lines.len());
    lines.extend(std::iter::repeat_n(String::new(), missing));
    let texts = lines.into_iter().enumerate();
    let texts = texts.map(|(index, text)| beside(position, text, index, view) + "\n");
    texts.collect()
}

/// A line of the drawing with what stands beside it.
fn beside(position: &AnyPosition, text: String, index: usize, view: &BoardView) -> String {
    let Some(more) = view.beside.get(index) else {
        return text;
    };
    let shown = anstream::adapter::strip_str(&text)
        .to_string()
        .chars()
        .count();
    let gap = " ".repeat(drawing::framed_width(position).saturating_sub(shown) + 2);
    format!("{text}{gap}{more}")
}

/// How a strip goes from one position to the next, if it does.
pub(super) fn slide(
    before: &AnyPosition,
    after: &AnyPosition,
    view: &BoardView,
) -> Option<StripShift> {
    let layout = view.layout();
    let moved = |rank: &u8| live_part(before, *rank) != live_part(after, *rank);
    let (line_index, rank) = ranks(after, layout).enumerate().find(|(_, r)| moved(r))?;
    let (first, last) = live_part(before, rank)?;
    let (target, _) = live_part(after, rank)?;
    let old = row(before, rank);
    let strip = &old.cells[usize::from(first)..=usize::from(last)];
    let step: i32 = if target > first { 1 } else { -1 };
    let frames = (0..i32::from(first.abs_diff(target))).map(|moved| {
        let place = (i32::from(first) + step * moved) as u8;
        let mut cells = vec![Look::Dead; old.cells.len()];
        cells[usize::from(place)..][..strip.len()].clone_from_slice(strip);
        let live = Some((place, place + (last - first)));
        line(after, &Row { rank, cells, live }, layout, &|l, s, t| {
            paint(l, s, t, view)
        })
    });
    let line = line_index + usize::from(view.framed);
    let frames = frames.map(|frame| beside(after, frame, line, view));
    Some(StripShift {
        line,
        frames: frames.collect(),
    })
}

/// A cell in its colours.
fn paint(look: &Look, square: Square, text: &str, view: &BoardView) -> String {
    let style = match look {
        Look::Empty | Look::Hole | Look::Dead => Style::new().dimmed(),
        Look::Piece(_, Color::White) => Style::new().bold(),
        Look::Piece(_, Color::Black) => AnsiColor::BrightRed.on_default().bold(),
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
    format!("{style}{text}{style:#}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Catalog;

    #[test]
    fn a_framed_board_has_coordinates_on_all_sides_and_lines_beside_it() {
        let variant = Catalog::built_in().get("opposition").unwrap();
        let position = AnyPosition::start(variant).unwrap();
        let view = BoardView {
            framed: true,
            beside: ["first", "second", "third"].map(String::from).to_vec(),
            ..BoardView::default()
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
        let view = BoardView {
            flipped: false,
            last: vec![square("e2"), square("d7")],
            check: Some(square("e1")),
            ..BoardView::default()
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
        let slide = slide(&before, &after, &BoardView::default()).unwrap();
        assert_eq!(slide.line, 6);
        let frames: Vec<String> = slide
            .frames
            .iter()
            .map(|f| anstream::adapter::strip_str(f).to_string())
            .collect();
        assert_eq!(frames, ["  1  - - -[. H K .]", "  1  - -[. H K .]-"]);
        assert!(super::slide(&after, &after, &BoardView::default()).is_none());
    }
}
