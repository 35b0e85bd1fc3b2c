//! The numbers were computed by another method, in Python with double precision: the
//! likelihood under a hypothesis by maximizing the dual, `sum f_i log(1 + t x_i)`, with
//! Newton's method; for normalized Elo with the two linear constraints that a mean and a
//! deviation make, maximized over the mean by a golden-section search. The errors of Elo
//! are the definitions, summed up plainly.

use super::*;

mod fastchess;

fn close(found: f64, wanted: f64) -> bool {
    (found - wanted).abs() < 1e-6 * (1.0 + wanted.abs())
}

fn sprt(model: Model, elo0: f64, elo1: f64) -> Sprt {
    Sprt {
        elo0,
        elo1,
        alpha: 0.05,
        beta: 0.05,
        model,
    }
}

/// A match of complete pairs; of its games only the number and the score are right.
fn paired(pairs: [u64; 5]) -> Tally {
    let halves: u64 = pairs.iter().zip(0..).map(|(n, halves)| n * halves).sum();
    let games = 2 * pairs.iter().sum::<u64>();
    let draws = halves % 2;
    let wins = halves / 2;
    Tally {
        wins,
        draws,
        losses: games - wins - draws,
        pairs,
    }
}

fn single(wins: u64, draws: u64, losses: u64) -> Tally {
    Tally {
        wins,
        draws,
        losses,
        pairs: [0; 5],
    }
}

#[test]
fn the_likelihood_ratio_of_the_logistic_model_is_right() {
    for (pairs, (elo0, elo1), wanted) in [
        ([10, 50, 120, 60, 15], (0.0, 5.0), 0.572_292_630),
        ([10, 50, 120, 60, 15], (-3.0, 1.0), 0.599_891_557),
        ([0, 0, 50, 0, 0], (0.0, 5.0), -0.717_605_836),
        ([0, 0, 50, 0, 0], (-3.0, 1.0), 0.288_397_992),
        ([0, 0, 0, 0, 20], (0.0, 5.0), 0.285_780_516),
        ([0, 0, 0, 0, 20], (-3.0, 1.0), 0.230_944_391),
        ([20, 0, 0, 0, 0], (0.0, 5.0), -0.289_923_309),
        ([20, 0, 0, 0, 0], (-3.0, 1.0), -0.229_618_669),
        ([0, 3, 40, 9, 0], (0.0, 5.0), 0.666_129_997),
        ([0, 3, 40, 9, 0], (-3.0, 1.0), 0.593_669_715),
        ([100, 500, 1200, 520, 110], (0.0, 5.0), 0.189_249_221),
        ([100, 500, 1200, 520, 110], (-3.0, 1.0), 1.623_405_001),
        ([1, 0, 0, 0, 1], (0.0, 5.0), -0.000_207_668),
        ([0, 0, 1, 0, 0], (-3.0, 1.0), 0.004_731_260),
    ] {
        let found = sprt(Model::Logistic, elo0, elo1).llr(&paired(pairs));
        assert!(close(found, wanted), "{pairs:?}: {found}, not {wanted}");
    }
    // Counts of single games, where there are no pairs.
    let test = sprt(Model::Logistic, 0.0, 10.0);
    assert!(close(test.llr(&single(50, 40, 30)), 0.790_255_950));
    assert!(close(test.llr(&single(10, 0, 0)), 0.283_680_766));
}

#[test]
fn elo_and_its_errors_are_right() {
    for (tally, [value, low, high, normalized, los]) in [
        (
            single(60, 40, 30),
            [
                81.647_993,
                32.528_103,
                134.223_021,
                100.296_014,
                0.999_501_555,
            ],
        ),
        (
            Tally {
                pairs: [10, 50, 120, 60, 15],
                ..single(152, 211, 147)
            },
            [3.406_340, -15.881_568, 22.715_289, 5.328_165, 0.635_452_144],
        ),
    ] {
        let elo = tally.elo();
        let found = [elo.value, elo.low, elo.high, tally.normalized_elo()];
        for (found, wanted) in found.into_iter().zip([value, low, high, normalized]) {
            assert!(close(found.unwrap(), wanted), "{elo:?}, not {wanted}");
        }
        assert!(close(tally.likelihood_of_superiority(), los));
    }
}

