//! The command `go`.

use super::UciSession;
use super::answers::{best_move, info_lines};
use crate::position::{AnyPosition, PerftOptions};
use crate::protocol::thinker::{LastWords, Task};
use crate::rules::Color;
use crate::rules::ini::shortened;
use crate::search::{AnyEngine, Limits, Stopper, TimeControl};
use std::time::Duration;
use thiserror::Error;

/// The last word of a search for which there is no position, or no engine.
const NO_MOVE: &str = "bestmove 0000";
/// The same of a perft.
const NO_NODES: &str = "Nodes searched: 0";

/// Why a limit cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
enum LimitError {
    #[error("a number is missing after {word}")]
    Missing { word: String },
    #[error("'{text}' after {word} is not a number")]
    NotANumber { word: String, text: String },
    #[error("'{text}' after {word} is too large")]
    TooLarge { word: String, text: String },
}

/// What `go` asks for.
#[derive(Default, Debug)]
struct Request {
    /// By player.
    time: [Option<i64>; 2],
    increment: [i64; 2],
    moves_to_go: Option<u32>,
    limits: Limits,
    perft: Option<u32>,
    search_moves: Vec<String>,
    /// Some limit was named, even if its number makes no sense.
    limited: bool,
}

impl UciSession {
    pub(super) fn go(&mut self, words: &[&str]) {
        let request = self.read_request(words);
        if self.tell_refusal() {
            return self.go_nowhere(request);
        }
        if let Some(depth) = request.perft {
            return self.go_perft(depth);
        }
        let position = self.position.clone();
        let mut limits = request.limits;
        for text in &request.search_moves {
            match position.parse_move(text) {
                Ok(mv) => limits.moves.push(mv),
                Err(error) => self.info(format!("searchmoves: '{}': {error}", shortened(text))),
            }
        }
        let us = match position.side_to_move() {
            Color::White => 0,
            Color::Black => 1,
        };
        let milliseconds = |n: i64| Duration::from_millis(n.max(0).unsigned_abs());
        limits.clock = request.time[us].map(|left| TimeControl {
            left: milliseconds(left),
            increment: milliseconds(request.increment[us]),
            moves_to_go: request.moves_to_go,
        });
        if request.limited && !limits.infinite && !limits.has_end() {
            self.info("go: none of the limits can be used; searching one ply");
            limits.depth = Some(1);
        }
        self.options
            .limit(&mut limits, position.legal_moves().len());
        let output = self.output.clone();
        let show_wdl = self.options.show_wdl;
        let kept = limits.clone();
        let task = move |engine: &mut AnyEngine, stopper: &Stopper| {
            let result = engine.go(&position, &kept, stopper, &mut |report| {
                for line in info_lines(&position, report, show_wdl) {
                    output.line(line);
                }
            });
            let best = best_move(&position, &result);
            Box::new(move || output.line(best)) as LastWords
        };
        self.start(&limits, Box::new(task), NO_MOVE);
    }

    /// Starts a search, which ends with the line `nothing` if it cannot be had.
    fn start(&mut self, limits: &Limits, task: Task, nothing: &str) {
        let ready = self.thinker.engine().map(|_| ());
        self.tell_failure(ready);
        if let Err(error) = self.thinker.start(limits, task) {
            self.info(error.to_string());
            self.output.line(nothing);
        }
    }

    /// Answers where there is no position; where the protocol wants it, only when the
    /// search is ended.
    fn go_nowhere(&mut self, request: Request) {
        let nothing = match request.perft {
            Some(_) => NO_NODES,
            None => NO_MOVE,
        };
        let output = self.output.clone();
        let limits = request.limits.clone();
        let task = move |_: &mut AnyEngine, stopper: &Stopper| {
            stopper.wait(&limits);
            Box::new(move || output.line(nothing)) as LastWords
        };
        self.start(&request.limits, Box::new(task), nothing);
    }

    fn go_perft(&mut self, depth: u32) {
        let position = self.position.clone();
        let output = self.output.clone();
        let limits = Limits {
            depth: Some(depth),
            ..Limits::default()
        };
        let task = move |_: &mut AnyEngine, stopper: &Stopper| {
            let lines = perft(position, depth, stopper).join("\n");
            Box::new(move || output.line(lines)) as LastWords
        };
        self.start(&limits, Box::new(task), NO_NODES);
    }

