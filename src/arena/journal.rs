//! A file by which something that takes long goes on after any interruption.
//!
//! A line of JSON for the settings, and one for everything that was done. A line is on the
//! disk before it counts; a last line that was not written to its end is cut off, and what
//! it stood for is done again. Other settings are refused by the name of the one that
//! differs.

use crate::rules::ini::{shortened, shown_path};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A line of a state file: something that was done, once.
pub(super) trait Entry: Serialize + DeserializeOwned {
    /// The key of the first line.
    const KEY: &'static str;
    /// The format of the file.
    const VERSION: u32;
    /// What the file is the state of.
    const WHOLE: &'static str;
    /// What a line is called.
    const PART: &'static str;

    /// Its number, from 0.
    fn number(&self) -> usize;
}

/// A file that only grows.
pub(super) struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Opens a file for one program alone. `whole` is what is kept in it.
    ///
    /// # Errors
    /// It cannot be used.
    pub fn open(path: &Path, whole: &str) -> Result<Self, String> {
        let named = |error: io::Error| format!("{}: {error}", shown_path(path));
        let mut options = OpenOptions::new();
        let file = options.create(true).read(true).append(true).open(path);
        let file = file.map_err(named)?;
        #[cfg(unix)]
        {
            use rustix::fs::{FlockOperation, flock};
            flock(&file, FlockOperation::NonBlockingLockExclusive)
                .map_err(|_| format!("{}: another {whole} writes it", shown_path(path)))?;
        }
        #[cfg(not(unix))]
        let _ = whole;
        let path = path.into();
        Ok(Self { path, file })
    }

    /// Its path, for messages.
    pub fn name(&self) -> String {
        shown_path(&self.path)
    }

    fn error(&self, error: &io::Error) -> String {
        format!("{}: {error}", self.name())
    }

    /// What is in it, from a byte on.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn read(&mut self, from: u64) -> Result<Vec<u8>, String> {
        let mut bytes = Vec::new();
        let read = self
            .file
            .seek(SeekFrom::Start(from))
            .and_then(|_| self.file.read_to_end(&mut bytes));
        read.map_err(|error| self.error(&error))?;
        Ok(bytes)
    }

    /// Its length.
    ///
    /// # Errors
    /// It is unknown.
    pub fn len(&self) -> Result<u64, String> {
        let length = self.file.metadata().map(|data| data.len());
        length.map_err(|error| self.error(&error))
    }

    /// Writes something behind all others, to the disk.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn append(&mut self, text: &str) -> Result<(), String> {
        let written = self.file.write_all(text.as_bytes());
        let kept = written.and_then(|()| self.file.sync_data());
        kept.map_err(|error| self.error(&error))
    }

    /// Adds lines.
    ///
    /// # Errors
    /// They cannot be written.
    pub fn add<E: Entry>(&mut self, entries: &[E]) -> Result<(), String> {
        let mut text = String::new();
        for entry in entries {
            text += &serde_json::to_string(entry).map_err(|error| error.to_string())?;
            text.push('\n');
        }
        self.append(&text)
    }

    /// Reads all lines; an empty file gets its first one, with what `more` has beside the
    /// settings. Returns the first line, too.
    ///
    /// # Errors
    /// It is the file of something else, or of another one: the setting that differs.
    pub fn resume<E: Entry>(
        &mut self,
        settings: &Value,
        more: &[(&str, Value)],
    ) -> Result<(Value, Vec<E>), String> {
        if let Some(found) = self.read_state(settings)? {
            return Ok(found);
        }
        let mut header = json!({ E::KEY: E::VERSION });
        for (key, value) in more {
            header[*key] = value.clone();
        }
        header["settings"] = settings.clone();
        self.append(&format!("{header}\n"))?;
        Ok((header, Vec::new()))
    }

    /// The lines of a state file; `None` if it is empty.
    fn read_state<E: Entry>(
        &mut self,
        settings: &Value,
    ) -> Result<Option<(Value, Vec<E>)>, String> {
        let bytes = self.read(0)?;
        let whole = whole_lines(&bytes);
        let file = self.name();
        if whole < bytes.len() {
            // Somebody else's file must not be cut, however it ends.
            let ours = format!("{{\"{}\":", E::KEY);
            let shorter = ours.len().min(bytes.len());
            if bytes[..shorter] != ours.as_bytes()[..shorter] {
                return Err(no_state::<E>(&file));
            }
            let cut = self.file.set_len(whole as u64);
            cut.map_err(|error| self.error(&error))?;
        }
        let Some((header, entries)) = parse(&file, &bytes[..whole])? else {
            return Ok(None);
        };
        compare(E::WHOLE, &header["settings"], settings)
            .map_err(|what| format!("{file}: {what}"))?;
        Ok(Some((header, entries)))
    }
}

