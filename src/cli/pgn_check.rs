//! `sliderule pgn check`.

use super::{ConfigArgs, setup};
use crate::pgn::{self, Game, GameResult};
use crate::position::{Reason, Status};
use crate::rules::ini::shown_path;
use anyhow::{Context, ensure};
use clap::Args;
use serde_json::json;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Args, Debug)]
#[command(after_help = "\
Games may be of any kind: the tag Variant names the game, in any case. Moves may be written
as Sliderule writes them or as chess books do; comments, variations and NAGs are skipped.

Prints a line for the first thing that is wrong in each game, with the file, the line, the
number of the game in the file, the move and which rule it breaks; also where a game that has
ended by the rules has another result. Then the number of games. The exit code is 1 if
anything is wrong.

Example:
  sliderule pgn check games.pgn")]
pub(super) struct PgnCheckArgs {
    /// The file of games
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// A file is read whole.
const LARGEST: u64 = 1 << 30;

pub(super) fn run(config: &ConfigArgs, args: &PgnCheckArgs) -> anyhow::Result<ExitCode> {
    let catalog = setup::catalog(config)?;
    let file = shown_path(&args.file);
    let cannot = || format!("cannot read {file}");
    let size = std::fs::metadata(&args.file).with_context(cannot)?.len();
    ensure!(size <= LARGEST, "{file}: the file is too large");
    let bytes = std::fs::read(&args.file).with_context(cannot)?;
    // Names of players may be in any encoding; moves are not.
    let text = String::from_utf8_lossy(&bytes);
    let mut out = BufWriter::new(std::io::stdout().lock());
    let (mut games, mut plies) = (0, 0);
    let mut problems = Vec::new();
    for game in pgn::each(&text, &catalog) {
        games += 1;
        let wrong = match game {
            Ok(game) => {
                plies += game.moves.len();
                wrong_result(&game).map(|why| (None, why))
            }
            Err(error) => Some((Some(error.line), error.message)),
        };
        let Some((line, why)) = wrong else { continue };
        if args.json {
            problems.push(json!({ "game": games, "line": line, "problem": why }));
            continue;
        }
        match line {
            Some(line) => writeln!(out, "{file}:{line}: game {games}: {why}")?,
            None => writeln!(out, "{file}: game {games}: {why}")?,
        }
        problems.push(why.into());
    }
    ensure!(games > 0, "{file}: no game is in the file");
    if args.json {
        let answer = json!({ "games": games, "plies": plies, "problems": problems });
        writeln!(out, "{answer}")?;
    } else {
        let wrong = problems.len();
        writeln!(out, "{games} games, {plies} plies, {wrong} wrong")?;
    }
    out.flush()?;
    Ok(match problems.is_empty() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

/// What is wrong with the result of a game that has ended on the board. Whoever did not
/// claim a repetition or the lack of progress may have gone on, or lost in another way.
fn wrong_result(game: &Game) -> Option<String> {
    let Status::Ended(_, reason) = game.position().status() else {
        return None;
    };
    let status = game.position().status();
    let is_claimed = matches!(reason, Reason::Repetition | Reason::NMoveRule(_));
    let told = game.result;
    if is_claimed || told == GameResult::Unfinished || told.text() == status.result() {
        return None;
    }
    let right = status.result();
    Some(format!(
        "the result is {told}, but by the rules {right} ({status})"
    ))
}
