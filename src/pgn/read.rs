//! Reading games.

use super::scan::{Scanner, Token};
use super::{Game, GameResult, PgnError, Tags, read_move, without_number};
use crate::position::{AnyPosition, Move};
use crate::rules::ini::shortened;
use crate::rules::{Catalog, Variant};
use std::collections::HashMap;
use std::sync::Arc;

/// The game that is played where no tag `Variant` says another.
const DEFAULT_GAME: &str = "chess";

/// Reads the first game of a PGN text.
///
/// # Errors
/// There is none, or something is wrong with it.
pub fn read(text: &str, catalog: &Catalog) -> Result<Game, PgnError> {
    nth(text, 1)?.0.game(catalog)
}

/// One of the games of a PGN text, counted from 1, as it is written; returns it with their
/// number. The others may be of any kind.
///
/// # Errors
/// There is no such game, or it is no PGN.
pub fn nth(text: &str, number: usize) -> Result<(Record<'_>, usize), PgnError> {
    let mut reader = Reader::new(text);
    let mut before = 0;
    while let Some(record) = reader.record()? {
        if before + 1 != number {
            before += 1;
            continue;
        }
        let mut count = number;
        // Whatever cannot be told apart after the game does not matter.
        while let Ok(Some(_)) = reader.record() {
            count += 1;
        }
        return Ok((record, count));
    }
    if before == 0 {
        return Err(PgnError::new(1, "no game is in the file"));
    }
    let message = format!("there is no game {number} in the file: it has {before}");
    Err(PgnError::new(reader.scanner.line(), message))
}

/// Reads all games of a PGN text.
///
/// # Errors
/// The first thing that is wrong.
pub fn read_all(text: &str, catalog: &Catalog) -> Result<Vec<Game>, PgnError> {
    let mut reader = Reader::new(text);
    let mut starts = Starts::default();
    let mut games = Vec::new();
    while let Some(record) = reader.record()? {
        games.push(record.game_from(catalog, &mut starts)?);
    }
    Ok(games)
}

/// Reads one game of a PGN text after the other. A game in which something is wrong does
/// not hide those behind it; a text that is no PGN ends there.
pub fn each<'a>(
    text: &'a str,
    catalog: &'a Catalog,
) -> impl Iterator<Item = Result<Game, PgnError>> + 'a {
    let mut reader = Reader::new(text);
    let mut starts = Starts::default();
    let mut is_over = false;
    std::iter::from_fn(move || {
        if is_over {
            return None;
        }
        match reader.record() {
            Ok(record) => Some(record?.game_from(catalog, &mut starts)),
            Err(error) => {
                is_over = true;
                Some(Err(error))
            }
        }
    })
}

struct Reader<'a> {
    scanner: Scanner<'a>,
    /// A token that was looked at, and belongs to what follows.
    waiting: Option<(usize, Token<'a>)>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            scanner: Scanner::new(text),
            waiting: None,
        }
    }

    fn next(&mut self) -> Result<Option<(usize, Token<'a>)>, PgnError> {
        match self.waiting.take() {
            Some(token) => Ok(Some(token)),
            None => self.scanner.next(),
        }
    }

    /// The next game; `None` at the end of the text.
    fn record(&mut self) -> Result<Option<Record<'a>>, PgnError> {
        let mut record = Record {
            line: self.scanner.line(),
            tags: Vec::new(),
            words: Vec::new(),
            result: None,
        };
        while let Some((line, token)) = self.next()? {
            if record.is_empty() {
                record.line = line;
            }
            match token {
                Token::Tag(..) if !record.words.is_empty() => {
                    self.waiting = Some((line, token));
                    return Ok(Some(record));
                }
                Token::Tag(name, value) => record.tags.push((line, name, value)),
                Token::Word(word) => {
                    if let Some(result) = GameResult::parse(word) {
                        record.result = Some((line, result));
                        return Ok(Some(record));
                    }
                    record.words.push((line, word));
                }
            }
        }
        Ok((!record.is_empty()).then_some(record))
    }
}

