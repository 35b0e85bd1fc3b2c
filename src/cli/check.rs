//! `sliderule check`.

use super::report;
use crate::position::{AnyPosition, advice};
use crate::protocol::load_games;
use crate::rules::ini::shown_path;
use crate::rules::{Catalog, Variant};
use clap::Args;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

/// The most games that are listed.
const MAX_GAMES: usize = 20;

#[derive(Args, Debug)]
#[command(after_help = "\
Prints one line for everything that is odd (warning), wrong (error) or probably
not meant (advice), with the file, the line and the key; then what was loaded,
how many of the file's games can be played, and the command that plays one. The
exit code is 1 if there is an error.

Example:
  sliderule check mygames.ini")]
pub(super) struct CheckArgs {
    /// The ini file with games
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

pub(super) fn run(args: &CheckArgs) -> anyhow::Result<ExitCode> {
    let catalog = load_games(&args.file)?;
    let name = shown_path(&args.file);
    // A section that replaces another may be the cause of errors.
    for warning in catalog.warnings() {
        report(&format!("warning: {warning}"));
    }
    for problem in catalog.problems() {
        report(&format!("error: {problem}"));
    }
    for advice in advice(&catalog, &name) {
        report(&format!("advice: {advice}"));
    }
    print_loaded(&catalog, &args.file)?;
    Ok(if catalog.problems().is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Says which games were loaded, and how to play one.
fn print_loaded(catalog: &Catalog, file: &Path) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    let name = shown_path(file);
    let games: Vec<&Arc<Variant>> = catalog.games_in(&name).collect();
    let widest = games.iter().take(MAX_GAMES).map(|g| g.name.len()).max();
    let width = widest.unwrap_or(0);
    for game in games.iter().take(MAX_GAMES) {
        let start = AnyPosition::start(game)?;
        let size = format!("{}x{}", game.shape.files(), game.shape.ranks());
        writeln!(
            out,
            "{:width$}  {}: {size}, {}, {} in the start position",
            game.name,
            game.title,
            counted(game.pieces.len() as u64, "kind of piece", "kinds of pieces"),
            counted(start.count_legal_moves(), "move", "moves"),
        )?;
    }
    if let Some(more @ 1..) = games.len().checked_sub(MAX_GAMES) {
        writeln!(out, "and {more} more")?;
    }
    let (fine, disabled) = catalog.count_of(&name);
    let fine = counted(fine as u64, "game", "games");
    writeln!(out, "{fine} fine, {disabled} disabled")?;
    if let Some(game) = games.first() {
        let file = quoted(&name);
        writeln!(out, "next: sliderule play {} --config {file}", game.name)?;
    }
    Ok(())
}

fn counted(number: u64, one: &str, many: &str) -> String {
    match number {
        1 => format!("1 {one}"),
        _ => format!("{number} {many}"),
    }
}

/// A file's name as a shell takes it.
fn quoted(name: &str) -> String {
    let harmless = |c: char| c.is_alphanumeric() || "/\\._-+:".contains(c);
    if name.chars().all(harmless) {
        name.into()
    } else {
        format!("'{}'", name.replace('\'', "'\\''"))
    }
}
