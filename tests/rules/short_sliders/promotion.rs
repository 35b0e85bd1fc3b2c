//! Short Sliders: promotion of pieces and pawns, and the pool (RULES.md section 1;
//! readings 6 to 11, 19 and 20).

use crate::games;
use crate::setup::{Setup, setup, short_sliders};

/// Kings that are out of the way, and a dead pawn for each so that neither is bare.
const KINGS: &str = "Ka1 ka16 Pl16 pl1";

fn with_pool(pieces: &str, pool: &str, side: &str) -> Setup {
    short_sliders(
        &format!("{KINGS} {pieces}"),
        &format!("[{pool}] {side} - - 0 1"),
    )
}

fn with_kings(pieces: &str, side: &str) -> Setup {
    with_pool(pieces, "", side)
}

/// Each level-0 piece that promotes, and a square it reaches in one move from f8; and
/// one on rank 13 that it reaches from f12.
const PROMOTING: [(char, &str, &str); 11] = [
    ('N', "g10", "h13"),
    ('L', "f9", "f13"),
    ('C', "f9", "f13"),
    ('H', "g9", "g13"),
    ('B', "g9", "g13"),
    ('R', "f9", "f13"),
    ('E', "g9", "g13"),
    ('T', "f9", "f13"),
    ('G', "f9", "f13"),
    ('M', "f9", "f13"),
    ('W', "g9", "g13"),
];

/// The same for the pieces that do not promote.
const OTHERS: [(char, &str, &str); 9] = [
    ('A', "g9", "g13"),
    ('D', "f9", "f13"),
    ('U', "g9", "g13"),
    ('F', "f9", "f13"),
    ('I', "g9", "g13"),
    ('J', "h10", "g14"),
    ('S', "g9", "g13"),
    ('X', "f10", "f14"),
    ('K', "f9", "f13"),
];

/// A position with the piece, whose king it may be.
fn with_piece(id: &str, from: &str, others: &str) -> Setup {
    match id {
        "K" => short_sliders(&format!("K{from} ka16 Pl16 pl1 {others}"), "[] w - - 0 1"),
        _ => with_kings(&format!("{id}{from} {others}"), "w"),
    }
}

#[test]
fn a_piece_promotes_once_by_capturing_more_than_a_pawn() {
    for (id, to, _) in PROMOTING {
        for (victim, becomes) in [
            ("x", format!("{id}'")),
            ("n'", format!("{id}'")),
            // One level a move, whatever is captured.
            ("n!", format!("{id}'")),
            ("p", id.to_string()),
            ("o", id.to_string()),
        ] {
            let p = with_kings(&format!("{id}f8 {victim}{to}"), "w");
            let after = p.after(&format!("f8{to}"));
            assert_eq!(after.on(to), becomes, "{id} x {victim}");
        }
        let quiet = with_kings(&format!("{id}f8"), "w").after(&format!("f8{to}"));
        assert_eq!(quiet.on(to), id.to_string());
    }
}

#[test]
fn a_piece_promotes_once_by_reaching_the_pawn_row() {
    for (id, _, to) in PROMOTING {
        let p = with_kings(&format!("{id}f12"), "w");
        let after = p.after(&format!("f12{to}"));
        assert_eq!(after.on(to), format!("{id}'"));
        // Promotion by itself is not written, and does not reset the counter.
        assert!(p.can(&format!("f12{to}")));
        assert_eq!(after.field(4), "1");
    }
}

#[test]
fn the_other_pieces_do_not_promote() {
    for (id, by_capture, by_arrival) in OTHERS {
        let id = id.to_string();
        let capture = with_piece(&id, "f8", &format!("x{by_capture}"));
        let after = capture.after(&format!("f8{by_capture}"));
        assert_eq!(after.on(by_capture), id);
        let arrival = with_piece(&id, "f12", "").after(&format!("f12{by_arrival}"));
        assert_eq!(arrival.on(by_arrival), id);
    }
    for (id, to) in [
        ("E'", "f9"),
        ("T'", "f9"),
        ("G'", "f9"),
        ("M'", "f9"),
        ("W'", "f9"),
        ("N!", "g10"),
        ("L!", "f9"),
        ("C!", "f9"),
        ("H!", "g10"),
        ("B!", "g10"),
        ("R!", "f9"),
    ] {
        let p = with_kings(&format!("{id}f8 n'{to}"), "w");
        assert_eq!(p.after(&format!("f8{to}")).on(to), id);
    }
}

