//! `sliderule analyse`.

use super::margin::at_margin;
use super::{ConfigArgs, PlayedArgs, interrupt, scores, setup};
use crate::position::AnyPosition;
use crate::search::{Limits, MAX_PLY, Report, SearchResult, Settings, Stopper};
use clap::Args;
use serde_json::{Value, json};
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

#[derive(Args, Debug)]
#[command(after_help = "\
Prints a line for every finished iteration: depth, score of the player to move, nodes,
nodes per second, time, and the expected moves; and in the end the best move. Without a
limit, and with one at any time, Ctrl-C ends it with what is known so far.

Examples:
  sliderule analyse battery --time 10s
  sliderule analyse opposition --moves \"g3g4 a7b7s\" --depth 12 --multipv 3
  sliderule analyse chess --fen \"8/8/8/8/8/4k3/4p3/4K3 b - - 0 1\" --nodes 100000 --json")]
pub(super) struct AnalyseArgs {
    #[command(flatten)]
    position: PlayedArgs,
    /// Think this long
    #[arg(long, value_name = "TIME", value_parser = setup::duration)]
    time: Option<Duration>,
    /// Search to this depth in plies
    #[arg(long, value_name = "N",
          value_parser = clap::value_parser!(u32).range(1..=MAX_PLY as i64))]
    depth: Option<u32>,
    /// Search this many nodes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// The number of lines, best first
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=500))]
    multipv: u16,
    /// The number of threads
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: u16,
    /// The memory for the transposition table in MiB
    #[arg(long, value_name = "MB", default_value_t = 64,
          value_parser = clap::value_parser!(u32).range(1..))]
    hash: u32,
    /// Print the final result as one JSON object, and nothing else
    #[arg(long)]
    json: bool,
}

pub(super) fn run(config: &ConfigArgs, args: &AnalyseArgs) -> anyhow::Result<ExitCode> {
    let mut position = setup::played(config, &args.position)?;
    let mut engine = setup::engine(Settings {
        hash: args.hash as usize,
        threads: setup::threads(args.threads.into()),
        multi_pv: args.multipv.into(),
        overhead: Duration::ZERO,
        ..Settings::default()
    })?;
    let limits = Limits {
        move_time: args.time,
        depth: args.depth,
        nodes: args.nodes,
        ..Limits::default()
    };
    let stopper = Stopper::default();
    stopper.arm(&limits);
    let mut failed = None;
    // An interrupted search reports the last iteration once more.
    let mut told = None;
    let result = interrupt::during(&stopper, || {
        engine.go(&position, &limits, &stopper, &mut |report| {
            let news = Some((report.depth, report.lines.clone()));
            let wanted = !args.json && failed.is_none() && report.depth > 0 && news != told;
            told = news;
            if wanted && let Err(error) = print_report(&position, report) {
                // Nobody reads the output any more.
                stopper.stop();
                failed = Some(error);
            }
        })
    });
    if let Some(error) = failed {
        return Err(error.into());
    }
    let mut out = io::stdout();
    if args.json {
        writeln!(out, "{}", describe(&mut position, &result))?;
    } else if let Some(best) = result.best {
        let text = position.move_text(best);
        let score = scores::score_of(position.side_to_move(), result.score);
        writeln!(out, "best move: {text} ({score})")?;
    } else {
        let why = scores::ending(&mut position).unwrap_or_default();
        writeln!(out, "no move: {why}")?;
    }
    Ok(ExitCode::SUCCESS)
}

fn per_second(report: &Report) -> u64 {
    let seconds = report.time.as_secs_f64();
    if seconds > 0.0 {
        (report.nodes as f64 / seconds) as u64
    } else {
        0
    }
}

fn print_report(position: &AnyPosition, report: &Report) -> io::Result<()> {
    let mut out = io::stdout().lock();
    for (index, line) in report.lines.iter().enumerate() {
        let number = match report.lines.len() {
            1 => String::new(),
            _ => format!("line {:<2} ", index + 1),
        };
        let text = format!(
            "depth {:<2} {number}score {:>16}  nodes {:>10}  nps {:>8}  time {:>8.3} s  {}",
            report.depth,
            scores::score_of(position.side_to_move(), line.score),
            report.nodes,
            per_second(report),
            report.time.as_secs_f64(),
            position.line_texts(&line.moves).join(" ")
        );
        writeln!(out, "{}", at_margin(&text, 9))?;
    }
    out.flush()
}

fn describe(position: &mut AnyPosition, result: &SearchResult) -> Value {
    let report = &result.report;
    let text = |mv| position.move_text(mv);
    let best = result.best.map(text);
    let status = position.clone().status();
    let lines: Vec<Value> = report
        .lines
        .iter()
        .map(|line| {
            let moves = position.line_texts(&line.moves);
            json!({ "score": scores::score_json(line.score), "moves": moves })
        })
        .collect();
    json!({
        "game": position.variant().name,
        "fen": position.fen(),
        "status": status.to_string(),
        "best": best,
        "score": scores::score_json(result.score),
        "depth": report.depth,
        "selective_depth": report.selective_depth,
        "nodes": report.nodes,
        "nps": per_second(report),
        "seconds": report.time.as_secs_f64(),
        "lines": lines,
    })
}
