//! Reading standard input line by line.

use std::io::{self, BufRead, Read};

/// The longest line that is read, in bytes.
const MAX_LINE: u64 = 1 << 20;

/// The next line, or an error for one that is too long (the rest of it is skipped);
/// `None` at the end of the input. Bytes that are not UTF-8 are replaced, and refused
/// later by the reader of FENs.
pub(super) fn next_line(input: &mut impl BufRead) -> io::Result<Option<anyhow::Result<String>>> {
    let mut bytes = Vec::new();
    if input.take(MAX_LINE).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.len() as u64 == MAX_LINE && bytes.last() != Some(&b'\n') {
        skip_line(input)?;
        return Ok(Some(Err(anyhow::anyhow!(
            "the line is longer than {MAX_LINE} bytes"
        ))));
    }
    Ok(Some(Ok(String::from_utf8_lossy(&bytes).into_owned())))
}

fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let (used, done) = match buffer.iter().position(|&b| b == b'\n') {
            Some(end) => (end + 1, true),
            None => (buffer.len(), buffer.is_empty()),
        };
        input.consume(used);
        if done {
            return Ok(());
        }
    }
}
