//! `sliderule play-moves`.

use super::{ConfigArgs, PositionArgs, lossy, setup};
use anyhow::{Context, ensure};
use clap::Args;
use std::io::{Read, Write};
use std::process::ExitCode;

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  sliderule play-moves chess e2e4 e7e5 g1f3
  sliderule play-moves opposition d1b1s
  echo \"e2e4 e7e5\" | sliderule play-moves chess -

A pawn's new piece may have an id with ' in it, and FENs have ids with ' and !,
which a shell takes for its own. Put what has a ' in double quotes:
  sliderule play-moves short-sliders \\
    --fen \"10pk/P11/12/12/12/12/12/12/12/12/12/12/12/12/12/K11[N'] w - - 0 1\" \\
    \"a15a16n'\"
In an interactive bash ! is special in double quotes, so put it in single ones
and join the parts (\"N'\"'B!'), or give the moves on standard input, where
nothing needs quotes.")]
pub(super) struct PlayMovesArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// The moves, or - to read them from standard input
    #[arg(value_name = "MOVE", value_parser = lossy())]
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
            .take(MAX_INPUT + 1)
            .read_to_end(&mut input)
            .context("cannot read standard input")?;
        ensure!(
            input.len() as u64 <= MAX_INPUT,
            "standard input has more than {} MiB",
            MAX_INPUT >> 20
        );
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
