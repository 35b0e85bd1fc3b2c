//! What can be typed at the prompt.

use super::Protocol;
use crate::cli::setup;
use crate::pgn::{San, begins_with_square, without_number};
use crate::rules::Color;
use crate::rules::ini::shortened;
use crate::rules::keys::closest;
use crate::search::LEVELS;
use anyhow::{anyhow, bail, ensure};
use std::time::Duration;

/// Whom a person plays.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, clap::ValueEnum)]
pub(crate) enum Side {
    /// White; the engine plays Black.
    #[default]
    White,
    /// Black; the engine plays White.
    Black,
    /// Both; the engine moves only when told to.
    Both,
}

impl Side {
    /// Whether the person moves for this player.
    pub fn plays(self, color: Color) -> bool {
        match self {
            Self::White => color == Color::White,
            Self::Black => color == Color::Black,
            Self::Both => true,
        }
    }

    /// The side of one player.
    pub fn of(color: Color) -> Self {
        match color {
            Color::White => Self::White,
            Color::Black => Self::Black,
        }
    }
}

/// A command with what it is about.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum PromptCommand {
    New {
        game: Option<String>,
        fen: Option<String>,
    },
    Move(String),
    Go,
    Hint,
    Undo,
    Resign,
    Board,
    Flip,
    Eval,
    Moves,
    Pieces,
    Rules,
    Where(String),
    Fen,
    Save(String),
    Load(String),
    Level(Option<u8>),
    Time(Option<Duration>),
    Side(Option<Side>),
    Help,
    Quit,
    Speak(Protocol),
}

/// The words with what follows them and what they do.
pub(super) const COMMANDS: &[(&str, &str, &str)] = &[
    (
        "new",
        "[GAME [FEN]]",
        "begin a game, from a position if given",
    ),
    ("go", "", "the engine moves now; you play the other side"),
    ("hint", "", "what the engine would play at full strength"),
    ("undo", "", "take back, until it is your turn again"),
    ("resign", "", "give up; the other player wins"),
    ("board", "", "draw the board"),
    ("flip", "", "turn the board around"),
    ("eval", "", "what the position is worth, term by term"),
    ("moves", "", "all legal moves"),
    ("pieces", "", "the pieces: ids, values, moves in words"),
    ("rules", "", "the rules of this game"),
    ("where", "SQUARE", "what stands there, and where it can go"),
    ("fen", "", "the position as FEN"),
    ("save", "FILE", "write the game as PGN"),
    (
        "load",
        "FILE [N]",
        "read a game from PGN, the Nth of several",
    ),
    (
        "level",
        "[1-20]",
        "how strong the engine plays; 20 is its best",
    ),
    ("time", "[5s]", "how long it thinks about a move at most"),
    ("side", "[white|black|both]", "the side that you play"),
    ("help", "", "this list"),
    ("uci", "", "switch to the UCI protocol"),
    ("xboard", "", "switch to the XBoard protocol"),
    ("quit", "", "leave"),
    ("exit", "", "leave"),
];

/// Reads a line; `None` for an empty one.
pub(super) fn parse(line: &str) -> anyhow::Result<Option<PromptCommand>> {
    fn split(line: &str) -> (&str, &str) {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        (word, rest.trim())
    }
    let (mut word, mut rest) = split(line.trim());
    // The number of a move: `1. e4`.
    if word.ends_with('.') && without_number(word).is_empty() {
        (word, rest) = split(rest);
    }
    if word.is_empty() {
        return Ok(None);
    }
    let lower = word.to_ascii_lowercase();
    let Some((name, argument, _)) = COMMANDS.iter().find(|(name, ..)| *name == lower) else {
        if begins_with_square(word) || San::parse(word, 1).is_some() {
            ensure!(rest.is_empty(), "one move at a time");
            return Ok(Some(PromptCommand::Move(word.into())));
        }
        bail!(unknown(word));
    };
    ensure!(
        rest.is_empty() || !argument.is_empty(),
        "{name} stands alone"
    );
    let given = (!rest.is_empty()).then_some(rest);
    let file = || {
        given
            .map(String::from)
            .ok_or_else(|| anyhow!("which file? {name} FILE"))
    };
    Ok(Some(match *name {
        "new" => {
            let (game, fen) = rest
                .split_once(char::is_whitespace)
                .map_or((rest, None), |(game, fen)| (game, Some(fen.trim().into())));
            let game = (!game.is_empty()).then(|| game.into());
            PromptCommand::New { game, fen }
        }
        "go" => PromptCommand::Go,
        "hint" => PromptCommand::Hint,
        "undo" => PromptCommand::Undo,
        "resign" => PromptCommand::Resign,
        "board" => PromptCommand::Board,
        "flip" => PromptCommand::Flip,
        "eval" => PromptCommand::Eval,
        "moves" => PromptCommand::Moves,
        "pieces" => PromptCommand::Pieces,
        "rules" => PromptCommand::Rules,
        "where" => match given {
            Some(square) => PromptCommand::Where(square.into()),
            None => bail!("which square? where SQUARE"),
        },
        "fen" => PromptCommand::Fen,
        "save" => PromptCommand::Save(file()?),
        "load" => PromptCommand::Load(file()?),
        "level" => PromptCommand::Level(given.map(level).transpose()?),
        "time" => {
            let time = given.map(|text| {
                setup::duration(text).map_err(|e| anyhow!("time '{}': {e}", shortened(text)))
            });
            PromptCommand::Time(time.transpose()?)
        }
        "side" => PromptCommand::Side(given.map(side).transpose()?),
        "uci" => PromptCommand::Speak(Protocol::Uci),
        "xboard" => PromptCommand::Speak(Protocol::XBoard),
        "help" => PromptCommand::Help,
        _ => PromptCommand::Quit,
    }))
}

