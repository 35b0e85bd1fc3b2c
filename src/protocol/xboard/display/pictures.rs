//! The glyphs that XBoard can draw.

use super::error::GlyphError;
use crate::rules::keys::closest;

/// The glyph of the royal piece, which XBoard ties to it.
pub(super) const KING: u8 = 65;

/// The glyphs a piece can have: name, and slot in XBoard's table of pieces. Left out are
/// the slots to which XBoard attaches rules of its own (17, 19, 21, 50).
pub(super) const GLYPHS: [(&str, u8); 62] = [
    ("pawn", 0),
    ("knight", 1),
    ("bishop", 2),
    ("rook", 3),
    ("queen", 4),
    ("advisor", 5),
    ("elephant", 6),
    ("crossed-swords", 7),
    ("star", 8),
    ("gold-helmet", 9),
    ("man", 10),
    ("cannon", 11),
    ("nightrider", 12),
    ("crowned-bishop", 13),
    ("crowned-rook", 14),
    ("crown", 15),
    ("chancellor", 16),
    ("lance", 18),
    ("unicorn", 20),
    ("sword", 22),
    ("zebra", 23),
    ("camel", 24),
    ("tower", 25),
    ("wolf", 26),
    ("top-hat", 27),
    ("duck", 28),
    ("second-lance", 29),
    ("dragon", 30),
    ("gnu", 31),
    ("cub", 32),
    ("shield", 33),
    ("pegasus", 34),
    ("wizard", 35),
    ("copper", 36),
    ("iron", 37),
    ("viking", 38),
    ("flag", 39),
    ("axe", 40),
    ("dolphin", 41),
    ("leopard", 42),
    ("claw", 43),
    ("wheel", 44),
    ("butterfly", 45),
    ("promoted-bishop", 46),
    ("promoted-rook", 47),
    ("side-crown", 48),
    ("mirrored-shield", 49),
    ("mother", 51),
    ("lion", 52),
    ("second-elephant", 53),
    ("second-wheel", 54),
    ("dome", 55),
    ("moon-dome", 56),
    ("bishop-dome", 57),
    ("rook-dome", 58),
    ("ring-dome", 59),
    ("star-dome", 60),
    ("side-sword", 61),
    ("upright-sword", 62),
    ("second-side-sword", 63),
    ("princess", 64),
    ("king", KING),
];

/// The slot of a glyph.
///
/// # Errors
/// XBoard has no such glyph.
pub(super) fn slot(name: &str) -> Result<u8, GlyphError> {
    let known = GLYPHS.iter().find(|(known, _)| *known == name);
    known
        .map(|(_, slot)| *slot)
        .ok_or_else(|| GlyphError::Unknown {
            name: name.into(),
            near: closest(name, GLYPHS.iter().map(|(known, _)| *known)),
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_glyphs_share_a_slot() {
        let mut slots: Vec<u8> = GLYPHS.iter().map(|(_, slot)| *slot).collect();
        slots.dedup();
        assert_eq!(slots.len(), GLYPHS.len());
        assert!(slots.is_sorted() && ![17, 19, 21, 50].iter().any(|s| slots.contains(s)));
    }

    #[test]
    fn the_documentation_lists_all_glyphs() {
        let page = include_str!("../../../../docs/xboard.md");
        for (name, _) in GLYPHS {
            assert!(page.contains(&format!("`{name}`")), "{name}");
        }
    }
}
