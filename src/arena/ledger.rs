//! The file by which a tournament goes on after any interruption.
//!
//! A line of JSON for the settings, and one for every game that has ended, each with all
//! that is known of it. A line is on the disk before the game counts; a last line that was
//! not written to its end is cut off, and its game is played again. The file of games is
//! made of these lines, so that it cannot hold more or fewer games than were counted.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::rules::ini::{shortened, shown_path};

/// The format of the file.
const VERSION: u32 = 1;
/// The key of the first line.
const KEY: &str = "sliderule_match";

/// What an engine did in a game.
#[derive(Clone, Copy, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct SideRecord {
    /// Moves that it has found itself.
    pub moves: u64,
    /// The seconds they took.
    pub seconds: f64,
    /// The sum of the depths, and of how many moves one is known.
    pub depths: u64,
    /// See [`Self::depths`].
    pub with_depth: u64,
    /// The sum of the nodes, and the seconds of the moves of which they are known.
    pub nodes: u64,
    /// See [`Self::nodes`].
    pub node_seconds: f64,
}

/// A game that has ended.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// Its number in the schedule.
    pub game: usize,
    /// The engine that had White, by its number.
    pub white: usize,
    /// The engine that had Black.
    pub black: usize,
    /// The number of the opening.
    pub opening: usize,
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: String,
    /// The value of the tag `Termination`.
    pub termination: String,
    /// What happened, in words.
    pub why: String,
    /// The engine whose fault ended it, by its number.
    pub faulty: Option<usize>,
    /// The moves of both players, without those of the opening.
    pub plies: usize,
    /// What the engines did: White, Black.
    pub sides: [SideRecord; 2],
    /// The game as PGN.
    pub pgn: String,
}

impl Record {
    /// The half points of White and Black.
    pub fn halves(&self) -> [usize; 2] {
        match self.result.as_str() {
            "1-0" => [2, 0],
            "0-1" => [0, 2],
            _ => [1, 1],
        }
    }
}

/// The state of a tournament on file, and its file of games.
pub struct Ledger {
    state: Option<Journal>,
    games: Option<Journal>,
}

/// A file that only grows.
struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Opens a file for one tournament alone.
    fn open(path: &Path) -> Result<Self, String> {
        let named = |error: io::Error| format!("{}: {error}", shown_path(path));
        let mut options = OpenOptions::new();
        let file = options.create(true).read(true).append(true).open(path);
        let file = file.map_err(named)?;
        #[cfg(unix)]
        {
            use rustix::fs::{FlockOperation, flock};
            flock(&file, FlockOperation::NonBlockingLockExclusive)
                .map_err(|_| format!("{}: another match writes it", shown_path(path)))?;
        }
        let path = path.into();
        Ok(Self { path, file })
    }

    fn error(&self, error: &io::Error) -> String {
        format!("{}: {error}", shown_path(&self.path))
    }

    fn read(&mut self, from: u64) -> Result<Vec<u8>, String> {
        let mut bytes = Vec::new();
        let read = self
            .file
            .seek(SeekFrom::Start(from))
            .and_then(|_| self.file.read_to_end(&mut bytes));
        read.map_err(|error| self.error(&error))?;
        Ok(bytes)
    }

    fn len(&self) -> Result<u64, String> {
        let length = self.file.metadata().map(|data| data.len());
        length.map_err(|error| self.error(&error))
    }

    fn append(&mut self, text: &str) -> Result<(), String> {
        let written = self.file.write_all(text.as_bytes());
        let kept = written.and_then(|()| self.file.sync_data());
        kept.map_err(|error| self.error(&error))
    }
}

