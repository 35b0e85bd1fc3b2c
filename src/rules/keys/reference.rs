//! The page of docs that lists every key.

use super::{KEYS, KeyInfo, REFUSED_PIECES, STANDARD_PIECES, Support};
use std::fmt::Write;

/// The tables of all keys in Markdown, as docs/variants.md has them.
pub fn reference() -> String {
    let mut text = String::new();
    let mut refused = false;
    for key in KEYS {
        let line = match key.support {
            Support::Heading => {
                refused = key.meaning == "Not supported";
                heading(key, refused)
            }
            Support::Refused(accepted) => refused_line(key, accepted),
            Support::Renamed => format!("| `{}` | | - | write `{}` |\n", key.name, key.meaning),
            Support::Dialect | Support::Ours | Support::Hint | Support::OurHint => line(key),
        };
        text += &line;
    }
    debug_assert!(refused, "the refused keys are the last");
    for (piece, why) in REFUSED_PIECES {
        text += &format!("| `{piece}` | piece | - | {why} |\n");
    }
    text += "\n### Pieces\n\n| key | moves (Betza) |\n|---|---|\n";
    for (piece, betza) in STANDARD_PIECES {
        let moves = if betza.is_empty() {
            "none".to_string()
        } else {
            format!("`{betza}`")
        };
        // Writing to a String cannot fail.
        let _ = writeln!(text, "| `{piece}` | {moves} |");
    }
    text
}

fn heading(key: &KeyInfo, refused: bool) -> String {
    let columns = if refused {
        "| key | value | accepted | what it is about |\n|---|---|---|---|\n"
    } else {
        "| key | value | default | example | meaning |\n|---|---|---|---|---|\n"
    };
    let gap = if key.name == KEYS[0].name && key.meaning == KEYS[0].meaning {
        ""
    } else {
        "\n"
    };
    format!("{gap}### {}\n\n{columns}", key.meaning)
}

fn line(key: &KeyInfo) -> String {
    let mark = match key.support {
        Support::Ours | Support::OurHint => " **ours**",
        Support::Hint => " *hint*",
        Support::Heading | Support::Dialect | Support::Refused(_) | Support::Renamed => "",
    };
    let example = format!("`{}`", key.example);
    format!(
        "| `{}`{mark} | {} | {} | {example} | {} |\n",
        key.name, key.value, key.default, key.meaning
    )
}

fn refused_line(key: &KeyInfo, accepted: &[&str]) -> String {
    let accepted = if accepted.is_empty() {
        "any: without effect here".to_string()
    } else {
        let quoted: Vec<String> = accepted.iter().map(|v| format!("`{v}`")).collect();
        quoted.join(", ")
    };
    format!(
        "| `{}` | {} | {accepted} | {} |\n",
        key.name, key.value, key.meaning
    )
}
