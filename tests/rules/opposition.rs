//! Opposition Chess (RULES.md section 2; readings 14 to 16, 22 and 23).

use crate::games;
use crate::setup::{Setup, refusal, setup};

fn opposition(fen: &str) -> Setup {
    setup("opposition", fen)
}

/// Row 1 with White's slider in each position, and row 7 with Black's: O, I, II, III.
const WHITE_ROWS: [&str; 4] = ["***4", "**4*", "*4**", "4***"];
const BLACK_ROWS: [&str; 4] = ["4***", "*4**", "**4*", "***4"];

#[test]
fn start_position() {
    let start = games::start("opposition").fen();
    assert_eq!(start, "1kh1***/mmh4/ppp4/7/4PPP/4HMM/***1HK1 w - - 0 1");
}

#[test]
fn each_slider_has_four_positions_and_shifts_to_the_other_three() {
    let files = ['d', 'c', 'b', 'a'];
    for (now, row) in WHITE_ROWS.iter().enumerate() {
        let p = opposition(&format!("4***/k6/7/7/7/6K/{row} w - - 0 1"));
        let from = format!("{}1", files[now]);
        let mut texts: Vec<String> = (0..4)
            .filter(|&n| n != now)
            .map(|n| format!("{}1s", files[n]))
            .collect();
        texts.sort();
        assert_eq!(p.from(&from), texts.join(" "), "White {now}");
        for (after, expected) in WHITE_ROWS.iter().enumerate().filter(|(n, _)| *n != now) {
            let fen = p.after(&format!("{from}{}1s", files[after])).fen();
            assert_eq!(fen, format!("4***/k6/7/7/7/6K/{expected} b - - 1 1"));
        }
    }
    for (now, row) in BLACK_ROWS.iter().enumerate() {
        // Seen by Black, O is to his right: files a to d.
        let p = opposition(&format!("{row}/k6/7/7/7/6K/***4 b - - 0 1"));
        let from = format!("{}7", ['a', 'b', 'c', 'd'][now]);
        for (after, expected) in BLACK_ROWS.iter().enumerate().filter(|(n, _)| *n != now) {
            let text = format!("{from}{}7s", ['a', 'b', 'c', 'd'][after]);
            assert!(p.can(&text), "{text}");
            let fen = p.after(&text).fen();
            assert_eq!(fen, format!("{expected}/k6/7/7/7/6K/***4 w - - 1 2"));
        }
    }
}

#[test]
fn everything_on_the_slider_moves_with_it() {
    let p = opposition("4***/k6/7/7/7/6K/***HMPp w - - 0 1");
    assert!(!p.can("d1b1s"), "an enemy pawn is on it");
    let p = opposition("4***/k6/7/7/7/6K/***HM1P w - - 0 1");
    assert_eq!(p.after("d1b1s").field(0), "4***/k6/7/7/7/6K/*HM1P**");
    assert_eq!(p.after("d1a1s").field(0), "4***/k6/7/7/7/6K/HM1P***");
    let king = opposition("1k1m***/7/7/7/7/6K/***4 b - - 0 1");
    assert_eq!(king.after("a7d7s").field(0), "***1k1m/7/7/7/7/6K/***4");
}

#[test]
fn only_the_own_slider() {
    let p = opposition("4***/k6/7/7/7/6K/***4 w - - 0 1");
    assert_eq!(p.from("a7"), "");
    let black = opposition("4***/k6/7/7/7/6K/***4 b - - 0 1");
    assert_eq!(black.from("d1"), "");
}

#[test]
fn no_shift_while_in_check() {
    let p = opposition("4***/6k/7/4m2/7/2K4/***4 w - - 0 1");
    assert_eq!((p.status().as_str(), p.from("d1")), ("check", "".into()));
    // Not even one that would take the king out of it.
    let on_it = opposition("4***/6k/7/7/1m5/7/***K3 w - - 0 1");
    assert_eq!(on_it.status(), "check");
    assert!(!on_it.can("d1a1s"));
    let calm = opposition("4***/6k/7/3m3/7/2K4/***4 w - - 0 1");
    assert_eq!(calm.from("d1"), "a1s b1s c1s");
}

