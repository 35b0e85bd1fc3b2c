//! The positions from which games start.

use super::words::Words;
use crate::pgn;
use crate::position::{AnyPosition, Move};
use crate::rules::Catalog;
use crate::rules::ini::shown_path;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use serde::Serialize;
use std::path::PathBuf;

/// Random moves are tried so often before there is no such opening.
const TRIES: usize = 1000;

/// A position, and moves from there that nobody thinks about.
#[derive(Clone)]
pub struct Opening {
    /// The position.
    pub start: AnyPosition,
    /// The moves.
    pub moves: Vec<Move>,
}

/// How openings follow each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum Order {
    /// As the file has them, and from its beginning again.
    Sequential,
    /// Each once in a random order, and then in another.
    Random,
}

/// A source of openings: the same number always gives the same one.
pub enum Openings {
    /// All games start there.
    Start(AnyPosition),
    /// Random moves.
    Random {
        /// The position before them.
        start: AnyPosition,
        /// Their number.
        plies: usize,
        /// What makes them the same again.
        seed: u64,
    },
    /// Those of a file.
    List {
        /// In the order of the file.
        all: Vec<Opening>,
        /// How they follow each other.
        order: Order,
        /// The first one, from 0.
        first: usize,
        /// What makes a random order the same again.
        seed: u64,
    },
}

/// What `--openings` says.
#[derive(Clone, Debug)]
pub struct OpeningFile {
    /// The file.
    pub file: PathBuf,
    /// What is in it.
    pub format: FileFormat,
    /// How the openings follow each other.
    pub order: Order,
    /// The first one, from 0.
    pub first: usize,
    /// Only so many plies of each game.
    pub plies: usize,
}

/// What is in a file of openings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileFormat {
    /// A position a line.
    Epd,
    /// Games.
    Pgn,
}

impl OpeningFile {
    /// Reads the words behind `--openings`.
    ///
    /// # Errors
    /// What makes no sense.
    pub fn read(words: &[String]) -> Result<Self, String> {
        let mut words = Words::read("--openings", words)?;
        let Some(file) = words.take("file")?.map(PathBuf::from) else {
            return Err("--openings: file= is missing".into());
        };
        let is_pgn = file
            .extension()
            .is_some_and(|e| e.eq_ignore_ascii_case("pgn"));
        let format = match words.take("format")?.as_deref() {
            Some("epd" | "fen") => FileFormat::Epd,
            Some("pgn") => FileFormat::Pgn,
            None if is_pgn => FileFormat::Pgn,
            None => FileFormat::Epd,
            Some(other) => return Err(words.wrong("format", other, "expected epd or pgn")),
        };
        let order = match words.take("order")?.as_deref() {
            None | Some("sequential") => Order::Sequential,
            Some("random") => Order::Random,
            Some(other) => {
                return Err(words.wrong("order", other, "expected sequential or random"));
            }
        };
        let wanted = "expected a number from 1";
        let start = words.parse::<std::num::NonZeroUsize>("start", wanted)?;
        let plies = words.parse::<std::num::NonZeroUsize>("plies", wanted)?;
        words.finish()?;
        Ok(Self {
            file,
            format,
            order,
            first: start.map_or(0, |n| n.get() - 1),
            plies: plies.map_or(usize::MAX, Into::into),
        })
    }

    /// Reads the openings of a game out of the text of the file.
    ///
    /// # Errors
    /// What is wrong, and in which line.
    pub fn parse(
        &self,
        text: &str,
        start: &AnyPosition,
        catalog: &Catalog,
        seed: u64,
    ) -> Result<Openings, String> {
        let file = shown_path(&self.file);
        let all = match self.format {
            FileFormat::Epd => epd(text, start),
            FileFormat::Pgn => games(text, start, catalog, self.plies),
        };
        let all = all.map_err(|(line, why)| format!("{file}:{line}: {why}"))?;
        if all.is_empty() {
            return Err(format!("{file}: no opening is in the file"));
        }
        Ok(Openings::List {
            all,
            order: self.order,
            first: self.first,
            seed,
        })
    }
}

