//! A game being played: positions, moves, attacks, outcomes, perft.
//!
//! [`Tables`] is a game compiled for one width of bitboard: where each piece can go
//! from each square, and from where each square can be attacked. [`Position`] is a
//! state of play with its history. Its parts are `state` (what stands where),
//! `attacks` (is a square attacked, what gives check, what is pinned), `targets`
//! (where one piece can go), `movegen` (all legal moves), `make` (and unmake),
//! `fen`, `text` (moves as text), `explain` (why a move is illegal), `outcome` and
//! `perft`. [`AnyPosition`] hides the width.

mod any;
mod attacks;
mod explain;
mod fen;
mod make;
mod movegen;
mod moves;
mod outcome;
mod perft;
mod position;
mod state;
mod tables;
mod targets;
mod text;
mod walk;
mod zobrist;

pub use any::AnyPosition;
pub use explain::MoveError;
pub use fen::FenError;
pub use movegen::MoveList;
pub use moves::{Move, MoveKind};
pub use outcome::{Reason, Status};
pub use perft::{PerftOptions, PerftTable};
pub use position::Position;
pub use tables::Tables;
