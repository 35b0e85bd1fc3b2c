//! Battery Chess and the same board with orthodox pieces (RULES.md sections 3 and 3b;
//! readings 17 and 18).

use crate::games;
use crate::setup::{Setup, refusal, setup};

fn battery(fen: &str) -> Setup {
    setup("battery", fen)
}

fn standard(fen: &str) -> Setup {
    setup("battery-standard", fen)
}

#[test]
fn start_positions() {
    // Reading 17.
    for (game, fen) in [
        (
            "battery",
            "*qtq*/makam/ppppp/5/5/5/5/PPPPP/MAKAM/*QTQ* w - - 0 1",
        ),
        (
            "battery-standard",
            "*nkq*/rnbbr/ppppp/5/5/5/5/PPPPP/RBBNR/*QKN* w - - 0 1",
        ),
    ] {
        assert_eq!(games::start(game).fen(), fen);
    }
}

#[test]
fn pieces_slide_four_squares_and_leap_like_knights() {
    let rook = "a5 b5 c1 c2 c3 c4 c6 c7 c8 c9 d5 e5";
    let bishop = "a3 a7 b4 b6 d4 d6 e3 e7";
    let knight = "a4 a6 b3 b7 d3 d7 e4 e6";
    for (game, id, parts) in [
        ("battery", "Q", vec![rook, bishop]),
        ("battery", "M", vec![rook, knight]),
        ("battery", "A", vec![bishop, knight]),
        ("battery", "T", vec![rook, bishop, knight]),
        ("battery-standard", "Q", vec![rook, bishop]),
        ("battery-standard", "R", vec![rook]),
        ("battery-standard", "B", vec![bishop]),
        ("battery-standard", "N", vec![knight]),
    ] {
        let fen = format!("*3*/k4/5/5/5/2{id}2/5/5/4K/*3* w - - 0 1");
        let mut expected: Vec<&str> = parts.iter().flat_map(|p| p.split(' ')).collect();
        expected.sort_unstable();
        assert_eq!(
            setup(game, &fen).from("c5"),
            expected.join(" "),
            "{game} {id}"
        );
    }
}

#[test]
fn slides_reach_four_squares_along_the_files_and_no_further() {
    for (game, id) in [
        ("battery", "Q"),
        ("battery", "M"),
        ("battery", "T"),
        ("battery-standard", "Q"),
        ("battery-standard", "R"),
    ] {
        let fen = format!("*3*/k4/5/5/5/5/5/4K/2{id}2/*3* w - - 0 1");
        let p = setup(game, &fen);
        assert!(p.can("c2c6") && !p.can("c2c7"), "{game} {id}");
    }
    // Five files allow four diagonal steps: the limit of A4 and B4 shows on a4-e8 only.
    let p = battery("*3*/5/5/5/5/5/A4/k4/4K/*3* w - - 0 1");
    assert!(p.can("a4e8"));
    let p = standard("*3*/5/5/5/5/5/B4/k4/4K/*3* w - - 0 1");
    assert!(p.can("a4e8"));
}

#[test]
fn the_corners_are_not_part_of_the_board() {
    let p = battery("*3*/4k/5/5/5/5/5/5/K4/*3* w - - 0 1");
    assert_eq!(p.from("a2"), "a3 b1 b2 b3");
    let p = standard("*3*/4k/5/5/5/5/5/2N2/4K/*3* w - - 0 1");
    assert_eq!(p.from("c3"), "a2 a4 b1 b5 d1 d5 e4");
}

#[test]
fn pawns_are_orthodox() {
    for game in ["battery", "battery-standard"] {
        for (fen, from, expected) in [
            ("*3*/4k/5/5/5/5/5/1P3/4K/*3* w - - 0 1", "b3", "b4 b5"),
            ("*3*/4k/5/5/5/5/1P3/5/4K/*3* w - - 0 1", "b4", "b5"),
            ("*3*/4k/5/5/5/5/5/5/1P2K/*3* w - - 0 1", "b2", "b3"),
            ("*3*/4k/1p3/5/5/5/5/5/4K/*3* b - - 0 1", "b8", "b6 b7"),
            ("*3*/4k/5/1p3/5/5/5/5/4K/*3* b - - 0 1", "b7", "b6"),
            ("*3*/1p2k/5/5/5/5/5/5/4K/*3* b - - 0 1", "b9", "b8"),
            ("*3*/4k/5/5/5/1p3/ppp2/1P3/4K/*3* w - - 0 1", "b3", "a4 c4"),
            ("*3*/4k/5/5/5/1p3/5/1P3/4K/*3* w - - 0 1", "b3", "b4"),
        ] {
            assert_eq!(setup(game, fen).from(from), expected, "{game} {fen}");
        }
    }
}

