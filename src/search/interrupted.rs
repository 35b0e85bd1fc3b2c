//! What is reported of an iteration that was interrupted.
//!
//! The best move so far may lose only because the others were not searched yet, and at
//! depth 1 there may be no best move at all. So that no move is played and no loss told
//! that the position does not deserve, the moves that are left are looked at: whether they
//! end the game, and what the evaluation says of them. That is bounded work, whatever the
//! position, and counts no nodes.

use super::report::Line;
use super::score::{MATE_BOUND, Score, won_in};
use super::see::see_at_least;
use super::worker::Worker;
use crate::geometry::Bitboard;
use crate::position::Move;

impl<B: Bitboard> Worker<'_, B> {
    /// The best line of an iteration that was broken off: the one that it had `begun` with,
    /// or another if that one loses and the iteration `before` it, or the lack of one, does
    /// not say that all do. `None` if nothing is known that was not known before.
    pub fn finish_interrupted(
        &mut self,
        begun: Option<Line>,
        before: Option<&Line>,
    ) -> Option<Line> {
        let is_lost = |line: &Line| line.score.raw() <= -MATE_BOUND;
        let stays = match (&begun, before) {
            (None, before) => before.is_some(),
            (Some(_), None) => false,
            (Some(begun), Some(before)) => !is_lost(begun) || is_lost(before),
        };
        if stays {
            return begun;
        }
        let Some((mv, score)) = self.best_left() else {
            return begun;
        };
        let left = Line {
            // What was searched before knows more than a look.
            score: before.map_or(score, |line| score.min(line.score)),
            moves: vec![mv],
        };
        let better = |begun: &Line| {
            if is_lost(begun) {
                left.score > begun.score
            } else {
                left.score == Score(won_in(1))
            }
        };
        match begun {
            Some(begun) if !better(&begun) => Some(begun),
            _ => Some(left),
        }
    }

    /// The best of the root moves that were not searched, as far as a look can tell: one
    /// that does not lose at once and loses no material by exchange, if there is any.
    fn best_left(&mut self) -> Option<(Move, Score)> {
        let searched = std::mem::take(&mut self.root.searched);
        let left = self.root.moves.clone();
        left.into_iter()
            .filter(|mv| !searched.contains(mv))
            .map(|mv| {
                let keeps = see_at_least(&self.position, self.evaluator, mv, 0);
                (mv, keeps, self.look(mv))
            })
            .max_by_key(|&(_, keeps, score)| {
                let ends = score.abs() >= MATE_BOUND;
                (score.signum() * i32::from(ends), keeps, score)
            })
            .map(|(mv, _, score)| (mv, Score(score)))
    }

    /// What a root move is worth if nothing follows.
    fn look(&mut self, mv: Move) -> i32 {
        self.position.make_unchecked(mv);
        self.stack[1].in_check = self.position.in_check();
        let score = -self.leaf(1);
        self.position.unmake();
        score
    }
}
