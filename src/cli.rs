//! The command line: what a person types and what is printed.
//!
//! [`run`] reads the arguments and calls one of the commands, each in a file of its
//! own. Results go to standard output, everything else to standard error; a failed
//! command prints one line that starts with `error:` and ends with exit code 1 (2 for
//! arguments that make no sense).

mod analyse;
mod bench;
mod board;
mod check;
mod course;
mod desktop;
mod games;
mod interrupt;
mod margin;
mod matches;
mod moves;
mod page;
mod perft;
mod pgn_check;
mod pieces;
mod play;
mod play_moves;
mod rules;
mod scores;
mod setup;
mod show;
mod status;
mod terminal;
mod tune;
mod values;

mod xboard;

use crate::rules::ini::shortened;
use clap::error::{ContextKind, ContextValue};
use clap::{Args, Parser, Subcommand};
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Play, inspect and count chess variants on boards up to 16x16.
#[derive(Parser, Debug)]
#[command(
    name = "sliderule",
    version,
    after_help = "\
Without a command it opens a prompt to play at; if its input is not a terminal, it
waits for the word `uci` or `xboard` as engines do.

Examples:
  sliderule games
  sliderule rules battery
  sliderule pieces battery
  sliderule play battery --level 5
  sliderule analyse opposition --time 10s
  sliderule match --engine name=A depth=4 --engine name=B depth=3 --games 10
  sliderule tune --each depth=2 --param null_base --iterations 3
  sliderule gui battery
  sliderule show short-sliders
  sliderule show opposition --moves \"g3g4 a7b7s\"
  sliderule perft battery 5 --divide
  sliderule moves chess --fen \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"
  sliderule status battery --moves \"c3c5 c8c6\"

Games come from the engine.ini built into the program, and from a file of your
own that adds games or replaces them: the one named by --config, else by the
variable SLIDERULE_INI, else ./engine.ini if it is there.

Moves are written as two squares: e2e4, with the new id behind a promotion
(a7a8q), s behind a strip's shift (d1b1s). `sliderule help play-moves` shows
how to quote ids with ' and ! in a shell. All commands have examples in their
help."
)]
struct Cli {
    #[command(flatten)]
    config: ConfigArgs,
    #[command(subcommand)]
    command: Option<Command>,
}

/// Where games come from.
#[derive(Args, Debug)]
struct ConfigArgs {
    /// An ini file with games, in addition to the built-in ones
    #[arg(long, value_name = "FILE", global = true)]
    config: Option<PathBuf>,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Check a file of games, and say how many can be played
    Check(check::CheckArgs),
    /// List the games: name, board size, number of cells, title
    Games,
    /// Draw a position with its FEN, status and legal moves
    Show(show::ShowArgs),
    /// Count the move sequences of a given length
    Perft(perft::PerftArgs),
    /// Print the legal moves of a position, sorted
    Moves(moves::MovesArgs),
    /// Play moves and print the FEN after them
    PlayMoves(play_moves::PlayMovesArgs),
    /// Search fixed positions: the node count is the search's fingerprint
    Bench(bench::BenchArgs),
    /// Print the status of a position: ongoing, check, checkmate, stalemate, ...
    Status(status::StatusArgs),
    /// Play a game against the engine, or let two people play
    Play(play::PlayArgs),
    /// Explain the rules of a game, with a diagram of each piece's moves
    Rules(rules::RulesArgs),
    /// List the pieces of a game: id, name, value, moves, picture in XBoard
    Pieces(pieces::PiecesArgs),
    /// Search a position and print what is found
    Analyse(analyse::AnalyseArgs),
    /// Let engines play matches and tournaments of any game
    Match(Box<matches::MatchArgs>),
    /// Make the numbers of an engine better by games against itself
    Tune(Box<tune::TuneArgs>),
    /// Work on files of games
    #[command(subcommand)]
    Pgn(PgnCommand),
    /// Print what the pieces of a game are worth
    Values(values::ValuesArgs),
    /// Start XBoard to play a game with the mouse
    Gui(xboard::XBoardArgs),
    /// Print the command line with which XBoard plays a game
    XboardArgs(xboard::XBoardArgs),
}

