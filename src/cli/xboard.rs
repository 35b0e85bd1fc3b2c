//! `sliderule xboard-args` and `sliderule gui`: starting XBoard with what it needs.

use super::terminal::Side;
use super::{ConfigArgs, lossy, setup};
use crate::protocol::xboard::{Players, arguments};
use crate::rules::Color;
use anyhow::{Context, anyhow, bail};
use clap::Args;
use std::io::{self, Write};
use std::process::{Command, ExitCode};

/// The program, by its name on this kind of system.
const PROGRAM: &str = if cfg!(windows) { "winboard" } else { "xboard" };

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  sliderule xboard-args short-sliders
  sliderule xboard-args opposition --match
  sliderule gui battery --side black")]
pub(super) struct XBoardArgs {
    /// The game's name, as `sliderule games` lists it
    #[arg(value_parser = lossy())]
    game: String,
    /// Whom you play
    #[arg(long, value_enum, default_value_t)]
    side: Side,
    /// Let the engine play a game against itself
    #[arg(long = "match", conflicts_with = "side")]
    plays_itself: bool,
}

impl XBoardArgs {
    fn arguments(&self, config: &ConfigArgs) -> anyhow::Result<Vec<String>> {
        let start = setup::start(config, &self.game)?;
        let players = match self.side {
            _ if self.plays_itself => Players::Match,
            Side::White => Players::User(Color::White),
            Side::Black => Players::User(Color::Black),
            Side::Both => Players::Nobody,
        };
        let engine = engine_command(config)?;
        arguments(start.rules(), &engine, players)
            .map_err(|why| anyhow!("XBoard cannot show '{}': {why}", self.game))
    }
}

/// The command that starts this program, as XBoard splits it.
fn engine_command(config: &ConfigArgs) -> anyhow::Result<String> {
    let program = std::env::current_exe().context("the path of this program")?;
    let mut words = vec![program];
    if let Some(file) = &config.config {
        let file =
            std::path::absolute(file).with_context(|| format!("the path of {}", file.display()))?;
        words.extend(["--config".into(), file]);
    }
    let words: anyhow::Result<Vec<String>> = words
        .into_iter()
        .map(|word| {
            let word = word
                .into_os_string()
                .into_string()
                .map_err(|word| anyhow!("XBoard needs paths in UTF-8, not {}", word.display()))?;
            match (word.contains(' '), word.contains('"')) {
                (false, false) => Ok(word),
                (true, false) => Ok(format!("\"{word}\"")),
                (_, true) => bail!("XBoard cannot start a program with quotes in its path: {word}"),
            }
        })
        .collect();
    Ok(words?.join(" "))
}

/// Prints the command line.
pub(super) fn print(config: &ConfigArgs, args: &XBoardArgs) -> anyhow::Result<ExitCode> {
    let arguments = args.arguments(config)?;
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
    let arguments = args.arguments(config)?;
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
