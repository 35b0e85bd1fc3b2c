//! Short Sliders: Hia, castling, the end of the game (RULES.md section 1; readings 2, 4,
//! 5, 12 and 13).

#[allow(dead_code, reason = "shared with other tests")]
mod common;

use common::{Setup, setup, short_sliders};

/// Kings that are out of the way, and a dead pawn for each so that neither is bare.
const KINGS: &str = "Ka1 ka16 Pl16 pl1";

fn with_kings(pieces: &str, side: &str) -> Setup {
    short_sliders(&format!("{KINGS} {pieces}"), &format!("[] {side} - - 0 1"))
}

#[test]
fn start_position() {
    let start = setup(
        "short-sliders",
        "rnbmglkgwbnr/duijfxxfjiud/ctheassaehtc/ppppoooopppp/12/12/12/12/12/12/12/12/PPPPOOOOPPPP/CTHEASSAEHTC/DUIJFXXFJIUD/RNBMGLKGWBNR[] w KQkq - 0 1",
    );
    assert_eq!(common::start("short-sliders").fen(), start.fen());
    for (file, id) in ('a'..='l').zip("RNBMGLKGWBNR".chars()) {
        let white = start.on(&format!("{file}1"));
        assert_eq!(white, id.to_string());
        // Reading 2: on the same files, king facing king.
        assert_eq!(start.on(&format!("{file}16")), white.to_lowercase());
    }
}

#[test]
fn hia_a_slide_ends_where_it_enters_a_square_next_to_a_bodyguard() {
    // Reading 4: of either colour, and whoever slides.
    for guard in ["G'f8", "g'f8"] {
        let rank = with_kings(&format!("R'b7 {guard}"), "w");
        assert!(rank.can("b7e7") && !rank.can("b7f7"), "{guard}");
        let line = with_kings(&format!("B'b4 {guard}"), "w");
        assert!(line.can("b4e7") && !line.can("b4f8"), "{guard}");
        let black = with_kings(&format!("r'b7 {guard}"), "b");
        assert!(black.can("b7e7") && !black.can("b7f7"), "{guard}");
        let short = with_kings(&format!("Ec5 {guard}"), "w");
        assert!(short.can("c5e7") && !short.can("c5f8"), "{guard}");
    }
}

#[test]
fn hia_every_neighbour_stops() {
    // Rays that enter each of the eight squares from outside.
    for (from, stop, beyond) in [
        ("b7", "e7", "f7"),
        ("b9", "e9", "f9"),
        ("e2", "e7", "e8"),
        ("g2", "g7", "g8"),
        ("k7", "g7", "f7"),
        ("k9", "g9", "f9"),
        ("e14", "e9", "e8"),
        ("g14", "g9", "g8"),
        ("f3", "f7", "f8"),
        ("f14", "f9", "f8"),
        ("b8", "e8", "f8"),
        ("k8", "g8", "f8"),
    ] {
        let p = with_kings(&format!("R'{from} g'f8"), "w");
        let ends = (
            p.can(&format!("{from}{stop}")),
            p.can(&format!("{from}{beyond}")),
        );
        assert_eq!(ends, (true, false), "{from}");
    }
}

#[test]
fn hia_a_capture_on_a_stop_square_is_fine() {
    let p = with_kings("R'b7 G'f8 oe7", "w");
    assert!(p.can("b7e7"));
}

#[test]
fn hia_a_slide_that_starts_on_a_stop_square_is_one_step_long() {
    let rook = with_kings("R'e7 G'f8", "w");
    assert_eq!(rook.from("e7"), "d7 e6 e8 f7");
    let bishop = with_kings("B'e7 g'f8", "w");
    assert_eq!(bishop.from("e7"), "d6 d8 f6 f8");
}

#[test]
fn hia_does_not_stop_the_bodyguard_that_makes_it() {
    let p = with_kings("G'f8", "w");
    let all = "d10 d6 d8 e7 e8 e9 f10 f6 f7 f9 g7 g8 g9 h10 h6 h8";
    assert_eq!(p.from("f8"), all);
}

