//! `sliderule play`.

use super::terminal::{Side, Strength, TerminalSession};
use super::{ConfigArgs, PositionArgs, setup, terminal};
use clap::Args;
use std::process::ExitCode;
use std::time::Duration;

#[derive(Args, Debug)]
#[command(after_help = "\
At the prompt, `help` lists what can be typed. If standard input is not a terminal,
the same commands are read from it, one a line, without a prompt.

Examples:
  sliderule play opposition
  sliderule play battery --side black --time 5s
  sliderule play short-sliders --level 3
  printf 'e2e4\\ngo\\nsave game.pgn\\n' | sliderule play chess --side both")]
pub(super) struct PlayArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// The side that you play
    #[arg(long, value_enum, default_value_t)]
    side: Side,
    /// How long the engine thinks about a move
    #[arg(long, value_name = "TIME", value_parser = setup::duration)]
    time: Option<Duration>,
    /// How strong it plays
    #[arg(long, value_name = "N", conflicts_with = "time", value_parser = setup::level())]
    level: Option<u8>,
}

pub(super) fn run(config: &ConfigArgs, args: &PlayArgs) -> anyhow::Result<ExitCode> {
    let position = setup::position(config, &args.position)?;
    let catalog = setup::catalog(config)?;
    let mut strength = Strength::default();
    if let Some(time) = args.time {
        strength.time = time;
    }
    if let Some(level) = args.level {
        strength.level = level;
    }
    let session = TerminalSession::new(catalog, position, args.side, strength)?;
    terminal::converse(session)
}
