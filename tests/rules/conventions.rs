//! Conventions of every game: FEN, move text, legality, draws, refused FENs (RULES.md
//! section 0; interpretation 1).

use crate::games::{self, GAMES};
use crate::setup::{Setup, setup, short_sliders, short_sliders_fen};
use sliderule::geometry::Square;
use sliderule::position::{Position, Tables};
use sliderule::rules::{Catalog, Color};
use std::sync::Arc;

/// Kings that are out of the way, and a dead pawn for each so that neither is bare.
const KINGS: &str = "Ka1 ka16 Pl16 pl1";

fn chess(fen: &str) -> Setup {
    setup("chess", fen)
}

fn with_kings(pieces: &str, rest: &str) -> Setup {
    short_sliders(&format!("{KINGS} {pieces}"), rest)
}

#[test]
fn squares_are_file_letter_and_rank_without_padding() {
    let p = short_sliders("Ka1 kl16 Xf10 pl1", "[] w - - 0 1");
    assert_eq!((p.on("l16"), p.on("f10")), ("k".into(), "X".into()));
    assert!(p.can("f10h11") && p.can("f10f8"));
    for padded in ["f10f08", "a01a2", "f10F8 "] {
        p.why_not(padded);
    }
}

#[test]
fn ids_are_a_letter_and_how_often_it_promoted_in_the_owners_case() {
    let fen = short_sliders_fen("Ka1 kl16 Nb2 n'c3 B!d4 b!e5 N'f7", "[] w - - 0 1");
    assert!(fen.contains("3B!8") && fen.contains("2n'9"));
    assert_eq!(setup("short-sliders", &fen).fen(), fen);
}

#[test]
fn board_is_written_from_the_top_with_counts_of_several_digits_and_holes() {
    for (game, fen) in [
        ("short-sliders", short_sliders_fen(KINGS, "[] b - - 3 17")),
        ("battery", "*3*/4k/5/5/5/5/5/5/K4/*1Q1* w - - 0 1".into()),
        ("opposition", "*1k2**/7/7/7/6P/7/**1K2* w - - 0 1".into()),
    ] {
        assert_eq!(setup(game, &fen).fen(), fen);
    }
    assert!(short_sliders_fen(KINGS, "").contains("/12/12/"));
    assert_eq!(chess("4k3/8/8/8/8/8/8/RN2K3 w - - 0 1").on("b1"), "N");
}

#[test]
fn castling_letters() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1";
    assert_eq!(chess(fen).field(2), "KQkq", "printed in this order");
    let k = chess("r3k2r/8/8/8/8/8/8/R3K2R w K - 0 1");
    assert!(
        k.can("e1g1") && !k.can("e1c1"),
        "K is the rook on the higher file"
    );
}

#[test]
fn the_e_p_square_is_set_after_every_double_step() {
    let p = chess("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").after("e2e4");
    assert_eq!(p.field(3), "e3", "though nobody can capture");
    let p = with_kings("Pd4", "[] w - - 0 1").after("d4d6");
    assert_eq!(p.field(3), "d5d6");
    let p = with_kings("oe13", "[] b - - 0 1").after("e13g11");
    assert_eq!(p.field(3), "f12g11");
    assert_eq!(p.after("a1b1").field(3), "-");
    let single = with_kings("Pd4", "[] w - - 0 1").after("d4d5");
    assert_eq!(single.field(3), "-");
}

#[test]
fn the_two_e_p_squares_are_read_in_both_orders() {
    for field in ["e5f6", "f6e5"] {
        let p = with_kings("Of6", &format!("[] b - {field} 0 1"));
        assert_eq!(p.field(3), "e5f6");
    }
}

#[test]
fn counters() {
    // Halfmove, then fullmove after a move from "7 9".
    for (game, fen, mv, counters) in [
        ("chess", "4k3/8/8/8/8/8/4P3/4K3 w - -", "e1d1", "8 9"),
        ("chess", "4k3/8/8/8/8/8/4P3/4K3 w - -", "e2e3", "0 9"),
        ("chess", "4k3/8/8/8/8/8/4P3/4K3 b - -", "e8d8", "8 10"),
        ("chess", "4k3/8/8/8/8/8/4p3/4K3 w - -", "e1e2", "0 9"),
        ("chess", "4k3/8/8/8/8/8/8/4K2R w K -", "e1e2", "8 9"),
        ("chess", "4k3/8/8/8/8/8/8/4K2R w K -", "e1g1", "8 9"),
        (
            "battery",
            "*3*/4k/5/5/5/5/5/1P3/K4/*3* w - -",
            "b3b5",
            "0 9",
        ),
    ] {
        let p = setup(game, &format!("{fen} 7 9")).after(mv);
        assert_eq!(
            format!("{} {}", p.field(4), p.field(5)),
            counters,
            "{fen} {mv}"
        );
    }
    let promoting = with_kings("Rf12", "[] w - - 7 9").after("f12f13");
    assert_eq!(
        (promoting.on("f13"), promoting.field(4)),
        ("R'".into(), "8".into())
    );
}

