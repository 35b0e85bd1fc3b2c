//! An ini text: its sections with the place of every line, and how texts of users are shown in
//! messages. `split` reads it.

mod split;

pub use split::split;

use std::fmt;
use std::path::Path;
use std::sync::Arc;
use thiserror::Error;

/// The largest ini text that is read, in bytes.
pub const MAX_SIZE: usize = 1 << 20;

/// The most sections that a text may have: comparing games with each other must not take
/// long.
pub const MAX_SECTIONS: usize = 1000;

/// A line of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Location {
    /// The file's name as the user gave it.
    pub file: Arc<str>,
    /// The line, counted from 1.
    pub line: usize,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

/// Something wrong in an ini file: where, in which section, at which key, and what.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub struct IniProblem {
    /// The line.
    pub location: Location,
    /// The section, where the line is in one.
    pub section: Option<String>,
    /// The key, where the problem is at one.
    pub key: Option<String>,
    /// What is wrong.
    pub message: String,
}

impl IniProblem {
    /// The problem without the section, for where that has been named already.
    pub(super) fn in_section(&self) -> Self {
        Self {
            section: None,
            ..self.clone()
        }
    }
}

impl fmt::Display for IniProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.location)?;
        if let Some(section) = &self.section {
            write!(f, "[{section}] ")?;
        }
        if let Some(key) = &self.key {
            write!(f, "{key}: ")?;
        }
        f.write_str(&self.message)
    }
}

/// A section with its entries as written.
#[derive(Clone, Debug)]
pub struct Section {
    /// The name before the colon.
    pub name: String,
    /// The name behind the colon: the section whose entries this one starts from.
    pub parent: Option<String>,
    /// The line of the header.
    pub location: Location,
    /// The entries in order.
    pub entries: Vec<Entry>,
}

/// A line `key = value`.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The key.
    pub key: String,
    /// The value, without surrounding blanks.
    pub value: String,
    /// The line.
    pub location: Location,
}

impl Section {
    /// Whether this is another name of the game.
    pub(super) fn is_known_as(&self, name: &str) -> bool {
        let aliases = self.entries.iter().filter(|entry| entry.key == "aliases");
        aliases
            .flat_map(|entry| entry.value.split_whitespace())
            .any(|alias| alias.eq_ignore_ascii_case(name))
    }

    /// Whether another section of the same name says the same, wherever it stands.
    pub fn says_the_same(&self, other: &Self) -> bool {
        let alike = |(a, b): (&Entry, &Entry)| a.key == b.key && a.value == b.value;
        self.parent == other.parent
            && self.entries.len() == other.entries.len()
            && self.entries.iter().zip(&other.entries).all(alike)
    }
}

/// The comment at the end of a text, from its `#` or `;` on: only at the beginning or
/// behind a blank is it meant as one.
pub(super) fn comment(text: &str) -> Option<&str> {
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        if matches!(c, '#' | ';') && before.is_whitespace() {
            return Some(&text[at..]);
        }
        before = c;
    }
    None
}

/// What to say about a comment at the end of a line.
pub(super) fn own_line(comment: &str) -> String {
    format!(
        "a comment needs a line of its own: '{}' is read as part of this one",
        shortened(comment)
    )
}

/// A text cut to a length that fits in one line of an error message, with control
/// characters made harmless.
pub(crate) fn shortened(text: &str) -> String {
    const LIMIT: usize = 60;
    let clean = |t: &str| -> String {
        t.chars()
            .map(|c| if c.is_control() { '\u{fffd}' } else { c })
            .collect()
    };
    match text.char_indices().nth(LIMIT) {
        Some((end, _)) => clean(&text[..end]) + "...",
        None => clean(text),
    }
}

/// A path for messages: its end, if it is long, with control characters made harmless.
pub fn shown_path(path: &Path) -> String {
    const LIMIT: usize = 100;
    let clean = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    let text: String = path.display().to_string().chars().map(clean).collect();
    match text.chars().count().checked_sub(LIMIT) {
        None | Some(0) => text,
        Some(cut) => format!("...{}", text.chars().skip(cut).collect::<String>()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_shown_by_their_end() {
        assert_eq!(
            shown_path(Path::new("a\tb\u{9b}\n.ini")),
            "a\u{fffd}b\u{fffd}\u{fffd}.ini"
        );
        let end = "e".repeat(100);
        assert_eq!(shown_path(Path::new(&end)), end);
        assert_eq!(
            shown_path(Path::new(&format!("/x{end}"))),
            format!("...{end}")
        );
    }

    #[test]
    fn long_texts_are_cut_for_messages() {
        assert_eq!(shortened("a\tb"), "a\u{fffd}b");
        assert_eq!(shortened(&"é".repeat(100)), "é".repeat(60) + "...");
    }
}
