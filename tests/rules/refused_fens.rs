//! What a FEN is refused for, and that the message says what and where; and what is
//! odd but accepted (RULES.md section 0).

use crate::games;
use crate::setup::{refusal, setup, short_sliders, short_sliders_fen};

/// Kings that are out of the way, and a dead pawn for each so that neither is bare.
const KINGS: &str = "Ka1 ka16 Pl16 pl1";

/// FENs that must be refused, and what the message must say of each.
fn refused(game: &str, cases: &[(&str, &[&str])]) {
    for (fen, parts) in cases {
        let message = refusal(game, fen);
        for part in *parts {
            assert!(
                message.contains(part),
                "{fen}: '{message}' without '{part}'"
            );
        }
    }
}

#[test]
fn number_of_fields() {
    refused(
        "chess",
        &[
            ("", &["empty"]),
            ("4k3/8/8/8/8/8/8/4K3", &["one field"]),
            ("4k3/8/8/8/8/8/8/4K3 w -", &["3 fields"]),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0", &["5 fields"]),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 1", &["7 fields"]),
            ("4k3/8/8/8/8/8/8/4K3  w - - 0 1", &["7 fields"]),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 ", &["7 fields"]),
        ],
    );
}

#[test]
fn board_that_does_not_fit() {
    refused(
        "chess",
        &[
            ("4k3/8/8/8/8/8/4K3 w - - 0 1", &["board", "ranks is 7"]),
            ("4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", &["board", "ranks is 9"]),
            ("4k3/8/8/9/8/8/8/4K3 w - - 0 1", &["rank 5"]),
            ("4k3/8/8/7/8/8/8/4K3 w - - 0 1", &["rank 5"]),
            ("4k3/8/8/8/8/8/8/4K4 w - - 0 1", &["rank 1"]),
            ("4k3/8/8/8/8/8/8/4K3/ w - - 0 1", &["ranks is 9"]),
            ("4k3//8/8/8/8/8/4K3 w - - 0 1", &["rank 7"]),
        ],
    );
}

#[test]
fn unknown_ids() {
    refused(
        "chess",
        &[
            (
                "4k3/8/8/3X4/8/8/8/4K3 w - - 0 1",
                &["rank 5", "file d", "X"],
            ),
            (
                "4k3/8/8/8/8/2N'5/8/4K3 w - - 0 1",
                &["rank 3", "file c", "N'"],
            ),
            (
                "4k3/8/8/8/8/2?5/8/4K3 w - - 0 1",
                &["rank 3", "file c", "?"],
            ),
        ],
    );
    let fen = short_sliders_fen(&format!("{KINGS} E!d9"), "w - - 0 1");
    refused("short-sliders", &[(&fen, &["rank 9", "file d", "E!"])]);
}

#[test]
fn holes_and_pieces_in_the_wrong_places() {
    refused(
        "battery",
        &[
            ("Q3*/4k/5/5/5/5/5/5/K4/*3* w - - 0 1", &["a10"]),
            ("5/4k/5/5/5/5/5/5/K4/*3* w - - 0 1", &["a10"]),
            ("*3*/4k/5/5/2*2/5/5/5/K4/*3* w - - 0 1", &["c6"]),
        ],
    );
    refused("chess", &[("4k3/8/8/8/8/8/8/*3K3 w - - 0 1", &["a1"])]);
    refused(
        "opposition",
        &[("4P**/k6/7/7/7/6K/***4 w - - 0 1", &["rank 7"])],
    );
}

#[test]
fn not_exactly_one_king_a_side() {
    refused(
        "chess",
        &[
            ("8/8/8/8/8/8/8/4K3 w - - 0 1", &["Black", "0 kings"]),
            ("4k3/8/8/8/8/8/8/8 w - - 0 1", &["White", "0 kings"]),
            ("4k3/8/8/8/8/8/8/K3K3 w - - 0 1", &["White", "2 kings"]),
            ("k3k3/8/8/8/8/8/8/4K3 w - - 0 1", &["Black", "2 kings"]),
        ],
    );
}

#[test]
fn side_not_to_move_in_check() {
    refused(
        "chess",
        &[
            ("4k3/8/8/8/8/8/8/K3R3 w - - 0 1", &["Black", "check"]),
            ("k3r3/8/8/8/8/8/8/4K3 b - - 0 1", &["White", "check"]),
            ("8/8/8/3kK3/8/8/8/8 w - - 0 1", &["check"]),
        ],
    );
    setup("chess", "4k3/8/8/8/8/8/8/K3R3 b - - 0 1");
}

#[test]
fn side_to_move_is_w_or_b() {
    refused(
        "chess",
        &[
            ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", &["side", "'x'"]),
            ("4k3/8/8/8/8/8/8/4K3 W - - 0 1", &["side", "'W'"]),
        ],
    );
}

#[test]
fn castling_right_without_king_and_rook_at_home() {
    refused(
        "chess",
        &[
            ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", &["'K'", "R", "h1"]),
            ("4k3/8/8/8/8/8/8/4K2N w K - 0 1", &["'K'", "R", "h1"]),
            ("4k3/8/8/8/8/8/8/4K2R w Q - 0 1", &["'Q'", "R", "a1"]),
            ("4k3/8/8/8/8/8/8/3K3R w K - 0 1", &["'K'", "K", "e1"]),
            ("r3k3/8/8/8/8/8/8/4K3 w k - 0 1", &["'k'", "r", "h8"]),
            ("3k3r/8/8/8/8/8/8/4K3 w q - 0 1", &["'q'", "k", "e8"]),
            ("4k3/8/8/8/8/8/8/4K2R w KX - 0 1", &["castling", "KX"]),
            ("4k3/8/8/8/8/8/8/4K2r w K - 0 1", &["'K'", "R on h1"]),
        ],
    );
    for (rook, place) in [("R'l1", "R on l1"), ("R!l1", "R on l1")] {
        let fen = short_sliders_fen(&format!("Kg1 ka16 pf9 {rook}"), "w K - 0 1");
        refused("short-sliders", &[(&fen, &["'K'", place])]);
    }
    refused(
        "opposition",
        &[("4***/k6/7/7/7/6K/***4 w K - 0 1", &["no castling", "'K'"])],
    );
}

