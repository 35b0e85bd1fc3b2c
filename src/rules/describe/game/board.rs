//! The board, and the rows of it that move.

use crate::geometry::Bitboard;
use crate::rules::describe::numbers::count;
use crate::rules::describe::squares;
use crate::rules::piece::Color;
use crate::rules::variant::Variant;

pub(super) fn paragraphs(variant: &Variant) -> Vec<String> {
    let shape = variant.shape;
    let (files, ranks) = (shape.files().into(), shape.ranks().into());
    let plural = |n: usize, noun: &str| format!("{n} {noun}{}", if n == 1 { "" } else { "s" });
    let mut board = format!(
        "{} by {}, {}.",
        plural(files, "file"),
        plural(ranks, "rank"),
        plural(variant.cells(), "square")
    );
    if variant.holes.any() {
        // Holes are named as squares of a board that has them.
        let whole = Variant {
            holes: Default::default(),
            ..variant.clone()
        };
        board += &format!(
            " Holes (#), which are not part of the board: {}.",
            squares::words(&whole, variant.holes, "and")
        );
    }
    let mut paragraphs = vec![board];
    let first = match variant.start_fen.split(' ').nth(1) {
        Some("b") => Color::Black,
        _ => Color::White,
    };
    paragraphs.push(format!(
        "{first} moves first. White, in capitals, plays up the board; Black, in small letters, \
         down the board. Forward and left are as the piece's owner sees the board."
    ));
    paragraphs
}

/// The rules of rows that slide.
pub(super) fn shifts(variant: &Variant) -> Vec<String> {
    let mut paragraphs = Vec::new();
    for color in Color::BOTH {
        if let Some(strip) = variant.strips[color] {
            paragraphs.push(format!(
                "Rank {} is {color}'s strip: only {} of its {} squares, side by side, are part \
                 of the board at any time. Pieces move on and off it as over other squares; the \
                 squares beside it are holes.",
                strip.rank + 1,
                count(strip.width.into()),
                count(variant.shape.files().into())
            ));
        }
    }
    if !paragraphs.is_empty() {
        paragraphs.push(
            "Instead of moving a piece, players may shift their own strip along its rank to \
             any other place, with everything on it or even empty. They may not while \
             in check, nor while an enemy piece stands on it, nor if their king would be in check \
             afterwards or, riding on it, at a place that it passes."
                .into(),
        );
    }
    paragraphs
}
