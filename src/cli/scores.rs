//! Scores and ends of games in words.

use crate::position::{AnyPosition, Status};
use crate::rules::Color;
use crate::search::Score;
use serde_json::{Value, json};

/// A score for the side to move: `+0.35`, `wins in 3`, `loses in 2`.
pub(super) fn score(score: Score) -> String {
    let Some(end) = score.forced_end() else {
        return format!("{:+.2}", f64::from(score.raw()) / 100.0);
    };
    let moves = end.plies.div_ceil(2);
    match (end.wins, moves) {
        (true, 0) => "has won".into(),
        (false, 0) => "has lost".into(),
        (true, _) => format!("wins in {moves}"),
        (false, _) => format!("loses in {moves}"),
    }
}

/// The same with the player whose score it is: `+0.35 for White`, `Black wins in 3`.
pub(super) fn score_of(player: Color, score: Score) -> String {
    let text = self::score(score);
    match score.forced_end() {
        Some(_) => format!("{player} {text}"),
        None => format!("{text} for {player}"),
    }
}

/// A score as JSON: `{"cp": 35}` or `{"mate": 3}`.
pub(super) fn score_json(score: Score) -> Value {
    match score.mate_in() {
        Some(moves) => json!({ "mate": moves }),
        None => json!({ "cp": score.raw() }),
    }
}

/// How a game has ended, with the reason and the result; `None` if it goes on.
pub(super) fn ending(position: &mut AnyPosition) -> Option<String> {
    let status = position.status();
    let Status::Ended(winner, reason) = status else {
        return None;
    };
    let why = reason.in_words(winner, position.side_to_move(), position.variant());
    let what = match winner {
        Some(winner) => format!("{winner} wins"),
        None => "a draw".into(),
    };
    Some(format!("{why}: {what}, {}", status.result()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Catalog;

    fn end(game: &str, fen: &str) -> Option<String> {
        let variant = Catalog::built_in().get(game).unwrap();
        ending(&mut AnyPosition::from_fen(variant, fen).unwrap())
    }

    #[test]
    fn ends_have_a_reason_and_a_result() {
        let said = |game, fen| end(game, fen).unwrap();
        assert_eq!(
            said("chess", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"),
            "Checkmate: White wins, 1-0"
        );
        assert_eq!(
            said("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"),
            "Stalemate, Black has no move: a draw, 1/2-1/2"
        );
        assert_eq!(
            said("chess", "7k/8/6K1/8/8/8/8/R7 b - - 100 90"),
            "100 plies without a capture or an irreversible pawn move: a draw, 1/2-1/2"
        );
        assert_eq!(end("chess", "7k/8/6K1/8/8/8/8/R7 b - - 0 1"), None);
    }

    #[test]
    fn scores_are_from_the_movers_side() {
        assert_eq!(score(Score::from_centipawns(35)), "+0.35");
        assert_eq!(score(Score::from_centipawns(-1234)), "-12.34");
        assert_eq!(score(Score::from_centipawns(30_997)), "wins in 2");
        assert_eq!(score(Score::from_centipawns(-30_996)), "loses in 2");
        assert_eq!(score(Score::from_centipawns(-30_999)), "loses in 1");
        assert_eq!(score(Score::from_centipawns(-31_000)), "has lost");
        assert_eq!(score(Score::from_centipawns(31_000)), "has won");
        let of = |player, points| score_of(player, Score::from_centipawns(points));
        assert_eq!(of(Color::White, 35), "+0.35 for White");
        assert_eq!(of(Color::Black, 30_997), "Black wins in 2");
        assert_eq!(
            score_json(Score::from_centipawns(30_999)),
            json!({ "mate": 1 })
        );
    }
}
