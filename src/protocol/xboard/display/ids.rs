//! What pieces are called on the wire.
//!
//! XBoard's table of pieces gives each a letter, perhaps with `'` or `!`. That is enough
//! to write a position, but a move that changes what a piece is has room for one letter
//! only (never `x`), or for `+`, which makes it the partner of what it was. So each type
//! that a move can bring about needs a letter of its own or a partner that has one: types
//! of the first level have theirs; letters that are left become nicknames; the rest are
//! paired, in the table `^N`, with the type they come from or, where there is none,
//! with any other. In that case two steps lead there.

use super::error::DisplayError;
use crate::rules::{Color, PieceType, TypeSet, Variant};

/// The ids of a game.
#[derive(Debug)]
pub(super) struct WireIds {
    types: Vec<WireId>,
}

#[derive(Clone, Debug)]
struct WireId {
    /// The id in capitals, such as `N` or `N'`.
    id: String,
    /// The letter that stands for it behind a move, in lower case.
    letter: Option<char>,
    /// That letter is a nickname.
    nickname: bool,
    /// The type that `+` turns into this one.
    partner_of: Option<PieceType>,
    /// The type that `+` turns this one into.
    partner: Option<PieceType>,
}

/// What stands behind a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Suffix {
    /// The piece becomes what the letter says, in lower case.
    Letter(char),
    /// The piece becomes its partner.
    Plus,
}

impl WireIds {
    /// Finds ids for all types of a game.
    ///
    /// # Errors
    /// There are not letters enough.
    pub fn new(game: &Variant) -> Result<Self, DisplayError> {
        let mut ids = Self {
            types: game.types().map(|t| plain(game, t)).collect(),
        };
        let sources = sources(game);
        let targets: TypeSet = game
            .types()
            .filter(|t| !sources[t.index()].is_empty())
            .collect();
        let mut free: Vec<char> = ('a'..='z')
            .rev()
            .filter(|c| *c != 'x')
            .filter(|c| ids.types.iter().all(|w| w.letter != Some(*c)))
            .collect();
        let wanting = |ids: &Self| -> Vec<PieceType> {
            let unreachable = |t: &PieceType| {
                ids.types[t.index()].letter.is_none() && ids.types[t.index()].partner_of.is_none()
            };
            targets.iter().filter(unreachable).collect()
        };
        // A letter is worth most to a type that a player chooses often, or that is
        // between two others.
        let is_between = |t: PieceType| game.self_promotions[t.index()].is_some();
        let is_first = |ids: &Self, t: PieceType| ids.types[t.index()].id.len() == 1;
        for first in [true, false] {
            for kind in wanting(&ids) {
                let deserves = if first {
                    is_first(&ids, kind)
                } else {
                    is_between(kind)
                };
                if deserves && let Some(letter) = free.pop() {
                    ids.nickname(kind, letter);
                }
            }
        }
        for kind in wanting(&ids) {
            if let Some(source) = sources[kind.index()]
                .iter()
                .find(|&s| ids.can_pair(game, s) && !game.pawns.contains(s))
            {
                ids.pair(source, kind);
            }
        }
        for kind in wanting(&ids) {
            if let Some(letter) = free.pop() {
                ids.nickname(kind, letter);
            } else if let Some(source) = game
                .types()
                .filter(|&t| ids.can_pair(game, t) && t != kind)
                .min_by_key(|&t| (targets.contains(t), game.pawns.contains(t)))
            {
                ids.pair(source, kind);
            } else {
                let piece = game.piece(kind);
                return Err(DisplayError::NoLetterLeft {
                    name: piece.name.clone(),
                    id: piece.id,
                });
            }
        }
        // Letters that are still left spare a choice its second step.
        let chosen = game.promotion.types.0;
        let chosen = chosen[0].union(chosen[1]);
        for kind in game.types() {
            if chosen.contains(kind)
                && ids.types[kind.index()].letter.is_none()
                && let Some(letter) = free.pop()
            {
                ids.nickname(kind, letter);
            }
        }
        Ok(ids)
    }

    fn nickname(&mut self, kind: PieceType, letter: char) {
        self.types[kind.index()].letter = Some(letter);
        self.types[kind.index()].nickname = true;
    }

