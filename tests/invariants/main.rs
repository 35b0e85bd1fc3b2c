//! What must hold of every position and for every text, however it came about.

#[path = "../common/choose.rs"]
mod choose;
#[path = "../common/data.rs"]
mod data;
#[path = "../common/games.rs"]
mod games;
#[path = "../common/runner.rs"]
mod runner;

mod alone;
mod fuzz_like;
mod mirror;
mod odd;
mod play;
mod reference;
mod strong;

mod full_board;
mod inputs;
mod pieces;
mod positions;
mod texts;