#[test]
fn the_last_two_fields_may_be_missing() {
    assert_eq!(
        chess("4k3/8/8/8/8/8/8/4K3 b - -").fen(),
        "4k3/8/8/8/8/8/8/4K3 b - - 0 1"
    );
}

#[test]
fn move_text_is_lower_case_with_the_promotion_always() {
    let p = chess("7k/P7/8/8/8/8/8/K7 w - - 0 1");
    assert!(p.moves().iter().all(|mv| *mv == mv.to_lowercase()));
    assert!(p.can("a7a8q") && !p.can("a7a8"));
    assert_eq!(p.after("A7A8Q").fen(), p.after("a7a8q").fen());
    let one_choice = setup("opposition", "4***/2P4/k6/7/6K/HHM4/***4 w - - 0 1");
    assert!(one_choice.can("c6c7m") && !one_choice.can("c6c7"));
    let level_1 = with_kings("Pc15", "[N'] w - - 0 1");
    assert!(
        level_1.can("c15c16n'") && level_1.can("c15c16"),
        "no suffix: it stays"
    );
}

#[test]
fn a_destination_reached_in_two_ways_counts_once() {
    // The Dolphin slides to f10 and leaps there, too.
    let p = with_kings("Df8 xf10", "[] w - - 0 1");
    let count = p.moves().iter().filter(|mv| *mv == "f8f10").count();
    assert_eq!(count, 1);
    assert_eq!(p.0.clone().perft(1), p.moves().len() as u64);
    let horse = setup("opposition", "4***/k6/7/3H3/7/6K/***4 w - - 0 1");
    let count = horse.moves().iter().filter(|mv| *mv == "d4e6").count();
    assert_eq!(count, 1, "both ways are open");
}

#[test]
fn the_movers_king_must_not_be_attacked_afterwards() {
    for (fen, illegal) in [
        ("4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3"),
        ("7k/8/8/8/8/8/r7/4K3 w - - 0 1", "e1e2"),
        ("4r2k/8/8/8/8/8/8/N3K3 w - - 0 1", "a1b3"),
        ("4r2k/8/8/8/4K3/8/8/8 w - - 0 1", "e4e3"),
        ("7k/8/8/8/8/2b5/3p4/4K3 w - - 0 1", "e1d2"),
        ("7k/8/8/8/1b6/8/3P4/4K3 w - - 0 1", "d2d3"),
    ] {
        assert!(!chess(fen).can(illegal), "{fen}");
    }
}

#[test]
fn no_legal_move_is_mate_in_check_and_else_stalemate() {
    let mate = chess("R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1");
    assert_eq!(
        (mate.status().as_str(), mate.result()),
        ("checkmate", "1-0")
    );
    let stalemate = chess("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1");
    assert_eq!(
        (stalemate.status().as_str(), stalemate.result()),
        ("stalemate", "1/2-1/2")
    );
    assert_eq!(chess("R5k1/5pp1/8/8/8/8/8/K7 b - - 0 1").status(), "check");
}

