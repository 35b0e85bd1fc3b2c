//! Bytes as input, for a fuzzer (`fuzz/`) and for property tests alike.
//!
//! Each function here takes any bytes, makes a text or a game of them, and checks that
//! what comes out is a value or one short line. The first bytes choose a game and
//! whether the rest is the text itself or the slips in one that is right ([`Feed`]).

mod feed;
mod games;
mod talk;

use crate::alone::{check_alone, check_attacks, check_texts};
use crate::choose::choose;
use crate::reference;
use feed::Feed;
use sliderule::pgn::{self, Game, GameResult};
use sliderule::position::AnyPosition;
use sliderule::rules::{BUILT_IN_INI, Catalog, betza};
use std::fmt::Display;
use std::sync::LazyLock;
pub use talk::{uci, xboard};

/// The start positions of all games built in.
static STARTS: LazyLock<Vec<AnyPosition>> = LazyLock::new(|| {
    let games = Catalog::built_in().games().iter();
    let start = |game| AnyPosition::start(game).unwrap_or_else(|e| panic!("{e}"));
    games.map(start).collect()
});

/// Positions that are right, with the names of their games.
static FENS: LazyLock<Vec<(&str, &str)>> = LazyLock::new(|| {
    let lines = include_str!("../../data/moves.tsv").lines();
    let fields = lines.filter_map(|line| {
        let mut fields = line.split('\t');
        Some((fields.next()?, fields.next()?))
    });
    fields.filter(|(_, fen)| *fen != "startpos").collect()
});

/// The sections of the built-in games: name, the parent's name, text.
static SECTIONS: LazyLock<Vec<(&str, Option<&str>, &str)>> = LazyLock::new(|| {
    let starts: Vec<usize> = BUILT_IN_INI
        .match_indices("\n[")
        .map(|(at, _)| at + 1)
        .collect();
    let ends = starts.iter().skip(1).copied().chain([BUILT_IN_INI.len()]);
    let sections = starts.iter().zip(ends).map(|(&start, end)| {
        let text = &BUILT_IN_INI[start..end];
        let header = text.lines().next().unwrap_or_default();
        let header = header.trim_matches(['[', ']']);
        match header.split_once(':') {
            Some((name, parent)) => (name, Some(parent), text),
            None => (header, None, text),
        }
    });
    sections.collect()
});

/// Moves in Betza notation that are right.
const BETZA: [&str; 12] = [
    "B3cabN",
    "mafsWmafsF",
    "mfWcefFimfnD",
    "mfFcefWimfnA",
    "R6FN",
    "Q15nA0",
    "KCZ",
    "FmWcnD",
    "KNADcaKmcabK",
    "mRcpRgQjB",
    "FyafsFoW3",
    "mQcafmQqNzB",
];

/// An error message is one line that fits on a screen.
pub fn check_message(error: &impl Display) {
    let text = error.to_string();
    assert!(!text.is_empty());
    assert!(!text.chars().any(char::is_control), "{text:?}");
    assert!(text.chars().count() <= 300, "{text:?}");
}

/// A line for another program has no control characters but the tab that XBoard's
/// texts may have.
fn check_line(line: &str) {
    let strange = |c: char| c.is_control() && c != '\t';
    assert!(!line.chars().any(strange), "{line:?}");
}

/// A FEN is refused in one line, or read and printed in its normal form.
pub fn check_fen(start: &AnyPosition, fen: &str) {
    match start.with_fen(fen) {
        Err(error) => check_message(&error),
        Ok(position) => {
            let normal = position.fen();
            let again = start.with_fen(&normal);
            let again = again.unwrap_or_else(|e| panic!("{fen}: {normal}: {e}"));
            assert_eq!(again.fen(), normal, "{fen}");
            assert_eq!(again.key(), position.key(), "{fen}");
            let count = position.count_legal_moves();
            assert_eq!(count, position.legal_moves().len() as u64, "{fen}");
        }
    }
}

/// A text is refused in one line, or is one of the legal moves.
pub fn check_move(position: &mut AnyPosition, text: &str) {
    match position.parse_move(text) {
        Err(error) => check_message(&error),
        Ok(mv) => {
            assert!(position.legal_moves().contains(&mv), "{text}");
            let normal = position.move_text(mv);
            assert_eq!(position.parse_move(&normal), Ok(mv), "{text}");
        }
    }
}

