//! What a position must say about itself, whatever the game.

use sliderule::position::{AnyPosition, Status};
use sliderule::rules::Color;
use std::collections::HashSet;

/// All that a position says about itself.
pub fn portrait(position: &mut AnyPosition) -> (String, u64, Vec<String>, Status) {
    (
        position.fen(),
        position.key(),
        position.legal_move_texts(),
        position.status(),
    )
}

/// The text says all, the key is right, and a move made is a move taken back.
pub fn check_alone(position: &mut AnyPosition) {
    let before = portrait(position);
    let (fen, key, texts, _) = &before;
    assert_eq!(*key, position.recomputed_key(), "{fen}");
    let moves = position.legal_moves();
    assert_eq!(position.count_legal_moves(), moves.len() as u64, "{fen}");
    let unique: HashSet<&String> = texts.iter().collect();
    assert_eq!(unique.len(), texts.len(), "{fen}: {texts:?}");

    let read = position
        .with_fen(fen)
        .unwrap_or_else(|e| panic!("{fen}: {e}"));
    assert_eq!(&read.fen(), fen);
    assert_eq!(read.key(), *key, "{fen}");
    assert_eq!(&read.legal_move_texts(), texts, "{fen}");

    for &mv in &moves {
        let text = position.move_text(mv);
        position.make_unchecked(mv);
        assert_eq!(position.key(), position.recomputed_key(), "{fen} {text}");
        // What the mover's king stands on must be safe now, unless its capture would
        // blow up the other.
        let us = position.side_to_move().other();
        if let Some(king) = position.king(us)
            && position.variant().blast.is_none()
        {
            assert!(
                !position.is_attacked_by_walking(king, us.other()),
                "{fen} {text}"
            );
        }
        assert_eq!(position.undo(), Some(mv));
        assert_eq!(position.key(), *key, "{fen} {text}");
        assert_eq!(&position.fen(), fen, "{text}");
    }
    assert_eq!(portrait(position), before);
}

/// Texts name one move each, in either case. (Quadratic in the number of moves.)
pub fn check_texts(position: &mut AnyPosition) {
    let fen = position.fen();
    for mv in position.legal_moves() {
        let text = position.move_text(mv);
        assert_eq!(position.parse_move(&text), Ok(mv), "{fen} {text}");
        let shouted = text.to_ascii_uppercase();
        assert_eq!(position.parse_move(&shouted), Ok(mv), "{fen} {text}");
    }
}

/// Bitboards and mailbox see the same attacks.
pub fn check_attacks(position: &AnyPosition) {
    for square in position.shape().squares() {
        if position.is_live(square) {
            for by in Color::BOTH {
                assert_eq!(
                    position.is_attacked(square, by),
                    position.is_attacked_by_walking(square, by),
                    "{} {} {by}",
                    position.fen(),
                    position.shape().name(square)
                );
            }
        }
    }
}