    fn can_pair(&self, game: &Variant, source: PieceType) -> bool {
        let wire = &self.types[source.index()];
        !game.is_king(source)
            && wire.letter.is_some()
            && wire.partner.is_none()
            && wire.partner_of.is_none()
    }

    fn pair(&mut self, source: PieceType, kind: PieceType) {
        self.types[source.index()].partner = Some(kind);
        self.types[kind.index()].partner_of = Some(source);
    }

    /// The entry of XBoard's table of pieces for White.
    pub fn entry(&self, kind: PieceType) -> String {
        let wire = &self.types[kind.index()];
        let mut entry = match wire.partner_of {
            Some(source) => format!("^{}", self.types[source.index()].id),
            None => wire.id.clone(),
        };
        if let (true, Some(letter)) = (wire.nickname, wire.letter) {
            entry.push('=');
            entry.push(letter.to_ascii_uppercase());
        }
        entry
    }

    /// The id of a piece in a FEN.
    pub fn in_fen(&self, kind: PieceType, color: Color) -> String {
        let wire = &self.types[kind.index()];
        let id = match wire.partner_of {
            Some(source) => format!("+{}", self.types[source.index()].id),
            None => wire.id.clone(),
        };
        match color {
            Color::White => id,
            Color::Black => id.to_ascii_lowercase(),
        }
    }

    /// The type with an id as it stands in a FEN, in capitals and without `+`. Nicknames
    /// are understood, too, and go first as they do in XBoard; so are ids that XBoard does
    /// not use because it writes the piece as a partner.
    pub fn type_of(&self, id: &str, promoted: bool) -> Option<PieceType> {
        let all = || {
            self.types
                .iter()
                .zip(0..)
                .map(|(w, n)| (w, PieceType::new(n)))
        };
        let nicknamed = all().find(|(w, _)| {
            w.nickname
                && id.len() == 1
                && w.letter
                    .is_some_and(|l| id.starts_with(l.to_ascii_uppercase()))
        });
        let named = || all().find(|(w, _)| w.id == id);
        let (wire, kind) = nicknamed.or_else(named)?;
        if promoted { wire.partner } else { Some(kind) }
    }

    /// The letter that stands for a type behind a move.
    pub fn letter(&self, kind: PieceType) -> Option<char> {
        self.types[kind.index()].letter
    }

    /// What turns one type into another within one ply.
    pub fn suffix(&self, from: PieceType, to: PieceType) -> Option<Suffix> {
        let letter = self.types[to.index()].letter.map(Suffix::Letter);
        let plus = self.types[to.index()].partner_of == Some(from);
        letter.or_else(|| plus.then_some(Suffix::Plus))
    }

    /// The type on the way to one that cannot be reached within one ply.
    pub fn stop_over(&self, to: PieceType) -> Option<PieceType> {
        self.types[to.index()].partner_of
    }

    /// What a piece becomes by a suffix, by XBoard's rules.
    pub fn becomes(&self, kind: PieceType, suffix: Suffix) -> Option<PieceType> {
        match suffix {
            Suffix::Plus => self.types[kind.index()].partner,
            Suffix::Letter(letter) => (0..self.types.len())
                .map(PieceType::new)
                .find(|t| self.letter(*t) == Some(letter)),
        }
    }

    /// Whether a letter that a player types can be meant for a type: its own or, if it
    /// has none, the one its id begins with.
    pub fn is_meant(&self, letter: char, kind: PieceType) -> bool {
        let wire = &self.types[kind.index()];
        match wire.letter {
            Some(own) => own == letter,
            None => wire.id.to_ascii_lowercase().starts_with(letter),
        }
    }
}

/// The id a type has before any letters are shared out: the first type of a letter has it
/// plain, the king always.
fn plain(game: &Variant, kind: PieceType) -> WireId {
    let letter = game.piece(kind).id.letter();
    let mut alike: Vec<PieceType> = game
        .types()
        .filter(|&t| game.piece(t).id.letter() == letter)
        .collect();
    alike.sort_by_key(|&t| !game.is_king(t));
    let rank = alike.iter().take_while(|&&t| t != kind).count();
    WireId {
        id: format!("{}{}", letter.to_ascii_uppercase(), ["", "'", "!"][rank]),
        letter: (rank == 0 && letter != 'x').then_some(letter),
        nickname: false,
        partner_of: None,
        partner: None,
    }
}

