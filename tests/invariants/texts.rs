//! Texts of moves and FENs: no two moves share one, and what is printed can be read.

use crate::alone::check_alone;
use crate::choose::choose;
use sliderule::position::{AnyPosition, MoveKind};
use sliderule::rules::Catalog;

/// The start position of the game `t` of a file.
fn start(ini: &str) -> AnyPosition {
    let catalog = Catalog::with_file("t.ini", ini);
    let game = catalog.get("t").unwrap_or_else(|e| panic!("{e}"));
    AnyPosition::start(game).unwrap_or_else(|e| panic!("{ini}: {e}"))
}

fn read(ini: &str, fen: &str) -> AnyPosition {
    let position = start(ini).with_fen(fen);
    position.unwrap_or_else(|e| panic!("{fen}: {e}"))
}

/// Why a file's game `t` is refused.
fn problems(ini: &str) -> Vec<String> {
    let catalog = Catalog::with_file("t.ini", ini);
    assert!(catalog.get("t").is_err(), "{ini}");
    catalog.problems().iter().map(ToString::to_string).collect()
}

/// The texts of castling, after all texts have been compared.
fn castlings(position: &mut AnyPosition) -> Vec<String> {
    check_alone(position);
    let moves = position.legal_moves();
    let castles = moves.iter().filter(|mv| mv.kind() == MoveKind::Castle);
    let mut texts: Vec<String> = castles.map(|&mv| position.move_text(mv)).collect();
    texts.sort();
    texts
}

const SMALL: &str = "[t:losalamos]\nbishop = b\ncastling = true\ncastlingKingsideFile = e\n";

/// The rook's square names a castling that would read like a step of the king.
#[test]
fn castling_by_one_square_names_the_rook() {
    let mut small = read(SMALL, "4k1/6/6/6/6/3K1R w K - 0 1");
    assert_eq!(castlings(&mut small), ["d1f1"]);
    let moves = small.legal_move_texts();
    assert_eq!(moves.iter().filter(|text| *text == "d1e1").count(), 1);
    for (text, kind) in [("d1e1", MoveKind::Normal), ("d1f1", MoveKind::Castle)] {
        let mv = small.parse_move(text).unwrap();
        assert_eq!(mv.kind(), kind, "{text}");
    }
    // To the other side it goes one square, too.
    let mut both = read(SMALL, "r2k1r/6/6/6/6/R2K1R w KQkq - 0 1");
    assert_eq!(castlings(&mut both), ["d1a1", "d1f1"]);
}

