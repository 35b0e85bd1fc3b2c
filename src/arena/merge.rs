//! Several states of one match as one: of its slices, or of machines that have played the same.
//!
//! A state file says by itself what the match is, so nothing else is asked. Files are only
//! read, and may be those of matches that are still played.

use super::journal::{self, difference};
use super::ledger::Record;
use super::schedule::{Format, Schedule, Slice};
use super::stats::Sprt;
use super::tournament::{Outline, Standing};
use crate::rules::ini::shown_path;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What `match` takes as rounds, and as games in a round.
const MOST_GAMES: usize = 10_000_000;
/// More than any tournament has.
const MOST_ENGINES: usize = 1000;

/// What the settings in a state file say about the results.
#[derive(Deserialize)]
struct Settings {
    variant: String,
    format: Format,
    games: usize,
    rounds: usize,
    sprt: Option<Sprt>,
    engines: Vec<String>,
    slice: Option<String>,
}

impl Settings {
    fn outline(&self) -> Result<Outline, String> {
        let most = 1..=MOST_GAMES;
        if !most.contains(&self.games) || !most.contains(&self.rounds) {
            return Err(format!("games and rounds must be from 1 to {MOST_GAMES}"));
        }
        if !(2..=MOST_ENGINES).contains(&self.engines.len()) {
            return Err(format!("there must be from 2 to {MOST_ENGINES} engines"));
        }
        let slice = self.slice.as_deref().map(str::parse).transpose();
        Ok(Outline {
            engines: self.engines.clone(),
            schedule: Schedule {
                format: self.format,
                engines: self.engines.len(),
                rounds: self.rounds,
                games: self.games,
                slice: slice?.unwrap_or(Slice::WHOLE),
            },
            sprt: self.sprt,
        })
    }
}

/// All games of several state files.
pub struct Merged {
    /// The game that is played.
    pub variant: String,
    /// What the results are about.
    pub outline: Outline,
    /// The settings of the whole match.
    pub settings: Value,
    /// The file that they are from.
    first: String,
    /// The games by their numbers, with the name of the file that had each first.
    games: BTreeMap<usize, (Record, String)>,
}

impl Merged {
    /// Reads state files.
    ///
    /// # Errors
    /// One cannot be read or is no state of a match; they are of different matches: the
    /// setting that differs; or a game has two results.
    pub fn read(files: &[PathBuf]) -> Result<Self, String> {
        let [first, others @ ..] = files else {
            return Err("there are no files to merge".into());
        };
        let mut merged = Self::read_one(first)?;
        for path in others {
            let other = Self::read_one(path)?;
            if let Some(found) = difference("", &merged.settings, &other.settings) {
                return Err(format!(
                    "{}: the setting '{}' is {}, but in {} it is {}",
                    other.first, found.name, found.is, merged.first, found.was
                ));
            }
            merged.add(other.into_records(), &shown_path(path))?;
        }
        Ok(merged)
    }

    fn read_one(path: &Path) -> Result<Self, String> {
        let file = shown_path(path);
        let named = |why: String| format!("{file}: {why}");
        let (header, records) = journal::read::<Record>(path)?;
        let mut settings = header["settings"].clone();
        let read = Settings::deserialize(&settings);
        let read = read.map_err(|error| named(format!("settings: {error}")))?;
        let mut outline = read.outline().map_err(named)?;
        Standing::after(&outline.schedule, &records).map_err(named)?;
        outline.schedule.slice = Slice::WHOLE;
        settings["slice"] = Value::Null;
        let mut merged = Self {
            variant: read.variant,
            outline,
            settings,
            first: file.clone(),
            games: BTreeMap::new(),
        };
        merged.add(records, &file)?;
        Ok(merged)
    }

    /// Counts the games of one more file, each once.
    ///
    /// # Errors
    /// A game has another result.
    pub fn add(&mut self, records: Vec<Record>, file: &str) -> Result<(), String> {
        for record in records {
            match self.games.get(&record.game) {
                None => {
                    self.games.insert(record.game, (record, file.into()));
                }
                Some((known, other)) if known.result != record.result => {
                    let (game, one, two) = (record.game + 1, &known.result, &record.result);
                    return Err(format!(
                        "game {game}: {one} in {other}, but {two} in {file}"
                    ));
                }
                Some(_) => {}
            }
        }
        Ok(())
    }

    /// All games, in their order.
    pub fn into_records(self) -> Vec<Record> {
        self.games.into_values().map(|(record, _)| record).collect()
    }
}
