//! `sliderule tune`: the numbers of an engine are made better by games against itself.

mod plot;
mod report;

use super::course::{CourseArgs, checked, joined, usage};
use super::matches::engines::Engines;
use super::{ConfigArgs, course, interrupt, report as tell, setup};
use crate::arena::spsa::{Parameter, Spsa};
use crate::arena::{
    EngineSpec, Launcher, Pair, ParameterSpec, Progress, SELF, Spin, TuneGame, TunePlan, Tuning,
    When,
};
use crate::position::AnyPosition;
use crate::rules::ini::shortened;
use crate::search::Parameters;
use anyhow::{anyhow, bail};
use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::{Value, json};
use std::cell::Cell;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering;

#[derive(Args, Debug)]
#[command(after_help = "\
An engine is described in the words of `sliderule match`; without --engine it is this program.
A parameter is any option that is a number. What is left out of NAME=start,min,max,c_end,r_end
is what the engine shows: its default and limits; c_end is then a twentieth of all values, and
r_end 0.002. c_end is by how much the parameter is moved up and down in the end, r_end the
last step for one game won, in units of c_end: give a larger one where there are few iterations.
The parameters of this program's own search are options that it does not show; their names and
limits are known (src/search/parameters.rs).

Each iteration is a pair of games between two settings, from one opening and with the colours
swapped; several games of --variant take turns. The method is SPSA (J. C. Spall, 1998), with the
gains that Fishtest uses. With --state, tuning that was interrupted in any way goes on where it
was when the same command is given again. Ctrl-C lets the pairs in progress end; a second one
breaks them off.

Examples:
  sliderule tune --each nodes=5000 --random-plies 4 --iterations 5000 \\
      --param null_base null_divisor futility_margin=,20,300,15 --state tune.json --plot tune.svg
  sliderule tune --variant atomic --variant battery --each tc=2+0.02 --random-plies 4 \\
      --param razor_margin=180,50,400,20,0.01 --iterations 2000 --state tune.json
  sliderule tune --engine cmd=./other --each tc=5+0.05 --openings file=book.epd order=random \\
      --param \"King Safety=100,0,200,8\" --iterations 20000 --resign movecount=3 score=600")]
pub(super) struct TuneArgs {
    /// A game, as `sliderule games` lists it; several take turns [default: chess]
    #[arg(long, value_name = "GAME")]
    variant: Vec<String>,
    #[command(flatten)]
    engine: Engines,
    /// A parameter: NAME=start,min,max,c_end,r_end
    #[arg(long, num_args = 1.., value_name = "NAME=...", required = true)]
    param: Vec<String>,
    /// Pairs of games
    #[arg(long, value_name = "N", required = true,
          value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    iterations: u32,
    /// Set also options that another engine does not show
    #[arg(long)]
    hidden: bool,
    #[command(flatten)]
    course: CourseArgs,
    /// Keep the state in a file, and go on from it
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// Draw the way of each parameter to a file, as SVG
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Print the final result as one JSON object, and nothing else
    #[arg(long)]
    json: bool,
}

/// The values are shown, and drawn, so often on the way.
const REPORTS: usize = 20;

pub(super) fn run(config: &ConfigArgs, args: &TuneArgs) -> anyhow::Result<ExitCode> {
    checked(tune(config, args))
}

fn tune(config: &ConfigArgs, args: &TuneArgs) -> anyhow::Result<ExitCode> {
    let spec = args.engine.only().map_err(usage)?;
    let wanted = args.params()?;
    for param in &wanted {
        let same = |(name, _): &&(String, String)| name.eq_ignore_ascii_case(&param.name);
        if spec.options.iter().any(|option| same(&option)) {
            let name = shortened(&param.name);
            return Err(usage(format!(
                "option.{name}= is set, and tuned by --param"
            )));
        }
    }
    let starts = args.starts(config)?;
    let presses = interrupt::count();
    let (plan, settings) = args.plan(config, &spec, &starts, &wanted)?;
    let opened = Tuning::open(&plan, args.state.as_deref(), &settings);
    let mut tuning = opened.map_err(anyhow::Error::msg)?;
    let screen = Screen::new(args, &plan)?;
    screen.begin(tuning.progress())?;
    let mut failed = None;
    // Nobody reads any more.
    let alone = Cell::new(false);
    let when = || match presses.load(Ordering::Relaxed) {
        _ if alone.get() => When::Drop,
        0 => When::GoOn,
        1 => When::Finish,
        _ => When::Drop,
    };
    let outcome = tuning.run(&when, &mut |pair, progress| {
        if let Err(error) = screen.ended(pair, progress) {
            failed.get_or_insert(error);
            alone.set(true);
        }
    });
    screen.bar.finish_and_clear();
    outcome.map_err(anyhow::Error::msg)?;
    if let Some(error) = failed {
        return Err(error);
    }
    let progress = tuning.progress();
    screen.draw(progress)?;
    let mut out = std::io::stdout().lock();
    if args.json {
        writeln!(out, "{}", report::json(&plan, progress))?;
    } else {
        write!(out, "{}", report::text(&plan, progress))?;
    }
    Ok(ExitCode::SUCCESS)
}

