//! Bytes as a source of choices and of texts that are nearly right.

/// Words that parsers know, and some that have broken them elsewhere.
const WORDS: [&str; 40] = [
    "/", "*", "'", "!", "-", " ", "\n", "[", "]", ":", "=", "+", ",", "0", "1", "12", "99", "255",
    "256", "65535", "65536", "a1", "p16", "k", "K", "P", "w", "b", "KQkq", "e3", "true", "false",
    "*8", "a*", "cab", "mafs", "fsl", "N0", "é", "\u{0}",
];

/// A text of a language and its author's slips: so many at most.
const MOST_EDITS: usize = 6;

/// Bytes, taken from the front. When they have run out, zeros follow.
pub struct Feed<'a>(&'a [u8]);

impl<'a> Feed<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn byte(&mut self) -> u8 {
        match self.0.split_first() {
            Some((&first, rest)) => {
                self.0 = rest;
                first
            }
            None => 0,
        }
    }

    pub fn word(&mut self) -> u16 {
        u16::from_le_bytes([self.byte(), self.byte()])
    }

    /// A number below `count`, which must not be 0.
    pub fn below(&mut self, count: usize) -> usize {
        usize::from(self.word()) % count
    }

    /// The next bytes, at most so many, as a text.
    pub fn text(&mut self, most: usize) -> String {
        let (now, later) = self.0.split_at(most.min(self.0.len()));
        self.0 = later;
        String::from_utf8_lossy(now).into_owned()
    }

    /// A text with slips, as long as there are bytes for them: letters exchanged,
    /// doubled, left out, and words put in.
    pub fn edited(&mut self, text: &str) -> String {
        let mut letters: Vec<char> = text.chars().collect();
        for _ in 0..MOST_EDITS {
            if self.is_empty() {
                break;
            }
            let start = self.below(letters.len() + 1);
            let gone = usize::from(self.byte() % 4);
            let end = (start + gone).min(letters.len());
            let new: Vec<char> = match self.byte() % 5 {
                0 => vec![char::from(self.byte())],
                1 => WORDS[self.below(WORDS.len())].chars().collect(),
                2 => {
                    let length = usize::from(self.byte() % 12);
                    self.text(length).chars().collect()
                }
                3 if !letters.is_empty() => {
                    let from = self.below(letters.len());
                    let length = usize::from(self.byte() % 24);
                    letters.iter().skip(from).take(length).copied().collect()
                }
                _ => Vec::new(),
            };
            letters.splice(start..end, new);
        }
        letters.into_iter().collect()
    }
}
