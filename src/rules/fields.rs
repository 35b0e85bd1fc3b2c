//! The keys of one game after inheritance, with typed access.
//!
//! Every reader takes a default and records what is wrong, so that building a game
//! goes on to the end and reports every bad line at once.

use super::ini::{self, Entry, IniProblem, Location, shortened};
use super::keys::{self, Support};
use super::piece::PieceId;
use std::collections::HashMap;

/// After this many wrong keys the rest of a section is not checked.
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
    warnings: Vec<IniProblem>,
    /// The lines whose keys are wrong: what follows from that is not said as well.
    faulty: Vec<Location>,
    /// The letters that a piece may have whose line cannot be read.
    doubtful: LetterSet,
}

/// A set of the letters of pieces.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct LetterSet(u32);

impl LetterSet {
    /// Every letter.
    pub const ALL: Self = Self(u32::MAX);

    /// Adds the letter of an id.
    fn insert(&mut self, id: PieceId) {
        self.0 |= 1 << (id.letter() as u32 - 'a' as u32);
    }

    /// Whether the letter of an id is in the set.
    pub fn contains(self, id: PieceId) -> bool {
        self.0 >> (id.letter() as u32 - 'a' as u32) & 1 != 0
    }
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
            warnings: Vec::new(),
            faulty: Vec::new(),
            doubtful: LetterSet::default(),
        };
        'read: for (generation, entries) in lineage.iter().enumerate() {
            for (index, entry) in entries.iter().enumerate() {
                let mut entry = entry.clone();
                if generation == fields.own {
                    if fields.problems.len() == MAX_PROBLEMS {
                        break 'read;
                    }
                    fields.check(&mut entry, &entries[..index], entries);
                }
                if keys::is_piece(&entry.key) {
                    fields.pieces.push((generation, entry.clone()));
                }
                fields
                    .entries
                    .insert(entry.key.clone(), (generation, entry));
            }
        }
        fields
    }

    /// Says what is wrong with an entry of the section itself, and puts right what can be
    /// guessed, so that nothing is said about what follows from it.
    fn check(&mut self, entry: &mut Entry, before: &[Entry], all: &[Entry]) {
        if let Some(comment) = ini::comment(&entry.value).filter(|_| !keys::is_text(&entry.key)) {
            let length = entry.value.len() - comment.len();
            self.problem_at(entry, ini::own_line(comment));
            self.faulty.push(entry.location.clone());
            entry.value.truncate(length);
            entry.value.truncate(entry.value.trim_end().len());
        }
        if let Some(message) = fault(entry) {
            self.problem_at(entry, message);
            self.faulty.push(entry.location.clone());
            let meant = keys::nearest(&entry.key).filter(|_| keys::find(&entry.key).is_none());
            match meant.filter(|meant| all.iter().all(|e| e.key != *meant)) {
                Some(meant) => entry.key = meant.into(),
                None => {
                    if let Some((id, ..)) = PieceId::parse_prefix(&entry.value) {
                        self.doubtful.insert(id);
                    }
                }
            }
        } else if let Some(first) = before.iter().find(|e| e.key == entry.key) {
            self.warnings.push(IniProblem {
                location: entry.location.clone(),
                section: Some(self.game.clone()),
                key: Some(shortened(&entry.key)),
                message: format!(
                    "given twice, first in line {}; the last one counts",
                    first.location.line
                ),
            });
        }
    }

    /// How many problems were found so far.
    pub fn problem_count(&self) -> usize {
        self.problems.len()
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

    /// Records a problem at a key, or at the section's header if the key is not given;
    /// once, though the key may be read for each player.
    pub fn problem(&mut self, key: &str, message: impl Into<String>) {
        let problem = IniProblem {
            location: self.location(key),
            section: Some(self.game.clone()),
            key: Some(key.into()),
            message: message.into(),
        };
        if !self.faulty.contains(&problem.location) && !self.problems.contains(&problem) {
            self.problems.push(problem);
        }
    }

    /// Records a problem at the section's header though an ancestor gives the key.
    pub fn problem_of_section(&mut self, key: &str, message: String) {
        self.problems.push(IniProblem {
            location: self.header.clone(),
            section: Some(self.game.clone()),
            key: Some(key.into()),
            message,
        });
    }

    /// Any piece may be missing only because this key cannot be read.
    pub fn doubt_pieces(&mut self) {
        self.doubtful = LetterSet::ALL;
    }

    /// The letters that a piece may have whose line cannot be read.
    pub fn doubtful(&self) -> LetterSet {
        self.doubtful
    }

    /// All problems recorded so far, which are forgotten.
    pub fn take_problems(&mut self) -> Vec<IniProblem> {
        std::mem::take(&mut self.problems)
    }

    /// What is odd about the section's lines, but disables nothing.
    pub fn warnings(&self) -> &[IniProblem] {
        &self.warnings
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
    pub fn read<T, E: ToString>(
        &mut self,
        key: &str,
        default: T,
        read: impl FnOnce(&str) -> Result<T, E>,
    ) -> T {
        let Some(text) = self.text(key) else {
            return default;
        };
        match read(&text) {
            Ok(value) => value,
            Err(error) => {
                self.problem(key, error.to_string());
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