#[test]
fn the_likelihood_ratio_of_the_normalized_model_is_right() {
    for (pairs, (elo0, elo1), wanted) in [
        ([10, 50, 120, 60, 15], (0.0, 5.0), 0.396_068_704),
        ([10, 50, 120, 60, 15], (-4.0, 2.0), 0.563_680_866),
        ([0, 0, 50, 0, 0], (0.0, 5.0), -0.017_561_249),
        ([0, 0, 50, 0, 0], (-4.0, 2.0), 0.008_508_976),
        ([0, 0, 0, 0, 20], (0.0, 5.0), 0.402_883_563),
        ([0, 0, 0, 0, 20], (-4.0, 2.0), 0.490_436_275),
        ([20, 0, 0, 0, 0], (0.0, 5.0), -0.411_167_358),
        ([20, 0, 0, 0, 0], (-4.0, 2.0), -0.486_459_889),
    ] {
        let found = sprt(Model::Normalized, elo0, elo1).llr(&paired(pairs));
        assert!(close(found, wanted), "{pairs:?}: {found}, not {wanted}");
    }
}

#[test]
fn nothing_is_infinite_or_no_number() {
    let counts = [0, 1, 2, 1000];
    for (a, b, c) in counts
        .iter()
        .flat_map(|&a| counts.map(|b| (a, b)))
        .flat_map(|(a, b)| counts.map(|c| (a, b, c)))
    {
        let tallies = [
            single(a, b, c),
            paired([a, 0, b, 0, c]),
            paired([0, a, b, c, 0]),
            paired([0, 0, a, b, c]),
        ];
        for tally in tallies {
            let elo = tally.elo();
            for value in [elo.value, elo.low, elo.high, tally.normalized_elo()] {
                assert!(value.is_none_or(f64::is_finite), "{tally:?}");
            }
            let (low, high) = (elo.low, elo.high);
            assert!(elo.value.is_none_or(|v| low.is_none_or(|low| low <= v)));
            assert!(elo.value.is_none_or(|v| high.is_none_or(|high| v <= high)));
            let los = tally.likelihood_of_superiority();
            assert!((0.0..=1.0).contains(&los), "{tally:?}: {los}");
            for model in [Model::Logistic, Model::Normalized] {
                let llr = sprt(model, -10.0, 3.0).llr(&tally);
                assert!(llr.is_finite(), "{model:?} {tally:?}: {llr}");
            }
        }
    }
}

#[test]
fn results_that_do_not_vary_have_honest_bounds() {
    // If all of ten games are won, the chance of that must not be below 2.5 % at the bound.
    let won = single(10, 0, 0).elo();
    assert_eq!((won.value, won.high), (None, None));
    let score = score_of(won.low.unwrap());
    assert!(close(score.powi(10), 0.025), "{score}");
    let lost = single(0, 0, 10).elo();
    assert!(close(lost.high.unwrap(), -won.low.unwrap()));
    let level = paired([0, 0, 50, 0, 0]).elo();
    assert_eq!(level.value, Some(0.0));
    assert!(close(level.low.unwrap(), -level.high.unwrap()));
    assert!((10.0..40.0).contains(&level.high.unwrap()), "{level:?}");
    assert_eq!(single(0, 9, 0).likelihood_of_superiority(), 0.5);
    assert!(close(single(3, 0, 0).likelihood_of_superiority(), 0.9375));
}

#[test]
fn a_test_ends_when_it_is_decided() {
    let test = sprt(Model::Logistic, 0.0, 10.0);
    let (lower, upper) = test.bounds();
    assert!(close(upper, 19.0_f64.ln()) && close(lower, -upper));
    assert_eq!(test.verdict(&Tally::default()), None);
    assert_eq!(test.verdict(&paired([10, 50, 120, 60, 15])), None);
    let strong = paired([20, 100, 300, 190, 60]);
    assert_eq!(test.verdict(&strong), Some(Verdict::H1));
    let weak = paired([60, 190, 300, 100, 20]);
    assert_eq!(test.verdict(&weak), Some(Verdict::H0));
}

#[test]
fn words_of_a_test_are_checked() {
    let read = |text: &str| {
        let words: Vec<String> = text.split_whitespace().map(Into::into).collect();
        Sprt::read(&words)
    };
    let found = read("elo0=-3 elo1=1 alpha=0.1 model=normalized").unwrap();
    assert_eq!((found.elo0, found.beta), (-3.0, 0.05));
    assert_eq!(found.model, Model::Normalized);
    for (text, message) in [
        ("elo0=0", "elo1= is missing"),
        ("elo0=5 elo1=5", "elo0=5 must be less than elo1=5"),
        ("elo0=0 elo1=nan", "elo1= must be from"),
        ("elo0=0 elo1=5 alpha=0", "alpha= must be between 0 and 0.5"),
        (
            "elo0=0 elo1=5 model=bayes",
            "model=bayes: expected logistic",
        ),
        ("elo0=0 elo1=5 gamma=1", "unknown key 'gamma'"),
    ] {
        let error = read(text).unwrap_err();
        assert!(error.contains(message), "{text}: {error}");
    }
}
