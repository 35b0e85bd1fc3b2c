//! Reading games.

use super::scan::{Scanner, Token};
use super::{Game, GameResult, PgnError, Tags};
use crate::position::AnyPosition;
use crate::rules::ini::shortened;
use crate::rules::{Catalog, Color, Variant};
use std::collections::HashMap;
use std::sync::Arc;

/// The game that is played where no tag `Variant` says another.
const DEFAULT_GAME: &str = "chess";

/// How XBoard writes a pass, on its board and in its files.
const XBOARD_PASSES: [&str; 2] = ["@@@@", "--"];

/// What is the matter with a file of XBoard's.
const AFTER_PASS: &str = "XBoard shows some moves by several entries, passes among them, and saves \
                          these; the games themselves are in the file of the option 'Game File'";

/// Reads the first game of a PGN text.
///
/// # Errors
/// There is none, or something is wrong with it.
pub fn read(text: &str, catalog: &Catalog) -> Result<Game, PgnError> {
    match Reader::new(text, catalog).game()? {
        Some(game) => Ok(game),
        None => Err(PgnError::new(1, "no game is in the file")),
    }
}

/// Reads one of the games of a PGN text, counted from 1; returns it with their number.
/// The others may be of any kind.
///
/// # Errors
/// There is no such game, or something is wrong with it.
pub fn read_nth(text: &str, number: usize, catalog: &Catalog) -> Result<(Game, usize), PgnError> {
    let mut reader = Reader::new(text, catalog);
    let mut before = 0;
    while before + 1 < number && reader.skip()? {
        before += 1;
    }
    let found = match before + 1 == number {
        true => reader.game()?,
        false => None,
    };
    let Some(game) = found else {
        while reader.skip()? {
            before += 1;
        }
        let message = match before {
            0 => "no game is in the file".into(),
            _ => format!("there is no game {number} in the file: it has {before}"),
        };
        return Err(PgnError::new(reader.scanner.line(), message));
    };
    let mut count = number;
    // What cannot be told apart behind the game is no matter.
    while let Ok(true) = reader.skip() {
        count += 1;
    }
    Ok((game, count))
}

/// Reads all games of a PGN text.
///
/// # Errors
/// The first thing that is wrong.
pub fn read_all(text: &str, catalog: &Catalog) -> Result<Vec<Game>, PgnError> {
    let mut reader = Reader::new(text, catalog);
    let mut games = Vec::new();
    while let Some(game) = reader.game()? {
        games.push(game);
    }
    Ok(games)
}

struct Reader<'a> {
    scanner: Scanner<'a>,
    /// A token that was looked at, and belongs to what follows.
    waiting: Option<(usize, Token<'a>)>,
    catalog: &'a Catalog,
    /// Start positions, so that each game is compiled once.
    starts: HashMap<String, AnyPosition>,
}

/// The tags of a game as they are read, each with its line.
struct Header<'a> {
    line: usize,
    tags: Vec<(usize, &'a str, String)>,
}

