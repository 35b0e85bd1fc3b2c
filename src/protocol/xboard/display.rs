//! How XBoard is shown a game. For now each move is one ply in the engine's own
//! notation and squares are counted from 1, which is right for the games that XBoard
//! knows by itself.

use crate::geometry::Square;
use crate::position::{AnyPosition, Move};
use crate::rules::{PieceType, Variant};
use std::sync::Arc;

/// The names of XBoard's own games that are played here.
const NATIVE: [&str; 2] = ["normal", "capablanca"];

/// The words in which XBoard is told about a game.
#[derive(Clone)]
pub struct Display {
    rules: Arc<Variant>,
    name: String,
}

impl Display {
    /// The words for a game.
    ///
    /// # Errors
    /// XBoard cannot show it.
    pub fn new(rules: &Arc<Variant>) -> Result<Self, String> {
        let mut names = rules.aliases.iter().chain([&rules.name]);
        let native = names.find(|name| NATIVE.contains(&name.as_str()));
        let name = native.unwrap_or(&rules.name).clone();
        let rules = rules.clone();
        Ok(Self { rules, name })
    }

    /// The name of the variant.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether XBoard knows the rules.
    pub fn is_native(&self) -> bool {
        NATIVE.contains(&self.name.as_str())
    }

    /// The lines that answer `variant`.
    pub fn setup_lines(&self, position: &AnyPosition) -> Vec<String> {
        match self.is_native() {
            true => Vec::new(),
            false => vec![
                format!("setup (-) {}", position.fen()),
                "piece K& KisO1".into(),
            ],
        }
    }

    /// A position in XBoard's words.
    pub fn fen(&self, position: &AnyPosition) -> String {
        position.fen()
    }

    /// A FEN of XBoard in the engine's words.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read_fen(&self, fen: &str) -> Result<String, String> {
        Ok(fen.into())
    }

    /// The line that marks squares.
    pub fn highlight(&self, marks: &[(Square, char)]) -> String {
        let shape = self.rules.shape;
        let squares: Vec<Square> = shape.squares().collect();
        let mut rows = Vec::new();
        for rank in squares.chunks(usize::from(shape.files())).rev() {
            let colors: Vec<Option<char>> = rank
                .iter()
                .map(|square| marks.iter().find(|(s, _)| s == square).map(|m| m.1))
                .collect();
            let mut row = String::new();
            for run in colors.chunk_by(|a, b| a.is_none() && b.is_none()) {
                match run[0] {
                    Some(color) => row.push(color),
                    None => row += &run.len().to_string(),
                }
            }
            rows.push(row);
        }
        format!("highlight {}", rows.join("/"))
    }

    /// The square that XBoard means.
    pub fn read_square(&self, text: &str) -> Option<Square> {
        let (square, rest) = self.rules.shape.parse_square(text)?;
        rest.is_empty().then_some(square)
    }

    /// The letter that stands for a type behind a pawn's move.
    pub fn letter(&self, kind: PieceType) -> Option<char> {
        let id = self.rules.piece(kind).id;
        (id.level() == 0).then(|| id.letter())
    }

    /// A line of moves as XBoard's user reads them.
    pub fn line_texts(&self, position: &AnyPosition, moves: &[Move]) -> Vec<String> {
        position.line_texts(moves)
    }
}

/// What a text of XBoard means.
#[allow(dead_code, reason = "moves of one ply are never more than that")]
pub(super) enum Heard {
    /// This move, which XBoard shows rightly.
    Move(Move),
    /// A part of a move.
    Unfinished,
    /// This move, which XBoard shows wrongly.
    Replay(Move),
    /// One of these.
    Ambiguous(Vec<Move>),
    /// Nothing; the reason.
    Illegal(String),
}

/// What stands on XBoard's board.
#[derive(Clone)]
pub(super) struct Mirror {
    plies: usize,
}

impl Mirror {
    /// The board that shows a position.
    pub fn new(_: &Display, _: &AnyPosition) -> Self {
        Self { plies: 0 }
    }

    /// The plies that show a move.
    ///
    /// # Errors
    /// It cannot be shown.
    pub fn show(&mut self, before: &AnyPosition, mv: Move) -> Result<Vec<String>, String> {
        self.plies += 1;
        Ok(vec![before.move_text(mv)])
    }

    /// What a text of XBoard means.
    pub fn hear(&mut self, position: &AnyPosition, text: &str) -> Heard {
        match position.clone().parse_move(text) {
            Ok(mv) => {
                self.plies += 1;
                Heard::Move(mv)
            }
            Err(error) => Heard::Illegal(error.to_string()),
        }
    }

    /// Takes the last move back. Returns its plies.
    pub fn take_back(&mut self) -> usize {
        self.plies -= 1;
        1
    }

    /// The entries in XBoard's list of moves.
    pub fn plies(&self) -> usize {
        self.plies
    }
}
