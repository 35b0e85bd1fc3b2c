//! No key is ignored.

use super::{catalog, problems};
use crate::rules::keys::{KEYS, STANDARD_PIECES};

/// A game in which every key has a value that matters.
const EVERYTHING: &str = "
[all]
title = All
aliases = everything
maxFile = 8
maxRank = 8
startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
king = k
pieceNames = k:King
pawnTypes = p
doubleStep = true
doubleStepRegionWhite = *2
doubleStepRegionBlack = *7
promotionRegionWhite = *8
promotionRegionBlack = *1
promotionPieceTypes = q
promotionTypeRegionWhite = q:*8
promotionTypeRegionBlack = q:*1
promotionLimit = q:2
promotionFromPool = false
mandatoryPawnPromotion = true
immobilityIllegal = false
waitingPawns = false
pieceLimit = q:9
promotedPieceType = n:q
mandatoryPiecePromotion = true
piecePromotionVictims = n:q
piecePromotionRegionWhite = n:*8
piecePromotionRegionBlack = n:*1
piecePromotionAbsent = n:b
stopAura = -
sliderWhite = 3:7
sliderBlack = 6:7
castling = true
castlingKingFile = e
castlingKingsideFile = g
castlingQueensideFile = c
castlingRookKingsideFile = h
castlingRookQueensideFile = a
castlingRookKingsideToFile = f
castlingRookQueensideToFile = d
castlingRookPieces = r
castlingRank = 1
castlingText = king
extinctionValue = none
extinctionPieceTypes = *
extinctionPieceCount = 0
stalemateValue = draw
nMoveRule = 50
nMoveRuleRankChange = false
nFoldRule = 3
glyphs = k:king
xboardVariant = normal
customPiece9 = y:W
";

#[test]
fn every_known_key_is_read() {
    // The other standard pieces, each with a letter that is left.
    let letters = "pnbrqfwastucd".chars();
    let pieces: String = STANDARD_PIECES
        .iter()
        .filter(|(name, _)| *name != "king")
        .zip(letters)
        .map(|((name, _), letter)| format!("{name} = {letter}\n"))
        .collect();
    let text = format!("{EVERYTHING}{pieces}");
    assert_eq!(problems(&text), [] as [&str; 0]);
    let keys = KEYS.iter().map(|k| k.name);
    let standard = STANDARD_PIECES.iter().map(|(name, _)| *name);
    for key in keys.chain(standard).chain(["customPiece9"]) {
        let line = |line: &str| match line.split(' ').next() == Some(key) {
            true => format!("{key} = ?\n"),
            false => format!("{line}\n"),
        };
        let broken: String = text.lines().map(line).collect();
        assert_ne!(broken, text, "{key} is not in the game");
        let catalog = catalog(&broken);
        let named = catalog
            .problems()
            .iter()
            .any(|p| p.key.as_deref() == Some(key) && p.location.line > 1);
        // Any text will do as a name.
        let is_name = matches!(key, "title" | "aliases");
        assert_eq!(named, !is_name, "{key}: {:?}", catalog.problems());
    }
}
