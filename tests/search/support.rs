//! Positions of every game to search, and engines with parts switched off.

use crate::data::vectors;
use crate::games;
use sliderule::geometry::ByWidth::{Full, Narrow, Wide};
use sliderule::geometry::{Bitboard, ByWidth, Family};
use sliderule::position::{AnyPosition, Position};
use sliderule::search::{
    Engine, Limits, Report, SearchResult, Stopper, Switches, TranspositionTable,
};
use std::sync::Arc;

/// Nothing but alpha-beta over the evaluation.
pub const NOTHING: Switches = Switches {
    pruning: false,
    reductions: false,
    extensions: false,
    table: false,
    quiescence: false,
};

/// The limits of a search to a depth.
pub fn depth(plies: u32) -> Limits {
    Limits {
        depth: Some(plies),
        ..Limits::default()
    }
}

/// The start positions of these built-in games.
fn starts(games: &[&str]) -> Vec<AnyPosition> {
    games.iter().map(|game| games::start(game)).collect()
}

/// The start positions of chess and the games that the program was made for.
pub fn all_games() -> Vec<AnyPosition> {
    starts(&games::GAMES)
}

/// The start positions of games that end in ways of their own.
pub fn games_with_other_ends() -> Vec<AnyPosition> {
    starts(&[
        "kingofthehill",
        "3check",
        "racingkings",
        "horde",
        "giveaway",
        "suicide",
        "losers",
        "misere",
        "extinction",
        "threekings",
        "atomic",
        "nocheckatomic",
        "breakthrough",
        "spartan",
        "shatranj",
    ])
}

/// A small generator of random numbers (SplitMix64), the same in every run.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 16) as usize % bound
    }
}

/// So many positions of random games, some plies apart, none of them ended. Captures are
/// preferred, so that endgames are among them. They keep their history: repetition
/// counts in them.
pub fn random_positions(start: &AnyPosition, seed: u64, count: usize) -> Vec<AnyPosition> {
    let mut random = Random(seed);
    let mut found = Vec::new();
    let mut position = start.clone();
    let mut wait = 3;
    while found.len() < count {
        if position.status().is_over() || position.ply() > 300 {
            position = start.clone();
        }
        let moves = position.legal_moves();
        let mut mv = moves[random.below(moves.len())];
        let captures: Vec<_> = moves
            .iter()
            .filter(|&&mv| position.victim(mv).is_some())
            .collect();
        if !captures.is_empty() && random.below(3) == 0 {
            mv = *captures[random.below(captures.len())];
        }
        position.make_unchecked(mv);
        if wait > 0 {
            wait -= 1;
        } else if !position.status().is_over() {
            found.push(position.clone());
            wait = random.below(25);
        }
    }
    found
}

/// The tactics of a game: positions with few pieces, close to an end.
pub fn small_positions(start: &AnyPosition) -> Vec<AnyPosition> {
    let name = &start.variant().name;
    vectors("tactics.tsv")
        .into_iter()
        .filter(|line| &line[0] == name)
        .map(|line| games::position(name, &line[1]))
        .collect()
}

/// Positions of both sorts: so many of random games, and at most as many tactics.
pub fn positions(start: &AnyPosition, seed: u64, count: usize) -> Vec<AnyPosition> {
    let mut all = random_positions(start, seed, count);
    all.extend(small_positions(start).into_iter().take(count));
    all
}

struct Engines;

impl Family for Engines {
    type Of<B: Bitboard> = Engine<B>;
}

/// An engine for one game with some parts switched off.
pub struct Searcher(ByWidth<Engines>);

fn switched<B: Bitboard>(position: &Position<B>, switches: Switches) -> Engine<B> {
    let table = Arc::new(TranspositionTable::new(1).unwrap());
    let mut engine = Engine::new(position.variant(), table, 1);
    engine.switches = switches;
    engine
}

impl Searcher {
    pub fn new(start: &AnyPosition, switches: Switches) -> Self {
        Self(match start.by_width() {
            Narrow(p) => Narrow(switched(p, switches)),
            Wide(p) => Wide(switched(p, switches)),
            Full(p) => Full(switched(p, switches)),
        })
    }

    pub fn go(&mut self, position: &AnyPosition, limits: &Limits) -> SearchResult {
        self.go_reporting(position, limits, &mut |_| {})
    }

    pub fn go_reporting(
        &mut self,
        position: &AnyPosition,
        limits: &Limits,
        on_report: &mut dyn FnMut(&Report),
    ) -> SearchResult {
        let stopper = Stopper::default();
        stopper.arm(limits);
        match (&mut self.0, position.by_width()) {
            (Narrow(e), Narrow(p)) => e.go(p, limits, &stopper, on_report),
            (Wide(e), Wide(p)) => e.go(p, limits, &stopper, on_report),
            (Full(e), Full(p)) => e.go(p, limits, &stopper, on_report),
            _ => panic!("a position of another game"),
        }
    }

    /// The static evaluation for the side to move.
    pub fn evaluate(&self, position: &AnyPosition) -> i32 {
        match (&self.0, position.by_width()) {
            (Narrow(e), Narrow(p)) => e.evaluator().evaluate(p),
            (Wide(e), Wide(p)) => e.evaluator().evaluate(p),
            (Full(e), Full(p)) => e.evaluator().evaluate(p),
            _ => panic!("a position of another game"),
        }
    }
}
