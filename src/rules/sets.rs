//! The small languages of ini values: sets of squares, sets of piece types, maps.
//!
//! | value | example | meaning |
//! |---|---|---|
//! | squares | `*8 *9 e4 b*` | ranks 8 and 9, the square e4, the file b; `-` for none |
//! | types | `nb'q`, `*`, `*'`, `*-pk` | the ids written one after the other (longest first); all; all ids with `'`; all but p and k; `-` for none |
//! | map | `n:n' bq:x` | for every type left of a colon the value right of it |

use super::fields::LetterSet;
use super::ini::shortened;
use super::keys;
use super::piece::{PieceId, PieceType, TypeSet};
use crate::geometry::{Bitboard, Bits256, MAX_FILES, MAX_RANKS, Shape};
use std::collections::HashMap;
use thiserror::Error;

/// What the ids of an ancestor's section mean in the game: its pieces may have got
/// other letters since, or be gone.
pub(super) type OldNames = HashMap<PieceId, Option<PieceType>>;

/// Why a text does not name a piece of the game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs, reason = "the messages say what each case is")]
pub enum IdError {
    #[error("the game has no piece '{0}'")]
    NoPiece(PieceId),
    #[error("'{}' is not one piece id: a letter, perhaps with ' or ! behind it", shortened(.0))]
    NotAnId(String),
}

/// The ids of a game, in the order of its types, as one of the sections that it
/// inherits from knows them.
#[derive(Clone, Copy)]
pub(super) struct Ids<'a> {
    /// The ids of the game.
    pub all: &'a [PieceId],
    /// What they meant in an older section; `None` in the game's own.
    pub old: Option<&'a OldNames>,
    /// The letters of pieces that may be missing only because their lines cannot be read.
    pub doubtful: LetterSet,
}

impl Ids<'_> {
    /// The type with an id; `None` for one that the game has not any more.
    fn find(self, id: PieceId) -> Result<Option<PieceType>, IdError> {
        if let Some(found) = self.old.and_then(|old| old.get(&id)) {
            return Ok(*found);
        }
        match self.all.binary_search(&id) {
            Ok(index) => Ok(Some(PieceType::new(index))),
            Err(_) if self.doubtful.contains(id) => Ok(None),
            Err(_) => Err(IdError::NoPiece(id)),
        }
    }
}

/// Reads a set of squares. Tokens are separated by blanks or commas.
pub(super) fn squares(shape: Shape, text: &str) -> Result<Bits256, String> {
    let mut set = Bits256::default();
    for token in text
        .split([' ', '\t', ','])
        .filter(|t| !t.is_empty() && *t != "-")
    {
        set |= square_token(shape, token)?;
    }
    Ok(set)
}

/// Reads a set of squares meant for another board: those that this one has.
pub(super) fn squares_of_another(shape: Shape, text: &str) -> Result<Bits256, String> {
    let largest = Shape::new(MAX_FILES, MAX_RANKS).expect("the limits are within the limits");
    let set = squares(largest, text)?;
    Ok(shape
        .squares()
        .filter(|&s| {
            let square = largest.square(shape.file(s).into(), shape.rank(s).into());
            square.is_some_and(|square| set.contains(square))
        })
        .collect())
}

fn square_token(shape: Shape, token: &str) -> Result<Bits256, String> {
    let wrong = |what: &str| {
        Err(format!(
            "'{}' {what} on a board of {} files and {} ranks",
            shortened(token),
            shape.files(),
            shape.ranks()
        ))
    };
    if let Some(rank) = token.strip_prefix('*') {
        return match rank.parse::<u8>() {
            Ok(rank) if (1..=shape.ranks()).contains(&rank) => Ok(shape.rank_squares(rank - 1)),
            _ => wrong("is not a rank (such as *1)"),
        };
    }
    if let Some(file) = token.strip_suffix('*') {
        return match file_index(shape, file) {
            Some(file) => Ok(shape.file_squares(file)),
            None => wrong("is not a file (such as a*)"),
        };
    }
    match shape.parse_square(token) {
        Some((square, "")) => Ok([square].into_iter().collect()),
        _ => wrong("is not a square (such as a1), rank (*1) or file (a*)"),
    }
}

/// The file with this letter, counted from 0.
pub(super) fn file_index(shape: Shape, text: &str) -> Option<u8> {
    let [letter] = text.as_bytes() else {
        return None;
    };
    let index = letter.to_ascii_lowercase().wrapping_sub(b'a');
    (index < shape.files()).then_some(index)
}

/// Reads a set of piece types.
pub(super) fn types(ids: Ids, text: &str) -> Result<TypeSet, String> {
    let (with, without) = match text.trim() {
        "-" => ("", ""),
        text => text.split_once('-').unwrap_or((text, "")),
    };
    Ok(type_list(ids, with)?.without(type_list(ids, without)?))
}

fn type_list(ids: Ids, text: &str) -> Result<TypeSet, String> {
    let mut set = TypeSet::EMPTY;
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        if let Some(tail) = rest.strip_prefix('*') {
            let (level, tail) = match tail.as_bytes().first() {
                Some(b'\'') => (Some(1), &tail[1..]),
                Some(b'!') => (Some(2), &tail[1..]),
                _ => (None, tail),
            };
            let wanted = |id: &PieceId| level.is_none_or(|l| l == id.level());
            ids.all
                .iter()
                .enumerate()
                .filter(|(_, id)| wanted(id))
                .for_each(|(n, _)| set.insert(PieceType::new(n)));
            rest = tail.trim_start();
        } else {
            let Some((id, _, tail)) = PieceId::parse_prefix(rest) else {
                if rest.starts_with(',') {
                    let ids: String = text.split([' ', '\t', ',']).collect();
                    let ids = shortened(&ids);
                    return Err(format!("ids are not separated by commas: write {ids}"));
                }
                return Err(format!(
                    "'{}' does not start with a piece id",
                    shortened(rest)
                ));
            };
            if let Some(kind) = ids.find(id).map_err(|e| e.to_string())? {
                set.insert(kind);
            }
            rest = tail.trim_start();
        }
    }
    Ok(set)
}

