//! What XBoard says, read into one enum.

use crate::rules::ini::shortened;
use std::time::Duration;
use thiserror::Error;

/// How a game is timed, as `level` and `st` say it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Control {
    /// A clock.
    Clock {
        /// The moves of a session; `None` for the whole game.
        moves: Option<u32>,
        /// The time for a session.
        base: Duration,
        /// What every move adds.
        increment: Duration,
    },
    /// Exactly so much for every move.
    PerMove(Duration),
}

/// The moves that `exclude` and `include` are about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Which {
    /// All of them.
    All,
    /// The best move found so far.
    Best,
    /// All but the best move found so far.
    Tail,
    /// This one.
    Move(String),
}

/// A command. Texts are as they came.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum XBoardCommand {
    XBoard,
    ProtoVer,
    Accepted,
    Rejected,
    New,
    Variant(String),
    Quit,
    Random,
    Force,
    Go,
    PlayOther,
    White,
    Black,
    TimeControl(Control),
    Depth(u32),
    NodesPerSecond(i64),
    /// What is left on the engine's clock, in centiseconds.
    Time(i64),
    /// The same of the opponent's.
    OtherTime(i64),
    Move(String),
    MoveNow,
    Ping(String),
    Draw,
    /// The result, and why in braces.
    Result(String),
    /// What the other player is called.
    Name(String),
    SetBoard(String),
    Edit,
    Hint,
    Book,
    Undo,
    Remove,
    Hard,
    Easy,
    Post(bool),
    Analyze,
    /// `.`
    Status,
    Exit,
    Exclude(Which),
    Include(Which),
    SetScore {
        centipawns: i32,
        depth: u32,
    },
    Computer,
    /// What is only of interest to others: `rating`, `ics`, `egtpath`.
    Ignored,
    Pause,
    Resume,
    Memory(u64),
    Cores(u64),
    Option {
        name: String,
        value: String,
    },
    Lift(String),
    Put(String),
    Hover,
    /// The answer to a question that was asked with `askuser`.
    Answer {
        tag: String,
        text: String,
    },
}

/// Why a line is no command, in words for the brackets of `Error (...)`.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(super) enum CommandError {
    #[error("unknown command")]
    Unknown,
    #[error("something is missing after it")]
    Incomplete,
    #[error("'{}' is not a number that makes sense here", shortened(.0))]
    NotANumber(String),
    #[error("'{}' is not a time", shortened(.0))]
    NotATime(String),
    #[error("expected moves, minutes and seconds")]
    Level,
    #[error("expected a score and a depth")]
    SetScore,
    #[error("expected NAME=VALUE")]
    Option,
}

/// The tag of the question what a pawn becomes.
pub(super) const PROMOTION: &str = "PROMO";
/// The tag of the question which of several moves is meant.
pub(super) const WHICH_MOVE: &str = "MOVE";