    fn read_request(&self, words: &[&str]) -> Request {
        let mut request = Request::default();
        let mut words = words.iter().copied().peekable();
        while let Some(word) = words.next() {
            match word.to_ascii_lowercase().as_str() {
                "infinite" => request.limits.infinite = true,
                "ponder" => request.limits.ponder = true,
                "searchmoves" => {
                    while let Some(text) = words.next_if(|w| !is_keyword(w)) {
                        request.search_moves.push(text.into());
                    }
                }
                known if is_keyword(known) => {
                    let text = words.next_if(|w| !is_keyword(w));
                    if let Err(why) = request.read(known, text) {
                        self.info(format!("go: {why}"));
                    }
                }
                _ => self.info(format!("go: unknown word '{}'", shortened(word))),
            }
        }
        request
    }
}

fn is_keyword(word: &str) -> bool {
    let word = word.to_ascii_lowercase();
    [
        "wtime",
        "btime",
        "winc",
        "binc",
        "movestogo",
        "depth",
        "nodes",
        "mate",
        "movetime",
        "infinite",
        "ponder",
        "searchmoves",
        "perft",
    ]
    .contains(&word.as_str())
}

impl Request {
    /// Reads the number after a word. One that cannot be used sets no limit, but the search
    /// is meant to end then.
    fn read(&mut self, word: &str, text: Option<&str>) -> Result<(), LimitError> {
        match word {
            "perft" => self.perft = Some(1),
            "winc" | "binc" | "movestogo" => {}
            _ => self.limited = true,
        }
        let text = text.ok_or_else(|| LimitError::Missing { word: word.into() })?;
        self.set(word, number(word, text)?);
        Ok(())
    }

    fn set(&mut self, word: &str, number: i64) {
        let count = u32::try_from(number.max(1)).unwrap_or(u32::MAX);
        match word {
            "wtime" => self.time[0] = Some(number),
            "btime" => self.time[1] = Some(number),
            "winc" => self.increment[0] = number,
            "binc" => self.increment[1] = number,
            // None is no number of moves: as if nothing were said.
            "movestogo" => self.moves_to_go = (number > 0).then_some(count),
            "depth" => self.limits.depth = Some(count),
            "nodes" => self.limits.nodes = Some(number.max(1).unsigned_abs()),
            "mate" => self.limits.mate = Some(count),
            "perft" => self.perft = Some(count),
            _ => self.limits.move_time = Some(Duration::from_millis(number.max(1).unsigned_abs())),
        }
    }
}

/// The number behind a word.
fn number(word: &str, text: &str) -> Result<i64, LimitError> {
    let said = || (word.to_string(), shortened(text));
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        let (word, text) = said();
        return Err(LimitError::NotANumber { word, text });
    }
    match text.parse::<i64>() {
        Ok(number) => Ok(number),
        // Elsewhere counts of nodes have a bit more.
        Err(_) if word == "nodes" && text.parse::<u64>().is_ok() => Ok(i64::MAX),
        Err(_) => {
            let (word, text) = said();
            Err(LimitError::TooLarge { word, text })
        }
    }
}

/// The counts of `go perft`, in the form that other engines print.
fn perft(position: AnyPosition, depth: u32, stopper: &Stopper) -> Vec<String> {
    let options = PerftOptions {
        stop: Some(stopper.flag()),
        ..PerftOptions::default()
    };
    let counts = position.perft_divide(depth, options, &|_, _| {});
    let total = counts
        .iter()
        .fold(0u64, |sum, (_, nodes)| sum.saturating_add(*nodes));
    // A stop may come when all is counted already: the counts tell, not the stopper.
    let (counted, all) = (counts.len(), position.legal_moves().len());
    let mut lines: Vec<String> = counts
        .into_iter()
        .map(|(mv, nodes)| format!("{}: {nodes}", position.move_text(mv)))
        .collect();
    lines.sort_unstable();
    lines.push(String::new());
    if counted < all {
        lines.push(format!(
            "info string perft was stopped; {counted} of {all} moves are counted"
        ));
    }
    lines.push(format!("Nodes searched: {total}"));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Catalog;

    fn stopped_perft(depth: u32) -> Vec<String> {
        let chess = Catalog::built_in().get("chess").unwrap();
        let stopper = Stopper::default();
        stopper.stop();
        perft(AnyPosition::start(chess).unwrap(), depth, &stopper)
    }

    #[test]
    fn a_perft_says_that_it_was_stopped_only_if_counts_are_missing() {
        let lines = stopped_perft(3);
        let said = "info string perft was stopped; 0 of 20 moves are counted";
        assert_eq!(lines, ["", said, "Nodes searched: 0"]);
        // Two plies are counted without looking at the stopper.
        let lines = stopped_perft(2);
        assert_eq!(lines.len(), 22, "{lines:?}");
        assert_eq!(lines[20..], ["", "Nodes searched: 400"]);
    }
}