impl TuneArgs {
    /// What the words behind `--param` say.
    fn params(&self) -> anyhow::Result<Vec<ParameterSpec>> {
        let mut specs: Vec<ParameterSpec> = Vec::new();
        for text in &self.param {
            let spec = ParameterSpec::read(text).map_err(usage)?;
            let same = |other: &ParameterSpec| other.name.eq_ignore_ascii_case(&spec.name);
            if specs.iter().any(same) {
                let name = shortened(&spec.name);
                return Err(usage(format!("--param {name} is given twice")));
            }
            specs.push(spec);
        }
        Ok(specs)
    }

    /// The positions in which the games begin.
    fn starts(&self, config: &ConfigArgs) -> anyhow::Result<Vec<AnyPosition>> {
        const DEFAULT: &str = "chess";
        let mut names: Vec<&str> = self.variant.iter().map(String::as_str).collect();
        if names.is_empty() {
            names.push(DEFAULT);
        }
        let mut starts: Vec<AnyPosition> = Vec::new();
        for name in names {
            let start = setup::start(config, name)?;
            let known = |other: &AnyPosition| other.variant().name == start.variant().name;
            if starts.iter().any(known) {
                return Err(usage(format!("--variant {name} is given twice")));
            }
            starts.push(start);
        }
        Ok(starts)
    }

    /// The plan, and the settings that must be the same to go on. Every engine is started
    /// once, so that what is wrong with one is known before the first game.
    fn plan(
        &self,
        config: &ConfigArgs,
        spec: &EngineSpec,
        starts: &[AnyPosition],
        wanted: &[ParameterSpec],
    ) -> anyhow::Result<(TunePlan, Value)> {
        let book = self.course.book()?;
        if book.is_some() && starts.len() > 1 {
            let why = "--openings is for one game; for several there is --random-plies";
            return Err(usage(why.into()));
        }
        let catalog = setup::catalog(config)?;
        let hall = self.course.hall(config)?;
        let mut games = Vec::new();
        let mut launchers: Vec<Launcher> = Vec::new();
        let mut spins = Vec::new();
        for start in starts {
            let name = start.variant().name.clone();
            for sign in ['+', '-'] {
                let mut spec = spec.clone();
                spec.name.push(sign);
                launchers.push(hall.launcher(spec, start)?);
            }
            if let [.., launcher, _] = &launchers[..] {
                let player = launcher.start();
                let player = player.map_err(|why| anyhow!("engine {}, {name}: {why}", spec.name));
                spins = player?.spins().to_vec();
            }
            let openings = self.course.openings(book.as_ref(), start, &catalog)?;
            games.push(TuneGame { name, openings });
        }
        if spec.command == SELF {
            spins.extend(own_parameters());
        }
        let resolve = |param: &ParameterSpec| self.resolve(spec, param, &spins);
        let parameters: Vec<Parameter> = wanted.iter().map(resolve).collect::<Result<_, _>>()?;
        let settings = self.settings(spec, starts, &parameters, book.as_ref())?;
        let plan = TunePlan {
            spsa: Spsa {
                parameters,
                iterations: self.iterations as usize,
                seed: self.course.seed,
            },
            games,
            launchers,
            adjudication: self.course.adjudication()?,
            concurrency: self.course.concurrency(std::slice::from_ref(spec)),
            abort: hall.abort,
        };
        Ok((plan, settings))
    }

