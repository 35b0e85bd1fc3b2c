//! From arguments to a position: the user's ini file, the game, the FEN, moves.

use super::{ConfigArgs, PositionArgs, report};
use crate::position::AnyPosition;
use crate::rules::{Catalog, CatalogError};
use anyhow::{Context, bail};
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

/// The variable that names an ini file.
const INI_VARIABLE: &str = "SLIDERULE_INI";
/// The ini file that is read if nothing else is named and it is there.
const LOCAL_INI: &str = "engine.ini";

/// All games: the built-in ones and those of the user's file, if there is one.
pub(super) fn catalog(config: &ConfigArgs) -> anyhow::Result<Catalog> {
    let named = config.config.clone().or_else(|| {
        std::env::var_os(INI_VARIABLE)
            .filter(|name| !name.is_empty())
            .map(PathBuf::from)
    });
    match named {
        Some(path) => {
            let text = read_file(&path)?;
            Ok(Catalog::with_file(&path.display().to_string(), &text))
        }
        None if Path::new(LOCAL_INI).is_file() => Ok(Catalog::with_file(
            LOCAL_INI,
            &read_file(Path::new(LOCAL_INI))?,
        )),
        None => Ok(Catalog::built_in().clone()),
    }
}

fn read_file(path: &Path) -> anyhow::Result<String> {
    let limit = crate::rules::ini::MAX_SIZE as u64 + 1;
    let mut text = String::new();
    let result = File::open(path).and_then(|file| file.take(limit).read_to_string(&mut text));
    match result {
        Ok(_) => Ok(text),
        Err(error) if error.kind() == ErrorKind::InvalidData => {
            bail!("{}: the file is not UTF-8 text", path.display())
        }
        Err(error) => bail!("cannot read {}: {error}", path.display()),
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
    for problem in catalog.problems() {
        report(&format!("warning: {problem}"));
    }
    let variant = found?;
    AnyPosition::start(variant).with_context(|| format!("the game '{}', startFen", variant.name))
}

/// Another position of the same game. `startpos` stands for the start position.
pub(super) fn read_fen(start: &AnyPosition, fen: &str) -> anyhow::Result<AnyPosition> {
    match fen.trim_matches([' ', '\t', '\r', '\n']) {
        "startpos" => Ok(start.clone()),
        fen => Ok(start.with_fen(fen)?),
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