/// The first line and the others of a state file that is left as it is, and to whoever
/// writes it; a line that was not written to its end does not count.
///
/// # Errors
/// It cannot be read, or is the file of something else.
pub(super) fn read<E: Entry>(path: &Path) -> Result<(Value, Vec<E>), String> {
    let name = shown_path(path);
    let bytes = std::fs::read(path).map_err(|error| format!("{name}: {error}"))?;
    parse(&name, &bytes)?.ok_or_else(|| no_state::<E>(&name))
}

fn no_state<E: Entry>(file: &str) -> String {
    format!("{file}: this is no state of a {}", E::WHOLE)
}

/// The whole lines of a state file; `None` if there are none.
fn parse<E: Entry>(file: &str, bytes: &[u8]) -> Result<Option<(Value, Vec<E>)>, String> {
    let whole = whole_lines(bytes);
    let text = String::from_utf8_lossy(&bytes[..whole]);
    let mut lines = text.lines();
    let Some(header) = lines.next() else {
        return Ok(None);
    };
    let header: Value = serde_json::from_str(header).unwrap_or_default();
    if header.get(E::KEY) != Some(&json!(E::VERSION)) {
        return Err(no_state::<E>(file));
    }
    let mut entries: Vec<E> = Vec::new();
    let mut seen = HashSet::new();
    for (index, line) in lines.enumerate() {
        let at = format!("{file}:{}", index + 2);
        let entry: E = serde_json::from_str(line).map_err(|error| format!("{at}: {error}"))?;
        if !seen.insert(entry.number()) {
            let (part, number) = (E::PART, entry.number() + 1);
            return Err(format!("{at}: {part} {number} is there twice"));
        }
        entries.push(entry);
    }
    Ok(Some((header, entries)))
}

/// The length of all lines that were written to their end.
fn whole_lines(bytes: &[u8]) -> usize {
    let end = bytes.iter().rposition(|&b| b == b'\n');
    end.map_or(0, |at| at + 1)
}

/// Whether the settings are those of the file.
fn compare(whole: &str, before: &Value, now: &Value) -> Result<(), String> {
    match difference("", before, now) {
        None => Ok(()),
        Some(Difference { name, was, is }) => Err(format!(
            "the {whole} was begun with another setting '{name}': {was}, now {is}"
        )),
    }
}

/// A setting that is not as it was.
pub(super) struct Difference {
    pub name: String,
    pub was: String,
    pub is: String,
}

/// The first setting that differs, by the names that lead to it.
pub(super) fn difference(name: &str, before: &Value, now: &Value) -> Option<Difference> {
    if let (Some(old), Some(new)) = (before.as_object(), now.as_object()) {
        let inner = |key: &String| {
            let value = |all: &Map<String, Value>| all.get(key).cloned().unwrap_or_default();
            let name = format!("{name} {key}");
            difference(name.trim_start(), &value(old), &value(new))
        };
        return new.keys().chain(old.keys()).find_map(inner);
    }
    let shown = |value: &Value| match value {
        Value::Null => "nothing".to_string(),
        value => shortened(&value.to_string()),
    };
    (before != now).then(|| Difference {
        name: name.into(),
        was: shown(before),
        is: shown(now),
    })
}
