//! What is wrong or odd about games and shows only when they are played.

use super::AnyPosition;
use super::outcome::Status;
use super::tables::footprint;
use crate::geometry::{Bitboard, Bits256};
use crate::rules::{Catalog, IniProblem, Variant};
use std::collections::HashMap;
use std::sync::Arc;

/// What the author of a file of the catalog may have overlooked in its games, by line.
pub fn advice(catalog: &Catalog, file: &str) -> Vec<IniProblem> {
    let mut advice = catalog.advice(file, &|variant, piece, from| {
        let mut squares = Bits256::EMPTY;
        for pattern in variant.patterns_of(piece) {
            let footprint = footprint::<Bits256>(variant, piece, from, &pattern);
            squares |= footprint.quiet;
            squares |= footprint.captures;
        }
        squares
    });
    let mut endings: HashMap<String, Option<String>> = HashMap::new();
    for game in catalog.games_in(file) {
        let ending = endings
            .entry(catalog.start_rules(&game.name))
            .or_insert_with(|| ending(game));
        if let Some(why) = ending {
            advice.push(IniProblem {
                location: game.start_location.clone(),
                section: Some(game.name.clone()),
                key: Some("startFen".into()),
                message: format!("the game is over before the first move: {why}"),
            });
        }
    }
    advice.sort_by_key(|p| p.location.line);
    advice
}

/// Why a game is over before its first move, if it is.
fn ending(game: &Arc<Variant>) -> Option<String> {
    let start = AnyPosition::start(game).ok()?;
    match start.status() {
        Status::Ended(winner, reason) => Some(reason.in_words(winner, start.side_to_move(), game)),
        _ => None,
    }
}

/// Disables the games of a catalog whose start position is refused.
pub fn check_starts(catalog: &mut Catalog) {
    catalog.disable_where(|game| {
        AnyPosition::start(game)
            .err()
            .map(|error| error.to_string())
    });
}
