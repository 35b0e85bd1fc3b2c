//! Chess and Capablanca Chess: what the conventions say of other games by default
//! (RULES.md section 0), and orthodox rules.

use crate::setup::{Setup, setup};

fn chess(fen: &str) -> Setup {
    setup("chess", fen)
}

#[test]
fn castling_is_written_as_the_kings_move_and_read_in_both_forms() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R";
    for (side, text, rook_form, row) in [
        ("w", "e1g1", "e1h1", "R4RK1"),
        ("w", "e1c1", "e1a1", "2KR3R"),
        ("b", "e8g8", "e8h8", "r4rk1"),
        ("b", "e8c8", "e8a8", "2kr3r"),
    ] {
        let p = chess(&format!("{fen} {side} KQkq - 0 1"));
        assert!(p.can(text) && !p.can(rook_form), "{text}");
        for input in [text, rook_form] {
            let board = p.after(input).field(0);
            assert!(board.split('/').any(|rank| rank == row), "{input}: {board}");
        }
        let rights = if side == "w" { "kq" } else { "KQ" };
        assert_eq!(p.after(text).field(2), rights);
    }
}

#[test]
fn castling_conditions() {
    for (fen, king_side, queen_side) in [
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", true, true),
        ("4k3/8/8/8/8/8/8/R3K2R w K - 0 1", true, false),
        ("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", false, false),
        ("4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1", false, false),
        ("3bk3/8/8/8/8/8/8/R1B1KB1R w KQ - 0 1", false, false),
        ("4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1", false, false),
        ("4k3/8/8/8/5r2/8/8/R3K2R w KQ - 0 1", false, true),
        ("4k3/8/8/8/6r1/8/8/R3K2R w KQ - 0 1", false, true),
        ("4k3/8/8/8/7r/8/8/R3K2R w KQ - 0 1", true, true),
        ("4k3/8/8/8/3r4/8/8/R3K2R w KQ - 0 1", true, false),
        ("4k3/8/8/8/2r5/8/8/R3K2R w KQ - 0 1", true, false),
        ("4k3/8/8/8/1r6/8/8/R3K2R w KQ - 0 1", true, true),
    ] {
        let p = chess(fen);
        assert_eq!(
            (p.can("e1g1"), p.can("e1c1")),
            (king_side, queen_side),
            "{fen}"
        );
    }
}

#[test]
fn capablanca_castling_and_pieces() {
    let p = setup("capablanca", "r4k3r/10/10/10/10/10/10/R4K3R w KQkq - 0 1");
    assert!(p.can("f1i1") && p.can("f1c1"));
    assert!(p.after("f1i1").field(0).ends_with("/R6RK1"));
    assert!(p.after("f1c1").field(0).ends_with("/2KR5R"));
    let p = setup("capablanca", "r4k3r/10/10/10/10/10/10/R4K3R b KQkq - 0 1");
    assert!(p.after("f8j8").field(0).starts_with("r6rk1/"));
    let p = setup("capablanca", "k9/9P/10/10/10/10/10/K9 w - - 0 1");
    assert_eq!(p.from("j7"), "j8a j8b j8c j8n j8q j8r");
    let p = setup("capablanca", "k9/10/10/10/5A4/10/10/K9 w - - 0 1");
    assert!(p.can("f4h5") && p.can("f4i7") && !p.can("f4f5"));
    let p = setup("capablanca", "k9/10/10/10/5C4/10/10/K9 w - - 0 1");
    assert!(p.can("f4h5") && p.can("f4f8") && !p.can("f4i7"));
}

#[test]
fn pieces_move_as_in_chess() {
    for (id, expected) in [
        ("N", "b3 b5 c2 c6 e2 e6 f3 f5"),
        ("R", "a4 b4 c4 d1 d2 d3 d5 d6 d7 d8 e4 f4 g4 h4"),
        ("B", "a1 a7 b2 b6 c3 c5 e3 e5 f2 f6 g1 g7 h8"),
    ] {
        let p = chess(&format!("k7/8/8/8/3{id}4/8/7K/8 w - - 0 1"));
        assert_eq!(p.from("d4"), expected, "{id}");
    }
    let p = chess("k7/8/8/8/3Q4/8/7K/8 w - - 0 1");
    assert_eq!(p.from("d4").split(' ').count(), 14 + 13);
    let p = chess("k7/8/8/8/3K4/8/8/8 w - - 0 1");
    assert_eq!(p.from("d4"), "c3 c4 c5 d3 d5 e3 e4 e5");
}

#[test]
fn pawns_promote_on_the_last_rank_and_must() {
    let p = chess("1n5k/P7/8/8/8/8/8/K7 w - - 0 1");
    assert_eq!(p.from("a7"), "a8b a8n a8q a8r b8b b8n b8q b8r");
    let p = chess("7k/8/8/8/8/8/p7/6K1 b - - 0 1");
    assert_eq!(p.from("a2"), "a1b a1n a1q a1r");
}

#[test]
fn en_passant() {
    let p = chess("4k3/8/8/8/3p4/8/2P1P3/4K3 w - - 3 1");
    let stepped = p.after("e2e4");
    assert_eq!(
        (stepped.field(3), stepped.field(4)),
        ("e3".into(), "0".into())
    );
    let taken = stepped.after("d4e3");
    assert_eq!(taken.field(0), "4k3/8/8/8/8/4p3/2P5/4K3");
    assert!(!stepped.after("e8e7 e1e2").can("d4e3"), "at once or never");
    // Two pawns leave the rank together.
    let exposed = chess("8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1");
    assert!(!exposed.can("d4e3"));
    let check = chess("8/8/8/8/3pP3/5k2/8/4K3 b - e3 0 1");
    assert!(check.can("d4e3"));
}

#[test]
fn bare_kings_play_on() {
    let p = chess("7k/8/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!(p.status(), "ongoing");
}
