//! The keys of a game's section that say how XBoard shows the game.
//!
//! The rules keep them as written (see [`Hints`](crate::rules::Hints)); here they are
//! read, when a file is loaded to say what is wrong with them, and when XBoard is told
//! about the game.

use super::error::{GlyphError, PocketsError, TableError, UnknownVariant};
use super::names::XBOARD_VARIANTS;
use super::pictures::{KING, slot};
use crate::position::AnyPosition;
use crate::rules::keys::closest;
use crate::rules::{Catalog, PlacementError, Variant, completed_fen};

/// How pieces look.
const GLYPHS: &str = "glyphs";
/// The name under which XBoard itself knows the game.
const VARIANT: &str = "xboardVariant";
/// Where XBoard starts the game of that name.
const FEN: &str = "xboardFen";
/// The dialect's table of pictures.
const TABLE: &str = "pieceToCharTable";
/// The dialect's number of pockets.
const POCKETS: &str = "pocketSize";
/// The largest such number.
pub(super) const MOST_POCKETS: u16 = 99;

/// What is wrong with the keys of a game: the key of each, and why.
pub fn check_keys(game: &Variant) -> Vec<(&'static str, String)> {
    fn error<T>(read: Result<T, impl ToString>) -> Option<String> {
        read.err().map(|error| error.to_string())
    }
    let hints = &game.hints;
    let useless = hints.own_text(FEN).is_some() && hints.own_text(VARIANT).is_none();
    [
        (TABLE, error(check_table(game))),
        (GLYPHS, error(glyphs(game))),
        (VARIANT, error(known_name(game))),
        (
            FEN,
            useless.then(|| "only a game with xboardVariant can have it".into()),
        ),
        (FEN, error(start_fen(game))),
        (POCKETS, error(check_pockets(game))),
    ]
    .into_iter()
    .filter_map(|(key, why)| Some((key, why?)))
    .collect()
}

/// Disables the games of a catalog whose start position in XBoard is refused.
pub fn check_starts(catalog: &mut Catalog) {
    catalog.disable_where(|game| {
        let fen = start_fen(game).ok()??;
        let start = AnyPosition::start(game).ok()?;
        let refused = start.with_fen(&fen).err();
        refused.map(|error| format!("{FEN}: {error}"))
    });
}

/// For each type the slot of its glyph, where the game names one.
///
/// # Errors
/// What cannot be understood.
pub(super) fn glyphs(game: &Variant) -> Result<Vec<Option<u8>>, GlyphError> {
    let mut slots: Vec<Option<u8>> = vec![None; game.pieces.len()];
    let text = game.hints.text(GLYPHS).unwrap_or_default();
    for pair in text.split(',').map(str::trim).filter(|p| !p.is_empty()) {
        let (id, name) = pair
            .split_once(':')
            .ok_or_else(|| GlyphError::NotAPair(pair.into()))?;
        let slot = slot(name.trim())?;
        let Some(kind) = game.hints.type_in(GLYPHS, id)? else {
            continue;
        };
        if game.is_king(kind) != (slot == KING) {
            return Err(GlyphError::King);
        }
        let id = |index: usize| game.pieces[index].id;
        if slots[kind.index()].is_some() {
            return Err(GlyphError::Two(id(kind.index())));
        }
        if let Some(other) = slots.iter().position(|s| *s == Some(slot)) {
            return Err(GlyphError::Shared(id(other), id(kind.index())));
        }
        slots[kind.index()] = Some(slot);
    }
    Ok(slots)
}

/// The name under which XBoard itself knows the game and its rules; not inherited.
///
/// # Errors
/// XBoard knows no such name.
pub fn known_name(game: &Variant) -> Result<Option<&'static str>, UnknownVariant> {
    let Some(name) = game.hints.own_text(VARIANT) else {
        return Ok(None);
    };
    if let Some(known) = XBOARD_VARIANTS.into_iter().find(|known| *known == name) {
        return Ok(Some(known));
    }
    Err(UnknownVariant {
        name: name.into(),
        near: closest(name, XBOARD_VARIANTS.into_iter()),
    })
}

/// The FEN from which XBoard starts the game, if not from the game's own start position.
///
/// # Errors
/// Its board cannot be read. Whether the position can be played is not looked at.
pub(super) fn start_fen(game: &Variant) -> Result<Option<String>, PlacementError> {
    let Some(fen) = game.hints.own_text(FEN) else {
        return Ok(None);
    };
    let fen = completed_fen(fen);
    let board = fen.split(' ').next().unwrap_or_default();
    game.placement(board)?;
    Ok(Some(fen))
}

/// The dialect's table knows the game's letters only, and all of the start position. It is not
/// used: [`super::vocabulary`] makes a table from the glyphs.
fn check_table(game: &Variant) -> Result<(), TableError> {
    let table = game.hints.own_text(TABLE).unwrap_or("-");
    if table == "-" {
        return Ok(());
    }
    let letters = |c: &char| c.is_ascii_alphabetic();
    let known = |c: char| {
        let mut ids = game.pieces.iter().map(|piece| piece.id);
        game.hints.lack_pieces() || ids.any(|id| id.letter() == c.to_ascii_lowercase())
    };
    if let Some(stranger) = table.chars().filter(letters).find(|&c| !known(c)) {
        return Err(TableError::NoPiece(stranger));
    }
    let board = game.start_fen.split([' ', '[']).next().unwrap_or_default();
    match board.chars().filter(letters).find(|&c| !table.contains(c)) {
        Some(missing) => Err(TableError::Missing(missing)),
        None => Ok(()),
    }
}