impl Ledger {
    /// Opens the files of a tournament, or makes them: `state` to go on from, `games` for
    /// people. Returns the games that have been played.
    ///
    /// # Errors
    /// A file cannot be used, or is one of another tournament: the setting that differs.
    pub fn open(
        state: Option<&Path>,
        games: Option<&Path>,
        settings: &Value,
    ) -> Result<(Self, Vec<Record>), String> {
        let mut games = games.map(Journal::open).transpose()?;
        let length = games.as_ref().map_or(Ok(0), Journal::len)?;
        let Some(path) = state else {
            let state = None;
            return Ok((Self { state, games }, Vec::new()));
        };
        let mut state = Journal::open(path)?;
        let (begin, records) = match read_state(&mut state, settings)? {
            Some(found) => found,
            None => {
                let header = json!({ KEY: VERSION, "games_from": length, "settings": settings });
                state.append(&format!("{header}\n"))?;
                (length, Vec::new())
            }
        };
        if let Some(games) = &mut games {
            complete(games, begin, &records)?;
        }
        let state = Some(state);
        Ok((Self { state, games }, records))
    }

    /// Keeps a game.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn add(&mut self, record: &Record) -> Result<(), String> {
        if let Some(state) = &mut self.state {
            let line = serde_json::to_string(record).map_err(|error| error.to_string())?;
            state.append(&(line + "\n"))?;
        }
        if let Some(games) = &mut self.games {
            games.append(&record.pgn)?;
        }
        Ok(())
    }
}

/// Where the tournament's part of the file of games begins, and the games of a state file;
/// `None` if it is empty.
fn read_state(state: &mut Journal, settings: &Value) -> Result<Option<(u64, Vec<Record>)>, String> {
    let bytes = state.read(0)?;
    let whole = bytes
        .iter()
        .rposition(|&b| b == b'\n')
        .map_or(0, |at| at + 1);
    let file = shown_path(&state.path);
    if whole < bytes.len() {
        // Somebody else's file must not be cut, however it ends.
        let ours = format!("{{\"{KEY}\":");
        let shorter = ours.len().min(bytes.len());
        if bytes[..shorter] != ours.as_bytes()[..shorter] {
            return Err(format!("{file}: this is no state of a match"));
        }
        let cut = state.file.set_len(whole as u64);
        cut.map_err(|error| state.error(&error))?;
    }
    let text = String::from_utf8_lossy(&bytes[..whole]);
    let mut lines = text.lines();
    let Some(header) = lines.next() else {
        return Ok(None);
    };
    let header: Value = serde_json::from_str(header).unwrap_or_default();
    if header.get(KEY) != Some(&json!(VERSION)) {
        return Err(format!("{file}: this is no state of a match"));
    }
    compare(&header["settings"], settings).map_err(|what| format!("{file}: {what}"))?;
    let mut records: Vec<Record> = Vec::new();
    for (index, line) in lines.enumerate() {
        let line_number = index + 2;
        let record: Record =
            serde_json::from_str(line).map_err(|error| format!("{file}:{line_number}: {error}"))?;
        if records.iter().any(|other| other.game == record.game) {
            let game = record.game + 1;
            return Err(format!("{file}:{line_number}: game {game} is there twice"));
        }
        records.push(record);
    }
    Ok(Some((header["games_from"].as_u64().unwrap_or(0), records)))
}

/// Whether the settings are those of the file.
fn compare(before: &Value, now: &Value) -> Result<(), String> {
    match difference("", before, now) {
        None => Ok(()),
        Some(Difference { name, was, is }) => Err(format!(
            "the match was begun with another setting '{name}': {was}, now {is}"
        )),
    }
}

/// A setting that is not as it was.
struct Difference {
    name: String,
    was: String,
    is: String,
}

/// The first setting that differs, by the names that lead to it.
fn difference(name: &str, before: &Value, now: &Value) -> Option<Difference> {
    if let (Some(old), Some(new)) = (before.as_object(), now.as_object()) {
        let inner = |key: &String| {
            let value = |all: &Map<String, Value>| all.get(key).cloned().unwrap_or_default();
            let name = format!("{name} {key}");
            difference(name.trim_start(), &value(old), &value(new))
        };
        return new.keys().chain(old.keys()).find_map(inner);
    }
    let shown = |value: &Value| match value {
        Value::Null => "nothing".to_string(),
        value => shortened(&value.to_string()),
    };
    (before != now).then(|| Difference {
        name: name.into(),
        was: shown(before),
        is: shown(now),
    })
}

