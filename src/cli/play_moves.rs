//! `sliderule play-moves`.

use super::{ConfigArgs, PositionArgs, lossy, setup};
use anyhow::Context;
use clap::Args;
use std::io::{Read, Write};
use std::process::ExitCode;

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  sliderule play-moves chess e2e4 e7e5 g1f3
  sliderule play-moves opposition d1b1s
  echo \"e2e4 e7e5\" | sliderule play-moves chess -

Ids with ' or ! need quotes in a shell: \"a15a16n'\" in double quotes, 'a15a16b!' in
single quotes, or any of them unquoted through standard input.")]
pub(super) struct PlayMovesArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// The moves, or - to read them from standard input
    #[arg(value_name = "MOVE", value_parser = lossy(), allow_hyphen_values = true)]
    moves: Vec<String>,
}

/// The most that is read from standard input, in bytes.
const MAX_INPUT: u64 = 16 << 20;

pub(super) fn run(config: &ConfigArgs, args: &PlayMovesArgs) -> anyhow::Result<ExitCode> {
    let mut position = setup::position(config, &args.position)?;
    let mut input = Vec::new();
    if args.moves.iter().any(|m| m == "-") {
        std::io::stdin()
            .lock()
            .take(MAX_INPUT)
            .read_to_end(&mut input)
            .context("standard input")?;
    }
    let input = String::from_utf8_lossy(&input);
    let moves = args
        .moves
        .iter()
        .flat_map(|argument| match argument.as_str() {
            "-" => input.split_whitespace(),
            moves => moves.split_whitespace(),
        });
    setup::play(&mut position, moves)?;
    writeln!(std::io::stdout(), "{}", position.fen())?;
    Ok(ExitCode::SUCCESS)
}
