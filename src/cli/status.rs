//! `sliderule status`.

use super::{ConfigArgs, PlayedArgs, setup};
use clap::Args;
use serde_json::json;
use std::io::Write;
use std::process::ExitCode;

#[derive(Args, Debug)]
#[command(after_help = "\
Prints one of: ongoing, check, checkmate, stalemate, bare-king-white-loses,
bare-king-black-loses, bare-kings-draw, draw-repetition, draw-100-plies; in games
with other ends also extinction-white-loses (or -wins), flag-white-wins, flag-draw,
checks-white-wins, repetition-white-loses, perpetual-check-white-loses, and the same
for black.

Example:
  sliderule status chess --moves \"f2f3 e7e5 g2g4 d8h4\"")]
pub(super) struct StatusArgs {
    #[command(flatten)]
    position: PlayedArgs,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(config: &ConfigArgs, args: &StatusArgs) -> anyhow::Result<ExitCode> {
    let position = setup::played(config, &args.position)?;
    let status = position.status();
    let text = if args.json {
        let (fen, result) = (position.fen(), status.result());
        json!({ "fen": fen, "status": status.to_string(), "result": result }).to_string()
    } else {
        status.to_string()
    };
    writeln!(std::io::stdout(), "{text}")?;
    Ok(ExitCode::SUCCESS)
}