fn check_pockets(game: &Variant) -> Result<(), PocketsError> {
    let text = game.hints.text(POCKETS).unwrap_or("0");
    match text.parse::<u16>() {
        Ok(0..=MOST_POCKETS) => Ok(()),
        _ => Err(PocketsError(text.into())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::keys::KEYS;

    /// What is wrong with a game of some lines, by key.
    fn wrong(lines: &str) -> Vec<String> {
        let text = format!(
            "[t]\nking = k\npawn = p\ncustomPiece1 = d:A\npromotionPieceTypes = d\n{lines}\n"
        );
        let text = match lines.contains("startFen =") {
            true => text,
            false => text + "startFen = 3dk3/pppppppp/8/8/8/8/PPPPPPPP/3DK3 w - - 0 1\n",
        };
        let mut catalog = Catalog::with_checked_files(&[("t.ini", &text)], check_keys);
        check_starts(&mut catalog);
        let problems = catalog.problems().iter();
        problems
            .map(|p| format!("{}: {}", p.key.as_deref().unwrap_or_default(), p.message))
            .collect()
    }

    #[test]
    fn every_hint_is_read() {
        let hints = KEYS.iter().filter(|key| key.support.is_hint());
        let names: Vec<&str> = hints.map(|key| key.name).collect();
        assert_eq!(names.len(), 6);
        for name in names.into_iter().filter(|name| *name != "variantTemplate") {
            let said = wrong(&format!("{name} = ?"));
            let at_key = |line: &&String| line.starts_with(&format!("{name}: "));
            assert_ne!(said.iter().filter(at_key).count(), 0, "{name}: {said:?}");
        }
        let examples = KEYS
            .iter()
            .filter(|key| ["variantTemplate", POCKETS, GLYPHS, VARIANT].contains(&key.name));
        for key in examples {
            let said = wrong(&format!("{} = {}", key.name, key.example));
            assert_eq!(said, [] as [&str; 0], "{}", key.name);
        }
    }

    #[test]
    fn glyphs_are_read_by_name() {
        let text = "[t]\nking = k\npawn = p\ncustomPiece1 = d:A\n\
                    promotionPieceTypes = d\nglyphs = d:dolphin, p: pawn\n\
                    startFen = 3dk3/pppppppp/8/8/8/8/PPPPPPPP/3DK3 w - - 0 1\n\
                    [child:t]\npawn = -\ncustomPiece1 = e:A\n\
                    startFen = 3ek3/8/8/8/8/8/8/3EK3 w - - 0 1\n";
        let catalog = Catalog::with_checked_files(&[("t.ini", text)], check_keys);
        assert_eq!(catalog.problems(), []);
        let found = |name| glyphs(catalog.get(name).unwrap());
        assert_eq!(found("t"), Ok(vec![Some(41), None, Some(0)]));
        // The child knows the Dolphin by another letter, and has no pawns.
        assert_eq!(found("child"), Ok(vec![Some(41), None]));
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
            let said = wrong(&format!("glyphs = {text}"));
            assert_eq!(said, [format!("glyphs: {message}")], "{text}");
        }
    }

    #[test]
    fn variants_are_known_ones() {
        assert_eq!(wrong("xboardVariant = normal"), [] as [&str; 0]);
        assert_eq!(
            wrong("xboardVariant = capablanka"),
            ["xboardVariant: XBoard knows no variant 'capablanka' (did you mean capablanca?)"]
        );
    }

    #[test]
    fn starts_in_xboard_are_played() {
        let fen = "xboardFen = 4k3/8/8/8/8/8/8/4K3";
        assert_eq!(
            wrong(fen),
            ["xboardFen: only a game with xboardVariant can have it"]
        );
        let known = |fen: &str| wrong(&format!("xboardVariant = normal\nxboardFen = {fen}"));
        assert_eq!(known("4k3/8/8/8/8/8/8/4K3"), [] as [&str; 0]);
        assert_eq!(
            known("4k3/8/8/8/8/8/4K3"),
            ["xboardFen: the number of ranks is 7, expected 8"]
        );
        let said = known("4k3/8/8/8/8/8/8/4K3 w - e3 0 1");
        assert_eq!(said.len(), 1, "{said:?}");
        assert!(said[0].starts_with("startFen: xboardFen: "), "{said:?}");
    }

    #[test]
    fn tables_have_the_letters_of_the_game() {
        for (table, said) in [
            ("-", None),
            ("PD.Kpd.k", None),
            ("KPD..kd", Some("the piece 'p' is missing")),
            ("KPDQkpdq", Some("the game has no piece 'Q'")),
        ] {
            let said = said.map(|said| format!("pieceToCharTable: {said}"));
            let found = wrong(&format!("pieceToCharTable = {table}"));
            assert_eq!(found, Vec::from_iter(said), "{table}");
        }
    }

    #[test]
    fn what_is_wrong_disables_the_games_that_inherit_it() {
        let text = "[parent:chess]\nnFoldRule = x\nglyphs = k:queen\n[heir:parent]\n";
        let catalog = Catalog::with_checked_files(&[("t.ini", text)], check_keys);
        let said: Vec<String> = catalog.problems().iter().map(ToString::to_string).collect();
        assert_eq!(said.len(), 3, "{said:?}");
        assert_eq!(
            said[1..],
            [
                "t.ini:3: [parent] glyphs: the glyph king belongs to the king, and to no other \
                 piece",
                "t.ini:4: [heir] its parent 'parent' has errors",
            ]
        );
    }
}
