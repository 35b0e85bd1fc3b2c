//! All games of a tournament, several at a time.

use super::crew::{Crew, When};
use super::game::{Adjudication, Ending, Played};
use super::launch::Launcher;
use super::ledger::{Ledger, Record, SideRecord};
use super::openings::Openings;
use super::schedule::{Job, Schedule};
use super::stats::{Sprt, Tally, Verdict};
use super::table::Table;
use crate::pgn::Game;
use crate::position::AnyPosition;
use crate::protocol::begun_today;
use crate::rules::Color;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

/// All that a tournament is about.
pub struct Plan {
    /// The engines.
    pub launchers: Vec<Launcher>,
    /// Who plays whom.
    pub schedule: Schedule,
    /// Where games start.
    pub openings: Openings,
    /// What ends them beside the rules.
    pub adjudication: Adjudication,
    /// So many games at a time.
    pub concurrency: usize,
    /// A test that ends a match of two engines.
    pub sprt: Option<Sprt>,
    /// The tags `Event` and `Site`.
    pub event: String,
    /// See [`Self::event`].
    pub site: String,
    /// The switch that the launchers were given: it breaks games off.
    pub abort: Arc<AtomicBool>,
}

/// What the results of a tournament are about.
#[derive(Clone, Debug)]
pub struct Outline {
    /// The names of the engines.
    pub engines: Vec<String>,
    /// Who plays whom.
    pub schedule: Schedule,
    /// A test that ends a match of two engines.
    pub sprt: Option<Sprt>,
}

/// What happens in a tournament.
pub enum Event<'a> {
    /// A game has ended; the standing counts it already.
    Ended(&'a Record, &'a Standing),
}

/// What the games have come to so far.
#[derive(Clone, Debug)]
pub struct Standing {
    /// By pairing, from the first engine's view.
    pub tallies: BTreeMap<(usize, usize), Tally>,
    /// What each engine has done.
    pub sides: Vec<SideRecord>,
    /// The faults of each engine, by name.
    pub faults: Vec<BTreeMap<String, u64>>,
    /// The games that were played.
    pub games: usize,
    /// The half points of the first of two games of a pair, by pairing and opening.
    open: HashMap<(usize, usize, usize), usize>,
}

impl Standing {
    /// Before the first game.
    pub fn new(schedule: &Schedule) -> Self {
        let pairings = schedule.pairings().into_iter();
        Self {
            tallies: pairings.map(|pair| (pair, Tally::default())).collect(),
            sides: vec![SideRecord::default(); schedule.engines],
            faults: vec![BTreeMap::new(); schedule.engines],
            games: 0,
            open: HashMap::new(),
        }
    }

    /// After these games.
    ///
    /// # Errors
    /// A game is not one of the schedule.
    pub fn after(schedule: &Schedule, played: &[Record]) -> Result<Self, String> {
        let mut standing = Self::new(schedule);
        for record in played {
            let players = [record.white, record.black];
            let job = schedule.job(record.game);
            let same =
                |job: Job| [job.white, job.black] == players && job.opening == record.opening;
            if !job.is_some_and(same) || !record.faulty.is_none_or(|one| players.contains(&one)) {
                let game = record.game + 1;
                return Err(format!(
                    "game {game} of the state file is not in the schedule"
                ));
            }
            standing.add(record);
        }
        Ok(standing)
    }