/// Reads a line that is not empty.
///
/// # Errors
/// What is wrong with it.
pub(super) fn parse(line: &str) -> Result<XBoardCommand, CommandError> {
    let line = line.trim();
    let (word, rest) = line
        .split_once(char::is_whitespace)
        .map_or((line, ""), |(word, rest)| (word, rest.trim()));
    let text = || match rest {
        "" => Err(CommandError::Incomplete),
        rest => Ok(rest.to_string()),
    };
    Ok(match word {
        "xboard" => XBoardCommand::XBoard,
        "protover" => XBoardCommand::ProtoVer,
        "accepted" => XBoardCommand::Accepted,
        "rejected" => XBoardCommand::Rejected,
        "new" => XBoardCommand::New,
        "variant" => XBoardCommand::Variant(text()?),
        "quit" => XBoardCommand::Quit,
        "random" => XBoardCommand::Random,
        "force" => XBoardCommand::Force,
        "go" => XBoardCommand::Go,
        "playother" => XBoardCommand::PlayOther,
        "white" => XBoardCommand::White,
        "black" => XBoardCommand::Black,
        "level" => XBoardCommand::TimeControl(level(rest)?),
        "st" => XBoardCommand::TimeControl(Control::PerMove(seconds(rest)?)),
        "sd" => XBoardCommand::Depth(number(rest)?),
        "nps" => XBoardCommand::NodesPerSecond(number(rest)?),
        "time" => XBoardCommand::Time(number(rest)?),
        "otim" => XBoardCommand::OtherTime(number(rest)?),
        "usermove" => XBoardCommand::Move(text()?),
        "?" => XBoardCommand::MoveNow,
        "ping" => XBoardCommand::Ping(rest.into()),
        "draw" => XBoardCommand::Draw,
        "result" => XBoardCommand::Result(rest.into()),
        "name" => XBoardCommand::Name(text()?),
        "setboard" => XBoardCommand::SetBoard(text()?),
        "edit" => XBoardCommand::Edit,
        "hint" => XBoardCommand::Hint,
        "bk" => XBoardCommand::Book,
        "undo" => XBoardCommand::Undo,
        "remove" => XBoardCommand::Remove,
        "hard" => XBoardCommand::Hard,
        "easy" => XBoardCommand::Easy,
        "post" => XBoardCommand::Post(true),
        "nopost" => XBoardCommand::Post(false),
        "analyze" => XBoardCommand::Analyze,
        "." => XBoardCommand::Status,
        "exit" => XBoardCommand::Exit,
        "exclude" => XBoardCommand::Exclude(which(text()?)),
        "include" => XBoardCommand::Include(which(text()?)),
        "setscore" => set_score(rest)?,
        "computer" => XBoardCommand::Computer,
        "rating" | "ics" | "egtpath" | "#" => XBoardCommand::Ignored,
        "pause" => XBoardCommand::Pause,
        "resume" => XBoardCommand::Resume,
        "memory" => XBoardCommand::Memory(number(rest)?),
        "cores" => XBoardCommand::Cores(number(rest)?),
        "option" => option(rest)?,
        "lift" => XBoardCommand::Lift(text()?),
        "put" => XBoardCommand::Put(text()?),
        "hover" => XBoardCommand::Hover,
        PROMOTION | WHICH_MOVE => XBoardCommand::Answer {
            tag: word.into(),
            text: rest.into(),
        },
        // A program that refused the feature `usermove` sends bare moves.
        _ if rest.is_empty() && is_like_a_move(word) => XBoardCommand::Move(word.into()),
        _ => return Err(CommandError::Unknown),
    })
}

