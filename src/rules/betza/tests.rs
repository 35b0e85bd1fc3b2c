//! The parser, the printer and the expansion.

mod pictures;

use super::{Betza, Range, parse};
use crate::geometry::Delta;
use crate::rules::{Pattern, UNLIMITED};
use proptest::prelude::*;

fn patterns(text: &str) -> Vec<Pattern> {
    let betza = parse(text).unwrap_or_else(|e| panic!("{e}"));
    betza.patterns().unwrap_or_else(|e| panic!("{text}: {e:?}"))
}

/// The steps of a text as (files, ranks), sorted.
fn steps(text: &str) -> Vec<(i8, i8)> {
    let mut steps: Vec<(i8, i8)> = patterns(text)
        .iter()
        .map(|p| (p.step.files, p.step.ranks))
        .collect();
    steps.sort_unstable();
    steps
}

/// Every reflection of (a, b), sorted.
fn all(a: i8, b: i8) -> Vec<(i8, i8)> {
    let mut steps = Vec::new();
    for (x, y) in [(a, b), (b, a)] {
        for (sx, sy) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
            steps.push((x * sx, y * sy));
        }
    }
    steps.sort_unstable();
    steps.dedup();
    steps
}

/// The patterns without their order, for comparing.
fn sorted(mut patterns: Vec<Pattern>) -> Vec<Pattern> {
    patterns.sort_by_key(|p| format!("{p:?}"));
    patterns
}

#[test]
fn every_atom() {
    for (letter, a, b, count) in [
        ("W", 1, 0, 4),
        ("F", 1, 1, 4),
        ("D", 2, 0, 4),
        ("N", 2, 1, 8),
        ("A", 2, 2, 4),
        ("H", 3, 0, 4),
        ("C", 3, 1, 8),
        ("L", 3, 1, 8),
        ("Z", 3, 2, 8),
        ("J", 3, 2, 8),
        ("G", 3, 3, 4),
    ] {
        assert_eq!(steps(letter), all(a, b), "{letter}");
        assert_eq!(steps(letter).len(), count, "{letter}");
        for p in patterns(letter) {
            assert!(p.quiet && p.capture && p.reach == 1, "{letter}");
            assert!(!p.initial && !p.en_passant && !p.rifle && p.through.is_empty());
        }
    }
    for (compound, parts, reach) in [
        ("K", "WF", 1),
        ("R", "W0", UNLIMITED),
        ("B", "F0", UNLIMITED),
        ("Q", "W0F0", UNLIMITED),
    ] {
        assert_eq!(sorted(patterns(compound)), sorted(patterns(parts)));
        assert!(patterns(compound).iter().all(|p| p.reach == reach));
    }
}

#[test]
fn ranges() {
    for (text, reach) in [
        ("R6", 6),
        ("R1", 1),
        ("W0", UNLIMITED),
        ("N0", UNLIMITED),
        ("K2", 2),
        ("Q15", 15),
        ("G3", 3),
        ("R0", UNLIMITED),
    ] {
        assert!(patterns(text).iter().all(|p| p.reach == reach), "{text}");
    }
    assert_eq!(sorted(patterns("R1")), sorted(patterns("W")));
    assert_eq!(parse("R6").unwrap().terms[0].range, Range::Steps(6));
    // The same move named twice is one pattern.
    assert_eq!(patterns("WWW1").len(), 4);
}

#[test]
fn modifiers() {
    let one = |text: &str| patterns(text).remove(0);
    let p = one("mW");
    assert!(p.quiet && !p.capture);
    let p = one("cW");
    assert!(!p.quiet && p.capture);
    let p = one("mcW");
    assert!(p.quiet && p.capture);
    let p = one("ceW");
    assert!(p.en_passant && p.capture && !p.quiet);
    let p = one("iW");
    assert!(p.initial && p.quiet && p.capture);
    let p = one("fimnD");
    assert_eq!(p.through.as_slice(), [Delta::new(0, 1)]);
    assert_eq!(p.passed_square(), Some(Delta::new(0, 1)));
    // Order does not matter, and only such a step passes a square.
    assert_eq!(patterns("mfinD"), patterns("fimnD"));
    for text in ["fmnD", "finD", "fimD", "fimnH", "fimnD2"] {
        assert_eq!(one(text).passed_square(), None, "{text}");
    }
    assert_eq!(
        one("fimnA").passed_square().map(|d| d.ranks),
        Some(1),
        "a Berolina pawn's double step"
    );
}

#[test]
fn directions_on_orthogonal_atoms() {
    for (text, expected) in [
        ("fW", vec![(0, 1)]),
        ("bW", vec![(0, -1)]),
        ("lW", vec![(-1, 0)]),
        ("rW", vec![(1, 0)]),
        ("vW", vec![(0, -1), (0, 1)]),
        ("sW", vec![(-1, 0), (1, 0)]),
        ("fbW", vec![(0, -1), (0, 1)]),
        ("fsW", vec![(-1, 0), (0, 1), (1, 0)]),
        ("blD", vec![(-2, 0), (0, -2)]),
        ("ffW", vec![(0, 1)]),
        ("vsH", all(3, 0)),
    ] {
        assert_eq!(steps(text), expected, "{text}");
    }
}

