//! The board and what stands on it in the beginning.

use super::{Context, Fields};
use crate::geometry::{Bitboard, Bits256, MAX_FILES, MAX_RANKS, Shape};
use crate::rules::ini::shortened;
use crate::rules::piece::{Color, ColorMap, PieceId, PieceType};
use crate::rules::placement::{Cell, Letters, PlacementError, parse_placement};
use crate::rules::variant::Strip;

const CHESS_START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Reads the size of the board; `None` if it cannot be read, or is not the start position's.
pub(super) fn read_shape(fields: &mut Fields) -> Option<Shape> {
    let mut size = |key: &str, read: &dyn Fn(&str) -> Result<u8, String>| {
        let default = (!fields.has(key)).then_some(8);
        fields.read(key, default, |text| read(text).map(Some))
    };
    let files = size("maxFile", &|text| {
        let letter = match text.as_bytes() {
            [c] if c.is_ascii_alphabetic() => Some(c.to_ascii_lowercase() - b'a' + 1),
            _ => None,
        };
        match letter.or_else(|| text.parse().ok()) {
            Some(files) if (1..=MAX_FILES).contains(&files) => Ok(files),
            _ => Err(format!(
                "'{}' is not a number of files from 1 to 16",
                shortened(text)
            )),
        }
    });
    let ranks = size("maxRank", &|text| match text.parse() {
        Ok(ranks) if (1..=MAX_RANKS).contains(&ranks) => Ok(ranks),
        _ => Err(format!(
            "'{}' is not a number from 1 to {MAX_RANKS}",
            shortened(text)
        )),
    });
    let (files, ranks) = (files?, ranks?);
    let start = fields.own_text("startFen");
    if start.as_deref().is_some_and(|text| text.trim().is_empty()) {
        fields.problem("startFen", "it is empty");
        return None;
    }
    let start = start.unwrap_or_default();
    if let Some(message) = forgotten(fields, (files, ranks), &start) {
        fields.problem("startFen", message);
        return None;
    }
    Some(Shape::new(files, ranks).expect("both are within limits"))
}

/// What to say if the start position has another size than the board: mostly because a key
/// is not given.
fn forgotten(fields: &Fields, (files, ranks): (u8, u8), start: &str) -> Option<String> {
    let found = size_of(start.split_ascii_whitespace().next()?)?;
    let sizes = [
        ("maxFile", "files", found.0, files, MAX_FILES),
        ("maxRank", "ranks", found.1, ranks, MAX_RANKS),
    ];
    let wrong = sizes
        .into_iter()
        .filter(|(_, _, found, now, _)| *found != usize::from(*now));
    let advice: Vec<String> = wrong
        .map(|(key, what, found, now, most)| {
            let so_far = match (fields.is_own(key), fields.has(key)) {
                (true, _) => key,
                (false, true) => "inherited",
                (false, false) => "default",
            };
            let or = match fields.is_own(key) {
                true => format!(", or a position with {now} {what}"),
                false => String::new(),
            };
            (found <= usize::from(most)).then(|| {
                format!(
                    "has {found} {what} and the board {now} ({so_far}): write {key} = {found}{or}"
                )
            })
        })
        .collect::<Option<_>>()?;
    (!advice.is_empty()).then(|| format!("it {}", advice.join("; it ")))
}

/// The files and ranks of a board that is written so, if all its ranks are equally long.
fn size_of(board: &str) -> Option<(usize, usize)> {
    let board = board.split('[').next().unwrap_or_default();
    let files = |rank: &str| -> usize {
        let numbers = rank
            .split(|c: char| !c.is_ascii_digit())
            .filter_map(|digits| digits.parse::<usize>().ok());
        let cells = rank
            .chars()
            .filter(|c| c.is_ascii_alphabetic() || *c == '*');
        numbers.fold(cells.count(), usize::saturating_add)
    };
    let mut lengths = board.split('/').map(files);
    let first = lengths.next()?;
    let alike = lengths.all(|length| length == first);
    alike.then(|| (first, board.split('/').count()))
}

/// Reads both strips.
pub(super) fn read_strips(fields: &mut Fields, shape: Shape) -> ColorMap<Option<Strip>> {
    let strips = ColorMap([
        read_strip(fields, shape, "sliderWhite"),
        read_strip(fields, shape, "sliderBlack"),
    ]);
    if let [Some(white), Some(black)] = strips.0
        && white.rank == black.rank
    {
        fields.problem("sliderBlack", "both strips are on one rank");
    }
    strips
}