#[test]
fn third_occurrence_is_a_draw() {
    let start = games::start("chess");
    let shuffle = "g1f3 g8f6 f3g1 f6g8";
    let p = Setup(start);
    let twice = p.after(shuffle);
    assert_eq!(twice.status(), "ongoing");
    let thrice = twice.after(shuffle);
    assert_eq!(
        (thrice.status().as_str(), thrice.result()),
        ("draw-repetition", "1/2-1/2")
    );
    // Perft and the list of moves do not mind.
    assert_eq!((thrice.moves().len(), thrice.0.clone().perft(2)), (20, 400));
    for game in GAMES {
        let (fen, shuffle) = match game {
            "short-sliders" => (
                short_sliders_fen(KINGS, "[] w - - 0 1"),
                "a1b1 a16b16 b1a1 b16a16",
            ),
            "battery" | "battery-standard" => (
                "*3*/4k/5/5/5/5/5/5/K4/*3* w - - 0 1".into(),
                "a2b2 e9d9 b2a2 d9e9",
            ),
            "opposition" => (
                "4***/k6/7/7/7/6K/***4 w - - 0 1".into(),
                "d1c1s a6b6 c1d1s b6a6",
            ),
            "capablanca" => (
                "9k/10/10/10/10/10/10/K9 w - - 0 1".into(),
                "a1b1 j8i8 b1a1 i8j8",
            ),
            _ => ("7k/8/8/8/8/8/8/K7 w - - 0 1".into(), "a1b1 h8g8 b1a1 g8h8"),
        };
        let twice = setup(game, &fen).after(shuffle);
        assert_eq!(twice.status(), "ongoing", "{game}");
        assert_eq!(twice.after(shuffle).status(), "draw-repetition", "{game}");
    }
}

#[test]
fn repetition_needs_the_same_side_to_move() {
    // White loses a tempo, then Black does: the board occurs three times.
    let p = chess("7k/8/8/8/8/8/8/K7 w - - 0 1");
    let p = p.after("a1b1 h8g8 b1b2 g8h8 b2a1");
    let p = p.after("h8g8 a1b1 g8g7 b1a1 g7h8");
    assert_eq!((p.field(1), p.status()), ("w".into(), "ongoing".into()));
}

/// A position of chess as a search has it.
fn searched(fen: &str) -> Position<u64> {
    let chess = Catalog::built_in().get("chess").unwrap().clone();
    Position::from_fen(Arc::new(Tables::new(chess)), fen).unwrap()
}

#[test]
fn promotions_are_noisy_and_captures() {
    let mut p = searched("7k/P7/8/8/8/1p6/P7/K7 w - - 0 1");
    let noisy = p.noisy_moves();
    let mut texts: Vec<String> = noisy.iter().map(|&mv| p.move_text(mv)).collect();
    texts.sort_unstable();
    assert_eq!(texts, ["a2b3", "a7a8b", "a7a8n", "a7a8q", "a7a8r"]);
}

#[test]
fn repetition_does_not_cross_a_null_move() {
    let mut p = searched("7k/8/8/8/8/8/8/KR6 w - - 0 1");
    let key = p.key();
    for text in ["b1c1", "c1b1"] {
        p.make_unchecked(p.parse_move(text).unwrap());
        p.make_null();
    }
    assert_eq!((p.key(), p.occurrences()), (key, 1));
}

#[test]
fn repetition_needs_the_same_castling_rights() {
    let shuffle = "e1d1 e8d8 d1e1 d8e8";
    let p = chess("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")
        .after(shuffle)
        .after(shuffle);
    assert_eq!(p.status(), "ongoing", "the first time White could castle");
    assert_eq!(p.after(shuffle).status(), "draw-repetition");
}

#[test]
fn repetition_needs_the_same_legal_capture_en_passant() {
    let shuffle = "b8a6 g1f3 a6b8 f3g1";
    for (fen, after_two) in [
        // d4 can capture; no pawn can; d4 is pinned.
        ("1n2k3/8/8/8/3p4/8/4P3/3RK1N1 w - - 0 1", "ongoing"),
        ("1n2k3/8/8/p7/8/8/4P3/3RK1N1 w - - 0 1", "draw-repetition"),
        ("1n1k4/8/8/8/3p4/8/4P3/3RK1N1 w - - 0 1", "draw-repetition"),
    ] {
        let p = chess(fen).after("e2e4").after(shuffle).after(shuffle);
        assert_eq!(p.status(), after_two, "{fen}");
        assert_eq!(p.after(shuffle).status(), "draw-repetition", "{fen}");
    }
}

#[test]
fn positions_are_the_same_only_with_the_same_pawn_to_capture_en_passant() {
    // The squares passed are one, the Berolina Pawns are two.
    let key = |field: &str| {
        let fen = format!("4k3/8/8/8/2PpP3/8/8/4K3 b - {field} 0 1");
        setup("berolina", &fen).0.key()
    };
    assert_ne!(key("d3c4"), key("d3e4"));
}