    /// Counts a game.
    pub fn add(&mut self, record: &Record) {
        self.games += 1;
        let (white, black) = (record.white, record.black);
        for (engine, side) in [white, black].into_iter().zip(record.sides) {
            let sum = &mut self.sides[engine];
            sum.moves += side.moves;
            sum.seconds += side.seconds;
            sum.depths += side.depths;
            sum.with_depth += side.with_depth;
            sum.nodes += side.nodes;
            sum.node_seconds += side.node_seconds;
        }
        if let Some(faulty) = record.faulty {
            let name = record.termination.clone();
            *self.faults[faulty].entry(name).or_default() += 1;
        }
        let (first, second) = (white.min(black), white.max(black));
        let [for_white, for_black] = record.halves();
        let halves = if first == white { for_white } else { for_black };
        let tally = self.tallies.entry((first, second)).or_default();
        tally.add_game(halves);
        let key = (first, second, record.opening);
        match self.open.remove(&key) {
            Some(other) => tally.add_pair([other, halves]),
            None => drop(self.open.insert(key, halves)),
        }
    }

    /// The results of an engine against all others.
    pub fn total(&self, engine: usize) -> Tally {
        let mut total = Tally::default();
        for (&(first, second), tally) in &self.tallies {
            let (wins, losses, pairs) = match engine {
                _ if engine == first => (tally.wins, tally.losses, tally.pairs),
                _ if engine == second => {
                    let mut pairs = tally.pairs;
                    pairs.reverse();
                    (tally.losses, tally.wins, pairs)
                }
                _ => continue,
            };
            total.wins += wins;
            total.losses += losses;
            total.draws += tally.draws;
            for (sum, count) in total.pairs.iter_mut().zip(pairs) {
                *sum += count;
            }
        }
        total
    }

    /// What a test between the first two engines has come to.
    pub fn verdict(&self, sprt: Option<&Sprt>) -> Option<Verdict> {
        sprt?.verdict(self.tallies.get(&(0, 1))?)
    }
}

/// A tournament that is being played.
pub struct Tournament<'a> {
    plan: &'a Plan,
    ledger: Ledger,
    standing: Standing,
    /// The numbers of the games that were played before.
    played: HashSet<usize>,
}

impl<'a> Tournament<'a> {
    /// A tournament of which some games have been played.
    ///
    /// # Errors
    /// A game is not one of the schedule.
    pub fn new(plan: &'a Plan, ledger: Ledger, played: &[Record]) -> Result<Self, String> {
        Ok(Self {
            plan,
            ledger,
            standing: Standing::after(&plan.schedule, played)?,
            played: played.iter().map(|record| record.game).collect(),
        })
    }

    /// What the games have come to so far.
    pub fn standing(&self) -> &Standing {
        &self.standing
    }

    /// Starts every engine once, so that what is wrong with one is known before the first
    /// game.
    ///
    /// # Errors
    /// The engine's name and what is wrong.
    pub fn try_engines(&self) -> Result<(), String> {
        for launcher in &self.plan.launchers {
            if let Err(fault) = launcher.start() {
                return Err(format!("engine {}: {fault}", launcher.spec().name));
            }
        }
        Ok(())
    }

    /// Plays all games that are left, or as many as `when` allows and a test needs.
    ///
    /// # Errors
    /// Results cannot be written, or there is no opening for a game.
    pub fn run(
        &mut self,
        when: &dyn Fn() -> When,
        on_event: &mut dyn FnMut(Event<'_>),
    ) -> Result<(), String> {
        let plan = self.plan;
        if self.standing.verdict(plan.sprt.as_ref()).is_some() {
            return Ok(());
        }
        let is_open = |number: &usize| !self.played.contains(number);
        let jobs = Mutex::new(plan.schedule.numbers().filter(is_open));
        let next = || {
            let mut jobs = jobs.lock().unwrap_or_else(PoisonError::into_inner);
            jobs.next()
        };
        let crew = Crew {
            threads: plan.concurrency,
            abort: &plan.abort,
            when,
        };
        crew.work(
            &next,
            &|| Table::new(&plan.launchers, &plan.adjudication),
            &|table, number| plan.play(table, number),
            &mut |record| {
                // A game that ends after the test has is not counted.
                if self.standing.verdict(plan.sprt.as_ref()).is_some() {
                    return Ok(When::Drop);
                }
                self.ledger.add(&record)?;
                self.standing.add(&record);
                on_event(Event::Ended(&record, &self.standing));
                Ok(match self.standing.verdict(plan.sprt.as_ref()) {
                    Some(_) => When::Drop,
                    None => When::GoOn,
                })
            },
        )
    }
}

impl Plan {
    /// What the results are about.
    pub fn outline(&self) -> Outline {
        let name = |launcher: &Launcher| launcher.spec().name.clone();
        Outline {
            engines: self.launchers.iter().map(name).collect(),
            schedule: self.schedule,
            sprt: self.sprt,
        }
    }

