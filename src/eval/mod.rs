//! What a position is worth, in any game, without tuning by hand.
//!
//! Everything starts from mobility: [`Mobility`] measures how many squares a piece
//! reaches from each square of a crowded board, holes and strips included. From it
//! [`values`] derives what each piece is worth, and [`Evaluator`] where it stands
//! well. On the board the evaluator adds what pawns may become (and whether anything
//! is there to become), real mobility, pawns that stand together, attacks on pieces that are
//! dearer or not guarded, and attacks near the king. All numbers that
//! could be tuned are in [`Weights`].

mod evaluator;
mod mobility;
mod position;
mod squares;
mod terms;
pub mod values;
mod weights;

pub use evaluator::Evaluator;
pub use mobility::Mobility;
pub use terms::{Term, Terms};
pub use weights::Weights;
