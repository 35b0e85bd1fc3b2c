//! The games that were played, on file.
//!
//! XBoard's own record has the plies by which a move was shown, null moves and holes among
//! them. The option `Game File` names a file to which each game is appended as it was really
//! played: when XBoard tells its result, or when another position takes its place.

use super::game::Game as Played;
use crate::pgn::{Game, GameResult};
use crate::position::{AnyPosition, Move};
use crate::protocol::options::{FileError, GAME_FILE};
use crate::protocol::{NAME, begun_today};
use crate::rules::Color;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

/// What is noted of the game that is on.
#[derive(Default)]
pub(super) struct GameRecord {
    /// What XBoard calls the other player.
    pub opponent: Option<String>,
    /// The colour for which the engine last moved.
    pub engine: Option<Color>,
    /// The game was played here, and not only sent by XBoard from its own list.
    pub is_played: bool,
    /// What was written of it.
    written: Option<(Vec<Move>, GameResult)>,
}

impl GameRecord {
    /// Another game begins, perhaps against the same player.
    pub fn begin(&mut self) {
        *self = Self {
            opponent: self.opponent.take(),
            ..Self::default()
        };
    }

    /// Appends the game to a file, if it was played here and is not there yet. XBoard has
    /// told how it ended, or another position takes its place.
    ///
    /// # Errors
    /// Why the file cannot be written.
    pub fn write(
        &mut self,
        file: &str,
        played: &mut Played,
        told: Option<&str>,
    ) -> Result<(), FileError> {
        let told = told.and_then(parse_result);
        let mut game = pgn_of(&played.position);
        if !self.is_played || game.moves.is_empty() {
            return Ok(());
        }
        let (result, why) = match (told, played.ending()) {
            (Some((result, why)), _) if result != GameResult::Unfinished => (result, why.into()),
            (_, Some(ending)) => (
                GameResult::parse(ending.result).unwrap_or_default(),
                ending.why,
            ),
            (told, None) => (
                GameResult::Unfinished,
                told.map_or(String::new(), |(_, why)| why.into()),
            ),
        };
        if let Some((moves, before)) = &self.written {
            // Moves that were only taken back since are no other game.
            let ended = result != GameResult::Unfinished && result != *before;
            if moves.starts_with(&game.moves) && !(ended && *moves == game.moves) {
                return Ok(());
            }
        }
        game.result = result;
        if !why.is_empty() {
            game.tags.others.push(("Termination".into(), why));
        }
        self.name_players(&mut game);
        let written = append(file, &game.to_pgn());
        self.written = Some((game.moves, result));
        written.map_err(|reason| FileError {
            option: GAME_FILE,
            path: file.into(),
            reason,
        })
    }

    fn name_players(&self, game: &mut Game) {
        let Some(engine) = self.engine else {
            return;
        };
        let tags = &mut game.tags;
        let (ours, theirs) = match engine {
            Color::White => (&mut tags.white, &mut tags.black),
            Color::Black => (&mut tags.black, &mut tags.white),
        };
        *ours = NAME.into();
        if let Some(name) = &self.opponent {
            *theirs = name.clone();
        }
    }
}

/// What `result` says: the result and, in braces, the reason.
fn parse_result(text: &str) -> Option<(GameResult, &str)> {
    let (result, why) = text.split_once(' ').unwrap_or((text, ""));
    let why = why.trim().trim_start_matches('{').trim_end_matches('}');
    Some((GameResult::parse(result)?, why))
}

/// Whether a file can be appended to, as far as that can be told without making one.
///
/// # Errors
/// What stands against it.
pub(super) fn check(file: &str) -> io::Result<()> {
    let path = Path::new(file);
    if path.exists() {
        return File::options().append(true).open(path).map(drop);
    }
    let parent = path.parent().filter(|parent| *parent != Path::new(""));
    std::fs::metadata(parent.unwrap_or(Path::new("."))).map(drop)
}

/// The moves of the game from its beginning.
fn pgn_of(position: &AnyPosition) -> Game {
    let mut start = position.clone();
    let mut moves = Vec::new();
    while let Some(mv) = start.undo() {
        moves.push(mv);
    }
    moves.reverse();
    let mut game = begun_today(start);
    game.moves = moves;
    game
}

fn append(file: &str, text: &str) -> io::Result<()> {
    let mut file = File::options().create(true).append(true).open(file)?;
    file.write_all(text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_with_their_reasons() {
        assert_eq!(
            parse_result("1-0 {White mates}"),
            Some((GameResult::WhiteWins, "White mates"))
        );
        assert_eq!(parse_result("1/2-1/2"), Some((GameResult::Draw, "")));
        assert_eq!(parse_result("* {}"), Some((GameResult::Unfinished, "")));
        assert_eq!(parse_result("White mates"), None);
    }

    #[test]
    fn files_are_checked_before_they_are_made() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("games.pgn");
        let text = |path: &Path| path.to_str().unwrap().to_string();
        assert!(check(&text(&file)).is_ok() && !file.exists());
        assert!(check(&text(directory.path())).is_err());
        assert!(check(&text(&directory.path().join("no/games.pgn"))).is_err());
        assert!(check("games-of-no-directory.pgn").is_ok());
    }
}
