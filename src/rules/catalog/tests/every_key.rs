//! No key is ignored.

use super::{catalog, problems};
use crate::rules::keys::{KEYS, STANDARD_PIECES, Support};

/// A game with pieces for every example of a key.
const BASE: &str = "
[base]
maxFile = 10
maxRank = 16
startFen = rnbqkbnr2/pppppppppp/10/10/10/10/10/10/10/10/10/10/10/10/PPPPPPPPPP/RNBQKBNR2 w KQkq - 0 1
king = k
queen = q
rook = r
bishop = b
knight = n
pawn = p
promotionPieceTypes = q
";

/// The keys whose value is read by nobody here: texts.
const TEXTS: [&str; 2] = ["title", "aliases"];

fn with(key: &str, value: &str) -> Vec<String> {
    let others: String = BASE
        .lines()
        .filter(|line| line.split(' ').next() != Some(key))
        .map(|line| format!("{line}\n"))
        .collect();
    let catalog = catalog(&format!("{others}{key} = {value}\n"));
    let problems = catalog.problems().iter();
    problems
        .filter(|p| p.key.as_deref() == Some(key))
        .map(|p| p.message.clone())
        .collect()
}

#[test]
fn every_known_key_is_read() {
    assert_eq!(problems(BASE), [] as [&str; 0]);
    let named = KEYS.iter().filter(|k| !k.name.is_empty());
    // Hints are read by whoever shows the game.
    let unread = |support: Support| matches!(support, Support::Refused(_) | Support::Renamed);
    let supported = named.filter(|k| !unread(k.support) && !k.support.is_hint());
    let names = supported.map(|k| k.name.replace("PIECE", "King"));
    let pieces = STANDARD_PIECES.iter().map(|(name, _)| name.to_string());
    for key in names.chain(pieces).chain(["customPiece9".into()]) {
        let is_text = TEXTS.contains(&key.as_str());
        assert_eq!(with(&key, "?").is_empty(), is_text, "{key}");
    }
}

#[test]
fn every_refused_key_says_why() {
    for key in KEYS {
        let Support::Refused(accepted) = key.support else {
            continue;
        };
        for value in accepted {
            assert_eq!(with(key.name, value), [] as [&str; 0], "{}", key.name);
        }
        let said = with(key.name, "?");
        let expected = format!("not supported: {}", key.meaning);
        let expected = [expected].into_iter().filter(|_| !accepted.is_empty());
        assert_eq!(said, expected.collect::<Vec<_>>(), "{}", key.name);
    }
}

#[test]
fn every_example_is_a_value() {
    for key in KEYS.iter().filter(|k| !k.example.is_empty()) {
        let name = key.name.replace("PIECE", "King");
        // Types that the base game does not have are not what this is about.
        let strange = |message: &String| !message.contains("the game has no piece");
        let said: Vec<String> = with(&name, key.example)
            .into_iter()
            .filter(strange)
            .collect();
        let by_board = ["startFen", "maxFile", "maxRank", "blastOnCapture"];
        if !by_board.contains(&key.name) {
            assert_eq!(said, [] as [&str; 0], "{name} = {}", key.example);
        }
    }
}
