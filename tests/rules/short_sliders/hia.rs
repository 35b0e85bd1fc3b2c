//! Short Sliders: Hia, by which Bodyguards stop slides, and Bodyguards (RULES.md section
//! 1; readings 4 and 5).

use crate::setup::{Setup, short_sliders};

/// Kings that are out of the way, and a dead pawn for each so that neither is bare.
const KINGS: &str = "Ka1 ka16 Pl16 pl1";

fn with_kings(pieces: &str, side: &str) -> Setup {
    short_sliders(&format!("{KINGS} {pieces}"), &format!("[] {side} - - 0 1"))
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
        ("Ka1 kf8 B'c5 pl1", "check"),
        ("Ka1 kf8 B'c5 g'b6", "ongoing"),
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
fn hia_a_piece_on_a_stop_square_is_not_pinned() {
    // The rook would get to d5, and no further.
    let pinned = short_sliders("Ka5 Nd5 r'h5 ka16", "[] w - - 0 1");
    assert_eq!(pinned.from("d5"), "");
    let free = short_sliders("Ka5 Nd5 G'c6 r'h5 ka16", "[] w - - 0 1");
    assert_eq!(free.from("d5"), "b4 b6 c3 c7 e3 e7 f4 f6");
    // Of the diagonal only c3 itself is next to the Bodyguard.
    let diagonal = short_sliders("Ka1 Nc3 b'f6 g'b4 ka16", "[] w - - 0 1");
    assert_eq!(diagonal.from("c3"), "a2 a4 b1 b5 d1 d5 e2 e4");
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
