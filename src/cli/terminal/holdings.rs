//! What stands beside the board: the pieces that were captured, and the pools.

use crate::pgn::Game;
use crate::position::AnyPosition;
use crate::rules::{Color, ColorMap};

/// The longest line beside the board, in characters.
const WIDTH: usize = 28;

/// How many pieces of each type each player has on the board.
type Counts = ColorMap<Vec<u16>>;

fn counts(position: &AnyPosition) -> Counts {
    let mut counts = ColorMap::from_fn(|_| vec![0; position.variant().pieces.len()]);
    let pieces = position
        .shape()
        .squares()
        .filter_map(|s| position.piece_at(s));
    for piece in pieces {
        counts[piece.color()][piece.kind().index()] += 1;
    }
    counts
}

/// How many of each player's pieces have gone so far, by the types as which they went.
fn gone(game: &Game) -> Counts {
    let mut position = game.start.clone();
    let mut before = counts(&position);
    let mut gone = ColorMap::from_fn(|color: Color| vec![0; before[color].len()]);
    for &mv in &game.moves {
        position.make_unchecked(mv);
        let after = counts(&position);
        for color in Color::BOTH {
            let total = |counts: &Counts| counts[color].iter().sum::<u16>();
            // With as many pieces as before the player has only promoted one.
            if total(&after) < total(&before) {
                for (kind, gone) in gone[color].iter_mut().enumerate() {
                    *gone += before[color][kind].saturating_sub(after[color][kind]);
                }
            }
        }
        before = after;
    }
    gone
}

/// The lines beside the board, the player's at the top first.
pub(super) fn lines(game: &Game, position: &AnyPosition, flipped: bool) -> Vec<String> {
    let variant = position.variant();
    let gone = gone(game);
    let mut lines = Vec::new();
    let order = if flipped {
        [Color::White, Color::Black]
    } else {
        [Color::Black, Color::White]
    };
    for color in order {
        let list = |owner: Color, count: &dyn Fn(usize) -> u16| -> Vec<String> {
            let pieces = variant.pieces.iter().enumerate();
            let held = pieces.map(|(kind, piece)| (count(kind), piece.id.cased(owner)));
            held.filter(|(count, _)| *count > 0)
                .map(|(count, id)| match count {
                    1 => id,
                    _ => format!("{count}{id}"),
                })
                .collect()
        };
        let victim = color.other();
        let captured = list(victim, &|kind| gone[victim][kind]);
        let pool = list(color, &|kind| {
            position.in_pool(color, crate::rules::PieceType::new(kind))
        });
        for (title, pieces) in [
            (format!("{color} has captured:"), captured),
            (format!("{color}'s pool:"), pool),
        ] {
            if !pieces.is_empty() {
                let text = format!("{title} {}", pieces.join(" "));
                let folded = crate::cli::margin::folded(&text, WIDTH, 2);
                lines.extend(folded.lines().map(String::from));
            }
        }
    }
    lines
}
