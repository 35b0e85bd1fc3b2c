//! What the keys of the dialect do, each in a small game.

use sliderule::position::AnyPosition;
use sliderule::rules::keys::{KEYS, Support};
use sliderule::rules::{BUILT_IN_INI, Catalog};

/// The start position of a child of chess with these keys.
fn child(keys: &str, fen: &str) -> AnyPosition {
    game(&format!("[t:chess]\nstartFen = {fen}\n{keys}\n"))
}

fn game(text: &str) -> AnyPosition {
    let catalog = Catalog::with_file("t.ini", text);
    assert_eq!(catalog.problems(), [], "{text}");
    AnyPosition::start(catalog.get("t").unwrap()).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// The legal moves of one piece of a child of chess: the squares behind `from`.
fn from(keys: &str, fen: &str, from: &str) -> String {
    moves_from(&mut child(keys, fen), from)
}

fn moves_from(position: &mut AnyPosition, from: &str) -> String {
    let texts = position.legal_move_texts();
    let targets = texts.iter().filter_map(|text| text.strip_prefix(from));
    targets.collect::<Vec<_>>().join(" ")
}

fn play(position: &mut AnyPosition, moves: &str) {
    for text in moves.split(' ') {
        let mv = position
            .parse_move(text)
            .unwrap_or_else(|e| panic!("{text}: {e}"));
        position.make_unchecked(mv);
    }
}

/// The status after some moves.
fn status(keys: &str, fen: &str, moves: &str) -> String {
    let mut position = child(keys, fen);
    if !moves.is_empty() {
        play(&mut position, moves);
    }
    position.status().to_string()
}

/// How the game ends: the status and the result.
fn end(keys: &str, fen: &str, moves: &str) -> String {
    let mut position = child(keys, fen);
    if !moves.is_empty() {
        play(&mut position, moves);
    }
    let status = position.status();
    format!("{status} {}", status.result())
}

#[test]
fn every_key_has_a_test() {
    let tests = [
        include_str!("dialect.rs"),
        include_str!("../../src/rules/catalog/tests.rs"),
        BUILT_IN_INI,
    ];
    for key in KEYS.iter().filter(|k| k.support == Support::Dialect) {
        let name = key.name.trim_end_matches("PIECE");
        assert!(tests.iter().any(|text| text.contains(name)), "{name}");
    }
}

#[test]
fn mobility_region() {
    let palace = "mobilityRegionWhiteKing = d1 e1 f1 d2 e2 f2\nmobilityRegionBlackRook = *8 *7";
    assert_eq!(
        from(palace, "4k3/8/8/8/8/8/5K2/8 w - - 0 1", "f2"),
        "e1 e2 f1"
    );
    assert_eq!(
        from(palace, "r3k3/8/8/8/8/8/8/4K3 b - - 0 1", "a8"),
        "a7 b8 c8 d8"
    );
    // It does not attack what it may not enter.
    assert_eq!(
        status(palace, "4r2k/8/8/8/8/8/8/4K3 w - - 0 1", ""),
        "ongoing"
    );
    assert_eq!(status("", "4r2k/8/8/8/8/8/8/4K3 w - - 0 1", ""), "check");
    // An empty region is none.
    let none = "mobilityRegionWhiteKing = -";
    assert_eq!(from(none, "7k/8/8/8/8/8/8/K7 w - - 0 1", "a1"), "a2 b1 b2");
}

#[test]
fn checking() {
    let fen = "7k/8/8/8/8/8/8/KR6 w - - 0 1";
    assert!(from("", fen, "b1").contains("b8"));
    let rook = from("checking = false", fen, "b1");
    assert!(
        !rook.contains("b8") && rook.contains("b7") && !rook.contains("h1"),
        "{rook}"
    );
}

#[test]
fn must_capture() {
    let fen = "7k/8/8/3p4/4P3/8/8/K7 w - - 0 1";
    let position = child("mustCapture = true", fen);
    assert_eq!(position.legal_move_texts(), ["e4d5"]);
    let error = position.parse_move("a1a2").unwrap_err().to_string();
    assert!(error.ends_with("a player who can capture must"), "{error}");
    // To get out of check comes first.
    let fen = "r6k/8/8/3p4/4P3/8/8/K7 w - - 0 1";
    let position = child("mustCapture = true", fen);
    assert_eq!(position.legal_move_texts(), ["a1b1", "a1b2"]);
}

#[test]
fn flying_general() {
    let fen = "4k3/8/8/8/8/4P3/8/3K4 w - - 0 1";
    assert!(
        !from(
            "flyingGeneral = true",
            "4k3/8/8/8/8/8/8/3K4 w - - 0 1",
            "d1"
        )
        .contains("e1")
    );
    assert!(from("flyingGeneral = true", fen, "d1").contains("e1"));
    let pinned = "4k3/8/8/8/8/3p4/4P3/4K3 w - - 0 1";
    assert_eq!(from("flyingGeneral = true", pinned, "e2"), "e3 e4");
    assert_eq!(from("", pinned, "e2"), "d3 e3 e4");
}

#[test]
fn immobility_illegal() {
    let keys = "immobilityIllegal = true\ncustomPiece1 = s:fF";
    // A piece that only goes forward may not go to the last rank.
    assert_eq!(from(keys, "7k/8/3S4/8/8/8/8/K7 w - - 0 1", "d6"), "c7 e7");
    assert_eq!(from(keys, "7k/3S4/8/8/8/8/8/K7 w - - 0 1", "d7"), "");
}

#[test]
fn pawn_types_and_promotion() {
    // Without the key `pawn` nothing is a pawn.
    let fen = "7k/3P4/8/8/8/8/8/K7 w - - 0 1";
    let own = "customPiece1 = p:mfWcfF";
    assert_eq!(from(own, fen, "d7"), "d8");
    assert_eq!(
        from(&format!("{own}\npawnTypes = p"), fen, "d7"),
        "d8b d8n d8q d8r"
    );
    let keys = "promotionPieceTypesWhite = q\npromotionPieceTypesBlack = rb";
    assert_eq!(from(keys, fen, "d7"), "d8q");
    let black = "K7/8/8/8/8/8/3p4/7k b - - 0 1";
    assert_eq!(from(keys, black, "d2"), "d1b d1r");
    let early = "promotionRegionWhite = *6 *7 *8\nmandatoryPawnPromotion = false";
    assert_eq!(
        from(early, "7k/8/8/3P4/8/8/8/K7 w - - 0 1", "d5"),
        "d6 d6b d6n d6q d6r"
    );
    let limit = "promotionLimit = q:1 r:2";
    assert_eq!(
        from(limit, "7k/3P4/8/8/8/8/8/KQ6 w - - 0 1", "d7"),
        "d8b d8n d8r"
    );
    // Another type promotes in place of the pawn, for one player.
    let types = "customPiece1 = s:fW\npromotionPawnTypesWhite = s\npromotionPawnTypesBlack = p";
    assert_eq!(
        from(types, "7k/3S4/8/8/8/8/8/K7 w - - 0 1", "d7"),
        "d8b d8n d8q d8r"
    );
    assert_eq!(from(types, fen, "d7"), "d8");
    assert_eq!(from(types, black, "d2"), "d1b d1n d1q d1r");
    let both = "customPiece1 = s:fW\npromotionPawnTypes = ps";
    assert_eq!(
        from(both, "7k/3S4/8/8/8/8/8/K7 w - - 0 1", "d7"),
        "d8b d8n d8q d8r"
    );
}

#[test]
fn double_steps_and_en_passant() {
    let fen = "7k/8/8/8/8/8/3PP3/K7 w - - 0 1";
    assert_eq!(from("doubleStep = false", fen, "d2"), "d3");
    assert_eq!(from("doubleStepRegionWhite = d2", fen, "d2"), "d3 d4");
    assert_eq!(from("doubleStepRegionWhite = d2", fen, "e2"), "e3");
    let black = "7k/3pp3/8/8/8/8/8/K7 b - - 0 1";
    assert_eq!(from("doubleStepRegionBlack = e*", black, "d7"), "d6");
    // A double step into the promotion region promotes, and is no capture en passant.
    let far = "doubleStepRegionWhite = *6\npromotionPieceTypes = rq\nqueen = q";
    let fen = "7k/8/4P3/8/8/8/8/K7 w - - 0 1";
    assert_eq!(from(far, fen, "e6"), "e7 e8q e8r");
    let free = format!("{far}\nmandatoryPawnPromotion = false");
    assert_eq!(from(&free, fen, "e6"), "e7 e8 e8q e8r");
    let wide = format!("{far}\npromotionRegionWhite = *7 *8");
    assert_eq!(from(&wide, fen, "e6"), "e7q e7r e8q e8r");
    let answer = |keys: &str| {
        let mut position = child(keys, "7k/8/8/8/2p5/8/3P4/K7 w - - 0 1");
        play(&mut position, "d2d4");
        moves_from(&mut position, "c4")
    };
    assert_eq!(answer(""), "c3 d3");
    assert_eq!(answer("enPassantRegion = -"), "c3");
    assert_eq!(answer("enPassantRegionWhite = -"), "c3 d3");
    assert_eq!(answer("enPassantRegionBlack = *6"), "c3");
    assert_eq!(answer("enPassantTypes = -"), "c3");
    assert_eq!(answer("enPassantTypesWhite = -"), "c3 d3");
    assert_eq!(answer("enPassantTypesBlack = -"), "c3");
    // Another type that only captures so may do it, too.
    let other = |keys: &str| {
        let keys = format!("customPiece1 = s:mfWcF\n{keys}");
        let mut position = child(&keys, "7k/8/8/8/2s5/8/3P4/K7 w - - 0 1");
        play(&mut position, "d2d4");
        moves_from(&mut position, "c4")
    };
    assert_eq!(other(""), "c3");
    assert_eq!(other("enPassantTypes = s"), "c3 d3");
}

#[test]
fn pieces_promote_by_choice() {
    let keys = "silver = s\ngold = g\npromotedPieceType = s:g\npromotionRegionWhite = *7 *8";
    let fen = |rank7: &str, rank6: &str| format!("7k/{rank7}/{rank6}/8/8/8/8/K7 w - - 0 1");
    let enters = fen("8", "3S4");
    assert_eq!(from(keys, &enters, "d6"), "c5 c7 c7+ d7 d7+ e5 e7 e7+");
    // Leaving the region or staying in it is enough.
    let leaves = fen("3S4", "8");
    assert_eq!(
        from(keys, &leaves, "d7"),
        "c6 c6+ c8 c8+ d8 d8+ e6 e6+ e8 e8+"
    );
    let mut position = child(keys, &leaves);
    play(&mut position, "d7e6+");
    assert_eq!(position.fen(), "7k/8/4G3/8/8/8/8/K7 b - - 0 1");
    let must = format!("{keys}\nmandatoryPiecePromotion = true");
    assert_eq!(from(&must, &enters, "d6"), "c5 c7+ d7+ e5 e7+");
    // The sign may be left out then.
    play(&mut child(&must, &enters), "d6d7");
    let capture = format!("{keys}\npiecePromotionOnCapture = true");
    assert_eq!(
        from(&capture, &fen("2p5", "3S4"), "d6"),
        "c5 c7 c7+ d7 e5 e7"
    );
    let limited = format!("{keys}\npromotionLimit = g:1");
    assert_eq!(from(&limited, &fen("G7", "3S4"), "d6"), "c5 c7 d7 e5 e7");
}

#[test]
fn castling() {
    let king = |keys: &str, fen: &str| {
        let position = child(keys, fen);
        let texts = position.legal_move_texts();
        let far = |t: &&String| t.len() == 4 && t.as_bytes()[0].abs_diff(t.as_bytes()[2]) > 1;
        let king = "efgd";
        let castles = texts
            .iter()
            .filter(|t| king.contains(&t[..1]) && t[1..2] == t[3..4])
            .filter(far);
        castles.cloned().collect::<Vec<_>>().join(" ")
    };
    let fen = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    assert_eq!(king("", fen), "e1c1 e1g1");
    let files = "castlingKingsideFile = h\ncastlingQueensideFile = b\ncastlingRookKingsideFile = h\n\
                 castlingRookQueensideFile = a\ncastlingKingFile = e";
    assert_eq!(king(files, fen), "e1b1 e1h1");
    // Where king and rooks are is found in the start position.
    assert_eq!(king("", "4k3/8/8/8/8/8/8/1R3KR1 w Q - 0 1"), "f1c1");
    let second = "castlingRank = 2";
    assert_eq!(
        king(second, "4k3/8/8/8/8/8/R3K2R/8 w KQ - 0 1"),
        "e2c2 e2g2"
    );
    let rooks = "bers = d\ncastlingRookPieces = rd";
    assert_eq!(king(rooks, "4k3/8/8/8/8/8/8/D3K2R w KQ - 0 1"), "e1c1 e1g1");
    let white = "bers = d\ncastlingRookPiecesWhite = d\ncastlingRookPiecesBlack = r";
    assert_eq!(king(white, "4k3/8/8/8/8/8/8/D3K2R w Q - 0 1"), "e1c1");
    // A piece that is not royal may castle out of an attack.
    let common = "king = -\ncommoner = k\ncastlingKingPiece = k";
    assert_eq!(
        king(common, "4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1"),
        "e1c1 e1g1"
    );
    let one = "commoner = m\ncastlingKingPieceWhite = m\ncastlingKingPieceBlack = k";
    assert_eq!(king(one, "4k3/8/8/8/8/8/K7/R3M2R w KQ - 0 1"), "e1c1 e1g1");
    assert_eq!(
        king("castling = false", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1"),
        ""
    );
    let both = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let mut position = child("oppositeCastling = true", both);
    play(&mut position, "e1g1");
    assert_eq!(position.fen(), "r3k2r/8/8/8/8/8/8/R4RK1 b q - 1 1");
}

#[test]
fn mate_and_stalemate() {
    let mate = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
    assert_eq!(end("", mate, ""), "checkmate 1-0");
    assert_eq!(end("checkmateValue = win", mate, ""), "checkmate 0-1");
    assert_eq!(end("checkmateValue = draw", mate, ""), "checkmate 1/2-1/2");
    let stalemate = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
    assert_eq!(end("stalemateValue = loss", stalemate, ""), "stalemate 1-0");
    assert_eq!(end("stalemateValue = win", stalemate, ""), "stalemate 0-1");
    // The one with fewer pieces gets the value, the other the opposite.
    let count = "stalemateValue = win\nstalematePieceCount = true";
    assert_eq!(end(count, stalemate, ""), "stalemate 0-1");
    let equal = "7k/5K1p/7P/8/8/8/8/8 b - - 0 1";
    assert_eq!(end(count, equal, ""), "stalemate 1/2-1/2");
}

#[test]
fn extinction() {
    let keys = "extinctionValue = loss\nextinctionPieceTypes = qn";
    let fen = "q2nk3/8/8/8/8/8/8/Q2RK1N1 w - - 0 1";
    assert_eq!(status(keys, fen, ""), "ongoing");
    assert_eq!(end(keys, fen, "d1d8"), "extinction-black-loses 1-0");
    let win = keys.replace("loss", "win");
    assert_eq!(end(&win, fen, "d1d8"), "extinction-black-wins 0-1");
    assert_eq!(status(&keys.replace("loss", "none"), fen, "d1d8"), "check");
    // After the end there are no moves.
    let mut position = child(keys, fen);
    play(&mut position, "d1d8");
    assert_eq!(position.legal_move_texts(), [] as [&str; 0]);
    let two = format!("{keys}\nextinctionPieceCount = 1");
    let many = "q1qnkn2/8/8/8/8/8/8/QQ1RKNN1 w - - 0 1";
    assert_eq!(end(&two, many, "d1d8"), "extinction-black-loses 1-0");
    let needs = format!("{keys}\nextinctionOpponentPieceCount = 2");
    assert_eq!(status(&needs, fen, "d1d8"), "check");
    // All pieces together.
    let all = "extinctionValue = loss\nextinctionPieceTypes = *\nextinctionPieceCount = 1";
    let bare = "3nk3/8/8/8/8/8/8/3RK3 w - - 0 1";
    assert_eq!(end(all, bare, "d1d8"), "bare-king-black-loses 1-0");
    // With a claim the bared side may bare the other.
    let claim = format!("{all}\nextinctionClaim = true\nextinctionOpponentPieceCount = 2");
    assert_eq!(end(&claim, bare, "d1d8"), "check *");
    assert_eq!(end(&claim, bare, "d1d8 e8d8"), "bare-kings-draw 1/2-1/2");
}

#[test]
fn pseudo_royal() {
    let royal = "king = -\ncommoner = k\nextinctionValue = loss\nextinctionPieceTypes = k\n\
                 extinctionPseudoRoyal = true";
    // The last one is a king ...
    let last = "7k/8/8/8/8/8/8/K6r w - - 0 1";
    assert_eq!(status(royal, last, ""), "check");
    assert_eq!(from(royal, last, "a1"), "a2 b2");
    // ... one of two is not.
    let two = "7k/8/8/8/8/8/8/K2K3r w - - 0 1";
    assert_eq!(status(royal, two, ""), "ongoing");
    // With dupleCheck attacking both is check.
    let duple = format!("{royal}\ndupleCheck = true");
    let both = "7k/8/8/8/8/8/8/rK2Kr2 w - - 0 1";
    assert_eq!(status(royal, both, ""), "ongoing");
    assert_eq!(status(&duple, both, ""), "check");
    // Without any of it, kings can be left to be captured.
    let common = "king = -\ncommoner = k\nextinctionValue = loss\nextinctionPieceTypes = k";
    assert_eq!(status(common, last, ""), "ongoing");
    assert_eq!(end(common, last, "a1b1 h1b1"), "extinction-white-loses 0-1");
}

#[test]
fn flags() {
    let hill = "flagPiece = k\nflagRegion = d4 e4 d5 e5";
    let fen = "7k/8/8/8/8/4K3/8/8 w - - 0 1";
    assert_eq!(end(hill, fen, "e3e4"), "flag-white-wins 1-0");
    let ranks =
        "flagPieceWhite = p\nflagPieceBlack = *\nflagRegionWhite = *5\nflagRegionBlack = *1";
    let pawns = "r6k/8/8/8/4P3/8/8/1K6 w - - 0 1";
    assert_eq!(end(ranks, pawns, "e4e5"), "flag-white-wins 1-0");
    assert_eq!(
        end(ranks, &pawns.replace('w', "b"), "a8a1"),
        "flag-black-wins 0-1"
    );
    let two = "flagRegionWhite = d4 e4 d5 e5\nflagPieceCount = 2";
    let fen2 = "7k/8/8/8/8/3PK3/8/8 w - - 0 1";
    assert_eq!(status(two, fen2, "e3e4"), "ongoing");
    assert_eq!(status(two, fen2, "e3e4 h8h7 d3d4"), "flag-white-wins");
    let blocked = format!("{two}\nflagPieceBlockedWin = true");
    let full = "7k/8/8/3nn3/3n4/4K3/8/8 w - - 0 1";
    assert_eq!(status(&blocked, full, "e3e4"), "flag-white-wins");
    assert_eq!(status(two, full, "e3e4"), "ongoing");
    // With an answer: the game ends a ply later, unless the answer cannot come.
    let answer = "flagPiece = p\nflagRegion = *5\nflagMove = true";
    assert_eq!(
        status(answer, "7k/8/8/8/4P3/8/8/K7 w - - 0 1", "e4e5"),
        "ongoing"
    );
    assert_eq!(
        status(answer, "7k/8/8/8/4P3/8/8/K7 w - - 0 1", "e4e5 h8h7"),
        "flag-white-wins"
    );
    let safe = "flagPiece = p\nflagRegion = *5\nflagPieceSafe = true";
    assert_eq!(
        status(safe, "7k/8/8/8/4P3/8/8/K7 w - - 0 1", "e4e5"),
        "flag-white-wins"
    );
    assert_eq!(
        status(safe, "7k/8/3p4/8/4P3/8/8/K7 w - - 0 1", "e4e5"),
        "ongoing"
    );
}

#[test]
fn racing_kings_lets_black_answer() {
    let keys = "flagPiece = k\nflagRegion = *8\nflagMove = true\nchecking = false";
    // Black can follow, and draws.
    let near = "8/K2k4/8/8/8/8/8/8 w - - 0 1";
    assert_eq!(end(keys, near, "a7a8"), "ongoing *");
    assert_eq!(end(keys, near, "a7a8 d7d8"), "flag-draw 1/2-1/2");
    // Black cannot: White has won at once.
    let far = "8/K7/3k4/8/8/8/8/8 w - - 0 1";
    assert_eq!(end(keys, far, "a7a8"), "flag-white-wins 1-0");
    // Nobody answers for White.
    let black = "8/k2K4/8/8/8/8/8/8 b - - 0 1";
    assert_eq!(end(keys, black, "a7a8"), "flag-black-wins 0-1");
}

#[test]
fn check_counting() {
    let fen = "7k/8/8/8/8/8/8/KR6 w - - 2+3 0 1";
    let mut position = child("checkCounting = true", fen);
    assert_eq!(position.fen(), fen);
    play(&mut position, "b1b8");
    assert_eq!(position.fen(), "1R5k/8/8/8/8/8/8/K7 b - - 1+3 1 1");
    let key = position.key();
    assert_eq!(key, position.recomputed_key());
    play(&mut position, "h8h7 b8b7");
    let status = position.status();
    assert_eq!(
        (status.to_string().as_str(), status.result()),
        ("checks-white-wins", "1-0")
    );
    for _ in 0..3 {
        position.undo();
    }
    assert_eq!(position.fen(), fen);
    // Without the field it is as in the start position.
    let other = position.with_fen("7k/8/8/8/8/8/8/KR6 b - - 0 1").unwrap();
    assert_eq!(other.fen(), "7k/8/8/8/8/8/8/KR6 b - - 2+3 0 1");
    for bad in ["3", "3+", "3+x", "10+3"] {
        let fen = format!("7k/8/8/8/8/8/8/KR6 b - - {bad}+ 0 1");
        assert!(position.with_fen(&fen).is_err(), "{fen}");
    }
}

#[test]
fn counters_of_plies() {
    let fen = "7k/8/8/8/8/8/3P4/KR6 w - - 99 80";
    assert_eq!(status("nMoveRule = 50", fen, "b1b2"), "draw-100-plies");
    assert_eq!(status("nMoveRule = 51", fen, "b1b2"), "ongoing");
    assert_eq!(status("", fen, "d2d3"), "ongoing");
    let halfmoves = |keys: &str, text: &str| {
        let mut position = child(keys, fen);
        play(&mut position, text);
        position.halfmoves()
    };
    assert_eq!(halfmoves("nMoveRuleTypes = -", "d2d3"), 100);
    assert_eq!(halfmoves("nMoveRuleTypesWhite = -", "d2d3"), 100);
    assert_eq!(halfmoves("nMoveRuleTypesBlack = -", "d2d3"), 0);
    // Only moves that cannot be taken back count.
    assert_eq!(halfmoves("nMoveRuleTypes = rp", "b1b2"), 100);
    let back = "customPiece1 = p:fbmWcfF\npawnTypes = p";
    assert_eq!(halfmoves(back, "d2d3"), 100);
}

#[test]
fn repetition() {
    let fen = "7k/8/8/8/8/8/8/KR6 w - - 0 1";
    let there_and_back = "b1c1 h8g8 c1b1 g8h8";
    assert_eq!(
        status("nFoldRule = 2", fen, there_and_back),
        "draw-repetition"
    );
    assert_eq!(status("", fen, there_and_back), "ongoing");
    let loss = "nFoldRule = 2\nnFoldValue = loss";
    assert_eq!(end(loss, fen, there_and_back), "repetition-white-loses 0-1");
    let black = "7k/8/8/8/8/8/8/KR6 b - - 0 1";
    let black_first = "h8g8 b1c1 g8h8 c1b1";
    assert_eq!(end(loss, black, black_first), "repetition-black-loses 1-0");
    let absolute = format!("{loss}\nnFoldValueAbsolute = true");
    assert_eq!(
        end(&absolute, black, black_first),
        "repetition-white-loses 0-1"
    );
    // Who checks all the time loses.
    let perpetual = "nFoldRule = 2\nperpetualCheckIllegal = true";
    let checks = "b1b8 h8h7 b8b7 h7h8 b7b8";
    assert_eq!(
        end(perpetual, fen, checks),
        "perpetual-check-white-loses 0-1"
    );
    assert_eq!(
        end(perpetual, fen, there_and_back),
        "draw-repetition 1/2-1/2"
    );
}

#[test]
fn explosions() {
    let keys = "king = -\ncommoner = k\nextinctionValue = loss\nextinctionPieceTypes = k\n\
                extinctionPseudoRoyal = true\nblastOnCapture = true\ncastlingKingPiece = k";
    let fen = "r3k2r/8/8/2nnp3/3p4/8/3R4/4K3 w kq - 5 9";
    let mut position = child(keys, fen);
    let key = position.key();
    play(&mut position, "d2d4");
    // The pawn stays, everything else around is gone.
    assert_eq!(position.fen(), "r3k2r/8/8/4p3/8/8/8/4K3 b kq - 0 9");
    assert_eq!(position.key(), position.recomputed_key());
    position.undo();
    assert_eq!((position.fen().as_str(), position.key()), (fen, key));
    // To explode the enemy's king wins, whatever happens to one's own.
    let mate = "3rkr2/4p3/8/8/8/8/8/4RK2 w - - 0 1";
    assert!(from(keys, mate, "e1").contains("e7"));
    assert_eq!(end(keys, mate, "e1e7"), "extinction-black-loses 1-0");
    // One's own must not explode.
    assert_eq!(
        from(keys, "7k/8/8/8/8/8/3p4/4K3 w - - 0 1", "e1"),
        "d1 e2 f1 f2"
    );
    // Kings that touch are safe from each other.
    let touch = "8/8/8/8/8/8/3kK3/4r3 w - - 0 1";
    assert_eq!(status(keys, touch, ""), "ongoing");
    let immune = format!("{keys}\nblastImmuneTypes = n");
    let mut position = child(&immune, fen);
    play(&mut position, "d2d4");
    assert_eq!(position.fen(), "r3k2r/8/8/2nnp3/8/8/8/4K3 b kq - 0 9");
    let mutual = "mutuallyImmuneTypes = r";
    let rooks = "r6k/8/8/8/8/8/8/RK6 w - - 0 1";
    assert!(!from(mutual, rooks, "a1").contains("a8") && from("", rooks, "a1").contains("a8"));
}

#[test]
fn piece_values() {
    let keys = "pieceValueMg = n:2552\npieceValueEg = n:1380 b:690";
    let catalog = Catalog::with_file("t.ini", &format!("[t:chess]\n{keys}\n"));
    assert_eq!(catalog.problems(), []);
    let game = catalog.get("t").unwrap();
    let value = |key: &str| game.pieces.iter().find(|p| p.key == key).unwrap().value;
    assert_eq!(value("knight"), Some((1000 + 500) / 2));
    assert_eq!(value("bishop"), Some(250));
    assert_eq!(value("rook"), None);
}

#[test]
fn kings_move_as_they_are_told() {
    let position = child("king = k:N", "7k/8/8/8/8/8/8/K7 w - - 0 1");
    assert_eq!(position.legal_move_texts(), ["a1b3", "a1c2"]);
}

#[test]
fn players_without_kings() {
    let mut position = child("", "7k/8/8/8/8/8/8/P5R1 w - - 0 1");
    assert!(position.with_fen("7k/8/8/8/8/8/8/K5R1 w - - 0 1").is_err());
    assert!(position.with_fen("8/8/8/8/8/8/8/P5R1 w - - 0 1").is_err());
    play(&mut position, "g1g2 h8h7 g2h2");
    assert_eq!(position.status().to_string(), "check");
}
