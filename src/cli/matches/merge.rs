//! `sliderule match --merge`: the parts of a match as one.

use super::MatchArgs;
use crate::arena::{Ledger, Merged, Standing};
use crate::rules::ini::shown_path;
use std::collections::HashSet;
use std::path::PathBuf;
use std::process::ExitCode;

/// The options that say what is played: the files know that.
pub(super) const NOT_WITH: [&str; 20] = [
    "variant",
    "engine",
    "each",
    "tournament",
    "games",
    "rounds",
    "slice",
    "concurrency",
    "openings",
    "random_plies",
    "seed",
    "draw",
    "resign",
    "maxmoves",
    "log",
    "patience",
    "sprt",
    "epdout",
    "event",
    "site",
];

/// Prints what the games of several files have come to, and writes them where it is wanted.
pub(super) fn run(args: &MatchArgs, files: &[PathBuf]) -> anyhow::Result<ExitCode> {
    let mut merged = Merged::read(files).map_err(anyhow::Error::msg)?;
    let (state, games) = (args.state.as_deref(), args.pgnout.as_deref());
    let opened = Ledger::open(state, games, &merged.settings);
    let (mut ledger, kept) = opened.map_err(anyhow::Error::msg)?;
    let numbers: HashSet<usize> = kept.iter().map(|record| record.game).collect();
    let schedule = merged.outline.schedule;
    if let Some(path) = state {
        let file = shown_path(path);
        let checked = Standing::after(&schedule, &kept);
        checked.map_err(|why| anyhow::anyhow!("{file}: {why}"))?;
        merged.add(kept, &file).map_err(anyhow::Error::msg)?;
    }
    let (outline, variant) = (merged.outline.clone(), merged.variant.clone());
    let records = merged.into_records();
    let standing = Standing::after(&schedule, &records).map_err(anyhow::Error::msg)?;
    let new = records
        .into_iter()
        .filter(|record| !numbers.contains(&record.game));
    let new: Vec<_> = new.collect();
    ledger.add_all(&new).map_err(anyhow::Error::msg)?;
    args.print(&outline, &variant, &standing)?;
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{Args, Command};

    #[test]
    fn what_merging_does_not_read_is_refused() {
        let command = MatchArgs::augment_args(Command::new("match"));
        let ids: Vec<&str> = command
            .get_arguments()
            .map(|arg| arg.get_id().as_str())
            .collect();
        let read = ["merge", "state", "pgnout", "json", "strays"];
        let (others, _): (Vec<&str>, Vec<&str>) = ids.iter().partition(|id| !read.contains(id));
        let refused: HashSet<&str> = NOT_WITH.into_iter().collect();
        assert_eq!(others.into_iter().collect::<HashSet<_>>(), refused);
    }
}