#[test]
fn no_shift_with_an_enemy_piece_on_it() {
    for (row, shifts) in [
        ("***1m2", ""),
        ("***3p", ""),
        ("***2k1", ""),
        ("***3P", "a1s b1s c1s"),
    ] {
        let king = if row.contains('k') { "7" } else { "6k" };
        let p = opposition(&format!("4***/{king}/7/7/K6/7/{row} w - - 0 1"));
        assert_eq!(p.from("d1"), shifts, "{row}");
    }
    // Black's own slider may carry his pieces, and not White's.
    let black = opposition("P3***/6k/7/7/K6/7/***1m2 b - - 0 1");
    assert_eq!(black.from("a7"), "");
    let black = opposition("m3***/6k/7/7/K6/7/***1m2 b - - 0 1");
    assert!(black.from("a7").contains("b7s"));
}

#[test]
fn no_shift_into_check() {
    // e3 attacks c1 and not d1, b1 or a1.
    let p = opposition("4***/6k/7/7/4m2/7/***K3 w - - 0 1");
    assert!(!p.can("d1c1s"));
}

#[test]
fn no_shift_through_check_with_the_king_on_the_slider() {
    // Reading 14.
    let p = opposition("4***/6k/7/7/4m2/7/***K3 w - - 0 1");
    let shifts = p.moves().into_iter().filter(|mv| mv.ends_with('s'));
    assert_eq!(shifts.count(), 0, "all pass or end on c1");
    // e4 attacks b7: Black's king would pass or end there.
    let black = opposition("k3***/7/7/4M2/7/6K/***4 b - - 0 1");
    assert_eq!(black.status(), "ongoing");
    assert!(black.moves().iter().all(|mv| !mv.ends_with('s')));
}

#[test]
fn shift_through_check_is_only_about_squares_on_the_way() {
    // Black Monk on d4 attacks a1 and g1 only: b1 and c1 are free to go to.
    let p = opposition("4***/6k/7/3m3/7/7/***K3 w - - 0 1");
    assert_eq!(p.from("d1"), "b1s c1s c2 d2 e1 e2");
    let black = opposition("3k***/7/7/4M2/7/6K/***4 b - - 0 1");
    // e4 attacks b7, which this king does not pass.
    assert_eq!(black.status(), "ongoing");
    assert!(black.can("a7b7s") && black.can("a7c7s"));
}

#[test]
fn shift_with_the_king_elsewhere_asks_nothing_of_the_way() {
    // The same Monk, with the king beside the slider's row.
    let p = opposition("4***/6k/7/7/4m2/K6/***H3 w - - 0 1");
    assert_eq!(p.status(), "ongoing");
    for shift in ["d1c1s", "d1b1s", "d1a1s"] {
        assert!(p.can(shift), "{shift}");
    }
}

#[test]
fn an_empty_slider_may_be_shifted() {
    let p = opposition("4***/k6/7/7/7/6K/***4 w - - 0 1");
    assert!(p.can("d1a1s"));
}

#[test]
fn shift_text_names_the_lowest_live_cell() {
    let p = opposition("4***/k6/7/7/7/6K/**4* w - - 0 1");
    assert!(p.can("c1a1s"));
    for wrong in ["d1a1s", "c1e1s", "c1c1s", "c1b2s", "f1d1s", "c1b1"] {
        assert!(!p.can(wrong), "{wrong}");
        p.why_not(wrong);
    }
}

#[test]
fn monk_slides_three_diagonally_or_steps_orthogonally() {
    let p = opposition("***4/k6/7/3M3/7/6K/***4 w - - 0 1");
    assert_eq!(p.from("d4"), "b2 b6 c3 c4 c5 d3 d5 e3 e4 e5 f2 f6 g1 g7");
    let edge = opposition("4***/6k/7/7/7/M5K/***4 w - - 0 1");
    assert_eq!(edge.from("a2"), "a3 b2 b3 c4 d5", "not as far as e6");
    let blocked = opposition("4***/k6/2p4/3M3/4P2/6K/***4 w - - 0 1");
    assert_eq!(blocked.from("d4"), "b2 c3 c4 c5 d3 d5 e4 e5 f6");
}

