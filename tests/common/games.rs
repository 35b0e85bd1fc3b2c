//! The games built in, each compiled once for all tests.

use sliderule::position::AnyPosition;
use sliderule::rules::Catalog;
use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

/// Chess, a game on a wider board, and the games that the program was made for.
pub const GAMES: [&str; 6] = [
    "chess",
    "capablanca",
    "battery",
    "battery-standard",
    "opposition",
    "short-sliders",
];

/// The start position of a built-in game.
pub fn start(game: &str) -> AnyPosition {
    static STARTS: LazyLock<Mutex<HashMap<String, AnyPosition>>> = LazyLock::new(Mutex::default);
    // A test that failed while it held the lock has not left anything half done.
    let mut starts = STARTS.lock().unwrap_or_else(PoisonError::into_inner);
    let start = starts.entry(game.into()).or_insert_with(|| {
        let variant = Catalog::built_in()
            .get(game)
            .unwrap_or_else(|e| panic!("{e}"));
        AnyPosition::start(variant).unwrap_or_else(|e| panic!("{game}: {e}"))
    });
    start.clone()
}

/// A position of a built-in game; the FEN may be `startpos`.
pub fn position(game: &str, fen: &str) -> AnyPosition {
    let start = start(game);
    if fen == "startpos" {
        return start;
    }
    start
        .with_fen(fen)
        .unwrap_or_else(|e| panic!("{game} {fen}: {e}"))
}