#[test]
fn repetition_needs_the_same_sliders() {
    // Both sliders are empty: the pieces stand as before when only they have moved.
    let p = setup("opposition", "4***/k6/7/7/7/6K/***4 w - - 0 1");
    let shuffle = "g2g3 a6a5 g3g2 a5a6";
    let p = p.after("d1c1s a7b7s").after(shuffle);
    assert_eq!(p.status(), "ongoing", "twice with these sliders");
    assert_eq!(p.after(shuffle).status(), "draw-repetition");
}

#[test]
fn positions_are_the_same_only_with_the_same_pool() {
    // No game repeats a board with another pool: the key tells.
    let key = |pool: &str| with_kings("", &format!("[{pool}] w - - 0 1")).0.key();
    let keys = ["", "N", "n", "N'", "NN"].map(key);
    for (i, a) in keys.iter().enumerate() {
        assert!(keys[i + 1..].iter().all(|b| a != b));
    }
    assert_eq!(key("NB"), key("BN"));
}

#[test]
fn a_hundred_plies_without_progress_are_a_draw() {
    // Reading 1.
    for (counter, mv, status) in [
        (98, "h1h2", "ongoing"),
        (99, "h1h2", "draw-100-plies"),
        (99, "e2e3", "ongoing"),
        (99, "h1h5", "ongoing"),
        (150, "h1h2", "draw-100-plies"),
    ] {
        let p = chess(&format!("4k3/8/8/7p/8/8/4P3/4K2R w - - {counter} 80"));
        let after = p.after(mv);
        assert_eq!(after.status(), status, "{counter} {mv}");
        assert!(
            !after.moves().is_empty(),
            "the list of moves is not affected"
        );
        assert!(after.0.clone().perft(2) > 0, "nor is perft");
    }
    let draw = chess("4k3/8/8/8/8/8/8/4K2R b - - 100 80");
    assert_eq!(
        (draw.status().as_str(), draw.result()),
        ("draw-100-plies", "1/2-1/2")
    );
    for (game, fen) in [
        ("short-sliders", short_sliders_fen(KINGS, "[] w - - 100 80")),
        ("battery", "*3*/4k/5/5/5/5/5/5/K4/*3* w - - 100 80".into()),
        (
            "battery-standard",
            "*3*/4k/5/5/5/5/5/5/K4/*3* w - - 100 80".into(),
        ),
        ("opposition", "4***/k6/7/7/7/6K/***4 w - - 100 80".into()),
    ] {
        assert_eq!(setup(game, &fen).status(), "draw-100-plies", "{game}");
    }
}

#[test]
fn what_is_stronger_than_a_hundred_plies() {
    let mate = chess("6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 80").after("a1a8");
    assert_eq!(
        (mate.field(4), mate.status()),
        ("100".into(), "checkmate".into())
    );
    let stalemate = chess("k7/8/1K6/8/8/8/8/2Q5 w - - 99 80").after("c1c7");
    assert_eq!(stalemate.status(), "stalemate");
    let bare = short_sliders("Ka1 ka16 Xh5", "[] w - - 100 80");
    assert_eq!(bare.status(), "bare-king-black-loses");
    let check = chess("6k1/5pp1/8/8/8/8/8/R3K3 w - - 99 80").after("a1a8");
    assert_eq!(check.status(), "draw-100-plies", "a mere check is not");
}

#[test]
fn fen_counters_reach_65535_and_stay_there() {
    let p = chess("4k3/8/8/8/8/8/8/4K3 b - - 65535 65535");
    assert_eq!((p.field(4), p.field(5)), ("65535".into(), "65535".into()));
    let after = p.after("e8d8");
    assert_eq!(
        (after.field(4), after.field(5)),
        ("65535".into(), "65535".into())
    );
    assert_eq!(chess("4k3/8/8/8/8/8/8/4K3 b - - 0 0").field(5), "0");
}

#[test]
fn nothing_happens_outside_the_board() {
    let position = games::start("battery");
    let shape = position.shape();
    let outside = [50, 255].map(Square::new);
    assert_eq!(shape.len(), 50);
    let hole = shape.parse_square("a1").unwrap().0;
    for square in outside.into_iter().chain([hole]) {
        assert_eq!(position.piece_at(square), None);
        assert!(!position.is_live(square));
        for color in Color::BOTH {
            assert!(!position.is_attacked(square, color));
            assert!(position.attackers_of(square, color).is_empty());
        }
    }
}
