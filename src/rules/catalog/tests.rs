//! Inheritance, what is wrong in a file, and what that disables.

mod every_key;

use super::*;
use crate::rules::{Color, PieceId};

/// A game that has no problems, for adding one to it.
const GOOD: &str = "[good]\nking = k\nrook = r\npawn = p\npromotionPieceTypes = r\n\
                    maxFile = 4\nmaxRank = 4\nstartFen = rk2/p3/3P/2KR w - - 0 1\n";

fn catalog(text: &str) -> Catalog {
    Catalog::from_texts(&[("t.ini", text)])
}

fn problems(text: &str) -> Vec<String> {
    let catalog = catalog(text);
    catalog.problems().iter().map(ToString::to_string).collect()
}

fn names(catalog: &Catalog) -> Vec<&str> {
    catalog.games().iter().map(|g| g.name.as_str()).collect()
}

/// The problems of the good game with more lines at its end, without their place.
fn good_and(lines: &str) -> Vec<String> {
    let catalog = catalog(&format!("{GOOD}{lines}"));
    for problem in catalog.problems() {
        assert_eq!(&*problem.location.file, "t.ini");
        assert!(problem.location.line >= 1, "{problem}");
        assert_eq!(problem.section.as_deref(), Some("good"), "{problem}");
    }
    let key = |p: &IniProblem| p.key.clone().unwrap_or_default();
    let problems = catalog.problems().iter();
    problems
        .map(|p| format!("{}: {}", key(p), p.message))
        .collect()
}

#[test]
fn the_built_in_games_have_no_problems() {
    let catalog = Catalog::built_in();
    assert_eq!(catalog.problems(), []);
    let names = names(catalog);
    assert_eq!(names[0], "chess");
    for game in ["battery", "opposition", "short-sliders", "grand", "omega"] {
        assert!(names.contains(&game), "{game}");
    }
    // What one program calls a game must not be another one's alias.
    for game in catalog.games() {
        for alias in &game.aliases {
            let others = catalog.games().iter().filter(|g| g.name != game.name);
            let taken = others.filter(|g| g.name == *alias || g.aliases.contains(alias));
            assert_eq!(taken.count(), 0, "{alias}");
        }
        assert_ne!(game.title, game.name, "{}", game.name);
    }
    assert_eq!(problems(GOOD), [] as [&str; 0]);
}

#[test]
fn children_start_from_their_parents_keys() {
    // The parent stands later in the file.
    let text = format!(
        "[grandchild:child]\ntitle = Three\nrook = -\ncustomPiece1 = r:R2\n\
         [child:good]\ntitle = Two\nnFoldRule = 5\n{GOOD}title = One\nnMoveRule = 10\n"
    );
    let catalog = catalog(&text);
    assert_eq!(catalog.problems(), []);
    let seen: Vec<_> = ["good", "child", "grandchild"]
        .iter()
        .map(|name| {
            let game = catalog.get(name).unwrap();
            let (r, ..) = PieceId::parse_prefix("r").unwrap();
            let rook = game.piece(game.type_of(r).unwrap());
            (
                game.title.as_str(),
                game.ends.n_fold,
                game.ends.n_move_plies,
                rook.betza.as_str(),
            )
        })
        .collect();
    assert_eq!(
        seen,
        [
            ("One", 3, 20, "R"),
            ("Two", 5, 20, "R"),
            ("Three", 5, 20, "R2")
        ]
    );
}

#[test]
fn inherited_names_of_pieces_taken_out_are_dropped() {
    let parent = format!("{GOOD}knight = n\npieceNames = r:Tower, n:Horse, k:Chief\n");
    let child = "[child:good]\nknight = -\n";
    // A grandchild may take out more.
    let grandchild = "[grandchild:child]\nrook = -\npromotionPieceTypes = b\nbishop = b\n\
                      startFen = bk2/p3/3P/2KB w - - 0 1\ncastling = false\n";
    let catalog = catalog(&format!("{parent}{child}{grandchild}"));
    assert_eq!(catalog.problems(), []);
    let names = |game: &str| -> Vec<&str> {
        let pieces = catalog.get(game).unwrap().pieces.iter();
        pieces.map(|piece| piece.name.as_str()).collect()
    };
    assert_eq!(names("good"), ["Chief", "Horse", "Pawn", "Tower"]);
    assert_eq!(names("child"), ["Chief", "Pawn", "Tower"]);
    assert_eq!(names("grandchild"), ["Bishop", "Chief", "Pawn"]);
    // Names that a game gives itself must be those of its own pieces.
    let own = format!("{parent}{child}pieceNames = r:Tower, n:Horse\n");
    assert_eq!(
        problems(&own),
        ["t.ini:13: [child] pieceNames: the game has no piece 'n'"]
    );
}

