//! The tables of docs/performance.md, in Markdown.
//!
//! The speed of the rules core is told in fractions of a chess library's: perft of each
//! game is measured in turn with perft of chess by `cozy-chess`, which generates nothing
//! but chess. A quotient of two speeds from the same moment says the same on every
//! machine, and processor time does not count what other programs do.
//!
//! `cargo bench --bench report -- [--rounds N] [speed|startup|threads] [GAME ...]`

use clap::{Parser, ValueEnum};
use cozy_chess::Board;
use cpu_time::ThreadTime;
use sliderule::position::{AnyPosition, PerftOptions, PerftTable};
use sliderule::rules::Catalog;
use std::hint::black_box;
use std::time::Instant;

/// A game and what is known of it.
#[derive(Clone, Copy)]
struct Row {
    game: &'static str,
    /// The depth to count with one thread.
    depth: u32,
    /// The depth to count with a table, for some seconds.
    deep: u32,
    /// The fraction aimed at.
    aim: f64,
    /// What Fairy-Stockfish reaches (Fairy-Stockfish-X in Short Sliders), if it plays the
    /// game.
    peer: Option<f64>,
}

const fn row(game: &'static str, depth: u32, deep: u32, aim: f64, peer: Option<f64>) -> Row {
    Row {
        game,
        depth,
        deep,
        aim,
        peer,
    }
}

const GAMES: [Row; 7] = [
    row("chess", 5, 7, 0.40, Some(0.117)),
    row("capablanca", 4, 6, 0.15, Some(0.075)),
    row("grand", 4, 5, 0.14, Some(0.071)),
    row("courier", 4, 6, 0.07, Some(0.035)),
    row("battery", 5, 7, 0.16, Some(0.040)),
    row("opposition", 6, 7, 0.16, None),
    row("short-sliders", 3, 5, 0.06, Some(0.001)),
];

/// The depth of the reference, from the start position.
const REFERENCE_DEPTH: u32 = 5;

/// The size of the shared table, in MiB.
const TABLE: usize = 256;

#[derive(Parser)]
struct Arguments {
    /// What to measure; everything if not given
    #[arg(value_enum)]
    what: Option<What>,
    /// The games of the tables of speed and threads; all of them if not given
    games: Vec<String>,
    /// How often each figure is measured; the median is printed
    #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u16).range(1..))]
    rounds: u16,
    /// Passed by cargo
    #[arg(long, hide = true)]
    bench: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum What {
    /// Perft of one thread as a fraction of cozy-chess
    Speed,
    /// The time to compile each game
    Startup,
    /// Perft of two threads with a shared table against one
    Threads,
}

fn main() {
    let arguments = Arguments::parse();
    let wanted = |what| arguments.what.is_none_or(|only| only == what);
    if wanted(What::Speed) {
        speed(&arguments);
    }
    if wanted(What::Startup) {
        startup(&arguments);
    }
    if wanted(What::Threads) {
        threads(&arguments);
    }
}

/// The lowest, the median and the highest of some measurements.
fn spread(rounds: u16, measure: impl FnMut(u16) -> f64) -> [f64; 3] {
    let mut found: Vec<f64> = (0..rounds).map(measure).collect();
    found.sort_by(f64::total_cmp);
    [0, found.len() / 2, found.len() - 1].map(|at| found[at])
}

fn start(game: &str) -> AnyPosition {
    let variant = Catalog::built_in().get(game).expect("the game is built in");
    AnyPosition::start(variant).expect("the start position is good")
}

/// Perft with counting at the last ply, as the library is meant to be used.
fn reference(board: &Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.len() as u64;
        } else {
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                nodes += reference(&next, depth - 1);
            }
        }
        false
    });
    nodes
}

/// Nodes per second of processor time.
fn rate(count: impl FnOnce() -> u64) -> f64 {
    let clock = ThreadTime::now();
    let nodes = count();
    nodes as f64 / clock.elapsed().as_secs_f64()
}

fn speed(arguments: &Arguments) {
    println!("| game | depth | fraction, median | lowest to highest | target | Fairy-Stockfish |");
    println!("|---|---|---|---|---|---|");
    let board = Board::default();
    for row in chosen(arguments) {
        let Row {
            game, depth, aim, ..
        } = row;
        let position = start(game);
        let [least, median, most] = spread(arguments.rounds, |_| {
            let theirs = rate(|| reference(black_box(&board), REFERENCE_DEPTH));
            rate(|| position.perft(black_box(depth))) / theirs
        });
        let peer = row.peer.map_or("-".to_owned(), |peer| format!("{peer:.3}"));
        println!(
            "| {game} | {depth} | {median:.3} | {least:.3} to {most:.3} | {aim:.2} | {peer} |"
        );
    }
    println!();
}

fn chosen(arguments: &Arguments) -> impl Iterator<Item = Row> {
    let wanted =
        |game: &str| arguments.games.is_empty() || arguments.games.iter().any(|name| name == game);
    GAMES.into_iter().filter(move |row| wanted(row.game))
}

fn startup(arguments: &Arguments) {
    let milliseconds = |work: &mut dyn FnMut()| {
        let clock = ThreadTime::now();
        work();
        clock.elapsed().as_secs_f64() * 1e3
    };
    println!("| start-up | milliseconds of processor time, median |");
    println!("|---|---|");
    let [_, catalog, _] = spread(arguments.rounds, |_| {
        milliseconds(&mut || {
            black_box(Catalog::with_file("empty.ini", ""));
        })
    });
    println!("| reading engine.ini, all games | {catalog:.2} |");
    let mut games: Vec<(f64, &str)> = Catalog::built_in()
        .games()
        .iter()
        .map(|variant| {
            let [_, median, _] = spread(arguments.rounds, |_| {
                milliseconds(&mut || {
                    black_box(AnyPosition::start(variant)).expect("the start position is good");
                })
            });
            (median, variant.name.as_str())
        })
        .collect();
    games.sort_by(|a, b| b.0.total_cmp(&a.0));
    let (slowest, rest) = games.split_at(5.min(games.len()));
    for (median, game) in slowest {
        println!("| tables of {game} | {median:.2} |");
    }
    if let Some((median, _)) = rest.first() {
        println!("| tables of any other game, at most | {median:.2} |");
    }
    println!();
}

/// Seconds that pass. Here processor time would hide what is asked for, so the machine
/// must be idle.
fn threads(arguments: &Arguments) {
    println!("| game | depth | two threads against one, median | lowest to highest |");
    println!("|---|---|---|---|");
    for Row { game, deep, .. } in chosen(arguments) {
        let position = start(game);
        let seconds = |threads| {
            let table = PerftTable::new(TABLE).expect("there is memory for the table");
            let options = PerftOptions {
                threads,
                table: Some(&table),
                stop: None,
            };
            let clock = Instant::now();
            black_box(position.perft_with(deep, options, &|_, _| {}));
            clock.elapsed().as_secs_f64()
        };
        let [least, median, most] = spread(arguments.rounds, |_| seconds(1) / seconds(2));
        println!("| {game} | {deep} | {median:.2} | {least:.2} to {most:.2} |",);
    }
}
