//! What the results of a match mean.
//!
//! Games come in pairs that share an opening, with the colours swapped. The two results
//! of a pair depend on each other, so the spread is taken from the five possible scores
//! of a pair (the pentanomial counts), and that of single games only where there are no
//! pairs. Elo is the logistic one, `400 log10(s / (1 - s))` for a mean score `s`;
//! normalized Elo is the distance of the mean from a half in standard deviations of a game,
//! in units of which `800 / ln 10` are one.
//!
//! [`Sprt`] is the generalized sequential test of two hypotheses about the strength: the
//! log-likelihood ratio is that of the two distributions which fit the counts best under
//! each hypothesis. For the logistic one these are known from M. Van den Bergh, "Comments
//! on Normalized Elo" and "A practical introduction to the GSPRT" (both cover the formulas
//! that Fishtest uses): of all distributions with mean `s`, the likeliest has
//! `p_i = f_i / (1 + t (a_i - s))` for frequencies `f_i` of scores `a_i`, with the one `t`
//! for which they are probabilities. For normalized Elo the constraint is that
//! `(mean - 1/2) / deviation` is given, which leads to the same equation for other numbers
//! in place of `a_i - s`, found by iteration.
//!
//! Nothing here is infinite or not a number: a bound that the counts do not give is `None`,
//! and counts of nothing weigh a little in the test, as they do for Fishtest.

use serde::{Deserialize, Serialize};
use statrs::function::erf::erfc;
use std::f64::consts::{LN_10, SQRT_2};

/// How far a two-sided interval of 95 % reaches, in standard deviations.
const REACH: f64 = 1.959_963_984_540_054;
/// The same for counts that do not vary: the chance that is left out on each side.
const TAIL: f64 = 0.025;
/// What a score that did not occur counts in the test.
const NOTHING: f64 = 1e-3;
/// Normalized Elo in one standard deviation of a game.
const NORMALIZED: f64 = 800.0 / LN_10;

/// The results of one engine against another.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Pairs of games by their score: 0, a half, 1, one and a half, 2.
    pub pairs: [u64; 5],
}

/// Elo with an interval of 95 %; `None` where the counts give no bound.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Elo {
    /// The likeliest value; `None` if all games were won, or lost.
    pub value: Option<f64>,
    /// The lower bound.
    pub low: Option<f64>,
    /// The upper bound.
    pub high: Option<f64>,
}

/// The mean score with the deviation of a mean.
struct Mean {
    value: f64,
    /// Of the mean itself.
    error: f64,
    /// So many results that do not depend on each other.
    count: f64,
}

