//! From arguments to a position: the user's ini file, the game, the FEN, moves.

use super::{ConfigArgs, PlayedArgs, PositionArgs, report};
use crate::position::AnyPosition;
use crate::protocol::load_games;
use crate::rules::{Catalog, CatalogError, IniProblem};
use crate::search::{AnyEngine, LEVELS, Settings, free_mebibytes, processors};
use anyhow::{Context, anyhow, ensure};
use clap::builder::TypedValueParser;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The variable that names an ini file.
const INI_VARIABLE: &str = "SLIDERULE_INI";
/// The ini file that is read if nothing else is named and it is there.
const LOCAL_INI: &str = "engine.ini";
/// The most problems of the user's file that a command about one game shows.
const MAX_WARNINGS: usize = 5;
/// The shortest time to think.
const LEAST_TIME: Duration = Duration::from_millis(1);
/// The longest.
const MOST_TIME: Duration = Duration::from_secs(24 * 60 * 60);

/// The user's file of games, if one is named.
fn named_file(config: &ConfigArgs) -> Option<PathBuf> {
    config.config.clone().or_else(|| {
        std::env::var_os(INI_VARIABLE)
            .filter(|name| !name.is_empty())
            .map(PathBuf::from)
    })
}

/// The user's file of games, if there is one.
pub(super) fn games_file(config: &ConfigArgs) -> Option<PathBuf> {
    let local = || Some(PathBuf::from(LOCAL_INI)).filter(|path| path.is_file());
    named_file(config).or_else(local)
}

/// All games: the built-in ones and those of the user's file, if there is one.
pub(super) fn catalog(config: &ConfigArgs) -> anyhow::Result<Catalog> {
    match named_file(config) {
        Some(path) => {
            let catalog = load_games(&path);
            if config.config.is_none() {
                return catalog.with_context(|| format!("the variable {INI_VARIABLE}"));
            }
            Ok(catalog?)
        }
        None if Path::new(LOCAL_INI).is_file() => Ok(load_games(Path::new(LOCAL_INI))?),
        None => Ok(Catalog::built_in().clone()),
    }
}

/// The game and position that the arguments name. Problems in the user's file that
/// do not concern the game are reported as warnings.
pub(super) fn position(config: &ConfigArgs, args: &PositionArgs) -> anyhow::Result<AnyPosition> {
    let start = start(config, &args.game)?;
    match args.fen.as_deref() {
        None => Ok(start),
        Some(fen) => read_fen(&start, fen),
    }
}

/// The position after the moves that the arguments name.
pub(super) fn played(config: &ConfigArgs, args: &PlayedArgs) -> anyhow::Result<AnyPosition> {
    let mut position = position(config, &args.position)?;
    let moves = args.moves.iter().flat_map(|m| m.split_whitespace());
    play(&mut position, moves)?;
    Ok(position)
}

/// The start position of a game.
pub(super) fn start(config: &ConfigArgs, game: &str) -> anyhow::Result<AnyPosition> {
    let catalog = catalog(config)?;
    let found = catalog.get(game);
    if let Err(error @ CatalogError::Disabled { .. }) = found {
        return Err(error.into());
    }
    let problems = catalog.problems();
    for problem in problems.iter().take(MAX_WARNINGS) {
        report(&format!("warning: {problem}"));
    }
    if let Some(more @ 1..) = problems.len().checked_sub(MAX_WARNINGS) {
        report(&format!(
            "warning: and {more} more problems; `sliderule games` shows them"
        ));
    }
    let variant = found?;
    let about = |warning: &&IniProblem| warning.section.as_ref() == Some(&variant.name);
    // Whoever replaces a game knows it by now; a key that does not count is overlooked.
    for warning in catalog.warnings().iter().filter(about) {
        if warning.key.is_some() {
            report(&format!("warning: {warning}"));
        }
    }
    AnyPosition::start(variant).with_context(|| format!("startFen of '{}'", variant.name))
}

/// Another position of the same game. `startpos` stands for the start position.
pub(super) fn read_fen(start: &AnyPosition, fen: &str) -> anyhow::Result<AnyPosition> {
    match fen.trim_matches([' ', '\t', '\r', '\n']) {
        "startpos" => Ok(start.clone()),
        fen => start.with_fen(fen).context("bad FEN"),
    }
}

/// Plays moves, separated by blanks.
///
/// # Errors
/// The first illegal move, with its number and the reason.
pub(super) fn play<'a>(
    position: &mut AnyPosition,
    moves: impl Iterator<Item = &'a str>,
) -> anyhow::Result<()> {
    for (index, text) in moves.enumerate() {
        let mv = position.parse_move(text).with_context(|| {
            let shown = crate::rules::ini::shortened(text);
            format!("move {} '{shown}' is illegal", index + 1)
        })?;
        position.make_unchecked(mv);
    }
    Ok(())
}

/// Refuses tables that this machine has no memory for.
///
/// # Errors
/// What `--hash` asks for is more than there is.
pub(super) fn check_memory(mebibytes: usize) -> anyhow::Result<()> {
    let most = free_mebibytes();
    ensure!(
        mebibytes <= most,
        "--hash {mebibytes}: only {most} MiB of memory are free"
    );
    Ok(())
}

/// As many threads as are wanted, but no more than this machine runs at once; a warning says if
/// that is fewer.
pub(super) fn threads(wanted: usize) -> usize {
    let most = processors();
    if wanted > most {
        report(&format!(
            "warning: --threads {wanted}: this machine runs only {most} at the same time"
        ));
    }
    wanted.min(most)
}

/// What to say when there is not enough memory for a table.
pub(super) fn no_memory(mebibytes: usize) -> String {
    format!("--hash {mebibytes}: there is not enough memory")
}

/// An engine with these settings.
///
/// # Errors
/// There is no memory for its table.
pub(super) fn engine(settings: Settings) -> anyhow::Result<AnyEngine> {
    let mebibytes = settings.hash;
    check_memory(mebibytes)?;
    AnyEngine::new(settings).map_err(|_| anyhow!(no_memory(mebibytes)))
}

/// Reads a duration such as `5s`, `1m 30s`, `500ms`. A bare number counts seconds.
pub(super) fn duration(text: &str) -> Result<Duration, String> {
    let text = text.trim();
    let seconds = text.parse().map(Duration::try_from_secs_f64);
    let time = match seconds {
        Ok(time) => time.ok(),
        Err(_) => humantime::parse_duration(text).ok(),
    };
    time.filter(|time| (LEAST_TIME..=MOST_TIME).contains(time))
        .ok_or_else(|| "expected a time from 1ms to 24h, such as 5s or 500ms".into())
}

/// Reads a level.
pub(super) fn level() -> impl TypedValueParser<Value = u8> {
    let (lowest, highest) = (i64::from(*LEVELS.start()), i64::from(*LEVELS.end()));
    clap::value_parser!(u8).range(lowest..=highest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_read_as_people_write_them() {
        let ms = |text| duration(text).map(|d| d.as_millis());
        assert_eq!(ms("5s"), Ok(5000));
        assert_eq!(ms(" 1m 30s "), Ok(90_000));
        assert_eq!(ms("0.25"), Ok(250));
        assert_eq!(ms("24h"), Ok(86_400_000));
        for wrong in [
            "",
            "s",
            "0",
            "-1",
            "nan",
            "inf",
            "1e300",
            "25h",
            "5 parsecs",
            "-5",
            "-5s",
        ] {
            let error = ms(wrong).unwrap_err();
            assert!(
                error.starts_with("expected a time from 1ms to 24h"),
                "{wrong}: {error}"
            );
        }
    }
}
