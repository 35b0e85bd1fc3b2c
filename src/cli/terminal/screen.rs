//! Where the answers go.

use crate::cli::board::{self, BoardView};
use crate::position::AnyPosition;
use std::io::{self, Write};
use std::time::Duration;

/// How long a strip stays in each place that it passes.
const FRAME: Duration = Duration::from_millis(60);

/// Prints answers. The first failure is kept until [`Screen::finish`] asks for it, so
/// that a command is never half obeyed because nobody listens.
pub(super) struct Screen<'a> {
    out: &'a mut dyn Write,
    /// Whether somebody watches: boards are drawn as the game goes on.
    pub live: bool,
    failure: Option<io::Error>,
}

impl<'a> Screen<'a> {
    pub fn new(out: &'a mut dyn Write, live: bool) -> Self {
        Self {
            out,
            live,
            failure: None,
        }
    }

    fn print(&mut self, text: &str) {
        if self.failure.is_none() {
            let printed = self.out.write_all(text.as_bytes());
            self.failure = printed.and_then(|()| self.out.flush()).err();
        }
    }

    /// Prints a text and ends the line.
    pub fn say(&mut self, text: &str) {
        self.print(&format!("{text}\n"));
    }

    /// The end of a command.
    ///
    /// # Errors
    /// Something could not be printed.
    pub fn finish(&mut self) -> io::Result<()> {
        match self.failure.take() {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    /// Draws a board.
    pub fn draw(&mut self, position: &AnyPosition, view: &BoardView) {
        self.print(&board::draw_view(position, view));
    }

    /// Draws the board after a move; a strip is seen sliding.
    pub fn draw_move(&mut self, before: &AnyPosition, after: &AnyPosition, view: &BoardView) {
        let drawing = board::draw_view(after, view);
        let mut lines: Vec<&str> = drawing.lines().collect();
        let Some(slide) = board::slide(before, after, view).filter(|_| can_move(lines.len()))
        else {
            return self.print(&drawing);
        };
        let (Some(first), Some(last)) = (slide.frames.first(), lines.get(slide.line).copied())
        else {
            return self.print(&drawing);
        };
        lines[slide.line] = first;
        self.say(&lines.join("\n"));
        let up = lines.len() - slide.line;
        let rest = slide.frames[1..].iter().map(String::as_str);
        for frame in rest.chain([last]) {
            std::thread::sleep(FRAME);
            self.print(&format!("\x1b[{up}A\r\x1b[2K{frame}\x1b[{up}B\r"));
        }
    }
}

/// Whether lines that were just printed can be printed over.
fn can_move(lines: usize) -> bool {
    let understood = anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never;
    let fits = terminal_size::terminal_size()
        .is_some_and(|(width, height)| usize::from(height.0) > lines && width.0 >= 80);
    understood && fits
}
