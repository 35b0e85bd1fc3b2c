//! Long lines on a terminal: broken between words, never inside a move.

use std::io::{self, IsTerminal};

/// The text as it is printed: on a terminal its lines are broken at the margin between
/// words, and go on after an indent; elsewhere it stays as it is.
pub(super) fn at_margin(text: &str, indent: usize) -> String {
    let width = terminal_size::terminal_size()
        .filter(|_| io::stdout().is_terminal())
        .map(|(width, _)| usize::from(width.0));
    match width {
        Some(width) => folded(text, width, indent),
        None => text.into(),
    }
}

/// Breaks every line that is longer than a width.
pub(super) fn folded(text: &str, width: usize, indent: usize) -> String {
    let lines: Vec<String> = text.lines().map(|line| fold(line, width, indent)).collect();
    lines.join("\n")
}

fn fold(line: &str, width: usize, indent: usize) -> String {
    let mut text = String::new();
    let mut column = 0;
    let mut begun = false;
    // Several blanks between two words stay where the line goes on.
    for piece in line.split_inclusive(' ') {
        let word = piece.trim_end_matches(' ');
        let length = word.chars().count();
        if begun && !word.is_empty() && column + length > width {
            text.truncate(text.trim_end_matches(' ').len());
            text.push('\n');
            text.extend(std::iter::repeat_n(' ', indent));
            column = indent;
        }
        begun |= !word.is_empty();
        text.push_str(piece);
        column += piece.chars().count();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words_only() {
        assert_eq!(folded("a2a3 a2a4 b2b3", 9, 2), "a2a3 a2a4\n  b2b3");
        assert_eq!(folded("a2a3 a2a4 b2b3", 8, 0), "a2a3\na2a4\nb2b3");
        assert_eq!(
            folded("depth 1   e3f5,f5e3 x", 10, 1),
            "depth 1\n e3f5,f5e3\n x"
        );
        assert_eq!(folded("short", 80, 2), "short");
        // What does not fit at all stays in one piece.
        assert_eq!(folded("a15a16n' b", 4, 0), "a15a16n'\nb");
        assert_eq!(folded("one\ntwo words", 5, 0), "one\ntwo\nwords");
    }
}
