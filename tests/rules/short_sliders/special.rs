//! Short Sliders: start, castling, the end of the game (RULES.md section 1; readings 2,
//! 12 and 13).

use crate::games;
use crate::setup::{setup, short_sliders};

#[test]
fn start_position() {
    let start = setup(
        "short-sliders",
        "rnbmglkgwbnr/duijfxxfjiud/ctheassaehtc/ppppoooopppp/12/12/12/12/12/12/12/12/PPPPOOOOPPPP/CTHEASSAEHTC/DUIJFXXFJIUD/RNBMGLKGWBNR[] w KQkq - 0 1",
    );
    assert_eq!(games::start("short-sliders").fen(), start.fen());
    for (file, id) in ('a'..='l').zip("RNBMGLKGWBNR".chars()) {
        let white = start.on(&format!("{file}1"));
        assert_eq!(white, id.to_string());
        // Reading 2: on the same files, king facing king.
        assert_eq!(start.on(&format!("{file}16")), white.to_lowercase());
    }
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