impl Tally {
    /// The number of games.
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The number of complete pairs.
    pub fn pair_count(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// Counts a game: 0, 1 or 2 for a loss, a draw or a win.
    pub const fn add_game(&mut self, halves: usize) {
        match halves {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// Counts the pair that two games have completed.
    pub const fn add_pair(&mut self, halves: [usize; 2]) {
        self.pairs[halves[0] + halves[1]] += 1;
    }

    /// The share of points, from 0 to 1; a half where nothing was played.
    pub fn score(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => (self.wins as f64 + self.draws as f64 / 2.0) / games as f64,
        }
    }

    /// The share of draws.
    pub fn draw_rate(&self) -> f64 {
        self.draws as f64 / self.games().max(1) as f64
    }

    fn singles(&self) -> [u64; 3] {
        [self.losses, self.draws, self.wins]
    }

    /// The variance of a result that does not depend on the others, and their number: pairs
    /// where there are any.
    fn variance(&self) -> (f64, f64) {
        match self.pair_count() {
            0 => spread(&self.singles()),
            _ => spread(&self.pairs),
        }
    }

    fn mean(&self) -> Mean {
        let (variance, count) = self.variance();
        // The games of pairs that are not complete count like the others.
        let units = match self.pair_count() {
            0 => count,
            _ => self.games() as f64 / 2.0,
        };
        Mean {
            value: self.score(),
            error: (variance / units.max(1.0)).sqrt(),
            count,
        }
    }

    /// The difference in Elo.
    pub fn elo(&self) -> Elo {
        let mean = self.mean();
        if self.games() == 0 {
            return Elo {
                value: None,
                low: None,
                high: None,
            };
        }
        let (low, high) = if mean.error > 0.0 {
            let reach = REACH * mean.error;
            (mean.value - reach, mean.value + reach)
        } else {
            // All results are the same. Another may come as often as would go unseen with
            // this chance; at worst it is always a loss, or always a win.
            let unseen = 1.0 - TAIL.powf(1.0 / mean.count.max(1.0));
            (
                mean.value * (1.0 - unseen),
                mean.value + (1.0 - mean.value) * unseen,
            )
        };
        Elo {
            value: elo_of(mean.value),
            low: elo_of(low),
            high: elo_of(high),
        }
    }

    /// The difference in normalized Elo; `None` if the results do not vary.
    pub fn normalized_elo(&self) -> Option<f64> {
        let (variance, _) = self.variance();
        let games_in_one = if self.pair_count() == 0 { 1.0 } else { 2.0 };
        let deviation = (variance * games_in_one).sqrt();
        (deviation > 0.0).then(|| (self.score() - 0.5) / deviation * NORMALIZED)
    }

    /// The chance that the engine is the stronger one.
    pub fn likelihood_of_superiority(&self) -> f64 {
        let mean = self.mean();
        let lead = mean.value - 0.5;
        if mean.error > 0.0 {
            return erfc(-lead / mean.error / SQRT_2) / 2.0;
        }
        // Where every result is the same, Laplace's rule for a chance of one half.
        let other = 0.5_f64.powf(mean.count + 1.0);
        match lead {
            lead if lead > 0.0 => 1.0 - other,
            lead if lead < 0.0 => other,
            _ => 0.5,
        }
    }
}

/// The variance of scores from 0 to 1, of which these are the counts, and their number.
fn spread(counts: &[u64]) -> (f64, f64) {
    let total: u64 = counts.iter().sum();
    if total == 0 {
        return (0.0, 0.0);
    }
    let frequencies: Vec<f64> = counts.iter().map(|&n| n as f64 / total as f64).collect();
    let (_, variance) = moments(&frequencies);
    // Rounding must not make one of nothing.
    let varies = counts.iter().filter(|&&n| n > 0).count() > 1;
    (if varies { variance } else { 0.0 }, total as f64)
}

/// The scores from 0 to 1 that belong to so many counts.
fn scores(count: usize) -> impl Iterator<Item = f64> {
    (0..count).map(move |i| i as f64 / (count - 1) as f64)
}

/// Mean and variance of a distribution of scores from 0 to 1.
fn moments(frequencies: &[f64]) -> (f64, f64) {
    let with_scores = || scores(frequencies.len()).zip(frequencies);
    let mean: f64 = with_scores().map(|(a, p)| a * p).sum();
    let variance = with_scores().map(|(a, p)| p * (a - mean).powi(2)).sum();
    (mean, variance)
}

fn elo_of(score: f64) -> Option<f64> {
    let elo = 400.0 * (score / (1.0 - score)).log10();
    (score > 0.0 && score < 1.0 && elo.is_finite()).then_some(elo)
}

fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// What a hypothesis is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// Elo.
    Logistic,
    /// Normalized Elo.
    Normalized,
}

/// A sequential test of two hypotheses.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Sprt {
    /// The strength by the first hypothesis.
    pub elo0: f64,
    /// The strength by the second.
    pub elo1: f64,
    /// The chance to accept the second wrongly.
    pub alpha: f64,
    /// The chance to accept the first wrongly.
    pub beta: f64,
    /// What strength means.
    pub model: Model,
}

/// What a test has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum Verdict {
    /// The first hypothesis is accepted.
    H0,
    /// The second is.
    H1,
}