#[test]
fn a_file_inherits_from_and_replaces_built_in_games() {
    let text = "[mine:capablanca]\nnFoldRule = 0\n[chess]\ntitle = Other\nking = k\n\
                startFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n";
    let catalog = Catalog::with_file("t.ini", text);
    assert_eq!(names(&catalog)[0], "chess");
    assert_eq!(catalog.get("chess").unwrap().title, "Other");
    let mine = catalog.get("mine");
    // Capablanca builds on chess, which is the other one now: its pieces are gone.
    assert!(mine.is_err());
    let alone = Catalog::with_file("t.ini", "[mine:capablanca]\nnFoldRule = 0\n");
    assert_eq!(alone.problems(), []);
    let mine = alone.get("mine").unwrap();
    assert_eq!((mine.ends.n_fold, mine.shape.files()), (0, 10));
    assert_eq!(
        mine.start_counts[Color::White],
        mine.start_counts[Color::Black]
    );
}

#[test]
fn a_copy_of_the_built_in_file_is_a_file() {
    let copy = Catalog::with_file("copy.ini", BUILT_IN_INI);
    let all = Catalog::built_in().games().len();
    assert_eq!(copy.count_of("copy.ini"), (all, 0));
    let read = Catalog::with_file("copy.ini", &format!("{BUILT_IN_INI}\n"));
    assert_eq!(read.count_of("copy.ini"), (all, 0));
    assert_eq!(names(&read), names(&copy));
}

/// Built-in games that a file changes are looked at again, the others are not.
#[test]
fn only_new_games_are_checked() {
    let checked = |text: &str| {
        let mut catalog = Catalog::with_file("t.ini", text);
        catalog.disable_where(|_| Some("no".into()));
        catalog
    };
    let catalog = checked("[mine:chess]\n");
    assert_eq!(catalog.problems().len(), 1);
    assert!(catalog.get("mine").is_err() && catalog.get("chess").is_ok());
    let catalog = checked("[capablanca:chess]\n");
    assert!(catalog.get("gothic").is_err() && catalog.get("chess").is_ok());
    let catalog = checked(&format!(
        "# A copy with a game more.\n{BUILT_IN_INI}\n[mine:chess]\n"
    ));
    assert_eq!(catalog.problems().len(), 1);
    assert!(catalog.get("mine").is_err() && catalog.get("gothic").is_ok());
}

#[test]
fn circles_of_ancestors() {
    for (text, games) in [
        ("[a:a]\n", 1),
        ("[a:b]\n[b:a]\n", 2),
        ("[a:b]\n[b:c]\n[c:a]\n", 3),
        // The last one only leads into the circle.
        ("[a:b]\n[b:a]\n[d:a]\n", 3),
    ] {
        let catalog = catalog(&format!("{text}{GOOD}"));
        assert_eq!(names(&catalog), ["good"], "{text}");
        assert_eq!(catalog.problems().len(), games, "{text}");
        for problem in catalog.problems() {
            assert!(problem.message.contains("inherit in a circle"), "{problem}");
            assert!(catalog.get(problem.section.as_deref().unwrap()).is_err());
        }
    }
    assert_eq!(
        problems("[a:a]\n"),
        ["t.ini:1: [a] the games inherit in a circle: 'a' is its own ancestor"]
    );
}

#[test]
fn long_lines_of_ancestors_end() {
    let link = |n: usize| format!("[g{n}:g{}]\n", n + 1);
    let text: String = (0..40).map(link).collect();
    let found = problems(&format!("{text}[g40:good]\n{GOOD}"));
    assert_eq!(found[0], "t.ini:1: [g0] more than 32 ancestors");
    assert_eq!(found.len(), 9, "the nine games with more than that");
}

#[test]
fn unknown_names_are_answered_with_a_near_one() {
    assert_eq!(
        problems("[a:goood]\n[good:zzzzzzz]\n"),
        [
            "t.ini:1: [a] there is no game 'goood' to inherit from (did you mean good?)",
            "t.ini:2: [good] there is no game 'zzzzzzz' to inherit from",
        ]
    );
    let built_in = Catalog::built_in();
    assert_eq!(
        built_in.get("ches").unwrap_err().to_string(),
        "there is no game 'ches' (did you mean chess?); `sliderule games` lists the games"
    );
    assert_eq!(
        built_in.get("qqqqqqqqq").unwrap_err().to_string(),
        "there is no game 'qqqqqqqqq'; `sliderule games` lists the games"
    );
}

