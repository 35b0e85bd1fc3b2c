//! Reading Betza text.

use super::ast::{Atom, Betza, Direction, Leg, Range, Term};
use crate::rules::ini::shortened;
use thiserror::Error;

/// The longest Betza text that is read, in characters: far more than any piece needs.
pub const MAX_LENGTH: usize = 300;

/// Why a Betza text was refused, and where.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("in Betza '{text}', character {column}: {problem}")]
pub struct BetzaError {
    /// The text that was read.
    pub text: String,
    /// The character at which reading failed, counted from 1.
    pub column: usize,
    /// What was found there and what was expected.
    pub problem: String,
}

/// Reads a Betza text and checks that every term of it can be played.
///
/// # Errors
/// The first letter that is unknown, out of place or not supported, and the first
/// term whose combination of letters has no meaning here.
pub fn parse(text: &str) -> Result<Betza, BetzaError> {
    let fail = |(column, problem): (usize, String)| BetzaError {
        text: shortened(text),
        column,
        problem,
    };
    if text.chars().count() > MAX_LENGTH {
        return Err(fail((
            MAX_LENGTH + 1,
            format!("longer than {MAX_LENGTH} characters"),
        )));
    }
    let mut parser = Parser {
        letters: text.chars().collect(),
        at: 0,
    };
    let mut betza = Betza { terms: Vec::new() };
    while parser.at < parser.letters.len() {
        betza.terms.push(parser.term().map_err(fail)?);
    }
    if betza.terms.is_empty() {
        return Err(fail((
            1,
            "no move: expected an atom such as N or R4".into(),
        )));
    }
    betza.patterns().map_err(fail)?;
    Ok(betza)
}

/// A problem with its column, in characters from 1.
pub type Problem = (usize, String);

struct Parser {
    letters: Vec<char>,
    at: usize,
}

impl Parser {
    fn peek(&self) -> Option<char> {
        self.letters.get(self.at).copied()
    }

    fn problem<T>(&self, problem: impl Into<String>) -> Result<T, Problem> {
        Err((self.at + 1, problem.into()))
    }

    fn term(&mut self) -> Result<Term, Problem> {
        let column = self.at + 1;
        let mut legs = vec![];
        let mut leg = Leg::default();
        loop {
            let Some(letter) = self.peek() else {
                return self.problem("the text ends, expected an atom (W F D N A H C Z G K R B Q)");
            };
            if let Some(atom) = Atom::from_letter(letter) {
                self.at += 1;
                legs.push(leg);
                let range = self.range()?;
                return Ok(Term {
                    legs,
                    atom,
                    range,
                    column,
                });
            }
            match letter {
                'a' => {
                    if !leg.quiet && !leg.capture {
                        return self.problem("a leg before 'a' must say m or c");
                    }
                    legs.push(std::mem::take(&mut leg));
                }
                _ => self.modifier(&mut leg, letter)?,
            }
            self.at += 1;
        }
    }

    fn modifier(&self, leg: &mut Leg, letter: char) -> Result<(), Problem> {
        if let Some(direction) = Direction::from_letter(letter) {
            leg.directions.push(direction);
            return Ok(());
        }
        let mode = match letter {
            'm' => &mut leg.quiet,
            'c' => &mut leg.capture,
            'e' => &mut leg.en_passant,
            'i' => &mut leg.initial,
            'n' => &mut leg.lame,
            'g' | 'h' | 'j' | 'o' | 'p' | 'q' | 't' | 'u' | 'x' | 'y' | 'z' | 'd' | 'k' => {
                return self.problem(format!("modifier '{letter}' is not supported"));
            }
            _ => {
                return self.problem(format!(
                    "found '{}', expected a modifier (m c e i n f b l r v s a) or an atom \
                     (W F D N A H C Z G K R B Q)",
                    shortened(&letter.to_string())
                ));
            }
        };
        if std::mem::replace(mode, true) {
            return self.problem(format!("'{letter}' is repeated"));
        }
        Ok(())
    }

    fn range(&mut self) -> Result<Range, Problem> {
        let start = self.at;
        while self.peek().is_some_and(|c| c.is_ascii_digit()) {
            self.at += 1;
        }
        let digits: String = self.letters[start..self.at].iter().collect();
        match digits.as_str() {
            "" => Ok(Range::Natural),
            "0" => Ok(Range::Unlimited),
            _ => match digits.parse::<u8>() {
                Ok(steps) if (1..=15).contains(&steps) => Ok(Range::Steps(steps)),
                _ => Err((
                    start + 1,
                    format!(
                        "{} is not a number of steps from 1 to 15, or 0 for no limit",
                        shortened(&digits)
                    ),
                )),
            },
        }
    }
}
