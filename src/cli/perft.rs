//! `sliderule perft`.

use super::{ConfigArgs, PositionArgs, interrupt, report, setup};
use crate::position::{AnyPosition, PerftOptions, PerftTable};
use crate::protocol::lines;
use anyhow::{Context, ensure};
use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::{Map, Value, json};
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

#[derive(Args, Debug)]
#[command(after_help = "\
Prints a line `depth nodes` for each depth from 1 to DEPTH; with --divide, for
DEPTH only, a line `move: nodes` for each legal move and a last line
`total: nodes`. On a terminal, and with --verbose, times go to standard error.

With --stdin every line is a FEN (or startpos) and is answered by one JSON
object in a line of its own, as soon as it is counted. All share one table.
The first line that is no FEN ends the program with an error.

Examples:
  sliderule perft short-sliders 4
  sliderule perft battery 6 --threads 2 --hash 256
  sliderule perft chess 3 --divide
  echo startpos | sliderule perft chess 3 --stdin --json --hash 1")]
pub(super) struct PerftArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// The length of the sequences in plies
    #[arg(value_parser = number(1, 99), allow_negative_numbers = true)]
    depth: u32,
    /// Read one FEN a line from standard input
    #[arg(long, conflicts_with = "fen", requires = "json")]
    stdin: bool,
    /// Count for each legal move separately
    #[arg(long)]
    divide: bool,
    /// The number of threads
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = number(1, 512), allow_negative_numbers = true)]
    threads: u32,
    /// Remember counted positions in a hash table of this many MiB
    #[arg(long, value_name = "MB", value_parser = number(0, u32::MAX),
          allow_negative_numbers = true)]
    hash: Option<u32>,
    /// Print times and speeds on standard error, even if it is not a terminal
    #[arg(long)]
    verbose: bool,
    /// Print one JSON object; with --stdin, one for each FEN
    #[arg(long)]
    json: bool,
}

/// A reader of numbers with a message for people.
fn number(low: u32, high: u32) -> impl Fn(&str) -> Result<u32, String> + Clone {
    move |text| match text.parse() {
        Ok(number) if (low..=high).contains(&number) => Ok(number),
        _ => Err(format!("expected a number from {low} to {high}")),
    }
}

/// A bar is shown for what takes longer than this.
const PATIENCE: Duration = Duration::from_secs(1);

/// Within reach for positions with few moves and a table.
const TOO_MANY: &str = "the count does not fit in 64 bits";