#[test]
fn directions_on_diagonal_atoms() {
    for (text, expected) in [
        ("fF", vec![(-1, 1), (1, 1)]),
        ("bF", vec![(-1, -1), (1, -1)]),
        ("lF", vec![(-1, -1), (-1, 1)]),
        ("rF", vec![(1, -1), (1, 1)]),
        ("vF", all(1, 1)),
        ("sF", all(1, 1)),
        ("flF", vec![(-1, 1)]),
        ("frA", vec![(2, 2)]),
        ("blG", vec![(-3, -3)]),
        ("flbrF", vec![(-1, 1), (1, -1)]),
        ("fbF", all(1, 1)),
        ("vlF", vec![(-1, -1), (-1, 1)]),
        ("fsF", vec![(-1, 1), (1, 1)]),
        ("lfF", vec![(-1, -1), (-1, 1), (1, 1)]),
    ] {
        assert_eq!(steps(text), expected, "{text}");
    }
    // On K every letter alone means what it means on W and on F.
    let mut both = steps("fW");
    both.extend(steps("fF"));
    both.sort_unstable();
    assert_eq!(steps("fK"), both);
}

#[test]
fn lame_leaps() {
    let through = |text: &str| {
        let mut all: Vec<_> = patterns(text)
            .iter()
            .map(|p| {
                let squares = p.through.iter().map(|d| (d.files, d.ranks));
                ((p.step.files, p.step.ranks), squares.collect::<Vec<_>>())
            })
            .collect();
        all.sort();
        all
    };
    assert_eq!(
        through("nD"),
        [
            ((-2, 0), vec![(-1, 0)]),
            ((0, -2), vec![(0, -1)]),
            ((0, 2), vec![(0, 1)]),
            ((2, 0), vec![(1, 0)]),
        ]
    );
    assert_eq!(
        through("frnG"),
        [((3, 3), vec![(1, 1), (2, 2)])],
        "both squares of the line"
    );
    assert_eq!(through("lnH"), [((-3, 0), vec![(-1, 0), (-2, 0)])]);
    assert!(patterns("nA0").iter().all(|p| p.reach == UNLIMITED));
}

#[test]
fn rifle_captures() {
    let found = patterns("cabN");
    assert_eq!(steps("cabN"), all(2, 1));
    for p in found {
        assert!(p.rifle && p.capture && !p.quiet && p.reach == 1);
    }
    assert_eq!(steps("cfabW"), [(0, 1)]);
}

/// Targets of a bent move with the ways through, as (step, squares passed).
type Bent = Vec<((i8, i8), Vec<(i8, i8)>)>;

fn bent(text: &str) -> Bent {
    let mut all: Bent = patterns(text)
        .iter()
        .map(|p| {
            let squares = p.through.iter().map(|d| (d.files, d.ranks));
            ((p.step.files, p.step.ranks), squares.collect())
        })
        .collect();
    all.sort();
    all
}

#[test]
fn bent_moves() {
    let knights = all(2, 1);
    // Straight first: over the orthogonal neighbour on the long side.
    let straight: Bent = knights
        .iter()
        .map(|&(f, r)| ((f, r), vec![(f / 2, r / 2)]))
        .collect();
    assert_eq!(bent("mafsW"), straight);
    // Diagonal first: over the diagonal neighbour.
    let diagonal: Bent = knights
        .iter()
        .map(|&(f, r)| ((f, r), vec![(f.signum(), r.signum())]))
        .collect();
    assert_eq!(bent("mafsF"), diagonal);
    assert_eq!(
        bent("mafF"),
        [
            ((-2, -2), vec![(-1, -1)]),
            ((-2, 2), vec![(-1, 1)]),
            ((2, -2), vec![(1, -1)]),
            ((2, 2), vec![(1, 1)]),
        ]
    );
    assert_eq!(sorted(patterns("mafW")), sorted(patterns("nD")));
    assert_eq!(
        bent("mfasW"),
        [((-1, 1), vec![(0, 1)]), ((1, 1), vec![(0, 1)])],
        "s turns by a quarter"
    );
    assert_eq!(
        bent("mfamfrafrW"),
        [((2, 2), vec![(0, 1), (1, 2)])],
        "every turn counts from the leg before"
    );
    assert_eq!(
        bent("mfabrW"),
        [((1, 0), vec![(0, 1)])],
        "right and backward from the leg before"
    );
    let quiet = patterns("mafsmW");
    assert!(quiet.iter().all(|p| p.quiet && !p.capture));
    assert!(patterns("imfafW").iter().all(|p| p.initial));
}