#[test]
fn a_bad_key_disables_its_game_and_the_descendants_only() {
    let text = format!(
        "{GOOD}[bad:good]\nmaxrank = 4\nnFoldRule = often\n[child:bad]\n[grandchild:child]\n\
         [other:good]\n"
    );
    let found = catalog(&text);
    assert_eq!(names(&found), ["good", "other"]);
    assert_eq!(
        problems(&text),
        [
            "t.ini:10: [bad] maxrank: unknown key; the nearest known key is maxRank",
            "t.ini:11: [bad] nFoldRule: 'often' is not 0 or a number from 2 to 100",
            "t.ini:12: [child] its parent 'bad' has errors",
            "t.ini:13: [grandchild] its parent 'child' has errors",
        ]
    );
    assert_eq!(
        found.get("grandchild").unwrap_err().to_string(),
        "the game 'grandchild' is disabled: t.ini:13: its parent 'child' has errors"
    );
    assert_eq!(
        found.get("bad").unwrap_err().to_string(),
        "the game 'bad' is disabled: t.ini:10: maxrank: unknown key; the nearest known \
         key is maxRank"
    );
}

#[test]
fn an_inherited_start_position_that_does_not_fit_is_said_to_be_inherited() {
    let found = problems(&format!("{GOOD}[child:good]\nmaxFile = 5\n"));
    assert_eq!(
        found,
        [
            "t.ini:9: [child] startFen: it is not given, and the inherited one does not fit: rank 4 \
             has 4 files, expected 5"
        ]
    );
}

#[test]
fn things_given_twice() {
    let twice = catalog(&format!("{GOOD}nFoldRule = 2\nnFoldRule = 5\n"));
    assert_eq!(twice.problems(), []);
    assert_eq!(twice.get("good").unwrap().ends.n_fold, 5);
    let warnings: Vec<String> = twice.warnings().iter().map(ToString::to_string).collect();
    assert_eq!(
        warnings,
        ["t.ini:10: [good] nFoldRule: given twice, first in line 9; the last one counts"]
    );
    assert_eq!(
        problems(&format!("{GOOD}[good]\nking = k\n")),
        ["t.ini:9: [good] the section is given twice, first in line 1"]
    );
    assert_eq!(
        good_and("customPiece1 = r:N\n"),
        ["customPiece1: the id 'r' is used twice"]
    );
    assert_eq!(good_and("customPiece1 = r':N\n"), [] as [&str; 0]);
}

#[test]
fn kings() {
    assert_eq!(
        problems("[a]\nrook = r\n"),
        [
            "t.ini:1: [a] startFen: it is not given, and the default one does not fit: rank 8, \
             file b: the game has no piece 'n'"
        ]
    );
    assert_eq!(
        problems("[a]\nmaxFile = 4\n")[0],
        "t.ini:1: [a] king: the game has no pieces"
    );
    let kingless = format!("{GOOD}[b:good]\nking = -\nstartFen = r3/p3/3P/3R w - - 0 1\n");
    let catalog = catalog(&kingless);
    assert_eq!(catalog.problems(), []);
    assert_eq!(catalog.get("b").unwrap().has_king.0, [false; 2]);
    assert_eq!(catalog.get("good").unwrap().has_king.0, [true; 2]);
    assert_eq!(
        good_and("pawnTypes = pk\n"),
        ["pawnTypes: the king cannot be a pawn"]
    );
    assert_eq!(
        good_and("promotionPieceTypes = rk\n").last().unwrap(),
        "promotionPieceTypes: a pawn cannot become a king"
    );
}

