//! Short Sliders: how each piece moves (RULES.md section 1, the table; Archer, pawns,
//! en passant; readings 3 and 21).

use crate::games;
use crate::setup::{Setup, short_sliders};

/// Kings that are out of the way, and a dead pawn for each so that neither is bare.
const KINGS: &str = "Ka1 ka16 Pl16 pl1";

fn with_kings(pieces: &str, rest: &str) -> Setup {
    short_sliders(&format!("{KINGS} {pieces}"), rest)
}

/// A row of the table: how far it slides orthogonally and diagonally; its leaps, and
/// those it makes only to capture, as (longer, shorter) side.
struct Row(
    &'static str,
    i32,
    i32,
    &'static [(i32, i32)],
    &'static [(i32, i32)],
);

const FAR: i32 = 99;
const W: (i32, i32) = (1, 0);
const F: (i32, i32) = (1, 1);
const D: (i32, i32) = (2, 0);
const N: (i32, i32) = (2, 1);
const A: (i32, i32) = (2, 2);
const H: (i32, i32) = (3, 0);
const C: (i32, i32) = (3, 1);
const Z: (i32, i32) = (3, 2);
const G: (i32, i32) = (3, 3);

const ROWS: &[Row] = &[
    Row("N", 0, 0, &[N], &[]),
    Row("N'", 0, 0, &[N, C], &[]),
    Row("N!", 0, 0, &[N, C, Z], &[]),
    Row("L", 6, 6, &[], &[]),
    Row("L'", FAR, FAR, &[], &[]),
    Row("L!", FAR, FAR, &[N], &[]),
    Row("C", 0, 0, &[W, N], &[]),
    Row("C'", 0, 0, &[W, D, N], &[]),
    Row("C!", 6, 0, &[N], &[]),
    Row("H", 0, 0, &[F, N], &[]),
    Row("H'", 0, 0, &[F, A, N], &[]),
    Row("H!", 0, 6, &[N], &[]),
    Row("B", 0, 6, &[], &[]),
    Row("B'", 0, FAR, &[], &[]),
    Row("B!", 0, FAR, &[N], &[]),
    Row("R", 6, 0, &[], &[]),
    Row("R'", FAR, 0, &[], &[]),
    Row("R!", FAR, 0, &[N], &[]),
    Row("E", 0, 6, &[W], &[]),
    Row("E'", 0, 6, &[W, N], &[]),
    Row("T", 6, 0, &[F], &[]),
    Row("T'", 6, 0, &[F, N], &[]),
    Row("G", 1, 1, &[], &[]),
    Row("G'", 2, 2, &[], &[]),
    Row("M", 0, 0, &[W, Z], &[]),
    Row("M'", 1, 1, &[C, Z], &[]),
    Row("W", 0, 0, &[F, C], &[]),
    Row("W'", 1, 1, &[C, Z], &[]),
    Row("D", 3, 0, &[], &[D, H]),
    Row("U", 0, 3, &[], &[A, G]),
    Row("F", 0, 0, &[W, A], &[]),
    Row("I", 0, 0, &[F, D], &[]),
    Row("J", 0, 0, &[A, N], &[]),
    Row("X", 0, 0, &[D, N], &[]),
];

fn offsets() -> impl Iterator<Item = (i32, i32)> {
    (-11..=11).flat_map(|x| (-15..=15).map(move |y| (x, y)))
}

fn square(file: i32, rank: i32) -> Option<String> {
    let inside = (1..=12).contains(&file) && (1..=16).contains(&rank);
    inside.then(|| format!("{}{rank}", (b'a' + file as u8 - 1) as char))
}

fn length(x: i32, y: i32) -> (i32, i32) {
    (x.abs().max(y.abs()), x.abs().min(y.abs()))
}

impl Row {
    fn slides(&self, x: i32, y: i32) -> bool {
        let (long, short) = length(x, y);
        short == 0 && (1..=self.1).contains(&long) || short == long && (1..=self.2).contains(&long)
    }
}

