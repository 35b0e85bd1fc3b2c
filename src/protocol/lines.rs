//! Reading line by line from a program, a pipe or a file. What cannot be used as a line
//! is an error of its own, after which the next line can be read.

use std::io::{self, BufRead, Read};
use thiserror::Error;

/// The longest line that is read, in bytes: the moves of any game that the counter of
/// full moves can hold.
const MAX_LINE: u64 = 1 << 20;

/// Why a line cannot be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub(crate) enum LineError {
    /// It was skipped to its end.
    #[error("the line is longer than {MAX_LINE} bytes")]
    TooLong,
    /// The first wrong byte, counted from 1.
    #[error("the line is not UTF-8 text: see byte {0}")]
    NotUtf8(usize),
}

/// The next line, with its end if it has one; `None` at the end of the input.
///
/// # Errors
/// The input cannot be read any further.
pub(crate) fn next_line<R: BufRead + ?Sized>(
    input: &mut R,
) -> io::Result<Option<Result<String, LineError>>> {
    let mut bytes = Vec::new();
    // One more for the end of a line of just this length.
    if input.take(MAX_LINE + 1).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.len() as u64 > MAX_LINE && bytes.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
        return Ok(Some(Err(LineError::TooLong)));
    }
    let text = String::from_utf8(bytes);
    Ok(Some(text.map_err(|error| {
        LineError::NotUtf8(error.utf8_error().valid_up_to() + 1)
    })))
}

/// Passes lines on until there are no more, or `send` says that nobody wants them.
///
/// # Errors
/// The input cannot be read any further.
pub(super) fn pass_on(
    mut input: impl BufRead,
    mut send: impl FnMut(Result<String, LineError>) -> bool,
) -> io::Result<()> {
    while let Some(line) = next_line(&mut input)? {
        if !send(line) {
            break;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(mut input: &[u8]) -> Vec<Result<String, LineError>> {
        std::iter::from_fn(|| next_line(&mut input).unwrap()).collect()
    }

    #[test]
    fn every_line_is_read_whatever_stands_before_it() {
        let most = MAX_LINE as usize;
        let mut input = b"first\r\n\n".to_vec();
        input.extend(b"caf\xe9\n");
        input.extend([b'a'].repeat(most));
        input.extend(b"\n");
        input.extend([b'b'].repeat(most + 1));
        input.extend(b"\n");
        input.extend([b'c'].repeat(3 * most));
        input.extend("\nd\u{e9}j\u{e0}\nlast".bytes());
        let found = lines(&input);
        assert_eq!(found.len(), 8);
        let text = |index: usize| found[index].as_deref().unwrap();
        assert_eq!([text(0), text(1)], ["first\r\n", "\n"]);
        assert_eq!(found[2], Err(LineError::NotUtf8(4)));
        assert_eq!(text(3).len(), most + 1);
        assert_eq!(
            found[4..6],
            [Err(LineError::TooLong), Err(LineError::TooLong)]
        );
        assert_eq!([text(6), text(7)], ["d\u{e9}j\u{e0}\n", "last"]);
        assert_eq!(lines(b""), []);
    }

    #[test]
    fn the_end_of_the_input_ends_a_long_line() {
        let most = MAX_LINE as usize;
        assert_eq!(
            lines(&vec![b'a'; most])[0].as_ref().map(String::len),
            Ok(most)
        );
        assert_eq!(lines(&vec![b'a'; 2 * most]), [Err(LineError::TooLong)]);
    }

    #[test]
    fn messages_name_the_place() {
        let messages = [LineError::TooLong, LineError::NotUtf8(7)].map(|e| e.to_string());
        assert_eq!(messages[0], "the line is longer than 1048576 bytes");
        assert_eq!(messages[1], "the line is not UTF-8 text: see byte 7");
    }
}
