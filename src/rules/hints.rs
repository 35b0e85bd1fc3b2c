//! What a game says to graphical interfaces: keys without effect on play.
//!
//! The rules know the names of these keys, so that every file can be read, and keep the
//! values as written. What they mean is the business of whoever shows the game. It may
//! hand a [`HintCheck`] to the [`Catalog`](super::Catalog), so that what is wrong with
//! them is reported with everything else.

use super::fields::LetterSet;
use super::piece::{PieceId, PieceType};
use super::sets::{self, IdError, Ids, OldNames};
use std::collections::BTreeMap;

/// Says what is wrong with the hints of a game: the key of each, and why. It is asked
/// while the game is built, even if something else is wrong with it.
pub type HintCheck = fn(&super::Variant) -> Vec<(&'static str, String)>;

/// What a game says to graphical interfaces.
#[derive(Clone, Debug, Default)]
pub struct Hints {
    values: BTreeMap<&'static str, Hint>,
    ids: Vec<PieceId>,
    doubtful: LetterSet,
}

/// The value of a key.
#[derive(Clone, Debug)]
pub(super) struct Hint {
    /// The value as written.
    pub text: String,
    /// Whether the game's own section gives it.
    pub own: bool,
    /// What ids meant in the section that gives it, where that is an ancestor's.
    pub old: Option<OldNames>,
}

impl Hints {
    /// The hints of a game whose pieces have these ids, without any value.
    pub(super) fn new(ids: &[PieceId], doubtful: LetterSet) -> Self {
        Self {
            values: BTreeMap::new(),
            ids: ids.to_vec(),
            doubtful,
        }
    }

    /// Keeps a value.
    pub(super) fn insert(&mut self, key: &'static str, hint: Hint) {
        self.values.insert(key, hint);
    }

    /// The value of a key, whether the game's own section gives it or an ancestor's.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.values.get(key).map(|hint| hint.text.as_str())
    }

    /// The value of a key in the game's own section.
    pub fn own_text(&self, key: &str) -> Option<&str> {
        let hint = self.values.get(key).filter(|hint| hint.own);
        hint.map(|hint| hint.text.as_str())
    }

    /// The type that an id means in the value of a key; `None` for a piece of an ancestor
    /// that the game does not have any more.
    ///
    /// # Errors
    /// There is no such piece, or the text is not one id.
    pub fn type_in(&self, key: &str, id: &str) -> Result<Option<PieceType>, IdError> {
        let ids = Ids {
            all: &self.ids,
            old: self.values.get(key).and_then(|hint| hint.old.as_ref()),
            doubtful: self.doubtful,
        };
        sets::one_type(ids, id)
    }

    /// Whether pieces may be missing only because their lines cannot be read.
    pub fn lack_pieces(&self) -> bool {
        self.doubtful != LetterSet::default()
    }
}