impl Header<'_> {
    fn take(&mut self, name: &str) -> Option<(usize, String)> {
        let index = self.tags.iter().position(|(_, n, _)| *n == name)?;
        let (line, _, value) = self.tags.remove(index);
        Some((line, value))
    }
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, catalog: &'a Catalog) -> Self {
        Self {
            scanner: Scanner::new(text),
            waiting: None,
            catalog,
            starts: HashMap::new(),
        }
    }

    fn next(&mut self) -> Result<Option<(usize, Token<'a>)>, PgnError> {
        match self.waiting.take() {
            Some(token) => Ok(Some(token)),
            None => self.scanner.next(),
        }
    }

    /// The next game; `None` at the end of the text.
    fn game(&mut self) -> Result<Option<Game>, PgnError> {
        let Some(mut header) = self.header()? else {
            return Ok(None);
        };
        let start = self.start(&mut header)?;
        let told = header
            .take("Result")
            .map(|(line, text)| match GameResult::parse(&text) {
                Some(result) => Ok((line, result)),
                None => {
                    let shown = shortened(&text);
                    let message = format!("the result '{shown}' is none of 1-0 0-1 1/2-1/2 *");
                    Err(PgnError::new(line, message))
                }
            })
            .transpose()?;
        let mut game = Game::new(start);
        game.tags = tags(header);
        let played = self.moves(&mut game)?;
        game.result = match (told, played) {
            (Some((_, told)), Some((line, played))) if told != played => {
                let message = format!("the game ends with {played}, but its tag says {told}");
                return Err(PgnError::new(line, message));
            }
            (_, Some((_, result))) | (Some((_, result)), None) => result,
            (None, None) => GameResult::Unfinished,
        };
        Ok(Some(game))
    }

    /// Passes over the next game; whether there was one.
    fn skip(&mut self) -> Result<bool, PgnError> {
        if self.header()?.is_none() {
            return Ok(false);
        }
        while let Some((line, token)) = self.next()? {
            match token {
                Token::Word(word) if GameResult::parse(word).is_some() => break,
                Token::Word(_) => {}
                Token::Tag(..) => {
                    self.waiting = Some((line, token));
                    break;
                }
            }
        }
        Ok(true)
    }

    /// All tags before the first move; `None` if there is nothing any more.
    fn header(&mut self) -> Result<Option<Header<'a>>, PgnError> {
        let mut header = Header {
            line: self.scanner.line(),
            tags: Vec::new(),
        };
        while let Some((line, token)) = self.next()? {
            if header.tags.is_empty() {
                header.line = line;
            }
            match token {
                Token::Tag(name, value) => {
                    if header.tags.iter().any(|(_, n, _)| *n == name) {
                        let message = format!("the tag '{}' is given twice", shortened(name));
                        return Err(PgnError::new(line, message));
                    }
                    header.tags.push((line, name, value));
                }
                Token::Word(_) => {
                    self.waiting = Some((line, token));
                    return Ok(Some(header));
                }
            }
        }
        Ok((!header.tags.is_empty()).then_some(header))
    }

    fn start(&mut self, header: &mut Header<'_>) -> Result<AnyPosition, PgnError> {
        let variant_tag = header.take("Variant");
        let (line, name) = variant_tag.unwrap_or((header.line, DEFAULT_GAME.into()));
        let variant = find(self.catalog, &name).map_err(|message| PgnError::new(line, message))?;
        let start = match self.starts.get(&variant.name) {
            Some(start) => start.clone(),
            None => {
                let start = AnyPosition::start(variant).map_err(|error| {
                    let message = format!("the game '{}', startFen: {error}", variant.name);
                    PgnError::new(line, message)
                })?;
                self.starts.insert(variant.name.clone(), start.clone());
                start
            }
        };
        match (header.take("SetUp"), header.take("FEN")) {
            (_, Some((line, fen))) => start
                .with_fen(&fen)
                .map_err(|error| PgnError::new(line, format!("the tag 'FEN': {error}"))),
            (Some((line, value)), None) if value.trim() == "1" => {
                let message = "the tag 'SetUp' is 1, but there is no tag 'FEN'";
                Err(PgnError::new(line, message))
            }
            _ => Ok(start),
        }
    }

    /// Reads moves up to the game's end: the result with its line, or `None` if the
    /// next game or the end of the text comes first.
    fn moves(&mut self, game: &mut Game) -> Result<Option<(usize, GameResult)>, PgnError> {
        let mut position = game.start.clone();
        while let Some((line, token)) = self.next()? {
            let word = match token {
                Token::Word(word) => word,
                Token::Tag(..) => {
                    self.waiting = Some((line, token));
                    return Ok(None);
                }
            };
            if let Some(result) = GameResult::parse(word) {
                return Ok(Some((line, result)));
            }
            let text = without_number(word);
            // Judgements that stand alone: `e2e4 !?`
            if text.trim_matches(['!', '?']).is_empty() {
                continue;
            }
            let plain = without_judgement(text);
            let mv = position.parse_move(plain).map_err(|error| {
                let number = position.fullmoves();
                let dots = match position.side_to_move() {
                    Color::White => ".",
                    Color::Black => "...",
                };
                let shown = shortened(plain);
                let why = match XBOARD_PASSES.contains(&plain) {
                    true => AFTER_PASS.to_string(),
                    false => error.to_string(),
                };
                let message = format!("move {number}{dots} '{shown}' is illegal: {why}");
                PgnError::new(line, message)
            })?;
            position.make(mv);
            game.moves.push(mv);
        }
        Ok(None)
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

/// The tags that are left when the others are taken.
fn tags(mut header: Header<'_>) -> Tags {
    let unknown = Tags::default();
    let mut take = |name: &str, missing: String| header.take(name).map_or(missing, |(_, v)| v);
    let mut tags = Tags {
        event: take("Event", unknown.event),
        site: take("Site", unknown.site),
        date: take("Date", unknown.date),
        round: take("Round", unknown.round),
        white: take("White", unknown.white),
        black: take("Black", unknown.black),
        others: Vec::new(),
    };
    let rest = header.tags.into_iter();
    tags.others = rest.map(|(_, name, value)| (name.into(), value)).collect();
    tags
}

/// A word without the move number before it: `12.e2e4`, `12...`, `12`.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.is_empty() || rest.starts_with('.') {
        rest.trim_start_matches('.')
    } else {
        word
    }
}

/// A move without `!`, `?`, `!?` and so on after it. After an id, `!` is a part of it.
fn without_judgement(text: &str) -> &str {
    let plain = text.trim_end_matches(['!', '?']);
    match plain.chars().last() {
        Some(c) if c.is_ascii_digit() => plain,
        _ => text.trim_end_matches('?'),
    }
}