#[test]
fn hia_stops_the_slides_of_other_bodyguards() {
    // Next to e8 are d7, d8, d9: c8 goes no further that way.
    for other in ["G'e8", "g'e8"] {
        let p = with_kings(&format!("G'c8 {other}"), "w");
        let expected = "a10 a6 a8 b7 b8 b9 c10 c6 c7 c9 d7 d8 d9";
        assert_eq!(p.from("c8"), expected, "{other}");
    }
    let beside = with_kings("G'c8 G'd8", "w");
    assert_eq!(beside.from("c8"), "b7 b8 b9 c7 c9 d7 d9");
}

#[test]
fn hia_stops_the_satraps_two_square_capture() {
    // Reading 5: impossible when the start or the middle square is next to a Bodyguard.
    for (guard, possible) in [
        ("g'f11", true),
        ("g'g10", false),
        ("g'f7", false),
        ("G'f7", false),
        ("G'e9", false),
        ("G'h10", true),
        ("g'e7", false),
    ] {
        let p = with_kings(&format!("Sf8 of10 {guard}"), "w");
        assert_eq!(p.can("f8f10"), possible, "{guard}");
    }
}

#[test]
fn hia_stops_double_steps() {
    // Reading 5, for P and O of both colours.
    for (pieces, side, step, possible) in [
        ("Pc4 g'd6", "w", "c4c6", false),
        ("Pc4 G'd6", "w", "c4c6", false),
        ("Pc4 G'b3", "w", "c4c6", false),
        ("Pc4 G'd7", "w", "c4c6", true),
        ("Oc4 G'e4", "w", "c4e6", false),
        ("Oc4 G'e4", "w", "c4a6", true),
        ("Oc4 G'd3", "w", "c4a6", false),
        ("Oc4 g'f7", "w", "c4e6", true),
        ("pc13 G'd11", "b", "c13c11", false),
        ("pc13 g'd14", "b", "c13c11", false),
        ("pc13 g'd10", "b", "c13c11", true),
        ("oc13 G'e13", "b", "c13e11", false),
        ("oc13 G'e13", "b", "c13a11", true),
    ] {
        let p = with_kings(pieces, side);
        assert_eq!(p.can(step), possible, "{pieces} {step}");
    }
}

#[test]
fn hia_leaves_single_steps_alone() {
    for (pieces, side, from, expected) in [
        ("Pc4 G'd6", "w", "c4", "c5"),
        ("Oc4 G'd3", "w", "c4", "b5 d5"),
        ("Sf8 G'f7", "w", "f8", "e7 e8 e9 f9 g7 g8 g9"),
        ("Ge7 G'f8", "w", "e7", "d6 d7 d8 e6 e8 f6 f7"),
    ] {
        assert_eq!(with_kings(pieces, side).from(from), expected, "{pieces}");
    }
    let king = short_sliders("Ke7 ka16 G'f8 pl1", "[] w - - 0 1");
    assert_eq!(king.from("e7"), "d6 d7 d8 e6 e8 f6 f7");
}

#[test]
fn hia_leaves_leaps_alone() {
    // From a stop square, over stop squares and onto them.
    let gnu = with_kings("N'e7 G'f8", "w");
    let far = "b6 b8 c6 c8 d10 d4 d5 d9 f10 f4 f5 f9 g6 g8 h6 h8";
    assert_eq!(gnu.from("e7"), far);
    let minister = with_kings("C'c8 g'e8", "w");
    assert!(minister.can("c8e8") && minister.can("c8e9"));
    let archer = with_kings("Af8 G'f9 xh9", "w");
    assert!(archer.can("f8h9,h9f8"), "a rifle capture is a leap");
    let dolphin = with_kings("Dc7 G'd8 oe7", "w");
    assert!(dolphin.can("c7e7"), "cD leaps where the slide is stopped");
    let beside = with_kings("Dc7 G'd8", "w");
    assert!(!beside.can("c7e7"), "but R3 does not pass");
}

#[test]
fn hia_leaves_castling_alone() {
    for guard in ["G'h2", "g'j2"] {
        let pieces = format!("Kg1 Rl1 ka16 pa13 {guard}");
        let p = short_sliders(&pieces, "[] w K - 0 1");
        assert!(p.can("g1l1"), "{guard}");
    }
}

