//! Rules that meet, each pair in a small game: what a key does where another one matters,
//! and what is so rare that no random game shows it.

use crate::setup::Setup;
use sliderule::position::AnyPosition;
use sliderule::rules::Catalog;

/// What makes the last commoner royal.
const ROYAL: &str = "king = -\ncommoner = k\nextinctionValue = loss\nextinctionPieceTypes = k\n\
                     extinctionPseudoRoyal = true\n";

/// The start position of the game `t` of an ini text.
fn game(text: &str) -> Setup {
    let catalog = Catalog::with_file("t.ini", text);
    assert_eq!(catalog.problems(), [], "{text}");
    let start = AnyPosition::start(catalog.get("t").unwrap());
    Setup(start.unwrap_or_else(|e| panic!("{text}: {e}")))
}

/// The start position of a child of chess with these keys.
fn child(keys: &str, fen: &str) -> Setup {
    game(&format!("[t:chess]\nstartFen = {fen}\n{keys}\n"))
}

/// A position of Opposition Chess with these keys.
fn opposition(keys: &str, fen: &str) -> Setup {
    game(&format!("[t:opposition]\nstartFen = {fen}\n{keys}\n"))
}

#[test]
fn kings_do_not_face_each_other_along_a_rank() {
    let fen = "8/8/8/8/k7/6K1/8/8 w - - 0 1";
    let facing = child("flyingGeneral = true", fen);
    assert_eq!(facing.from("g3"), "f2 f3 g2 h2 h3");
    assert!(child("", fen).can("g3g4"));
}

#[test]
fn a_second_royal_piece_frees_the_first() {
    let keys = format!("{ROYAL}promotionPieceTypes = kq");
    let check = child(&keys, "7k/3P4/8/8/8/8/8/K6r w - - 0 1");
    assert_eq!(check.from("d7"), "d8k");
}

/// What is royal is not captured, so its number ends nothing, even if a FEN has none.
#[test]
fn the_number_of_what_is_royal_ends_nothing() {
    let keys = format!("{ROYAL}flagPiece = q\nflagRegion = *8");
    let none = child(&keys, "7k/8/8/8/8/8/8/R7 w - - 0 1");
    assert_eq!(none.status(), "ongoing");
}

#[test]
fn to_explode_the_enemys_king_is_more_than_the_own_kings_safety() {
    let keys = format!("{ROYAL}blastOnCapture = true");
    let fen = "3rkr2/4p3/8/8/8/8/8/1r2RK2 w - - 0 1";
    let exposed = child(&keys, fen);
    assert!(exposed.can("e1e7") && !exposed.can("e1e2"));
    assert_eq!(exposed.after("e1e7").status(), "extinction-black-loses");
}

#[test]
fn a_capturer_that_is_immune_stays() {
    let keys = format!("{ROYAL}blastOnCapture = true\nblastImmuneTypes = r");
    let fen = "4k3/8/8/2nn4/3p4/8/3R4/4K3 w - - 5 9";
    let after = child(&keys, fen).after("d2d4");
    assert_eq!(after.fen(), "4k3/8/8/8/3R4/8/8/4K3 b - - 0 9");
}

#[test]
fn a_rook_that_explodes_castles_no_more() {
    let keys = format!("{ROYAL}blastOnCapture = true\ncastlingKingPiece = k");
    let fen = "r3k2r/6n1/8/8/8/8/8/4K1R1 w kq - 0 1";
    let after = child(&keys, fen).after("g1g7");
    assert_eq!(after.fen(), "r3k3/8/8/8/8/8/8/4K3 b q - 0 1");
}

#[test]
fn a_rook_that_is_captured_on_the_way_castles_no_more() {
    let fen = "4k2r/6L1/8/8/8/8/8/4K3 w k - 0 1";
    let after = child("customPiece1 = l:KcaK", fen).after("g7h8,h8g8");
    assert_eq!(after.fen(), "4k1L1/8/8/8/8/8/8/4K3 b - - 0 1");
}

#[test]
fn every_piece_captured_on_the_way_or_at_the_end_may_promote() {
    let keys = "customPiece1 = l:KcaK\npromotedPieceType = l:q\npiecePromotionVictims = l:r\n\
                mandatoryPiecePromotion = true";
    for (fen, piece) in [
        ("4k3/8/8/8/8/2r5/1n6/L3K3 w - - 0 1", "Q"),
        ("4k3/8/8/8/8/2n5/1r6/L3K3 w - - 0 1", "Q"),
        ("4k3/8/8/8/8/2n5/1n6/L3K3 w - - 0 1", "L"),
    ] {
        let after = child(keys, fen).after("a1b2,b2c3");
        assert_eq!(after.on("c3"), piece, "{fen}");
    }
}

