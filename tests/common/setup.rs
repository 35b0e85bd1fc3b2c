//! Positions to ask questions about, in the words of the rules.

use crate::games::start;
use sliderule::position::AnyPosition;

/// The message with which a FEN is refused.
pub fn refusal(game: &str, fen: &str) -> String {
    match start(game).with_fen(fen) {
        Err(error) => error.to_string(),
        Ok(_) => panic!("{game}: {fen} is accepted"),
    }
}

/// A position to ask questions about, in the words of the rules.
pub struct Setup(pub AnyPosition);

/// A position from a FEN.
pub fn setup(game: &str, fen: &str) -> Setup {
    match start(game).with_fen(fen) {
        Ok(position) => Setup(position),
        Err(error) => panic!("{game} {fen}: {error}"),
    }
}

/// A Short Sliders FEN from pieces such as `Kg1 n'd5`, and what follows the board. The
/// board is too large for a FEN to be read at a glance.
pub fn short_sliders_fen(pieces: &str, rest: &str) -> String {
    let mut cells = vec![vec![String::new(); 12]; 16];
    for item in pieces.split_ascii_whitespace() {
        let marked = usize::from(item[1..].starts_with(['\'', '!']));
        let (id, square) = item.split_at(1 + marked);
        let file = usize::from(square.as_bytes()[0] - b'a');
        let rank: usize = square[1..].parse().unwrap();
        let cell = &mut cells[rank - 1][file];
        assert!(cell.is_empty(), "two pieces on {square}");
        *cell = id.into();
    }
    let mut ranks = Vec::new();
    for row in cells.iter().rev() {
        let mut text = String::new();
        for run in row.chunk_by(|a, b| a.is_empty() && b.is_empty()) {
            if run[0].is_empty() {
                text += &run.len().to_string();
            } else {
                text += &run.concat();
            }
        }
        ranks.push(text);
    }
    let space = if rest.starts_with('[') { "" } else { " " };
    format!("{}{space}{rest}", ranks.join("/"))
}

/// A Short Sliders position; see [`short_sliders_fen`].
pub fn short_sliders(pieces: &str, rest: &str) -> Setup {
    setup("short-sliders", &short_sliders_fen(pieces, rest))
}

impl Setup {
    /// All legal moves, sorted.
    pub fn moves(&self) -> Vec<String> {
        let position = self.0.clone();
        let moves = position.legal_move_texts();
        assert_eq!(position.count_legal_moves(), moves.len() as u64);
        assert_eq!(position.fen(), self.0.fen());
        moves
    }

    /// What follows the square in the moves that start from it, sorted.
    pub fn from(&self, square: &str) -> String {
        let moves = self.moves();
        let rest = moves.iter().filter_map(|text| {
            let rest = text.strip_prefix(square)?;
            // Not the moves of a13 when those of a1 are asked for.
            rest.starts_with(|c: char| c.is_ascii_lowercase())
                .then_some(rest)
        });
        rest.collect::<Vec<_>>().join(" ")
    }

    /// Whether a move is in the list of legal moves.
    pub fn can(&self, text: &str) -> bool {
        self.moves().iter().any(|mv| mv == text)
    }

    /// The position after some moves. Taking each back must lead to where it started.
    pub fn after(&self, moves: &str) -> Setup {
        let mut position = self.0.clone();
        for text in moves.split_ascii_whitespace() {
            let before = (position.fen(), position.key());
            let mv = match position.parse_move(text) {
                Ok(mv) => mv,
                Err(error) => panic!("{} {text}: {error}", position.fen()),
            };
            position.make_unchecked(mv);
            assert_eq!(position.key(), position.recomputed_key(), "{text}");
            position.undo();
            assert_eq!((position.fen(), position.key()), before, "{text}");
            position.make_unchecked(mv);
        }
        Setup(position)
    }

    /// Why a text is not a legal move.
    pub fn why_not(&self, text: &str) -> String {
        match self.0.clone().parse_move(text) {
            Err(error) => error.to_string(),
            Ok(_) => panic!("{}: {text} is legal", self.0.fen()),
        }
    }

    /// The id of the piece on a square, in its owner's case; `.` if there is none.
    pub fn on(&self, square: &str) -> String {
        let (at, _) = self.0.shape().parse_square(square).unwrap();
        match self.0.piece_at(at) {
            Some(piece) => self.0.variant().piece(piece.kind()).id.cased(piece.color()),
            None => ".".into(),
        }
    }

    pub fn fen(&self) -> String {
        self.0.fen()
    }

    /// A field of the FEN: 0 is the board, 2 castling, 3 e.p., 4 and 5 the counters.
    pub fn field(&self, n: usize) -> String {
        self.fen().split(' ').nth(n).unwrap().into()
    }

    /// What the FEN has in brackets.
    pub fn pool(&self) -> String {
        let fen = self.fen();
        let (_, rest) = fen.split_once('[').expect("no pool");
        rest.split_once(']').expect("no end of the pool").0.into()
    }

    pub fn status(&self) -> String {
        self.0.clone().status().to_string()
    }

    /// The result in PGN's words.
    pub fn result(&self) -> &'static str {
        self.0.clone().status().result()
    }
}
