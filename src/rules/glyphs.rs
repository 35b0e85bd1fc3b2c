//! What a game may say of its look in XBoard: the glyphs XBoard can draw and the games
//! it knows by itself.
//!
//! The rules only check the words; what is done with them is the business of
//! [`protocol::xboard`](crate::protocol::xboard).

use super::keys::closest;
use super::piece::PieceType;
use super::sets::{self, Ids};

/// The glyph of the royal piece, which XBoard ties to it.
pub const KING: u8 = 65;

/// The glyphs a piece can have: name, and slot in XBoard's table of pieces. Left out are
/// the slots to which XBoard attaches rules of its own (17, 19, 21, 50).
pub const GLYPHS: [(&str, u8); 62] = [
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

/// The variants that XBoard 4.9.1 knows by name.
pub const XBOARD_VARIANTS: [&str; 35] = [
    "normal",
    "wildcastle",
    "nocastle",
    "fischerandom",
    "bughouse",
    "crazyhouse",
    "losers",
    "suicide",
    "giveaway",
    "twokings",
    "kriegspiel",
    "atomic",
    "3check",
    "shatranj",
    "shogi",
    "chu",
    "courier",
    "gothic",
    "capablanca",
    "knightmate",
    "fairy",
    "cylinder",
    "falcon",
    "caparandom",
    "berolina",
    "janus",
    "super",
    "great",
    "makruk",
    "seirawan",
    "grand",
    "spartan",
    "xiangqi",
    "asean",
    "lion",
];

/// The slot of a glyph.
fn slot(name: &str) -> Result<u8, String> {
    let known = GLYPHS.iter().find(|(known, _)| *known == name);
    known.map(|(_, slot)| *slot).ok_or_else(|| {
        let short = super::ini::shortened(name);
        match closest(name, GLYPHS.iter().map(|(known, _)| *known)) {
            Some(near) => format!("XBoard has no glyph '{short}' (did you mean {near}?)"),
            None => format!("XBoard has no glyph '{short}'; docs/xboard.md lists them"),
        }
    })
}

/// Reads pairs such as `d:dolphin, p:pawn`: for each type the slot of its glyph.
pub(super) fn read(
    ids: Ids,
    king: Option<PieceType>,
    text: &str,
) -> Result<Vec<Option<u8>>, String> {
    let mut slots: Vec<Option<u8>> = vec![None; ids.all.len()];
    for pair in text.split(',').map(str::trim).filter(|p| !p.is_empty()) {
        let (id, name) = pair.split_once(':').ok_or_else(|| {
            let short = super::ini::shortened(pair);
            format!("'{short}' is not a pair such as d:dolphin")
        })?;
        let slot = slot(name.trim())?;
        let Some(kind) = sets::one_type(ids, id)? else {
            continue;
        };
        if (Some(kind) == king) != (slot == KING) {
            return Err("the glyph king belongs to the king, and to no other piece".into());
        }
        if slots[kind.index()].is_some() {
            return Err(format!("'{}' has two glyphs", ids.all[kind.index()]));
        }
        if let Some(other) = slots.iter().position(|s| *s == Some(slot)) {
            return Err(format!(
                "'{}' and '{}' have the same glyph",
                ids.all[other],
                ids.all[kind.index()]
            ));
        }
        slots[kind.index()] = Some(slot);
    }
    Ok(slots)
}

/// Reads the name of a variant that XBoard knows.
pub(super) fn read_variant(name: &str) -> Result<Option<String>, String> {
    if XBOARD_VARIANTS.contains(&name) {
        return Ok(Some(name.into()));
    }
    let short = super::ini::shortened(name);
    Err(match closest(name, XBOARD_VARIANTS.into_iter()) {
        Some(near) => format!("XBoard knows no variant '{short}' (did you mean {near}?)"),
        None => format!("XBoard knows no variant '{short}'"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::PieceId;

    fn ids() -> Vec<PieceId> {
        ["d", "k", "p"]
            .map(|t| PieceId::parse_prefix(t).unwrap().0)
            .to_vec()
    }

    #[test]
    fn glyphs_are_read_by_name() {
        let all = ids();
        let names = Ids {
            all: &all,
            old: None,
            doubtful: Default::default(),
        };
        let read = |text| read(names, Some(PieceType::new(1)), text);
        assert_eq!(
            read("d:dolphin, p: pawn"),
            Ok(vec![Some(41), None, Some(0)])
        );
        for (text, message) in [
            (
                "d:dolfin",
                "XBoard has no glyph 'dolfin' (did you mean dolphin?)",
            ),
            ("d", "'d' is not a pair such as d:dolphin"),
            ("q:queen", "the game has no piece 'q'"),
            (
                "d:king",
                "the glyph king belongs to the king, and to no other piece",
            ),
            (
                "k:queen",
                "the glyph king belongs to the king, and to no other piece",
            ),
            ("d:pawn,p:pawn", "'d' and 'p' have the same glyph"),
            ("d:pawn,d:rook", "'d' has two glyphs"),
        ] {
            assert_eq!(read(text).unwrap_err(), message, "{text}");
        }
    }

    #[test]
    fn no_two_glyphs_share_a_slot() {
        let mut slots: Vec<u8> = GLYPHS.iter().map(|(_, slot)| *slot).collect();
        slots.dedup();
        assert_eq!(slots.len(), GLYPHS.len());
        assert!(slots.is_sorted() && ![17, 19, 21, 50].iter().any(|s| slots.contains(s)));
    }

    #[test]
    fn the_documentation_lists_all_glyphs_and_variants() {
        let page = include_str!("../../docs/xboard.md");
        let names = GLYPHS.iter().map(|(name, _)| *name).chain(XBOARD_VARIANTS);
        for name in names {
            assert!(page.contains(&format!("`{name}`")), "{name}");
        }
    }

    #[test]
    fn variants_are_known_ones() {
        assert_eq!(read_variant("normal"), Ok(Some("normal".into())));
        assert_eq!(
            read_variant("capablanka").unwrap_err(),
            "XBoard knows no variant 'capablanka' (did you mean capablanca?)"
        );
    }
}