#[test]
fn horse_needs_one_open_way() {
    // From d4 to e6: over d5, or over e5.
    for (row_5, possible) in [
        ("7", true),
        ("3P3", true),
        ("4P2", true),
        ("3PP2", false),
        ("3pp2", false),
        ("3Pp2", false),
    ] {
        let p = opposition(&format!("4***/k6/{row_5}/3H3/7/6K/***4 w - - 0 1"));
        assert_eq!(p.can("d4e6"), possible, "{row_5}");
        // A check obeys the same.
        let black_row = row_5.to_lowercase();
        let check = opposition(&format!("4***/4k2/{black_row}/3H3/7/6K/***4 b - - 0 1"));
        let status = if possible { "check" } else { "ongoing" };
        assert_eq!(check.status(), status, "{row_5}");
    }
}

#[test]
fn horse_reaches_all_eight_knights_squares_and_no_other() {
    let p = opposition("4***/k6/7/3H3/7/6K/***4 w - - 0 1");
    assert_eq!(p.from("d4"), "b3 b5 c2 c6 e2 e6 f3 f5");
    // One way of each kind is enough.
    let orthogonal = opposition("4***/k6/2P1P2/3H3/2P1P2/6K/***4 w - - 0 1");
    assert_eq!(orthogonal.from("d4"), "b3 b5 c2 c6 e2 e6 f3 f5");
    let diagonal = opposition("4***/k6/3P3/2PHP2/3P3/6K/***4 w - - 0 1");
    assert_eq!(diagonal.from("d4"), "b3 b5 c2 c6 e2 e6 f3 f5");
    let none = opposition("4***/k6/2PPP2/2PHP2/2PPP2/6K/***4 w - - 0 1");
    assert_eq!(none.from("d4"), "");
}

#[test]
fn horse_does_not_step_over_a_dead_cell() {
    // From b2 to d1: over c2, or over c1 if the slider is there.
    for (rows, possible) in [
        ("1H3K1/***4", true),
        ("1HP2K1/***4", false),
        ("1HP2K1/*4**", true),
        ("1HP2K1/*1p2**", false),
    ] {
        let p = opposition(&format!("4***/k6/7/7/7/{rows} w - - 0 1"));
        assert_eq!(p.can("b2d1"), possible, "{rows}");
    }
}

#[test]
fn dead_cells_cannot_be_entered() {
    let king = opposition("4***/6k/7/7/7/2K4/***4 w - - 0 1");
    assert_eq!(king.from("c2"), "b2 b3 c3 d1 d2 d3");
    let monk = opposition("4***/6k/7/7/7/2M3K/***4 w - - 0 1");
    assert_eq!(monk.from("c2"), "a4 b2 b3 c3 d1 d2 d3 e4 f5");
    let horse = opposition("4***/6k/7/7/H6/6K/***4 w - - 0 1");
    assert_eq!(horse.from("a3"), "b5 c2 c4", "not b1");
    let pawn = opposition("4***/6k/7/7/7/p5K/***4 b - - 0 1");
    assert_eq!(pawn.from("a2"), "b2", "not a1");
    let pawn = opposition("4***/4P2/7/7/k6/6K/***4 w - - 0 1");
    assert_eq!(pawn.from("e6"), "d6 f6");
}

#[test]
fn slider_cells_are_like_others() {
    let p = opposition("4***/k6/7/7/7/7/***1MK1 w - - 0 1");
    assert_eq!(p.from("e1"), "b4 c3 d1 d2 e2 f2 g3");
    assert_eq!(p.from("f1"), "e2 f2 g1 g2");
}

#[test]
fn pawn_steps_forward_or_sideways_and_captures_diagonally_forward() {
    let p = opposition("4***/k6/7/7/3P3/6K/***4 w - - 0 1");
    assert_eq!(p.from("d3"), "c3 d4 e3", "no double step");
    let p = opposition("4***/k6/7/2pmp2/2pPp2/2p1p1K/***4 w - - 0 1");
    assert_eq!(p.from("d3"), "c4 e4", "not straight, sideways or backwards");
    let black = opposition("4***/k6/3p3/7/7/6K/***4 b - - 0 1");
    assert_eq!(black.from("d5"), "c5 d4 e5");
    let black = opposition("4***/k6/2PpP2/2PMP2/7/6K/***4 b - - 0 1");
    assert_eq!(black.from("d5"), "c4 e4");
}