/// For each type, those that can become it.
fn sources(game: &Variant) -> Vec<TypeSet> {
    let mut sources = vec![TypeSet::EMPTY; game.pieces.len()];
    for (promotion, n) in game.self_promotions.iter().zip(0..) {
        if let Some(promotion) = promotion {
            sources[promotion.to.index()].insert(PieceType::new(n));
        }
    }
    for (to, n) in game.choice.to.iter().zip(0..) {
        if let Some(to) = to {
            sources[to.index()].insert(PieceType::new(n));
        }
    }
    for color in Color::BOTH {
        for kind in game.promotion.types[color].iter() {
            let pawns = game.promotion.pawns[color];
            sources[kind.index()] = sources[kind.index()].union(pawns);
        }
    }
    sources
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Catalog;

    fn entries(game: &str) -> Vec<String> {
        let game = Catalog::built_in().get(game).unwrap();
        let ids = WireIds::new(game).unwrap();
        game.types().map(|t| ids.entry(t)).collect()
    }

    #[test]
    fn few_types_keep_their_letters() {
        assert_eq!(entries("battery").join(" "), "A K M P Q T");
        assert_eq!(entries("opposition").join(" "), "H K M P");
    }

    #[test]
    fn in_a_game_of_many_promotions_every_type_can_be_reached() {
        let game = Catalog::built_in().get("short-sliders").unwrap();
        let ids = WireIds::new(game).unwrap();
        assert_eq!(
            entries("short-sliders").join(" "),
            "A B B'=V ^B' C C'=Y ^C' D E ^E F G ^G H H'=Z ^H' I J K L ^L ^O M ^M N ^N ^P O P \
             R ^R ^A S T ^T U W ^W X=Q"
        );
        for (kinds, n) in sources(game).iter().zip(0..) {
            let kind = PieceType::new(n);
            for from in kinds.iter() {
                let direct = ids.suffix(from, kind);
                let by = ids.stop_over(kind);
                let reached = match (direct, by) {
                    (Some(suffix), _) => ids.becomes(from, suffix),
                    (None, Some(by)) => {
                        assert!(ids.suffix(from, by).is_some(), "{by:?}");
                        ids.becomes(by, Suffix::Plus)
                    }
                    (None, None) => None,
                };
                assert_eq!(reached, Some(kind));
            }
        }
    }

    #[test]
    fn what_is_written_in_a_fen_is_read_back() {
        for name in ["chess", "battery", "opposition", "short-sliders"] {
            let game = Catalog::built_in().get(name).unwrap();
            let ids = WireIds::new(game).unwrap();
            for kind in game.types() {
                let id = ids.in_fen(kind, Color::White);
                let (plain, promoted) = match id.strip_prefix('+') {
                    Some(rest) => (rest, true),
                    None => (id.as_str(), false),
                };
                assert_eq!(ids.type_of(plain, promoted), Some(kind), "{name} {id}");
            }
        }
    }

    #[test]
    fn a_letter_can_be_meant_for_several_types() {
        let game = Catalog::built_in().get("short-sliders").unwrap();
        let ids = WireIds::new(game).unwrap();
        let meant = |letter| {
            let types = game.types().filter(|&t| ids.is_meant(letter, t));
            types
                .map(|t| game.piece(t).id.to_string())
                .collect::<Vec<_>>()
                .join(" ")
        };
        assert_eq!(meant('n'), "n n' n!");
        assert_eq!(meant('b'), "b b!");
        assert_eq!(meant('v'), "b'");
    }

    #[test]
    fn a_game_with_too_many_types_is_refused() {
        let mut ini = String::from("[many:chess]\npromotionPieceTypes = *-kp\n");
        for (n, letter) in ('a'..='z').filter(|c| !"kqrbnp".contains(*c)).enumerate() {
            for (level, mark) in ["", "'", "!"].iter().enumerate() {
                ini += &format!("customPiece{} = {letter}{mark}:W\n", 1 + 3 * n + level);
            }
        }
        let catalog = Catalog::with_file("many.ini", &ini);
        let error = WireIds::new(catalog.get("many").unwrap()).unwrap_err();
        assert!(
            matches!(error, DisplayError::NoLetterLeft { .. }),
            "{error}"
        );
    }
}
