//! The lines `info` and `bestmove`.

use crate::position::AnyPosition;
use crate::search::{Report, Score, SearchResult};

/// One `info` line for each line of play.
pub(super) fn info_lines(position: &AnyPosition, report: &Report, show_wdl: bool) -> Vec<String> {
    let milliseconds = report.time.as_millis();
    let rate = u128::from(report.nodes) * 1000 / milliseconds.max(1);
    let lines = report.lines.iter().enumerate();
    lines
        .map(|(index, line)| {
            let wdl = if show_wdl { wdl(line.score) } else { String::new() };
            let mut text = format!(
                "info depth {} seldepth {} multipv {} score {}{wdl} nodes {} nps {rate} hashfull {} \
                 time {milliseconds}",
                report.depth,
                report.selective_depth,
                index + 1,
                line.score,
                report.nodes,
                report.permille_full,
            );
            let moves = position.line_texts(&line.moves).join(" ");
            if !moves.is_empty() {
                text += &format!(" pv {moves}");
            }
            text
        })
        .collect()
}

/// The last word of a search.
pub(super) fn best_move(position: &AnyPosition, result: &SearchResult) -> String {
    let Some(best) = result.best else {
        return "bestmove (none)".into();
    };
    let mut text = format!("bestmove {}", position.move_text(best));
    if let Some(ponder) = result.ponder {
        let mut after = position.clone();
        after.make_unchecked(best);
        text += &format!(" ponder {}", after.move_text(ponder));
    }
    text
}

/// Chances to win, draw and lose in permille, from the score alone: even at 0, and a
/// win likelier than not from 1.8 pawns on.
fn wdl(score: Score) -> String {
    let chance = |centipawns: f64| 1000.0 / (1.0 + ((180.0 - centipawns) / 90.0).exp());
    let (win, loss) = match score.forced_end() {
        Some(end) if end.wins => (1000, 0),
        Some(_) => (0, 1000),
        None => {
            let centipawns = f64::from(score.raw());
            (
                chance(centipawns).round() as i32,
                chance(-centipawns).round() as i32,
            )
        }
    };
    format!(" wdl {win} {} {loss}", 1000 - win - loss)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up_and_grow() {
        let numbers = |cp: i32| -> Vec<i32> {
            let text = wdl(Score::from_centipawns(cp));
            text.split_whitespace()
                .skip(1)
                .map(|n| n.parse().unwrap())
                .collect()
        };
        let mut last = -1;
        for cp in (-2000..=2000).step_by(50) {
            let chances = numbers(cp);
            assert_eq!(chances.iter().sum::<i32>(), 1000);
            assert!(chances.iter().all(|&c| c >= 0) && chances[0] >= last);
            last = chances[0];
        }
        assert_eq!(numbers(0)[0], numbers(0)[2]);
    }
}
