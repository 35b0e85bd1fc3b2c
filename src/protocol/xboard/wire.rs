//! Lines to XBoard, kept clear of words that it takes for something else.
//!
//! XBoard 4.9.1 looks for some texts anywhere in a line. Those that make it believe the
//! engine could not be started are replaced in every line, and those that change the
//! meaning of `Illegal move` in the reasons given with it.

use crate::protocol::Output;
use std::borrow::Cow;
use std::fmt::Display;

/// What XBoard takes for the message of a shell that could not start the engine.
const FATAL: [(&str, &str); 5] = [
    ("not found", "missing"),
    ("No such file", "no such file"),
    ("Permission denied", "permission denied"),
    ("No remote directory", "no remote directory"),
    ("can't alloc", "cannot alloc"),
];

/// What XBoard takes, in a line with `Illegal move` or `Error`, for the complaint of an
/// engine that does not know a command; with a substitute that means nearly the same.
const MISLEADING: [(&str, &str); 16] = [
    ("board", "field"),
    ("draw", "tie"),
    ("time", "moment"),
    ("?", ""),
    ("name", "word"),
    ("rating", "strength"),
    ("result", "outcome"),
    ("bk", "book"),
    ("computer", "machine"),
    ("variant", "game"),
    ("hint", "tip"),
    ("random", "chance"),
    ("depth", "plies"),
    ("accepted", "taken"),
    ("analyze", "study"),
    (")", "]"),
];

fn replaced<'a>(text: &'a str, table: &[(&str, &str)]) -> Cow<'a, str> {
    let mut text = Cow::Borrowed(text);
    for (bad, good) in table {
        if text.contains(bad) {
            text = text.replace(bad, good).into();
        }
    }
    text
}

/// A reason that can stand in the brackets of `Illegal move (...)`.
pub(super) fn harmless(reason: &str) -> String {
    replaced(&reason.replace('(', "["), &MISLEADING).into_owned()
}

/// The way to XBoard.
pub(super) struct Wire {
    /// Where the lines go.
    pub output: Output,
    /// Pings that are answered when the engine has moved.
    pings: Vec<String>,
}

impl Wire {
    /// The way to XBoard by this output.
    pub fn new(output: Output) -> Self {
        Self {
            output,
            pings: Vec::new(),
        }
    }

    /// Answers a ping.
    pub fn pong(&self, text: &str) {
        self.send(format!("pong {text}").trim_end());
    }

    /// Keeps a ping that has to wait.
    pub fn hold_ping(&mut self, text: String) {
        self.pings.push(text);
    }

    /// Answers the pings that had to wait.
    pub fn answer_pings(&mut self) {
        for text in std::mem::take(&mut self.pings) {
            self.pong(&text);
        }
    }

    /// Sends a line.
    pub fn send(&self, line: impl AsRef<str>) {
        self.output.line(replaced(line.as_ref(), &FATAL));
    }

    /// Says that a command was not obeyed, and why.
    pub fn error(&self, reason: impl Display, line: &str) {
        let line = crate::rules::ini::shortened(line);
        self.send(format!("Error ({reason}): {line}"));
    }

    /// Says that a move was not made, and why: XBoard takes it back.
    pub fn illegal(&self, reason: impl Display, text: &str) {
        let text: String = text.chars().take(LONGEST_MOVE).collect();
        self.send(format!(
            "Illegal move ({}): {text}",
            harmless(&reason.to_string())
        ));
    }

    /// Shows the user a message.
    pub fn tell(&self, text: &str) {
        self.send(format!("telluser {text}"));
    }

    /// Shows the user a message that has to be confirmed.
    pub fn tell_error(&self, text: impl Display) {
        self.send(format!("tellusererror {text}"));
    }
}

/// More of a move's text is not repeated.
const LONGEST_MOVE: usize = 60;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_misleads_is_left() {
        let all: String = MISLEADING
            .iter()
            .map(|(bad, _)| format!("{bad} "))
            .collect();
        let reason = harmless(&all);
        for (bad, _) in MISLEADING {
            assert!(!reason.contains(bad), "{bad}: {reason}");
        }
        assert_eq!(
            harmless("the game is over (draw-repetition)"),
            "the game is over [tie-repetition]"
        );
        assert_eq!(
            replaced("x: No such file or directory", &FATAL),
            "x: no such file or directory"
        );
    }
}