#[test]
fn every_piece_goes_where_the_table_says_and_nowhere_else() {
    for row in ROWS {
        for (file, rank) in [(6, 8), (3, 6)] {
            let from = square(file, rank).unwrap();
            let alone = with_kings(&format!("{}{from}", row.0), "[] w - - 0 1");
            for (x, y) in offsets() {
                let Some(to) = square(file + x, rank + y) else {
                    continue;
                };
                let reach = row.slides(x, y) || row.3.contains(&length(x, y));
                let text = format!("{from}{to}");
                assert_eq!(alone.can(&text), reach, "{} {text}", row.0);
                if ["a1", "a16", "l1", "l16", &from].contains(&to.as_str()) {
                    continue;
                }
                let captures = reach || row.4.contains(&length(x, y));
                let pieces = format!("{}{from} o{to}", row.0);
                let facing = with_kings(&pieces, "[] w - - 0 1");
                assert_eq!(facing.can(&text), captures, "{} x {text}", row.0);
            }
        }
    }
}

#[test]
fn names() {
    let game = games::start("short-sliders");
    let pieces = game.variant().pieces.iter();
    let names: Vec<String> = pieces.map(|p| format!("{} {}", p.id, p.name)).collect();
    let expected = "a Archer, b Short Bishop, b' Bishop, b! Archbishop, c Marquis, c' Minister, \
                    c! Castellan, d Dolphin, e Elephant, e' Little Buffalo, f Phoenix, g Guard, \
                    g' Bodyguard, h Priest, h' High Priest, h! Abbot, i Kirin, j Kangaroo, k King, \
                    l Lady-in-Waiting, l' Queen, l! Empress, m Magus, m' Thaumaturge, n Knight, \
                    n' Gnu, n! Buffalo, o Berolina Pawn, p Pawn, r Short Rook, r' Rook, \
                    r! Chancellor, s Satrap, t Tiger, t' Unicorn, u Walrus, w Wizard, \
                    w' Thaumaturge, x Templar";
    assert_eq!(names.join(", "), expected);
}

#[test]
fn slides_without_limit_cross_the_board() {
    for (piece, straight, diagonal) in [
        ("L'", true, true),
        ("L!", true, true),
        ("B'", false, true),
        ("B!", false, true),
        ("R'", true, false),
        ("R!", true, false),
    ] {
        let corner = short_sliders(&format!("Kc2 Pd2 kk16 pj14 {piece}a1"), "[] w - - 0 1");
        assert_eq!(corner.can("a1a16"), straight, "{piece}");
        assert_eq!(corner.can("a1l12"), diagonal, "{piece}");
    }
}

#[test]
fn leaps_jump_and_slides_do_not() {
    // Walled in by its own Walruses, which it cannot capture.
    let wall = "Ue7 Ue8 Ue9 Uf7 Uf9 Ug7 Ug8 Ug9";
    for row in ROWS {
        for (x, y) in offsets() {
            let Some(to) = square(6 + x, 8 + y).filter(|to| to != "f8") else {
                continue;
            };
            let far = length(x, y).0 > 1;
            if ["a1", "a16", "l1", "l16"].contains(&to.as_str()) || !far {
                continue;
            }
            let quiet = row.3.contains(&length(x, y));
            let captures = quiet || row.4.contains(&length(x, y));
            let text = format!("f8{to}");
            let walled = with_kings(&format!("{}f8 {wall}", row.0), "[] w - - 0 1");
            assert_eq!(walled.can(&text), quiet, "{} {text}", row.0);
            let pieces = format!("{}f8 {wall} o{to}", row.0);
            let facing = with_kings(&pieces, "[] w - - 0 1");
            assert_eq!(facing.can(&text), captures, "{} x {text}", row.0);
        }
    }
}

#[test]
fn bodyguard_slides_two_squares_and_does_not_leap() {
    // Reading 21. A piece next to it blocks, so the square behind is out of reach.
    let p = with_kings("G'f8 Uf9 Ug9", "[] w - - 0 1");
    assert_eq!(p.from("f8"), "d10 d6 d8 e7 e8 e9 f6 f7 g7 g8 h6 h8");
}

#[test]
fn king_steps_one_square() {
    let p = short_sliders("Kf8 ka16 Pl16 pl1", "[] w - - 0 1");
    assert_eq!(p.from("f8"), "e7 e8 e9 f7 f9 g7 g8 g9");
}

#[test]
fn satrap_steps_diagonally_or_without_capture_straight() {
    let alone = with_kings("Sf8", "[] w - - 0 1");
    assert_eq!(alone.from("f8"), "e7 e8 e9 f7 f9 g7 g8 g9");
    let facing = with_kings("Sf8 og9 of9", "[] w - - 0 1");
    assert_eq!(
        facing.from("f8"),
        "e7 e8 e9 f7 g7 g8 g9",
        "no capture on f9"
    );
}

