//! The rules: a test or more for every sentence of them and for every key of the dialect,
//! what each move is said to do, and the known-right answers of tests/data.

#[path = "../common/choose.rs"]
mod choose;
#[path = "../common/data.rs"]
mod data;
#[path = "../common/games.rs"]
mod games;
#[path = "../common/setup.rs"]
mod setup;

mod battery;
mod chess;
mod conventions;
mod dialect;
mod effects;
mod files;
mod illegal_moves;
mod meeting;
mod mended;
mod opposition;
mod other_games;
mod refused_fens;
mod short_sliders;
mod vectors;
