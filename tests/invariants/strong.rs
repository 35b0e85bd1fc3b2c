//! A game of strong and strange pieces for boards of any size.

use sliderule::geometry::{Bitboard, Delta, Square};
use sliderule::position::AnyPosition;
use sliderule::rules::{Catalog, Color};
use std::collections::BTreeSet;

/// Pieces of every kind the tables know: sliders, riders, leapers, lame leaps, lame
/// riders and restricted slides (which only the mailbox can walk), bent moves, a rifle.
const PIECES: &str = "
king = k
pawn = p
queen = q
amazon = a
promotionPieceTypes = qad
castling = false
customPiece1 = n:N0
customPiece2 = d:nD2
customPiece3 = e:nA0
customPiece4 = h:mafsWmafsF
customPiece5 = r:R6N0
customPiece6 = s:cabN
customPiece7 = b:mRcB3
customPiece8 = c:C0
customPiece9 = g:mK2cnGcnH
customPiece10 = x:nDnA
customPiece11 = z:mafsmaflW
customPiece12 = i:iR3F
customPiece13 = o:QN0C0Z0
";

/// The letters of the pieces other than king and pawn.
pub const LETTERS: &str = "qandehrsbcgxzio";

/// The game on a board of this size; `more` are further lines of its section.
pub fn position(files: u8, ranks: u8, fen: &str, more: &str) -> AnyPosition {
    let ini =
        format!("[t]\nmaxFile = {files}\nmaxRank = {ranks}\nstartFen = {fen}\n{PIECES}{more}");
    let catalog = Catalog::from_texts(&[("test.ini", &ini)]);
    assert_eq!(catalog.problems(), []);
    let game = catalog.get("t").unwrap_or_else(|e| panic!("{e}"));
    AnyPosition::start(game).unwrap_or_else(|e| panic!("{fen}: {e}"))
}

/// Where a piece can go, walked step by step from what its patterns say, without
/// tables or bitboards: targets, and whether they are rifle captures. Knows the aura that
/// stops slides, but does not look at checks, and knows nothing of en passant.
pub fn walked(position: &AnyPosition, from: Square) -> BTreeSet<(Square, bool)> {
    let mut targets = BTreeSet::new();
    let Some(piece) = position.piece_at(from) else {
        return targets;
    };
    let shape = position.shape();
    let flip = |step: Delta| match piece.color() {
        Color::White => step,
        Color::Black => -step,
    };
    let empty = |s: Square| position.is_live(s) && position.piece_at(s).is_none();
    let enemy = |s: Square| {
        let found = position.piece_at(s);
        found.is_some_and(|p| p.color() != piece.color())
    };
    let neighbours = |s: Square| {
        let steps = (0..9).map(|n| Delta::new(n % 3 - 1, n / 3 - 1));
        steps.filter_map(move |step| shape.offset(s, step).filter(move |&n| n != s))
    };
    let has_aura = |s: Square| {
        let aura = position.variant().stop_aura;
        s != from
            && position
                .piece_at(s)
                .is_some_and(|p| aura.contains(p.kind()))
    };
    let initial = position.variant().initial_region[piece.color()];
    for pattern in &position.variant().piece(piece.kind()).patterns {
        if pattern.initial && !initial.contains(from) {
            continue;
        }
        let stops = |s: Square| pattern.is_stepwise() && neighbours(s).any(has_aura);
        let mut at = from;
        for _ in 0..if stops(from) { 1 } else { pattern.last.reach } {
            let mut passed = pattern.last.through.iter();
            let free = |s: Square| empty(s) && !stops(s) && !stops(at);
            let open = passed.all(|&t| shape.offset(at, flip(t)).is_some_and(free));
            let Some(next) = shape.offset(at, flip(pattern.last.step)).filter(|_| open) else {
                break;
            };
            at = next;
            if pattern.last.quiet && empty(at) || pattern.last.capture && enemy(at) {
                targets.insert((at, pattern.rifle));
            }
            if !empty(at) || stops(at) {
                break;
            }
        }
    }
    targets
}

/// The number of moves of the side to move, walked, where no check, pin or promotion
/// restricts or multiplies them.
pub fn walked_moves(position: &AnyPosition) -> usize {
    let us = position.side_to_move();
    let own = |s: &Square| position.piece_at(*s).is_some_and(|p| p.color() == us);
    let squares = position.shape().squares().filter(own);
    squares.map(|s| walked(position, s).len()).sum()
}