/// Reads exactly one piece type; `None` for one that the game has not any more.
pub(super) fn one_type(ids: Ids, text: &str) -> Result<Option<PieceType>, IdError> {
    match PieceId::parse_prefix(text.trim()) {
        Some((id, _, "")) => ids.find(id),
        _ => Err(IdError::NotAnId(text.into())),
    }
}

/// Reads a map from piece types, the value of a key: for every type one value, read by
/// `value`. What a pair with `*` says, a later one may replace; no piece may be named twice
/// otherwise.
pub(super) fn map<T>(
    key: &str,
    ids: Ids,
    text: &str,
    value: impl Fn(&str) -> Result<T, String>,
    mut put: impl FnMut(PieceType, T),
) -> Result<(), String>
where
    T: Clone,
{
    let mut named = TypeSet::EMPTY;
    for pair in text.split_ascii_whitespace().filter(|p| *p != "-") {
        let Some((keys, text)) = pair.split_once(':') else {
            let example = keys::find(key).map_or("", |info| info.example);
            let pair = shortened(pair);
            return Err(format!("'{pair}' is not a pair such as {example}"));
        };
        let value = value(text)?;
        let types = types(ids, keys)?;
        if types.is_empty() && ids.old.is_none() && ids.doubtful == LetterSet::default() {
            return Err(format!(
                "'{}' names no piece before the colon",
                shortened(pair)
            ));
        }
        // What `*` says is for all that are not named.
        if !keys.contains('*') {
            if let Some(twice) = types.iter().find(|&t| named.contains(t)) {
                return Err(format!(
                    "'{}': '{}' has a value already",
                    shortened(pair),
                    ids.all[twice.index()]
                ));
            }
            types.iter().for_each(|t| named.insert(t));
        }
        types.iter().for_each(|t| put(t, value.clone()));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own(all: &[PieceId]) -> Ids<'_> {
        Ids {
            all,
            old: None,
            doubtful: LetterSet::default(),
        }
    }

    fn ids(text: &[&str]) -> Vec<PieceId> {
        text.iter()
            .map(|t| PieceId::parse_prefix(t).unwrap().0)
            .collect()
    }

    #[test]
    fn squares_ranks_and_files() {
        let shape = Shape::new(5, 10).unwrap();
        let set = squares(shape, "*10, a* c3").unwrap();
        assert_eq!(set.count(), 5 + 9 + 1);
        assert!(squares(shape, "-").unwrap().is_empty());
        for bad in ["*11", "f*", "a11", "*", "x", "*0", "**"] {
            assert!(squares(shape, bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn sets_of_types() {
        let ids = ids(&["b", "b'", "b!", "n", "p"]);
        let names = |text: &str| -> String {
            types(own(&ids), text)
                .unwrap()
                .iter()
                .map(|t| ids[t.index()].to_string())
                .collect()
        };
        assert_eq!(names("nb'"), "b'n");
        assert_eq!(names("*-p b"), "b'b!n");
        assert_eq!(names("*'*!"), "b'b!");
        assert_eq!(names("-"), "");
        assert_eq!(
            types(own(&ids), "bx").unwrap_err(),
            "the game has no piece 'x'"
        );
        assert_eq!(
            types(own(&ids), "b''").unwrap_err(),
            "''' does not start with a piece id"
        );
        assert!(one_type(own(&ids), "bn").is_err());
    }

    #[test]
    fn maps_need_both_sides() {
        let ids = ids(&["b", "n"]);
        let read = |text: &str| {
            let mut all = vec![];
            map(
                "pieceLimit",
                own(&ids),
                text,
                |v| Ok(v.to_string()),
                |t, v| all.push((t.index(), v)),
            )
            .map(|()| all)
        };
        assert_eq!(read("*:2 b:3").unwrap().len(), 3);
        assert_eq!(
            read("bn:2 b:3").unwrap_err(),
            "'b:3': 'b' has a value already"
        );
        assert!(read("b").is_err());
        assert!(read(":2").is_err());
    }

    #[test]
    fn an_ancestors_ids_mean_what_they_meant() {
        let ids = ids(&["b", "h", "n"]);
        let id = |text| PieceId::parse_prefix(text).unwrap().0;
        // The old n is called h now, the old q is gone.
        let old = HashMap::from([(id("n"), Some(PieceType::new(1))), (id("q"), None)]);
        let names = Ids {
            all: &ids,
            old: Some(&old),
            doubtful: LetterSet::default(),
        };
        let found: Vec<usize> = types(names, "nqb")
            .unwrap()
            .iter()
            .map(PieceType::index)
            .collect();
        assert_eq!(found, [0, 1]);
        assert_eq!(one_type(names, "q"), Ok(None));
        assert!(types(names, "x").is_err());
    }

    #[test]
    fn regions_of_a_larger_board_are_cut() {
        let shape = Shape::new(5, 6).unwrap();
        assert_eq!(
            squares_of_another(shape, "*6 *8 h1 a*").unwrap().count(),
            10
        );
        assert!(squares_of_another(shape, "*17").is_err());
    }
}