#[test]
fn the_row_counts_where_the_move_ends() {
    // Reading 7: on rank 13 or beyond it; for Black on rank 4 or below.
    for (from, to, id) in [
        ("f10", "f11", "R"),
        ("f10", "f12", "R"),
        ("f10", "f13", "R'"),
        ("f10", "f14", "R'"),
        ("f10", "f15", "R'"),
        ("f10", "f16", "R'"),
        ("f14", "g14", "R'"),
        ("f14", "f12", "R"),
        ("f6", "f4", "R"),
        ("f6", "f2", "R"),
    ] {
        let white = with_kings(&format!("R{from}"), "w");
        assert_eq!(white.after(&format!("{from}{to}")).on(to), id, "{from}{to}");
    }
    for (from, to, id) in [
        ("f7", "f6", "r"),
        ("f7", "f5", "r"),
        ("f7", "f4", "r'"),
        ("f7", "f3", "r'"),
        ("f7", "f2", "r'"),
        ("f7", "f1", "r'"),
        ("f10", "f13", "r"),
    ] {
        let black = short_sliders(&format!("Kb9 kb12 Pl16 r{from}"), "[] b - - 0 1");
        assert_eq!(black.after(&format!("{from}{to}")).on(to), id, "{from}{to}");
    }
}

#[test]
fn a_rifle_capture_promotes_nothing_and_a_promoted_piece_not_by_arriving() {
    let p = with_kings("Af8 xh9", "w").after("f8h9,h9f8");
    assert_eq!(p.on("f8"), "A");
    for id in ["L'", "C'", "R'"] {
        let p = with_kings(&format!("{id}f12"), "w").after("f12f13");
        assert_eq!(p.on("f13"), id);
    }
}

#[test]
fn a_piece_promotes_twice_by_capturing_a_promoted_piece() {
    for (id, to) in [
        ("N", "g10"),
        ("L", "f9"),
        ("C", "f9"),
        ("H", "g9"),
        ("B", "g9"),
        ("R", "f9"),
    ] {
        for (victim, mark) in [
            ("n'", "!"),
            ("g'", "!"),
            ("b!", "!"),
            ("n", "'"),
            ("x", "'"),
            ("p", "'"),
            ("o", "'"),
        ] {
            let p = with_kings(&format!("{id}'f8 {victim}{to}"), "w");
            let after = p.after(&format!("f8{to}"));
            assert_eq!(after.on(to), format!("{id}{mark}"), "x {victim}");
        }
    }
}

#[test]
fn one_level_a_move() {
    // Reading 6: a capture of a promoted piece on the enemy's Pawn Row.
    let p = with_kings("Rf12 n'f13", "w").after("f12f13");
    assert_eq!(p.on("f13"), "R'");
}

#[test]
fn magus_and_wizard_need_the_other_to_be_absent() {
    // Reading 8: on the board is what counts, in either form.
    for (others, magus, wizard) in [
        ("", "M'", "W'"),
        ("Wc3", "M", "W'"),
        ("W'c3", "M", "W'"),
        ("Mc3", "M'", "W"),
        ("M'c3", "M'", "W"),
        ("wc12 mc11 m'k12 w'k11", "M'", "W'"),
    ] {
        let p = with_kings(&format!("Mf12 {others}"), "w");
        assert_eq!(p.after("f12f13").on("f13"), magus, "{others}");
        let p = with_kings(&format!("Wf12 {others}"), "w");
        assert_eq!(p.after("f12g13").on("g13"), wizard, "{others}");
        let p = with_kings(&format!("Mf8 xf9 {others}"), "w");
        assert_eq!(p.after("f8f9").on("f9"), magus, "{others}");
    }
    let black = with_kings("mf5 wk12", "b").after("f5f4");
    assert_eq!(black.on("f4"), "m");
}

