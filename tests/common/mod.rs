//! What several integration tests need: the known-right answers and positions.

pub mod mirror;
pub mod odd;
pub mod play;
#[allow(dead_code, reason = "shared with other tests")]
pub mod program;
pub mod strong;

use sliderule::position::AnyPosition;
use sliderule::rules::Catalog;
use std::collections::HashMap;
use std::path::Path;

/// The games built in.
pub const GAMES: [&str; 6] = [
    "chess",
    "capablanca",
    "battery",
    "battery-standard",
    "opposition",
    "short-sliders",
];

/// The lines of a file in tests/data, each split at tabs.
pub fn vectors(file: &str) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path:?}: {e}"));
    let lines: Vec<Vec<String>> = text
        .lines()
        .map(|line| line.split('\t').map(Into::into).collect())
        .collect();
    assert!(!lines.is_empty(), "{file} is empty");
    lines
}

/// Start positions by game, each game compiled once.
#[derive(Default)]
pub struct Games(HashMap<String, AnyPosition>);

impl Games {
    /// The start position of a built-in game.
    pub fn start(&mut self, game: &str) -> &AnyPosition {
        self.0.entry(game.into()).or_insert_with(|| {
            let variant = Catalog::built_in()
                .get(game)
                .unwrap_or_else(|e| panic!("{e}"));
            AnyPosition::start(variant).unwrap_or_else(|e| panic!("{game}: {e}"))
        })
    }

    /// A position of a built-in game; the FEN may be `startpos`.
    pub fn position(&mut self, game: &str, fen: &str) -> AnyPosition {
        let start = self.start(game);
        if fen == "startpos" {
            return start.clone();
        }
        start
            .with_fen(fen)
            .unwrap_or_else(|e| panic!("{game} {fen}: {e}"))
    }
}
