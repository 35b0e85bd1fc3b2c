//! Who plays whom, and from where.

use serde::Serialize;

/// Who plays whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum Format {
    /// Everybody plays everybody; with two engines, a match.
    RoundRobin,
    /// The first engine plays all others.
    Gauntlet,
}

/// All games of a tournament, in their order. A number is enough to know a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Schedule {
    /// Who plays whom.
    pub format: Format,
    /// The number of engines.
    pub engines: usize,
    /// How often everybody plays his opponents.
    pub rounds: usize,
    /// The games between two engines in a round.
    pub games: usize,
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
        self.pairings().len() * self.rounds * self.games
    }

    /// Whether there is nothing to play.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of openings that are played, by all engines alike.
    pub fn openings(&self) -> usize {
        (self.rounds * self.games).div_ceil(2)
    }

    /// A game by its number.
    pub fn job(&self, number: usize) -> Option<Job> {
        let pairings = self.pairings();
        let round = number / (pairings.len() * self.games).max(1);
        let within = number.checked_rem(pairings.len() * self.games)?;
        let &(first, second) = pairings.get(within / self.games)?;
        // The games of two engines count on from round to round: so every opening is
        // played twice, whether they play one game in a round or many.
        let nth = round * self.games + within % self.games;
        let (white, black) = match nth % 2 {
            0 => (first, second),
            _ => (second, first),
        };
        (round < self.rounds).then_some(Job {
            number,
            round,
            white,
            black,
            opening: nth / 2,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

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
            };
            let mut seen: HashMap<(usize, usize, usize), Vec<(usize, usize)>> = HashMap::new();
            for number in 0..schedule.len() {
                let job = schedule.job(number).unwrap();
                assert_eq!(job.number, number);
                assert!(job.opening < schedule.openings());
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
}
