//! What other tests once found to be wrong, so that it stays mended.

use sliderule::position::{AnyPosition, check_starts};
use sliderule::rules::{Catalog, betza};
use std::fmt::Display;
use std::time::{Duration, Instant};

fn check_message(error: &impl Display) {
    let text = error.to_string();
    assert!(!text.chars().any(char::is_control), "{text:?}");
    assert!(text.chars().count() <= 300, "{text:?}");
}

fn problems(keys: &str) -> Vec<String> {
    let text = format!("[t]\nking = k\n{keys}startFen = 4k3/8/8/8/8/8/4K3/8 w - - 0 1\n");
    let catalog = Catalog::from_texts(&[("t.ini", &text)]);
    catalog.problems().iter().map(ToString::to_string).collect()
}

/// A king's lame first move is a double step, which kings' moves leave out.
#[test]
fn a_king_can_have_a_lame_first_move() {
    let text = "[t]\nking = k:KimnD\nstartFen = 4k3/8/8/8/8/8/4K3/8 w - - 0 1\n";
    let catalog = Catalog::from_texts(&[("t.ini", text)]);
    let position = AnyPosition::start(catalog.get("t").unwrap()).unwrap();
    let moves = position.legal_move_texts();
    for wanted in ["e2c2", "e2e4", "e2g2"] {
        assert!(moves.contains(&wanted.to_string()), "{wanted}: {moves:?}");
    }
}

#[test]
fn betza_messages_have_no_control_characters() {
    for text in ["\n", "W\u{1b}", "R6\u{7}"] {
        check_message(&betza::parse(text).unwrap_err());
    }
}

#[test]
fn betza_messages_cut_long_numbers() {
    check_message(&betza::parse(&format!("W{}", "9".repeat(250))).unwrap_err());
}

#[test]
fn move_messages_cut_long_names() {
    let names = format!("r:{}\u{1b}[31m", "x".repeat(1000));
    let text = format!(
        "[t]\nking = k\nrook = r\npieceNames = {names}\n\
         startFen = 4k3/8/8/8/8/8/8/4K2R w - - 0 1\n"
    );
    let catalog = Catalog::from_texts(&[("t.ini", &text)]);
    // Refusing such a name would do as well.
    if let Ok(game) = catalog.get("t") {
        let position = AnyPosition::start(game).unwrap();
        check_message(&position.parse_move("h1g3").unwrap_err());
    }
}

/// Found by fuzzing: the longest of messages said the game's name twice, and listed letters
/// with blanks between them.
#[test]
fn messages_about_disabled_games_are_short() {
    let moves = format!("z:B4/{}", "x".repeat(100));
    let name = "a-game-with-a-name-of-medium-length";
    let text = format!("[{name}:chess]\ncustomPiece3 = {moves}\n");
    let catalog = Catalog::with_file("games.ini", &text);
    check_message(&catalog.get(name).unwrap_err());
    catalog.problems().iter().for_each(check_message);
}

/// A key whose value is nonsense is a problem even where nothing asks for the value.
#[test]
fn keys_are_never_ignored() {
    for key in [
        "castling = false\ncastlingKingFile",
        "castling = false\ncastlingText",
        // A game without a rook.
        "castlingKingFile",
        "castlingRank",
        "mandatoryPiecePromotion",
        "piecePromotionVictims",
        "piecePromotionRegionWhite",
        "piecePromotionAbsent",
        // A game without the standard pawn.
        "doubleStep",
    ] {
        assert_ne!(problems(&format!("{key} = ?\n")), [] as [&str; 0], "{key}");
    }
}

/// A start position that cannot be set up is a problem of its game.
#[test]
fn start_positions_are_tried() {
    for fen in [
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1 x",
        "4k3/8/8/8/8/8/8/4K3 x - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w KQ - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - e3 0 1",
        "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1",
    ] {
        let text = format!("[t]\nking = k\nrook = r\nstartFen = {fen}\n");
        let mut catalog = Catalog::from_texts(&[("t.ini", &text)]);
        check_starts(&mut catalog);
        assert_eq!(catalog.problems().len(), 1, "{fen}");
        assert_eq!(catalog.problems()[0].location.line, 4);
        assert!(catalog.get("t").is_err());
    }
}

/// Files below the size limit are read soon, too: this one has 400 kB.
#[test]
fn many_small_sections_are_read_soon() {
    let link = |n: usize| format!("[g{n}:g{}]\n", n + 1);
    let text: String = (0..20_000).map(link).collect();
    let begin = Instant::now();
    let catalog = Catalog::from_texts(&[("t.ini", &text)]);
    assert!(!catalog.problems().is_empty());
    let took = begin.elapsed();
    assert!(took < Duration::from_secs(2), "{took:?}");
}

/// Who blows up the enemy's king wins, even out of check: such a position can be read.
#[test]
fn a_game_that_an_explosion_ended_out_of_check_is_read() {
    let catalog = Catalog::built_in();
    let start = AnyPosition::start(catalog.get("atomic").unwrap()).unwrap();
    let over = "r1bq1b1r/1ppppkpp/n4pP1/p7/PPP1P3/7B/3P3P/RNBQ3R w - - 0 10";
    let position = start.with_fen(over).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(position.fen(), over);
    assert_eq!(position.legal_move_texts(), [] as [&str; 0]);
    // With the king on the board it stays refused.
    let going_on = over.replace("RNBQ3R", "RNBQK2R");
    assert!(start.with_fen(&going_on).is_err());
}