#[test]
fn satrap_captures_two_squares_straight_if_the_middle_is_empty() {
    for to in ["f10", "f6", "d8", "h8"] {
        let p = with_kings(&format!("Sf8 o{to}"), "[] w - - 0 1");
        assert!(p.can(&format!("f8{to}")), "{to}");
    }
    let blocked = with_kings("Sf8 of10 Uf9", "[] w - - 0 1");
    assert!(!blocked.can("f8f10"), "cnD does not jump");
}

#[test]
fn archer_slides_three_diagonally_and_does_not_move_by_its_leap() {
    let p = with_kings("Af8", "[] w - - 0 1");
    assert_eq!(p.from("f8"), "c11 c5 d10 d6 e7 e9 g7 g9 h10 h6 i11 i5");
    let blocked = with_kings("Af8 og9 Ue9", "[] w - - 0 1");
    assert_eq!(blocked.from("f8"), "c5 d6 e7 g7 g9 h6 i5");
}

#[test]
fn archer_captures_a_knights_leap_away_without_moving() {
    for to in ["e10", "g10", "h9", "h7", "g6", "e6", "d7", "d9"] {
        let p = with_kings(&format!("Af8 x{to} Ug9"), "[] w - - 7 1");
        let text = format!("f8{to},{to}f8");
        assert!(p.can(&text) && !p.can(&format!("f8{to}")), "{text}");
        let after = p.after(&text);
        let both = (after.on("f8"), after.on(to));
        assert_eq!(both, ("A".into(), ".".into()), "{text}");
        let rest = (after.pool(), after.field(4));
        assert_eq!(rest, ("x".into(), "0".into()), "{text}");
    }
    let own = with_kings("Af8 Uh9", "[] w - - 0 1");
    assert!(!own.can("f8h9,h9f8"), "an enemy piece only");
    let empty = with_kings("Af8", "[] w - - 0 1");
    assert!(!empty.can("f8h9,h9f8"), "nothing to capture");
}

#[test]
fn archer_gives_check_at_a_knights_leap() {
    let p = short_sliders("Ka1 Af8 kh9 pl1", "[] b - - 0 1");
    assert_eq!(p.status(), "check");
    // h9 to h8 leaves it; g10 and i7.. are other knight's leaps of the Archer.
    assert!(p.can("h9h8") && !p.can("h9g10"), "attacked squares");
    let far = short_sliders("Ka1 Af8 ki9 pl1", "[] b - - 0 1");
    assert_eq!(far.status(), "ongoing");
    assert!(!far.can("i9h9"), "a king does not step into a rifle");
}

#[test]
fn rifle_capture_must_not_open_a_line_to_the_own_king() {
    let pieces = "Ka8 Ad6 pc8 ka16";
    let closed = short_sliders(pieces, "[] w - - 0 1");
    assert!(closed.can("d6c8,c8d6"));
    let opened = short_sliders(&format!("{pieces} r'f8"), "[] w - - 0 1");
    assert!(!opened.can("d6c8,c8d6"));
}

#[test]
fn pinned_archer_still_shoots() {
    // It does not leave its line.
    let p = short_sliders("Ka6 Ad6 r'h6 xc8 ka16", "[] w - - 0 1");
    assert_eq!(p.from("d6"), "c8,c8d6");
}

#[test]
fn pawn_moves_straight_and_captures_diagonally() {
    let white = with_kings("Pf8 xf9", "[] w - - 0 1");
    assert_eq!(white.from("f8"), "", "no capture straight ahead");
    let white = with_kings("Pf8 xe9 og9 xe7", "[] w - - 0 1");
    assert_eq!(white.from("f8"), "e9 f9 g9");
    let black = with_kings("pf9 Xe8 Og8 Xe10", "[] b - - 0 1");
    assert_eq!(black.from("f9"), "e8 f8 g8");
}

#[test]
fn berolina_pawn_moves_diagonally_and_captures_straight() {
    let white = with_kings("Of8 xe9 xg7", "[] w - - 0 1");
    assert_eq!(white.from("f8"), "g9", "no capture diagonally");
    let white = with_kings("Of8 xf9", "[] w - - 0 1");
    assert_eq!(white.from("f8"), "e9 f9 g9");
    let black = with_kings("of9 Xf8", "[] b - - 0 1");
    assert_eq!(black.from("f9"), "e8 f8 g8");
}