/// Positions, one a line; lines that begin with # are skipped.
fn epd(text: &str, start: &AnyPosition) -> Result<Vec<Opening>, (usize, String)> {
    let mut openings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let start = position(line, start).map_err(|why| (index + 1, why))?;
        if start.status().is_over() {
            let why = format!("the game is over there ({})", start.status());
            return Err((index + 1, why));
        }
        let moves = Vec::new();
        openings.push(Opening { start, moves });
    }
    Ok(openings)
}

/// A FEN, or an EPD: four fields and operations, of which the counters are understood.
fn position(line: &str, start: &AnyPosition) -> Result<AnyPosition, String> {
    let whole = start.with_foreign_fen(line);
    let why = match whole {
        Ok((position, _)) => return Ok(position),
        Err(why) => why,
    };
    let words: Vec<&str> = line.split_whitespace().collect();
    if words.len() < 4 {
        return Err(why.to_string());
    }
    let operation = |name: &str| {
        let at = words.iter().position(|word| *word == name)?;
        Some(words.get(at + 1)?.trim_end_matches(';'))
    };
    let (halfmoves, fullmoves) = (operation("hmvc"), operation("fmvn"));
    let fen = [
        &words[..4],
        &[halfmoves.unwrap_or("0"), fullmoves.unwrap_or("1")],
    ];
    let read = start.with_foreign_fen(&fen.concat().join(" "));
    match read {
        Ok((position, _)) => Ok(position),
        Err(_) => Err(why.to_string()),
    }
}

/// The beginnings of games.
fn games(
    text: &str,
    start: &AnyPosition,
    catalog: &Catalog,
    plies: usize,
) -> Result<Vec<Opening>, (usize, String)> {
    let games = pgn::read_all(text, catalog).map_err(|error| (error.line, error.message))?;
    let mut openings = Vec::new();
    for (index, game) in games.into_iter().enumerate() {
        let (theirs, ours) = (&game.start.variant().name, &start.variant().name);
        if theirs != ours {
            let why = format!("game {} is one of '{theirs}', not of '{ours}'", index + 1);
            return Err((1, why));
        }
        let mut moves = game.moves;
        moves.truncate(plies);
        // What would be over before it begins loses its last moves.
        while game_after(&game.start, &moves).status().is_over() && moves.pop().is_some() {}
        openings.push(Opening {
            start: game.start,
            moves,
        });
    }
    Ok(openings)
}

fn game_after(start: &AnyPosition, moves: &[Move]) -> AnyPosition {
    let mut position = start.clone();
    for &mv in moves {
        position.make_unchecked(mv);
    }
    position
}

impl Opening {
    /// The position after its moves.
    pub fn end(&self) -> AnyPosition {
        game_after(&self.start, &self.moves)
    }
}

impl Openings {
    /// The opening of this number, from 0.
    ///
    /// # Errors
    /// No random moves lead to a game that goes on.
    pub fn get(&self, number: usize) -> Result<Opening, String> {
        match self {
            Self::Start(start) => Ok(Opening {
                start: start.clone(),
                moves: Vec::new(),
            }),
            Self::Random { start, plies, seed } => {
                random(start, *plies, *seed, number).ok_or_else(|| {
                    format!("--random-plies {plies}: no game found that goes on so long")
                })
            }
            Self::List {
                all,
                order,
                first,
                seed,
            } => {
                let at = (first + number) % all.len();
                let index = match order {
                    Order::Sequential => at,
                    Order::Random => shuffled(all.len(), *seed, (first + number) / all.len())[at],
                };
                Ok(all[index].clone())
            }
        }
    }
}

/// A generator that is another one for every number.
pub(super) fn generator(seed: u64, number: usize) -> Xoshiro256PlusPlus {
    // Any odd factor keeps numbers apart.
    const APART: u64 = 0x9e37_79b9_7f4a_7c15;
    let number = (number as u64).wrapping_add(1).wrapping_mul(APART);
    Xoshiro256PlusPlus::seed_from_u64(seed ^ number)
}

