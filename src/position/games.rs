//! Loading a user's file of games, checked as far as only playing can check them.

use super::AnyPosition;
use crate::rules::Catalog;
use crate::rules::ini::{MAX_SIZE, shown_path};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use thiserror::Error;

/// Why a file of games cannot be read at all. What is wrong in the file's lines is in
/// [`Catalog::problems`] instead.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages say what each case and field is")]
pub enum LoadError {
    #[error("cannot read {file}: {reason}")]
    Unreadable { file: String, reason: io::Error },
    #[error("{file}: the file is larger than {} MiB", MAX_SIZE >> 20)]
    TooLarge { file: String },
    #[error("{file}:{line}: the file is not UTF-8 text")]
    NotText { file: String, line: usize },
}

/// The built-in games and those of a file; games that cannot be played are disabled.
///
/// # Errors
/// The file cannot be read, is too large, or is not text.
pub fn load_games(path: &Path) -> Result<Catalog, LoadError> {
    let mut bytes = Vec::new();
    let file = shown_path(path);
    // One byte more than is allowed, to notice; the file may be endless.
    let limit = MAX_SIZE as u64 + 1;
    let read = File::open(path).and_then(|f| f.take(limit).read_to_end(&mut bytes));
    if let Err(reason) = read {
        return Err(LoadError::Unreadable { file, reason });
    }
    if bytes.len() > MAX_SIZE {
        return Err(LoadError::TooLarge { file });
    }
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = valid.iter().filter(|&&b| b == b'\n').count() + 1;
            return Err(LoadError::NotText { file, line });
        }
    };
    let mut catalog = Catalog::with_file(&file, &text);
    check_starts(&mut catalog);
    Ok(catalog)
}

/// Disables the games of a catalog whose start position is refused, in XBoard or elsewhere.
pub fn check_starts(catalog: &mut Catalog) {
    catalog.disable_where(|game| {
        let start = match AnyPosition::start(game) {
            Ok(start) => start,
            Err(error) => return Some(error.to_string()),
        };
        let in_xboard = game.xboard_fen.as_ref().map(|fen| start.with_fen(fen));
        let refused = in_xboard.and_then(Result::err);
        refused.map(|error| format!("xboardFen: {error}"))
    });
}
