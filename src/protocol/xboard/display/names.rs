//! What a game is called in XBoard.

/// The variants that XBoard 4.9.1 knows by name.
pub(super) const XBOARD_VARIANTS: [&str; 35] = [
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

/// XBoard looks for these anywhere in a name; for the others only at its beginning.
const ANYWHERE: [&str; 20] = [
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
    "twilight",
    "unknown",
    "fischer",
    "wild",
    "frc",
    "960",
];

/// A name that XBoard takes for no variant of its own: the game's, where needed with
/// dots that break up what XBoard would recognise.
pub(super) fn safe(name: &str) -> String {
    let mut name = name.to_owned();
    while let Some(at) = recognised(&name.to_ascii_lowercase()) {
        name.insert(at + 1, '.');
    }
    name
}

/// Where something stands that XBoard would recognise.
fn recognised(name: &str) -> Option<usize> {
    let inside = ANYWHERE.iter().find_map(|known| name.find(known));
    let begins = || {
        let known = XBOARD_VARIANTS.iter().chain(["elven"].iter());
        known.copied().find(|k| name.starts_with(k)).map(|_| 0)
    };
    // `w9` is a wild variant of the chess servers.
    let wild = || {
        let digit = |at: usize| name.as_bytes().get(at + 1).is_some_and(u8::is_ascii_digit);
        name.match_indices('w')
            .map(|(at, _)| at)
            .find(|at| digit(*at))
    };
    // `8x8_` and `8x8+0_` are board sizes.
    let size = || {
        let (size, _) = name.split_once('_')?;
        let plain = |c: char| c.is_ascii_digit() || c == 'x' || c == '+';
        (size.contains('x') && size.chars().all(plain)).then_some(0)
    };
    inside.or_else(begins).or_else(wild).or_else(size)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documentation_lists_all_variants() {
        let page = include_str!("../../../../docs/xboard.md");
        for name in XBOARD_VARIANTS {
            assert!(page.contains(&format!("`{name}`")), "{name}");
        }
    }

    #[test]
    fn names_that_xboard_would_recognise_are_broken_up() {
        for (name, shown) in [
            ("short-sliders", "short-sliders"),
            ("opposition", "opposition"),
            ("battery-standard", "battery-standard"),
            ("Lion-hunt", "L.ion-hunt"),
            ("my-atomic", "my-a.tomic"),
            ("chess960", "chess9.60"),
            ("superchess", "s.uperchess"),
            ("w9", "w.9"),
            ("8x8_x", "8.x8_x"),
            ("paranormal", "paran.ormal"),
        ] {
            assert_eq!(safe(name), shown);
            assert_eq!(safe(shown), shown);
        }
        for known in XBOARD_VARIANTS {
            assert_ne!(safe(known), known);
        }
    }
}
