//! The pieces of a game: their ids, moves, names, regions and values.

use super::{Context, Fields};
use crate::geometry::Bitboard;
use crate::rules::betza;
use crate::rules::ini::{Entry, shortened};
use crate::rules::keys::{self, STANDARD_PIECES};
use crate::rules::pattern::Pattern;
use crate::rules::piece::{PieceId, PieceType};
use crate::rules::sets::{self, OldNames};
use crate::rules::variant::PieceDef;
use std::collections::HashMap;

/// The longest name of a piece, in characters: names are part of messages.
const MAX_NAME: usize = 40;

/// A rook's value on the dialect's scale, at the start and at the end of a game, and
/// here in centipawns.
const ROOK: (i32, i32, i32) = (1276, 1380, 500);

/// What was read.
pub(super) struct Pieces {
    /// Sorted by id.
    pub defs: Vec<PieceDef>,
    /// By generation: what ids meant then.
    pub old: Vec<OldNames>,
}

/// Reads the pieces. A piece of a younger section takes its letter from an older one
/// that has the same, which then is no part of the game any more.
pub(super) fn read(fields: &mut Fields) -> Pieces {
    let own = fields.own_generation();
    let double_step = fields.bool("doubleStep", true);
    let mut entries = fields.pieces().to_vec();
    entries.sort_by_key(|(generation, entry)| (*generation, place(&entry.key)));
    let mut table: Vec<(PieceId, usize, Entry)> = Vec::new();
    let mut known: Vec<HashMap<PieceId, String>> = vec![HashMap::new(); own + 1];
    for (generation, entry) in &entries {
        table.retain(|(_, _, older)| older.key != entry.key);
        if entry.value != "-" {
            match id_of(entry, &entries) {
                Ok(id) => {
                    let twice = table.iter().any(|(i, g, _)| *i == id && g == generation);
                    if twice && *generation == own {
                        fields.problem(&entry.key, format!("the id '{id}' is used twice"));
                    }
                    table.retain(|(other, _, _)| *other != id);
                    table.push((id, *generation, entry.clone()));
                }
                Err(message) => {
                    fields.problem(&entry.key, message);
                    fields.doubt_pieces();
                }
            }
        }
        known[*generation] = names(&table);
    }
    // A generation without pieces knows those of the one before.
    for generation in 1..=own {
        if !entries.iter().any(|(g, _)| *g == generation) {
            known[generation] = known[generation - 1].clone();
        }
    }
    let mut defs: Vec<PieceDef> = Vec::new();
    for (id, _, entry) in table {
        let (betza, patterns) = match read_moves(id, &entry) {
            Ok(moves) => moves,
            // It stays a piece, so that what else is said of it can be checked.
            Err(message) => {
                fields.problem(&entry.key, message);
                Default::default()
            }
        };
        defs.push(PieceDef {
            id,
            name: default_name(id, &entry.key),
            betza,
            patterns,
            region: Default::default(),
            value: None,
            key: entry.key,
        });
    }
    let pawn = defs.iter_mut().find(|piece| piece.key == "pawn");
    if let Some(pawn) = pawn.filter(|_| !double_step) {
        pawn.patterns.retain(|p: &Pattern| !p.initial);
    }
    defs.sort_by_key(|p| p.id);
    if defs.is_empty() && fields.doubtful() == Default::default() {
        fields.problem("king", "the game has no pieces");
    }
    let now = |key: &String| defs.iter().position(|piece| piece.key == *key);
    let old = known
        .iter()
        .map(|then| {
            let meaning = |(id, key): (&PieceId, &String)| (*id, now(key).map(PieceType::new));
            then.iter().map(meaning).collect()
        })
        .collect();
    Pieces { defs, old }
}

/// What a piece is called that the game does not name: as its key if that is a word,
/// else as its id.
fn default_name(id: PieceId, key: &str) -> String {
    if keys::standard_piece(key).is_none() {
        return id.to_string();
    }
    let mut name = String::new();
    for letter in key.chars() {
        if name.is_empty() {
            name.push(letter.to_ascii_uppercase());
        } else if letter.is_ascii_uppercase() {
            name.extend([' ', letter.to_ascii_lowercase()]);
        } else {
            name.push(letter);
        }
    }
    name
}

fn names(table: &[(PieceId, usize, Entry)]) -> HashMap<PieceId, String> {
    let name = |(id, _, entry): &(PieceId, usize, Entry)| (*id, entry.key.clone());
    table.iter().map(name).collect()
}

