//! What fastchess makes of the same counts: version 1.8.2-alpha (commit 74deac23), its
//! functions called with these counts and the default error rates.
//!
//! It solves for its hypotheses to about three digits only; `NONE` is where it prints
//! infinity or no number, and we have a bound, or nothing.

use super::*;

const NONE: f64 = f64::NAN;

/// Pairs by the points made in them; the ratios of both models with the hypotheses 0 and 5,
/// -3 and 1; Elo, its error, normalized Elo; the likelihood of superiority in percent.
type Pairs = ([u64; 5], [f64; 2], [f64; 2], [f64; 3], f64);

const PAIRS: [Pairs; 16] = [
    (
        [10, 50, 120, 60, 15],
        [0.572293, 0.599892],
        [0.396069, 0.375788],
        [13.6319, 19.3264, 21.3127],
        91.7,
    ),
    (
        [0, 3, 40, 9, 0],
        [0.66613, 0.59367],
        [0.242631, 0.204677],
        [20.0666, 22.1216, 60.7886],
        96.28,
    ),
    (
        [100, 500, 1200, 520, 110],
        [0.18928, 1.6234],
        [0.427346, 0.905441],
        [2.85962, 6.04281, 4.62313],
        82.32,
    ),
    (
        [20, 100, 300, 190, 60],
        [5.0359, 4.31512],
        [3.46505, 2.92192],
        [44.3164, 12.3025, 67.7689],
        100.0,
    ),
    (
        [60, 190, 300, 100, 20],
        [-5.54224, -4.15306],
        [-3.73274, -2.83626],
        [-44.3164, 12.3025, -67.7689],
        0.0,
    ),
    (
        [5, 20, 31, 14, 3],
        [-0.347921, -0.242875],
        [-0.228368, -0.165916],
        [-23.8343, 37.8237, -35.7668],
        10.68,
    ),
    (
        [1, 10, 200, 14, 2],
        [0.500839, 1.03969],
        [0.260301, 0.260184],
        [4.59193, 8.98321, 16.342],
        84.19,
    ),
    (
        [0, 1, 9, 3, 1],
        [0.19954, 0.161351],
        [0.105302, 0.0867869],
        [49.9755, 65.8366, 100.296],
        93.67,
    ),
    (
        [2, 17, 44, 32, 5],
        [0.721895, 0.629192],
        [0.46179, 0.391977],
        [36.6157, 29.4046, 60.5536],
        99.31,
    ),
    (
        [0, 0, 12, 8, 1],
        [0.299935, 0.242385],
        [0.204561, 0.168066],
        [84.3413, 46.5655, 199.268],
        99.99,
    ),
    (
        [30, 1, 3, 2, 29],
        [-0.0151514, -0.00391924],
        [-0.0240719, -0.00418348],
        [-2.67263, 82.4988, -1.97114],
        47.42,
    ),
    (
        [400, 1900, 5100, 2040, 410],
        [0.720235, 6.83632],
        [1.77388, 3.70326],
        [2.82187, 2.92873, 4.67496],
        97.05,
    ),
    (
        [0, 0, 50, 0, 0],
        [-0.717605, 0.288398],
        [-0.0176807, 0.00499506],
        [0.0, 0.0, NONE],
        NONE,
    ),
    (
        [0, 0, 0, 0, 20],
        [0.28578, 0.230944],
        [0.402884, 0.326962],
        [NONE, NONE, NONE],
        100.0,
    ),
    (
        [20, 0, 0, 0, 0],
        [-0.289923, -0.229619],
        [-0.411167, -0.324311],
        [NONE, NONE, NONE],
        0.0,
    ),
    (
        [0, 0, 0, 7, 0],
        [0.100025, 0.0808325],
        [0.0992871, 0.0810544],
        [190.849, 0.0, NONE],
        100.0,
    ),
];

/// Wins, draws and losses; the ratios of both models with the hypotheses 0 and 10; the rest
/// as above.
type Singles = ([u64; 3], [f64; 2], [f64; 3], f64);

const SINGLES: [Singles; 8] = [
    (
        [60, 40, 30],
        [1.17186, 0.984282],
        [81.648, 50.8475, 100.296],
        99.95,
    ),
    (
        [50, 40, 30],
        [0.790256, 0.655517],
        [58.4512, 51.5124, 72.4453],
        98.88,
    ),
    (
        [120, 300, 100],
        [0.852501, 0.669863],
        [13.3695, 19.4387, 20.5803],
        91.16,
    ),
    (
        [7, 1, 2],
        [0.155438, 0.147568],
        [190.849, 763.203, 215.47],
        97.51,
    ),
    (
        [1000, 3000, 1100],
        [-12.0979, -6.59674],
        [-6.81334, 6.11887, -10.6214],
        1.45,
    ),
    ([10, 0, 0], [0.283681, 0.283628], [NONE, NONE, NONE], 100.0),
    ([0, 0, 10], [-0.291965, -0.29191], [NONE, NONE, NONE], 0.0),
    ([0, 9, 0], [-0.256932, -0.00569827], [0.0, 0.0, NONE], NONE),
];

/// Compares, as exactly as fastchess computes and prints it.
fn near(found: f64, wanted: f64, what: &str) {
    let tolerance = 2e-4 + wanted.abs() * 1e-3;
    assert!(
        (found - wanted).abs() < tolerance,
        "{what}: {found}, not {wanted}"
    );
}

fn elo_is_near(tally: &Tally, [value, error, normalized]: [f64; 3], los: f64) {
    let what = format!("{tally:?}");
    let elo = tally.elo();
    if value.is_finite() {
        near(elo.value.unwrap(), value, &what);
    } else {
        assert_eq!(elo.value, None, "{what}");
        assert!(elo.low.or(elo.high).is_some_and(f64::is_finite), "{what}");
    }
    // Where results do not vary it takes the error to be 0.
    if error.is_finite() && error != 0.0 {
        near((elo.high.unwrap() - elo.low.unwrap()) / 2.0, error, &what);
    }
    match normalized.is_finite() {
        true => near(tally.normalized_elo().unwrap(), normalized, &what),
        false => assert_eq!(tally.normalized_elo(), None, "{what}"),
    }
    let varies = tally.normalized_elo().is_some();
    if varies {
        assert!(
            (100.0 * tally.likelihood_of_superiority() - los).abs() < 0.0051,
            "{what}"
        );
    }
}

#[test]
fn pairs() {
    for (pairs, logistic, normalized, elo, los) in PAIRS {
        let tally = paired(pairs);
        for ((elo0, elo1), at) in [(0.0, 5.0), (-3.0, 1.0)].into_iter().zip(0..) {
            let models = [(Model::Logistic, logistic), (Model::Normalized, normalized)];
            for (model, wanted) in models {
                let what = format!("{model:?} {pairs:?} {elo0} {elo1}");
                near(sprt(model, elo0, elo1).llr(&tally), wanted[at], &what);
            }
        }
        elo_is_near(&tally, elo, los);
    }
}

#[test]
fn single_games() {
    for ([wins, draws, losses], ratios, elo, los) in SINGLES {
        let tally = single(wins, draws, losses);
        let models = [Model::Logistic, Model::Normalized];
        for (model, wanted) in models.into_iter().zip(ratios) {
            let what = format!("{model:?} {wins} {draws} {losses}");
            near(sprt(model, 0.0, 10.0).llr(&tally), wanted, &what);
        }
        elo_is_near(&tally, elo, los);
    }
}
