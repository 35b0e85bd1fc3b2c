//! `sliderule games`.

use super::{ConfigArgs, report, setup};
use std::io::Write;
use std::process::ExitCode;

/// Lists the games. Fails, after listing those that can be played, if there is
/// anything wrong in the user's file.
pub(super) fn run(config: &ConfigArgs) -> anyhow::Result<ExitCode> {
    let catalog = setup::catalog(config)?;
    let mut out = std::io::stdout().lock();
    let mut code = ExitCode::SUCCESS;
    let width = catalog
        .games()
        .iter()
        .map(|g| g.name.len())
        .max()
        .unwrap_or(0);
    for game in catalog.games() {
        let size = format!("{}x{}", game.shape.files(), game.shape.ranks());
        writeln!(
            out,
            "{:width$}  {size:5}  {:3} cells  {}",
            game.name,
            game.cells(),
            game.title
        )?;
    }
    for problem in catalog.problems() {
        report(&format!("error: {problem}"));
        code = ExitCode::FAILURE;
    }
    Ok(code)
}
