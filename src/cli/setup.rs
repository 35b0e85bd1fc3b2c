//! From arguments to a position: the user's ini file, the game, the FEN, moves.

use super::{ConfigArgs, PositionArgs, report};
use crate::position::{AnyPosition, load_games};
use crate::rules::{Catalog, CatalogError};
use anyhow::Context;
use std::path::{Path, PathBuf};

/// The variable that names an ini file.
const INI_VARIABLE: &str = "SLIDERULE_INI";
/// The ini file that is read if nothing else is named and it is there.
const LOCAL_INI: &str = "engine.ini";
/// So many problems of the user's file are shown by commands that are about one game.
const MAX_WARNINGS: usize = 5;

/// All games: the built-in ones and those of the user's file, if there is one.
pub(super) fn catalog(config: &ConfigArgs) -> anyhow::Result<Catalog> {
    let named = config.config.clone().or_else(|| {
        std::env::var_os(INI_VARIABLE)
            .filter(|name| !name.is_empty())
            .map(PathBuf::from)
    });
    match named {
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

fn start(config: &ConfigArgs, game: &str) -> anyhow::Result<AnyPosition> {
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
        position.make(mv);
    }
    Ok(())
}