#[test]
fn hia_limits_attacks_and_checks() {
    for (pieces, status) in [
        ("Ka1 kf8 R'a8 pl1", "check"),
        ("Ka1 kf8 R'a8 g'c9", "ongoing"),
        ("Ka1 kf8 R'a8 G'd7 pl1", "ongoing"),
        // Next to e7: f8 itself, and e8 before it.
        ("Ka1 kf8 R'a8 G'f6 pl1", "check"),
        ("Ka1 kf8 R'e8 g'd9", "check"),
        ("Ka1 kf8 R'd8 g'd9", "ongoing"),
        ("Ka1 kf8 B'c5 g'e5", "ongoing"),
        ("Ka1 kf8 Sd8 pl1", "check"),
        ("Ka1 kf8 Sd8 g'd9", "ongoing"),
        ("Ka1 kf8 Sd8 g'f9", "ongoing"),
    ] {
        let p = short_sliders(pieces, "[] b - - 0 1");
        assert_eq!(p.status(), status, "{pieces}");
    }
    let king = short_sliders("Ka1 kf8 R'a9 g'b10", "[] b - - 0 1");
    assert!(
        king.can("f8f9"),
        "the king may go where the slide ends early"
    );
    let king = short_sliders("Ka1 kf8 R'a9 pb13", "[] b - - 0 1");
    assert!(!king.can("f8f9"));
}

#[test]
fn a_bodyguard_gives_check_two_squares_away() {
    // Its own Hia does not stop it, another Bodyguard's does.
    for (pieces, status) in [
        ("Ka1 kf8 G'd8 pl1", "check"),
        ("Ka1 kf8 G'd6 pl1", "check"),
        ("Ka1 kf8 G'c8 pl1", "ongoing"),
        ("Ka1 kf8 G'd8 pe8", "ongoing"),
        ("Ka1 kf8 G'd8 g'f9", "ongoing"),
        ("Ka1 kf8 G'd8 G'c9 pl1", "ongoing"),
    ] {
        let p = short_sliders(pieces, "[] b - - 0 1");
        assert_eq!(p.status(), status, "{pieces}");
    }
}

#[test]
fn a_bodyguards_check_must_be_answered() {
    let p = short_sliders("Kf8 Pb4 Oh4 Rl9 g'f10 ka16", "[] w - - 0 1");
    assert_eq!(p.status(), "check");
    let helpless = [p.from("b4"), p.from("h4")];
    assert_eq!(helpless, ["", ""], "neither steps nor double steps help");
    // f9 is next to it, so the rook gets no further than g9, which helps nothing.
    assert_eq!(p.from("l9"), "");
    assert!(p.can("f8f7"));
}

#[test]
fn hia_of_a_bodyguard_that_a_pawn_becomes() {
    // From c16 its Hia stops the rook's slide on d15.
    let pieces = "Ka15 Pc15 r'h15 kl13";
    let p = short_sliders(pieces, "[GG'] w - - 0 1");
    assert_eq!(
        p.from("c15"),
        "c16g'",
        "the pawn was what shielded the king"
    );
}

#[test]
fn hia_a_bodyguard_is_taken_by_a_slide_only_from_a_neighbouring_square() {
    let far = with_kings("R'b8 g'f8", "w");
    assert!(far.can("b8e8") && !far.can("b8f8"));
    let near = with_kings("R'e8 g'f8", "w");
    assert!(near.can("e8f8"));
}

#[test]
fn hia_after_the_move_decides_about_the_own_king() {
    // A Guard becomes a Bodyguard on e6, and the rook's line ends on f5.
    let parried = short_sliders("Ka5 Gd7 r'h5 xe6 ka16", "[] w - - 0 1");
    assert_eq!(parried.status(), "check");
    assert!(parried.can("d7e6"));
    let pawn = short_sliders("Ka5 Gd7 r'h5 oe6 ka16", "[] w - - 0 1");
    assert!(!pawn.can("d7e6"), "it stays a Guard");
    // A Bodyguard, of either colour, that shields the king and goes.
    let own = short_sliders("Ka5 G'd6 r'h5 ka16", "[] w - - 0 1");
    assert!(own.can("d6c6") && !own.can("d6d8"));
    let taken = short_sliders("Ka5 Nb3 g'd4 r'h5 ka16", "[] w - - 0 1");
    assert_eq!(taken.status(), "ongoing");
    assert!(!taken.can("b3d4"), "capturing it opens the line");
    let safe = short_sliders("Ka5 Nb3 g'd4 ka16", "[] w - - 0 1");
    assert!(safe.can("b3d4"));
    // A Guard that becomes a Bodyguard on the promotion rows.
    let row = short_sliders("Ka14 Gd12 r'h14 ka16", "[] w - - 0 1");
    assert!(row.can("d12d13") && row.can("d12e13") && !row.can("d12e12"));
}

