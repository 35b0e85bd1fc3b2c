//! What the program and its pages tell about games.

mod games;
#[cfg(unix)]
mod new_game;
mod variants;
