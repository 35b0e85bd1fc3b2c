//! The entries of XBoard's list of moves as its files have them.
//!
//! XBoard writes them in a notation like that of chess books, made for its own idea of how the
//! pieces move: `Nb3`, `Hd3e1`, `c4xd5`, `Axi4-j6` (by way of a square whose piece is removed),
//! `d2d1=M`, `Lxf7+` (which may be a promotion or a check), `?e7a7` (a hole moves), `O-O` (a
//! king that goes far on its rank), `O-O-h0` (one that the rook jumps over), `--` (a null
//! move). An entry may leave the square where it begins open; then it stands for several plies.

use super::board::Board;
use super::cells::{Ply, ShownCell};
use super::ids::Suffix;
use super::vocabulary::Vocabulary;
use crate::geometry::Square;
use crate::rules::{Color, Piece, PieceType};

/// What an entry says.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Entry {
    Pass,
    /// The king goes somewhere along its rank.
    KingAlongRank,
    /// The king goes to a square, and the rook of that side next to it.
    Castle {
        queenside: bool,
        to: Square,
    },
    Move {
        mover: Mover,
        file: Option<u8>,
        /// The number that XBoard gives the rank.
        rank: Option<u8>,
        capture: bool,
        through: Option<Square>,
        to: Square,
        /// What it may mean that stands behind the squares.
        suffixes: Vec<Option<Suffix>>,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mover {
    /// Nothing is said: XBoard leaves out the letter of pawns.
    Unnamed,
    Hole,
    Piece(PieceType),
}

/// The plies that an entry may stand for on a board.
pub(super) fn plies(words: &Vocabulary, board: &Board, text: &str) -> Vec<Ply> {
    match read(words, text) {
        None => Vec::new(),
        Some(Entry::Pass) => vec![Ply::Null],
        Some(Entry::KingAlongRank) => along_rank(words, board),
        Some(Entry::Castle { queenside, to }) => castlings(words, board, queenside, to),
        Some(entry) => moves(words, board, &entry),
    }
}

/// The number of White's first rank that the squares of an entry show, if they do.
pub(super) fn settle_ranks(words: &Vocabulary, text: &str) {
    let starts = text
        .char_indices()
        .filter(|(_, c)| c.is_ascii_lowercase())
        .map(|(at, _)| at);
    for at in starts {
        // Every square that is read settles what it can.
        let _ = words.ranks.parse_prefix(&text[at..]);
    }
}

fn moves(words: &Vocabulary, board: &Board, entry: &Entry) -> Vec<Ply> {
    let Entry::Move {
        mover,
        file,
        rank,
        capture,
        through,
        to,
        suffixes,
    } = entry
    else {
        return Vec::new();
    };
    let shape = words.shape();
    let target = through.unwrap_or(*to);
    if *capture != (board.at(target) != ShownCell::Empty) {
        return Vec::new();
    }
    let starts = shape.squares().filter(|&from| {
        let cell = board.at(from);
        let is_it = match (mover, cell) {
            (Mover::Hole, _) => cell == ShownCell::Hole,
            (Mover::Piece(kind), ShownCell::Piece(piece)) => piece.kind() == *kind,
            (Mover::Unnamed, ShownCell::Piece(_)) => true,
            (_, ShownCell::Empty | ShownCell::Hole) => false,
        };
        is_it
            && cell.belongs_to(board.side)
            && file.is_none_or(|file| shape.file(from) == file)
            && rank.is_none_or(|rank| shape.rank(from) + words.ranks.first() == rank)
            // Without a letter, a square to begin from or at least its file is given.
            && (*mover != Mover::Unnamed || file.is_some() || shape.file(from) == shape.file(*to))
    });
    let mut starts: Vec<Square> = starts.collect();
    // XBoard names the start of a move that it finds impossible, unless the piece is the
    // only one of its kind.
    let seen_by_xboard = |&from: &Square| is_seen(words, board, from, target);
    if (file.is_none() || rank.is_none()) && starts.iter().any(|s| seen_by_xboard(s) == Some(true))
    {
        starts.retain(|s| seen_by_xboard(s) != Some(false));
    }
    let mut plies = Vec::new();
    for from in starts {
        plies.extend(suffixes.iter().map(|&suffix| Ply::Move {
            from,
            to: *to,
            through: *through,
            suffix,
        }));
    }
    plies.retain(|&ply| board.after(words, ply).is_ok());
    plies
}

/// Whether XBoard believes that a piece can go from one square to another; `None` where its
/// idea of the piece is not known here. It has one for each picture, that of Chu Shogi.
fn is_seen(words: &Vocabulary, board: &Board, from: Square, to: Square) -> Option<bool> {
    const KNIGHT: u8 = 1;
    const BISHOP: u8 = 2;
    const ROOK: u8 = 3;
    const QUEEN: u8 = 4;
    let ShownCell::Piece(piece) = board.at(from) else {
        return None;
    };
    let shape = words.shape();
    let ahead = match piece.color() {
        Color::White => 1,
        Color::Black => -1,
    };
    let (file, rank) = (i32::from(shape.file(from)), i32::from(shape.rank(from)));
    let by = i32::from(shape.file(to)) - file;
    let up = i32::from(shape.rank(to)) - rank;
    let clear = || {
        let between = 1..by.abs().max(up.abs());
        let mut squares =
            between.map(|n| shape.square(file + n * by.signum(), rank + n * up.signum()));
        squares.all(|square| square.is_some_and(|s| board.at(s) == ShownCell::Empty))
    };
    let straight = by == 0 || up == 0;
    let diagonal = by.abs() == up.abs();
    match words.slot(piece.kind()) {
        // As in Shogi, only to the front.
        KNIGHT => Some(by.abs() == 1 && up * ahead == 2),
        BISHOP => Some(diagonal && clear()),
        ROOK => Some(straight && clear()),
        QUEEN => Some((straight || diagonal) && clear()),
        _ => None,
    }
}

fn along_rank(words: &Vocabulary, board: &Board) -> Vec<Ply> {
    let shape = words.shape();
    let is_king =
        |&s: &Square| board.at(s) == ShownCell::Piece(Piece::new(words.king(), board.side));
    let mut plies = Vec::new();
    for king in shape.squares().filter(is_king) {
        let targets = shape
            .squares()
            .filter(|&to| shape.rank(to) == shape.rank(king));
        plies.extend(targets.map(|to| Ply::plain(king, to)));
    }
    plies.retain(|&ply| board.after(words, ply).is_ok());
    plies
}

fn castlings(words: &Vocabulary, board: &Board, queenside: bool, to: Square) -> Vec<Ply> {
    let shape = words.shape();
    let rank = shape.rank(to);
    let on_rank = || shape.squares().filter(|&s| shape.rank(s) == rank);
    let kings = on_rank()
        .filter(|&s| board.at(s) == ShownCell::Piece(Piece::new(words.king(), board.side)));
    let mut plies = Vec::new();
    for king in kings {
        let step = if queenside { 1 } else { -1 };
        let beside = shape.square(i32::from(shape.file(to)) + step, i32::from(rank));
        let Some(rook_to) = beside else { continue };
        let rooks = on_rank().filter(|&s| (shape.file(s) < shape.file(king)) == queenside);
        plies.extend(rooks.map(|rook| Ply::Castle {
            king,
            to,
            rook,
            rook_to,
        }));
    }
    plies.retain(|&ply| board.after(words, ply).is_ok());
    plies
}

fn read(words: &Vocabulary, text: &str) -> Option<Entry> {
    let text = text.trim_end_matches('#');
    if matches!(text.trim_end_matches('+'), "--" | "@@@@") {
        return Some(Entry::Pass);
    }
    if matches!(text.trim_end_matches('+'), "O-O" | "O-O-O") {
        return Some(Entry::KingAlongRank);
    }
    for (start, queenside) in [("O-O-O-", true), ("O-O-", false)] {
        if let Some(square) = text.strip_prefix(start) {
            let (to, rest) = words.ranks.parse_prefix(square)?;
            return matches!(rest, "" | "+").then_some(Entry::Castle { queenside, to });
        }
    }
    let (mover, rest) = mover(words, text)?;
    let (mut file, rest) = take_file(rest);
    let (mut rank, mut rest) = take_number(rest);
    let capture = rest.starts_with('x');
    rest = rest.trim_start_matches('x');
    let mut to = match words.ranks.parse_prefix(rest) {
        Some((to, behind)) => {
            rest = behind;
            to
        }
        // What seemed to be where it begins is where it goes.
        None if !capture => {
            let written = format!("{}{}", char::from(b'a' + file.take()?), rank.take()?);
            words.ranks.parse_prefix(&written)?.0
        }
        None => return None,
    };
    let mut through = None;
    if let Some(second) = rest.strip_prefix('-') {
        let (end, behind) = words.ranks.parse_prefix(second)?;
        through = Some(std::mem::replace(&mut to, end));
        rest = behind;
    }
    Some(Entry::Move {
        mover,
        file,
        rank,
        capture,
        through,
        to,
        suffixes: suffixes(rest)?,
    })
}

fn mover<'a>(words: &Vocabulary, text: &'a str) -> Option<(Mover, &'a str)> {
    if let Some(rest) = text.strip_prefix('?') {
        return Some((Mover::Hole, rest));
    }
    if text.starts_with(|c: char| c.is_ascii_lowercase()) {
        return Some((Mover::Unnamed, text));
    }
    let (piece, rest) = words.read_piece(text)?;
    (piece.color() == Color::White).then_some((Mover::Piece(piece.kind()), rest))
}

fn take_file(text: &str) -> (Option<u8>, &str) {
    match text.bytes().next() {
        Some(letter @ b'a'..=b'p') => (Some(letter - b'a'), &text[1..]),
        _ => (None, text),
    }
}

fn take_number(text: &str) -> (Option<u8>, &str) {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    match text[..digits].parse() {
        Ok(number) => (Some(number), &text[digits..]),
        Err(_) => (None, text),
    }
}

/// What may be meant by what stands behind the squares: a promotion, with or without `=`,
/// and a `+` for a check. A lone `+` may be either.
fn suffixes(text: &str) -> Option<Vec<Option<Suffix>>> {
    let (marked, text) = match text.strip_prefix('=') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let mut chars = text.chars();
    let first = chars.next();
    if !matches!(chars.as_str(), "" | "+") {
        return None;
    }
    match first {
        None => (!marked).then(|| vec![None]),
        Some('+') if marked || chars.as_str() == "+" => Some(vec![Some(Suffix::Plus)]),
        Some('+') => Some(vec![None, Some(Suffix::Plus)]),
        Some(letter) if letter.is_ascii_alphabetic() => {
            Some(vec![Some(Suffix::Letter(letter.to_ascii_lowercase()))])
        }
        Some(_) => None,
    }
}