    fn resolve(
        &self,
        spec: &EngineSpec,
        param: &ParameterSpec,
        spins: &[Spin],
    ) -> anyhow::Result<Parameter> {
        let same = |spin: &&Spin| spin.name.eq_ignore_ascii_case(&param.name);
        let spin = spins.iter().find(same);
        if spin.is_none() && (!self.hidden || spec.command == SELF) {
            let (engine, name) = (&spec.name, shortened(&param.name));
            let advice = match spec.command == SELF {
                true => "",
                false => "; with --hidden it is set all the same",
            };
            bail!("engine {engine}: it shows no number '{name}'{advice}");
        }
        param.resolve(spin).map_err(usage)
    }

    /// All that must be the same for tuning to go on.
    fn settings(
        &self,
        spec: &EngineSpec,
        starts: &[AnyPosition],
        parameters: &[Parameter],
        book: Option<&course::Book>,
    ) -> anyhow::Result<Value> {
        let mut own = json!({
            "variants": starts.iter().map(|start| &start.variant().name).collect::<Vec<_>>(),
            "starts": starts.iter().map(AnyPosition::fen).collect::<Vec<_>>(),
            "iterations": self.iterations,
            "engine": spec,
            "parameters": parameters.iter().map(|p| &p.name).collect::<Vec<_>>(),
        });
        for parameter in parameters {
            // As text: what is read from a file need not be the same number to the last bit.
            own[format!("parameter {}", parameter.name)] = json!({
                "start": parameter.start.to_string(),
                "min": parameter.min,
                "max": parameter.max,
                "c_end": parameter.c_end.to_string(),
                "r_end": parameter.r_end.to_string(),
            });
        }
        let settings = joined(own, self.course.settings(book)?);
        // What was written to a file shall compare with what is read from it.
        Ok(serde_json::from_str(&settings.to_string())?)
    }
}

/// The numbers of this program's own search, which are options that are not shown.
fn own_parameters() -> impl Iterator<Item = Spin> {
    Parameters::ALL.iter().map(|info| Spin {
        name: info.name.into(),
        default: info.default.into(),
        min: info.min.into(),
        max: info.max.into(),
    })
}

/// What is shown while games are played.
struct Screen<'a> {
    plan: &'a TunePlan,
    bar: ProgressBar,
    plot: Option<&'a Path>,
    quiet: bool,
}

impl<'a> Screen<'a> {
    fn new(args: &'a TuneArgs, plan: &'a TunePlan) -> anyhow::Result<Self> {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        let style = "{pos}/{len} iterations [{wide_bar}] {msg} {eta}";
        bar.set_style(ProgressStyle::with_template(style)?);
        if std::io::stderr().is_terminal() {
            bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        bar.set_length(plan.spsa.iterations as u64);
        Ok(Self {
            plan,
            bar,
            plot: args.plot.as_deref(),
            quiet: args.json,
        })
    }

    /// Draws at once: a file that cannot be written is known before the first game.
    fn begin(&self, progress: &Progress) -> anyhow::Result<()> {
        self.bar.set_position(progress.done as u64);
        // What was done before says nothing about the time that is left.
        self.bar.reset_eta();
        if progress.done > 0 {
            let all = self.plan.spsa.iterations;
            tell(&format!(
                "going on after {} of {all} iterations",
                progress.done
            ));
        }
        self.draw(progress)
    }

    fn ended(&self, pair: &Pair, progress: &Progress) -> anyhow::Result<()> {
        self.bar.set_position(progress.done as u64);
        self.bar.set_message(report::short(progress));
        let all = self.plan.spsa.iterations;
        if !progress.done.is_multiple_of(all.div_ceil(REPORTS)) || progress.done == all {
            return Ok(());
        }
        self.draw(progress)?;
        if self.quiet {
            return Ok(());
        }
        let text = format!(
            "after {} of {all} iterations, the last one number {}:\n{}",
            progress.done,
            pair.iteration + 1,
            report::table_of(self.plan, progress)
        );
        let shown = self
            .bar
            .suspend(|| std::io::stdout().lock().write_all(text.as_bytes()));
        Ok(shown?)
    }

    fn draw(&self, progress: &Progress) -> anyhow::Result<()> {
        match self.plot {
            None => Ok(()),
            Some(path) => plot::write(path, &self.plan.spsa, progress),
        }
    }
}
