//! Simultaneous perturbation stochastic approximation: how values that can only be compared
//! by playing are made better.
//!
//! In iteration `k` all parameters are moved at once by `c_k`, each up or down by chance,
//! and by as much the other way; the two settings play each other, and every parameter takes
//! a step towards the side that has won. The recursion and the gains `a_k = a / (A + k)^0.602`
//! and `c_k = c / k^0.101`, with a tenth of all iterations for `A`, are those of J. C. Spall,
//! "Implementation of the simultaneous perturbation algorithm for stochastic optimization",
//! IEEE Transactions on Aerospace and Electronic Systems 34 (1998). As the settings are
//! compared with each other, and not each with something else, half the difference of two
//! losses is the result of the games.
//!
//! `a` and `c` are given by what they are in the end, as Fishtest has it: the last move is
//! `c_end`, and the last step for one game won is `r_end` times that.
//!
//! Chance depends on the seed and the number of the iteration alone.

use super::openings::generator;
use rand_xoshiro::rand_core::Rng;

/// The exponent of the steps.
const ALPHA: f64 = 0.602;
/// The exponent of the moves.
const GAMMA: f64 = 0.101;
/// The share of the iterations by which the first steps are held back.
const STABILITY: f64 = 0.1;
/// Keeps flips apart from openings of the same seed.
const FLIPS: u64 = 0x666c_6970;

/// A number to be made better.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameter {
    /// The option of the engine.
    pub name: String,
    /// Where it starts.
    pub start: f64,
    /// The smallest value.
    pub min: i64,
    /// The largest value.
    pub max: i64,
    /// By how much it is moved in the last iteration.
    pub c_end: f64,
    /// The last step for one game won, in units of `c_end`.
    pub r_end: f64,
}

/// All that decides on the way, but for the games.
#[derive(Clone, PartialEq, Debug)]
pub struct Spsa {
    /// The parameters.
    pub parameters: Vec<Parameter>,
    /// The number of iterations.
    pub iterations: usize,
    /// What makes flips and rounding the same again.
    pub seed: u64,
}

/// How far an iteration goes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Gains {
    /// The factor of the gradient.
    pub a: f64,
    /// By how much the parameter is moved.
    pub c: f64,
}

/// What chance says of one parameter in one iteration.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Chance {
    /// 1 or -1.
    flip: f64,
    /// From 0 to below 1: a fraction is rounded up if it is larger than 1 minus this.
    round: f64,
}

impl Parameter {
    fn clamped(&self, value: f64) -> f64 {
        value.clamp(self.min as f64, self.max as f64)
    }

    /// The option's value that is nearest.
    pub fn rounded(&self, value: f64) -> i64 {
        self.clamped(value).round() as i64
    }
}

impl Spsa {
    /// The values at the start.
    pub fn start(&self) -> Vec<f64> {
        self.parameters.iter().map(|p| p.start).collect()
    }

    /// How far an iteration, counted from 0, goes for a parameter.
    pub fn gains(&self, parameter: &Parameter, iteration: usize) -> Gains {
        let all = self.iterations as f64;
        let k = (iteration + 1) as f64;
        let stability = STABILITY * all;
        let a_end = parameter.r_end * parameter.c_end.powi(2);
        Gains {
            a: a_end * ((stability + all) / (stability + k)).powf(ALPHA),
            c: parameter.c_end * (all / k).powf(GAMMA),
        }
    }

