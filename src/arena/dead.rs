//! Whether a game can still be won at all.
//!
//! No rule of a game says which pieces are too few to win; but where all that both players
//! can do together never ends in a win, the game is a draw, in whatever game.

use crate::position::{AnyPosition, Status};
use std::collections::HashSet;

/// Looked at after a capture, and where three pieces are claimed to be too few to win.
const GLANCE: usize = 20_000;
const LOOK: usize = 500_000;

/// Whether it is plain that nobody can win any more.
pub(super) fn is_plainly_dead(position: &AnyPosition) -> bool {
    position.pieces().count() <= 2 && is_dead(position, GLANCE)
}

/// Whether an engine may claim that nobody can win any more.
pub(super) fn may_be_claimed_dead(position: &AnyPosition) -> bool {
    match position.pieces().count() {
        ..=3 => is_dead(position, LOOK),
        _ => is_dead(position, GLANCE),
    }
}

/// Whether no player can ever win, even with the help of the other. `false` as well if
/// there are more positions to look at than `most`.
pub(super) fn is_dead(position: &AnyPosition, most: usize) -> bool {
    let Some(root) = placed(position, &position.fen()) else {
        return false;
    };
    let mut seen = HashSet::from([root.key()]);
    let mut waiting = vec![root.fen()];
    while let Some(fen) = waiting.pop() {
        let Some(mut position) = placed(position, &fen) else {
            return false;
        };
        for mv in position.legal_moves().iter().copied() {
            position.make_unchecked(mv);
            if let Status::Ended(Some(_), _) = position.status() {
                return false;
            }
            if seen.insert(position.key()) {
                waiting.push(position.fen());
            }
            position.undo();
        }
        if seen.len() > most {
            return false;
        }
    }
    true
}

/// A position without its past: the moves that were counted are none.
fn placed(model: &AnyPosition, fen: &str) -> Option<AnyPosition> {
    let fields: Vec<&str> = fen.split(' ').collect();
    let kept = fields.len().checked_sub(2)?;
    let fresh = format!("{} 0 1", fields[..kept].join(" "));
    model.with_fen(&fresh).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prelude::start;

    #[test]
    fn a_game_is_dead_when_nobody_can_win_any_more() {
        for (game, fen, dead) in [
            ("chess", "8/8/8/5K2/8/8/8/k7 w - - 99 56", true),
            ("chess", "8/8/8/5K2/8/8/8/kQ6 b - - 0 56", true),
            ("chess", "8/8/8/5K2/8/2Q5/k7/8 w - - 0 56", false),
            ("chess", "8/8/8/5K2/8/P7/8/k7 w - - 0 56", false),
            ("gardner", "4k/5/2N2/5/K4 w - - 0 1", true),
            ("gardner", "4k/5/2R2/5/K4 w - - 0 1", false),
            ("kingofthehill", "8/8/6K1/8/8/8/8/k7 w - - 0 56", false),
        ] {
            let position = start(game).unwrap().with_fen(fen).unwrap();
            assert_eq!(is_dead(&position, 40_000), dead, "{game} {fen}");
        }
    }

    #[test]
    fn what_is_too_much_to_look_at_is_not_dead() {
        let home = start("chess").unwrap();
        let position = home.with_fen("8/8/8/5K2/8/8/8/k7 w - - 0 56").unwrap();
        assert!(!is_dead(&position, 100));
    }
}
