//! `sliderule values`.

use super::{ConfigArgs, lossy, setup};
use crate::search::Settings;
use clap::Args;
use serde_json::json;
use std::io::{BufWriter, Write};
use std::process::ExitCode;

#[derive(Args, Debug)]
#[command(after_help = "\
Values are in centipawns. The second column of them is what a piece is worth by its
mobility alone, the first adds its share of what it may become. The king has none: it
cannot be lost.

Examples:
  sliderule values short-sliders
  sliderule values battery --json")]
pub(super) struct ValuesArgs {
    /// The game's name, as `sliderule games` lists it
    #[arg(value_parser = lossy())]
    game: String,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(config: &ConfigArgs, args: &ValuesArgs) -> anyhow::Result<ExitCode> {
    let position = setup::start(config, &args.game)?;
    let mut engine = setup::engine(Settings {
        hash: 1,
        ..Settings::default()
    })?;
    let values = engine.values(&position);
    let variant = position.variant();
    let mut out = BufWriter::new(std::io::stdout().lock());
    if args.json {
        let pieces: Vec<_> = variant
            .types()
            .map(|kind| {
                let piece = variant.piece(kind);
                json!({
                    "id": piece.id.to_string(),
                    "name": piece.name,
                    "betza": piece.betza,
                    "value": values.of(kind),
                    "by_mobility": values.by_mobility[kind.index()],
                })
            })
            .collect();
        let answer = json!({ "game": variant.name, "pieces": pieces });
        writeln!(out, "{answer}")?;
        out.flush()?;
        return Ok(ExitCode::SUCCESS);
    }
    let widest = |texts: &mut dyn Iterator<Item = usize>, head: &str| {
        texts.max().unwrap_or(0).max(head.len())
    };
    let names = widest(
        &mut variant.pieces.iter().map(|p| p.name.chars().count()),
        "name",
    );
    let betzas = widest(
        &mut variant.pieces.iter().map(|p| p.betza.chars().count()),
        "Betza",
    );
    writeln!(
        out,
        "{:3} {:names$}  {:betzas$}  {:>5}  {:>11}",
        "id", "name", "Betza", "value", "by mobility"
    )?;
    for kind in variant.types() {
        let piece = variant.piece(kind);
        writeln!(
            out,
            "{:3} {:names$}  {:betzas$}  {:>5}  {:>11}",
            piece.id.cased(crate::rules::Color::White),
            piece.name,
            piece.betza,
            values.of(kind),
            values.by_mobility[kind.index()]
        )?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