impl Sprt {
    /// Reads the words behind `--sprt`.
    ///
    /// # Errors
    /// What makes no sense.
    pub fn read(words: &[String]) -> Result<Self, String> {
        /// Far more than any engine is stronger than another.
        const FAR: f64 = 2000.0;
        let mut words = super::Words::read("--sprt", words)?;
        let number = "expected a number";
        let mut needed = |key: &'static str| match words.parse::<f64>(key, number)? {
            Some(value) if value.abs() <= FAR => Ok(value),
            Some(_) => Err(format!("--sprt: {key}= must be from -{FAR} to {FAR}")),
            None => Err(format!("--sprt: {key}= is missing")),
        };
        let (elo0, elo1) = (needed("elo0")?, needed("elo1")?);
        let mut risk = |key: &'static str| match words.parse::<f64>(key, number)?.unwrap_or(0.05) {
            value if value > 0.0 && value < 0.5 => Ok(value),
            _ => Err(format!("--sprt: {key}= must be between 0 and 0.5")),
        };
        let (alpha, beta) = (risk("alpha")?, risk("beta")?);
        let model = match words.take("model")?.as_deref() {
            None | Some("logistic") => Model::Logistic,
            Some("normalized") => Model::Normalized,
            Some(other) => {
                return Err(words.wrong("model", other, "expected logistic or normalized"));
            }
        };
        words.finish()?;
        if elo0 >= elo1 {
            return Err(format!("--sprt: elo0={elo0} must be less than elo1={elo1}"));
        }
        Ok(Self {
            elo0,
            elo1,
            alpha,
            beta,
            model,
        })
    }

    /// The log-likelihood ratios at which the first and the second hypothesis are accepted.
    pub fn bounds(&self) -> (f64, f64) {
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        (lower, upper)
    }

    /// The log-likelihood ratio of the second hypothesis against the first. Only complete
    /// pairs count, or, if there are none at all, games.
    pub fn llr(&self, tally: &Tally) -> f64 {
        if tally.games() == 0 {
            return 0.0;
        }
        match tally.pair_count() {
            0 => self.ratio(&tally.singles(), 1.0),
            _ => self.ratio(&tally.pairs, 2.0),
        }
    }

    /// What the test has come to, if it has.
    pub fn verdict(&self, tally: &Tally) -> Option<Verdict> {
        let (lower, upper) = self.bounds();
        match self.llr(tally) {
            llr if llr <= lower => Some(Verdict::H0),
            llr if llr >= upper => Some(Verdict::H1),
            _ => None,
        }
    }

    fn ratio(&self, counts: &[u64], games_in_one: f64) -> f64 {
        let counts: Vec<f64> = counts.iter().map(|&n| (n as f64).max(NOTHING)).collect();
        let total: f64 = counts.iter().sum();
        let frequencies: Vec<f64> = counts.iter().map(|n| n / total).collect();
        let fit = |elo: f64| match self.model {
            Model::Logistic => with_mean(&frequencies, score_of(elo)),
            Model::Normalized => {
                // A result of several games varies less than one of them.
                let distance = elo / NORMALIZED * games_in_one.sqrt();
                with_distance(&frequencies, distance)
            }
        };
        let (first, second) = (fit(self.elo0), fit(self.elo1));
        let logs = first.iter().zip(&second).map(|(p0, p1)| (p1 / p0).ln());
        counts.iter().zip(logs).map(|(n, log)| n * log).sum()
    }
}

/// The likeliest distribution with a mean.
fn with_mean(frequencies: &[f64], mean: f64) -> Vec<f64> {
    let offsets: Vec<f64> = scores(frequencies.len()).map(|a| a - mean).collect();
    tilted(frequencies, &offsets)
}

/// The likeliest distribution whose mean is so many of its deviations above a half.
fn with_distance(frequencies: &[f64], distance: f64) -> Vec<f64> {
    const STEPS: usize = 100;
    const CLOSE: f64 = 1e-12;
    let mut found = frequencies.to_vec();
    // A few counts of one score vary so little that the first step would be wild.
    found.fill(1.0 / frequencies.len() as f64);
    for _ in 0..STEPS {
        let (mean, variance) = moments(&found);
        let deviation = variance.sqrt();
        // The constraint `mean - 1/2 - distance * deviation = 0`, linear in the
        // probabilities around those found so far.
        let offset = |a: f64| {
            let from_mean = (a - mean) / deviation;
            a - 0.5 - distance * deviation * (1.0 + from_mean * from_mean) / 2.0
        };
        let offsets: Vec<f64> = scores(frequencies.len()).map(offset).collect();
        let next = tilted(frequencies, &offsets);
        let change = next.iter().zip(&found).map(|(a, b)| (a - b).abs());
        let change = change.fold(0.0, f64::max);
        found = next;
        if change < CLOSE {
            break;
        }
    }
    found
}

/// The likeliest distribution for which the mean of some numbers is 0:
/// `f_i / (1 + t x_i)`, where `t` is the zero of a sum that falls all the way.
fn tilted(frequencies: &[f64], offsets: &[f64]) -> Vec<f64> {
    const HALVINGS: usize = 200;
    let (least, most) = offsets.iter().fold((0.0_f64, 0.0_f64), |(low, high), &x| {
        (low.min(x), high.max(x))
    });
    if least >= 0.0 || most <= 0.0 {
        // No distribution has such a mean: as near as it can be is what was found.
        return frequencies.to_vec();
    }
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..HALVINGS {
        let t = f64::midpoint(low, high);
        let pairs = frequencies.iter().zip(offsets);
        let sum: f64 = pairs.map(|(f, x)| f * x / (1.0 + t * x)).sum();
        if sum > 0.0 {
            low = t;
        } else {
            high = t;
        }
    }
    let t = f64::midpoint(low, high);
    let pairs = frequencies.iter().zip(offsets);
    pairs.map(|(f, x)| f / (1.0 + t * x)).collect()
}

#[cfg(test)]
mod tests;