/// A piece that waits until it is the only one of its type.
#[test]
fn a_piece_does_not_wait_for_itself() {
    let keys = "wazir = s\ngold = g\npromotedPieceType = s:g\nmandatoryPiecePromotion = true\n\
                piecePromotionRegionWhite = s:*7\npiecePromotionAbsent = s:s";
    let alone = child(keys, "7k/8/3S4/8/8/8/8/K7 w - - 0 1");
    assert_eq!(alone.after("d6d7").on("d7"), "G");
    let two = child(keys, "7k/8/3S4/8/8/8/8/KS6 w - - 0 1");
    assert_eq!(two.after("d6d7").on("d7"), "S");
}

/// One shot, though two ways of shooting lead to it.
#[test]
fn a_rifle_capture_in_two_ways_is_one_move() {
    let rifle = child(
        "customPiece1 = a:cabKcabQ2",
        "4k3/8/8/8/8/8/1p6/A3K3 w - - 0 1",
    );
    assert_eq!(rifle.from("a1"), "b2,b2a1");
}

#[test]
fn waiting_pawns_become_only_what_they_may() {
    let fen = "k1PP***/7/7/7/2m4/3M2M/***1HKH b - - 0 1";
    for (keys, row) in [
        ("", "k1MP***"),
        // One Monk is left: there may be no second.
        ("promotionLimit = m:1", "k1PP***"),
        ("promotionLimit = m:2", "k1MP***"),
        ("promotionTypeRegionWhite = m:d7", "k1PM***"),
        ("promotionTypeRegionWhite = m:e7", "k1PP***"),
    ] {
        let after = opposition(keys, fen).after("c3d2");
        let board = after.field(0);
        assert_eq!(board.split('/').next(), Some(row), "{keys}");
    }
}

#[test]
fn a_pawn_that_becomes_something_castles_no_more() {
    let keys = "castlingRookPieces = p\nwaitingPawns = true\npromotionRegionWhite = *1";
    let fen = "4k3/8/8/2p5/3N4/8/8/P3K2P b KQ - 0 1";
    let after = child(keys, fen).after("c5d4");
    assert_eq!(after.fen(), "4k3/8/8/8/3p4/8/8/N3K2P w K - 0 2");
}

/// A strip does not move on where what stands on it keeps a lame leaper from the king.
#[test]
fn a_strip_does_not_open_a_lame_leap() {
    let leap = |row: &str| {
        let text = format!(
            "[t]\nmaxFile = 5\nmaxRank = 5\nking = k\ncustomPiece1 = d:nD\n\
             customPiece2 = s:W\ncastling = false\nsliderWhite = 3:4\n\
             startFen = k4/2d2/{row}/2K2/5 w - - 0 1\n"
        );
        game(&text).can("a3b3s")
    };
    assert!(!leap("2S1*"));
    assert!(leap("1SS1*"));
}

#[test]
fn flags_that_must_be_safe() {
    let keys = "flagPiece = p\nflagRegion = *5\nflagPieceSafe = true";
    let attacked = "7k/8/3p4/8/4P3/8/8/K7 w - - 0 1";
    assert_eq!(child(keys, attacked).after("e4e5").status(), "ongoing");
    // Of two where one is needed the other can be lost.
    let two = "7k/8/3p4/4P3/7P/8/8/K7 w - - 0 1";
    assert_eq!(child(keys, two).after("h4h5").status(), "flag-white-wins");
    // With an answer to come an attack only gives that: who does not capture has lost.
    let answer = child(&format!("{keys}\nflagMove = true"), attacked).after("e4e5");
    assert_eq!(answer.status(), "ongoing");
    assert_eq!(answer.after("h8h7").status(), "flag-white-wins");
}

#[test]
fn a_king_does_not_follow_to_an_attacked_rank() {
    let keys = "flagPiece = k\nflagRegion = *8\nflagMove = true\nchecking = false";
    for (fen, status) in [
        ("8/K2k4/8/8/8/8/8/8 w - - 0 1", "ongoing"),
        ("7R/K2k4/8/8/8/8/8/8 w - - 0 1", "flag-white-wins"),
    ] {
        assert_eq!(child(keys, fen).after("a7a8").status(), status, "{fen}");
    }
}

#[test]
fn only_what_cannot_go_back_resets_the_counter() {
    let fen = "7k/8/8/8/8/8/3P4/K7 w - - 9 80";
    for (pawn, step, counter) in [
        // It goes back all the way in one move.
        ("fbmRcfF", "d2d5", "10"),
        ("fmRcfF", "d2d5", "0"),
        // Its step back is a first move: it cannot be made again.
        ("fmWbimWcfF", "d2d3", "0"),
        ("fmWbmWcfF", "d2d3", "10"),
    ] {
        let keys = format!("customPiece1 = p:{pawn}\npawnTypes = p");
        assert_eq!(child(&keys, fen).after(step).field(4), counter, "{pawn}");
    }
}

#[test]
fn castling_needs_every_square_between_king_and_rook() {
    let keys = "castlingQueensideFile = d\ncastlingRookQueensideToFile = b";
    // Neither of them passes c1.
    for (row, possible) in [("R3K3", true), ("R1N1K3", false), ("RN2K3", false)] {
        let fen = format!("4k3/8/8/8/8/8/8/{row} w Q - 0 1");
        assert_eq!(child(keys, &fen).can("e1a1"), possible, "{row}");
    }
}

