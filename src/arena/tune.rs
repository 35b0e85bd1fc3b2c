//! Tuning: pairs of games between two settings of an engine, each of which moves the
//! parameters a step.
//!
//! Pairs are played on several threads. One begins with the values of that moment, and its
//! step is taken from the values when it ends: so steps are taken in the order of the
//! state file, and reading it again leads to the same values.

use super::crew::{Crew, When};
use super::game::{Adjudication, Ending};
use super::journal::{Entry, Journal};
use super::launch::Launcher;
use super::openings::Openings;
use super::spsa::Spsa;
use super::stats::Tally;
use super::table::Table;
use crate::pgn::GameResult;
use crate::rules::Color;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, VecDeque};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

/// The way of the parameters has about so many points.
const POINTS: usize = 500;

/// A game in which an engine is tuned.
pub struct TuneGame {
    /// Its name.
    pub name: String,
    /// Where games start.
    pub openings: Openings,
}

/// All that tuning is about.
pub struct TunePlan {
    /// The parameters and their steps.
    pub spsa: Spsa,
    /// The games, which take turns.
    pub games: Vec<TuneGame>,
    /// The engine in two settings for every game: the first two for the first one.
    pub launchers: Vec<Launcher>,
    /// What ends games beside the rules.
    pub adjudication: Adjudication,
    /// So many pairs at a time.
    pub concurrency: usize,
    /// The switch that the launchers were given: it breaks games off.
    pub abort: Arc<AtomicBool>,
}

/// A pair of games that has ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pair {
    /// The number of the iteration, from 0.
    pub iteration: usize,
    /// The values of one setting.
    pub plus: Vec<i64>,
    /// The values of the other one.
    pub minus: Vec<i64>,
    /// The half points of the first setting, with White and with Black.
    pub halves: [usize; 2],
    /// The values of the tag `Termination`.
    pub terminations: [String; 2],
    /// Whether a fault has ended each game.
    pub faulty: [bool; 2],
}

impl Pair {
    /// Games won less games lost by the first setting.
    pub fn result(&self) -> f64 {
        let [white, black] = self.halves;
        (white + black) as f64 - 2.0
    }
}

impl Entry for Pair {
    const KEY: &'static str = "sliderule_tune";
    const VERSION: u32 = 1;
    const WHOLE: &'static str = "tuning";
    const PART: &'static str = "iteration";

    fn number(&self) -> usize {
        self.iteration
    }
}

/// What the pairs have come to so far.
#[derive(Clone, Debug)]
pub struct Progress {
    /// The values of the parameters.
    pub values: Vec<f64>,
    /// The iterations that are done.
    pub done: usize,
    /// The games, from the view of the first of two settings.
    pub tally: Tally,
    /// The games that a fault has ended, by its name.
    pub faults: BTreeMap<String, u64>,
    /// The values after some numbers of iterations.
    pub way: Vec<(usize, Vec<f64>)>,
}

impl Progress {
    fn new(spsa: &Spsa) -> Self {
        let values = spsa.start();
        Self {
            way: vec![(0, values.clone())],
            values,
            done: 0,
            tally: Tally::default(),
            faults: BTreeMap::new(),
        }
    }

    fn add(&mut self, spsa: &Spsa, pair: &Pair) {
        spsa.step(pair.iteration, &mut self.values, pair.result());
        self.done += 1;
        for ((&halves, name), &faulty) in
            pair.halves.iter().zip(&pair.terminations).zip(&pair.faulty)
        {
            self.tally.add_game(halves);
            if faulty {
                *self.faults.entry(name.clone()).or_default() += 1;
            }
        }
        self.tally.add_pair(pair.halves);
        let stride = spsa.iterations.div_ceil(POINTS);
        if self.done.is_multiple_of(stride) || self.done == spsa.iterations {
            self.way.push((self.done, self.values.clone()));
        }
    }
}

/// What a thread is to do.
struct Job {
    iteration: usize,
    settings: [Vec<i64>; 2],
}

/// Tuning that is going on.
pub struct Tuning<'a> {
    plan: &'a TunePlan,
    journal: Option<Journal>,
    progress: Progress,
    waiting: VecDeque<usize>,
}

