//! Text for people to read: broken between words, as wide as the terminal.

use std::fmt::Write;

/// Lines longer than this are hard to read, however wide the terminal is.
const WIDEST: usize = 100;

/// The least that a terminal is taken to have.
const NARROWEST: usize = 20;

/// How wide text is where there is no terminal.
const USUAL: usize = 80;

/// A column of text must be this wide to stand beside a picture.
const COLUMN: usize = 28;

/// How wide lines may be on standard output, in columns.
pub(super) fn width() -> usize {
    let terminal = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    terminal.map_or(USUAL, |width| width.clamp(NARROWEST, WIDEST))
}

/// A text in lines of at most `width` columns, each behind `indent`.
pub(super) fn wrapped(text: &str, indent: &str, width: usize) -> String {
    filled(text, indent, indent, width)
}

/// An item of a list, in lines of at most `width` columns.
pub(super) fn item(text: &str, width: usize) -> String {
    filled(text, "- ", "  ", width)
}

fn filled(text: &str, first: &str, others: &str, width: usize) -> String {
    let options = textwrap::Options::new(width)
        .initial_indent(first)
        .subsequent_indent(others)
        .break_words(false)
        .word_separator(textwrap::WordSeparator::AsciiSpace)
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    textwrap::fill(text, options)
}

/// A picture behind `indent`, and beside it, or below if there is no room, a text.
pub(super) fn beside(picture: &[String], text: &str, indent: &str, width: usize) -> String {
    let columns = picture.iter().map(|line| line.len()).max().unwrap_or(0);
    let left = width.saturating_sub(indent.len() + columns + 3);
    let mut page = String::new();
    if columns == 0 || left < COLUMN {
        for line in picture {
            let _ = writeln!(page, "{indent}{line}");
        }
        let _ = writeln!(page, "{}", wrapped(text, indent, width));
        return page;
    }
    let text = wrapped(text, "", left);
    let mut lines = text.lines();
    let mut rows = picture.iter();
    loop {
        let (row, line) = (rows.next(), lines.next());
        if row.is_none() && line.is_none() {
            return page;
        }
        let row = row.map_or("", String::as_str);
        let line = format!("{indent}{row:columns$}   {}", line.unwrap_or(""));
        let _ = writeln!(page, "{}", line.trim_end());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_broken_between_words() {
        assert_eq!(
            wrapped("one two-three four", "  ", 11),
            "  one\n  two-three\n  four"
        );
        assert_eq!(item("one two three", 10), "- one two\n  three");
        let long = "x".repeat(30);
        assert_eq!(wrapped(&long, "", 20), long);
    }

    #[test]
    fn pictures_have_text_beside_them() {
        let picture = ["ab".to_owned(), "c".to_owned()];
        let text = "word ".repeat(8);
        let page = beside(&picture, text.trim_end(), " ", 36);
        assert_eq!(
            page,
            " ab   word word word word word word\n c    word word\n"
        );
        // No room: the text stands below.
        let page = beside(&picture, "word word", " ", 30);
        assert_eq!(page, " ab\n c\n word word\n");
        assert_eq!(beside(&[], "word", "  ", 80), "  word\n");
    }
}
