//! The command line with which XBoard plays a game.

use super::display::{Display, DisplayError, known_name};
use crate::protocol::options::{GAME_FILE, LEVEL};
use crate::rules::ini::shortened;
use crate::rules::{Color, Variant};
use std::sync::Arc;
use thiserror::Error;

/// Who plays when XBoard has started.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Players {
    /// The user this colour, the engine the other.
    User(Color),
    /// The user both, until they ask the engine to move.
    Nobody,
    /// The engine both.
    Match,
}

/// What else is wanted of XBoard.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Wishes {
    /// The level to play at, if not the highest.
    pub level: Option<u8>,
    /// The engine thinks so long about each of its moves; otherwise XBoard's own clocks
    /// are in force.
    pub seconds: Option<u64>,
    /// The engine thinks on the user's time.
    pub ponder: bool,
    /// The side of a square in pixels.
    pub square: Option<u32>,
    /// The file to which games are appended.
    pub games: Option<String>,
}

/// Why XBoard cannot be started for a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs, reason = "the messages say what each case is")]
pub enum LaunchError {
    #[error(transparent)]
    Display(#[from] DisplayError),
    #[error("XBoard cannot pass on the path {}: it has a comma or is too long", shortened(.0))]
    Path(String),
}

/// XBoard's buffer for an option holds hardly more.
const LONGEST_PATH: usize = 450;

/// XBoard counts 16 ranks from 1 to 16 unless told to begin with 0, and cannot read a
/// move from rank 16.
const TALLEST_FROM_ONE: u8 = 15;

/// What makes XBoard show where a lifted piece can go, but not turn a pawn that is lifted
/// into something else: what it becomes is asked, by the engine or by XBoard. And no box of
/// hints lies over the board.
const COMFORT: [&str; 6] = [
    "-showTargetSquares",
    "true",
    "-sweepPromotions",
    "false",
    "-startupMessage",
    "",
];

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

/// A size holds for one game, and XBoard is not to remember it for the next. Its window
/// must not be resized either: XBoard changes the size of the squares whenever it believes
/// that it was, and believes it when a board takes the place of another.
const SIZED: [&str; 4] = ["-fixedSize", "true", "-saveSettingsOnExit", "false"];

/// The width of the lines between squares, in pixels.
const GAP: u32 = 1;
/// The files of the board that XBoard opens with, for which it takes the size.
const FIRST_FILES: u32 = 8;
/// What of the screen is taken by the window's frame, menus, clocks and buttons, and by the
/// desktop, in pixels.
const AROUND: (u32, u32) = (40, 210);
/// The smallest squares that XBoard draws, and the largest of any use.
const SQUARES: std::ops::RangeInclusive<u32> = 20..=80;

/// The games of XBoard's own in which it shows captured pieces beside the board, and the
/// columns that they take.
const WITH_HOLDINGS: [&str; 7] = [
    "bughouse",
    "crazyhouse",
    "grand",
    "great",
    "seirawan",
    "shogi",
    "super",
];
const HOLDINGS: u32 = 4;

/// The name under which XBoard itself knows a game, or else the game's own.
fn name_of(game: &Variant) -> &str {
    let known = known_name(game).ok().flatten();
    known.unwrap_or(&game.name)
}

/// How many columns of squares XBoard shows for a game that it calls so.
fn columns(game: &Variant, name: &str) -> u32 {
    let holdings = match WITH_HOLDINGS.contains(&name) {
        true => HOLDINGS,
        false => 0,
    };
    u32::from(game.shape.files()) + holdings
}

/// The side of a square in pixels with which a game's board fits a screen of this width
/// and height.
pub fn square_for(game: &Variant, screen: (u32, u32)) -> u32 {
    let fits = |screen: u32, around: u32, cells: u32| {
        let room = screen.saturating_sub(around);
        (room / cells).saturating_sub(GAP)
    };
    let name = name_of(game);
    let wide = fits(screen.0, AROUND.0, columns(game, name));
    let high = fits(screen.1, AROUND.1, game.shape.ranks().into());
    wide.min(high).clamp(*SQUARES.start(), *SQUARES.end())
}

/// The value of `-size` that makes squares so large: XBoard takes it for a board of eight
/// files, and keeps the width for others.
fn size(game: &Variant, name: &str, square: u32) -> u32 {
    ((square + GAP) * columns(game, name))
        .div_ceil(FIRST_FILES)
        .saturating_sub(GAP)
}

/// The arguments for XBoard. `engine` is the command that starts the engine.
///
/// # Errors
/// XBoard cannot show the game, or cannot be told the name of the file.
pub fn arguments(
    game: &Arc<Variant>,
    engine: &str,
    players: Players,
    wishes: &Wishes,
) -> Result<Vec<String>, LaunchError> {
    let display = Display::new(game)?;
    let mut arguments: Vec<String> = Vec::new();
    let mut add = |words: &[&str]| arguments.extend(words.iter().map(ToString::to_string));
    add(&["-fcp", engine, "-variant", display.name()]);
    if !display.is_native() {
        add(&["-testLegality", "false"]);
        if game.shape.ranks() > TALLEST_FROM_ONE {
            add(&["-rankOffset", "1"]);
        }
    }
    add(&COMFORT);
    add(&["-showCoords", "true"]);
    if let Some(square) = wishes.square {
        let size = size(game, display.name(), square).to_string();
        add(&["-size", &size, "-overrideLineGap", &GAP.to_string()]);
        add(&SIZED);
    }
    if let Some(seconds) = wishes.seconds {
        let time = format!("{}:{:02}", seconds / 60, seconds % 60);
        add(&["-searchTime", &time]);
    }
    let ponder = if wishes.ponder { "true" } else { "false" };
    add(&["-ponderNextMove", ponder]);
    let level = wishes.level.map(|level| format!("{LEVEL}={level}"));
    let games = wishes.games.as_ref().map(|file| {
        // XBoard parts options by commas and has room for one line.
        match file.contains(',') || file.len() > LONGEST_PATH {
            true => Err(LaunchError::Path(file.clone())),
            false => Ok(format!("{GAME_FILE}={file}")),
        }
    });
    let games = games.transpose()?;
    // One of two engines writes the game.
    let first: Vec<String> = level.iter().cloned().chain(games).collect();
    if !first.is_empty() {
        add(&["-firstOptions", &first.join(",")]);
    }
    match players {
        Players::User(Color::White) => {}
        Players::User(Color::Black) => add(&["-initialMode", "MachineWhite"]),
        Players::Nobody => add(&["-initialMode", "EditGame"]),
        Players::Match => add(&MATCH),
    }
    // Without a match, too, XBoard may be told to let two engines play.
    add(&["-scp", engine]);
    if let Some(level) = &level {
        add(&["-secondOptions", level]);
    }
    Ok(arguments)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Catalog;

    fn wished(game: &str, players: Players, wishes: &Wishes) -> String {
        let game = Catalog::built_in().get(game).unwrap();
        let words = arguments(game, "sliderule", players, wishes).unwrap();
        words.join(" ")
    }

    fn line(game: &str, players: Players) -> String {
        wished(game, players, &Wishes::default())
    }

    #[test]
    fn each_game_has_what_it_needs() {
        let white = Players::User(Color::White);
        let common = "-showTargetSquares true -sweepPromotions false -startupMessage  \
                      -showCoords true -ponderNextMove false";
        let twice = "-scp sliderule";
        assert_eq!(
            line("chess", white),
            format!("-fcp sliderule -variant normal {common} {twice}")
        );
        assert_eq!(
            line("capablanca", Players::Nobody),
            format!("-fcp sliderule -variant capablanca {common} -initialMode EditGame {twice}")
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
            let expected = format!("-fcp sliderule -variant {known} {common} {twice}");
            assert_eq!(line(known, white), expected);
        }
        let special = line("short-sliders", Players::User(Color::Black));
        assert_eq!(
            special,
            format!(
                "-fcp sliderule -variant short-sliders -testLegality false -rankOffset 1 \
                 {common} -initialMode MachineWhite {twice}"
            )
        );
        assert!(!line("battery", white).contains("rankOffset"));
        assert!(
            line("opposition", Players::Match)
                .ends_with("-mg 1 -ruleMoves 0 -repeatsToDraw 0 -testClaims false -scp sliderule")
        );
    }

    #[test]
    fn wishes_become_arguments() {
        let wishes = Wishes {
            level: Some(3),
            seconds: Some(65),
            ponder: true,
            square: Some(40),
            games: Some("/tmp/my games.pgn".into()),
        };
        assert_eq!(
            wished("chess", Players::Match, &wishes),
            "-fcp sliderule -variant normal -showTargetSquares true -sweepPromotions false \
             -startupMessage  -showCoords true -size 40 -overrideLineGap 1 -fixedSize true \
             -saveSettingsOnExit false -searchTime 1:05 -ponderNextMove true -firstOptions \
             Skill Level=3,Game File=/tmp/my games.pgn -mg 1 -ruleMoves 0 -repeatsToDraw 0 \
             -testClaims false -scp sliderule -secondOptions Skill Level=3"
        );
        let game = Catalog::built_in().get("chess").unwrap();
        for wrong in ["/tmp/a,b.pgn", &"x".repeat(500)] {
            let wishes = Wishes {
                games: Some(wrong.into()),
                ..Wishes::default()
            };
            let white = Players::User(Color::White);
            let error = arguments(game, "sliderule", white, &wishes);
            let error = error.unwrap_err().to_string();
            assert!(
                error.starts_with("XBoard cannot pass on the path "),
                "{error}"
            );
        }
    }

    #[test]
    fn every_board_fits_every_screen() {
        for screen in [(1024, 768), (1366, 768), (1920, 1080), (3840, 2160)] {
            for game in Catalog::built_in().games() {
                let square = square_for(game, screen);
                assert!(SQUARES.contains(&square), "{}", game.name);
                // What XBoard makes of it.
                let name = name_of(game);
                let (files, ranks) = (columns(game, name), u32::from(game.shape.ranks()));
                let drawn = ((size(game, name, square) + GAP) * 8 + files / 2) / files - GAP;
                assert!(drawn.abs_diff(square) <= 1, "{}: {drawn}", game.name);
                assert!(
                    (drawn + GAP) * files + GAP <= screen.0 - 20,
                    "{}",
                    game.name
                );
                assert!(
                    (drawn + GAP) * ranks + GAP <= screen.1 - 180,
                    "{}",
                    game.name
                );
            }
        }
        let built_in = Catalog::built_in();
        // Grand Chess has two times two columns of captured pieces beside its board.
        let grand = built_in.get("grand").unwrap();
        assert_eq!(
            (columns(grand, "grand"), size(grand, "grand", 50)),
            (14, 89)
        );
        for (game, square) in [("short-sliders", 53), ("battery", 80), ("opposition", 80)] {
            assert_eq!(
                square_for(built_in.get(game).unwrap(), (1920, 1080)),
                square
            );
        }
    }
}
