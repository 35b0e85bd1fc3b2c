//! Options of other match runners that are none here, and what to write instead.

use crate::rules::ini::shortened;

/// The options here, for those who write them with one dash.
const OPTIONS: [&str; 21] = [
    "engine",
    "each",
    "variant",
    "tournament",
    "games",
    "rounds",
    "concurrency",
    "openings",
    "random-plies",
    "seed",
    "draw",
    "resign",
    "maxmoves",
    "sprt",
    "pgnout",
    "epdout",
    "state",
    "log",
    "event",
    "site",
    "config",
];

/// Words of others, and what to know about them.
const OTHERS: [(&[&str], &str); 8] = [
    (
        &["repeat", "noswap", "reverse", "swap"],
        "every opening is played twice, with the colours swapped; leave it out",
    ),
    (
        &["recover"],
        "an engine that fails is started again in any case; leave it out",
    ),
    (&["srand"], "write --seed N"),
    (&["wait"], "games follow each other at once; leave it out"),
    (
        &["ratinginterval", "outcomeinterval", "scoreinterval"],
        "the score is shown every ten games; leave it out",
    ),
    (
        &["autosaveinterval"],
        "with --state every game is saved; leave it out",
    ),
    (&["debug"], "write --log FILE for all that engines say"),
    (
        &[
            "tb",
            "tbpieces",
            "tbignore50",
            "tbadjudicate",
            "bookmode",
            "report",
            "quick",
        ],
        "there is no such thing here; leave it out",
    ),
];

/// The error for an argument that is none of the options.
pub(super) fn answer(argument: &str) -> String {
    let shown = shortened(argument);
    let name = argument.trim_start_matches('-');
    let name = name.split('=').next().unwrap_or(name);
    if let Some((_, what)) = OTHERS.iter().find(|(names, _)| names.contains(&name)) {
        return format!("{shown}: {what}");
    }
    let has_one_dash = argument.starts_with('-') && !argument.starts_with("--");
    match OPTIONS.contains(&name) && has_one_dash {
        true => format!("{shown}: options have two dashes here, --{name}"),
        false => {
            format!("unexpected argument '{shown}'; `sliderule match --help` lists the options")
        }
    }
}
