//! From a text to its sections, line by line.

use super::{Entry, IniProblem, Location, MAX_SECTIONS, MAX_SIZE, Section};
use super::{comment, own_line, shortened};
use crate::rules::keys;
use ini_core::Item;
use std::ops::ControlFlow;
use std::sync::Arc;

/// After this many lines that cannot be read the rest of the text is not looked at.
const MAX_PROBLEMS: usize = 100;

/// Splits a text into sections. Comments are lines that start with `;` or `#`.
/// What cannot be read is returned as problems; a problem that belongs to a section
/// names it.
pub fn split(file: &str, text: &str) -> (Vec<Section>, Vec<IniProblem>) {
    let mut splitter = Splitter::new(file);
    if text.len() > MAX_SIZE {
        let message = format!("the file is larger than {} MiB", MAX_SIZE >> 20);
        splitter.problem(1, message);
        return (splitter.sections, splitter.problems);
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
        if splitter.read(line, item).is_break() {
            break;
        }
    }
    splitter.finish()
}

/// A text being split.
struct Splitter {
    file: Arc<str>,
    /// What follows a header that cannot be read belongs to it, not to the section before:
    /// such a section has no name.
    sections: Vec<Section>,
    problems: Vec<IniProblem>,
    /// The first line before any header.
    early: Option<Early>,
}

/// Lines before any header.
struct Early {
    line: usize,
    key: String,
    count: usize,
}

impl Splitter {
    fn new(file: &str) -> Self {
        Self {
            file: file.into(),
            sections: Vec::new(),
            problems: Vec::new(),
            early: None,
        }
    }

    /// Reads what stands on a line; breaks off where there is too much.
    fn read(&mut self, line: usize, item: Item) -> ControlFlow<()> {
        if self.problems.len() == MAX_PROBLEMS {
            self.problem(line, "too many errors; from here on the file is not read");
            return ControlFlow::Break(());
        }
        match item {
            Item::Section(_) if self.sections.len() == MAX_SECTIONS => {
                let message =
                    format!("more than {MAX_SECTIONS} sections; from here on the file is not read");
                self.problem(line, message);
                return ControlFlow::Break(());
            }
            Item::Section(header) => match section(header, self.at(line)) {
                Ok(section) => self.sections.push(section),
                Err(message) => self.unreadable(line, message),
            },
            Item::Error(header) => self.unreadable(line, not_closed(header)),
            Item::Property(key, _) if is_comment(key) => {}
            Item::Property(key, _) if self.sections.is_empty() => self.before_all(line, key),
            Item::Property(text, None) => self.not_an_entry(line, text),
            Item::Property(key, Some(value)) => self.entry(line, key, value),
            Item::SectionEnd | Item::Comment(_) | Item::Blank => {}
        }
        ControlFlow::Continue(())
    }

    fn at(&self, line: usize) -> Location {
        Location {
            file: self.file.clone(),
            line,
        }
    }

    /// Records what is wrong with the file at a line.
    fn problem(&mut self, line: usize, message: impl Into<String>) {
        self.problems.push(IniProblem {
            location: self.at(line),
            section: None,
            key: None,
            message: message.into(),
        });
    }

    /// Records what is wrong with the section at a line, perhaps at a key.
    fn problem_of_section(&mut self, line: usize, key: Option<&str>, message: String) {
        let section = self.sections.last().filter(|s| !s.name.is_empty());
        self.problems.push(IniProblem {
            location: self.at(line),
            section: section.map(|s| s.name.clone()),
            key: key.map(shortened),
            message,
        });
    }

    /// A header that cannot be read.
    fn unreadable(&mut self, line: usize, message: String) {
        self.problem(line, message);
        self.sections.push(Section {
            name: String::new(),
            parent: None,
            location: self.at(line),
            entries: Vec::new(),
        });
    }

    fn before_all(&mut self, line: usize, key: &str) {
        let early = self.early.get_or_insert_with(|| Early {
            line,
            key: shortened(key),
            count: 0,
        });
        early.count += 1;
    }

    /// A line without the sign that an entry has.
    fn not_an_entry(&mut self, line: usize, text: &str) {
        let meant = without_sign(text);
        let advice = meant.map_or(String::new(), |(key, value)| {
            format!(": write {key} = {}", shortened(value))
        });
        let shown = shortened(text);
        let message = format!("'{shown}' is neither a section header nor key = value{advice}");
        self.problem_of_section(line, None, message);
        // What follows from its absence is not said as well.
        if let Some((key, value)) = meant {
            self.add(line, key, value);
        }
    }

    fn entry(&mut self, line: usize, key: &str, value: &str) {
        if value.contains(|c: char| c.is_control() && c != '\t') {
            let message = "the value has a control character".into();
            return self.problem_of_section(line, Some(key), message);
        }
        self.add(line, key, value);
    }

    fn add(&mut self, line: usize, key: &str, value: &str) {
        let location = self.at(line);
        if let Some(section) = self.sections.last_mut() {
            section.entries.push(Entry {
                key: key.into(),
                value: value.into(),
                location,
            });
        }
    }

    fn finish(mut self) -> (Vec<Section>, Vec<IniProblem>) {
        if let Some(Early { line, key, count }) = self.early.take() {
            let more = match count - 1 {
                0 => String::new(),
                1 => ", and one more line does".into(),
                more => format!(", and {more} more lines do"),
            };
            let message =
                format!("'{key}' stands before the first section header, such as [mygame]{more}");
            self.problem(line, message);
            // It is the first in the file.
            self.problems.rotate_right(1);
        }
        self.sections.retain(|s| !s.name.is_empty());
        (self.sections, self.problems)
    }
}

/// What to say about a header that has more behind its bracket, or no bracket.
fn not_closed(header: &str) -> String {
    let closed = header.split_once(']').map(|(_, behind)| behind.trim());
    match closed.and_then(comment) {
        Some(comment) => own_line(comment),
        None => format!(
            "'{}': the section header does not end with ]",
            shortened(header)
        ),
    }
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
fn without_blanks(item: Item) -> Item {
    if let Item::Error(line) = item
        && let Some(header) = line.trim().strip_prefix('[')
        && let Some(header) = header.strip_suffix(']')
    {
        return Item::Section(header);
    }
    item
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

#[cfg(test)]
mod tests {
    use super::*;

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
}
