//! Rules that were once wrong: what castles where explosions or open lines matter, what
//! is royal, what can move again, and bare kings. The right answers are those of
//! Fairy-Stockfish and, for Atomic Chess, of python-chess.

use sliderule::position::AnyPosition;
use sliderule::rules::Catalog;

fn game(ini: &str, name: &str, fen: &str) -> AnyPosition {
    let catalog = Catalog::with_file("t.ini", ini);
    assert!(catalog.problems().is_empty(), "{:?}", catalog.problems());
    let start = AnyPosition::start(catalog.get(name).unwrap()).unwrap();
    start.with_fen(fen).unwrap_or_else(|e| panic!("{fen}: {e}"))
}

fn has(position: &mut AnyPosition, text: &str) -> bool {
    position
        .legal_move_texts()
        .iter()
        .any(|move_| move_ == text)
}

/// A capture beside the enemy's king would explode the capturer's own: such squares are
/// not attacked. The way is judged without the king on its first square.
#[test]
fn atomic_castling_beside_the_enemy_king() {
    for (fen, kingside, queenside) in [
        ("8/8/8/8/8/8/1k6/R3K2R w KQ - 0 1", true, true),
        ("8/8/8/8/8/8/4k3/R3K2R w KQ - 0 1", true, true),
        ("8/8/8/8/8/8/5k2/R3K2r w Q - 0 1", false, false),
        ("3r1k2/8/8/8/8/8/8/R3K2R w KQ - 0 1", true, false),
        ("r3k2r/1K6/8/8/8/8/8/8 b kq - 0 1", true, true),
    ] {
        let mut position = game("", "atomic", fen);
        let rank = if fen.contains(" w ") { 1 } else { 8 };
        for (file, wanted) in [('g', kingside), ('c', queenside)] {
            let text = format!("e{rank}{file}{rank}");
            assert_eq!(has(&mut position, &text), wanted, "{fen} {text}");
        }
    }
}

/// Games that derive from Atomic Chess, or have a king by extinction only.
const DERIVED: &str = "
[everything-explodes:nocheckatomic]
pawn = -
customPiece1 = p:fmWfceFifmnD
pawnTypes = p

[all-become-kings:chess]
king = -
commoner = k
castlingKingPiece = k
extinctionValue = loss
extinctionPieceTypes = k
extinctionPseudoRoyal = true
flagPiece = k
promotionPieceTypes = -
promotedPieceType = q:k r:k b:k n:k p:k
mandatoryPiecePromotion = true
flagRegionWhite = *8
flagRegionBlack = *1
";

/// Only the piece of the key `pawn` withstands an explosion near it, and what is royal is
/// settled before a move. Counts of Fairy-Stockfish.
#[test]
fn derived_games_have_the_right_perft() {
    for (name, fen, count) in [
        (
            "everything-explodes",
            "1r3b2/pp3k2/5np1/1rp4p/1nP5/PPQP4/R3P3/1NBK1BR1 w - - 0 21",
            41_617,
        ),
        (
            "all-become-kings",
            "1nbbk1nr/1p1p1pp1/6P1/1rp1pK1p/3qPP2/1p1P1Q2/P6P/RNB2BNR w k - 0 21",
            26_178,
        ),
    ] {
        assert_eq!(game(DERIVED, name, fen).perft(3), count, "{name}");
    }
}

#[test]
fn castling_does_not_pass_through_a_face_off() {
    let ini = "[facing:chess]\nflyingGeneral = true\n";
    let castles = |fen: &str| has(&mut game(ini, "facing", fen), "e1g1");
    assert!(!castles("5k2/8/8/8/8/8/8/4K2R w K - 0 1"));
    assert!(!castles("6k1/8/8/8/8/8/8/4K2R w K - 0 1"));
    assert!(castles("k7/8/8/8/8/8/8/4K2R w K - 0 1"));
    assert!(castles("5k2/5p2/8/8/8/8/8/4K2R w K - 0 1"));
}

