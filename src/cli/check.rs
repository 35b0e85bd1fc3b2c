//! `sliderule check`.

use super::report;
use crate::position::load_games;
use crate::rules::ini::shown_path;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Args, Debug)]
#[command(after_help = "\
Prints one line for everything that is wrong, with the file, the line and the key,
and how many of the file's games can be played. The exit code is 1 if anything is
wrong.

Example:
  sliderule check mygames.ini")]
pub(super) struct CheckArgs {
    /// The ini file with games
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

pub(super) fn run(args: &CheckArgs) -> anyhow::Result<ExitCode> {
    let catalog = load_games(&args.file)?;
    for problem in catalog.problems() {
        report(&format!("error: {problem}"));
    }
    let (fine, disabled) = catalog.count_of(&shown_path(&args.file));
    let games = if fine == 1 { "game" } else { "games" };
    writeln!(
        std::io::stdout(),
        "{fine} {games} fine, {disabled} disabled"
    )?;
    Ok(if catalog.problems().is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