#[test]
fn pawn_must_promote_to_an_available_kind() {
    // Reading 23. Which of White's Monks and Horses stand on rank 2.
    for (men, expected) in [
        ("7", "c7h c7m"),
        ("MH5", "c7h c7m"),
        ("MM5", "c7h"),
        ("MMH4", "c7h"),
        ("HH5", "c7m"),
        ("HHM4", "c7m"),
        ("MMHH3", "c7"),
    ] {
        let p = opposition(&format!("4***/2P4/k6/7/6K/{men}/***4 w - - 0 1"));
        let to_row_7: Vec<String> = p
            .moves()
            .into_iter()
            .filter(|t| t.starts_with("c6c7"))
            .collect();
        let expected: Vec<String> = expected.split(' ').map(|t| format!("c6{t}")).collect();
        assert_eq!(to_row_7, expected, "{men}");
    }
    let capture = opposition("1m2***/2P4/k6/7/6K/MM5/***4 w - - 0 1");
    assert!(capture.can("c6b7h") && !capture.can("c6b7"));
    let after = capture.after("c6b7h");
    assert_eq!(after.on("b7"), "H");
    let black = opposition("4***/k6/7/7/7/4p1K/***4 b - - 0 1");
    assert_eq!(black.from("e2"), "d2 e1h e1m f2");
}

#[test]
fn promotion_counts_the_own_pieces_only() {
    let p = opposition("4***/2P4/k6/hhmm3/6K/7/***4 w - - 0 1");
    assert!(p.can("c6c7h") && p.can("c6c7m"));
}

#[test]
fn a_waiting_pawn_may_step_sideways() {
    let p = opposition("1P2***/7/k6/7/6K/MMHH3/***4 w - - 0 1");
    assert_eq!(p.from("b7"), "a7 c7");
    // Its step ends on the row: if a kind is available (an odd position), it promotes.
    let p = opposition("1P2***/7/k6/7/6K/MM5/***4 w - - 0 1");
    assert_eq!(p.from("b7"), "a7h c7h");
    let end = opposition("3P***/7/k6/7/6K/MMHH3/***4 w - - 0 1");
    assert_eq!(end.from("d7"), "c7", "the slider ends there");
}

#[test]
fn a_waiting_pawn_becomes_what_is_captured() {
    let p = opposition("1P2***/7/6k/7/4m1K/MMH2H1/***4 b - - 0 1");
    let after = p.after("e3f2");
    assert_eq!((after.on("b7"), after.on("f2")), ("H".into(), "m".into()));
    let monk = opposition("1P2***/7/6k/7/4m1K/MHH2M1/***4 b - - 0 1").after("e3f2");
    assert_eq!(monk.on("b7"), "M");
    let pawn = opposition("1P2***/7/6k/7/4m1K/MMHH1P1/***4 b - - 0 1").after("e3f2");
    assert_eq!(pawn.on("b7"), "P", "a pawn wakes nobody");
    let own = opposition("1P2***/7/6k/4m2/4m1K/MHH2M1/***4 b - - 0 1").after("e3f2");
    assert_eq!(own.on("b7"), "M");
    let black = opposition("4***/7/mmh3k/3M3/2h4/K6/***1p2 w - - 0 1").after("d4c3");
    assert_eq!((black.on("c3"), black.on("e1")), ("M".into(), "h".into()));
}

#[test]
fn only_a_pawn_on_the_opponents_slider_wakes() {
    let p = opposition("4***/1P5/6k/7/4m1K/MHH2M1/***1P2 b - - 0 1").after("e3f2");
    assert_eq!((p.on("b6"), p.on("e1")), ("P".into(), "P".into()));
}

#[test]
fn of_several_waiting_pawns_the_leftmost_for_its_owner_wakes() {
    // Reading 15: the lowest file for White, the highest for Black.
    let white = opposition("1PPP***/7/6k/7/4m1K/MHH2M1/***4 b - - 0 1").after("e3f2");
    assert_eq!(white.field(0), "1MPP***/7/6k/7/6K/MHH2m1/***4");
    let black = opposition("4***/6k/7/3M3/2h4/K6/***pp1p w - - 0 1").after("d4c3");
    assert_eq!(black.field(0), "4***/6k/7/7/2M4/K6/***pp1h");
}

