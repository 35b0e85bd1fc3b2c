//! The keys that a game's section may have.
//!
//! The dialect is that of Fairy-Stockfish's `variants.ini`; keys marked as ours extend
//! it. Every key of the dialect is known, also those whose rules are not supported: a
//! game that needs one of them is disabled, and says why.

mod foreign;
mod reference;
mod table;

pub use foreign::missing_rule;
pub use reference::reference;
pub use table::{KEYS, REFUSED_PIECES, STANDARD_PIECES};

use super::piece::Color;

/// A key and what it says.
#[derive(Clone, Copy, Debug)]
pub struct KeyInfo {
    /// The key as written; empty for a heading, which has only a meaning.
    pub name: &'static str,
    /// What sort of value it has.
    pub value: &'static str,
    /// The default where it is not given.
    pub default: &'static str,
    /// A value that it may have.
    pub example: &'static str,
    /// What it means, in words.
    pub meaning: &'static str,
    /// What the program makes of it.
    pub support: Support,
}

/// What the program makes of a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Support {
    /// A line that groups the keys after it.
    Heading,
    /// It means here what it means in the dialect.
    Dialect,
    /// The dialect does not have it.
    Ours,
    /// It is for graphical interfaces and without effect on play: the rules keep it as
    /// written.
    Hint,
    /// Such a key that the dialect does not have.
    OurHint,
    /// Its rule is not supported. These values say that the rule is not wanted, and are
    /// accepted; any value is where the list is empty, since the key does nothing
    /// without another one.
    Refused(&'static [&'static str]),
    /// An old name of the key that is its meaning.
    Renamed,
}

impl Support {
    /// Whether the key is for graphical interfaces.
    pub fn is_hint(self) -> bool {
        matches!(self, Self::Hint | Self::OurHint)
    }
}

/// The number N of a key `customPieceN`, 1 to 99.
pub fn custom_piece(key: &str) -> Option<u8> {
    let digits = key.strip_prefix("customPiece")?;
    let number: u8 = digits.parse().ok()?;
    (number.to_string() == digits && (1..=99).contains(&number)).then_some(number)
}

/// The moves of the piece that has this key for its own.
pub fn standard_piece(key: &str) -> Option<&'static str> {
    let mut pieces = STANDARD_PIECES.iter();
    pieces
        .find(|(name, _)| *name == key)
        .map(|(_, betza)| *betza)
}

/// Whether a key names a piece.
pub fn is_piece(key: &str) -> bool {
    standard_piece(key).is_some() || custom_piece(key).is_some()
}

/// Whether the value of a key is for people: it may hold any character.
pub fn is_text(key: &str) -> bool {
    find(key).is_some_and(|info| matches!(info.value, "text" | "map to texts" | "table"))
}

/// What a key means; `None` for the key of a piece, and for one that does not exist.
pub fn find(key: &str) -> Option<&'static KeyInfo> {
    let name = match mobility_piece(key) {
        Some((Color::White, _)) => "mobilityRegionWhitePIECE",
        Some((Color::Black, _)) => "mobilityRegionBlackPIECE",
        None => key,
    };
    KEYS.iter().find(|k| k.name == name && !k.name.is_empty())
}

/// The player and the piece's key of a `mobilityRegion`.
pub fn mobility_piece(key: &str) -> Option<(Color, String)> {
    Color::BOTH.into_iter().find_map(|color| {
        let piece = key.strip_prefix(&format!("mobilityRegion{color}"))?;
        let first = piece.chars().next().filter(char::is_ascii_uppercase)?;
        let piece = first.to_ascii_lowercase().to_string() + &piece[1..];
        is_piece(&piece).then_some((color, piece))
    })
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
        .filter(|name| !name.is_empty())
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
    fn keys_are_listed_once() {
        let named = || KEYS.iter().filter(|k| !k.name.is_empty());
        for key in named() {
            assert_eq!(
                named().filter(|k| k.name == key.name).count(),
                1,
                "{}",
                key.name
            );
            assert!(!is_piece(key.name), "{}", key.name);
        }
        assert!(find("maxRank").is_some() && find("maxrank").is_none() && find("").is_none());
    }

    #[test]
    fn pieces_have_keys_for_their_regions() {
        let found = |key| mobility_piece(key).map(|(color, piece)| format!("{color} {piece}"));
        assert_eq!(found("mobilityRegionWhiteKing").unwrap(), "White king");
        assert_eq!(
            found("mobilityRegionBlackCustomPiece12").unwrap(),
            "Black customPiece12"
        );
        for bad in [
            "mobilityRegionWhite",
            "mobilityRegionWhiteking",
            "mobilityRegionRedKing",
        ] {
            assert_eq!(found(bad), None, "{bad}");
        }
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
        assert!(is_piece("customPiece1") && is_piece("queen") && !is_piece("qween"));
    }
}
