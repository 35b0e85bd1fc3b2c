use super::{Section, board, diagram, ends, further, moves};
use crate::rules::{Catalog, PieceType, Variant};
use std::sync::Arc;

/// A game like chess with one more piece, and the type of that piece.
fn game_with(betza: &str) -> (Arc<Variant>, PieceType) {
    let ini = format!("[test:chess]\ncustomPiece1 = x:{betza}\n");
    let catalog = Catalog::with_file("test.ini", &ini);
    assert_eq!(catalog.problems(), [], "{betza}");
    let game = catalog.get("test").unwrap();
    let kind = game.types().find(|&t| game.piece(t).id.letter() == 'x');
    (game.clone(), kind.unwrap())
}

/// Texts with a line for each piece: its Betza, and what is said of it.
fn check(text: &str) {
    let mut checked = 0;
    for line in text.lines() {
        let (betza, expected) = line.split_once(": ").unwrap();
        let (game, kind) = game_with(betza);
        assert_eq!(moves(&game, kind).join(" "), expected, "{betza}");
        checked += 1;
    }
    assert!(checked > 0);
}

#[test]
fn moves_are_told_in_words() {
    check(include_str!("tests/words.txt"));
}

#[test]
fn pieces_that_cannot_move_have_nothing_to_say() {
    let ini = "[test:chess]\nimmobile = x\n";
    let catalog = Catalog::with_file("test.ini", ini);
    let game = catalog.get("test").unwrap();
    let kind = game.types().find(|&t| game.piece(t).id.letter() == 'x');
    assert_eq!(moves(game, kind.unwrap()), Vec::<String>::new());
    assert_eq!(diagram(game, kind.unwrap()), Vec::<String>::new());
}

#[test]
fn pictures_tell_leaps_from_slides_and_moves_from_captures() {
    let drawn = |betza: &str| {
        let (game, kind) = game_with(betza);
        diagram(&game, kind).join("\n")
    };
    assert_eq!(drawn("K"), "x x x\nx O x\nx x x");
    assert_eq!(
        drawn("NmWcF"),
        ". X . X .\nX c m c X\n. m O m .\nX c m c X\n. X . X ."
    );
    assert_eq!(
        drawn("vW2mnAcD"),
        "m . x . m\n. . x . .\nC . O . C\n. . x . .\nm . x . m"
    );
    // A capture by a leap beside a move along the way: not both by leaping.
    assert_eq!(
        drawn("fmW2fcD"),
        ". . x . .\n. . m . .\n. . O . .\n. . . . .\n. . . . ."
    );
    assert_eq!(
        drawn("rR"),
        ". . . . . . .\n. . . . . . .\n. . . . . . .\n. . . O x x +\n. . . . . . .\n\
         . . . . . . .\n. . . . . . ."
    );
    assert_eq!(drawn("rR4").lines().nth(4), Some(". . . . O x x x x"));
    assert_eq!(drawn("cabW"), ". r .\nr O r\n. r .");
    assert_eq!(
        drawn("frpF2"),
        ". . . . h\n. . . . .\n. . O . .\n. . . . .\n. . . . ."
    );
    assert_eq!(
        drawn("ifmD"),
        ". . i . .\n. . . . .\n. . O . .\n. . . . .\n. . . . ."
    );
    // What stops at a distance of its own choice, and captures back there.
    assert_eq!(drawn("rcaibR4").lines().nth(4), Some(". . . . O r r r r"));
}

fn built_in(name: &str) -> &'static Variant {
    Catalog::built_in().get(name).unwrap()
}

/// All rules of a game, in one text.
fn rules(game: &Variant) -> String {
    let sections: Vec<Section> = [board(game), ends(game)]
        .into_iter()
        .chain(further(game))
        .collect();
    let text = |s: &Section| format!("{}: {}", s.title, s.paragraphs.join(" "));
    sections.iter().map(text).collect::<Vec<_>>().join("\n")
}

