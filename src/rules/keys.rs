//! The keys that a game's section may have.
//!
//! Keys marked as ours extend the dialect of Fairy-Stockfish's `variants.ini`; the
//! others mean there what they mean here.

/// A key and what it says.
#[derive(Clone, Copy, Debug)]
pub struct KeyInfo {
    /// The key as written.
    pub name: &'static str,
    /// What its value is, for people.
    pub meaning: &'static str,
}

const fn key(name: &'static str, meaning: &'static str) -> KeyInfo {
    KeyInfo { name, meaning }
}

/// All keys but the names of standard pieces and `customPieceN`.
pub const KEYS: &[KeyInfo] = &[
    key("title", "ours: the game's name for people"),
    key(
        "aliases",
        "ours: other names of the game, separated by blanks",
    ),
    key(
        "maxFile",
        "number of files, 1 to 16, or the last file's letter (default 8)",
    ),
    key("maxRank", "number of ranks, 1 to 16 (default 8)"),
    key("startFen", "the start position; * marks a hole"),
    key(
        "pieceNames",
        "ours: names for people, n:Knight, n':Gnu; inherited ones of pieces taken out are dropped",
    ),
    key("pawnTypes", "the types that are pawns (default p)"),
    key(
        "doubleStep",
        "whether the standard pawn has a double step (default true)",
    ),
    key(
        "doubleStepRegionWhite",
        "where White's first moves (Betza i) start (default *2)",
    ),
    key(
        "doubleStepRegionBlack",
        "the same for Black (default the last rank but one)",
    ),
    key(
        "promotionRegionWhite",
        "where White's pawns may promote (default the last rank)",
    ),
    key("promotionRegionBlack", "the same for Black (default *1)"),
    key("promotionPieceTypes", "what pawns may become"),
    key(
        "promotionTypeRegionWhite",
        "ours: the only squares where a type can be chosen, t:*10",
    ),
    key("promotionTypeRegionBlack", "ours: the same for Black"),
    key(
        "promotionLimit",
        "no choice of a type with so many on the board, q:2",
    ),
    key(
        "promotionFromPool",
        "ours: pawns become captured pieces, which are kept in a pool",
    ),
    key(
        "mandatoryPawnPromotion",
        "whether a pawn in its region must promote (default true)",
    ),
    key(
        "immobilityIllegal",
        "whether a pawn must promote where it could never move again",
    ),
    key(
        "waitingPawns",
        "ours: a pawn that finds nothing available waits for a capture",
    ),
    key(
        "pieceLimit",
        "ours: never more of a type on the board than this, m:2",
    ),
    key(
        "promotedPieceType",
        "what pieces become by themselves, n:n'",
    ),
    key(
        "mandatoryPiecePromotion",
        "must be true where promotedPieceType is given",
    ),
    key(
        "piecePromotionVictims",
        "ours: capturing one of these promotes, n:*-p",
    ),
    key(
        "piecePromotionRegionWhite",
        "ours: ending a move here promotes, n:*13,*14",
    ),
    key("piecePromotionRegionBlack", "ours: the same for Black"),
    key(
        "piecePromotionAbsent",
        "ours: no promotion while its owner has one of these, m:ww'",
    ),
    key(
        "stopAura",
        "ours: slides stop on squares next to these types (Hia)",
    ),
    key(
        "sliderWhite",
        "ours: White's sliding row as rank:width, 1:4",
    ),
    key("sliderBlack", "ours: the same for Black"),
    key("castling", "whether there is castling (default true)"),
    key(
        "castlingKingFile",
        "the king's file before castling (default e)",
    ),
    key(
        "castlingKingsideFile",
        "the king's file after castling to the higher side (default g)",
    ),
    key(
        "castlingQueensideFile",
        "the king's file after castling to the lower side (default c)",
    ),
    key(
        "castlingRookKingsideFile",
        "the rook's file on the higher side (default the last)",
    ),
    key(
        "castlingRookQueensideFile",
        "the rook's file on the lower side (default a)",
    ),
    key(
        "castlingRookKingsideToFile",
        "ours: that rook's file after (default inside the king)",
    ),
    key(
        "castlingRookQueensideToFile",
        "ours: that rook's file after (default inside the king)",
    ),
    key(
        "castlingRookPieces",
        "the type the king castles with (default r)",
    ),
    key(
        "castlingRank",
        "the rank of White's castling; Black's is its mirror (default 1)",
    ),
    key(
        "castlingText",
        "ours: king (e1g1, the default) or rook (e1h1)",
    ),
    key(
        "extinctionValue",
        "loss for the player who runs out of pieces; none by default",
    ),
    key(
        "extinctionPieceTypes",
        "the types counted for that; only * (all) is supported",
    ),
    key(
        "extinctionPieceCount",
        "the number of pieces at which the game is lost (default 0)",
    ),
    key(
        "stalemateValue",
        "win, draw or loss for the player without a move (default draw)",
    ),
    key(
        "nMoveRule",
        "a draw after so many moves without progress, 0 for never (default 50)",
    ),
    key(
        "nMoveRuleRankChange",
        "ours: only pawn moves that change rank count as progress",
    ),
    key(
        "glyphs",
        "ours: how pieces look in XBoard, d:dolphin, p:pawn (see docs/xboard.md)",
    ),
    key(
        "xboardVariant",
        "ours: the name under which XBoard itself knows the game; not inherited",
    ),
    key(
        "nFoldRule",
        "a draw when a position occurs so often, 0 for never (default 3)",
    ),
];

