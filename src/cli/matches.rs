//! `sliderule match`: engines play each other.

pub(super) mod engines;
mod merge;
mod strays;
pub(super) mod summary;

use super::course::{Book, CourseArgs, checked, joined, output_file, usage};
use super::{ConfigArgs, interrupt, lossy, report, setup};
use crate::arena::stats::Sprt;
use crate::arena::{
    EngineSpec, Event, Format, Launcher, Ledger, Outline, Plan, Record, Schedule, Slice, Standing,
    Tournament, When,
};
use crate::position::AnyPosition;
use crate::rules::Catalog;
use crate::rules::ini::shown_path;
use anyhow::Context;
use clap::{Args, ValueEnum};
use engines::Engines;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::{Value, json};
use std::cell::Cell;
use std::collections::HashSet;
use std::fs::File;
use std::io::{BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering;

#[derive(Args, Debug)]
#[command(after_help = "\
An engine is described by words: cmd= (self, or nothing, is this program), name=, arg= or
args=, dir=, proto=uci|xboard|auto, variant= (what it calls the game), ini= (a file of games
for it), tc=moves/time+increment, st=seconds, nodes=, depth=, timemargin=milliseconds,
ponder=on|off (think on the opponent's time), restart=on|off, option.NAME=value. --each has
words for all of them.

Each opening is played twice, with the colours swapped. Sliderule is the referee: it checks
every move, and ends a game by the game's own rules. With --state a match that was
interrupted in any way goes on where it was when the same command is given again. Ctrl-C
lets the games in progress end; a second one breaks them off.

With --slice K/N one of N machines plays its part of a match; --merge then takes the state
files of all parts and prints the result of the whole, of which --state and --pgnout write
the state and the games.

Examples:
  sliderule match --engine name=deep depth=6 --engine name=flat depth=4 --games 100 \\
      --random-plies 4
  sliderule match --variant capablanca --engine cmd=fairymax proto=xboard --engine cmd=self \\
      --each tc=2+0.02 --openings file=book.epd order=random --games 200 --pgnout games.pgn
  sliderule match --engine cmd=./new --engine cmd=./old --each tc=10+0.1 --rounds 1000 \\
      --sprt elo0=0 elo1=5 --state match.json
  sliderule match --engine cmd=./new --engine cmd=./old --each tc=10+0.1 --rounds 1000 \\
      --slice 1/2 --state first.json
  sliderule match --merge first.json second.json --pgnout games.pgn")]
pub(super) struct MatchArgs {
    /// The game, as `sliderule games` lists it
    #[arg(long, value_name = "GAME", default_value = "chess")]
    variant: String,
    #[command(flatten)]
    engines: Engines,
    /// Who plays whom
    #[arg(long, value_enum, default_value_t = Kind::RoundRobin)]
    tournament: Kind,
    /// Games between two engines in a round
    #[arg(long, value_name = "N", default_value_t = 2,
          value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: u32,
    /// How often everybody plays his opponents
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    rounds: u32,
    /// Play the pairs of games K, K+N, K+2N ... only
    #[arg(long, value_name = "K/N")]
    slice: Option<Slice>,
    #[command(flatten)]
    course: CourseArgs,
    /// End when decided: elo0=N elo1=N alpha=N beta=N model=logistic|normalized
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    sprt: Option<Vec<String>>,
    /// Append the games to a file, as PGN
    #[arg(long, value_name = "FILE", value_parser = output_file())]
    pgnout: Option<PathBuf>,
    /// Write the positions with which games begin to a file, one FEN a line
    #[arg(long, value_name = "FILE", value_parser = output_file())]
    epdout: Option<PathBuf>,
    /// Keep the state in a file, and go on from it
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// Play nothing: print what the games in state files of one match have come to
    #[arg(long, num_args = 1.., value_name = "FILE", conflicts_with_all = merge::NOT_WITH)]
    merge: Option<Vec<PathBuf>>,
    /// The tag Event of the games
    #[arg(long, value_name = "TEXT", default_value = "?")]
    event: String,
    /// The tag Site of the games
    #[arg(long, value_name = "TEXT", default_value = "?")]
    site: String,
    /// Print the final result as one JSON object, and nothing else
    #[arg(long)]
    json: bool,
    /// What is none of the options
    #[arg(hide = true, allow_hyphen_values = true, value_parser = lossy())]
    strays: Vec<String>,
}

/// Who plays whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Kind {
    /// Everybody plays everybody
    RoundRobin,
    /// The first engine plays all others
    Gauntlet,
}

/// The running score is shown after so many games.
const OFTEN: usize = 10;

pub(super) fn run(config: &ConfigArgs, args: &MatchArgs) -> anyhow::Result<ExitCode> {
    checked(play(config, args))
}

fn play(config: &ConfigArgs, args: &MatchArgs) -> anyhow::Result<ExitCode> {
    if let Some(stray) = args.strays().next() {
        return Err(usage(strays::answer(stray)));
    }
    if let Some(files) = &args.merge {
        return merge::run(args, files);
    }
    let specs = args.engines.specs().map_err(usage)?;
    let catalog = setup::catalog(config)?;
    let start = setup::start(config, &args.variant)?;
    let book = args.course.book()?;
    let settings = args.settings(&specs, &start, book.as_ref())?;
    let plan = args.plan(config, specs, &start, &catalog, book.as_ref())?;
    let (state, games) = (args.state.as_deref(), args.pgnout.as_deref());
    let (ledger, played) = Ledger::open(state, games, &settings).map_err(anyhow::Error::msg)?;
    let mut tournament = Tournament::new(&plan, ledger, &played).map_err(anyhow::Error::msg)?;
    let presses = interrupt::count();
    let reader_gone = interrupt::without_reader();
    tournament.try_engines().map_err(anyhow::Error::msg)?;
    if let Some(path) = &args.epdout {
        write_openings(&plan, path)?;
    }
    let screen = Screen::new(args, &plan, played.len())?;
    let mut failed = None;
    // Nobody reads any more.
    let alone = Cell::new(false);
    let when = || match presses.load(Ordering::Relaxed) {
        _ if alone.get() || reader_gone.load(Ordering::Relaxed) => When::Drop,
        0 => When::GoOn,
        1 => When::Finish,
        _ => When::Drop,
    };
    let outcome = tournament.run(&when, &mut |event| {
        let Event::Ended(record, standing) = event;
        if let Err(error) = screen.ended(record, standing) {
            failed.get_or_insert(error);
            alone.set(true);
        }
    });
    screen.bar.finish_and_clear();
    outcome.map_err(anyhow::Error::msg)?;
    if let Some(error) = failed {
        return Err(error.into());
    }
    args.print(&screen.outline, &args.variant, tournament.standing())?;
    Ok(ExitCode::SUCCESS)
}

/// Writes the positions after the openings, each once, in the order in which they are
/// played.
fn write_openings(plan: &Plan, path: &Path) -> anyhow::Result<()> {
    let failed = || format!("cannot write {}", shown_path(path));
    let mut file = BufWriter::new(File::create(path).with_context(failed)?);
    let mut written = HashSet::new();
    let jobs = plan.schedule.numbers().filter_map(|n| plan.schedule.job(n));
    let mut last = None;
    for number in jobs.map(|job| job.opening) {
        // The games of a pair follow each other.
        if last.replace(number) == Some(number) {
            continue;
        }
        let opening = plan.openings.get(number).map_err(anyhow::Error::msg)?;
        let fen = opening.end().fen();
        if written.insert(fen.clone()) {
            writeln!(file, "{fen}").with_context(failed)?;
        }
    }
    file.flush().with_context(failed)
}

impl MatchArgs {
    /// What is none of the options: before them, or among the words behind one.
    fn strays(&self) -> impl Iterator<Item = &String> {
        let words = self.course.words().chain(self.sprt.iter().flatten());
        let words = words.chain(self.engines.words());
        let options = words.filter(|word| word.starts_with('-'));
        self.strays.iter().chain(options)
    }

    /// Prints the results.
    fn print(&self, outline: &Outline, game: &str, standing: &Standing) -> std::io::Result<()> {
        let mut out = std::io::stdout().lock();
        if self.json {
            writeln!(out, "{}", summary::json(outline, game, standing))
        } else {
            write!(out, "{}", summary::text(outline, standing))
        }
    }

    fn test(&self) -> anyhow::Result<Option<Sprt>> {
        let sprt = self.sprt.as_deref().map(Sprt::read).transpose();
        sprt.map_err(usage)
    }

    fn schedule(&self, engines: usize) -> Schedule {
        let format = match self.tournament {
            Kind::RoundRobin => Format::RoundRobin,
            Kind::Gauntlet => Format::Gauntlet,
        };
        Schedule {
            format,
            engines,
            rounds: self.rounds as usize,
            games: self.games as usize,
            slice: self.slice.unwrap_or(Slice::WHOLE),
        }
    }

    /// All that must be the same for a match to go on.
    fn settings(
        &self,
        specs: &[EngineSpec],
        start: &AnyPosition,
        book: Option<&Book>,
    ) -> anyhow::Result<Value> {
        let own = json!({
            "variant": start.variant().name,
            "start": start.fen(),
            "format": self.schedule(specs.len()).format,
            "games": self.games,
            "rounds": self.rounds,
            "sprt": self.test()?,
            "slice": self.slice.filter(|slice| *slice != Slice::WHOLE).map(|slice| slice.to_string()),
        });
        let mut settings = joined(own, self.course.settings(book)?);
        for spec in specs {
            settings[format!("engine {}", spec.name)] = serde_json::to_value(spec)?;
        }
        // Games know the engines by their numbers.
        let names: Vec<&String> = specs.iter().map(|spec| &spec.name).collect();
        settings["engines"] = json!(names);
        // What was written to a file shall compare with what is read from it.
        Ok(serde_json::from_str(&settings.to_string())?)
    }

    fn plan(
        &self,
        config: &ConfigArgs,
        specs: Vec<EngineSpec>,
        start: &AnyPosition,
        catalog: &Catalog,
        book: Option<&Book>,
    ) -> anyhow::Result<Plan> {
        let schedule = self.schedule(specs.len());
        let sprt = self.test()?;
        if sprt.is_some() && specs.len() != 2 {
            let engines = specs.len();
            return Err(usage(format!(
                "--sprt is for two engines, here are {engines}"
            )));
        }
        if let (true, Some(slice)) = (schedule.is_empty(), self.slice) {
            return Err(usage(format!(
                "--slice {slice}: the match has fewer pairs of games than that"
            )));
        }
        let hall = self.course.hall(config)?;
        let concurrency = self.course.concurrency(&specs);
        let launchers = specs.into_iter().map(|spec| hall.launcher(spec, start));
        let launchers: Vec<Launcher> = launchers.collect::<Result<_, _>>()?;
        Ok(Plan {
            launchers,
            schedule,
            openings: self.course.openings(book, start, catalog)?,
            adjudication: self.course.adjudication()?,
            concurrency,
            sprt,
            event: self.event.clone(),
            site: self.site.clone(),
            abort: hall.abort,
        })
    }
}

/// What is shown while games are played.
struct Screen {
    outline: Outline,
    bar: ProgressBar,
    quiet: bool,
}

impl Screen {
    fn new(args: &MatchArgs, plan: &Plan, played: usize) -> anyhow::Result<Self> {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        let style = "{pos}/{len} games [{wide_bar}] {msg} {eta}";
        bar.set_style(ProgressStyle::with_template(style)?);
        if std::io::stderr().is_terminal() {
            bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        bar.set_length(plan.schedule.len() as u64);
        bar.set_position(played as u64);
        if played > 0 {
            let all = plan.schedule.len();
            report(&format!("going on after {played} of {all} games"));
        }
        Ok(Self {
            outline: plan.outline(),
            bar,
            quiet: args.json,
        })
    }

    fn ended(&self, record: &Record, standing: &Standing) -> std::io::Result<()> {
        self.bar.set_position(standing.games as u64);
        self.bar.set_message(summary::short(standing));
        if self.quiet {
            return Ok(());
        }
        let name = |engine: usize| &self.outline.engines[engine];
        let mut text = format!(
            "game {}: {} - {} {} {{{}}}\n",
            record.game + 1,
            name(record.white),
            name(record.black),
            record.result,
            record.why
        );
        if standing.games.is_multiple_of(OFTEN) && standing.tallies.len() == 1 {
            text += &summary::scores(&self.outline, standing);
        }
        self.bar
            .suspend(|| std::io::stdout().lock().write_all(text.as_bytes()))
    }
}
