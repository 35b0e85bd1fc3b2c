//! The command line with which XBoard plays a game.

use super::display::Display;
use crate::rules::{Color, Variant};
use std::sync::Arc;

/// Who plays when XBoard has started.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Players {
    /// The user this colour, the engine the other.
    User(Color),
    /// The user both, until he asks the engine to move.
    Nobody,
    /// The engine both.
    Match,
}

/// XBoard counts 16 ranks from 1 to 16 unless told to begin with 0, and cannot read a
/// move from rank 16.
const TALLEST_FROM_ONE: u8 = 15;

/// What makes XBoard show where a lifted piece can go and ask what a pawn becomes. Debian
/// sets both by itself.
const COMFORT: [&str; 4] = ["-showTargetSquares", "true", "-sweepPromotions", "true"];

/// XBoard is not to judge a match by rules of its own.
const MATCH: [&str; 8] = [
    "-mg",
    "1",
    "-ruleMoves",
    "0",
    "-repeatsToDraw",
    "0",
    "-testClaims",
    "false",
];

/// The arguments for XBoard. `engine` is the command that starts the engine.
///
/// # Errors
/// XBoard cannot show the game.
pub fn arguments(
    game: &Arc<Variant>,
    engine: &str,
    players: Players,
) -> Result<Vec<String>, String> {
    let display = Display::new(game)?;
    let mut arguments = vec!["-fcp", engine, "-variant", display.name()];
    if !display.is_native() {
        arguments.extend(["-testLegality", "false"]);
        if game.shape.ranks() > TALLEST_FROM_ONE {
            arguments.extend(["-rankOffset", "1"]);
        }
        arguments.extend(COMFORT);
    }
    match players {
        Players::User(Color::White) => {}
        Players::User(Color::Black) => arguments.extend(["-initialMode", "MachineWhite"]),
        Players::Nobody => arguments.extend(["-initialMode", "EditGame"]),
        Players::Match => {
            arguments.extend(["-scp", engine]);
            arguments.extend(MATCH);
        }
    }
    Ok(arguments.into_iter().map(String::from).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Catalog;

    fn line(game: &str, players: Players) -> String {
        let game = Catalog::built_in().get(game).unwrap();
        arguments(game, "sliderule", players).unwrap().join(" ")
    }

    #[test]
    fn each_game_has_what_it_needs() {
        let white = Players::User(Color::White);
        assert_eq!(line("chess", white), "-fcp sliderule -variant normal");
        assert_eq!(
            line("capablanca", Players::Nobody),
            "-fcp sliderule -variant capablanca -initialMode EditGame"
        );
        for known in [
            "3check",
            "losers",
            "knightmate",
            "shatranj",
            "makruk",
            "gothic",
            "janus",
            "grand",
        ] {
            let expected = format!("-fcp sliderule -variant {known}");
            assert_eq!(line(known, white), expected);
        }
        let special = line("short-sliders", Players::User(Color::Black));
        assert_eq!(
            special,
            "-fcp sliderule -variant short-sliders -testLegality false -rankOffset 1 \
             -showTargetSquares true -sweepPromotions true -initialMode MachineWhite"
        );
        assert!(!line("battery", white).contains("rankOffset"));
        assert!(
            line("opposition", Players::Match)
                .ends_with("-scp sliderule -mg 1 -ruleMoves 0 -repeatsToDraw 0 -testClaims false")
        );
    }
}
