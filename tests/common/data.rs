//! The known-right answers and positions of tests/data.

use std::path::Path;

/// The lines of a file in tests/data, each split at tabs.
pub fn vectors(file: &str) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path:?}: {e}"));
    let lines: Vec<Vec<String>> = text
        .lines()
        .map(|line| line.split('\t').map(Into::into).collect())
        .collect();
    assert!(!lines.is_empty(), "{file} is empty");
    lines
}