/// A game as a file writes it: tags and words, of which nothing is understood yet.
#[derive(Clone, Debug)]
pub struct Record<'a> {
    line: usize,
    tags: Vec<(usize, &'a str, String)>,
    words: Vec<(usize, &'a str)>,
    result: Option<(usize, GameResult)>,
}

/// Start positions by the names of their games, so that each game is compiled once.
type Starts = HashMap<String, AnyPosition>;

impl Record<'_> {
    fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.words.is_empty()
    }

    /// The value of a tag, with its line.
    pub fn tag(&self, name: &str) -> Option<(usize, &str)> {
        let (line, _, value) = self.tags.iter().find(|(_, tag, _)| *tag == name)?;
        Some((*line, value))
    }

    /// The game that the tag `Variant` names, with the line where that is.
    pub fn variant(&self) -> (usize, &str) {
        self.tag("Variant").unwrap_or((self.line, DEFAULT_GAME))
    }

    /// The words that are moves, each with its line, without numbers before them.
    pub fn moves(&self) -> impl Iterator<Item = (usize, &str)> {
        let words = self
            .words
            .iter()
            .map(|&(line, word)| (line, without_number(word)));
        // Judgements may stand alone: `e2e4 !?`
        words.filter(|(_, text)| !text.trim_matches(['!', '?']).is_empty())
    }

    /// The game, its moves written as the engine or as chess books write them.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn game(&self, catalog: &Catalog) -> Result<Game, PgnError> {
        self.game_from(catalog, &mut Starts::default())
    }

    fn game_from(&self, catalog: &Catalog, starts: &mut Starts) -> Result<Game, PgnError> {
        self.check_tags()?;
        let start = self.start(catalog, starts)?;
        let moves = self.read_moves(&start)?;
        self.complete(start, moves)
    }

    /// The game with these moves; tags and result are the record's.
    ///
    /// # Errors
    /// A tag is given twice, or the results contradict each other.
    pub fn complete(&self, start: AnyPosition, moves: Vec<Move>) -> Result<Game, PgnError> {
        self.check_tags()?;
        let mut game = Game::new(start);
        game.moves = moves;
        game.tags = self.tags();
        game.result = self.told_result()?;
        Ok(game)
    }

    fn check_tags(&self) -> Result<(), PgnError> {
        for (n, (line, name, _)) in self.tags.iter().enumerate() {
            if self.tags[..n].iter().any(|(_, other, _)| other == name) {
                let message = format!("the tag '{}' is given twice", shortened(name));
                return Err(PgnError::new(*line, message));
            }
        }
        Ok(())
    }

    /// The result that stands behind the moves or in its tag.
    fn told_result(&self) -> Result<GameResult, PgnError> {
        let tag = self.tag("Result").map(|(line, text)| {
            GameResult::parse(text).ok_or_else(|| {
                let shown = shortened(text);
                let message = format!("the result '{shown}' is none of 1-0 0-1 1/2-1/2 *");
                PgnError::new(line, message)
            })
        });
        match (tag.transpose()?, self.result) {
            (Some(told), Some((line, played))) if told != played => {
                let message = format!("the game ends with {played}, but its tag says {told}");
                Err(PgnError::new(line, message))
            }
            (_, Some((_, result))) | (Some(result), None) => Ok(result),
            (None, None) => Ok(GameResult::Unfinished),
        }
    }

    fn start(&self, catalog: &Catalog, starts: &mut Starts) -> Result<AnyPosition, PgnError> {
        let (line, name) = self.variant();
        let variant = find(catalog, name).map_err(|message| PgnError::new(line, message))?;
        let start = match starts.get(&variant.name) {
            Some(start) => start.clone(),
            None => {
                let start = AnyPosition::start(variant).map_err(|error| {
                    let message = format!("the game '{}', startFen: {error}", variant.name);
                    PgnError::new(line, message)
                })?;
                starts.insert(variant.name.clone(), start.clone());
                start
            }
        };
        match (self.tag("SetUp"), self.tag("FEN")) {
            (_, Some((line, fen))) => start
                .with_fen(fen)
                .map_err(|error| PgnError::new(line, format!("the tag 'FEN': {error}"))),
            (Some((line, value)), None) if value.trim() == "1" => {
                let message = "the tag 'SetUp' is 1, but there is no tag 'FEN'";
                Err(PgnError::new(line, message))
            }
            _ => Ok(start),
        }
    }

    fn read_moves(&self, start: &AnyPosition) -> Result<Vec<Move>, PgnError> {
        let mut position = start.clone();
        let mut moves = Vec::new();
        for (line, text) in self.moves() {
            let mv = read_move(&mut position, text)
                .map_err(|why| PgnError::of_move(line, &position, text, &why))?;
            position.make_unchecked(mv);
            moves.push(mv);
        }
        Ok(moves)
    }

    /// Who, where and when.
    fn tags(&self) -> Tags {
        /// The tags that follow from the game itself.
        const TOLD: [&str; 4] = ["Variant", "Result", "SetUp", "FEN"];
        let mut tags = Tags::default();
        for (_, name, value) in &self.tags {
            let field = match *name {
                "Event" => &mut tags.event,
                "Site" => &mut tags.site,
                "Date" => &mut tags.date,
                "Round" => &mut tags.round,
                "White" => &mut tags.white,
                "Black" => &mut tags.black,
                name if TOLD.contains(&name) => continue,
                name => {
                    tags.others.push((name.into(), value.clone()));
                    continue;
                }
            };
            field.clone_from(value);
        }
        tags
    }
}

/// The game of this name, alias or title; case does not matter.
fn find<'a>(catalog: &'a Catalog, name: &str) -> Result<&'a Arc<Variant>, String> {
    let name = name.trim();
    let found = catalog.get(name).or_else(|error| {
        catalog
            .games()
            .iter()
            .find(|g| g.title.eq_ignore_ascii_case(name))
            .ok_or(error)
    });
    found.map_err(|error| format!("the tag 'Variant': {error}"))
}