/// The order in which the dialect reads the pieces of one section: the standard ones, the
/// custom ones, the king.
fn place(key: &str) -> (usize, u8) {
    let standard = STANDARD_PIECES.iter().position(|(name, _)| *name == key);
    match (standard, keys::custom_piece(key)) {
        (_, Some(number)) => (1000, number),
        (Some(place), None) if key != "king" => (place, 0),
        _ => (2000, 0),
    }
}

/// The id of `id:betza`, or of `id` alone.
fn id_of(entry: &Entry, all: &[(usize, Entry)]) -> Result<PieceId, String> {
    let (id, moves) = match entry.value.split_once(':') {
        Some((id, moves)) => (id.trim(), Some(moves)),
        None => (entry.value.as_str(), None),
    };
    if let Some((id, _, "")) = PieceId::parse_prefix(id) {
        return Ok(id);
    }
    if moves.is_none() && !id.is_empty() && keys::standard_piece(&entry.key).is_none() {
        let taken = |letter: char| all.iter().any(|(_, e)| e.value.starts_with(letter));
        let free = ('a'..='z').find(|&letter| !taken(letter)).unwrap_or('x');
        let moves = shortened(id);
        return Err(format!(
            "the colon is missing: write the piece's letter, a colon and its moves, such as \
             {free}:{moves}"
        ));
    }
    Err(sets::IdError::NotAnId(id.into()).to_string())
}

/// The moves of `id:betza`, or of `id` alone for a piece whose moves the key names.
fn read_moves(id: PieceId, entry: &Entry) -> Result<(String, Vec<Pattern>), String> {
    let own_moves = keys::standard_piece(&entry.key);
    let betza_text = entry.value.split_once(':').map(|(_, betza)| betza.trim());
    let Some(betza) = betza_text.or(own_moves) else {
        return Err(format!("the moves are missing: write {id}:betza"));
    };
    // A piece that never moves has no Betza.
    if betza.is_empty() && own_moves.is_some() {
        return Ok(Default::default());
    }
    let parsed = betza::parse(betza).map_err(|e| e.to_string())?;
    let patterns = parsed
        .patterns()
        .map_err(|(column, problem)| format!("{column}: {problem}"))?;
    Ok((betza.into(), patterns))
}

/// Reads the names for people.
pub(super) fn read_names(fields: &mut Fields, context: &Context, pieces: &mut [PieceDef]) {
    let ids = context.ids(fields, "pieceNames");
    fields.read("pieceNames", (), |text| {
        for pair in text.split(',').map(str::trim).filter(|p| !p.is_empty()) {
            let (id, name) = pair
                .split_once(':')
                .ok_or_else(|| format!("'{}' is not a pair such as n:Knight", shortened(pair)))?;
            let name = name.trim();
            if name.is_empty() || name.chars().count() > MAX_NAME || name.contains(char::is_control)
            {
                return Err(format!(
                    "'{}' is not a name of 1 to {MAX_NAME} printable characters",
                    shortened(name)
                ));
            }
            if let Some(kind) = sets::one_type(ids, id).map_err(|e| e.to_string())? {
                pieces[kind.index()].name = name.into();
            }
        }
        Ok(())
    });
}

/// Reads where pieces may go. An empty region is none.
pub(super) fn read_regions(fields: &mut Fields, context: &Context, pieces: &mut [PieceDef]) {
    for key in fields.keys() {
        let Some((color, piece)) = keys::mobility_piece(&key) else {
            continue;
        };
        let known = pieces.iter().any(|p| p.key == piece);
        if !known && fields.is_own(&key) && fields.doubtful() == Default::default() {
            fields.problem(&key, format!("the game has no {piece}"));
        }
        let region = context.squares(fields, &[&key], context.shape.all());
        for piece in pieces.iter_mut().filter(|p| p.key == piece) {
            piece.region[color] = Some(region).filter(|r| !r.is_empty());
        }
    }
}

/// Reads what the game says that pieces are worth.
pub(super) fn read_values(fields: &mut Fields, context: &Context, pieces: &mut [PieceDef]) {
    let middle = context.counts(fields, "pieceValueMg");
    let end = context.counts(fields, "pieceValueEg");
    for (piece, values) in pieces.iter_mut().zip(middle.into_iter().zip(end)) {
        let share = |value: u16, rook: i32| i32::from(value) * ROOK.2 / rook;
        piece.value = match values {
            (None, None) => None,
            (Some(m), None) => Some(share(m, ROOK.0)),
            (None, Some(e)) => Some(share(e, ROOK.1)),
            (Some(m), Some(e)) => Some((share(m, ROOK.0) + share(e, ROOK.1)) / 2),
        };
    }
}
