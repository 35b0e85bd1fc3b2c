//! Who plays whom, and from where.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Who plays whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Format {
    /// Everybody plays everybody; with two engines, a match.
    RoundRobin,
    /// The first engine plays all others.
    Gauntlet,
}

/// Every so manieth pair of games, for one of so many machines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slice {
    /// From 0.
    index: usize,
    of: usize,
}

impl Slice {
    /// All pairs.
    pub const WHOLE: Self = Self { index: 0, of: 1 };

    /// How many of so many pairs are in it, if they are numbered from 0.
    fn share(self, pairs: usize) -> usize {
        pairs.saturating_add(self.of - 1 - self.index) / self.of
    }
}

impl fmt::Display for Slice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index + 1, self.of)
    }
}

impl FromStr for Slice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| text.parse::<u32>().ok().map(|number| number as usize);
        let words = text.split_once('/');
        match words.and_then(|(k, n)| Some((number(k)?, number(n)?))) {
            Some((number, of)) if (1..=of).contains(&number) => Ok(Self {
                index: number - 1,
                of,
            }),
            _ => Err("expected K/N, such as 1/4 for the first of four slices".into()),
        }
    }
}

/// The games of a tournament, in their order. A number is enough to know a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Schedule {
    /// Who plays whom.
    pub format: Format,
    /// The number of engines.
    pub engines: usize,
    /// How often everybody plays his opponents.
    pub rounds: usize,
    /// The games between two engines in a round.
    pub games: usize,
    /// The part of it that is played.
    pub slice: Slice,
}

/// A game to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Job {
    /// Its number in the schedule, from 0.
    pub number: usize,
    /// Its round, from 0.
    pub round: usize,
    /// The engine that has White.
    pub white: usize,
    /// The engine that has Black.
    pub black: usize,
    /// The number of the opening. The two games of the same engines that share it have
    /// the colours swapped.
    pub opening: usize,
}

impl Schedule {
    /// Who plays whom, the first of the two first.
    pub fn pairings(&self) -> Vec<(usize, usize)> {
        let all = |first: usize| (first + 1..self.engines).map(move |second| (first, second));
        match self.format {
            Format::RoundRobin => (0..self.engines).flat_map(all).collect(),
            Format::Gauntlet => all(0).collect(),
        }
    }

    /// The number of games.
    pub fn len(&self) -> usize {
        let (pairings, each) = (self.pairings().len(), self.rounds * self.games);
        // If it is odd, each pairing's last pair has one game only.
        let whole = (each / 2).saturating_mul(pairings);
        let all = each.div_ceil(2).saturating_mul(pairings);
        let (whole, all) = (self.slice.share(whole), self.slice.share(all));
        whole.saturating_add(all)
    }

    /// Whether there is nothing to play.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The numbers of all games.
    pub fn numbers(&self) -> impl Iterator<Item = usize> + use<> {
        let schedule = *self;
        let all = self
            .pairings()
            .len()
            .saturating_mul(self.rounds * self.games);
        (0..all).filter(move |&number| schedule.job(number).is_some())
    }

    /// A game by its number, if it is in the slice.
    pub fn job(&self, number: usize) -> Option<Job> {
        let pairings = self.pairings();
        let round = number / (pairings.len() * self.games).max(1);
        let within = number.checked_rem(pairings.len() * self.games)?;
        let pairing = within / self.games;
        let &(first, second) = pairings.get(pairing)?;
        // The games of two engines count on from round to round: so every opening is
        // played twice, whether they play one game in a round or many.
        let nth = round * self.games + within % self.games;
        let (white, black) = match nth % 2 {
            0 => (first, second),
            _ => (second, first),
        };
        let opening = nth / 2;
        let pair = opening * pairings.len() + pairing;
        let played = round < self.rounds && pair % self.slice.of == self.slice.index;
        played.then_some(Job {
            number,
            round,
            white,
            black,
            opening,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{HashMap, HashSet};

    #[test]
    fn every_opening_is_played_with_both_colours() {
        for (format, engines, rounds, games) in [
            (Format::RoundRobin, 2, 1, 10),
            (Format::RoundRobin, 4, 3, 2),
            (Format::Gauntlet, 5, 4, 1),
            (Format::Gauntlet, 3, 2, 3),
        ] {
            let schedule = Schedule {
                format,
                engines,
                rounds,
                games,
                slice: Slice::WHOLE,
            };
            let openings = (rounds * games).div_ceil(2);
            let mut seen: HashMap<(usize, usize, usize), Vec<(usize, usize)>> = HashMap::new();
            for number in 0..schedule.len() {
                let job = schedule.job(number).unwrap();
                assert_eq!(job.number, number);
                assert!(job.opening < openings);
                let (low, high) = (job.white.min(job.black), job.white.max(job.black));
                assert!(format == Format::RoundRobin || low == 0);
                let pair = seen.entry((low, high, job.opening)).or_default();
                pair.push((job.white, job.black));
            }
            assert_eq!(schedule.job(schedule.len()), None);
            for ((low, high, _), games) in &seen {
                assert_eq!(games[..], [(*low, *high), (*high, *low)]);
            }
            assert_eq!(2 * seen.len(), schedule.len());
        }
    }

    #[test]
    fn slices_have_every_pair_once() {
        for (engines, rounds, games) in [(2, 1, 10), (2, 3, 3), (4, 3, 1), (3, 1, 1), (5, 2, 4)] {
            let whole = Schedule {
                format: Format::RoundRobin,
                engines,
                rounds,
                games,
                slice: Slice::WHOLE,
            };
            assert_eq!(whole.len(), whole.numbers().count());
            for of in 1..=7 {
                let mut found = Vec::new();
                let mut pairs = HashSet::new();
                for index in 0..of {
                    let slice = Slice { index, of };
                    let part = Schedule { slice, ..whole };
                    let jobs: Vec<Job> = part.numbers().filter_map(|n| part.job(n)).collect();
                    assert_eq!(jobs.len(), part.len(), "{slice} of {whole:?}");
                    // Both games of a pair are in one slice.
                    let own: HashSet<_> = jobs
                        .iter()
                        .map(|job| {
                            (
                                job.white.min(job.black),
                                job.white.max(job.black),
                                job.opening,
                            )
                        })
                        .collect();
                    assert!(own.is_disjoint(&pairs));
                    pairs.extend(own);
                    found.extend(jobs.iter().map(|job| job.number));
                }
                found.sort_unstable();
                assert_eq!(found, whole.numbers().collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn slices_are_read() {
        let read = |text: &str| text.parse::<Slice>();
        assert_eq!(read("1/1"), Ok(Slice::WHOLE));
        assert_eq!(read("3/8").map(|slice| slice.to_string()), Ok("3/8".into()));
        for wrong in [
            "",
            "/",
            "0/2",
            "3/2",
            "1",
            "1/",
            "-1/2",
            "1/0",
            "1/2/3",
            "1/99999999999",
        ] {
            let why = read(wrong).unwrap_err();
            assert!(why.starts_with("expected K/N"), "{wrong}: {why}");
        }
    }
}
