//! A number as the choice of a move.

use sliderule::position::{AnyPosition, Move};

/// The legal move that a number chooses. A third of the numbers prefer captures,
/// because a game of random moves hardly takes anything.
pub fn choose(position: &mut AnyPosition, choice: u16) -> Option<Move> {
    let moves = position.legal_moves();
    if choice.is_multiple_of(3) {
        let captures: Vec<Move> = moves
            .iter()
            .copied()
            .filter(|&mv| position.victim(mv).is_some())
            .collect();
        if !captures.is_empty() {
            return Some(captures[usize::from(choice / 3) % captures.len()]);
        }
    }
    (!moves.is_empty()).then(|| moves[usize::from(choice / 3) % moves.len()])
}