#[test]
fn e_p_field_that_does_not_fit() {
    refused(
        "chess",
        &[
            // Not a square; no pawn; wrong side; own pawn; passed or start not empty.
            ("4k3/8/8/8/4P3/8/8/4K3 b - e9 0 1", &["en passant", "e9"]),
            ("4k3/8/8/8/4P3/8/8/4K3 b - xx 0 1", &["en passant", "xx"]),
            ("4k3/8/8/8/8/8/8/4K3 b - e3 0 1", &["en passant", "e3"]),
            ("4k3/8/8/8/4N3/8/8/4K3 b - e3 0 1", &["en passant", "e3"]),
            ("4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", &["en passant", "e3"]),
            ("4k3/8/8/8/4p3/8/8/4K3 b - e3 0 1", &["en passant", "e3"]),
            ("4k3/8/8/8/4P3/4n3/8/K7 b - e3 0 1", &["en passant", "e3"]),
            ("4k3/8/8/8/4P3/8/4N3/4K3 b - e3 0 1", &["en passant", "e3"]),
            ("4k3/8/8/4P3/8/8/8/4K3 b - e4 0 1", &["en passant", "e4"]),
            (
                "4k3/8/8/8/4P3/8/8/4K3 b - e3e4 0 1",
                &["en passant", "e3e4"],
            ),
        ],
    );
    refused(
        "opposition",
        &[("4***/k6/7/7/7/6K/***4 w - d4 0 1", &["en passant", "d4"])],
    );
    for (pieces, field) in [
        ("Of6", "e5"),
        ("Of6", "e5g6"),
        ("Of6", "f5f6"),
        ("Pf6", "e5f6"),
        ("Of6 xe5", "e5f6"),
        ("Of6 Xd4", "e5f6"),
        ("of6", "e5f6"),
        ("Of7", "e6f7"),
        ("Of6", "e5f6g7"),
    ] {
        let rest = format!("b - {field} 0 1");
        let fen = short_sliders_fen(&format!("{KINGS} {pieces}"), &rest);
        refused("short-sliders", &[(&fen, &["en passant", field])]);
    }
    let fen = short_sliders_fen(&format!("{KINGS} Of6"), "w - e5f6 0 1");
    refused("short-sliders", &[(&fen, &["en passant", "e5f6"])]);
    // The same with nothing wrong.
    short_sliders(&format!("{KINGS} Of6"), "b - e5f6 0 1");
    short_sliders(&format!("{KINGS} Pf6"), "b - f5f6 0 1");
    short_sliders(&format!("{KINGS} od11"), "w - e12d11 0 1");
}

#[test]
fn pool_with_pawns_or_kings_or_what_is_no_piece() {
    for (pool, part) in [
        ("P", "'P'"),
        ("No", "'o'"),
        ("K", "'K'"),
        ("nk", "'k'"),
        ("X'", "X'"),
        ("Y", "Y"),
        ("N-", "-"),
    ] {
        let fen = short_sliders_fen(KINGS, &format!("[{pool}] w - - 0 1"));
        refused("short-sliders", &[(&fen, &["pool", part])]);
    }
    let open = short_sliders_fen(KINGS, "[N w - - 0 1");
    refused("short-sliders", &[(&open, &["bracket"])]);
    // Only a game that has one prints one.
    refused("chess", &[("4k3/8/8/8/8/8/8/4K3[] w - - 0 1", &["pool"])]);
    assert!(!games::start("battery").fen().contains('['));
}

#[test]
fn counters_from_0_to_65535() {
    refused(
        "chess",
        &[
            ("4k3/8/8/8/8/8/8/4K3 w - - 65536 1", &["'65536'"]),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 65536", &["'65536'"]),
            ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", &["'-1'"]),
            ("4k3/8/8/8/8/8/8/4K3 w - - +1 1", &["'+1'"]),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 x", &["'x'"]),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1.0", &["'1.0'"]),
        ],
    );
}

#[test]
fn anything_outside_ascii() {
    refused(
        "chess",
        &[
            (
                "4k3/8/8/8/8/8/8/4\u{212a}3 w - - 0 1",
                &["character 18", "ASCII"],
            ),
            ("4k3/8/8/8/8/8/8/4K3 w - \u{2013} 0 1", &["ASCII"]),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 \u{661}", &["ASCII"]),
        ],
    );
}

#[test]
fn any_other_oddity_is_accepted() {
    for (game, fen) in [
        ("chess", "QQQQQQQQ/QQQ4k/8/8/8/8/8/K7 b - - 0 1"),
        ("chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 0"),
        // A waiting pawn whose kind is available.
        ("opposition", "P3***/k6/7/7/7/6K/***p3 w - - 0 1"),
        ("opposition", "4***/k6/7/7/7/6K/***4 w - - 500 3"),
        ("battery", "*TT1*/4k/5/5/5/5/QQQQ1/5/K4/*3* b - - 0 1"),
    ] {
        assert_eq!(setup(game, fen).fen(), fen);
    }
    // A pool that does not add up, and dead pawns.
    let fen = short_sliders_fen(&format!("{KINGS} Of16 oc1"), "[NNNNNNN'N!] w - - 0 1");
    assert_eq!(setup("short-sliders", &fen).fen(), fen);
}