    /// Plays a game of the schedule; `None` if it was broken off.
    fn play(&self, table: &mut Table<'_>, number: usize) -> Result<Option<Record>, String> {
        let Some(job) = self.schedule.job(number) else {
            return Ok(None);
        };
        let opening = self.openings.get(job.opening)?;
        let played = table.play([job.white, job.black], [&[]; 2], &opening);
        if played.ending == Ending::Unterminated {
            return Ok(None);
        }
        Ok(Some(self.record(&job, &played)))
    }

    fn record(&self, job: &Job, played: &Played) -> Record {
        let mut sides = [SideRecord::default(); 2];
        let mut color = color_after(&played.start, played.given);
        for thought in &played.thoughts {
            let side = &mut sides[usize::from(color == Color::Black)];
            let seconds = thought.time.as_secs_f64();
            side.moves += 1;
            side.seconds += seconds;
            if let Some(depth) = thought.depth {
                side.depths += u64::from(depth);
                side.with_depth += 1;
            }
            if let Some(nodes) = thought.nodes {
                side.nodes = side.nodes.saturating_add(nodes);
                side.node_seconds += seconds;
            }
            color = color.other();
        }
        let faulty = match &played.ending {
            Ending::Fault(Color::White, _) => Some(job.white),
            Ending::Fault(Color::Black, _) => Some(job.black),
            _ => None,
        };
        Record {
            game: job.number,
            white: job.white,
            black: job.black,
            opening: job.opening,
            result: played.ending.result().text().into(),
            termination: played.ending.termination().into(),
            why: played.why.clone(),
            faulty,
            plies: played.thoughts.len(),
            sides,
            pgn: self.pgn(job, played),
        }
    }

    /// The game as PGN, with what the engines thought.
    fn pgn(&self, job: &Job, played: &Played) -> String {
        let mut game: Game = begun_today(played.start.clone());
        game.moves.clone_from(&played.moves);
        game.result = played.ending.result();
        let [white, black] = [job.white, job.black].map(|engine| self.launchers[engine].spec());
        game.tags.event.clone_from(&self.event);
        game.tags.site.clone_from(&self.site);
        game.tags.round = (job.round + 1).to_string();
        game.tags.white.clone_from(&white.name);
        game.tags.black.clone_from(&black.name);
        let mut tag = |name: &str, value: String| game.tags.others.push((name.into(), value));
        tag("PlyCount", played.moves.len().to_string());
        let times = [white, black].map(|spec| spec.limits.to_string());
        if times[0] == times[1] {
            let [time, _] = times;
            tag("TimeControl", time);
        } else {
            let [white, black] = times;
            tag("WhiteTimeControl", white);
            tag("BlackTimeControl", black);
        }
        tag("Termination", played.ending.termination().into());
        let mut comments: Vec<String> = vec!["book".into(); played.given];
        comments.extend(played.thoughts.iter().map(super::Thought::comment));
        // A move may be missing after a thought that ended the game.
        comments.resize(played.moves.len(), String::new());
        comments.push(played.why.clone());
        game.to_annotated_pgn(&comments)
    }
}

/// Who moves after so many plies.
fn color_after(start: &AnyPosition, plies: usize) -> Color {
    match plies % 2 {
        0 => start.side_to_move(),
        _ => start.side_to_move().other(),
    }
}
