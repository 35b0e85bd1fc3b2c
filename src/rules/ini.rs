//! Splitting an ini text into sections, with the place of every line.

use super::keys;
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use thiserror::Error;

/// The largest ini text that is read, in bytes.
pub const MAX_SIZE: usize = 1 << 20;

/// The most sections that a text may have: comparing games with each other must not take
/// long.
pub const MAX_SECTIONS: usize = 1000;

/// After this many lines that cannot be read the rest of the text is not looked at.
const MAX_PROBLEMS: usize = 100;

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

/// Splits a text into sections. Comments are lines that start with `;` or `#`.
/// What cannot be read is returned as problems; a problem that belongs to a section
/// names it.
pub fn split(file: &str, text: &str) -> (Vec<Section>, Vec<IniProblem>) {
    let file: Arc<str> = file.into();
    let mut sections: Vec<Section> = Vec::new();
    let mut problems = Vec::new();
    let at = |line: usize| Location {
        file: file.clone(),
        line,
    };
    let problem = |line, section: Option<&Section>, message: String| IniProblem {
        location: at(line),
        section: section
            .filter(|s| !s.name.is_empty())
            .map(|s| s.name.clone()),
        key: None,
        message,
    };
    // What follows a header that cannot be read belongs to it, not to the section before.
    let unreadable = |line| Section {
        name: String::new(),
        parent: None,
        location: at(line),
        entries: Vec::new(),
    };
    // The first line before any header, and how many there are.
    let mut early: Option<(usize, String, usize)> = None;
    if text.len() > MAX_SIZE {
        problems.push(problem(
            1,
            None,
            format!("the file is larger than {} MiB", MAX_SIZE >> 20),
        ));
        return (sections, problems);
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut parser = ini_core::Parser::new(text)
        .comment_char(b'#')
        .auto_trim(true);
    loop {
        // The parser counts the lines it has left behind, whether or not it returned
        // something for them.
        let line = parser.line() as usize + 1;
        let Some(item) = parser.next().map(without_blanks) else {
            break;
        };
        if problems.len() == MAX_PROBLEMS {
            let message = "too many errors; from here on the file is not read".into();
            problems.push(problem(line, None, message));
            break;
        }
        match item {
            ini_core::Item::Property(key, _) if sections.is_empty() && !is_comment(key) => {
                early.get_or_insert((line, shortened(key), 0)).2 += 1;
            }
            ini_core::Item::Section(_) if sections.len() == MAX_SECTIONS => {
                let message =
                    format!("more than {MAX_SECTIONS} sections; from here on the file is not read");
                problems.push(problem(line, None, message));
                break;
            }
            ini_core::Item::Section(header) => match section(header, at(line)) {
                Ok(section) => sections.push(section),
                Err(message) => {
                    problems.push(problem(line, None, message));
                    sections.push(unreadable(line));
                }
            },
            ini_core::Item::Error(header) => {
                let closed = header.split_once(']').map(|(_, behind)| behind.trim());
                let message = match closed.and_then(comment) {
                    Some(comment) => own_line(comment),
                    None => format!(
                        "'{}': the section header does not end with ]",
                        shortened(header)
                    ),
                };
                problems.push(problem(line, None, message));
                sections.push(unreadable(line));
            }
            ini_core::Item::Property(key, _) if is_comment(key) => {}
            ini_core::Item::Property(text, None) => {
                let meant = without_sign(text);
                let advice = meant.map_or(String::new(), |(key, value)| {
                    format!(": write {key} = {}", shortened(value))
                });
                let shown = shortened(text);
                let message =
                    format!("'{shown}' is neither a section header nor key = value{advice}");
                problems.push(problem(line, sections.last(), message));
                // What follows from its absence is not said as well.
                if let (Some((key, value)), Some(section)) = (meant, sections.last_mut()) {
                    section.entries.push(Entry {
                        key: key.into(),
                        value: value.into(),
                        location: at(line),
                    });
                }
            }
            ini_core::Item::Property(key, Some(value)) => match sections.last_mut() {
                Some(section) if value.contains(|c: char| c.is_control() && c != '\t') => {
                    let mut problem = problem(
                        line,
                        Some(section),
                        "the value has a control character".into(),
                    );
                    problem.key = Some(shortened(key));
                    problems.push(problem);
                }
                Some(section) => section.entries.push(Entry {
                    key: key.into(),
                    value: value.into(),
                    location: at(line),
                }),
                // Counted above.
                None => {}
            },
            ini_core::Item::SectionEnd | ini_core::Item::Comment(_) | ini_core::Item::Blank => {}
        }
    }
    if let Some((line, key, count)) = early {
        let more = match count - 1 {
            0 => String::new(),
            1 => ", and one more line does".into(),
            more => format!(", and {more} more lines do"),
        };
        let message =
            format!("'{key}' stands before the first section header, such as [mygame]{more}");
        problems.insert(0, problem(line, None, message));
    }
    sections.retain(|s| !s.name.is_empty());
    (sections, problems)
}

/// A line of a section that starts like this is a comment, indented or not.
fn is_comment(key: &str) -> bool {
    key.starts_with([';', '#'])
}

/// Key and value of a line that lacks the sign between them, or has a colon there.
fn without_sign(text: &str) -> Option<(&str, &str)> {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric())?;
    let (key, rest) = text.split_at(end);
    let value = rest.trim_start_matches([' ', '\t', ':']);
    let known = keys::is_piece(key) || keys::find(key).is_some();
    (known && rest != value && !value.is_empty()).then_some((key, value))
}

