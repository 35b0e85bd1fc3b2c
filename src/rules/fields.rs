//! The keys of one game after inheritance, with typed access.
//!
//! Every reader takes a default and records what is wrong, so that building a game
//! goes on to the end and reports every bad line at once.

use super::ini::{Entry, IniProblem, Location, shortened};
use super::keys::{self, Support};
use std::collections::HashMap;

/// The keys of a section are not checked any more after so many that are wrong.
const MAX_PROBLEMS: usize = 20;

/// The entries of a game's section and its ancestors; nearer ones win.
pub(super) struct Fields {
    game: String,
    header: Location,
    /// The entries with their generation: 0 for the oldest ancestor.
    entries: HashMap<String, (usize, Entry)>,
    /// The last generation: that of the section itself.
    own: usize,
    /// The entries that name pieces, from the oldest on.
    pieces: Vec<(usize, Entry)>,
    problems: Vec<IniProblem>,
}

impl Fields {
    /// Takes sections from the oldest ancestor to the game itself.
    pub fn new(game: &str, header: Location, lineage: &[&[Entry]]) -> Self {
        let mut fields = Self {
            game: game.into(),
            header,
            entries: HashMap::new(),
            own: lineage.len().saturating_sub(1),
            pieces: Vec::new(),
            problems: Vec::new(),
        };
        'read: for (generation, entries) in lineage.iter().enumerate() {
            for (index, entry) in entries.iter().enumerate() {
                if generation == fields.own {
                    if fields.problems.len() == MAX_PROBLEMS {
                        break 'read;
                    }
                    fields.check_key(entry, &entries[..index]);
                }
                if keys::is_piece(&entry.key) {
                    fields.pieces.push((generation, entry.clone()));
                }
                fields
                    .entries
                    .insert(entry.key.clone(), (generation, entry.clone()));
            }
        }
        fields
    }

    fn check_key(&mut self, entry: &Entry, before: &[Entry]) {
        if let Some(message) = fault(entry) {
            self.problem_at(entry, message);
        } else if let Some(first) = before.iter().find(|e| e.key == entry.key) {
            let message = format!(
                "the key is given twice, first in line {}",
                first.location.line
            );
            self.problem_at(entry, message);
        }
    }

    fn problem_at(&mut self, entry: &Entry, message: String) {
        self.problems.push(IniProblem {
            location: entry.location.clone(),
            section: Some(self.game.clone()),
            key: Some(shortened(&entry.key)),
            message,
        });
    }

    /// The line of a key, or of the section's header if the key is not given.
    pub fn location(&self, key: &str) -> Location {
        match self.entries.get(key) {
            Some((_, entry)) => entry.location.clone(),
            None => self.header.clone(),
        }
    }

    /// Records a problem at a key, or at the section's header if the key is not given.
    pub fn problem(&mut self, key: &str, message: impl Into<String>) {
        self.problems.push(IniProblem {
            location: self.location(key),
            section: Some(self.game.clone()),
            key: Some(key.into()),
            message: message.into(),
        });
    }

    /// All problems recorded so far.
    pub fn into_problems(self) -> Vec<IniProblem> {
        self.problems
    }

    /// The value of a key as written.
    pub fn text(&self, key: &str) -> Option<String> {
        self.entries.get(key).map(|(_, e)| e.value.clone())
    }

    /// The generation that gives a key: 0 for the oldest ancestor.
    pub fn generation(&self, key: &str) -> Option<usize> {
        self.entries.get(key).map(|(generation, _)| *generation)
    }

    /// The generation of the section itself.
    pub fn own_generation(&self) -> usize {
        self.own
    }

    /// The entries that name pieces with their generations, from the oldest on.
    pub fn pieces(&self) -> &[(usize, Entry)] {
        &self.pieces
    }

    /// Whether a key is given.
    pub fn has(&self, key: &str) -> bool {
        self.entries.contains_key(key)
    }

    /// Whether the section itself, not an ancestor, gives a key.
    pub fn is_own(&self, key: &str) -> bool {
        self.generation(key) == Some(self.own)
    }

    /// Of several keys for the same thing the one that counts: that of the youngest
    /// generation, and of one generation's the last in this list.
    pub fn nearest<'a>(&self, keys: &[&'a str]) -> Option<&'a str> {
        let given = keys.iter().filter(|key| self.has(key));
        given.max_by_key(|key| self.generation(key)).copied()
    }

    /// The value of a key that names this game only: ancestors' are not taken over.
    pub fn own_text(&self, key: &str) -> Option<String> {
        self.text(key).filter(|_| self.is_own(key))
    }

    /// All keys that are given, sorted.
    pub fn keys(&self) -> Vec<String> {
        let mut keys: Vec<String> = self.entries.keys().cloned().collect();
        keys.sort_unstable();
        keys
    }

    /// The value of a key as `read` understands it; the default if the key is not
    /// given or, with a problem recorded, not understood.
    pub fn read<T>(
        &mut self,
        key: &str,
        default: T,
        read: impl FnOnce(&str) -> Result<T, String>,
    ) -> T {
        let Some(text) = self.text(key) else {
            return default;
        };
        match read(&text) {
            Ok(value) => value,
            Err(message) => {
                self.problem(key, message);
                default
            }
        }
    }

    /// `true` or `false`.
    pub fn bool(&mut self, key: &str, default: bool) -> bool {
        self.read(key, default, |text| match text {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(format!("'{}' is neither true nor false", shortened(text))),
        })
    }

    /// A number within limits.
    pub fn number(&mut self, key: &str, default: u16, low: u16, high: u16) -> u16 {
        self.read(key, default, |text| match text.parse::<u16>() {
            Ok(number) if (low..=high).contains(&number) => Ok(number),
            _ => Err(format!(
                "'{}' is not a number from {low} to {high}",
                shortened(text)
            )),
        })
    }
}

/// Why no game can have this entry, if so.
fn fault(entry: &Entry) -> Option<String> {
    let key = entry.key.as_str();
    if keys::is_piece(key) {
        return None;
    }
    let refused = keys::REFUSED_PIECES.iter().find(|(name, _)| *name == key);
    if let Some((_, why)) = refused {
        return (entry.value != "-").then(|| format!("not supported: {why}"));
    }
    let Some(info) = keys::find(key) else {
        return Some(match keys::nearest(key) {
            Some(near) => format!("unknown key; the nearest known key is {near}"),
            None => "unknown key".into(),
        });
    };
    match info.support {
        Support::Refused(accepted)
            if !accepted.is_empty() && !accepted.contains(&entry.value.as_str()) =>
        {
            Some(format!("not supported: {}", info.meaning))
        }
        Support::Renamed => Some(format!("an old name; write {}", info.meaning)),
        _ => None,
    }
}
