//! Conversations in both protocols with the real program.

#[path = "../common/program.rs"]
mod program;

mod engine;

mod mended;
mod uci;
mod xboard;
mod xboard_mended;
