//! The keys of one game after inheritance, with typed access.
//!
//! Every reader takes a default and records what is wrong, so that building a game
//! goes on to the end and reports every bad line at once.

use super::ini::{Entry, IniProblem, Location, shortened};
use super::keys;
use std::collections::{HashMap, HashSet};

/// The keys of a section are not checked any more after so many that are wrong.
const MAX_PROBLEMS: usize = 20;

/// The entries of a game's section and its ancestors; nearer ones win.
pub(super) struct Fields {
    game: String,
    header: Location,
    entries: HashMap<String, Entry>,
    /// The keys of the section itself.
    own: HashSet<String>,
    problems: Vec<IniProblem>,
}

impl Fields {
    /// Takes sections from the oldest ancestor to the game itself.
    pub fn new(game: &str, header: Location, lineage: &[&[Entry]]) -> Self {
        let mut fields = Self {
            game: game.into(),
            header,
            entries: HashMap::new(),
            own: HashSet::new(),
            problems: Vec::new(),
        };
        'read: for (depth, entries) in lineage.iter().enumerate() {
            for (index, entry) in entries.iter().enumerate() {
                let own = depth + 1 == lineage.len();
                if own {
                    if fields.problems.len() == MAX_PROBLEMS {
                        break 'read;
                    }
                    fields.check_key(entry, &entries[..index]);
                    fields.own.insert(entry.key.clone());
                }
                fields.entries.insert(entry.key.clone(), entry.clone());
            }
        }
        fields
    }

    fn check_key(&mut self, entry: &Entry, before: &[Entry]) {
        if !keys::is_known(&entry.key) {
            let message = match keys::nearest(&entry.key) {
                Some(near) => format!("unknown key; the nearest known key is {near}"),
                None => "unknown key".into(),
            };
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
            Some(entry) => entry.location.clone(),
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
        self.entries.get(key).map(|e| e.value.clone())
    }

    /// Whether the section itself, not an ancestor, gives a key.
    pub fn is_own(&self, key: &str) -> bool {
        self.own.contains(key)
    }

    /// The value of a key that names this game only: ancestors' are not taken over.
    pub fn own_text(&self, key: &str) -> Option<String> {
        self.text(key).filter(|_| self.own.contains(key))
    }

    /// All keys that are given.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.entries.keys().map(String::as_str)
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
