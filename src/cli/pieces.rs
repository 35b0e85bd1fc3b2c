//! `sliderule pieces`.

use super::rules::{in_order, words};
use super::{ConfigArgs, lossy, page, setup};
use crate::eval::values::Values;
use crate::position::AnyPosition;
use crate::protocol::xboard::Display;
use crate::rules::{Color, PieceType, Variant, describe};
use crate::search::Settings;
use clap::Args;
use serde_json::json;
use std::fmt::Write as _;
use std::io::Write;
use std::process::ExitCode;

#[derive(Args, Debug)]
#[command(after_help = "\
For each piece: how it is written, its name, what it is worth in centipawns (100 are a
pawn of chess), its moves in Betza notation and in words, and the name of the picture by
which XBoard shows it (docs/xboard.md). `sliderule rules` draws the moves, too.

Examples:
  sliderule pieces short-sliders
  sliderule pieces battery --json")]
pub(super) struct PiecesArgs {
    /// The game's name, as `sliderule games` lists it
    #[arg(value_parser = lossy())]
    game: String,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(config: &ConfigArgs, args: &PiecesArgs) -> anyhow::Result<ExitCode> {
    let start = setup::start(config, &args.game)?;
    let mut engine = setup::engine(Settings {
        hash: 1,
        ..Settings::default()
    })?;
    let values = engine.values(&start);
    let mut out = std::io::stdout().lock();
    match args.json {
        true => writeln!(out, "{}", as_json(&start, &values))?,
        false => write!(out, "{}", text(&start, &values, page::width()))?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The pictures of XBoard by type, or why there are none.
fn pictures(start: &AnyPosition) -> Result<Vec<&'static str>, String> {
    let display = Display::new(start.rules())
        .map_err(|why| format!("XBoard cannot show this game: {why}."))?;
    display.pictures().ok_or_else(|| {
        format!(
            "XBoard knows this game as {} and shows it with its own pictures.",
            display.name()
        )
    })
}

fn as_json(start: &AnyPosition, values: &Values) -> serde_json::Value {
    let variant = start.variant();
    let pictures = pictures(start).ok();
    let pieces: Vec<_> = in_order(variant)
        .into_iter()
        .map(|kind| {
            let piece = variant.piece(kind);
            json!({
                "id": piece.id.to_string(),
                "name": piece.name,
                "value": value(variant, kind, values),
                "betza": piece.betza,
                "moves": describe::moves(variant, kind),
                "notes": describe::notes(variant, kind),
                "diagram": describe::diagram(variant, kind),
                "xboard": pictures.as_ref().map(|names| names[kind.index()]),
            })
        })
        .collect();
    json!({ "game": variant.name, "unit": "centipawns", "pieces": pieces })
}

/// A type's value in centipawns; a king has none, for it cannot be lost.
fn value(variant: &Variant, kind: PieceType, values: &Values) -> Option<i32> {
    (!variant.is_king(kind)).then(|| values.of(kind))
}

/// The key to the pieces of a game, in lines of at most so many columns. `start` is its
/// start position.
pub(super) fn text(start: &AnyPosition, values: &Values, width: usize) -> String {
    let variant = start.variant();
    let pictures = pictures(start);
    let mut text = format!(
        "{} ({}): {} kinds of pieces\n",
        variant.title,
        variant.name,
        variant.pieces.len()
    );
    let unit = "Values are in centipawns (cp): hundredths of a pawn of chess.";
    let _ = writeln!(text, "{}", page::wrapped(unit, "", width));
    if let Err(why) = &pictures {
        let _ = writeln!(text, "{}", page::wrapped(why, "", width));
    }
    let longest = variant.pieces.iter().map(|p| p.name.chars().count()).max();
    let names = longest.unwrap_or(0);
    for kind in in_order(variant) {
        let piece = variant.piece(kind);
        let value = match value(variant, kind, values) {
            Some(value) => format!("{value:>4} cp"),
            None => "  royal".into(),
        };
        let mut line = format!(
            "{:3} {:names$}  {value}",
            piece.id.cased(Color::White),
            piece.name
        );
        if !piece.betza.is_empty() {
            let _ = write!(line, "  Betza {}", piece.betza);
        }
        if let Ok(pictures) = &pictures {
            let _ = write!(line, "  XBoard {}", pictures[kind.index()]);
        }
        let words = words(variant, kind);
        let _ = writeln!(text, "\n{line}\n{}", page::wrapped(&words, "    ", width));
    }
    text
}