const CASTLING: &str = "Kg1 Rl1 Ra1 kg16 rl16 ra16";

#[test]
fn castling_squares_and_both_forms_of_input() {
    // Reading 12. Text, side, other form, squares of king and rook afterwards, rights.
    for (side, text, other, king, rook, rights) in [
        ("w", "g1l1", None, "h1", "i1", "kq"),
        ("w", "g1a1", Some("g1e1"), "e1", "d1", "kq"),
        ("b", "g16l16", None, "h16", "i16", "KQ"),
        ("b", "g16a16", Some("g16e16"), "e16", "d16", "KQ"),
    ] {
        let p = short_sliders(CASTLING, &format!("[] {side} KQkq - 4 1"));
        assert!(p.can(text));
        for input in [Some(text), other].into_iter().flatten() {
            let after = p.after(input);
            let found = [king, rook].map(|s| after.on(s).to_uppercase());
            assert_eq!(found, ["K", "R"], "{input}");
            assert_eq!(after.on(&text[..text.len() / 2]), ".");
            assert_eq!(after.on(&text[text.len() / 2..]), ".");
            assert_eq!(
                (after.field(2), after.field(4)),
                (rights.into(), "5".into())
            );
        }
        if let Some(other) = other {
            assert!(!p.can(other), "written with the rook's square only");
        }
    }
}

#[test]
fn castling_two_file_move_to_h1_is_a_king_step() {
    let p = short_sliders(CASTLING, "[] w KQkq - 0 1");
    let after = p.after("g1h1");
    assert_eq!((after.on("l1"), after.field(2)), ("R".into(), "kq".into()));
}

#[test]
fn castling_needs_every_square_between_empty() {
    for (files, castling) in [("hijk", "g1l1"), ("bcdef", "g1a1")] {
        for file in files.chars() {
            for piece in ['U', 'n'] {
                let pieces = format!("{CASTLING} {piece}{file}1");
                let p = short_sliders(&pieces, "[] w KQkq - 0 1");
                // A black Knight attacks nothing of the first rank.
                assert!(!p.can(castling), "{piece}{file}1");
            }
        }
    }
}

#[test]
fn castling_not_out_of_through_or_into_check() {
    for (attacker, king_side, queen_side) in [
        ("r'g8", false, false),
        ("r'h8", false, true),
        ("r'f8", true, false),
        ("r'e8", true, false),
        ("r'd8", true, true),
        ("r'i8", true, true),
        ("r'l8", true, true),
        ("r'a8", true, true),
    ] {
        let p = short_sliders(&format!("{CASTLING} {attacker}"), "[] w KQ - 0 1");
        let found = (p.can("g1l1"), p.can("g1a1"));
        assert_eq!(found, (king_side, queen_side), "{attacker}");
        let mirrored = attacker.replace("r'", "R'").replace('8', "9");
        let p = short_sliders(&format!("{CASTLING} {mirrored}"), "[] b kq - 0 1");
        let found = (p.can("g16l16"), p.can("g16a16"));
        assert_eq!(found, (king_side, queen_side), "{mirrored}");
    }
}

#[test]
fn castling_needs_the_right() {
    for (rights, king_side, queen_side) in [
        ("K", true, false),
        ("Q", false, true),
        ("-", false, false),
        ("kq", false, false),
    ] {
        let p = short_sliders(CASTLING, &format!("[] w {rights} - 0 1"));
        let found = (p.can("g1l1"), p.can("g1a1"));
        assert_eq!(found, (king_side, queen_side), "{rights}");
    }
}