/// A king that leaps where castling leads.
#[test]
fn castling_of_a_king_that_leaps_names_the_rook() {
    let ini = "[t:chess]\nking = k:KD\n";
    let mut position = read(ini, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    assert_eq!(castlings(&mut position), ["e1a1", "e1h1"]);
    let leap = position.parse_move("e1g1").unwrap();
    assert_eq!(leap.kind(), MoveKind::Normal);
    // Where the leap leads into check, so would castling.
    let text = "castlingText = king\n";
    let mut position = read(&format!("{ini}{text}"), "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    assert_eq!(castlings(&mut position), ["e1a1", "e1h1"]);
}

/// Castling to one square from both sides, or where the king stays.
#[test]
fn castlings_that_share_a_square_name_their_rooks() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let ini = "[t:chess]\ncastlingKingsideFile = c\ncastlingRookKingsideToFile = d\n";
    let mut position = read(ini, fen);
    assert_eq!(castlings(&mut position), ["e1a1", "e1h1"]);
    // Which of them is meant, nobody can tell; with one of them gone it is clear.
    assert!(position.parse_move("e1c1").is_err());
    let position = read(ini, "r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1");
    assert_eq!(position.parse_move("e1c1"), position.parse_move("e1a1"));
    let ini = "[t:chess]\ncastlingKingsideFile = e\n";
    assert_eq!(castlings(&mut read(ini, fen)), ["e1c1", "e1h1"]);
    let ini = "[t:chess]\ncastlingKingsideFile = f\n";
    let mut position = read(ini, fen);
    assert_eq!(castlings(&mut position), ["e1c1", "e1h1"]);
    // Understood in either form where nothing else is meant.
    let castle = position.parse_move("e1h1").unwrap();
    assert_ne!(position.parse_move("e1f1"), Ok(castle));
    assert_eq!(position.parse_move("e1a1"), position.parse_move("e1c1"));
    let ini = "[t:chess]\ncastlingRookQueensideFile = h\n";
    assert_eq!(
        problems(ini),
        ["t.ini:1: [t] castlingRookKingsideFile: both castlings are with the same rook"]
    );
}

/// The built-in games write castling as they always did.
#[test]
fn castling_of_the_built_in_games_is_written_as_ever() {
    for game in Catalog::built_in().games() {
        let mut position = AnyPosition::start(game).unwrap();
        for choice in 0..40 {
            for mv in position.legal_moves() {
                let by_rook = game.name == "short-sliders" && mv.kind() == MoveKind::Castle;
                assert_eq!(position.castles_by_rook(mv), by_rook, "{}", position.fen());
            }
            let Some(mv) = choose(&mut position, u16::wrapping_mul(choice, 7919)) else {
                break;
            };
            position.make_unchecked(mv);
        }
    }
}

/// One double step by two ways, and a capture en passant where the pawn can go anyway.
#[test]
fn moves_that_lead_to_the_same_are_one() {
    let pawns = "[t:chess]\ncustomPiece1 = p:mfWfceFimafsWimafsF\npawnTypes = p\n";
    let mut position = read(pawns, "4k3/8/8/8/8/8/3P4/4K3 w - - 0 1");
    check_alone(&mut position);
    let step = position.parse_move("d2e4").unwrap();
    position.make_unchecked(step);
    check_alone(&mut position);

    let pawns = "[t:chess]\ncustomPiece1 = p:fKfceFifmnD\npawnTypes = p\n";
    let mut position = read(pawns, "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1");
    let step = position.parse_move("e2e4").unwrap();
    position.make_unchecked(step);
    check_alone(&mut position);
    let steps = position.legal_move_texts();
    assert_eq!(steps.iter().filter(|text| *text == "d4e3").count(), 1);
}

/// A type called `s` that pawns become on their own slider: `d1b1s` is the shift.
#[test]
fn promotion_that_reads_like_a_shift_is_refused() {
    let game = |region: &str| {
        format!(
            "[t]\nmaxFile = 4\nmaxRank = 4\nking = k\nsilver = s\ncustomPiece1 = p:K\n\
             pawnTypes = p\npromotionPieceTypes = s\npromotionRegionWhite = {region}\n\
             castling = false\nsliderWhite = 1:3\nstartFen = k3/4/P3/K2* w - - 0 1\n"
        )
    };
    check_alone(&mut start(&game("*4")));
    let found = problems(&game("*1"));
    assert_eq!(found.len(), 1);
    assert!(found[0].contains("like the strip's shift"), "{found:?}");
}

/// What play reaches is read: pawns beside a partial region, on squares where they are
/// stuck or go no further, and pieces that are pawns and chosen by pawns.
#[test]
fn pawns_where_play_leads() {
    let derby = "[t:chess]\nqueen = -\nrook = -\nbishop = -\n\
         startFen = n*nnnn*k/**pppp**/pp4pp/8/8/PP4PP/**PPPP**/K*NNNN*N w - - 0 1\n\
         stalemateValue = loss\npromotionPieceTypes = n\n";
    for (ini, fen) in [
        (
            "[t:chess]\npromotionRegionWhite = d8 e8\n",
            "P3k3/8/8/8/8/8/8/4K3 w - - 0 1",
        ),
        (
            "[t:gardner]\npromotionRegionWhite = *1\n",
            "P3k/5/5/5/4K b - - 0 1",
        ),
        (
            "[t:knightmate]\npawnTypes = pb\n",
            "B2k4/8/8/8/8/8/8/4K3 b - - 0 1",
        ),
        (
            "[t:chess]\nmobilityRegionWhitePawn = *2 *3 *8\n",
            "4k3/8/8/8/8/P7/8/4K3 b - - 0 1",
        ),
        (
            derby,
            "n*nnnn*k/**pppp**/Pp4pp/8/8/PP4PP/**PPPP**/K*NNNN*N b - - 0 1",
        ),
    ] {
        assert_eq!(read(ini, fen).fen(), fen, "{ini}");
    }
    // What play does not reach stays refused.
    for (ini, fen) in [
        ("[t:chess]\n", "P3k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        (
            "[t:chess]\npromotionRegionWhite = d8 e8\n",
            "3Pk3/8/8/8/8/8/8/4K3 w - - 0 1",
        ),
        ("[t:grand]\n", "P3k5/10/10/10/10/10/10/10/10/4K5 w - - 0 1"),
    ] {
        let error = start(ini).with_fen(fen).expect_err("it is refused");
        assert!(error.to_string().contains("cannot stand on"), "{error}");
    }
}

/// The dialect writes promoted pieces as `+` and what they were.
#[test]
fn a_plus_stands_for_what_a_piece_becomes() {
    let ini = "[t:chess]\nking = -\ncommoner = k\ncastlingKingPiece = k\nextinctionValue = loss\n\
         extinctionPieceTypes = k\nextinctionPseudoRoyal = true\npromotionPieceTypes = -\n\
         promotedPieceType = q:k r:k b:k n:k p:k\nmandatoryPiecePromotion = true\n";
    let position = read(ini, "+n2k4/8/8/8/8/8/8/3K2+Q1 w - - 0 1");
    assert_eq!(position.fen(), "k2k4/8/8/8/8/8/8/3K2K1 w - - 0 1");
    let error = start(ini).with_fen("+K2k4/8/8/8/8/8/8/3K4 w - - 0 1");
    assert_eq!(
        error.err().map(|e| e.to_string()).as_deref(),
        Some("board: rank 8, file a: '+K', but 'K' has no promoted form")
    );
    // In the start position, too, and where pieces promote by themselves.
    let shogi = "[t]\nmaxFile = 3\nmaxRank = 3\nking = k\nsilver = s\ngold = g\n\
         promotedPieceType = s:g\nmandatoryPiecePromotion = true\npiecePromotionVictims = s:s\n\
         castling = false\nstartFen = k2/1+s1/K1S w - - 0 1\n";
    assert_eq!(start(shogi).fen(), "k2/1g1/K1S w - - 0 1");
}

/// A slider that shifts takes king and rooks along: they cannot castle any more.
#[test]
fn a_shift_ends_castling_rights() {
    let ini = "[t]\nmaxFile = 9\nking = k\nrook = r\nsliderWhite = 1:8\n\
         castlingKingsideFile = g\nstartFen = 4k4/9/9/9/9/9/9/R3K2R* w KQ - 0 1\n";
    let mut position = start(ini);
    assert_eq!(castlings(&mut position), ["e1c1", "e1g1"]);
    let shift = position.parse_move("a1b1s").unwrap();
    position.make_unchecked(shift);
    assert_eq!(position.fen(), "4k4/9/9/9/9/9/9/*R3K2R b - - 1 1");
    check_alone(&mut position);
    assert_eq!(
        position.key(),
        position.with_fen(&position.fen()).unwrap().key()
    );
}

/// Passed squares that do not tell where the pawn stands: the FEN names both.
#[test]
fn en_passant_of_pawns_that_step_to_and_fro() {
    let ini = "[t:chess]\ncustomPiece1 = p:fmWfceFifmnDibmnDbceF\npawnTypes = p\n\
         doubleStepRegionWhite = *2 *4\n";
    for step in ["e2e4", "e4e2"] {
        let fen = match step {
            "e2e4" => "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1",
            _ => "4k3/8/8/8/3pP3/8/8/K7 w - - 0 1",
        };
        let mut position = read(ini, fen);
        let mv = position.parse_move(step).unwrap();
        position.make_unchecked(mv);
        let field = format!("e3{}", &step[2..]);
        assert_eq!(position.fen().split(' ').nth(3), Some(field.as_str()));
        check_alone(&mut position);
    }
}

/// A pawn that became something else by its double step cannot be captured en passant,
/// and limits hold for pieces that promote by themselves.
#[test]
fn pieces_that_promote_by_themselves_leave_nothing_unreadable() {
    let ini = "[t:chess]\npromotedPieceType = p:n\nmandatoryPiecePromotion = true\n\
         piecePromotionRegionWhite = p:*4\npieceLimit = n:2\n";
    let mut position = read(ini, "4k3/8/8/8/3p4/8/4PP2/4K1N1 w - - 0 1");
    for (step, board) in [
        ("e2e4", "4k3/8/8/8/3pN3/8/5P2/4K1N1 b - - 0 1"),
        ("e8e7", "8/4k3/8/8/3pN3/8/5P2/4K1N1 w - - 1 2"),
        ("f2f4", "8/4k3/8/8/3pNP2/8/8/4K1N1 b - f3 0 2"),
    ] {
        let mv = position.parse_move(step).unwrap();
        position.make_unchecked(mv);
        assert_eq!(position.fen(), board);
        check_alone(&mut position);
    }
}