#[test]
fn errors_name_letter_and_reason() {
    let long = "W".repeat(301);
    for (text, column, problem) in [
        ("", 1, "no move: expected an atom such as N or R4"),
        (
            "W3f",
            4,
            "the text ends, expected an atom (W F D N A H C Z G K R B Q)",
        ),
        ("pR", 1, "modifier 'p' is not supported"),
        ("WjF", 2, "modifier 'j' is not supported"),
        (
            "W-F",
            2,
            "found '-', expected a modifier (m c e i n f b l r v s a) or an atom (W F D N A H C Z \
             G K R B Q)",
        ),
        (
            "éW",
            1,
            "found 'é', expected a modifier (m c e i n f b l r v s a) or an atom (W F D N A H C Z \
             G K R B Q)",
        ),
        ("mmW", 2, "'m' is repeated"),
        ("WaF", 2, "a leg before 'a' must say m or c"),
        (
            "R16",
            2,
            "16 is not a number of steps from 1 to 15, or 0 for no limit",
        ),
        (
            "WR00",
            3,
            "00 is not a number of steps from 1 to 15, or 0 for no limit",
        ),
        (
            "R999",
            2,
            "999 is not a number of steps from 1 to 15, or 0 for no limit",
        ),
        (
            "FeW",
            2,
            "'e' needs 'c': only a capture can be made en passant",
        ),
        ("FnN", 2, "'n' is not supported on N: nothing lies between"),
        ("nW", 1, "'n' is not supported on W: nothing lies between"),
        (
            "FfN",
            2,
            "directions on the oblique atom N are not supported",
        ),
        (
            "flK",
            1,
            "two directions together are ambiguous on K: write the orthogonal and the diagonal \
             moves apart",
        ),
        (
            "WcafW",
            2,
            "the only capture on the way that is supported is 'cab' and a leap, a rifle capture",
        ),
        (
            "cabR",
            1,
            "the only capture on the way that is supported is 'cab' and a leap, a rifle capture",
        ),
        (
            "mafN",
            1,
            "a move of several legs is supported on W, F and K only",
        ),
        (
            "mafW2",
            1,
            "a move of several legs is supported on W, F and K only",
        ),
        ("mafmafmafmafmafW", 1, "too many legs"),
        ("manfW", 1, "this combination of legs is not supported"),
        ("maifW", 1, "this combination of legs is not supported"),
        ("macafW", 1, "this combination of legs is not supported"),
        (
            "mabW",
            1,
            "a move that returns to its start without capturing is not supported",
        ),
        (&long, 301, "longer than 300 characters"),
    ] {
        let error = parse(text).expect_err(text);
        assert_eq!(
            (error.column, error.problem.as_str()),
            (column, problem),
            "{text}"
        );
        let shown = crate::rules::ini::shortened(text);
        assert_eq!(error.text, shown);
        assert_eq!(
            error.to_string(),
            format!("in Betza '{shown}', character {column}: {problem}")
        );
    }
}

#[test]
fn the_columns_of_terms_are_kept() {
    let columns = |betza: Betza| betza.terms.iter().map(|t| t.column).collect::<Vec<_>>();
    assert_eq!(columns(parse("R15mafsWcabN").unwrap()), [1, 4, 9]);
}

/// One term, mostly one that can be played.
fn term() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => "[imcn]{0,2}[fblrvs]{0,3}[WFDNAHCZGKRBQ](0|[1-9]|1[0-5])?",
        1 => "cab[WFDNAHCZG]",
        1 => "c(f|b|v|s)abW",
        2 => "i?mc?e?[fblrvs]{0,2}(am?[fblrvs]{1,2}){1,4}[WFK]",
        1 => "i?ce?[fbvs]?[WFK]",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 2000, ..Default::default() })]

    #[test]
    fn what_is_read_prints_and_reads_back(terms in prop::collection::vec(term(), 1..4)) {
        let text = terms.concat();
        if let Ok(betza) = parse(&text) {
            let printed = betza.to_string();
            let again = parse(&printed).unwrap();
            prop_assert_eq!(again.patterns(), betza.patterns(), "{} {}", text, printed);
            prop_assert_eq!(again.to_string(), printed);
        }
    }

    #[test]
    fn letters_in_any_order_never_panic(text in "[a-zWFDNAHCLZJGKRBQ0-9]{0,40}") {
        check_any(&text)?;
    }

    #[test]
    fn any_text_never_panics(text in any::<String>()) {
        check_any(&text)?;
    }
}

/// Whatever is read can be expanded and printed; whatever is not is an error inside
/// the text.
fn check_any(text: &str) -> Result<(), TestCaseError> {
    match parse(text) {
        Ok(betza) => {
            prop_assert!(
                !betza.patterns().unwrap().is_empty() || text.chars().any(|c| "fblrvs".contains(c))
            );
            prop_assert_eq!(
                parse(&betza.to_string()).unwrap().patterns(),
                betza.patterns()
            );
        }
        Err(error) => prop_assert!((1..=text.chars().count() + 1).contains(&error.column)),
    }
    Ok(())
}
