//! Reading Betza text.

use super::ast::{Atom, Betza, BetzaLeg, Direction, Mode, Range, Term};
use crate::rules::ini::shortened;
use thiserror::Error;

/// The longest Betza text that is read, in characters: far more than any piece needs.
pub const MAX_LENGTH: usize = 300;

/// The largest component of a leap in parentheses: the largest board has 16 ranks.
const LONGEST_LEAP: u8 = 15;

const ATOMS: &str = "one of WFDNAHCZGKRBQ, or a leap such as (4,1)";

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
    let fail = |(column, problem): Problem| BetzaError {
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

/// What XBetza has and nothing here does, and why.
fn refused(letter: char) -> Option<&'static str> {
    Some(match letter {
        'd' => "captures of own pieces are not supported",
        'k' => "captures of kings alone are not supported",
        't' => "hops that depend on whose piece stands there are not supported",
        'u' => "moves that put a captured piece down again are not supported",
        'w' => "it has no meaning in XBetza",
        'x' => "moves that borrow another piece's are not supported",
        '[' => "moves in brackets are not supported: write legs with a",
        'I' => "moves that imitate another piece's are not supported",
        'O' => "castling is not a piece's move here: use the keys of castling",
        'U' => "leaps to any square are not supported",
        'X' | 'Y' => "write the leap in parentheses, as in (4,1)",
        _ => return None,
    })
}

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
        let mut legs = vec![];
        let mut leg = self.empty_leg();
        loop {
            let Some(letter) = self.peek() else {
                return self.problem(format!("the text ends, expected an atom ({ATOMS})"));
            };
            if letter == '(' || Atom::from_letter(letter).is_some() {
                legs.push(leg);
                let column = self.at + 1;
                let atom = self.atom(letter)?;
                let range = self.range(&atom)?;
                return Ok(Term {
                    legs,
                    atom,
                    range,
                    column,
                });
            }
            self.modifier(&mut leg, letter, !legs.is_empty())?;
            self.at += 1;
            if letter == 'a' {
                legs.push(std::mem::replace(&mut leg, self.empty_leg()));
            }
        }
    }

    fn empty_leg(&self) -> BetzaLeg {
        BetzaLeg {
            column: self.at + 1,
            ..BetzaLeg::default()
        }
    }

    fn modifier(&self, leg: &mut BetzaLeg, letter: char, later: bool) -> Result<(), Problem> {
        let column = self.at + 1;
        if letter == 'a' {
            return Ok(());
        }
        if let Some(direction) = Direction::from_letter(letter, later) {
            leg.directions.push((direction, column));
            return Ok(());
        }
        if let Some(mode) = Mode::from_letter(letter) {
            if leg.count(mode) == mode.most() {
                return self.problem(format!("'{letter}' is repeated"));
            }
            leg.modes.push((mode, column));
            return Ok(());
        }
        match refused(letter) {
            Some(why) => self.problem(format!("'{letter}': {why}")),
            None => self.problem(format!(
                "found '{}', expected a modifier (one of abcefghijlmnopqrsvyz) or an atom \
                 ({ATOMS})",
                shortened(&letter.to_string())
            )),
        }
    }

    /// The atom that begins with this letter.
    fn atom(&mut self, letter: char) -> Result<Atom, Problem> {
        let start = self.at + 1;
        self.at += 1;
        if let Some(atom) = Atom::from_letter(letter) {
            return Ok(atom);
        }
        let one = self.component()?;
        self.expect(',')?;
        let other = self.component()?;
        self.expect(')')?;
        if (one, other) == (0, 0) {
            return Err((start, "(0,0) leaps nowhere".into()));
        }
        Ok(Atom::leap(one, other))
    }

    fn expect(&mut self, wanted: char) -> Result<(), Problem> {
        match self.peek() {
            Some(found) if found == wanted => {
                self.at += 1;
                Ok(())
            }
            Some(found) => {
                let found = shortened(&found.to_string());
                self.problem(format!("found '{found}', expected '{wanted}'"))
            }
            None => self.problem(format!("the text ends, expected '{wanted}'")),
        }
    }

    fn component(&mut self) -> Result<i8, Problem> {
        let start = self.at;
        let digits = self.digits();
        match digits.parse::<u8>() {
            Ok(squares) if squares <= LONGEST_LEAP => Ok(squares as i8),
            _ => Err((
                start + 1,
                match digits.as_str() {
                    "" => format!("expected a number of squares from 0 to {LONGEST_LEAP}"),
                    _ => format!(
                        "{} is not a number of squares from 0 to {LONGEST_LEAP}",
                        shortened(&digits)
                    ),
                },
            )),
        }
    }

    fn digits(&mut self) -> String {
        let start = self.at;
        while self.peek().is_some_and(|c| c.is_ascii_digit()) {
            self.at += 1;
        }
        self.letters[start..self.at].iter().collect()
    }

    fn range(&mut self, atom: &Atom) -> Result<Range, Problem> {
        let start = self.at;
        if atom.letter.is_some() && self.peek() == atom.letter {
            self.at += 1;
            return Ok(Range::Unlimited);
        }
        let digits = self.digits();
        match digits.as_str() {
            "" => Ok(Range::Natural),
            "0" => Ok(Range::Unlimited),
            exact if exact.starts_with('0') => Err((
                start + 1,
                format!(
                    "{}: an exact number of steps is not supported: write legs, as in mafmafW",
                    shortened(exact)
                ),
            )),
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
