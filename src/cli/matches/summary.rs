//! What a match has come to, for people and for programs.

use crate::arena::stats::{Elo, Sprt, Tally, Verdict};
use crate::arena::{Outline, Standing};
use serde_json::{Value, json};
use std::fmt::Write;

/// The standing of a match in a few characters.
pub(super) fn short(standing: &Standing) -> String {
    let mut tallies = standing.tallies.values();
    match (tallies.next(), tallies.next()) {
        (Some(tally), None) => format!("+{} -{} ={}", tally.wins, tally.losses, tally.draws),
        _ => String::new(),
    }
}

/// The results of every pairing.
pub(super) fn scores(outline: &Outline, standing: &Standing) -> String {
    let name = |engine: usize| &outline.engines[engine];
    let mut text = String::new();
    for (&(first, second), tally) in &standing.tallies {
        let (first, second) = (name(first), name(second));
        // Writing to a string does not fail.
        let _ = writeln!(text, "{}", score_line(first, second, tally));
        if tally.games() > 0 {
            let _ = writeln!(text, "{}", strength_line(tally));
        }
        if let Some(sprt) = &outline.sprt {
            let _ = writeln!(text, "{}", test_line(sprt, tally));
        }
    }
    text
}

fn score_line(first: &str, second: &str, tally: &Tally) -> String {
    let [a, b, c, d, e] = tally.pairs;
    format!(
        "{first} - {second}: +{} -{} ={}, {:.1} % of {} games; pairs [{a}, {b}, {c}, {d}, {e}]",
        tally.wins,
        tally.losses,
        tally.draws,
        100.0 * tally.score(),
        tally.games()
    )
}

fn strength_line(tally: &Tally) -> String {
    let normalized = match tally.normalized_elo() {
        Some(elo) => format!(", nElo {elo:+.1}"),
        None => String::new(),
    };
    format!(
        "  Elo {}{normalized}, LOS {:.1} %, draws {:.1} %",
        elo_text(&tally.elo()),
        100.0 * tally.likelihood_of_superiority(),
        100.0 * tally.draw_rate()
    )
}

/// Elo with its bounds of 95 %.
fn elo_text(elo: &Elo) -> String {
    let number = |value: Option<f64>| value.map(|value| format!("{value:+.1}"));
    let (low, high) = (number(elo.low), number(elo.high));
    match (number(elo.value), low, high) {
        (Some(value), Some(low), Some(high)) => format!("{value} [{low}, {high}]"),
        (Some(value), Some(low), None) => format!("{value} [{low}, ...]"),
        (Some(value), None, Some(high)) => format!("{value} [..., {high}]"),
        (Some(value), None, None) => format!("{value} [...]"),
        (None, Some(low), _) => format!("above {low}"),
        (None, None, Some(high)) => format!("below {high}"),
        (None, None, None) => "unknown".into(),
    }
}

fn test_line(sprt: &Sprt, tally: &Tally) -> String {
    let (lower, upper) = sprt.bounds();
    let verdict = match sprt.verdict(tally) {
        None => "",
        Some(Verdict::H0) => ", H0 accepted",
        Some(Verdict::H1) => ", H1 accepted",
    };
    format!(
        "  SPRT [{}, {}] LLR {:.2} in [{lower:.2}, {upper:.2}]{verdict}",
        sprt.elo0,
        sprt.elo1,
        sprt.llr(tally)
    )
}

/// Something for each of so many, or a dash for none.
fn mean(sum: f64, count: f64, digits: usize) -> String {
    match count > 0.0 {
        true => format!("{:.digits$}", sum / count),
        false => "-".into(),
    }
}

