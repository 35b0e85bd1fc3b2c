//! A chess-variant engine in which a game is data.
pub mod cli;
pub mod geometry;
pub mod position;
pub mod rules;
