//! The search: held against brute force, proved tactics and its own promises.

#[path = "../common/data.rs"]
mod data;
#[path = "../common/games.rs"]
mod games;

mod colour_flip;
mod prover;
mod support;

mod ends;
mod faults;
mod invariants;
mod tactics;
mod truth;