#[derive(Subcommand, Debug)]
enum PgnCommand {
    /// Replay all games of a PGN file, and say what is wrong
    Check(pgn_check::PgnCheckArgs),
}

/// A position on the command line.
#[derive(Args, Debug)]
struct PositionArgs {
    /// The game's name, as `sliderule games` lists it
    #[arg(value_parser = lossy())]
    game: String,
    /// The position to start from (default: the game's start position)
    #[arg(long, value_name = "FEN", value_parser = lossy())]
    fen: Option<String>,
}

/// A position on the command line, with moves from there.
#[derive(Args, Debug)]
struct PlayedArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Moves to play first, separated by spaces
    #[arg(long, value_name = "MOVES", value_parser = lossy())]
    moves: Option<String>,
}

/// Accepts any argument, even one that is not valid UTF-8: the readers of FENs and
/// moves have better messages for it.
fn lossy() -> impl clap::builder::TypedValueParser<Value = String> {
    use clap::builder::{OsStringValueParser, TypedValueParser};
    OsStringValueParser::new().map(|text: OsString| text.to_string_lossy().into_owned())
}

/// Reads the arguments of the process, does what they say, and returns its exit code.
pub fn run() -> ExitCode {
    let cli = Cli::try_parse().unwrap_or_else(|mut error| {
        shorten_arguments(&mut error);
        error.exit()
    });
    let result = match &cli.command {
        None => terminal::run(&cli.config),
        Some(Command::Bench(args)) => bench::run(args),
        Some(Command::Check(args)) => check::run(args),
        Some(Command::Games) => games::run(&cli.config),
        Some(Command::Show(args)) => show::run(&cli.config, args),
        Some(Command::Perft(args)) => perft::run(&cli.config, args),
        Some(Command::Moves(args)) => moves::run(&cli.config, args),
        Some(Command::PlayMoves(args)) => play_moves::run(&cli.config, args),
        Some(Command::Status(args)) => status::run(&cli.config, args),
        Some(Command::Play(args)) => play::run(&cli.config, args),
        Some(Command::Analyse(args)) => analyse::run(&cli.config, args),
        Some(Command::Match(args)) => matches::run(&cli.config, args),
        Some(Command::Tune(args)) => tune::run(&cli.config, args),
        Some(Command::Pgn(PgnCommand::Check(args))) => pgn_check::run(&cli.config, args),
        Some(Command::Rules(args)) => rules::run(&cli.config, args),
        Some(Command::Pieces(args)) => pieces::run(&cli.config, args),
        Some(Command::Values(args)) => values::run(&cli.config, args),
        Some(Command::Gui(args)) => xboard::start(&cli.config, args),
        Some(Command::XboardArgs(args)) => xboard::print(&cli.config, args),
    };
    finish(result)
}

/// Cuts arguments that a message repeats to a length that can be read.
fn shorten_arguments(error: &mut clap::Error) {
    for kind in [
        ContextKind::InvalidSubcommand,
        ContextKind::InvalidArg,
        ContextKind::InvalidValue,
        ContextKind::TrailingArg,
    ] {
        let Some(ContextValue::String(text)) = error.get(kind) else {
            continue;
        };
        let short = shortened(text);
        if short != *text {
            error.insert(kind, ContextValue::String(short));
            // Advice on how to pass such an argument repeats it, too.
            error.remove(ContextKind::Suggested);
        }
    }
}

/// The exit code of what a command came to; errors are reported.
fn finish(result: anyhow::Result<ExitCode>) -> ExitCode {
    match result {
        Ok(code) => code,
        // The reader of a pipe has seen enough: no failure of ours.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // Errors of other files and streams say where they happened.
            let place = if error.is::<io::Error>() && error.chain().len() == 1 {
                "cannot write to standard output: "
            } else {
                ""
            };
            report(&format!("error: {place}{error:#}"));
            ExitCode::FAILURE
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<io::Error>()
        .is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe)
}

/// Prints a line on standard error; if even that is closed there is nobody to tell.
fn report(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}