#[test]
fn who_castles_is_found_in_the_start_position() {
    // The outermost rook.
    let two = child("", "4k3/8/8/8/8/8/8/4KRR1 w K - 0 1");
    let open = two.0.with_fen("4k3/8/8/8/8/8/8/4K1R1 w K - 0 1");
    assert!(Setup(open.unwrap()).can("e1g1"));
    // Of several kings the one on its file.
    let kings = "king = -\ncommoner = k\ncastlingKingPiece = k";
    assert!(child(kings, "4k3/8/8/8/8/8/8/K3K2R w K - 0 1").can("e1g1"));
    // Nobody castles past a hole.
    let hole = child("", "4k3/8/8/8/8/8/8/R*2K2R w K - 0 1");
    let refused = hole.0.with_fen("4k3/8/8/8/8/8/8/R*2K2R w KQ - 0 1");
    assert!(refused.is_err());
}

/// Where no pawn has a move that only captures, nothing is captured en passant, and no
/// FEN says that it could be.
#[test]
fn pawns_that_cannot_capture_en_passant() {
    let fen = "7k/8/8/8/2p5/8/3P4/K7 w - - 0 1";
    for (pawn, field) in [
        ("mfWcfFifmnD", "d3"),
        ("mfWmfFcfFifmnD", "-"),
        ("mfWcabFifmnD", "-"),
    ] {
        let keys = format!("customPiece1 = p:{pawn}\npawnTypes = p");
        assert_eq!(child(&keys, fen).after("d2d4").field(3), field, "{pawn}");
    }
}

/// What was captured on the way is gone for the legs that follow.
#[test]
fn a_move_may_end_where_its_victim_stood() {
    let there = child(
        "customPiece1 = l:camabmK",
        "4k3/8/8/8/8/8/1p6/L3K3 w - - 0 1",
    );
    assert!(there.can("a1b2,b2b2"));
}

/// A slide round a cylinder ends before it is home again.
#[test]
fn a_way_round_the_board_does_not_go_on_from_home() {
    let fen = "k7/8/8/8/8/3A4/8/K7 w - - 0 1";
    let way = child("customPiece1 = a:smoasmR", fen);
    assert!(way.can("d3e4") && way.can("d3c2") && !way.can("d3d4"));
}

#[test]
fn a_double_step_in_two_ways_is_one_move() {
    let keys = "customPiece1 = p:mfWcfFimafsmWimafsmF\npawnTypes = p";
    let step = child(keys, "4k3/8/8/8/8/8/3P4/4K3 w - - 0 1");
    let mut once = step.moves();
    once.dedup();
    assert!(step.can("d2e4"));
    assert_eq!(step.moves(), once);
}

/// What an explosion leaves as the last of its kind may stand exposed: play reaches that.
#[test]
fn a_king_that_becomes_the_last_by_an_explosion_may_be_exposed() {
    let keys = format!("{ROYAL}blastOnCapture = true");
    let two = child(&keys, "r3k3/8/8/8/8/3n3R/3K4/K7 w - - 0 1");
    let one = two.after("h3d3").fen();
    assert_eq!(one, "r3k3/8/8/8/8/8/8/K7 b - - 0 1");
    assert_eq!(two.0.with_fen(&one).unwrap().fen(), one);
}

/// A strip carries a pawn to a square where it would have had to promote.
#[test]
fn a_pawn_rides_into_its_promotion_region() {
    let riding = game(
        "[t]\nmaxFile = 7\nmaxRank = 5\nking = k\nqueen = q\npawn = p\ncastling = false\n\
         promotionPieceTypes = q\npromotionRegionWhite = a5\nsliderWhite = 5:4\n\
         startFen = *4**/1P5/7/k6/6K w - - 0 1\n",
    );
    let arrived = riding.after("b4b5 a2a1 b5a5s").fen();
    assert_eq!(arrived, "P3***/7/7/7/k5K b - - 2 2");
    assert_eq!(riding.0.with_fen(&arrived).unwrap().fen(), arrived);
}

/// Behind a hole it cannot move, but it can capture.
#[test]
fn a_pawn_may_stand_behind_a_hole() {
    let start = child("", "4k3/8/8/8/8/8/3*4/4K3 w - - 0 1");
    let behind = "4k3/8/8/8/8/4p3/3*p3/3PK3 w - - 0 1";
    let behind = Setup(start.0.with_fen(behind).unwrap());
    assert_eq!(behind.from("d1"), "e2");
}

/// Of two pieces in the way of a lame leap each may go.
#[test]
fn two_pieces_in_one_way_are_not_pinned() {
    let keys = "customPiece1 = h:nH";
    let two = child(keys, "4k3/8/8/8/4h3/4P3/4N3/4K3 w - - 0 1");
    assert_eq!(two.from("e2"), "c1 c3 d4 f4 g1 g3");
    let one = child(keys, "4k3/8/8/8/4h3/8/4N3/4K3 w - - 0 1");
    assert_eq!(one.from("e2"), "");
}