/// Betza is refused in one line, or printed as the same moves.
pub fn check_betza(text: &str) {
    match betza::parse(text) {
        // The column is in the message; the rest of it must be short, too.
        Err(error) if text.len() < 100 && !text.contains(char::is_control) => {
            check_message(&error);
        }
        Err(_) => {}
        Ok(read) => {
            let printed = read.to_string();
            let again = betza::parse(&printed).unwrap_or_else(|e| panic!("{text}: {printed}: {e}"));
            assert_eq!(again.patterns(), read.patterns(), "{text}: {printed}");
        }
    }
}

/// The games of a catalog that can be started. What is wrong is said in one line each.
pub fn check_catalog(catalog: &Catalog) -> Vec<AnyPosition> {
    for problem in catalog.problems() {
        check_message(problem);
        assert!(problem.location.line >= 1);
        if let Some(game) = &problem.section {
            check_message(&catalog.get(game).expect_err("it has a problem"));
        }
    }
    let mut starts = Vec::new();
    for game in catalog.games() {
        match AnyPosition::start(game) {
            Err(error) => check_message(&error),
            Ok(start) => starts.push(start),
        }
    }
    starts
}

/// One of the games, and the number of the choice.
fn game(feed: &mut Feed<'_>) -> &'static AnyPosition {
    &STARTS[feed.below(STARTS.len())]
}

/// Bytes as a FEN.
pub fn fen(bytes: &[u8]) {
    let feed = &mut Feed::new(bytes);
    let start = game(feed);
    let own: Vec<&str> = FENS
        .iter()
        .filter(|(game, _)| *game == start.variant().name)
        .map(|(_, fen)| *fen)
        .collect();
    let text = match feed.byte() % 4 {
        0 => feed.text(usize::MAX),
        1 if !own.is_empty() => {
            let good = own[feed.below(own.len())];
            feed.edited(good)
        }
        _ => feed.edited(&start.fen()),
    };
    check_fen(start, &text);
}

/// Bytes as the text of a move, some moves after the start.
pub fn move_text(bytes: &[u8]) {
    let feed = &mut Feed::new(bytes);
    let mut position = game(feed).clone();
    for _ in 0..feed.byte() % 16 {
        let Some(mv) = choose(&mut position, feed.word()) else {
            break;
        };
        position.make_unchecked(mv);
    }
    let before = position.fen();
    let choice = feed.word();
    let good = choose(&mut position, choice).map(|mv| position.move_text(mv));
    let text = match good {
        Some(good) if choice % 4 != 1 => feed.edited(&good),
        _ => feed.text(usize::MAX),
    };
    check_move(&mut position, &text);
    assert_eq!(position.fen(), before, "{text}");
}

/// Bytes as a piece's moves.
pub fn betza(bytes: &[u8]) {
    let feed = &mut Feed::new(bytes);
    let text = match feed.byte() {
        choice @ 0..128 => feed.edited(BETZA[usize::from(choice) % BETZA.len()]),
        _ => feed.text(usize::MAX),
    };
    check_betza(&text);
}

/// Bytes as a file of games; those that load are played for some moves.
pub fn ini(bytes: &[u8]) {
    let feed = &mut Feed::new(bytes);
    let seed = feed.word();
    let text = match feed.byte() % 8 {
        0 => feed.text(usize::MAX),
        1..=3 => {
            play_made_game(feed);
            return;
        }
        _ => {
            let (mut name, mut parent, own) = SECTIONS[feed.below(SECTIONS.len())];
            let mut text = String::from(own);
            while let Some(above) = parent {
                let found = SECTIONS.iter().find(|section| section.0 == above);
                let found = found.unwrap_or_else(|| panic!("{name} has no parent"));
                text = format!("{}\n{text}", found.2);
                (name, parent) = (found.0, found.1);
            }
            feed.edited(&text)
        }
    };
    let catalog = Catalog::from_texts(&[("file.ini", &text)]);
    for mut position in check_catalog(&catalog) {
        for n in 0..4 {
            check_alone(&mut position);
            check_attacks(&position);
            let Some(mv) = choose(&mut position, seed.rotate_left(n * 5)) else {
                break;
            };
            position.make_unchecked(mv);
        }
        let _ = position.status();
    }
}

/// Bytes as a game made from keys that are right, and played. Returns whether it loads.
pub fn made_game(bytes: &[u8]) -> bool {
    play_made_game(&mut Feed::new(bytes))
}

/// The file of that game.
pub fn made_ini(bytes: &[u8]) -> String {
    games::ini(&mut Feed::new(bytes))
}

fn play_made_game(feed: &mut Feed<'_>) -> bool {
    let text = games::ini(feed);
    let catalog = Catalog::from_texts(&[("file.ini", &text)]);
    let starts = check_catalog(&catalog);
    let start = starts
        .iter()
        .find(|start| start.variant().name == games::NAME);
    if let Some(start) = start {
        play_out(&catalog, start, feed);
    }
    start.is_some()
}

/// A game of up to 200 plies, as long as there are bytes: every position can be read
/// back, texts name one move each, and the whole is read back from PGN.
fn play_out(catalog: &Catalog, start: &AnyPosition, feed: &mut Feed<'_>) {
    let mut position = start.clone();
    let mut game = Game::new(start.clone());
    for ply in 0..200 {
        if ply % 16 == 0 {
            check_alone(&mut position);
            check_attacks(&position);
            check_texts(&mut position);
        }
        let choice = feed.word();
        let Some(mv) = choose(&mut position, choice).filter(|_| !feed.is_empty()) else {
            break;
        };
        position.make_unchecked(mv);
        game.moves.push(mv);
        let texts = position.legal_move_texts();
        assert!(texts.is_sorted_by(|a, b| a < b), "{texts:?}");
        let (fen, key) = (position.fen(), position.key());
        assert_eq!(key, position.recomputed_key(), "{fen}");
        let read = position.with_fen(&fen);
        let read = read.unwrap_or_else(|e| panic!("{fen}: {e}"));
        assert_eq!((read.fen(), read.key()), (fen, key));
    }
    check_alone(&mut position);
    check_texts(&mut position);
    game.result = GameResult::of(&position);
    let saved = game.to_pgn();
    let read = pgn::read(&saved, catalog).unwrap_or_else(|e| panic!("{saved}: {e}"));
    assert_eq!((&read.moves, read.result), (&game.moves, game.result));
    assert_eq!(read.position().fen(), position.fen());
    while position.undo().is_some() {}
    assert_eq!((position.fen(), position.key()), (start.fen(), start.key()));
}

/// Bytes as a game: each two choose a legal move, or a text that is refused, or take
/// moves back. Now and then all that must hold of a position is looked at.
pub fn play(bytes: &[u8]) {
    let feed = &mut Feed::new(bytes);
    let start = game(feed);
    let name = start.variant().name.clone();
    let mut position = start.clone();
    let mut passed: Vec<(String, u64)> = Vec::new();
    while !feed.is_empty() {
        let (kind, choice) = (feed.byte(), feed.word());
        match kind {
            0..200 => {
                if let Some(mv) = choose(&mut position, choice) {
                    passed.push((position.fen(), position.key()));
                    position.make_unchecked(mv);
                }
            }
            200..225 => {
                let text = feed.text(6);
                check_move(&mut position, &text);
            }
            _ => {
                for _ in 0..kind - 224 {
                    let Some(before) = passed.pop() else { break };
                    assert!(position.undo().is_some());
                    assert_eq!((position.fen(), position.key()), before);
                }
            }
        }
        assert_eq!(position.key(), position.recomputed_key());
        if kind % 16 == 0 {
            check_alone(&mut position);
            check_attacks(&position);
            check_reference(&name, &mut position);
        }
    }
    let _ = position.status();
    while let Some(before) = passed.pop() {
        assert!(position.undo().is_some());
        assert_eq!((position.fen(), position.key()), before);
    }
    assert_eq!(position.undo(), None);
    assert_eq!(position.fen(), start.fen());
}

/// The slow generator written from the rules finds the same moves, where it knows the
/// game.
fn check_reference(game: &str, position: &mut AnyPosition) {
    if reference::knows(game) {
        let fen = position.fen();
        let expected = reference::legal_moves(game, &fen).unwrap_or_else(|e| panic!("{fen}: {e}"));
        assert_eq!(position.legal_move_texts(), expected, "{fen}");
    }
}