#[test]
fn captured_pieces_enter_their_owners_pool_at_their_level() {
    for (victim, pool) in [
        ("n", "n"),
        ("n'", "n'"),
        ("b!", "b!"),
        ("x", "x"),
        ("p", ""),
        ("o", ""),
    ] {
        let p = with_kings(&format!("Rf8 {victim}f9"), "w");
        assert_eq!(p.after("f8f9").pool(), pool, "{victim}");
    }
    let black = with_pool("rf8 N!f9", "Bx", "b").after("f8f9");
    assert_eq!(black.pool(), "BN!x");
}

#[test]
fn the_pool_is_printed_white_first_in_the_order_of_the_piece_list() {
    let all = "ABB'B!CC'C!DEE'FGG'HH'H!IJLL'L!MM'NN'N!RR'R!STT'UWW'X";
    let both = format!("{all}{}", all.to_lowercase());
    let reversed = "xw'wut'tsr!r'rn!n'nm'ml!l'ljih!h'hg'gfe'edc!c'cb!b'ba\
                    XW'WUT'TSR!R'RN!N'NM'ML!L'LJIH!H'HG'GFE'EDC!C'CB!B'BA";
    assert_eq!(with_pool("", reversed, "w").pool(), both);
    assert_eq!(with_pool("", "NnN", "w").pool(), "NNn");
}

#[test]
fn without_brackets_the_pool_is_what_is_missing() {
    let all = "AABBCCDDEEFFGGHHIIJJLMNNRRSSTTUUWXX";
    let p = short_sliders(KINGS, "w - - 0 1");
    assert_eq!(p.pool(), format!("{all}{}", all.to_lowercase()));
    // Any level on the board counts, pawns and surplus pieces do not; at level 0.
    let p = short_sliders(
        &format!("{KINGS} N'f8 N!g8 B!h8 Rf9 Rg9 Rh9 b'c11"),
        "w - - 0 1",
    );
    let white = "AABCCDDEEFFGGHHIIJJLMSSTTUUWXX";
    let black = "aabccddeeffgghhiijjlmnnrrssttuuwxx";
    assert_eq!(p.pool(), format!("{white}{black}"));
    let empty = short_sliders(KINGS, "[] w - - 0 1");
    assert_eq!(empty.pool(), "", "empty brackets are an empty pool");
    let start = games::start("short-sliders").fen();
    let without = setup("short-sliders", &start.replace("[]", ""));
    assert_eq!(without.fen(), start);
}

#[test]
fn a_pawn_becomes_on_the_pawn_row_the_lowest_form_of_what_is_in_the_pool() {
    for (pool, expected) in [
        ("", "c13"),
        ("N", "c13 c13n"),
        ("N'", "c13 c13n"),
        ("B!N", "c13 c13b c13n"),
        ("nb", "c13"),
        (
            "ABCDEFGHIJLMNRSTUWX",
            "c13 c13a c13b c13c c13d c13e c13f c13g c13h c13i c13j c13l c13m c13n c13r c13s c13t \
             c13u c13w c13x",
        ),
    ] {
        let p = with_pool("Pc12", pool, "w");
        assert_eq!(p.from("c12"), expected, "[{pool}]");
    }
    let berolina = with_pool("Oc12", "N'", "w");
    assert_eq!(berolina.from("c12"), "b13 b13n d13 d13n");
    let capture = with_pool("Pc12 xd13", "N", "w").after("c12d13n");
    assert_eq!(
        (capture.on("d13"), capture.pool()),
        ("N".into(), "x".into())
    );
}