pub(super) fn run(config: &ConfigArgs, args: &PerftArgs) -> anyhow::Result<ExitCode> {
    let position = setup::position(config, &args.position)?;
    interrupt::end_with_reader();
    let table = args
        .hash
        .filter(|&megabytes| megabytes > 0)
        .map(new_table)
        .transpose()?;
    let options = PerftOptions {
        threads: args.threads as usize,
        table: table.as_ref(),
        stop: None,
    };
    if args.stdin {
        answer_lines(&position, args, options)?;
    } else {
        answer(position, args, options)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Counts for each FEN that standard input has. Whoever adds counts up must not miss one
/// that is wrong, so the first of these is the end.
fn answer_lines(
    start: &AnyPosition,
    args: &PerftArgs,
    options: PerftOptions,
) -> anyhow::Result<()> {
    let mut input = io::stdin().lock();
    let mut number = 0u64;
    while let Some(line) = lines::next_line(&mut input).context("cannot read standard input")? {
        number += 1;
        line.map_err(anyhow::Error::from)
            .and_then(|fen| setup::read_fen(start, &fen))
            .and_then(|position| answer(position, args, options))
            .with_context(|| format!("standard input, line {number}"))?;
    }
    Ok(())
}

fn answer(
    mut position: AnyPosition,
    args: &PerftArgs,
    options: PerftOptions,
) -> anyhow::Result<()> {
    if args.divide {
        divide(&mut position, args, options)
    } else {
        count(&mut position, args, options)
    }
}

/// A table of this size.
fn new_table(mebibytes: u32) -> anyhow::Result<PerftTable> {
    let mebibytes = mebibytes as usize;
    setup::check_memory(mebibytes)?;
    PerftTable::new(mebibytes).with_context(|| setup::no_memory(mebibytes))
}

fn count(
    position: &mut AnyPosition,
    args: &PerftArgs,
    options: PerftOptions,
) -> anyhow::Result<()> {
    let mut out = io::stdout();
    let mut depths = Vec::new();
    for depth in 1..=args.depth {
        let clock = Instant::now();
        let bar = Bar::new(depth);
        let nodes = position.perft_with(depth, options, &|done, all| bar.show(done, all));
        bar.finish();
        let seconds = clock.elapsed().as_secs_f64();
        ensure!(nodes < u64::MAX, "depth {depth}: {TOO_MANY}");
        if args.json {
            depths.push(json!({ "depth": depth, "nodes": nodes, "seconds": seconds }));
        } else {
            writeln!(out, "{depth} {nodes}")?;
            args.tell_speed(&format!("depth {depth}"), nodes, seconds);
        }
    }
    if args.json {
        let game = &position.variant().name;
        writeln!(
            out,
            "{}",
            json!({ "game": game, "fen": position.fen(), "depths": depths })
        )?;
    }
    Ok(())
}

fn divide(
    position: &mut AnyPosition,
    args: &PerftArgs,
    options: PerftOptions,
) -> anyhow::Result<()> {
    let clock = Instant::now();
    let bar = Bar::new(args.depth);
    let counts = position.perft_divide(args.depth, options, &|done, all| bar.show(done, all));
    bar.finish();
    let seconds = clock.elapsed().as_secs_f64();
    let total = counts
        .iter()
        .fold(0u64, |sum, (_, nodes)| sum.saturating_add(*nodes));
    ensure!(total < u64::MAX, "depth {}: {TOO_MANY}", args.depth);
    let mut lines: Vec<(String, u64)> = counts
        .into_iter()
        .map(|(mv, nodes)| (position.move_text(mv), nodes))
        .collect();
    lines.sort_unstable();
    let mut out = io::BufWriter::new(io::stdout().lock());
    if args.json {
        let moves: Map<String, Value> = lines.into_iter().map(|(m, n)| (m, n.into())).collect();
        let (game, fen) = (&position.variant().name, position.fen());
        let depth = args.depth;
        let answer = json!({ "game": game, "fen": fen, "depth": depth, "moves": moves,
                             "total": total, "seconds": seconds });
        writeln!(out, "{answer}")?;
    } else {
        for (text, nodes) in lines {
            writeln!(out, "{text}: {nodes}")?;
        }
        writeln!(out, "total: {total}")?;
        args.tell_speed("total", total, seconds);
    }
    Ok(out.flush()?)
}

impl PerftArgs {
    /// Says how fast it was, to whoever watches or wants to know.
    fn tell_speed(&self, what: &str, nodes: u64, seconds: f64) {
        if !self.verbose && !io::stderr().is_terminal() {
            return;
        }
        let rate = if seconds > 0.0 {
            nodes as f64 / seconds / 1e6
        } else {
            0.0
        };
        report(&format!(
            "{what}: {seconds:.3} s, {rate:.2} million nodes/s"
        ));
    }
}

/// A progress bar on standard error, if that is a terminal, for counts that take long.
struct Bar {
    bar: ProgressBar,
    start: Instant,
}

impl Bar {
    fn new(depth: u32) -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        let style = ProgressStyle::with_template("{msg} [{wide_bar}] {pos}/{len} moves {eta}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.set_message(format!("depth {depth}"));
        Self {
            bar,
            start: Instant::now(),
        }
    }

    fn show(&self, done: usize, all: usize) {
        if self.start.elapsed() > PATIENCE {
            if self.bar.is_hidden() {
                self.bar.set_draw_target(ProgressDrawTarget::stderr());
            }
            self.bar.set_length(all as u64);
            self.bar.set_position(done as u64);
        }
    }

    fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
