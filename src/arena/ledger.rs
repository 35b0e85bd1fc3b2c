//! The files of a tournament: its state, by which it goes on, and its games.
//!
//! The state has all that is known of every game that has ended. The file of games is made
//! of its lines, so that it cannot hold more or fewer games than were counted.

use super::journal::{Entry, Journal};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::Path;

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

impl Entry for Record {
    const KEY: &'static str = "sliderule_match";
    const VERSION: u32 = 1;
    const WHOLE: &'static str = "match";
    const PART: &'static str = "game";

    fn number(&self) -> usize {
        self.game
    }
}

/// The state of a tournament on file, and its file of games.
pub struct Ledger {
    state: Option<Journal>,
    games: Option<Journal>,
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
        let open = |path| Journal::open(path, Record::WHOLE);
        let mut games = games.map(open).transpose()?;
        let length = games.as_ref().map_or(Ok(0), Journal::len)?;
        let Some(path) = state else {
            let state = None;
            return Ok((Self { state, games }, Vec::new()));
        };
        let mut state = open(path)?;
        let more = [("games_from", length.into())];
        let (header, records) = state.resume(settings, &more)?;
        if let Some(games) = &mut games {
            let begin = header["games_from"].as_u64().unwrap_or(0);
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
        self.add_all(std::slice::from_ref(record))
    }

    /// Keeps games.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn add_all(&mut self, records: &[Record]) -> Result<(), String> {
        if let Some(state) = &mut self.state {
            state.add(records)?;
        }
        if let Some(games) = &mut self.games {
            games.append(&all_games(records))?;
        }
        Ok(())
    }
}

/// The games as PGN.
fn all_games(records: &[Record]) -> String {
    records.iter().map(|record| record.pgn.as_str()).collect()
}

/// Writes what is missing in the file of games.
fn complete(games: &mut Journal, begin: u64, records: &[Record]) -> Result<(), String> {
    let wanted = all_games(records);
    // Somebody may have taken the file away.
    let there = games.read(begin.min(games.len()?))?;
    match wanted.as_bytes().strip_prefix(there.as_slice()) {
        Some(rest) => games.append(&String::from_utf8_lossy(rest)),
        None => Err(format!(
            "{}: the games are not those of the state file",
            games.name()
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

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