fn level(text: &str) -> anyhow::Result<u8> {
    match text.parse() {
        Ok(level) if LEVELS.contains(&level) => Ok(level),
        _ => bail!(
            "level '{}': expected a number from {} to {}",
            shortened(text),
            LEVELS.start(),
            LEVELS.end()
        ),
    }
}

fn side(text: &str) -> anyhow::Result<Side> {
    <Side as clap::ValueEnum>::from_str(text, true)
        .map_err(|_| anyhow!("side '{}': white, black or both", shortened(text)))
}

fn unknown(word: &str) -> String {
    let word = shortened(word);
    let hint = match closest(&word, COMMANDS.iter().map(|(name, ..)| *name)) {
        Some(near) => format!("did you mean {near}?"),
        None => "`help` lists what there is, `moves` the moves".into(),
    };
    format!("there is no command '{word}'; {hint}")
}

/// The list of commands.
pub(super) fn help() -> String {
    let mut text = String::from(
        "  MOVE                     a move, such as e2e4 or Nf3; `moves` lists them\n",
    );
    for (name, argument, what) in COMMANDS {
        text += &format!("  {:24} {what}\n", format!("{name} {argument}"));
    }
    text + "Ctrl-C ends the thinking: the engine plays the best it knows so far."
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_understood() {
        for (name, ..) in COMMANDS {
            let needs_more = matches!(*name, "save" | "load" | "where");
            assert_eq!(parse(name).is_err(), needs_more, "{name}");
        }
        let read = |line| parse(line).unwrap().unwrap();
        assert_eq!(read(" GO \r\n"), PromptCommand::Go);
        assert_eq!(
            read("save my game.pgn"),
            PromptCommand::Save("my game.pgn".into())
        );
        assert_eq!(read("level 7"), PromptCommand::Level(Some(7)));
        assert_eq!(
            read("time 1m"),
            PromptCommand::Time(Some(Duration::from_secs(60)))
        );
        assert_eq!(read("side BOTH"), PromptCommand::Side(Some(Side::Both)));
        assert_eq!(read("E3F5,f5e3"), PromptCommand::Move("E3F5,f5e3".into()));
        assert_eq!(read("a15a16b!"), PromptCommand::Move("a15a16b!".into()));
        let fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
        let (game, position) = (Some("chess".into()), Some(fen.into()));
        let expected = PromptCommand::New {
            game,
            fen: position,
        };
        assert_eq!(read(&format!("new chess  {fen}")), expected);
        assert_eq!(parse("  \n").unwrap(), None);
    }

    #[test]
    fn what_is_wrong_is_said() {
        let error = |line: &str| parse(line).unwrap_err().to_string();
        assert_eq!(
            error("udno"),
            "there is no command 'udno'; did you mean undo?"
        );
        assert!(error("frobnicate").contains("`help` lists"));
        assert_eq!(error("go now"), "go stands alone");
        assert_eq!(error("e2e4 e7e5"), "one move at a time");
        assert!(error("level 21").contains("from 1 to 20"));
        assert!(error("time 5 parsecs").starts_with("time '5 parsecs': "));
        assert!(error("side left").contains("white, black or both"));
        assert!(error("load").contains("load FILE"));
    }
}