/// A piece that becomes royal by its move may stand exposed: play reaches that, so it is
/// read.
#[test]
fn what_has_just_become_royal_may_be_exposed() {
    let ini = "
[promoting:chess]
king = -
commoner = k
castling = false
extinctionValue = loss
extinctionPieceTypes = kq
extinctionPseudoRoyal = true
promotedPieceType = n:q
promotionRegionWhite = *7 *8
promotionRegionBlack = *1 *2
";
    let fen = "4k3/4r3/8/3N4/8/8/8/3K4 w - - 0 1";
    let mut position = game(ini, "promoting", fen);
    for text in ["d5b6", "e8d8", "b6d7+"] {
        let mv = position.parse_move(text).unwrap();
        position.make_unchecked(mv);
    }
    let reached = position.fen();
    let again = position
        .with_fen(&reached)
        .unwrap_or_else(|e| panic!("{e}"));
    assert_eq!((again.fen(), again.key()), (reached, position.key()));
    // Where no move makes anything royal, nothing that is may stand exposed.
    let strict = game(&ini.replace("n:q", "n:r"), "promoting", fen);
    let exposed = "3k4/8/8/3r4/8/8/8/3K4 b - - 0 1";
    assert!(strict.with_fen(exposed).is_err());
}

/// With `*` the last piece of all is royal.
#[test]
fn all_types_can_be_royal() {
    let ini = "
[lastman:chess]
king = -
commoner = k
castling = false
extinctionValue = loss
extinctionPieceTypes = *
extinctionPseudoRoyal = true
";
    let mut position = game(ini, "lastman", "8/8/8/8/8/2k5/7r/1K6 w - - 0 1");
    assert!(!has(&mut position, "b1b2"), "next to the enemy's king");
    assert!(!has(&mut position, "b1a2"), "on the rook's rank");
    assert!(has(&mut position, "b1a1"));
    // With another piece beside it nothing is royal.
    let mut position = game(ini, "lastman", "8/8/8/8/8/2k5/7r/1K5N w - - 0 1");
    assert!(has(&mut position, "b1b2"));
}

/// A hopper may not go where it could never hop again: on the last rank but one nothing
/// is left to land on.
#[test]
fn what_hops_can_be_immobile() {
    let ini = "
[hoppers]
king = k
customPiece1 = g:mfRcfpR
customPiece2 = h:fpR
startFen = 4k3/8/8/8/8/8/H7/4K3 w - - 0 1
immobilityIllegal = true
";
    let hop = |fen: &str, text: &str| has(&mut game(ini, "hoppers", fen), text);
    let over = "4k3/8/8/8/8/H7/H7/4K3 w - - 0 1";
    assert!(hop(over, "a2a6"));
    assert!(!hop(over, "a2a7"));
    assert!(!hop(over, "a2a8"));
    // One that also slides may go to the last rank but one, not to the last.
    let slides = "4k3/8/8/8/8/8/G7/4K3 w - - 0 1";
    assert!(hop(slides, "a2a7"));
    assert!(!hop(slides, "a2a8"));
}

/// Who is bared and can bare the enemy at once draws.
#[test]
fn bare_king_against_bare_king_is_a_draw() {
    let wide = "1k10/2R9/12/12/12/12/5r6/6K5 w - - 0 1";
    for (name, fen) in [
        ("shatranj", "1k6/2R5/8/8/8/8/5r2/6K1 w - - 0 1"),
        ("courier", wide),
    ] {
        let mut position = game("", name, fen);
        for text in ["g1f2", "b8c7"] {
            assert!(!position.status().is_over());
            let mv = position.parse_move(text).unwrap();
            position.make_unchecked(mv);
        }
        assert_eq!(position.status().to_string(), "bare-kings-draw");
        assert_eq!(position.status().result(), "1/2-1/2");
    }
}
