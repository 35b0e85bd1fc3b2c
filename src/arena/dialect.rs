//! Moves as other engines write them.

use crate::position::{AnyPosition, Move};

/// The legal move that an engine means. Beyond our own text (case does not matter, and
/// castling may be the king's two squares or king takes rook) it may write castling as
/// `O-O` and a promotion as `a7a8=Q`.
///
/// # Errors
/// Which rule the move breaks.
pub(super) fn read_move(position: &AnyPosition, text: &str) -> Result<Move, String> {
    let text = text.trim_end_matches(['+', '#', '!', '?']);
    let written = castling(position, text)?;
    let said = written.unwrap_or_else(|| text.replace('=', ""));
    match position.parse_move(&said) {
        Ok(mv) => Ok(mv),
        // The `+` of a piece that promotes is not a check.
        Err(why) => position
            .parse_move(&format!("{said}+"))
            .map_err(|_| why.to_string()),
    }
}

/// Castling in its own notation by the squares with which the game writes it; `None` for
/// any other text.
///
/// # Errors
/// The player has no castling to that side.
pub(super) fn castling(position: &AnyPosition, text: &str) -> Result<Option<String>, String> {
    let squares = position.castling_of_books(text);
    let shape = position.shape();
    let written = |(from, to)| shape.name(from) + &shape.name(to);
    Ok(squares.map_err(|why| why.to_string())?.map(written))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prelude::start;

    #[test]
    fn castling_is_understood_in_every_form() {
        let position = start("chess").unwrap();
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        let position = position.with_fen(fen).unwrap();
        for (text, own) in [
            ("O-O", "e1g1"),
            ("0-0-0", "e1c1"),
            ("e1g1", "e1g1"),
            ("E1H1", "e1g1"),
            ("e1a1", "e1c1"),
        ] {
            let mv = read_move(&position, text).unwrap();
            assert_eq!(position.move_text(mv), own, "{text}");
        }
        let shatranj = start("shatranj").unwrap();
        let why = read_move(&shatranj, "O-O").unwrap_err();
        assert!(why.contains("no castling"), "{why}");
    }

    #[test]
    fn promotions_are_understood_in_every_form() {
        let position = start("chess").unwrap();
        let position = position.with_fen("8/P3k3/8/8/8/8/8/4K3 w - - 0 1").unwrap();
        for text in ["a7a8q", "a7a8Q", "a7a8=Q", "a7a8q+"] {
            let mv = read_move(&position, text).unwrap();
            assert_eq!(position.move_text(mv), "a7a8q", "{text}");
        }
        let why = read_move(&position, "a7a8").unwrap_err();
        assert!(why.contains("write what the Pawn becomes"), "{why}");
    }
}