/// The pieces that have a key of their own, and how they move.
pub const STANDARD_PIECES: &[(&str, &str)] = &[
    ("pawn", "fmWfceFifmnD"),
    ("knight", "N"),
    ("bishop", "B"),
    ("rook", "R"),
    ("queen", "Q"),
    ("fers", "F"),
    ("wazir", "W"),
    ("alfil", "A"),
    ("archbishop", "BN"),
    ("chancellor", "RN"),
    ("amazon", "QN"),
    ("centaur", "KN"),
    ("commoner", "K"),
    ("king", "K"),
];

/// The number N of a key `customPieceN`, 1 to 99.
pub fn custom_piece(key: &str) -> Option<u8> {
    let digits = key.strip_prefix("customPiece")?;
    let number: u8 = digits.parse().ok()?;
    (number.to_string() == digits && (1..=99).contains(&number)).then_some(number)
}

/// Whether a section may have this key.
pub fn is_known(key: &str) -> bool {
    KEYS.iter().any(|k| k.name == key)
        || STANDARD_PIECES.iter().any(|(name, _)| *name == key)
        || custom_piece(key).is_some()
}

/// The known key that is most like an unknown one, if any is like it at all.
pub fn nearest(unknown: &str) -> Option<&'static str> {
    // Longer texts cannot be near, and comparing them would take long.
    if unknown.len() > 64 {
        return None;
    }
    let names = KEYS
        .iter()
        .map(|k| k.name)
        .chain(STANDARD_PIECES.iter().map(|(name, _)| *name))
        .chain(["customPiece1"]);
    closest(unknown, names)
}

/// The candidate nearest to a text by Damerau-Levenshtein distance, case not counted,
/// if at most a third of it differs.
pub fn closest<'a>(text: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let text = text.to_ascii_lowercase();
    candidates
        .map(|c| {
            (
                strsim::damerau_levenshtein(&text, &c.to_ascii_lowercase()),
                c,
            )
        })
        .filter(|(distance, c)| *distance * 3 <= c.len().max(text.len()))
        .min()
        .map(|(_, c)| c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelt_keys_find_their_neighbour() {
        assert_eq!(nearest("maxrank"), Some("maxRank"));
        assert_eq!(nearest("promotionRegionWite"), Some("promotionRegionWhite"));
        assert_eq!(nearest("knigth"), Some("knight"));
        assert_eq!(nearest("zzzzzz"), None);
        assert_eq!(nearest(&"m".repeat(100_000)), None);
    }

    #[test]
    fn custom_pieces_are_numbered_plainly() {
        assert_eq!(custom_piece("customPiece38"), Some(38));
        for bad in [
            "customPiece",
            "customPiece0",
            "customPiece01",
            "customPiece100",
            "piece1",
        ] {
            assert_eq!(custom_piece(bad), None, "{bad}");
        }
        assert!(is_known("customPiece1") && is_known("queen") && !is_known("qween"));
    }
}