/// A line that replaces the one of the good game with the same key, and what is said.
#[test]
fn values_that_cannot_be() {
    for (line, expected) in [
        ("maxFile = 17", "'17' is not a number of files from 1 to 16"),
        ("maxFile = 0", "'0' is not a number of files from 1 to 16"),
        ("maxFile = q", "'q' is not a number of files from 1 to 16"),
        ("maxRank = 17", "'17' is not a number from 1 to 16"),
        ("maxRank = 0", "'0' is not a number from 1 to 16"),
        ("maxRank = d", "'d' is not a number from 1 to 16"),
        (
            "rook = rr",
            "'rr' is not one piece id: a letter, perhaps with ' or ! behind it",
        ),
        (
            "rook = ",
            "'' is not one piece id: a letter, perhaps with ' or ! behind it",
        ),
        ("customPiece1 = n", "the moves are missing: write n:betza"),
        (
            "customPiece1 = n:WuF",
            "in Betza 'WuF', character 2: 'u': moves that put a captured piece down again are not \
             supported",
        ),
        (
            "knight = n:R6hN",
            "in Betza 'R6hN', character 3: 'h' stands behind another direction, or before l or r",
        ),
        (
            "startFen = rk2/p3/3P w - - 0 1",
            "it has 3 ranks and the board 4 (maxRank): write maxRank = 3, or a position with 4 \
             ranks",
        ),
        (
            "startFen = rk2/p3/3P/2QR w - - 0 1",
            "rank 1, file c: the game has no piece 'Q'",
        ),
        (
            "startFen = rk1k/p3/3P/2KR w - - 0 1",
            "Black has 2 kings, expected one or none",
        ),
        (
            "promotionRegionWhite = *5",
            "'*5' is not a rank (such as *1) on a board of 4 files and 4 ranks",
        ),
        (
            "promotionRegionBlack = e*",
            "'e*' is not a file (such as a*) on a board of 4 files and 4 ranks",
        ),
        (
            "doubleStepRegionBlack = a1 e1",
            "'e1' is not a square (such as a1), rank (*1) or file (a*) on a board of 4 files and \
             4 ranks",
        ),
        ("promotionLimit = r", "'r' is not a pair such as q:1 r:2"),
        (
            "piecePromotionRegionWhite = *4",
            "'*4' is not a pair such as n:*13,*14",
        ),
        (
            "promotionLimit = r:x",
            "'x' is not a number from 0 to 65535",
        ),
        ("pieceLimit = q:2", "the game has no piece 'q'"),
        ("pieceLimit = :2", "':2' names no piece before the colon"),
        (
            "promotionTypeRegionWhite = r:*9",
            "'*9' is not a rank (such as *1) on a board of 4 files and 4 ranks",
        ),
        ("promotionPieceTypes = x", "the game has no piece 'x'"),
        ("pawnTypes = 7", "'7' does not start with a piece id"),
        ("stopAura = p'", "the game has no piece 'p''"),
        ("pieceNames = Rook", "'Rook' is not a pair such as n:Knight"),
        ("sliderWhite = 1", "'1' is not rank:width, such as 1:4"),
        (
            "sliderBlack = 5:2",
            "rank 5, width 2 does not fit a board of 4 ranks whose 4 files must be more than the \
             width",
        ),
        (
            "sliderBlack = 4:4",
            "rank 4, width 4 does not fit a board of 4 ranks whose 4 files must be more than the \
             width",
        ),
        ("castlingKingFile = e", "'e' is not a file of this board"),
        (
            "castlingRookKingsideFile = 5",
            "'5' is not a file of this board",
        ),
        ("castlingRank = 5", "'5' is not a number from 1 to 4"),
        ("castlingRookPieces = q", "the game has no piece 'q'"),
        ("castlingText = both", "'both' is neither king nor rook"),
        ("castling = yes", "'yes' is neither true nor false"),
        ("stalemateValue = won", "'won' is not win, draw or loss"),
        ("stalemateValue = none", "'none' is not win, draw or loss"),
        ("extinctionValue = won", "'won' is not win, draw or loss"),
        ("extinctionPieceTypes = q", "the game has no piece 'q'"),
        (
            "flagPiece = kr",
            "'kr' is not one piece id: a letter, perhaps with ' or ! behind it",
        ),
        ("flagPieceCount = 0", "'0' is not a number from 1 to 256"),
        ("pieceDrops = true", "not supported: drops"),
        (
            "janggiCannon = j",
            "not supported: a cannon that neither jumps over nor captures another cannon",
        ),
        (
            "mobilityRegionWhiteQueen = *9",
            "'*9' is not a rank (such as *1) on a board of 4 files and 4 ranks",
        ),
        (
            "promotionRank = 4",
            "an old name; write promotionRegionWhite",
        ),
    ] {
        let key = line.split(' ').next().unwrap();
        let others: String = GOOD
            .lines()
            .filter(|old| old.split(' ').next() != Some(key))
            .map(|old| format!("{old}\n"))
            .collect();
        let catalog = catalog(&format!("{others}{line}\n"));
        let at_key: Vec<&str> = catalog
            .problems()
            .iter()
            .filter(|p| p.key.as_deref() == Some(key))
            .map(|p| p.message.as_str())
            .collect();
        assert!(
            at_key.contains(&expected),
            "{line}: {:?}",
            catalog.problems()
        );
        assert!(catalog.games().is_empty(), "{line}");
    }
}