/// A number below `count`. The highest bits decide; the bias is that of 2^64 to a list.
fn below(random: &mut impl Rng, count: usize) -> usize {
    ((u128::from(random.next_u64()) * count as u128) >> 64) as usize
}

fn random(start: &AnyPosition, plies: usize, seed: u64, number: usize) -> Option<Opening> {
    let mut random = generator(seed, number);
    'tries: for _ in 0..TRIES {
        let mut position = start.clone();
        let mut moves = Vec::new();
        for _ in 0..plies {
            if position.status().is_over() {
                continue 'tries;
            }
            let mut legal = position.legal_moves();
            // The order in which moves are found may change; their texts do not.
            legal.sort_by_cached_key(|&mv| position.move_text(mv));
            let mv = legal[below(&mut random, legal.len())];
            position.make_unchecked(mv);
            moves.push(mv);
        }
        if !position.status().is_over() {
            let start = start.clone();
            return Some(Opening { start, moves });
        }
    }
    None
}

/// The numbers below `count` in a random order, another one in each round.
fn shuffled(count: usize, seed: u64, round: usize) -> Vec<usize> {
    let mut random = generator(seed, round);
    let mut numbers: Vec<usize> = (0..count).collect();
    for last in (1..count).rev() {
        numbers.swap(last, below(&mut random, last + 1));
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prelude::start;

    fn texts(opening: &Opening) -> Vec<String> {
        opening.start.line_texts(&opening.moves)
    }

    #[test]
    fn random_openings_depend_on_seed_and_number_alone() {
        for game in ["chess", "opposition", "battery"] {
            let start = start(game).unwrap();
            let openings = |seed| Openings::Random {
                start: start.clone(),
                plies: 6,
                seed,
            };
            let (one, other) = (openings(1), openings(2));
            let first = texts(&one.get(0).unwrap());
            assert_eq!(first.len(), 6);
            assert_eq!(first, texts(&one.get(0).unwrap()));
            assert_ne!(first, texts(&one.get(1).unwrap()));
            assert_ne!(first, texts(&other.get(0).unwrap()));
        }
    }

    #[test]
    fn positions_are_read_with_and_without_counters() {
        let chess = start("chess").unwrap();
        let board = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq";
        let text = format!("# a book\n{board} - 0 2\n\n{board} - fmvn 2; id \"Sicilian\";\n");
        let all = epd(&text, &chess).unwrap();
        assert_eq!(all.len(), 2);
        assert_eq!(all[0].start.fen(), all[1].start.fen());
        let (line, why) = epd("# x\nrubbish", &chess).err().unwrap();
        assert_eq!(line, 2);
        assert!(why.starts_with("only one field"), "{why}");
        let over = "7k/5KQ1/8/8/8/8/8/8 b - - 0 1";
        let (line, why) = epd(over, &chess).err().unwrap();
        assert_eq!(
            (line, why.as_str()),
            (1, "the game is over there (checkmate)")
        );
    }

    #[test]
    fn every_opening_of_a_file_comes_once_in_each_round() {
        let chess = start("chess").unwrap();
        let texts = ["e2e4", "d2d4", "c2c4", "b1c3", "g1f3"];
        let all = texts.map(|text| Opening {
            start: chess.clone(),
            moves: vec![chess.parse_move(text).unwrap()],
        });
        let list = Openings::List {
            all: all.to_vec(),
            order: Order::Random,
            first: 0,
            seed: 7,
        };
        let round = |from: usize| -> Vec<String> {
            let numbers = from..from + 5;
            let mut found: Vec<String> = numbers
                .map(|n| super::tests::texts(&list.get(n).unwrap()).concat())
                .collect();
            found.sort_unstable();
            found
        };
        let mut all = texts.map(String::from);
        all.sort_unstable();
        assert_eq!(round(0), all);
        assert_eq!(round(5), all);
    }
}
