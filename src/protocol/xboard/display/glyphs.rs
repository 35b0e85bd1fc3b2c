//! Which picture shows which piece.

use super::error::GlyphError;
use super::keys;
use super::pictures::{GLYPHS, KING};
use crate::rules::{Pattern, PieceType, Variant, betza};

/// Words in the names of pieces, and the glyphs that suit them, best first.
const WORDS: [(&str, &[&str]); 52] = [
    ("pawn", &["pawn"]),
    ("knight", &["knight"]),
    ("horse", &["knight", "pegasus"]),
    ("bishop", &["bishop", "promoted-bishop"]),
    ("rook", &["rook", "promoted-rook"]),
    ("queen", &["queen", "mother"]),
    ("princess", &["princess"]),
    ("lady", &["princess"]),
    ("empress", &["side-crown", "crown"]),
    ("amazon", &["crown"]),
    ("chancellor", &["chancellor"]),
    ("marshal", &["chancellor"]),
    ("archbishop", &["crowned-bishop"]),
    ("cardinal", &["crowned-bishop"]),
    ("terror", &["dragon"]),
    ("dragon", &["dragon", "crowned-rook"]),
    ("elephant", &["elephant", "second-elephant"]),
    ("cannon", &["cannon"]),
    ("nightrider", &["nightrider"]),
    ("unicorn", &["unicorn"]),
    ("lion", &["lion", "cub"]),
    ("tiger", &["leopard"]),
    ("leopard", &["leopard"]),
    ("zebra", &["zebra"]),
    ("camel", &["camel"]),
    ("wolf", &["wolf"]),
    ("duck", &["duck"]),
    ("gnu", &["gnu"]),
    ("buffalo", &["second-elephant", "second-wheel"]),
    ("wizard", &["wizard"]),
    ("magus", &["top-hat", "wizard"]),
    ("thaumaturge", &["star", "star-dome"]),
    ("dolphin", &["dolphin"]),
    ("walrus", &["claw"]),
    ("phoenix", &["butterfly"]),
    ("kirin", &["pegasus"]),
    ("kangaroo", &["axe"]),
    ("archer", &["sword"]),
    ("guard", &["shield", "mirrored-shield"]),
    ("templar", &["crossed-swords"]),
    ("satrap", &["flag"]),
    ("castellan", &["tower"]),
    ("tower", &["tower"]),
    ("minister", &["advisor"]),
    ("advisor", &["advisor"]),
    ("priest", &["dome", "moon-dome"]),
    ("monk", &["bishop", "dome"]),
    ("abbot", &["moon-dome"]),
    ("marquis", &["gold-helmet"]),
    ("man", &["man"]),
    ("wazir", &["gold-helmet"]),
    ("fers", &["advisor"]),
];

/// Pieces known by their moves.
const MOVES: [(&str, &str); 18] = [
    ("N", "knight"),
    ("B", "bishop"),
    ("R", "rook"),
    ("Q", "queen"),
    ("K", "man"),
    ("W", "gold-helmet"),
    ("F", "advisor"),
    ("A", "elephant"),
    ("C", "camel"),
    ("Z", "zebra"),
    ("BN", "crowned-bishop"),
    ("RN", "chancellor"),
    ("QN", "crown"),
    ("BW", "promoted-bishop"),
    ("RF", "crowned-rook"),
    ("NN", "nightrider"),
    ("NC", "gnu"),
    ("KN", "lion"),
];

/// The slot of every type in XBoard's table of pieces: what the game's file says, else
/// what suits its name, else what suits its moves, else one that is left.
///
/// # Errors
/// There are more types than glyphs, or the file says what cannot be understood.
pub(super) fn choose(game: &Variant) -> Result<Vec<u8>, GlyphError> {
    if game.pieces.len() > GLYPHS.len() {
        return Err(GlyphError::TooManyKinds {
            kinds: game.pieces.len(),
        });
    }
    let mut slots = keys::glyphs(game)?;
    if let Some(king) = game.king {
        slots[king.index()] = Some(KING);
    }
    // Types that are not promoted choose first, pawns before all.
    let mut order: Vec<PieceType> = game.types().collect();
    order.sort_by_key(|&t| (!game.pawns.contains(t), game.piece(t).id.level()));
    let rules = [of_pawn, of_name, of_moves, |_: &Variant, _: PieceType| {
        all()
    }];
    for rule in rules {
        for &kind in &order {
            if slots[kind.index()].is_none() {
                slots[kind.index()] = rule(game, kind)
                    .into_iter()
                    .find(|slot| !slots.contains(&Some(*slot)));
            }
        }
    }
    slots
        .into_iter()
        .collect::<Option<_>>()
        .ok_or(GlyphError::NotEnough)
}