#[test]
fn en_passant() {
    for game in ["battery", "battery-standard"] {
        let white = setup(game, "*3*/4k/5/5/5/2p2/5/1P3/4K/*3* w - - 3 1").after("b3b5");
        assert_eq!(white.field(3), "b4");
        let taken = white.after("c5b4");
        assert_eq!(taken.field(0), "*3*/4k/5/5/5/5/1p3/5/4K/*3*");
        let black = setup(game, "*3*/4k/1p3/5/2P2/5/5/5/4K/*3* b - - 3 1").after("b8b6");
        assert_eq!(black.after("c6b7").on("b6"), ".");
    }
}

#[test]
fn no_castling() {
    for game in ["battery", "battery-standard"] {
        let start = games::start(game).fen();
        let message = refusal(game, &start.replace(" - -", " K -"));
        assert!(message.contains("no castling 'K'"), "{message}");
    }
}

#[test]
fn on_rank_9_a_pawn_may_become_q_m_a_or_stay() {
    let p = battery("*3*/5/1PPP1/5/5/k4/5/5/4K/*3* w - - 0 1");
    for file in ['b', 'c', 'd'] {
        let texts = ["9", "9a", "9m", "9q"].map(|t| format!("{file}{t}"));
        assert_eq!(p.from(&format!("{file}8")), texts.join(" "), "no Terror");
    }
    let black = battery("*3*/4k/5/5/5/5/5/1p3/4K/*3* b - - 0 1");
    assert_eq!(black.from("b3"), "b2 b2a b2m b2q");
}

#[test]
fn on_a9_and_e9_it_must() {
    let p = battery("*3*/5/P3P/5/5/k4/5/5/4K/*3* w - - 0 1");
    assert_eq!(p.from("a8"), "a9a a9m a9q");
    assert_eq!(p.from("e8"), "e9a e9m e9q");
    let p = battery("*3*/m4/1P3/5/5/k4/5/5/4K/*3* w - - 0 1");
    assert_eq!(p.from("b8"), "a9a a9m a9q b9 b9a b9m b9q");
    let black = battery("*3*/4k/5/5/5/5/5/p3p/2K2/*3* b - - 0 1");
    assert_eq!(black.from("a3"), "a2a a2m a2q");
    assert_eq!(black.from("e3"), "e2a e2m e2q");
}

#[test]
fn on_rank_10_it_must_and_the_terror_is_a_choice() {
    // Reading 18.
    let p = battery("*3*/1P3/5/5/5/k4/5/5/4K/*3* w - - 0 1");
    assert_eq!(p.from("b9"), "b10a b10m b10q b10t");
    assert_eq!(p.after("b9b10t").on("b10"), "T");
    let capture = battery("*1m1*/1P3/5/5/5/k4/5/5/4K/*3* w - - 0 1");
    assert_eq!(
        capture.from("b9"),
        "b10a b10m b10q b10t c10a c10m c10q c10t"
    );
    let black = battery("*3*/4k/5/5/5/5/5/5/K2p1/*3* b - - 0 1");
    assert_eq!(black.from("d2"), "d1a d1m d1q d1t");
}

#[test]
fn a_held_back_pawn_keeps_its_choice() {
    let p = battery("*3*/5/1P3/5/5/k4/5/5/4K/*3* w - - 0 1").after("b8b9 a5a4");
    assert_eq!(p.from("b9"), "b10a b10m b10q b10t");
}

#[test]
fn a_type_is_available_below_its_number_in_the_initial_setup() {
    for (row_3, rank_9, rank_10) in [
        ("QM3", "b9 b9a b9m b9q", "d10a d10m d10q d10t"),
        ("QQ3", "b9 b9a b9m", "d10a d10m d10t"),
        ("MM3", "b9 b9a b9q", "d10a d10q d10t"),
        ("AA3", "b9 b9m b9q", "d10m d10q d10t"),
        ("T4", "b9 b9a b9m b9q", "d10a d10m d10q"),
        ("QQQ2", "b9 b9a b9m", "d10a d10m d10t"),
        ("aa3", "b9 b9a b9m b9q", "d10a d10m d10q d10t"),
    ] {
        let p = battery(&format!("*3*/3P1/1Pk2/5/5/5/5/{row_3}/4K/*3* w - - 0 1"));
        assert_eq!(p.from("b8"), rank_9, "{row_3}");
        assert_eq!(p.from("d9"), rank_10, "{row_3}");
    }
}