#[test]
fn castling_rights_are_lost_when_king_or_rook_moves_or_the_rook_is_captured() {
    for (extra, side, mv, rights) in [
        ("", "w", "g1g2", "kq"),
        ("", "w", "l1l2", "Qkq"),
        ("", "w", "a1a2", "Kkq"),
        ("", "b", "g16g15", "KQ"),
        ("", "b", "l16l15", "KQq"),
        ("", "b", "a16a15", "KQk"),
        ("nk3", "b", "k3l1", "Qkq"),
        ("nb3", "b", "b3a1", "Kkq"),
        ("Nk14", "w", "k14l16", "KQq"),
        ("Nb14", "w", "b14a16", "KQk"),
        // By a rifle, too.
        ("ak3", "b", "k3l1,l1k3", "Qkq"),
        ("Ab14", "w", "b14a16,a16b14", "KQk"),
        ("", "w", "g1h1", "kq"),
    ] {
        let p = short_sliders(
            &format!("{CASTLING} {extra}"),
            &format!("[] {side} KQkq - 0 1"),
        );
        assert_eq!(p.after(mv).field(2), rights, "{mv}");
    }
    // Home again is too late.
    let p = short_sliders(CASTLING, "[] w KQkq - 0 1");
    assert!(!p.after("l1l2 l16l15 l2l1 l15l16").can("g1l1"));
}

#[test]
fn bare_king_loses_whoever_moves() {
    for side in ["w", "b"] {
        for (pieces, status, result) in [
            ("Ka1 ka16 xh5", "bare-king-white-loses", "0-1"),
            ("Ka1 ka16 Xh5", "bare-king-black-loses", "1-0"),
            // Reading 13.
            ("Ka1 ka16", "bare-kings-draw", "1/2-1/2"),
        ] {
            let p = short_sliders(pieces, &format!("[] {side} - - 0 1"));
            assert_eq!((p.status().as_str(), p.result()), (status, result));
            assert!(p.moves().is_empty(), "the game has ended on the board");
            assert_eq!(p.0.clone().perft(2), 0);
        }
    }
}

#[test]
fn bare_king_by_a_capture() {
    let white = short_sliders("Ka1 Nf5 ka16 xh6", "[] w - - 0 1").after("f5h6");
    assert_eq!(white.status(), "bare-king-black-loses");
    let black = short_sliders("Ka1 Nf5 ka16 xh6", "[] b - - 0 1").after("h6f5");
    assert_eq!(black.status(), "bare-king-white-loses");
}

#[test]
fn bare_king_a_dead_pawn_counts_as_a_piece() {
    for pawns in ["Pl16 pl1", "Ol16 ol1"] {
        let p = short_sliders(&format!("Ka1 ka16 {pawns}"), "[] w - - 0 1");
        assert_eq!(p.status(), "ongoing");
    }
}

#[test]
fn bare_king_goes_before_mate_and_stalemate() {
    for (pieces, ended) in [
        ("Ka1 ka16 r'a8 r'b8", "checkmate"),
        ("Ka1 ka16 r'b8 r'h2", "stalemate"),
    ] {
        let armed = short_sliders(&format!("{pieces} Pl16"), "[] w - - 0 1");
        assert_eq!(armed.status(), ended);
        let bare = short_sliders(pieces, "[] w - - 0 1");
        assert_eq!(bare.status(), "bare-king-white-loses", "not {ended}");
    }
}

#[test]
fn bare_king_the_baring_move_must_be_legal() {
    let p = short_sliders("Kc3 xd4 ke5 Pl16", "[] w - - 0 1");
    assert!(!p.can("c3d4"), "protected by the king");
    let p = short_sliders("Kc3 xd4 kf5 Pl16", "[] w - - 0 1");
    assert_eq!(p.after("c3d4").status(), "bare-king-black-loses");
}

#[test]
fn stalemate_is_a_draw_and_checkmate_is_not() {
    let stalemate = short_sliders("Ka1 ka16 r'b8 r'h2 Pl16", "[] w - - 0 1");
    assert_eq!(
        (stalemate.status().as_str(), stalemate.result()),
        ("stalemate", "1/2-1/2")
    );
    let mate = short_sliders("Ka1 ka16 r'a8 r'b8 Pl16", "[] w - - 0 1");
    assert_eq!(
        (mate.status().as_str(), mate.result()),
        ("checkmate", "0-1")
    );
}
