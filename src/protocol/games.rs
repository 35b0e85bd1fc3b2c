//! Loading users' files of games.

use super::xboard;
use crate::position::check_starts;
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
    load_all_games([path])
}

/// The built-in games and those of some files, a later one replacing those of an earlier
/// one; games that cannot be played are disabled.
///
/// # Errors
/// The first file that cannot be read, is too large, or is not text.
pub fn load_all_games<'a>(paths: impl IntoIterator<Item = &'a Path>) -> Result<Catalog, LoadError> {
    let files = paths.into_iter().map(read_file);
    let files: Vec<(String, String)> = files.collect::<Result<_, _>>()?;
    let texts: Vec<(&str, &str)> = files
        .iter()
        .map(|(f, t)| (f.as_str(), t.as_str()))
        .collect();
    let mut catalog = Catalog::with_checked_files(&texts, xboard::check_keys);
    check_starts(&mut catalog);
    xboard::check_starts(&mut catalog);
    Ok(catalog)
}

/// The name of a file in messages, and its text.
fn read_file(path: &Path) -> Result<(String, String), LoadError> {
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
    match String::from_utf8(bytes) {
        Ok(text) => Ok((file, text)),
        Err(error) => {
            let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = valid.iter().filter(|&&b| b == b'\n').count() + 1;
            Err(LoadError::NotText { file, line })
        }
    }
}