#[test]
fn each_rule_of_the_built_in_games_is_told() {
    for (name, sentences) in [
        (
            "battery",
            &[
                "5 files by 10 ranks, 46 squares. Holes (#), which are not part of the board: a1, \
                 e1, a10 and e10.",
                "The first move of a Pawn (i) may begin on rank 3 (Black: rank 8)",
                "A Pawn that arrives on rank 9 or 10 (Black: rank 1 or 2) may become one of \
                 these: Archbishop, Marshal or Queen; on rank 10 (Black: rank 1) only, Terror.",
                "It must promote where it could otherwise never move again",
                "A Terror is available only while its owner has none of that kind on the board.",
                "An Archbishop, Marshal or Queen is available only while its owner has fewer than \
                 two of that kind on the board.",
            ][..],
        ),
        (
            "opposition",
            &[
                "7 files by 7 ranks, 43 squares.",
                "Rank 1 is White's strip: only four of its seven squares",
                "must become one of these: Horse or Monk.",
                "the pawn becomes that piece, as part of the capture",
                "The shift of a strip is written as its square on the lowest file before, the one \
                 after, and s: d1a1s.",
            ],
        ),
        (
            "short-sliders",
            &[
                "When a player has nothing left but the king, that player loses.",
                "If it happens to both players at once, the game is a draw.",
                "A Bodyguard stops what slides past it, friend or enemy.",
                "A piece promotes automatically when it captures anything but a Berolina Pawn or Pawn \
                 or arrives on ranks 13 to 16 (Black: ranks 1 to 4), but only while its owner has \
                 no other Wizard or Thaumaturge (W') on the board: Magus to Thaumaturge (M').",
                "captures a promoted piece (with ' or ! in its id): Bishop to Archbishop",
                "Captured pieces other than Berolina Pawn and Pawn are kept for their owner in a \
                 pool",
                "White's King castles with a Short Rook: from g1 to h1 with the one on l1, which \
                 goes to i1; or from g1 to e1 with the one on a1, which goes to d1.",
                "Castling is written as the king's square and the rook's: g1l1.",
            ],
        ),
        (
            "kingofthehill",
            &["A player wins by having the King on d4, e4, d5 or e5."],
        ),
        ("3check", &["A player who gives the third check wins."]),
        (
            "racingkings",
            &[
                "If White reaches the goal and Black's king can reach it with the very next move",
                "No move may give check.",
            ],
        ),
        (
            "horde",
            &[
                "Black, who alone has one, is in check",
                "When White's Pawn has just made a first move over one square without capturing, \
                 Black may capture it en passant, with a Pawn that captures onto the square passed \
                 over (on rank 3 only).",
                "When a player has no pieces left, that player loses.",
            ],
        ),
        (
            "suicide",
            &[
                "When a player has no legal move, the one with fewer pieces wins; with \
                 equal numbers the game is a draw.",
                "A player who can capture must.",
            ],
        ),
        ("misere", &["a player in check who has no legal move wins."]),
        (
            "atomic",
            &["A player's last Commoner is royal.", "A capture explodes"],
        ),
        (
            "spartan",
            &[
                "A player is also in check while all pieces of these types could be captured",
                "Black's Hoplite that arrives on rank 1 must become one of these",
            ],
        ),
        (
            "wolf",
            &[
                "A move that begins or ends on rank 10 (Black: rank 1) may promote the piece: Pawn \
                 to Elephant.",
                "without a capture, an irreversible move of a Pawn or Sergeant or a promotion",
            ],
        ),
        (
            "shatranj",
            &[
                "while the opponent has at least two pieces, that player loses.",
                "still has one move, if the opponent has exactly two",
                "After 70 moves by each player",
            ],
        ),
    ] {
        let text = rules(built_in(name));
        for sentence in sentences {
            assert!(text.contains(sentence), "{name}: {sentence}\n{text}");
        }
    }
    // What a game does not have is not told.
    let text = rules(built_in("opposition"));
    assert!(
        !text.contains("Castling") && !text.contains("en passant"),
        "{text}"
    );
    assert!(!rules(built_in("makruk")).contains("moves by each player"));
}

#[test]
fn rules_of_other_games_are_told() {
    let ini = "
[rare:chess]
startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b K - 0 1
mobilityRegionWhiteKing = d1 e1 f1 *2
mutuallyImmuneTypes = n
flyingGeneral = true
oppositeCastling = true
nFoldRule = 4
nFoldValue = loss
perpetualCheckIllegal = true
flagPiece = q
flagRegionWhite = *8
flagPieceCount = 2
flagPieceBlockedWin = true
flagMove = true
flagPieceSafe = true
checkmateValue = draw
";
    let catalog = Catalog::with_file("rare.ini", ini);
    assert_eq!(catalog.problems(), []);
    let game = catalog.get("rare").unwrap();
    let text = rules(game);
    for sentence in [
        "Black moves first.",
        "a player in check who has no legal move gets a draw.",
        "White wins by having two pieces of the type Queen on rank 8; one is enough while no \
         square of the region is empty.",
        "If they are attacked there, the goal counts only if it is still reached after the \
         opponent's next move.",
        "When a position occurs for the fourth time",
        "the player to move loses.",
        "a player who gave check with every move",
        "Cannot capture an enemy piece of its own type: Knight.",
        "The two kings may not face each other",
        "White's King castles with a Rook: from e1 to g1 with the one on h1, which goes to f1.",
        "A player who castles to one side ends the opponent's right to castle to the same side.",
    ] {
        assert!(text.contains(sentence), "{sentence}\n{text}");
    }
    assert!(!text.contains("Black's King castles") && !text.contains("e1 to c1"));
    let notes = super::notes(game, game.king.unwrap());
    assert_eq!(notes, ["Royal.", "White's may only go to rank 2 or d1-f1."]);
}
