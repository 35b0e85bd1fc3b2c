//! What tuning has come to, for people and for programs.

use crate::arena::{Progress, TunePlan};
use crate::cli::matches::summary::table;
use serde_json::{Value, json};
use std::fmt::Write;

/// The games so far in a few characters.
pub(super) fn short(progress: &Progress) -> String {
    let tally = &progress.tally;
    format!("+{} -{} ={}", tally.wins, tally.losses, tally.draws)
}

/// The values of the parameters, and how they have changed.
pub(super) fn table_of(plan: &TunePlan, progress: &Progress) -> String {
    let head = [
        "parameter",
        "value",
        "start",
        "change",
        "min",
        "max",
        "moved by",
    ];
    let mut rows = vec![head.map(String::from).to_vec()];
    let last = progress.done.min(plan.spsa.iterations.saturating_sub(1));
    for (parameter, &value) in plan.spsa.parameters.iter().zip(&progress.values) {
        rows.push(vec![
            parameter.name.clone(),
            format!("{value:.2}"),
            parameter.start.to_string(),
            format!("{:+.2}", value - parameter.start),
            parameter.min.to_string(),
            parameter.max.to_string(),
            format!("{:.2}", plan.spsa.gains(parameter, last).c),
        ]);
    }
    table(&rows)
}

/// The final report.
pub(super) fn text(plan: &TunePlan, progress: &Progress) -> String {
    let mut text = table_of(plan, progress);
    let all = plan.spsa.iterations;
    // Writing to a string does not fail.
    let _ = writeln!(
        text,
        "{} of {all} iterations, games between two settings: {}",
        progress.done,
        short(progress)
    );
    if !progress.faults.is_empty() {
        let faults = progress.faults.iter();
        let faults: Vec<String> = faults
            .map(|(name, count)| format!("{count} {name}"))
            .collect();
        let _ = writeln!(text, "games that a fault has ended: {}", faults.join(", "));
    }
    let words: Vec<String> = rounded(plan, progress)
        .map(|(name, value)| {
            let word = format!("option.{name}={value}");
            match name.contains(' ') {
                true => format!("\"{word}\""),
                false => word,
            }
        })
        .collect();
    let _ = writeln!(text, "{}", words.join(" "));
    text
}

fn rounded<'a>(plan: &'a TunePlan, progress: &'a Progress) -> impl Iterator<Item = (&'a str, i64)> {
    let parameters = plan.spsa.parameters.iter().zip(&progress.values);
    parameters.map(|(parameter, &value)| (parameter.name.as_str(), parameter.rounded(value)))
}

/// The same for programs.
pub(super) fn json(plan: &TunePlan, progress: &Progress) -> Value {
    let parameters = plan.spsa.parameters.iter().zip(&progress.values);
    let parameters = parameters.map(|(parameter, &value)| {
        json!({
            "name": parameter.name,
            "value": value,
            "rounded": parameter.rounded(value),
            "start": parameter.start,
            "change": value - parameter.start,
            "min": parameter.min,
            "max": parameter.max,
            "c_end": parameter.c_end,
            "r_end": parameter.r_end,
        })
    });
    let parameters: Vec<Value> = parameters.collect();
    let games: Vec<&String> = plan.games.iter().map(|game| &game.name).collect();
    json!({
        "variants": games,
        "iterations": progress.done,
        "of": plan.spsa.iterations,
        "wins": progress.tally.wins,
        "losses": progress.tally.losses,
        "draws": progress.tally.draws,
        "pairs": progress.tally.pairs,
        "faults": progress.faults,
        "parameters": parameters,
    })
}
