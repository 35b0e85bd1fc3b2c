//! What the engine thinks of the game, and what it knows of its opponent.

use crate::position::Move;
use crate::search::Score;

/// A score from which on a position counts as lost, in centipawns.
const HOPELESS: i32 = -1000;
/// The engine resigns after this many moves in a row from a lost position.
const PATIENCE: u32 = 4;

/// What the engine thought of its last moves.
#[derive(Clone, Copy, Default)]
pub(super) struct Outlook {
    /// The score of the last one.
    score: Option<Score>,
    /// Moves in a row that it made in a lost position.
    hopeless: u32,
}

impl Outlook {
    /// The engine has found a move of this score.
    pub fn note(&mut self, score: Score) {
        self.score = Some(score);
        self.hopeless = match score.raw() {
            raw if raw <= HOPELESS => self.hopeless + 1,
            _ => 0,
        };
    }

    /// Whether nothing is left to play for.
    pub fn is_hopeless(self) -> bool {
        self.hopeless >= PATIENCE
    }

    /// Whether the engine did not stand better by what it thought of its last move.
    pub fn accepts_draw(self) -> bool {
        self.score.is_some_and(|score| score.raw() <= 0)
    }
}

/// What is known of the opponent.
#[derive(Default)]
pub(super) struct Opponent {
    /// It is a program, whose board XBoard keeps by what we send.
    pub is_program: bool,
    /// It offers a draw.
    pub offers_draw: bool,
    /// What the engine expects it to play.
    pub expected: Option<Move>,
}

impl Opponent {
    /// Forgets what belongs to the position that was.
    pub fn begin(&mut self) {
        self.offers_draw = false;
        self.expected = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_lost_game_is_given_up() {
        let mut outlook = Outlook::default();
        assert!(!outlook.accepts_draw());
        let mut note = |centipawns| {
            outlook.note(Score::from_centipawns(centipawns));
            (outlook.is_hopeless(), outlook.accepts_draw())
        };
        assert_eq!(note(1), (false, false));
        assert_eq!(note(0), (false, true));
        for _ in 1..PATIENCE {
            assert_eq!(note(HOPELESS), (false, true));
        }
        // One better move, and the engine hopes again.
        assert_eq!(note(HOPELESS + 1), (false, true));
        for _ in 1..PATIENCE {
            assert_eq!(note(HOPELESS), (false, true));
        }
        assert_eq!(note(HOPELESS - 500), (true, true));
    }
}