/// Writes what is missing in the file of games.
fn complete(games: &mut Journal, begin: u64, records: &[Record]) -> Result<(), String> {
    let wanted: String = records.iter().map(|record| record.pgn.as_str()).collect();
    // Somebody may have taken the file away.
    let there = games.read(begin.min(games.len()?))?;
    match wanted.as_bytes().strip_prefix(there.as_slice()) {
        Some(rest) => games.append(&String::from_utf8_lossy(rest)),
        None => Err(format!(
            "{}: the games are not those of the state file",
            shown_path(&games.path)
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(game: usize) -> Record {
        Record {
            game,
            white: game % 2,
            black: 1 - game % 2,
            opening: game / 2,
            result: "1-0".into(),
            termination: "normal".into(),
            why: "Checkmate".into(),
            faulty: None,
            plies: 9,
            sides: [SideRecord::default(); 2],
            pgn: format!("[Round \"{game}\"]\n\n1-0\n\n"),
        }
    }

    #[test]
    fn every_way_to_break_off_is_mended() {
        let directory = tempfile::tempdir().unwrap();
        let (state, games) = (directory.path().join("s"), directory.path().join("g.pgn"));
        let settings = json!({ "games": 4, "variant": "chess" });
        std::fs::write(&games, "[Event \"another\"]\n\n*\n\n").unwrap();
        let open = || Ledger::open(Some(&state), Some(&games), &settings);
        {
            let (mut ledger, records) = open().unwrap();
            assert!(records.is_empty());
            for game in [0, 2, 1] {
                ledger.add(&record(game)).unwrap();
            }
        }
        let (all_state, all_games) = (
            std::fs::read(&state).unwrap(),
            std::fs::read(&games).unwrap(),
        );
        let before = "[Event \"another\"]\n\n*\n\n".len();
        for length in (0..=all_state.len()).step_by(7) {
            std::fs::write(&state, &all_state[..length]).unwrap();
            // A game is written to the file of games after it is in the state.
            let lines = all_state[..length].iter().filter(|&&b| b == b'\n').count();
            let kept = before + (all_games.len() - before) * lines.saturating_sub(1) / 3;
            let torn = kept.saturating_sub(length % 19).max(before);
            std::fs::write(&games, &all_games[..torn]).unwrap();
            let (mut ledger, records) = open().unwrap_or_else(|e| panic!("{length}: {e}"));
            let played: Vec<usize> = records.iter().map(|r| r.game).collect();
            assert_eq!(played, [0, 2, 1][..played.len()], "{length}");
            for game in &[0, 2, 1][played.len()..] {
                ledger.add(&record(*game)).unwrap();
            }
            drop(ledger);
            assert_eq!(std::fs::read(&games).unwrap(), all_games, "{length}");
            let (_, records) = open().unwrap();
            assert_eq!(records, [record(0), record(2), record(1)]);
        }
    }

    #[test]
    fn another_match_is_refused_by_the_setting_that_differs() {
        let directory = tempfile::tempdir().unwrap();
        let state = directory.path().join("s");
        let open = |settings: &Value| match Ledger::open(Some(&state), None, settings) {
            Ok(_) => String::new(),
            Err(why) => why,
        };
        assert_eq!(open(&json!({ "games": 4, "seed": 1 })), "");
        let why = open(&json!({ "games": 4, "seed": 2 }));
        assert!(why.ends_with("another setting 'seed': 1, now 2"), "{why}");
        let why = open(&json!({ "games": 4 }));
        assert!(
            why.ends_with("another setting 'seed': 1, now nothing"),
            "{why}"
        );
        let held = Ledger::open(Some(&state), None, &json!({ "games": 4, "seed": 1 })).unwrap();
        let why = open(&json!({ "games": 4, "seed": 1 }));
        assert!(why.ends_with("another match writes it"), "{why}");
        drop(held);
        for other in ["a letter\n", "a letter", "{}\n"] {
            std::fs::write(&state, other).unwrap();
            let why = open(&json!({}));
            assert!(
                why.ends_with("this is no state of a match"),
                "{other}: {why}"
            );
            assert_eq!(std::fs::read_to_string(&state).unwrap(), other);
        }
    }
}
