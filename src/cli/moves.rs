//! `sliderule moves`.

use super::margin::at_margin;
use super::{ConfigArgs, PositionArgs, setup};
use crate::position::AnyPosition;
use crate::protocol::lines;
use anyhow::Context;
use clap::Args;
use serde_json::json;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  sliderule moves battery
  sliderule moves opposition --fen \"1k2***/7/7/7/7/7/***2K1 w - - 0 1\"
  echo \"*2k*/5/5/5/5/5/5/5/5/*K2* w - - 0 1\" | sliderule moves battery --stdin

With --stdin every line is a FEN (or startpos) and is answered by one line: its
legal moves, or `error: ...`. Lines in error do not change the exit code.")]
pub(super) struct MovesArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Read one FEN a line from standard input
    #[arg(long, conflicts_with = "fen")]
    stdin: bool,
    /// Print JSON objects
    #[arg(long)]
    json: bool,
}

pub(super) fn run(config: &ConfigArgs, args: &MovesArgs) -> anyhow::Result<ExitCode> {
    let mut position = setup::position(config, &args.position)?;
    let mut out = BufWriter::new(io::stdout().lock());
    if !args.stdin {
        let mut text = answer(&mut position, args.json);
        if !args.json {
            text = at_margin(&text, 0);
        }
        writeln!(out, "{text}")?;
        out.flush()?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut input = io::stdin().lock();
    while let Some(line) = lines::next_line(&mut input).context("cannot read standard input")? {
        let read = match line {
            Ok(fen) => setup::read_fen(&position, &fen),
            Err(error) => Err(error.into()),
        };
        let text = match read {
            Ok(mut position) => answer(&mut position, args.json),
            Err(error) if args.json => json!({ "error": format!("{error:#}") }).to_string(),
            Err(error) => format!("error: {error:#}"),
        };
        writeln!(out, "{text}")?;
        // Whoever feeds FENs one by one waits for each answer.
        out.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}

fn answer(position: &mut AnyPosition, as_json: bool) -> String {
    let moves = position.legal_move_texts();
    if as_json {
        json!({ "fen": position.fen(), "moves": moves }).to_string()
    } else {
        moves.join(" ")
    }
}