#[test]
fn a_move_that_must_promote_and_finds_nothing_is_illegal() {
    // All but the Terror are on the board, then it too.
    let p = battery("*3*/3P1/P1k1P/5/5/5/5/AA3/QQMM1/*1K1* w - - 0 1");
    assert_eq!((p.from("a8"), p.from("e8")), (String::new(), String::new()));
    assert_eq!(p.from("d9"), "d10t");
    let p = battery("*3*/3P1/1Pk2/5/5/5/5/AA2T/QQMM1/*1K1* w - - 0 1");
    assert_eq!((p.from("d9"), p.from("b8")), ("".into(), "b9".into()));
}

#[test]
fn the_pawn_gives_check_all_the_same() {
    for (board, status) in [
        ("*3*/k4/1P3/5/5/5/5/AA2T/QQMM1/*1K1*", "check"),
        ("*3*/4k/1P3/5/5/5/5/AA2T/QQMM1/*1K1*", "ongoing"),
        ("*1k1*/1P3/5/5/5/5/5/AA2T/QQMM1/*1K1*", "check"),
        ("*k2*/1P3/5/5/5/5/5/AA2T/QQMM1/*1K1*", "ongoing"),
    ] {
        assert_eq!(
            battery(&format!("{board} b - - 0 1")).status(),
            status,
            "{board}"
        );
    }
}

#[test]
fn pawns_in_a_fen_do_not_stand_where_they_must_have_promoted() {
    for (game, board, place) in [
        (
            "battery",
            "*P2*/5/5/5/5/k4/5/5/4K/*3*",
            "P cannot stand on b10",
        ),
        (
            "battery",
            "*3*/P4/5/5/5/k4/5/5/4K/*3*",
            "P cannot stand on a9",
        ),
        (
            "battery",
            "*3*/4P/5/5/5/k4/5/5/4K/*3*",
            "P cannot stand on e9",
        ),
        (
            "battery",
            "*3*/5/5/5/5/k4/5/5/2K2/*2p*",
            "p cannot stand on d1",
        ),
        (
            "battery",
            "*3*/5/5/5/5/k4/5/5/p1K2/*3*",
            "p cannot stand on a2",
        ),
        (
            "battery",
            "*3*/5/5/5/5/k4/5/5/2K1p/*3*",
            "p cannot stand on e2",
        ),
        (
            "battery-standard",
            "*3*/2P2/5/5/5/k4/5/5/4K/*3*",
            "P cannot stand on c9",
        ),
        (
            "battery-standard",
            "*P2*/5/5/5/5/k4/5/5/4K/*3*",
            "P cannot stand on b10",
        ),
        (
            "battery-standard",
            "*3*/5/5/5/5/k4/5/5/2p1K/*3*",
            "p cannot stand on c2",
        ),
        (
            "battery-standard",
            "*3*/5/5/5/5/k4/5/5/4K/*p2*",
            "p cannot stand on b1",
        ),
    ] {
        let message = refusal(game, &format!("{board} w - - 0 1"));
        assert!(message.contains(place), "{game} {board}: {message}");
    }
    battery("*3*/1PPP1/5/5/5/k4/5/K4/1ppp1/*3* w - - 0 1");
    battery("*p2*/4p/5/5/5/k4/5/K4/4P/*P2* w - - 0 1");
}

#[test]
fn standard_pawns_must_promote_on_rank_9_without_any_limit() {
    let p = standard("*3*/5/P1P1k/5/5/5/5/QQRR1/NNBBK/*QQQ* w - - 0 1");
    assert_eq!(p.from("a8"), "a9b a9n a9q a9r");
    assert_eq!(p.from("c8"), "c9b c9n c9q c9r");
    let black = standard("*3*/4k/5/5/5/5/5/1p3/4K/*3* b - - 0 1");
    assert_eq!(black.from("b3"), "b2b b2n b2q b2r");
}

#[test]
fn stalemate_and_checkmate_as_in_chess() {
    let stalemate = standard("*k2*/3Q1/1K3/5/5/5/5/5/5/*3* b - - 0 1");
    assert_eq!(stalemate.moves(), [""; 0]);
    assert_eq!(
        (stalemate.status().as_str(), stalemate.result()),
        ("stalemate", "1/2-1/2")
    );
    let mate = standard("*k2*/1Q3/1K3/5/5/5/5/5/5/*3* b - - 0 1");
    assert_eq!(
        (mate.status().as_str(), mate.result()),
        ("checkmate", "1-0")
    );
}
