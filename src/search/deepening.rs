//! Iterative deepening: the root is searched again and again, each time a ply deeper.

use super::clock::Certainty;
use super::node::Node;
use super::report::{Line, Report};
use super::score::{INFINITY, MATE_BOUND, MAX_PLY, Score};
use super::worker::Worker;
use crate::geometry::Bitboard;
use crate::position::Move;
use std::sync::atomic::Ordering;

impl<B: Bitboard> Worker<'_, B> {
    /// Deepens until a limit is reached. Calls `on_report` after every iteration of the
    /// first thread. Returns the last complete (or begun, with a better move) state.
    pub fn run(&mut self, multi_pv: usize, on_report: &mut dyn FnMut(&Report)) -> Report {
        let deepest = MAX_PLY as u32 - 1;
        let most_depth = self.shared.limits.depth.map_or(deepest, |d| d.min(deepest));
        let multi_pv = multi_pv.clamp(1, self.root.moves.len().max(1));
        let mut lines: Vec<Line> = Vec::new();
        let mut stability = 0;
        let mut report = self.report(0, &lines);
        for depth in 1..=most_depth {
            let before = std::mem::take(&mut lines);
            let found = self.iterate(depth, multi_pv, &before);
            lines = joined(found, &before, multi_pv);
            for (place, line) in lines.iter().enumerate() {
                self.root.put(place, line.moves.first().copied());
            }
            let same = best_move(&before) == best_move(&lines);
            stability = if same { stability + 1 } else { 0 };
            let stopped = self.watch.stopped();
            report = self.report(if stopped { depth - 1 } else { depth }, &lines);
            let leads = self.watch.leads();
            if leads && (!stopped || lines != before || depth == 1) {
                on_report(&report);
            }
            if stopped || leads && self.is_enough(depth, &before, &lines, stability) {
                break;
            }
        }
        self.watch.tell_nodes();
        report.nodes = self.shared.nodes.load(Ordering::Relaxed);
        report
    }

    /// Searches the root to a depth, for as many lines as are wanted. Returns those that
    /// were found; all, unless the search has to stop.
    fn iterate(&mut self, depth: u32, multi_pv: usize, before: &[Line]) -> Vec<Line> {
        let mut found = Vec::new();
        for place in 0..multi_pv {
            self.root.done = place;
            let previous = before.get(place).map(|line| line.score.raw());
            let score = Score(self.aspire(depth as i32, previous));
            let mut moves = self.pv.take(0);
            if self.watch.stopped() {
                if place == 0 && self.watch.leads() {
                    let begun = (!moves.is_empty()).then_some(Line { score, moves });
                    found.extend(self.finish_interrupted(begun, before.first()));
                }
                break;
            }
            self.root.put(place, moves.first().copied());
            if moves.is_empty() {
                moves.extend(self.root.moves.get(place));
            }
            found.push(Line { score, moves });
        }
        found
    }

    /// Searches the root with a window around the previous score, widened until the
    /// score is inside.
    fn aspire(&mut self, depth: i32, previous: Option<i32>) -> i32 {
        self.root.depth = depth;
        self.selective_depth = 0;
        let p = self.shared.parameters;
        let Some(previous) =
            previous.filter(|s| depth >= p.aspiration_depth && s.abs() < MATE_BOUND)
        else {
            return self.negamax(Node::new(-INFINITY, INFINITY, depth, 0));
        };
        let mut window = p.aspiration_window + previous.abs() / p.aspiration_share;
        let (mut alpha, mut beta) = (previous - window, previous + window);
        let mut reduced = depth;
        loop {
            let score = self.negamax(Node::new(alpha, beta, reduced, 0));
            if self.watch.stopped() {
                return score;
            }
            if score <= alpha {
                beta = (alpha + beta) / 2;
                alpha = (score - window).max(-INFINITY);
                reduced = depth;
            } else if score >= beta {
                beta = (score + window).min(INFINITY);
                // A fail high is confirmed more cheaply a ply shallower.
                reduced = (reduced - 1).max(depth - p.aspiration_confirm).max(1);
            } else {
                return score;
            }
            window += window;
            if window > p.aspiration_limit {
                (alpha, beta) = (-INFINITY, INFINITY);
            }
        }
    }

    /// Whether the clock, a mate found, or the lack of a choice makes another iteration
    /// useless.
    fn is_enough(&self, depth: u32, before: &[Line], lines: &[Line], stability: u32) -> bool {
        let limits = self.shared.limits;
        if limits.infinite || self.shared.pondering.load(Ordering::Relaxed) {
            return false;
        }
        let Some(best) = lines.first() else {
            return true;
        };
        if let (Some(wanted), Some(found)) = (limits.mate, best.score.mate_in())
            && found > 0
            && found as u32 <= wanted
        {
            return true;
        }
        if limits.clock.is_some() {
            let forced_depth = self.shared.parameters.forced_depth as u32;
            if self.root.moves.len() == 1 && depth >= forced_depth {
                return true;
            }
            // A forced end within half the depth has been seen from all sides.
            if best
                .score
                .forced_end()
                .is_some_and(|end| end.plies * 2 <= depth)
            {
                return true;
            }
        }
        let certainty = Certainty {
            stability,
            drop: before
                .first()
                .map_or(0, |b| b.score.raw() - best.score.raw()),
            effort: best.moves.first().map_or(0.0, |&mv| self.root.share(mv)),
        };
        self.shared.clock().is_enough(certainty)
    }

    fn report(&self, depth: u32, lines: &[Line]) -> Report {
        let mut lines = lines.to_vec();
        if let Some(score) = self.shared.ended {
            lines.iter_mut().for_each(|line| line.score = score);
        }
        Report {
            depth,
            selective_depth: self.selective_depth,
            lines,
            nodes: self.watch.nodes(),
            time: self.shared.clock().elapsed(),
            permille_full: self.shared.table.permille_full(),
        }
    }
}

fn best_move(lines: &[Line]) -> Option<Move> {
    lines.first()?.moves.first().copied()
}

/// The lines of an iteration, filled up with those of the one before if it was broken
/// off. A single line is always the newest; several are put in the order of their scores.
fn joined(found: Vec<Line>, before: &[Line], multi_pv: usize) -> Vec<Line> {
    let mut lines = found;
    for old in before {
        if !lines
            .iter()
            .any(|new| new.moves.first() == old.moves.first())
        {
            lines.push(old.clone());
        }
    }
    if multi_pv > 1 {
        lines.sort_by_key(|line| std::cmp::Reverse(line.score));
    }
    lines.truncate(multi_pv);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Square;

    fn line(to: u8, score: i32) -> Line {
        Line {
            score: Score(score),
            moves: vec![Move::normal(Square::new(0), Square::new(to))],
        }
    }

    #[test]
    fn what_was_not_searched_again_keeps_its_line() {
        let before = [line(1, 50), line(2, 40), line(3, 30)];
        let found = || vec![line(2, 10)];
        assert_eq!(joined(found(), &before, 1), [line(2, 10)]);
        assert_eq!(
            joined(found(), &before, 3),
            [line(1, 50), line(3, 30), line(2, 10)]
        );
        assert_eq!(joined(Vec::new(), &before, 1), [line(1, 50)]);
    }
}
