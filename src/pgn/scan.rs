//! PGN text as tags and words; comments, NAGs and variations are left out.

use super::PgnError;
use crate::rules::ini::shortened;

/// A piece of PGN text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token<'a> {
    /// `[Name "value"]`.
    Tag(&'a str, String),
    /// A move, a move number or a result.
    Word(&'a str),
}

/// Reads tokens one by one.
pub(super) struct Scanner<'a> {
    text: &'a str,
    at: usize,
    line: usize,
}

/// What ends a word.
const SPECIAL: [char; 9] = ['{', '}', '(', ')', '[', ']', ';', '$', '"'];

impl<'a> Scanner<'a> {
    pub fn new(text: &'a str) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let (at, line) = (0, 1);
        Self { text, at, line }
    }

    /// The line where the next token is looked for.
    pub fn line(&self) -> usize {
        self.line
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn next_char(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        self.line += usize::from(c == '\n');
        Some(c)
    }

    /// Goes on to the first character that `stop` accepts, and returns what is passed.
    fn take_until(&mut self, stop: impl Fn(char) -> bool) -> &'a str {
        let rest = &self.text[self.at..];
        let taken = &rest[..rest.find(stop).unwrap_or(rest.len())];
        self.at += taken.len();
        self.line += taken.matches('\n').count();
        taken
    }

    fn is_line_start(&self) -> bool {
        self.at == 0 || self.text[..self.at].ends_with('\n')
    }

    /// The next token with its line; `None` at the end of the text.
    pub fn next(&mut self) -> Result<Option<(usize, Token<'a>)>, PgnError> {
        loop {
            self.take_until(|c| !c.is_whitespace());
            let line = self.line;
            let Some(c) = self.peek() else {
                return Ok(None);
            };
            match c {
                '%' if self.is_line_start() => drop(self.take_until(|c| c == '\n')),
                '{' | ';' => self.skip_comment()?,
                '(' => self.skip_variation()?,
                '$' => self.skip_nag()?,
                '[' => return Ok(Some((line, self.tag()?))),
                c if SPECIAL.contains(&c) => {
                    return Err(PgnError::new(line, format!("a '{c}' that nothing opens")));
                }
                _ => {
                    let word = self.take_until(|c| c.is_whitespace() || SPECIAL.contains(&c));
                    return Ok(Some((line, Token::Word(word))));
                }
            }
        }
    }

    /// Skips a comment, `{...}` or from `;` to the end of the line.
    fn skip_comment(&mut self) -> Result<(), PgnError> {
        let line = self.line;
        if self.next_char() == Some(';') {
            self.take_until(|c| c == '\n');
            return Ok(());
        }
        self.take_until(|c| c == '}');
        match self.next_char() {
            Some(_) => Ok(()),
            None => Err(PgnError::new(
                line,
                "the comment that begins with '{' has no end",
            )),
        }
    }

    fn skip_variation(&mut self) -> Result<(), PgnError> {
        let line = self.line;
        let mut depth = 0_usize;
        loop {
            self.take_until(|c| matches!(c, '(' | ')' | '{' | ';'));
            match self.peek() {
                Some('{' | ';') => {
                    self.skip_comment()?;
                    continue;
                }
                Some('(') => depth += 1,
                Some(_) => depth -= 1,
                None => {
                    let message = "the variation that begins with '(' has no end";
                    return Err(PgnError::new(line, message));
                }
            }
            self.next_char();
            if depth == 0 {
                return Ok(());
            }
        }
    }

    fn skip_nag(&mut self) -> Result<(), PgnError> {
        let line = self.line;
        self.next_char();
        match self.take_until(|c| !c.is_ascii_digit()) {
            "" => Err(PgnError::new(line, "a '$' without a number")),
            _ => Ok(()),
        }
    }

    fn tag(&mut self) -> Result<Token<'a>, PgnError> {
        let line = self.line;
        let wrong = |what: &str| PgnError::new(line, format!("a tag {what}; [Name \"value\"]"));
        self.next_char();
        self.take_until(|c| !matches!(c, ' ' | '\t'));
        let name = self.take_until(|c| !(c.is_ascii_alphanumeric() || c == '_'));
        if name.is_empty() {
            return Err(wrong("without a name"));
        }
        self.take_until(|c| !matches!(c, ' ' | '\t'));
        let shown = shortened(name);
        if self.next_char() != Some('"') {
            return Err(wrong(&format!("'{shown}' without a value in quotes")));
        }
        let mut value = String::new();
        loop {
            match self.next_char() {
                Some('"') => break,
                // Only these two are escaped; another backslash is one.
                Some('\\') if matches!(self.peek(), Some('"' | '\\')) => {
                    value.extend(self.next_char());
                }
                Some(c) if c != '\n' => value.push(c),
                _ => return Err(wrong(&format!("'{shown}' whose value has no end"))),
            }
        }
        self.take_until(|c| !matches!(c, ' ' | '\t'));
        match self.next_char() {
            Some(']') => Ok(Token::Tag(name, value)),
            _ => Err(wrong(&format!("'{shown}' without ']'"))),
        }
    }
}
