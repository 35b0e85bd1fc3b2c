//! Games that Fairy-Stockfish has built in and that cannot be played here, with the rule
//! that is missing: files written for it inherit from them.

/// The rules that are missing, each with the names of the games that need it.
const UNSUPPORTED_GAMES: &[(&str, &[&str])] = &[
    (
        "drops",
        &[
            "bughouse",
            "capahouse",
            "checkshogi",
            "chessgi",
            "crazyhouse",
            "dobutsu",
            "dragon",
            "euroshogi",
            "gorogoro",
            "judkins",
            "koedem",
            "kyotoshogi",
            "loop",
            "micro",
            "mini",
            "minishogi",
            "okisakishogi",
            "placement",
            "pocketknight",
            "shogi",
            "sittuyin",
            "supply",
            "torishogi",
            "yarishogi",
        ],
    ),
    ("gating", &["cambodian", "karouk", "seirawan"]),
    ("drops and gating", &["shouse"]),
    (
        "castling with king and rooks anywhere (Chess960)",
        &["caparandom", "fischerandom"],
    ),
    (
        "walls placed during the game",
        &[
            "amazons",
            "duck",
            "isolation",
            "isolation7x7",
            "joust",
            "petrified",
            "snailtrail",
        ],
    ),
    (
        "pieces that change colour",
        &["ataxx", "flipello", "flipello10", "flipersi"],
    ),
    ("rules against chasing", &["xiangqi"]),
    (
        "passing and its own cannons",
        &[
            "janggi",
            "janggicasual",
            "janggimodern",
            "janggitraditional",
        ],
    ),
    ("kings that may not move out of check", &["makpong"]),
    ("mates that do not count", &["shatar"]),
];

/// The rule that a game of the dialect needs and that is not supported; the name in any
/// case.
pub fn missing_rule(game: &str) -> Option<&'static str> {
    let needs = |(_, games): &&(&str, &[&str])| games.iter().any(|g| g.eq_ignore_ascii_case(game));
    UNSUPPORTED_GAMES.iter().find(needs).map(|(rule, _)| *rule)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Catalog;

    #[test]
    fn no_game_that_can_be_played_is_called_unsupported() {
        for game in Catalog::built_in().games() {
            for name in game.aliases.iter().chain([&game.name]) {
                assert_eq!(missing_rule(name), None, "{name}");
            }
        }
        assert_eq!(missing_rule("Crazyhouse"), Some("drops"));
    }
}