#[test]
fn double_step_from_the_own_pawn_row_only() {
    for (pieces, side, from, expected) in [
        ("Pf4", "w", "f4", "f5 f6"),
        ("Pf5", "w", "f5", "f6"),
        ("Pf3", "w", "f3", "f4"),
        ("Of4", "w", "f4", "d6 e5 g5 h6"),
        ("Of5", "w", "f5", "e6 g6"),
        ("pf13", "b", "f13", "f11 f12"),
        ("pf12", "b", "f12", "f11"),
        ("of13", "b", "f13", "d11 e12 g12 h11"),
        ("of14", "b", "f14", "e13 g13"),
    ] {
        let p = with_kings(pieces, &format!("[] {side} - - 0 1"));
        assert_eq!(p.from(from), expected, "{pieces}");
    }
}

#[test]
fn double_step_needs_both_squares_empty() {
    for (pieces, expected) in [
        ("Pf4 xf5", ""),
        ("Pf4 xf6", "f5"),
        ("Of4 Ug5", "d6 e5"),
        ("Of4 xh6", "d6 e5 g5"),
    ] {
        let p = with_kings(pieces, "[] w - - 0 1");
        assert_eq!(p.from("f4"), expected, "{pieces}");
    }
}

#[test]
fn en_passant_three_pairings() {
    // Pieces, double step, e.p. field, capture, where the captured pawn stood.
    for (pieces, step, field, capture, victim) in [
        ("Pc11 pd13", "d13d11", "d12d11", "c11d12", "d11"),
        ("Pe11 pd13", "d13d11", "d12d11", "e11d12", "d11"),
        ("Pd11 od13", "d13f11", "e12f11", "d11e12", "f11"),
        ("Oe11 od13", "d13f11", "e12f11", "e11e12", "f11"),
    ] {
        let p = with_kings(pieces, "[] b - - 5 1").after(step);
        assert_eq!(p.field(3), field, "{pieces}");
        assert!(p.can(capture), "{pieces}");
        let after = p.after(capture);
        assert_eq!(after.on(victim), ".", "{pieces}");
        assert_eq!((after.pool(), after.field(4)), ("".into(), "0".into()));
    }
    let white = with_kings("Pd4 pc6 oe6", "[] w - - 0 1").after("d4d6");
    assert!(white.can("c6d5") && white.after("c6d5").on("d6") == ".");
    let white = with_kings("Od4 oe6 pd6", "[] w - - 0 1").after("d4f6");
    assert!(white.can("e6e5") && white.after("e6e5").on("f6") == ".");
    assert!(white.can("d6e5") && white.after("d6e5").on("f6") == ".");
}

#[test]
fn a_quiet_move_onto_the_square_passed_over_captures_nothing() {
    // The fourth pairing: an O beside a P only steps onto the square.
    let p = with_kings("Oc11 pd13", "[] b - - 0 1").after("d13d11 c11d12");
    assert_eq!((p.on("d11"), p.on("d12")), ("p".into(), "O".into()));
    let p = with_kings("Pe11 od13", "[] b - - 0 1").after("d13f11 e11e12");
    assert_eq!((p.on("f11"), p.on("e12")), ("o".into(), "P".into()));
}

#[test]
fn en_passant_on_the_very_next_ply_only() {
    let p = with_kings("Pc11 pd13", "[] b - - 0 1").after("d13d11 a1b1 a16b16");
    assert!(!p.can("c11d12") && p.field(3) == "-");
}

#[test]
fn en_passant_must_not_expose_the_king() {
    let pieces = "Ka11 Pc11 pd11 ka16";
    let safe = short_sliders(pieces, "[] w - d12d11 0 1");
    assert!(safe.can("c11d12"));
    let exposed = short_sliders(&format!("{pieces} r'h11"), "[] w - d12d11 0 1");
    assert!(!exposed.can("c11d12"));
}

#[test]
fn en_passant_captures_a_pawn_that_gives_check() {
    // The d13 pawn, now on d11, attacks c10.
    let p = short_sliders("Kc10 Pe11 pd13 ka16", "[] b - - 0 1").after("d13d11");
    assert_eq!(p.status(), "check");
    assert!(p.can("e11d12"));
}
