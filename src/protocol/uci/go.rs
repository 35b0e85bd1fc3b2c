//! The command `go`.

use super::Session;
use super::answers::{best_move, info_lines};
use crate::position::{AnyPosition, PerftOptions};
use crate::rules::Color;
use crate::rules::ini::shortened;
use crate::search::{Limits, TimeControl};
use std::time::Duration;

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
}

impl Session {
    pub(super) fn go(&mut self, words: &[&str]) {
        let request = self.read_request(words);
        if let Some(depth) = request.perft {
            return self.go_perft(depth);
        }
        let mut position = self.position.clone();
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
        self.options
            .limit(&mut limits, position.legal_moves().len());
        let output = self.output.clone();
        let show_wdl = self.options.show_wdl;
        let kept = limits.clone();
        let task = Box::new(move |engine: &mut crate::search::AnyEngine, stopper: &_| {
            let result = engine.go(&position, &kept, stopper, &mut |report| {
                for line in info_lines(&position, report, show_wdl) {
                    output.line(line);
                }
            });
            output.line(best_move(&position, &result));
        });
        if let Err(error) = self.thinker.start(&limits, task) {
            self.info(error);
        }
    }

    fn go_perft(&mut self, depth: u32) {
        let position = self.position.clone();
        let output = self.output.clone();
        let limits = Limits {
            depth: Some(depth),
            ..Limits::default()
        };
        let task = Box::new(
            move |_: &mut crate::search::AnyEngine, stopper: &crate::search::Stopper| {
                let lines = perft(position, depth, stopper);
                output.line(lines.join("\n"));
            },
        );
        if let Err(error) = self.thinker.start(&limits, task) {
            self.info(error);
        }
    }

    fn read_request(&self, words: &[&str]) -> Request {
        let mut request = Request::default();
        let mut words = words.iter().copied().peekable();
        while let Some(word) = words.next() {
            match word {
                "infinite" => request.limits.infinite = true,
                "ponder" => request.limits.ponder = true,
                "searchmoves" => {
                    while let Some(text) = words.next_if(|w| !is_keyword(w)) {
                        request.search_moves.push(text.into());
                    }
                }
                _ if is_keyword(word) => {
                    let Some(text) = words.next_if(|w| !is_keyword(w)) else {
                        self.info(format!("go: a number is missing after {word}"));
                        continue;
                    };
                    match text.parse::<i64>() {
                        Ok(number) => request.set(word, number),
                        Err(_) => self.info(format!(
                            "go: '{}' after {word} is not a number",
                            shortened(text)
                        )),
                    }
                }
                _ => self.info(format!("go: unknown word '{}'", shortened(word))),
            }
        }
        request
    }
}

fn is_keyword(word: &str) -> bool {
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
    .contains(&word)
}

impl Request {
    fn set(&mut self, word: &str, number: i64) {
        let count = u32::try_from(number.max(1)).unwrap_or(u32::MAX);
        match word {
            "wtime" => self.time[0] = Some(number),
            "btime" => self.time[1] = Some(number),
            "winc" => self.increment[0] = number,
            "binc" => self.increment[1] = number,
            "movestogo" => self.moves_to_go = Some(count),
            "depth" => self.limits.depth = Some(count),
            "nodes" => self.limits.nodes = Some(number.max(1).unsigned_abs()),
            "mate" => self.limits.mate = Some(count),
            "perft" => self.perft = Some(count),
            _ => self.limits.move_time = Some(Duration::from_millis(number.max(1).unsigned_abs())),
        }
    }
}

/// The counts of `go perft`, in the form that other engines print.
fn perft(mut position: AnyPosition, depth: u32, stopper: &crate::search::Stopper) -> Vec<String> {
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
    use crate::search::Stopper;

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