impl<'a> Tuning<'a> {
    /// Begins, or goes on where a state file ends.
    ///
    /// # Errors
    /// The file cannot be used, or is that of other tuning: the setting that differs.
    pub fn open(
        plan: &'a TunePlan,
        state: Option<&Path>,
        settings: &Value,
    ) -> Result<Self, String> {
        let mut journal = match state {
            None => None,
            Some(path) => Some(Journal::open(path, Pair::WHOLE)?),
        };
        let pairs: Vec<Pair> = match &mut journal {
            None => Vec::new(),
            Some(journal) => journal.resume(settings, &[])?.1,
        };
        let mut progress = Progress::new(&plan.spsa);
        let mut is_open = vec![true; plan.spsa.iterations];
        for pair in pairs {
            let Some(open) = is_open.get_mut(pair.iteration) else {
                let number = pair.iteration + 1;
                return Err(format!("the state file has an iteration {number}"));
            };
            *open = false;
            if pair.halves.iter().any(|&halves| halves > 2) {
                let number = pair.iteration + 1;
                return Err(format!(
                    "the state file has no result of iteration {number}"
                ));
            }
            progress.add(&plan.spsa, &pair);
        }
        let all = is_open.into_iter().enumerate();
        Ok(Self {
            plan,
            journal,
            progress,
            waiting: all.filter(|(_, open)| *open).map(|(k, _)| k).collect(),
        })
    }

    /// What the pairs have come to so far.
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// Plays all pairs that are left, or as many as `when` allows. `on_pair` is told of each,
    /// after it was counted.
    ///
    /// # Errors
    /// Results cannot be written, an engine cannot be started, or there is no opening.
    pub fn run(
        &mut self,
        when: &dyn Fn() -> When,
        on_pair: &mut dyn FnMut(&Pair, &Progress),
    ) -> Result<(), String> {
        let plan = self.plan;
        let shared = (
            std::mem::take(&mut self.waiting),
            self.progress.values.clone(),
        );
        let shared = Mutex::new(shared);
        let lock = || shared.lock().unwrap_or_else(PoisonError::into_inner);
        let next = || {
            let mut shared = lock();
            let iteration = shared.0.pop_front()?;
            let settings = plan.spsa.settings(iteration, &shared.1);
            Some(Job {
                iteration,
                settings,
            })
        };
        let crew = Crew {
            threads: plan.concurrency,
            abort: &plan.abort,
            when,
        };
        crew.work(
            &next,
            &|| Table::new(&plan.launchers, &plan.adjudication),
            &|table, job| plan.play(table, job),
            &mut |pair: Pair| {
                if let Some(journal) = &mut self.journal {
                    journal.add(std::slice::from_ref(&pair))?;
                }
                self.progress.add(&plan.spsa, &pair);
                lock().1.clone_from(&self.progress.values);
                on_pair(&pair, &self.progress);
                Ok(When::GoOn)
            },
        )
    }
}

impl TunePlan {
    /// Plays the two games of an iteration; `None` if they were broken off.
    fn play(&self, table: &mut Table<'_>, job: Job) -> Result<Option<Pair>, String> {
        // Games take turns, and each has the openings one after the other.
        let game = job.iteration % self.games.len();
        let opening = self.games[game]
            .openings
            .get(job.iteration / self.games.len())?;
        let options = job.settings.each_ref().map(|setting| self.options(setting));
        let mut halves = [0; 2];
        let mut terminations = [String::new(), String::new()];
        let mut faulty = [false; 2];
        for (index, seats) in [[0, 1], [1, 0]].into_iter().enumerate() {
            let engines = seats.map(|side| 2 * game + side);
            let options = seats.map(|side| options[side].as_slice());
            let played = table.play(engines, options, &opening);
            if let Ending::Fault(color, fault) = &played.ending {
                // No game was lost: something is wrong with all of them.
                if fault.is_no_play() {
                    let name = &self.launchers[engines[usize::from(*color == Color::Black)]];
                    let (name, game) = (&name.spec().name, &self.games[game].name);
                    return Err(format!("engine {name}, {game}: {fault}"));
                }
                faulty[index] = true;
            }
            halves[index] = match (played.ending.result(), seats[0]) {
                (GameResult::Unfinished, _) => return Ok(None),
                (GameResult::Draw, _) => 1,
                (GameResult::WhiteWins, 0) | (GameResult::BlackWins, 1) => 2,
                _ => 0,
            };
            terminations[index] = played.ending.termination().into();
        }
        let [plus, minus] = job.settings;
        Ok(Some(Pair {
            iteration: job.iteration,
            plus,
            minus,
            halves,
            terminations,
            faulty,
        }))
    }

    fn options(&self, setting: &[i64]) -> Vec<(String, i64)> {
        let names = self.spsa.parameters.iter().map(|p| p.name.clone());
        names.zip(setting.iter().copied()).collect()
    }
}