/// The same, but that blanks behind a section's header do not matter.
fn without_blanks(item: ini_core::Item) -> ini_core::Item {
    if let ini_core::Item::Error(line) = item
        && let Some(header) = line.trim().strip_prefix('[')
        && let Some(header) = header.strip_suffix(']')
    {
        return ini_core::Item::Section(header);
    }
    item
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

fn section(header: &str, location: Location) -> Result<Section, String> {
    let (name, parent) = match header.split_once(':') {
        Some((name, parent)) => (name.trim(), Some(parent.trim())),
        None => (header.trim(), None),
    };
    let valid = |name: &str| {
        !name.is_empty()
            && name.len() <= 64
            && name
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "-_.+".contains(c))
    };
    for name in std::iter::once(name).chain(parent) {
        if !valid(name) {
            return Err(format!(
                "'{}' is not a game's name: letters, digits, - _ . + only, at most 64",
                shortened(name)
            ));
        }
    }
    Ok(Section {
        name: name.into(),
        parent: parent.map(Into::into),
        location,
        entries: Vec::new(),
    })
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
    fn lines_are_counted_across_comments_and_blanks() {
        let text = "# top\n\n[a]\n; note\nx = 1\r\n\r\n[b:a]\ny=2 \n";
        let (sections, problems) = split("f.ini", text);
        assert!(problems.is_empty(), "{problems:?}");
        assert_eq!(sections.len(), 2);
        assert_eq!(sections[0].entries[0].location.to_string(), "f.ini:5");
        assert_eq!(sections[1].location.line, 7);
        assert_eq!(sections[1].parent.as_deref(), Some("a"));
        let entry = &sections[1].entries[0];
        assert_eq!((entry.key.as_str(), entry.value.as_str()), ("y", "2"));
        assert_eq!(entry.location.line, 8);
    }

    #[test]
    fn every_unreadable_line_is_named() {
        let text = "early = 1\n[a\n[ok]\njunk\n[bad name]\nlost = 1\n";
        let (sections, problems) = split("f.ini", text);
        let texts: Vec<String> = problems.iter().map(ToString::to_string).collect();
        assert_eq!(
            texts,
            [
                "f.ini:1: 'early' stands before the first section header, such as [mygame]",
                "f.ini:2: '[a': the section header does not end with ]",
                "f.ini:4: [ok] 'junk' is neither a section header nor key = value",
                "f.ini:5: 'bad name' is not a game's name: letters, digits, - _ . + only, at most 64",
            ]
        );
        assert_eq!(sections.len(), 1);
        assert!(sections[0].entries.is_empty());
    }

    #[test]
    fn long_texts_are_cut_for_messages() {
        assert_eq!(shortened("a\tb"), "a\u{fffd}b");
        assert_eq!(shortened(&"é".repeat(100)), "é".repeat(60) + "...");
    }
}