#[test]
fn keys_that_do_not_go_together() {
    let sliders = "sliderWhite = 1:3\nsliderBlack = 1:3\n";
    assert_eq!(
        good_and(sliders),
        ["sliderBlack: both strips are on one rank"]
    );
    assert_eq!(
        good_and("castlingKingsideFile = c\ncastlingRookKingsideToFile = c\n"),
        ["castling: king and rook would share a square"]
    );
    assert_eq!(
        good_and("customPiece1 = q:Q\npromotedPieceType = r:q\npiecePromotionVictims = r:*\n"),
        [
            "promotedPieceType: with automatic promotion mandatoryPiecePromotion must \
             be true and piecePromotionOnCapture false"
        ]
    );
    assert_eq!(
        good_and(
            "customPiece1 = q:Q\npromotedPieceType = pr:q\nmandatoryPiecePromotion = true\n\
             piecePromotionVictims = p:r\n"
        ),
        [
            "promotedPieceType: 'r': promotes neither by a capture (piecePromotionVictims) nor \
             by arriving (piecePromotionRegionWhite)"
        ]
    );
    let nothing = GOOD.replace("promotionPieceTypes = r\n", "");
    assert_eq!(
        problems(&nothing),
        [
            "t.ini:1: [good] promotionPieceTypes: pawns must promote (mandatoryPawnPromotion), \
             but nothing is listed"
        ]
    );
}

#[test]
fn an_old_key_with_the_value_that_wants_nothing_is_accepted() {
    let text = "pass = false\nmaterialCounting = none\ndropRegionWhite = *1\nconnectN = 0\n\
                janggiCannon = -\nsoldierPromotionRank = 1\n";
    assert_eq!(good_and(text), [] as [&str; 0]);
}

#[test]
fn letters_pass_to_younger_pieces() {
    let text = format!(
        "{GOOD}[child:good]\ncustomPiece1 = r:N\npromotionPieceTypes = r\n\
         [late:child]\nrook = t\nstartFen = tk2/p3/3P/2KT w - - 0 1\n\
         [gone:good]\ncustomPiece2 = r:A\n"
    );
    let catalog = catalog(&text);
    assert_eq!(catalog.problems(), []);
    let promotes = |game: &str| -> Vec<String> {
        let game = catalog.get(game).unwrap();
        let types = game.promotion.types[Color::White].iter();
        types.map(|t| game.piece(t).key.clone()).collect()
    };
    assert_eq!(promotes("good"), ["rook"]);
    assert_eq!(promotes("child"), ["customPiece1"]);
    // The rook is back under another letter, but pawns became the custom piece since.
    assert_eq!(promotes("late"), ["customPiece1"]);
    // The rook that pawns became is no part of the game any more.
    assert_eq!(promotes("gone"), [] as [&str; 0]);
}

#[test]
fn the_youngest_key_counts_and_the_special_one_before_the_general() {
    let text = format!(
        "{GOOD}flagRegionWhite = *1\nflagRegion = *2\n\
         [child:good]\nflagRegion = *3\n[other:good]\nflagRegionBlack = *4\n"
    );
    let catalog = catalog(&text);
    assert_eq!(catalog.problems(), []);
    let ranks = |game: &str| {
        let game = catalog.get(game).unwrap();
        let flag = game.ends.flag.unwrap();
        use crate::geometry::Bitboard;
        flag.region
            .0
            .map(|r| game.shape.rank(r.first().unwrap()) + 1)
    };
    assert_eq!(ranks("good"), [1, 2]);
    assert_eq!(ranks("child"), [3, 3]);
    assert_eq!(ranks("other"), [1, 4]);
}

#[test]
fn start_positions_may_be_short() {
    for (fen, full) in [
        ("rk2/p3/3P/2KR", "rk2/p3/3P/2KR w - -"),
        ("rk2/p3/3P/2KR b", "rk2/p3/3P/2KR b - -"),
        ("rk2/p3/3P/2KR w 0 1", "rk2/p3/3P/2KR w - - 0 1"),
        ("rk2/p3/3P/2KR w - - 0", "rk2/p3/3P/2KR w - - 0 1"),
        ("rk2/p3/3P/2KR w - 0 1", "rk2/p3/3P/2KR w - - 0 1"),
        ("rk2/p3/3P/2KR w 3+3 0 1", "rk2/p3/3P/2KR w - - 3+3 0 1"),
    ] {
        let text = GOOD.replace("rk2/p3/3P/2KR w - - 0 1", fen);
        assert_eq!(catalog(&text).get("good").unwrap().start_fen, full);
    }
    // Rights that mean nothing are dropped, as in the dialect.
    let text = GOOD.replace("w - -", "w Kq -") + "castling = false\n";
    let start = catalog(&text).get("good").unwrap().start_fen.clone();
    assert_eq!(start, "rk2/p3/3P/2KR w - - 0 1");
}