/// The final report.
pub(super) fn text(outline: &Outline, standing: &Standing) -> String {
    let mut rows = vec![
        [
            "engine", "points", "games", "+", "-", "=", "Elo", "nodes/s", "depth", "s/move",
            "faults",
        ]
        .map(String::from)
        .to_vec(),
    ];
    let mut order: Vec<usize> = (0..outline.engines.len()).collect();
    let points = |engine: usize| {
        let total = standing.total(engine);
        2 * total.wins + total.draws
    };
    order.sort_by_key(|&engine| std::cmp::Reverse(points(engine)));
    for engine in order {
        let (total, side) = (standing.total(engine), &standing.sides[engine]);
        let faults = standing.faults[engine].iter();
        let faults: Vec<String> = faults
            .map(|(name, count)| format!("{count} {name}"))
            .collect();
        rows.push(vec![
            outline.engines[engine].clone(),
            format!("{:.1}", points(engine) as f64 / 2.0),
            total.games().to_string(),
            total.wins.to_string(),
            total.losses.to_string(),
            total.draws.to_string(),
            elo_text(&total.elo()),
            mean(side.nodes as f64, side.node_seconds, 0),
            mean(side.depths as f64, side.with_depth as f64, 1),
            mean(side.seconds, side.moves as f64, 3),
            match faults.is_empty() {
                true => "-".into(),
                false => faults.join(", "),
            },
        ]);
    }
    let mut text = scores(outline, standing);
    let left = outline.schedule.len().saturating_sub(standing.games);
    if left > 0 && standing.verdict(outline.sprt.as_ref()).is_none() {
        let _ = writeln!(text, "{left} games are left to be played");
    }
    text + &table(&rows)
}

/// Columns, the first to the left and the others to the right.
pub(in crate::cli) fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let length = |text: &String| text.chars().count();
    let widths: Vec<usize> = (0..columns)
        .map(|column| {
            rows.iter()
                .map(|row| length(&row[column]))
                .max()
                .unwrap_or(0)
        })
        .collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
            let _ = match column {
                0 => write!(line, "{cell:width$}"),
                _ => write!(line, "  {cell:>width$}"),
            };
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

/// The same for programs.
pub(super) fn json(outline: &Outline, game: &str, standing: &Standing) -> Value {
    let name = |engine: usize| &outline.engines[engine];
    let ratio = |sum: f64, count: f64| (count > 0.0).then(|| sum / count);
    let engines = (0..outline.engines.len()).map(|engine| {
        let (total, side) = (standing.total(engine), &standing.sides[engine]);
        json!({
            "name": name(engine),
            "wins": total.wins,
            "losses": total.losses,
            "draws": total.draws,
            "elo": total.elo(),
            "nodes_per_second": ratio(side.nodes as f64, side.node_seconds),
            "depth": ratio(side.depths as f64, side.with_depth as f64),
            "seconds_per_move": ratio(side.seconds, side.moves as f64),
            "seconds": side.seconds,
            "moves": side.moves,
            "faults": standing.faults[engine],
        })
    });
    let engines: Vec<Value> = engines.collect();
    let pairings = standing.tallies.iter().map(|(&(first, second), tally)| {
        json!({
            "first": name(first),
            "second": name(second),
            "wins": tally.wins,
            "losses": tally.losses,
            "draws": tally.draws,
            "pairs": tally.pairs,
            "score": tally.score(),
            "draw_rate": tally.draw_rate(),
            "elo": tally.elo(),
            "normalized_elo": tally.normalized_elo(),
            "los": tally.likelihood_of_superiority(),
            "sprt": outline.sprt.as_ref().map(|sprt| sprt_json(sprt, tally)),
        })
    });
    let pairings: Vec<Value> = pairings.collect();
    json!({
        "game": game,
        "games": standing.games,
        "of": outline.schedule.len(),
        "engines": engines,
        "pairings": pairings,
    })
}

fn sprt_json(sprt: &Sprt, tally: &Tally) -> Value {
    let (lower, upper) = sprt.bounds();
    json!({
        "elo0": sprt.elo0,
        "elo1": sprt.elo1,
        "model": sprt.model,
        "llr": sprt.llr(tally),
        "lower": lower,
        "upper": upper,
        "verdict": sprt.verdict(tally),
    })
}