    fn chances(&self, iteration: usize) -> impl Iterator<Item = (&Parameter, Chance)> {
        let mut random = generator(self.seed ^ FLIPS, iteration);
        self.parameters.iter().map(move |parameter| {
            let bits = random.next_u64();
            let flip = if bits >> 63 == 0 { 1.0 } else { -1.0 };
            // As many bits as a float holds.
            let round = (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
            (parameter, Chance { flip, round })
        })
    }

    /// The two settings that play each other. Both are rounded by the same chance: so the
    /// moved values are right on average, and the larger one never becomes the smaller one.
    pub fn settings(&self, iteration: usize, values: &[f64]) -> [Vec<i64>; 2] {
        [1.0, -1.0].map(|side| {
            let chances = self.chances(iteration).zip(values);
            let setting = chances.map(|((parameter, chance), &value)| {
                let c = self.gains(parameter, iteration).c;
                let moved = parameter.clamped(value + side * c * chance.flip);
                (moved + chance.round).floor() as i64
            });
            setting.collect()
        })
    }

    /// Takes the step of an iteration: `result` is games won less games lost by the first of
    /// its settings.
    pub fn step(&self, iteration: usize, values: &mut [f64], result: f64) {
        for ((parameter, chance), value) in self.chances(iteration).zip(values) {
            let Gains { a, c } = self.gains(parameter, iteration);
            *value = parameter.clamped(*value + a * result / (c * chance.flip));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameter(name: &str, start: f64, c_end: f64, r_end: f64) -> Parameter {
        Parameter {
            name: name.into(),
            start,
            min: -100,
            max: 100,
            c_end,
            r_end,
        }
    }

    fn spsa(parameters: Vec<Parameter>, iterations: usize, seed: u64) -> Spsa {
        Spsa {
            parameters,
            iterations,
            seed,
        }
    }

    #[test]
    fn gains_are_those_of_the_formulas() {
        let spsa = spsa(vec![parameter("x", 0.0, 4.0, 0.002)], 1000, 0);
        let gains = |iteration| spsa.gains(&spsa.parameters[0], iteration);
        let near = |found: f64, wanted: f64| {
            assert!((found / wanted - 1.0).abs() < 1e-6, "{found}, not {wanted}");
        };
        // a = 0.032 * 1100^0.602 and c = 4 * 1000^0.101.
        near(gains(0).a, 0.032 * (1100.0_f64 / 101.0).powf(0.602));
        near(gains(0).a, 0.134_730_806);
        near(gains(0).c, 8.036_371_25);
        near(gains(99).a, 0.032 * 5.5_f64.powf(0.602));
        near(gains(99).c, 4.0 * 10.0_f64.powf(0.101));
        near(gains(999).a, 0.032);
        near(gains(999).c, 4.0);
        // The last game won is a step of r_end * c_end, up or down.
        let mut values = vec![10.0];
        spsa.step(999, &mut values, 1.0);
        near((values[0] - 10.0).abs(), 0.008);
    }

    #[test]
    fn a_step_goes_to_the_side_that_has_won() {
        let spsa = spsa(vec![parameter("x", 0.0, 4.0, 0.1); 9], 50, 3);
        for iteration in 0..50 {
            let mut values = spsa.start();
            let [plus, minus] = spsa.settings(iteration, &values);
            spsa.step(iteration, &mut values, 2.0);
            for ((value, plus), minus) in values.into_iter().zip(plus).zip(minus) {
                assert_eq!(value > 0.0, plus > minus);
            }
        }
    }

    #[test]
    fn chance_depends_on_seed_and_iteration_alone() {
        let flips = |seed, iteration| -> String {
            let spsa = spsa(vec![parameter("x", 0.0, 1.0, 1.0); 16], 100, seed);
            let chances = spsa.chances(iteration).map(|(_, chance)| chance.flip);
            chances
                .map(|flip| if flip > 0.0 { '+' } else { '-' })
                .collect()
        };
        // The same on every machine.
        assert_eq!(flips(1, 0), "-++-+-++++-+++--");
        assert_eq!(flips(1, 1), "---+---+-++-++-+");
        assert_ne!(flips(2, 0), flips(1, 0));
        let up: usize = (0..1000).map(|k| flips(5, k).matches('+').count()).sum();
        assert!((7700..8300).contains(&up), "{up} of 16000");
    }

    #[test]
    fn rounding_is_right_on_average() {
        let spsa = spsa(vec![parameter("x", 0.0, 0.3, 1.0)], 10_000, 4);
        let mut means = [0.0; 2];
        for iteration in 0..10_000 {
            let c = spsa.gains(&spsa.parameters[0], iteration).c;
            let settings = spsa.settings(iteration, &[7.4]);
            let flip = spsa.chances(iteration).next().unwrap().1.flip;
            for (side, setting) in settings.iter().enumerate() {
                let exact = 7.4 + if side == 0 { c * flip } else { -c * flip };
                assert!((setting[0] as f64 - exact).abs() < 1.0);
                means[side] += (setting[0] as f64 - exact) / 10_000.0;
            }
            let order = (settings[0][0] - settings[1][0]) as f64 * flip;
            assert!(order >= 0.0, "{settings:?}");
        }
        assert!(means.iter().all(|mean| mean.abs() < 0.02), "{means:?}");
    }

    #[test]
    fn nothing_leaves_the_limits() {
        let mut narrow = parameter("x", 3.0, 50.0, 10.0);
        (narrow.min, narrow.max) = (1, 5);
        let spsa = spsa(vec![narrow], 100, 9);
        let mut values = spsa.start();
        let mut seen = [false; 2];
        for iteration in 0..100 {
            for setting in spsa.settings(iteration, &values) {
                assert!((1..=5).contains(&setting[0]), "{setting:?}");
            }
            spsa.step(
                iteration,
                &mut values,
                if iteration % 3 == 0 { 2.0 } else { -2.0 },
            );
            assert!((1.0..=5.0).contains(&values[0]), "{values:?}");
            seen[0] |= values[0] == 1.0;
            seen[1] |= values[0] == 5.0;
        }
        assert_eq!(seen, [true; 2]);
        assert_eq!(spsa.parameters[0].rounded(5.4), 5);
        assert_eq!(spsa.parameters[0].rounded(2.6), 3);
    }

    /// Games that the setting nearer to (40, -20) wins more often.
    #[test]
    fn a_noisy_quadratic_is_climbed() {
        let parameters = vec![
            parameter("x", 0.0, 6.0, 0.02),
            parameter("y", 0.0, 3.0, 0.02),
        ];
        for seed in 0..5 {
            let spsa = spsa(parameters.clone(), 5000, seed);
            let mut random = generator(seed, 77);
            let mut values = spsa.start();
            for iteration in 0..spsa.iterations {
                let settings = spsa.settings(iteration, &values);
                let [plus, minus] = settings.map(|setting| {
                    let (x, y) = (setting[0] as f64 - 40.0, setting[1] as f64 + 20.0);
                    -(x / 40.0).powi(2) - (y / 20.0).powi(2)
                });
                let chance = 1.0 / (1.0 + (minus - plus).exp());
                let drawn = (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
                let result = if drawn < chance { 1.0 } else { -1.0 };
                spsa.step(iteration, &mut values, result);
            }
            let (x, y) = (values[0], values[1]);
            assert!(
                (x - 40.0).abs() < 8.0 && (y + 20.0).abs() < 4.0,
                "{seed}: {x} {y}"
            );
        }
    }
}