#[test]
fn a_capture_is_illegal_if_the_woken_piece_gives_check() {
    // A Horse on b7 attacks c5.
    let quiet = opposition("4***/7/2k4/7/4m2/5H1/***3K b - - 0 1");
    assert!(quiet.can("e3f2"));
    let woken = opposition("1P2***/7/2k4/7/4m2/5H1/***3K b - - 0 1");
    assert!(!woken.can("e3f2"));
    let closed = opposition("1P2***/1pp4/2k4/7/4m2/5H1/***3K b - - 0 1");
    assert!(closed.can("e3f2"), "neither way of the Horse is open");
}

#[test]
fn capturing_the_waiting_pawn_or_with_none_waiting_wakes_nobody() {
    let p = opposition("kP2***/7/7/7/6K/MMHH3/***4 b - - 0 1").after("a7b7");
    assert_eq!(p.field(0), "1k2***/7/7/7/6K/MMHH3/***4");
}

#[test]
fn a_side_that_can_shift_is_not_stalemated() {
    let p = opposition("4***/7/7/1k1m3/7/K6/***4 w - - 0 1");
    assert_eq!(p.moves(), ["d1a1s", "d1b1s", "d1c1s"]);
    assert_eq!(p.status(), "ongoing");
    // With an enemy on the slider it is: a draw (reading 22).
    let p = opposition("4***/7/7/1k1m3/7/K6/***3h w - - 0 1");
    assert_eq!((p.status().as_str(), p.result()), ("stalemate", "1/2-1/2"));
}

#[test]
fn a_side_in_check_may_be_mated_beside_a_free_slider() {
    let p = opposition("4***/7/7/1kmm3/7/K6/***4 w - - 0 1");
    assert_eq!((p.status().as_str(), p.result()), ("checkmate", "0-1"));
}

#[test]
fn counter_is_reset_by_captures_and_pawn_moves_that_change_rank() {
    // Reading 16.
    for (mv, counter) in [
        ("d3d4", "0"),
        ("d3e4", "0"),
        ("d3c3", "8"),
        ("d3e3", "8"),
        ("d1c1s", "8"),
        ("g2f2", "8"),
        ("g2g3", "0"),
    ] {
        let p = opposition("4***/k6/7/4p2/3P2h/6K/***4 w - - 7 1");
        assert_eq!(p.after(mv).field(4), counter, "{mv}");
    }
}

#[test]
fn never_more_than_two_monks_and_two_horses() {
    for (men, id) in [("MMM4", "M"), ("HHH4", "H")] {
        let fen = format!("4***/k6/7/7/6K/{men}/***4 w - - 0 1");
        let message = refusal("opposition", &fen);
        assert!(message.contains(&format!("3 pieces {id}")), "{message}");
        let black = format!("4***/k6/{}/7/6K/7/***4 w - - 0 1", men.to_lowercase());
        refusal("opposition", &black);
    }
    opposition("4***/k6/mmhh3/7/6K/MMHH3/***4 w - - 0 1");
}

#[test]
fn sliders_in_a_fen_are_four_neighbouring_cells() {
    for (fen, place) in [
        ("5**/k6/7/7/7/6K/***4 w - - 0 1", "rank 7"),
        ("3****/k6/7/7/7/6K/***4 w - - 0 1", "rank 7"),
        ("4***/k6/7/7/7/6K/**2*2 w - - 0 1", "rank 1"),
        ("4***/k6/7/7/7/6K/7 w - - 0 1", "rank 1"),
        ("4***/k6/7/3*3/7/6K/***4 w - - 0 1", "d4"),
    ] {
        let message = refusal("opposition", fen);
        assert!(message.contains(place), "{fen}: {message}");
    }
}

/// What keeps two attackers from the king may go only where it keeps both.
#[test]
fn a_piece_is_pinned_twice() {
    let pinned = |rank6: &str, rank5: &str| {
        let fen = format!("k3***/{rank6}/{rank5}/3KP2/7/7/***4 w - - 0 1");
        opposition(&fen).from("e5")
    };
    assert_eq!(pinned("5m1", "4M2"), "f6");
    assert_eq!(pinned("7", "4Mh1"), "f5");
    assert_eq!(pinned("5m1", "4Mh1"), "");
}