fn read_strip(fields: &mut Fields, shape: Shape, key: &str) -> Option<Strip> {
    fields.read(key, None, |text| {
        let (rank, width) = text
            .split_once(':')
            .and_then(|(r, w)| Some((r.trim().parse::<u8>().ok()?, w.trim().parse::<u8>().ok()?)))
            .ok_or_else(|| format!("'{}' is not rank:width, such as 1:4", shortened(text)))?;
        let fits = (1..=shape.ranks()).contains(&rank) && (1..shape.files()).contains(&width);
        if !fits {
            return Err(format!(
                "rank {rank}, width {width} does not fit a board of {} ranks whose {} files must \
                 be more than the width",
                shape.ranks(),
                shape.files()
            ));
        }
        Ok(Some(Strip {
            rank: rank - 1,
            width,
        }))
    })
}

/// A start position with all its fields: the dialect lets the last ones be missing, and
/// castling and en passant in the middle.
pub fn completed_fen(fen: &str) -> String {
    let mut fields: Vec<&str> = fen.split_ascii_whitespace().collect();
    let is_number = |field: &&str| field.parse::<u16>().is_ok();
    let is_counter = |field: &&str| is_number(field) || field.contains('+');
    if fields.is_empty() {
        return String::new();
    }
    if fields.len() == 1 {
        fields.push("w");
    }
    if fields.len() == 2 || fields.get(2).is_some_and(is_counter) {
        fields.splice(2..2, ["-", "-"]);
    }
    if fields.len() == 3 || fields.get(3).is_some_and(is_counter) {
        fields.insert(3, "-");
    }
    let counters = fields.iter().skip(4).filter(|f| is_number(f)).count();
    if counters == 1 {
        fields.push("1");
    }
    fields.join(" ")
}

/// A position without castling rights: those of a game that has no castling mean nothing.
pub(super) fn without_rights(fen: &str) -> String {
    let mut fields: Vec<&str> = fen.split(' ').collect();
    if let Some(rights) = fields.get_mut(2)
        && rights.chars().all(|c| "KQkq".contains(c))
    {
        *rights = "-";
    }
    fields.join(" ")
}

/// What the start position says about the game.
pub(super) struct Start {
    pub fen: String,
    /// The cells of the box, a1 first; all empty if the position cannot be read.
    pub cells: Vec<Cell>,
    /// The holes of the board.
    pub holes: Bits256,
    /// How many pieces of each type each player starts with.
    pub counts: ColorMap<Vec<u16>>,
    pub has_king: ColorMap<bool>,
}

/// Reads the start position as far as the rules need it; a position of the game reads it
/// once more, and completely.
pub(super) fn read_start(
    fields: &mut Fields,
    context: &Context,
    strips: ColorMap<Option<Strip>>,
    king: Option<PieceType>,
    letters: Letters<'_>,
) -> Start {
    let shape = context.shape;
    let fen = match fields.text("startFen") {
        Some(fen) => completed_fen(&fen),
        None => CHESS_START.into(),
    };
    let board = fen.split(' ').next().unwrap_or_default();
    let placement = parse_placement(shape, letters, board);
    let mut start = Start {
        cells: vec![Cell::Empty; shape.len()],
        holes: Bits256::default(),
        counts: ColorMap::from_fn(|_| vec![0; context.ids.len()]),
        has_king: ColorMap::default(),
        fen: fen.clone(),
    };
    match placement {
        Ok(placement) => start.cells = placement.cells,
        // A letter whose line cannot be read.
        Err(PlacementError::UnknownPiece { id, .. })
            if PieceId::parse_prefix(&id)
                .is_some_and(|(id, ..)| fields.doubtful().contains(id)) =>
        {
            return start;
        }
        Err(error) if fields.is_own("startFen") => {
            fields.problem("startFen", error.to_string());
            return start;
        }
        Err(error) => {
            let which = match fields.has("startFen") {
                true => "inherited",
                false => "default",
            };
            fields.problem_of_section(
                "startFen",
                format!("it is not given, and the {which} one does not fit: {error}"),
            );
            return start;
        }
    }
    let is_strip = |rank| strips.0.iter().flatten().any(|s| s.rank == rank);
    for (square, cell) in shape.squares().zip(&start.cells) {
        match cell {
            Cell::Hole if !is_strip(shape.rank(square)) => start.holes.toggle(square),
            Cell::Piece(piece) => start.counts[piece.color()][piece.kind().index()] += 1,
            Cell::Hole | Cell::Empty => {}
        }
    }
    for color in Color::BOTH {
        let kings = king.map_or(0, |king| start.counts[color][king.index()]);
        start.has_king[color] = kings > 0;
        if kings > 1 {
            let message = format!("{color} has {kings} kings, expected one or none");
            fields.problem("startFen", message);
        }
    }
    start
}