#[test]
fn a_pawn_becomes_on_the_royal_row_also_a_level_1_form_that_is_there() {
    // Reading 9: captured at level 1 exactly. Level 2 never comes back as such.
    for (pool, expected) in [
        ("", "c16"),
        ("N", "c16 c16n"),
        ("N'", "c16 c16n c16n'"),
        ("N!", "c16 c16n"),
        ("B!NN'", "c16 c16b c16n c16n'"),
        (
            "B'C'E'G'H'L'M'N'R'T'W'",
            "c16 c16b c16b' c16c c16c' c16e c16e' c16g c16g' c16h c16h' c16l c16l' c16m c16m' c16n \
             c16n' c16r c16r' c16t c16t' c16w c16w'",
        ),
    ] {
        let p = with_pool("Pc15", pool, "w");
        assert_eq!(p.from("c15"), expected, "[{pool}]");
    }
    let black = with_pool("pc2 oh2", "N'n'", "b");
    assert_eq!(black.from("c2"), "c1 c1n c1n'");
    assert_eq!(black.from("h2"), "g1 g1n g1n' i1 i1n i1n'");
}

#[test]
fn a_pawn_promotes_on_no_other_rank() {
    for (from, expected) in [("c13", "c14"), ("c14", "c15"), ("c11", "c12"), ("c3", "c4")] {
        let p = with_pool(&format!("P{from}"), "NN'", "w");
        assert_eq!(p.from(from), expected);
    }
    for (from, expected) in [("c5", "c4 c4n"), ("c4", "c3"), ("c3", "c2"), ("c14", "c13")] {
        let p = with_pool(&format!("p{from}"), "nn'", "b");
        assert_eq!(p.from(from), expected);
    }
}

#[test]
fn promotion_takes_from_the_pool() {
    // Interpretations 11 and 19.
    for (pool, mv, left) in [
        ("NN'N!", "c15c16n", "N'N!"),
        ("N'N!", "c15c16n", "N!"),
        ("N!", "c15c16n", ""),
        ("NNN'", "c15c16n", "NN'"),
        ("NN'N!", "c15c16n'", "NN!"),
        ("N'N'n'", "c15c16n'", "N'n'"),
        ("NN'", "c15c16", "NN'"),
    ] {
        let after = with_pool("Pc15", pool, "w").after(mv);
        assert_eq!(after.pool(), left, "[{pool}] {mv}");
        let id = mv[6..].to_uppercase();
        assert_eq!(after.on("c16"), if id.is_empty() { "P" } else { &id });
    }
}

#[test]
fn what_a_pawn_becomes_promotes_no_further_in_that_move() {
    // Reading 20.
    let arrival = with_pool("Pc12", "N", "w").after("c12c13n");
    assert_eq!(arrival.on("c13"), "N");
    let capture = with_pool("Pc12 b'd13", "N", "w").after("c12d13n");
    assert_eq!(capture.on("d13"), "N");
    let level_1 = with_pool("Pc15 b'd16", "N'", "w").after("c15d16n'");
    assert_eq!(level_1.on("d16"), "N'");
}

#[test]
fn magus_and_wizard_come_back_without_the_condition() {
    let p = with_pool("Pc15 Wf8 M'h8", "MM'WW'", "w");
    assert_eq!(p.from("c15"), "c16 c16m c16m' c16w c16w'");
}

#[test]
fn promotion_is_optional_and_a_pawn_on_the_last_rank_can_never_move() {
    // Reading 10.
    let p = with_pool("Pc15", "N", "w").after("c15c16 a16b16");
    assert_eq!((p.on("c16"), p.from("c16")), ("P".into(), "".into()));
    let dead = with_kings("Of16 of1", "w");
    assert_eq!(dead.from("f16"), "");
    assert_eq!(dead.after("a1b1").from("f1"), "");
}

#[test]
fn en_passant_captures_do_not_promote_below_the_pawn_row() {
    let p = short_sliders(&format!("{KINGS} Pc11 pd11"), "[N] w - d12d11 0 1");
    assert_eq!(p.from("c11"), "c12 d12");
}
