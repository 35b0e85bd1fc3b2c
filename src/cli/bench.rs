//! `sliderule bench`.

use super::interrupt;
use crate::search::bench;
use clap::Args;
use std::io::Write;
use std::process::ExitCode;

#[derive(Args, Debug)]
#[command(after_help = "\
Searches fixed positions of all games to a fixed depth. The number of nodes is the
fingerprint of the search: it changes with every change of what the search does, and
with nothing else. The last line is `NODES nodes NPS nps`.")]
pub(super) struct BenchArgs {
    /// Search every position to this depth
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: Option<u32>,
}

pub(super) fn run(args: &BenchArgs) -> anyhow::Result<ExitCode> {
    interrupt::end_with_reader();
    let mut out = std::io::stdout();
    let mut failed = None;
    let total = bench::run(args.depth, &mut |line| {
        if let Err(error) = writeln!(out, "{line}") {
            failed.get_or_insert(error);
        }
    })?;
    if let Some(error) = failed {
        return Err(error.into());
    }
    writeln!(out, "{total}")?;
    Ok(ExitCode::SUCCESS)
}
