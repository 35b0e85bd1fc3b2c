//! `sliderule xboard-args` and `sliderule gui`: starting XBoard with what it needs.

use super::terminal::Side;
use super::{ConfigArgs, desktop, lossy, setup};
use crate::protocol::xboard::{Players, Wishes, arguments, square_for};
use crate::rules::Color;
use anyhow::{Context, anyhow, bail};
use clap::Args;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::{Command, ExitCode};

/// The program, by its name on this kind of system.
const PROGRAM: &str = if cfg!(windows) { "winboard" } else { "xboard" };

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  sliderule xboard-args short-sliders
  sliderule xboard-args opposition --match
  sliderule gui battery --side black --level 5
  sliderule gui short-sliders --time 10s --size 40 --games my-games.pgn")]
pub(super) struct XBoardArgs {
    /// The game's name, as `sliderule games` lists it
    #[arg(value_parser = lossy())]
    game: String,
    /// The side that you play
    #[arg(long, value_enum, default_value_t)]
    side: Side,
    /// Let the engine play a game against itself
    #[arg(long = "match", conflicts_with = "side")]
    plays_itself: bool,
    /// How strong the engine plays
    #[arg(long, value_name = "N", value_parser = setup::level())]
    level: Option<u8>,
    /// How long it thinks about each move, in whole seconds; otherwise XBoard's clocks are used
    #[arg(long, value_name = "TIME", value_parser = whole_seconds)]
    time: Option<u64>,
    /// Let the engine think on your time too
    #[arg(long)]
    ponder: bool,
    /// The side of a square in pixels; otherwise as large as fits the screen
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(20..=200))]
    size: Option<u32>,
    /// The PGN file to which games are appended [default: GAME.pgn with `gui`]
    #[arg(long, value_name = "FILE")]
    games: Option<PathBuf>,
}

/// What a screen has that no display can be asked about, in pixels: small ones have more.
const ANY_SCREEN: (u32, u32) = (1366, 768);

/// Reads a time for XBoard's clock.
fn whole_seconds(text: &str) -> Result<u64, String> {
    let time = setup::duration(text)?;
    match time.subsec_nanos() {
        0 => Ok(time.as_secs()),
        _ => Err("XBoard counts whole seconds, such as 5s".into()),
    }
}

impl XBoardArgs {
    /// The arguments for XBoard; games are appended to `default` if no other file is named.
    fn arguments(
        &self,
        config: &ConfigArgs,
        default: Option<PathBuf>,
    ) -> anyhow::Result<Vec<String>> {
        let start = setup::start(config, &self.game)?;
        let players = match self.side {
            _ if self.plays_itself => Players::Match,
            Side::White => Players::User(Color::White),
            Side::Black => Players::User(Color::Black),
            Side::Both => Players::Nobody,
        };
        let engine = engine_command(config)?;
        let games = self.games.clone().or(default).map(absolute).transpose()?;
        let screen = || desktop::screen().unwrap_or(ANY_SCREEN);
        let fitting = || square_for(start.rules(), screen());
        let wishes = Wishes {
            level: self.level,
            seconds: self.time,
            ponder: self.ponder,
            // WinBoard takes names of sizes only, and fits boards to the screen by itself.
            square: (!cfg!(windows)).then(|| self.size.unwrap_or_else(fitting)),
            games,
        };
        arguments(start.rules(), &engine, players, &wishes)
            .map_err(|why| anyhow!("XBoard cannot show '{}': {why}", self.game))
    }
}

/// The path of a file from anywhere.
fn absolute(file: PathBuf) -> anyhow::Result<String> {
    let path =
        std::path::absolute(&file).with_context(|| format!("the path of {}", file.display()))?;
    in_utf8(path)
}

fn in_utf8(path: PathBuf) -> anyhow::Result<String> {
    path.into_os_string()
        .into_string()
        .map_err(|path| anyhow!("XBoard needs paths in UTF-8, not {}", path.display()))
}

/// The command that starts this program, as XBoard splits it.
fn engine_command(config: &ConfigArgs) -> anyhow::Result<String> {
    let program = std::env::current_exe().context("the path of this program")?;
    let mut words = vec![in_utf8(program)?];
    if let Some(file) = &config.config {
        words.extend(["--config".into(), absolute(file.clone())?]);
    }
    let words: anyhow::Result<Vec<String>> = words
        .into_iter()
        .map(|word| match (word.contains(' '), word.contains('"')) {
            (false, false) => Ok(word),
            (true, false) => Ok(format!("\"{word}\"")),
            (_, true) => bail!("XBoard cannot start a program with quotes in its path: {word}"),
        })
        .collect();
    Ok(words?.join(" "))
}

/// Prints the command line.
pub(super) fn print(config: &ConfigArgs, args: &XBoardArgs) -> anyhow::Result<ExitCode> {
    let arguments = args.arguments(config, None)?;
    let words: Vec<String> = arguments.iter().map(|word| quoted(word)).collect();
    writeln!(io::stdout(), "{PROGRAM} {}", words.join(" "))?;
    Ok(ExitCode::SUCCESS)
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:+,@%".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.into(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

/// Starts XBoard and waits until it is closed.
pub(super) fn start(config: &ConfigArgs, args: &XBoardArgs) -> anyhow::Result<ExitCode> {
    let games = PathBuf::from(format!("{}.pgn", args.game));
    let arguments = args.arguments(config, Some(games))?;
    let status = Command::new(PROGRAM).args(&arguments).status();
    match status {
        Ok(status) if status.success() => Ok(ExitCode::SUCCESS),
        Ok(status) => bail!("{PROGRAM} failed ({status})"),
        Err(error) if error.kind() == io::ErrorKind::NotFound => bail!(
            "{PROGRAM} is not installed, or not on the PATH; on Debian and Ubuntu it is \
             installed with `sudo apt install xboard`, into /usr/games"
        ),
        Err(error) => Err(error).with_context(|| format!("cannot start {PROGRAM}")),
    }
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn words_survive_a_shell() {
        assert_eq!(quoted("-testLegality"), "-testLegality");
        assert_eq!(quoted("/usr/bin/sliderule"), "/usr/bin/sliderule");
        assert_eq!(quoted("a b"), "'a b'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
        assert_eq!(quoted(""), "''");
    }
}