/// Whether a word begins with a square, or is castling or the null move.
fn is_like_a_move(word: &str) -> bool {
    let mut bytes = word.bytes();
    let begins = bytes.next().is_some_and(|b| b.is_ascii_alphabetic())
        && bytes.next().is_some_and(|b| b.is_ascii_digit());
    begins || ["@@@@", "O-O", "O-O-O", "0-0", "0-0-0"].contains(&word)
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, CommandError> {
    let word = text.split_whitespace().next().unwrap_or_default();
    word.parse()
        .map_err(|_| CommandError::NotANumber(word.into()))
}

/// Seconds, perhaps with decimals; minutes may stand before them with a colon.
fn seconds(text: &str) -> Result<Duration, CommandError> {
    let wrong = || CommandError::NotATime(text.into());
    let (minutes, rest) = match text.split_once(':') {
        Some((minutes, rest)) => (minutes.parse::<f64>().map_err(|_| wrong())?, rest),
        None => (0.0, text),
    };
    let total = minutes * 60.0 + rest.parse::<f64>().map_err(|_| wrong())?;
    // Longer than any game, and short enough to reckon with.
    Some(total)
        .filter(|seconds| (0.0..=1e9).contains(seconds))
        .map(Duration::from_secs_f64)
        .ok_or_else(wrong)
}

/// `level MOVES BASE INCREMENT`: the base in minutes, or minutes and seconds.
fn level(text: &str) -> Result<Control, CommandError> {
    let mut words = text.split_whitespace();
    let (Some(moves), Some(base)) = (words.next(), words.next()) else {
        return Err(CommandError::Level);
    };
    let moves: u32 = number(moves)?;
    let base = match base.contains(':') {
        true => seconds(base)?,
        false => seconds(&format!("{base}:0"))?,
    };
    let increment = words.next().map_or(Ok(Duration::ZERO), seconds)?;
    Ok(Control::Clock {
        moves: (moves > 0).then_some(moves),
        base,
        increment,
    })
}

fn which(text: String) -> Which {
    match text.as_str() {
        "all" => Which::All,
        "best" => Which::Best,
        "tail" => Which::Tail,
        _ => Which::Move(text),
    }
}

fn set_score(text: &str) -> Result<XBoardCommand, CommandError> {
    let Some((score, depth)) = text.split_once(char::is_whitespace) else {
        return Err(CommandError::SetScore);
    };
    Ok(XBoardCommand::SetScore {
        centipawns: number(score)?,
        depth: number(depth)?,
    })
}

/// `option NAME=VALUE`, or `option NAME` for a button.
fn option(text: &str) -> Result<XBoardCommand, CommandError> {
    let (name, value) = text.split_once('=').unwrap_or((text, ""));
    match name.trim() {
        "" => Err(CommandError::Option),
        name => Ok(XBoardCommand::Option {
            name: name.into(),
            value: value.trim().into(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(moves: Option<u32>, base: f64, increment: f64) -> XBoardCommand {
        XBoardCommand::TimeControl(Control::Clock {
            moves,
            base: Duration::from_secs_f64(base),
            increment: Duration::from_secs_f64(increment),
        })
    }

    #[test]
    fn time_controls_are_read_in_all_forms() {
        assert_eq!(parse("level 40 5 0"), Ok(clock(Some(40), 300.0, 0.0)));
        assert_eq!(parse("level 40 5:30 0"), Ok(clock(Some(40), 330.0, 0.0)));
        assert_eq!(parse("level 0 0:30 0.5"), Ok(clock(None, 30.0, 0.5)));
        assert_eq!(parse(" level  0\t2   12 \r"), Ok(clock(None, 120.0, 12.0)));
        assert_eq!(parse("level 0 3"), Ok(clock(None, 180.0, 0.0)));
        let per_move = Control::PerMove(Duration::from_millis(500));
        assert_eq!(parse("st 0.5"), Ok(XBoardCommand::TimeControl(per_move)));
        for wrong in [
            "level",
            "level 40",
            "level x 5 0",
            "level 40 five 0",
            "level 40 5:xx 0",
            "level 40 -5 0",
            "level 40 5 -1",
            "level 40 1e300 0",
            "level 40 nan 0",
            "level -1 5 0",
            "st",
            "st soon",
            "st inf",
            "sd",
            "sd -1",
            "sd 99999999999",
            "time",
            "otim x",
            "memory -3",
            "cores many",
            "nps",
        ] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn arguments_may_hold_blanks() {
        let fen = "7k/8/8/8/8/8/8/K7 w - - 0 1";
        assert_eq!(
            parse(&format!("setboard {fen}")),
            Ok(XBoardCommand::SetBoard(fen.into()))
        );
        let (name, value) = ("Log File".into(), "/tmp/a = b".into());
        assert_eq!(
            parse("option Log File=/tmp/a = b"),
            Ok(XBoardCommand::Option { name, value })
        );
        let button = XBoardCommand::Option {
            name: "Clear Hash".into(),
            value: String::new(),
        };
        assert_eq!(parse("option Clear Hash"), Ok(button));
        assert_eq!(
            parse("setscore -35 12"),
            Ok(XBoardCommand::SetScore {
                centipawns: -35,
                depth: 12
            })
        );
        for wrong in ["option", "option =x", "setboard", "setscore 3", "usermove"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn bare_moves_are_told_from_junk() {
        for text in ["e2e4", "a15a16n", "f5e7,e7f5", "@@@@", "e7e8=Q", "O-O"] {
            assert_eq!(parse(text), Ok(XBoardCommand::Move(text.into())));
        }
        for junk in ["isready", "uci", "xyzzy", "go2", "e2e4 e7e5", "é", "@@"] {
            assert_eq!(parse(junk), Err(CommandError::Unknown), "{junk}");
        }
    }
}
