//! The other built-in games: what sets each apart from the game that it inherits from. Their
//! counts of moves in tests/data begin at the start position, where little of this shows.

use crate::games;
use crate::setup::{refusal, setup};
use sliderule::rules::Catalog;

/// Ranks of a large board without pieces.
const EMPTY_10: &str = "10/10/10/10/10";

#[test]
fn what_pieces_can_do() {
    for (game, fen, from, moves) in [
        // Double steps.
        ("horde", "4k3/8/8/8/8/8/8/P7 w - - 0 1", "a1", "a2 a3"),
        ("torpedo", "p3k3/8/8/8/8/8/8/4K3 b - - 0 1", "a8", "a6 a7"),
        (
            "torpedo",
            "4k3/8/8/8/8/p7/8/4K3 b - - 0 1",
            "a3",
            "a1b a1n a1q a1r a2",
        ),
        ("berolina", "4k3/8/8/8/8/2p5/1P6/4K3 w - - 0 1", "b2", "a3"),
        ("grasshopper", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "a2", "a3"),
        ("makruk", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "a2", "a3"),
        ("gardner", "4k/5/5/P4/4K w - - 0 1", "a2", "a3"),
        (
            "tencubed",
            &format!("4k5/p9/{EMPTY_10}/10/10/4K5 b - - 0 1"),
            "a9",
            "a8",
        ),
        (
            "omega",
            "1**********1/*3k6*/*10*/*10*/*10*/*10*/*10*/*10*/*10*/*P9*/*4K5*/1**********1 \
             w - - 0 1",
            "b3",
            "b4 b5 b6",
        ),
        (
            "xxl-14",
            "7k6/p13/14/14/14/14/14/14/14/14/14/14/14/7K6 b - - 0 1",
            "a13",
            "a12",
        ),
        // A Hoplite's first move jumps.
        (
            "spartan",
            "k7/3h4/2P1P3/8/8/8/8/7K b - - 0 1",
            "d7",
            "b5 f5",
        ),
        // A Lieutenant does not capture sideways.
        (
            "spartan",
            "k7/8/8/3lP3/8/8/8/7K b - - 0 1",
            "d5",
            "b3 b7 c4 c5 c6 e4 e6 f3 f7",
        ),
        (
            "omega",
            "1**********1/*3k6*/*10*/*10*/*10*/*10*/*10*/*10*/*10*/*10*/*4K5*/W**********1 \
             w - - 0 1",
            "a1",
            "b2 b4 d2",
        ),
        (
            "xxl-14",
            "7k6/14/14/14/14/14/14/14/14/14/3E10/14/14/7K6 w - - 0 1",
            "d4",
            "b2 b6 c3 c5 e3 e5 f2 f6",
        ),
        (
            "xxl-16",
            "8k7/16/16/16/16/16/16/16/16/16/16/16/3L12/16/16/8K7 w - - 0 1",
            "d4",
            "a3 a5 c1 c7 e1 e7 g3 g5",
        ),
        // Captures come first, for the king, too.
        ("losers", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e1", ""),
    ] {
        assert_eq!(setup(game, fen).from(from), moves, "{game} {fen}");
    }
}

#[test]
fn what_pawns_become() {
    let white = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    let wide = |row: &str| format!("4k5/10/P9/{EMPTY_10}/{row}/4K5 w - - 0 1");
    for (game, fen, from, moves) in [
        ("giveaway", white, "a7", "a8b a8k a8n a8q a8r"),
        ("codrus", white, "a7", "a8b a8n a8q a8r"),
        ("kinglet", "7k/P6p/8/8/8/8/8/7K w - - 0 1", "a7", "a8k"),
        (
            "legan",
            "7k/8/8/8/1P6/8/8/7K w - - 0 1",
            "b4",
            "a5b a5n a5q a5r",
        ),
        (
            "knightmate",
            "k7/4P3/8/8/8/8/8/K7 w - - 0 1",
            "e7",
            "e8b e8m e8q e8r",
        ),
        ("sortofalmost", white, "a7", "a8b a8c a8n a8r"),
        (
            "chigorin",
            "4k3/8/8/8/8/8/p7/4K3 b - - 0 1",
            "a2",
            "a1b a1q a1r",
        ),
        ("perfect", white, "a7", "a8b a8c a8g a8m a8n a8q a8r"),
        ("amazon", white, "a7", "a8a a8b a8n a8r"),
        ("hoppelpoppel", white, "a7", "a8b a8n a8q a8r"),
        ("newzealand", white, "a7", "a8b a8n a8q a8r"),
        // A second king, but no third.
        (
            "spartan",
            "k7/8/8/8/8/8/3h4/7K b - - 0 1",
            "d2",
            "c1c c1g c1k c1l c1w e1c e1g e1k e1l e1w",
        ),
        (
            "spartan",
            "k3k3/8/8/8/8/8/3h4/7K b - - 0 1",
            "d2",
            "c1c c1g c1l c1w e1c e1g e1l e1w",
        ),
        ("makruk", "4k3/8/8/8/p7/8/8/4K3 b - - 0 1", "a4", "a3m"),
        (
            "centaur",
            "4k5/P9/10/10/10/10/10/4K5 w - - 0 1",
            "a7",
            "a8b a8c a8n a8q a8r",
        ),
        (
            "gustav3",
            "5k4/*P7*/*8*/*8*/*8*/*8*/*8*/5K4 w - - 0 1",
            "b7",
            "b8a b8b b8n b8q b8r",
        ),
        ("modern", "4k4/9/P8/9/9/9/9/9/4K4 w - - 0 1", "a7", "a8"),
        (
            "chancellor",
            "4k4/P8/9/9/9/9/9/9/4K4 w - - 0 1",
            "a8",
            "a9b a9c a9n a9q a9r",
        ),
        // To what was captured, on the last three ranks, and on the last one only so.
        (
            "grand",
            &format!("4k5/10/10/P9/{EMPTY_10}/4K5 w - - 0 1"),
            "a7",
            "a8 a8a a8b a8c a8n a8q a8r",
        ),
        ("grand", &wide("RR8"), "a8", "a9 a9a a9b a9c a9n a9q"),
        (
            "grand",
            &format!("4k5/P9/10/10/{EMPTY_10}/4K5 w - - 0 1"),
            "a9",
            "a10a a10b a10c a10n a10q a10r",
        ),
        (
            "opulent",
            &wide("LL8"),
            "a8",
            "a9 a9a a9b a9c a9n a9q a9r a9w",
        ),
        (
            "tencubed",
            &format!("4k5/P9/10/10/{EMPTY_10}/4K5 w - - 0 1"),
            "a9",
            "a10a a10m a10q",
        ),
        (
            "omicron",
            "1**********1/*3k6*/*10*/*10*/*10*/*10*/*10*/*p9*/*4K5*/1**********1 b - - 0 1",
            "b3",
            "b2b b2c b2n b2q b2r b2w",
        ),
        (
            "troitzky",
            "****1k****/**6**/*8*/*8*/10/9P/*8*/*8*/**6**/****1K**** w - - 0 1",
            "j5",
            "j6b j6n j6q j6r",
        ),
    ] {
        assert_eq!(setup(game, fen).from(from), moves, "{game} {fen}");
    }
}

#[test]
fn how_kings_castle() {
    let kingside = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let queenside = "4k5/10/10/10/10/10/10/R3K5 w Q - 0 1";
    let empty_16 = "16/16/16/16/16/16/16/16/16/16/16/16/16/16";
    for (game, fen, from, moves) in [
        ("giveaway", kingside, "e1", "d1 d2 e2 f1 f2 g1"),
        (
            "extinction",
            "rnbqk3/p7/8/8/8/8/P7/1NBQK2R w K - 0 1",
            "e1",
            "d2 e2 f1 f2 g1",
        ),
        (
            "threekings",
            "k3k2k/8/8/8/8/8/8/K1K1K2R w K - 0 1",
            "e1",
            "d1 d2 e2 f1 f2 g1",
        ),
        ("nocheckatomic", kingside, "e1", "d1 d2 e2 f1 f2 g1"),
        ("newzealand", kingside, "e1", "d1 d2 e2 f1 f2 g1"),
        (
            "perfect",
            "4k3/8/8/8/8/8/8/C3K3 w Q - 0 1",
            "e1",
            "c1 d1 d2 e2 f1 f2",
        ),
        ("embassy", queenside, "e1", "b1 d1 d2 e2 f1 f2"),
        ("janus", queenside, "e1", "b1 d1 d2 e2 f1 f2"),
        (
            "gustav3",
            "5k4/*8*/*8*/*8*/*8*/*8*/*8*/5K2R1 w K - 0 1",
            "f1",
            "e1 e2 f2 g1 g2 h1",
        ),
        (
            "omega",
            "1**********1/*3k6*/*10*/*10*/*10*/*10*/*10*/*10*/*10*/*10*/*1R3K4*/1**********1 \
             w Q - 0 1",
            "g2",
            "e2 f2 f3 g3 h2 h3",
        ),
        (
            "xxl-14",
            "7k6/14/14/14/14/14/14/14/14/14/14/14/14/7K5R w K - 0 1",
            "h1",
            "g1 g2 h2 i1 i2 l1",
        ),
        (
            "xxl-16",
            &format!("8k7/{empty_16}/R7K7 w Q - 0 1"),
            "i1",
            "e1 h1 h2 i2 j1 j2",
        ),
    ] {
        assert_eq!(setup(game, fen).from(from), moves, "{game} {fen}");
    }
    // Where it would be in chess, in games that have none.
    for (game, fen) in [
        ("racingkings", "4k3/8/8/8/8/8/8/4K1R1 w K - 0 1"),
        ("shatranj", "3k4/7p/8/8/8/8/8/3K3R w K - 0 1"),
        ("gardner", "4k/5/5/5/R3K w Q - 0 1"),
    ] {
        let message = refusal(game, fen);
        assert!(message.contains("castling"), "{game} {message}");
    }
}

#[test]
fn how_games_end() {
    for (game, fen, status, result) in [
        // What is lost elsewhere wins.
        (
            "codrus",
            "4k3/8/8/8/8/8/8/R7 w - - 0 1",
            "extinction-white-wins",
            "1-0",
        ),
        (
            "losers",
            "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1",
            "checkmate",
            "0-1",
        ),
        (
            "losers",
            "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
            "extinction-black-wins",
            "0-1",
        ),
        // One kind of pieces, or one of three kings, is gone.
        (
            "extinction",
            "rnbqk3/8/8/8/8/8/P7/RNBQK3 w - - 0 1",
            "extinction-black-loses",
            "1-0",
        ),
        (
            "threekings",
            "k3k2k/8/8/8/8/8/8/K6K w - - 0 1",
            "extinction-white-loses",
            "0-1",
        ),
        // No piece is left, or the last rank not yet reached.
        (
            "breakthrough",
            "pppppppp/8/8/8/8/8/8/8 w - - 0 1",
            "stalemate",
            "0-1",
        ),
        (
            "breakthrough",
            "8/8/8/8/8/8/p7/P7 w - - 0 1",
            "ongoing",
            "*",
        ),
        // Stalemate loses.
        (
            "shatranj",
            "7k/5K1p/7P/8/8/8/8/8 b - - 0 1",
            "stalemate",
            "1-0",
        ),
        (
            "courier",
            "11k/9K1p/11P/12/12/12/12/12 b - - 0 1",
            "stalemate",
            "1-0",
        ),
    ] {
        let position = setup(game, fen);
        assert_eq!(position.status(), status, "{game} {fen}");
        assert_eq!(position.result(), result, "{game} {fen}");
    }
}

#[test]
fn what_fens_say() {
    assert_eq!(
        setup("5check", &games::start("5check").fen()).field(4),
        "5+5"
    );
    let gothic = "rnbqckabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQCKABNR w KQkq - 0 1";
    assert_eq!(games::start("gothic").fen(), gothic);
    // Nothing is captured en passant, and Hoplites reset the counter.
    let spartan = setup("spartan", "4k3/3h4/8/8/8/8/4P3/4K3 w - - 7 9").after("e2e4");
    assert_eq!(spartan.field(3), "-");
    let spartan = setup("spartan", "4k3/3h4/8/8/8/8/8/4K3 b - - 7 9");
    assert_eq!(spartan.after("d7e6").field(4), "0");
    assert_eq!(spartan.after("e8f8").field(4), "8");
}

#[test]
fn names() {
    for (name, game, title) in [
        ("normal", "chess", "Chess"),
        ("standard", "chess", "Chess"),
        ("Orthodox", "chess", "Chess"),
        ("koth", "kingofthehill", "King of the Hill"),
        ("capa", "capablanca", "Capablanca Chess"),
    ] {
        let found = Catalog::built_in().get(name).unwrap();
        assert_eq!((found.name.as_str(), found.title.as_str()), (game, title));
    }
    // What XBoard calls a game, and where it starts.
    let chess = games::start("chess");
    assert_eq!(
        chess.variant().hints.own_text("xboardVariant"),
        Some("normal")
    );
    let courier = games::start("courier");
    let fen = "rnebmkfwbenr/pppppppppppp/12/12/12/12/PPPPPPPPPPPP/RNEBMKFWBENR w - - 0 1";
    assert_eq!(courier.variant().hints.own_text("xboardFen"), Some(fen));
}
