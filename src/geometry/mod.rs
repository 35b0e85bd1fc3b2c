//! The board as a shape: squares, steps between them, sets of squares and rays.
//!
//! Nothing here knows about pieces or games. A [`Square`] is an index into the
//! bounding box of a board, rank by rank from a1; a [`Shape`] says how wide and
//! high that box is; a [`Bitboard`] is a set of squares in the smallest of three
//! widths that holds the box; a [`RayTable`] holds, for every square, what lies in
//! one direction from it.

mod bitboard;
mod bits256;
mod ray;
mod shape;
mod square;
mod width;

pub use bitboard::{Bitboard, Squares};
pub use bits256::Bits256;
pub use ray::RayTable;
pub use shape::{Delta, MAX_FILES, MAX_RANKS, Shape};
pub use square::{Square, SquareTable};
#[cfg(feature = "engine")]
pub(crate) use width::on_same_width;
pub use width::{ByWidth, Family};
pub(crate) use width::{for_width, map_width, on_width};