/// The name of the glyph in a slot that [`choose`] gave.
pub(super) fn name(slot: u8) -> &'static str {
    let known = GLYPHS.iter().find(|(_, other)| *other == slot);
    known.map_or("", |(name, _)| name)
}

fn all() -> Vec<u8> {
    GLYPHS.iter().map(|(_, slot)| *slot).collect()
}

fn slots_of(names: &[&str]) -> Vec<u8> {
    let slot = |name: &&str| {
        GLYPHS
            .iter()
            .find(|(n, _)| n == name)
            .map(|(_, slot)| *slot)
    };
    names.iter().filter_map(slot).collect()
}

/// XBoard's pawn captures en passant by rules of its own, so a pawn that goes to another
/// file without capturing, like a Berolina Pawn, looks like a lance.
fn of_pawn(game: &Variant, kind: PieceType) -> Vec<u8> {
    if !game.pawns.contains(kind) {
        return Vec::new();
    }
    let bent = |p: &Pattern| p.last.quiet && p.last.step.files != 0 && p.last.step.ranks != 0;
    match game.piece(kind).patterns.iter().any(bent) {
        true => slots_of(&["lance", "second-lance"]),
        false => slots_of(&["pawn", "lance", "second-lance"]),
    }
}

fn of_name(game: &Variant, kind: PieceType) -> Vec<u8> {
    let name = game.piece(kind).name.to_ascii_lowercase();
    let words = name.split(|c: char| !c.is_alphabetic());
    // The last word says what it is, those before which sort.
    let mut found: Vec<u8> = Vec::new();
    for word in words.rev() {
        for (known, glyphs) in WORDS {
            if word == known {
                found.extend(slots_of(glyphs));
            }
        }
    }
    for (known, glyphs) in WORDS {
        if known.len() > 3 && name.contains(known) {
            found.extend(slots_of(glyphs));
        }
    }
    found
}

fn of_moves(game: &Variant, kind: PieceType) -> Vec<u8> {
    let same = |betza_text: &str| {
        let parsed = betza::parse(betza_text).ok();
        parsed.and_then(|b| b.patterns().ok()) == Some(game.piece(kind).patterns.clone())
    };
    let names: Vec<&str> = MOVES
        .iter()
        .filter(|(moves, _)| same(moves))
        .map(|(_, name)| *name)
        .collect();
    slots_of(&names)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Catalog;

    fn name_of(game: &Variant, slots: &[u8], id: &str) -> &'static str {
        let kind = game.types().find(|&t| game.piece(t).id.to_string() == id);
        name(slots[kind.unwrap().index()])
    }

    #[test]
    fn pieces_look_like_what_they_are_called() {
        let game = Catalog::built_in().get("short-sliders").unwrap();
        let slots = choose(game).unwrap();
        for (id, glyph) in [
            ("d", "dolphin"),
            ("k", "king"),
            ("p", "pawn"),
            ("o", "lance"),
            ("n", "knight"),
            ("n'", "gnu"),
            ("r", "rook"),
            ("b", "bishop"),
            ("l'", "queen"),
            ("b!", "crowned-bishop"),
            ("r!", "chancellor"),
            ("e", "elephant"),
            ("w", "wizard"),
            ("t'", "unicorn"),
        ] {
            assert_eq!(name_of(game, &slots, id), glyph, "{id}");
        }
        let mut sorted = slots.clone();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(sorted.len(), slots.len());
    }

    #[test]
    fn pieces_without_names_look_like_their_moves() {
        let ini = "[bare]\nking = k\ncustomPiece1 = a:N\ncustomPiece2 = b:RN\ncustomPiece3 = c:G\n\
                   startFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1\nglyphs = c:duck\n";
        let catalog = Catalog::with_file("bare.ini", ini);
        let game = catalog.get("bare").unwrap();
        let slots = choose(game).unwrap();
        assert_eq!(name_of(game, &slots, "a"), "knight");
        assert_eq!(name_of(game, &slots, "b"), "chancellor");
        assert_eq!(name_of(game, &slots, "c"), "duck");
    }

    #[test]
    fn every_word_names_glyphs_that_exist() {
        for (word, glyphs) in WORDS {
            assert_eq!(slots_of(glyphs).len(), glyphs.len(), "{word}");
        }
        for (moves, glyph) in MOVES {
            assert_eq!(slots_of(&[glyph]).len(), 1, "{glyph}");
            assert!(betza::parse(moves).is_ok(), "{moves}");
        }
    }
}
