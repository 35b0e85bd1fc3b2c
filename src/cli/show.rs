//! `sliderule show`.

use super::margin::at_margin;
use super::{ConfigArgs, PlayedArgs, board, setup};
use crate::drawing;
use crate::position::AnyPosition;
use clap::Args;
use serde_json::json;
use std::io::Write;
use std::process::ExitCode;

#[derive(Args, Debug)]
#[command(after_help = "\
White's pieces are upper case. On the board . is an empty cell and # a hole; a
strip is drawn between brackets, with - for the cells of its row where it is
not.

Examples:
  sliderule show short-sliders
  sliderule show opposition --moves \"g3g4 a7b7s d1b1s\"
  sliderule show battery --fen \"*2k*/5/1P3/5/5/5/5/5/2K2/*3* w - - 0 1\" --json")]
pub(super) struct ShowArgs {
    #[command(flatten)]
    position: PlayedArgs,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(config: &ConfigArgs, args: &ShowArgs) -> anyhow::Result<ExitCode> {
    let mut position = setup::played(config, &args.position)?;
    if args.json {
        let text = describe(&mut position);
        writeln!(std::io::stdout(), "{text}")?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut out = anstream::stdout().lock();
    let variant = position.variant();
    writeln!(
        out,
        "{} ({}), {}x{}, {} cells\n",
        variant.title,
        variant.name,
        variant.shape.files(),
        variant.shape.ranks(),
        variant.cells()
    )?;
    write!(out, "{}", board::draw(&position))?;
    let status = position.status();
    let then = if status.is_over() {
        status.result().into()
    } else {
        format!("{} to move", position.side_to_move())
    };
    let moves = position.legal_move_texts();
    writeln!(out, "\nFEN: {}", position.fen())?;
    writeln!(out, "Status: {status}, {then}")?;
    let moves = format!("Legal moves ({}): {}", moves.len(), moves.join(" "));
    writeln!(out, "{}", at_margin(&moves, 2))?;
    Ok(ExitCode::SUCCESS)
}

fn describe(position: &mut AnyPosition) -> serde_json::Value {
    let status = position.status();
    let moves = position.legal_move_texts();
    let variant = position.variant();
    json!({
        "game": variant.name,
        "title": variant.title,
        "files": variant.shape.files(),
        "ranks": variant.shape.ranks(),
        "cells": variant.cells(),
        "board": drawing::rows(position),
        "fen": position.fen(),
        "side": position.side_to_move().to_string().to_lowercase(),
        "check": position.in_check(),
        "status": status.to_string(),
        "result": status.result(),
        "moves": moves,
    })
}
