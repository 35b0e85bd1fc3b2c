//! What the program tells about games: the rules and the key to the pieces of any game.

use crate::program::{feed, run, with_ini};
use crate::runner::runner;
use proptest::prelude::*;
use serde_json::Value;
use sliderule::geometry::{Bitboard, Square};
use sliderule::position::{AnyPosition, Nature};
use sliderule::rules::{
    Catalog, Cell, Color, Leg, Pattern, Piece, PieceType, Variant, betza, describe,
};
use std::sync::Arc;

/// A piece alone in the middle of a large board, where its moves can be seen.
const ALONE: &str = "15/15/15/15/15/15/15/7X7/15/15/15/15/15/15/15 w - - 0 1";

/// The file and the rank of the middle, from 0.
const MIDDLE: i32 = 7;

fn alone(betza: &str) -> Catalog {
    let ini = format!(
        "[alone]\nmaxFile = 15\nmaxRank = 15\ncustomPiece1 = x:{betza}\nstartFen = {ALONE}\n\
         doubleStepRegionWhite = *8\ndoubleStepRegionBlack = *8\n"
    );
    Catalog::with_file("alone.ini", &ini)
}

/// What is said of a piece, with what must be so of any.
fn described(game: &Variant, kind: PieceType) -> (Vec<String>, Vec<String>) {
    let (sentences, picture) = (describe::moves(game, kind), describe::diagram(game, kind));
    let betza = &game.piece(kind).betza;
    for sentence in &sentences {
        assert!(sentence.ends_with('.'), "{betza}: {sentence}");
        assert!(
            sentence.starts_with(char::is_uppercase),
            "{betza}: {sentence}"
        );
        let doubled = ["  ", " ,", ",,", " .", ".."];
        assert!(
            !doubled.iter().any(|d| sentence.contains(d)),
            "{betza}: {sentence}"
        );
    }
    assert!(
        picture
            .iter()
            .all(|line| line.len() == 2 * picture.len() - 1),
        "{betza}"
    );
    (sentences, picture)
}

/// The picture of a piece shows the moves that the engine makes with it on an empty board,
/// as far as it goes.
fn check_picture(picture: &[String], start: &mut AnyPosition) {
    let piece = start.variant().pieces[0].clone();
    let betza = &piece.betza;
    // What may leave this board is not held to what it does on one without end, where it
    // may turn or come back around the side edges.
    let far = |p: &Pattern| {
        let steps = |leg: &Leg| usize::from(leg.step.chebyshev()) * usize::from(leg.reach);
        p.legs().map(steps).sum::<usize>() > MIDDLE as usize
    };
    let turns =
        |p: &Pattern| !p.before.is_empty() || p.legs().any(|leg| !leg.manner.turns.is_empty());
    let certain = !piece.patterns.iter().any(|p| far(p) && turns(p));
    let comes_back = |p: &Pattern| far(p) && p.legs().any(|leg| leg.manner.wraps);
    let closed = !piece.patterns.iter().any(comes_back);
    let first = piece.patterns.iter().any(|p| p.initial);
    let moves = start.legal_move_texts();
    let radius = picture.len() as i32 / 2;
    for (line, rank) in picture
        .iter()
        .zip((MIDDLE - radius..=MIDDLE + radius).rev())
    {
        let marks = line.split(' ').zip(MIDDLE - radius..);
        for (mark, file) in marks {
            // A leap may lead beyond this board.
            if !(0..=2 * MIDDLE).contains(&file) || !(0..=2 * MIDDLE).contains(&rank) {
                continue;
            }
            let to = format!("h8{}{}", (b'a' + file as u8) as char, rank + 1);
            let found = moves.contains(&to);
            match mark {
                "x" | "X" | "m" | "M" if certain => {
                    assert!(found, "{betza}: {to}\n{}", picture.join("\n"))
                }
                // What is always possible hides a first move to the same square.
                "c" | "C" | "r" if first => {}
                "." | "c" | "C" | "r" if closed => {
                    assert!(!found, "{betza}: {to}\n{}", picture.join("\n"))
                }
                // The middle, lines that go on, first moves, moves that others help.
                _ => {}
            }
        }
    }
}

/// Whatever a Betza text says is told in words, and drawn as it is played.
fn check_betza(betza: &str) -> bool {
    let catalog = alone(betza);
    let Ok(game) = catalog.get("alone") else {
        return false;
    };
    let kind = PieceType::new(0);
    let (sentences, picture) = described(game, kind);
    let possible = |p: &Pattern| p.last.quiet || p.attacks();
    let any = game.piece(kind).patterns.iter().any(possible);
    assert_eq!(any, !sentences.is_empty(), "{betza}");
    check_picture(&picture, &mut AnyPosition::start(game).unwrap());
    true
}

#[test]
fn pieces_are_drawn_as_they_are_played() {
    for betza in [
        "K",
        "N",
        "Q",
        "R4",
        "B3cabN",
        "mafsWmafsF",
        "fmWfceFifmnD",
        "FyafsF",
        "RmasR",
        "NN",
        "qN",
        "zB",
        "jR5",
        "mRcpR",
        "gQ",
        "KNADcaKmcabK",
        "afsafqW",
        "masF",
        "caibR",
        "nAA",
        "flbrFhrN",
        "(4,1)mcW",
        "jjB",
        "mQcafmQ",
        "asafqN",
        "N3nZ2",
    ] {
        assert!(check_betza(betza), "{betza}");
    }
}

#[test]
fn any_betza_is_told() {
    let texts = "([mcinjpgozqfblrvsh]{0,3}(a[mcpgyfblrsvqz]{0,3}){0,3}[WFDNAHCZGKRBQ][0-9]?){1,3}";
    runner(400)
        .run(&texts, |betza| {
            if betza::parse(&betza).is_ok_and(|b| b.patterns().is_ok()) {
                prop_assert!(check_betza(&betza), "{}", betza);
            }
            Ok(())
        })
        .unwrap_or_else(|e| panic!("{e}"));
}

#[test]
fn every_game_is_told_whole() {
    for game in Catalog::built_in().games() {
        for kind in game.types() {
            let (sentences, picture) = described(game, kind);
            let moves = !game.piece(kind).patterns.is_empty();
            assert_eq!(moves, !sentences.is_empty(), "{}", game.name);
            assert_eq!(moves, !picture.is_empty(), "{}", game.name);
        }
        let out = run(&["rules", &game.name]).good();
        assert!(out.starts_with(&format!("{} ({})\n", game.title, game.name)));
        let fen = format!("\nFEN: {}\n", game.start_fen);
        assert!(out.contains(&fen), "{out}");
        let too_long = |line: &&str| line.chars().count() > 80 && !line.starts_with("FEN: ");
        assert_eq!(out.lines().find(too_long), None, "{}", game.name);
        for kind in game.types() {
            let id = game.piece(kind).id.cased(Color::White);
            let heading = out
                .lines()
                .any(|line| line.starts_with(&format!("{id:3} ")));
            assert!(heading, "{}: {id}", game.name);
        }
        assert!(out.contains("\nHOW THE GAME ENDS\n"), "{out}");
        assert!(
            run(&["pieces", &game.name]).good().contains(" cp"),
            "{}",
            game.name
        );
    }
}

#[test]
fn rules_look_like_this() {
    let out = run(&["rules", "opposition"]).good();
    let horse = "
H   Horse, 2 each (Betza mafsWmafsF)
    . x . x .   Walks two squares and one across (a knight's leap), by one step
    x . . . x   orthogonally, then one diagonally outward, if the square between
    . . O . .   is empty. Walks two squares and one across (a knight's leap), by
    x . . . x   one step diagonally, then one orthogonally outward, if the
    . x . x .   square between is empty.
";
    assert!(out.contains(horse), "{out}");
    let board = "
  1  - - -[. H K .]
     a b c d e f g

FEN: 1kh1***/mmh4/ppp4/7/4PPP/4HMM/***1HK1 w - - 0 1

HOW THE GAME ENDS

- The King is royal.";
    assert!(out.contains(board), "{out}");
}

#[test]
fn pieces_have_a_key() {
    let out = run(&["pieces", "battery"]).good();
    assert!(
        out.starts_with(
            "Battery Chess (battery): 6 kinds of pieces\n\
             Values are in centipawns (cp): hundredths of a pawn of chess.\n"
        ),
        "{out}"
    );
    let king = "
K   King          royal  Betza K  XBoard king
    Moves one square in any direction. Royal.
";
    assert!(out.contains(king), "{out}");
    assert!(out.contains("  Betza Q4N  XBoard dragon\n"), "{out}");
    let native = run(&["pieces", "chess"]).good();
    assert!(
        native.contains("XBoard knows this game as normal"),
        "{native}"
    );
    let cannot = run(&["pieces", "atomic"]).good();
    assert!(
        cannot.contains("XBoard cannot show this game: "),
        "{cannot}"
    );

    let json: Value = serde_json::from_str(&run(&["pieces", "battery", "--json"]).good()).unwrap();
    assert_eq!(
        (&json["game"], &json["unit"]),
        (&"battery".into(), &"centipawns".into())
    );
    let archbishop = &json["pieces"][1];
    assert_eq!(archbishop["id"], "a");
    assert_eq!(archbishop["xboard"], "crowned-bishop");
    assert_eq!(
        archbishop["moves"][0],
        "Slides up to four squares diagonally."
    );
    assert_eq!(archbishop["diagram"][4], ". . . . O . . . .");
    assert!(archbishop["value"].as_i64() > Some(300));
    assert!(json["pieces"][0]["value"].is_null());
}

#[test]
fn own_games_are_told_and_unknown_ones_refused() {
    let ini = "[mine:chess]\ntitle = My Chess\ncustomPiece1 = n:NmW\n";
    let out = with_ini(ini, &["rules", "mine"]).good();
    assert!(out.starts_with("My Chess (mine)\n"), "{out}");
    assert!(out.contains("\nN   2 each (Betza NmW)\n"), "{out}");
    for command in ["rules", "pieces"] {
        let error = run(&[command, "nothing"]).refusal();
        assert!(error.contains("there is no game 'nothing'"), "{error}");
    }
}

/// What README shows of the library is the tested example of the prelude's documentation, and
/// of the key to the pieces what the program prints.
#[test]
fn the_readme_shows_what_is_so() {
    let readme = include_str!("../../../README.md");
    let (_, example) = readme.split_once("```rust\n").unwrap();
    let (example, _) = example.split_once("```").unwrap();
    let tested: String = include_str!("../../../src/prelude.rs")
        .lines()
        .filter_map(|line| line.strip_prefix("//!"))
        .map(|line| format!("{}\n", line.strip_prefix(' ').unwrap_or(line)))
        .collect();
    assert!(tested.contains(example), "{example}");

    let (_, shown) = readme
        .split_once("$ sliderule pieces opposition\n")
        .unwrap();
    let shown = shown.split("\n\n").next().unwrap().lines();
    let out = run(&["pieces", "opposition"]).good();
    for line in shown.map(|line| line.strip_prefix("    ").unwrap()) {
        assert!(
            line == "..." || out.lines().any(|l| l == line),
            "{line}\n{out}"
        );
    }
}

/// At the prompt the game is the one being played, from its own start.
#[test]
fn the_prompt_knows_them_too() {
    let out = feed(
        &["play", "chess", "--side", "both"],
        b"e2e4\npieces\nrules\n",
    );
    let out = out.good();
    assert!(out.contains("Chess (chess): 6 kinds of pieces"), "{out}");
    assert!(out.contains("  2  P P P P P P P P\n"), "{out}");
}

/// The example of a promotion that the page of a game shows, without the full stop.
fn example(game: &Variant) -> Option<String> {
    let paragraphs = describe::further(game)
        .into_iter()
        .flat_map(|s| s.paragraphs);
    let sentence = "A pawn's promotion ends in the new id";
    let mut found = paragraphs.filter_map(|p| p.strip_prefix(sentence).map(String::from));
    let rest = found.next()?;
    rest.strip_prefix(": ")
        .map(|text| text[..text.len() - 1].to_owned())
}

/// Boards of a game with a pawn where the example has it: the start position, and the
/// kings alone, the enemy's anywhere or beside one more enemy; with nothing or an enemy piece where it arrives.
fn boards(game: &Variant, color: Color, pawn: PieceType, squares: [Square; 2]) -> Vec<String> {
    let [from, to] = squares;
    let start = game.start_cells();
    // Without these the game is over.
    let vital = Nature::new(game).vital;
    let needed = |kind: PieceType| {
        let counted = game.ends.extinction.and_then(|e| e.types);
        vital.contains(kind) || counted.is_some_and(|types| types.contains(kind))
    };
    let royal = |cell: Cell| matches!(cell, Cell::Piece(p) if needed(p.kind()));
    let alone = start.iter().map(|&cell| match cell {
        Cell::Piece(_) if !royal(cell) => Cell::Empty,
        _ => cell,
    });
    let alone: Vec<Cell> = alone.collect();
    let theirs = |cell: &Cell| matches!(cell, Cell::Piece(p) if p.color() != color);
    let mut positions = vec![start.clone()];
    if let Some(king) = alone.iter().position(theirs) {
        for square in (0..alone.len()).filter(|&n| alone[n] == Cell::Empty) {
            let mut cells = alone.clone();
            cells.swap(king, square);
            positions.push(cells);
        }
    }
    for (square, piece) in start.iter().enumerate().filter(|(_, cell)| theirs(cell)) {
        let mut cells = alone.clone();
        cells[square] = *piece;
        positions.push(cells);
    }
    let loose = game.types().filter(|&kind| !needed(kind) && kind != pawn);
    let victims = loose.map(|kind| Cell::Piece(Piece::new(kind, color.other())));
    let victims: Vec<Cell> = victims.chain([Cell::Empty]).collect();
    let held = game.promotion.types[color].iter();
    let held: String = held.map(|k| game.piece(k).id.cased(color)).collect();
    // A pool holds what the pawn may become.
    let pool = match game.has_pool {
        true => format!("[{held}]"),
        false => String::new(),
    };
    let mut boards = Vec::new();
    for cells in positions {
        for &victim in &victims {
            let mut cells = cells.clone();
            cells[to.index()] = victim;
            cells[from.index()] = Cell::Piece(Piece::new(pawn, color));
            boards.push(written(game, &cells) + &pool);
        }
    }
    boards
}

/// A board as a FEN has it.
fn written(game: &Variant, cells: &[Cell]) -> String {
    let text = |cell: &Cell| match cell {
        Cell::Empty => "1".into(),
        Cell::Hole => "*".into(),
        Cell::Piece(p) => game.piece(p.kind()).id.cased(p.color()),
    };
    let ranks = cells.chunks(game.shape.files().into()).rev();
    let ranks: Vec<String> = ranks
        .map(|rank| ones_joined(&rank.iter().map(text).collect::<String>()))
        .collect();
    ranks.join("/")
}

/// Runs of empty squares as one number.
fn ones_joined(board: &str) -> String {
    (2..=16).rev().fold(board.to_owned(), |text, n| {
        text.replace(&"1".repeat(n), &n.to_string())
    })
}

/// Whether the example is a legal move in some position of the game.
fn is_playable(game: &Arc<Variant>, text: &str) -> bool {
    let (from, rest) = game.shape.parse_square(text).unwrap();
    let (to, _) = game.shape.parse_square(rest).unwrap();
    let start = AnyPosition::start(game).unwrap();
    Color::BOTH.into_iter().any(|color| {
        let inside = game.promotion.region[color].contains(to);
        let mut pawns = game.promotion.pawns[color].iter();
        inside
            && pawns.any(|pawn| {
                let boards = boards(game, color, pawn, [from, to]);
                let mut fens = boards
                    .iter()
                    .map(|b| format!("{b} {} - - 0 1", color.letter()));
                fens.any(|fen| {
                    let position = start.with_fen(&fen);
                    position.is_ok_and(|p| p.legal_move_texts().iter().any(|t| t == text))
                })
            })
    })
}

#[test]
fn promotions_shown_can_be_played() {
    let mut shown = 0;
    for game in Catalog::built_in().games() {
        let promotes = |&c: &Color| {
            let promotion = &game.promotion;
            let lists = [promotion.pawns[c].is_empty(), promotion.types[c].is_empty()];
            promotion.region[c].any() && lists == [false; 2]
        };
        let text = example(game);
        assert_eq!(
            text.is_some(),
            Color::BOTH.iter().any(promotes),
            "{}",
            game.name
        );
        if let Some(text) = text {
            assert!(is_playable(game, &text), "{}: {text}", game.name);
            shown += 1;
        }
    }
    assert!(shown > 30, "{shown}");
    let battery = Catalog::built_in().get("battery").unwrap();
    assert_eq!(example(battery).as_deref(), Some("a8a9a"));
}

#[test]
fn own_games_show_their_own_promotions() {
    for (keys, shown) in [
        ("promotionRegionWhite = -\n", Some("a2a1b")),
        ("promotionRegionWhite = d6 e6\n", Some("d5d6b")),
        (
            "promotionPieceTypesWhite = -\npromotionPieceTypesBlack = r\n",
            Some("a2a1r"),
        ),
        (
            "promotionPieceTypes = -\nmandatoryPawnPromotion = false\n",
            None,
        ),
        ("promotionRegionWhite = -\npromotionRegionBlack = -\n", None),
        (
            "promotionPieceTypes = q\npromotionTypeRegionWhite = q:d8\n",
            Some("d7d8q"),
        ),
    ] {
        let catalog = Catalog::with_file("own.ini", &format!("[own:chess]\n{keys}"));
        assert_eq!(catalog.problems(), [], "{keys}");
        let game = catalog.get("own").unwrap();
        assert_eq!(example(game).as_deref(), shown, "{keys}");
        assert!(shown.is_none_or(|text| is_playable(game, text)), "{keys}");
    }
}

/// All sentences about an own game, a child of chess.
fn told(keys: &str) -> String {
    let catalog = Catalog::with_file("own.ini", &format!("[own:chess]\n{keys}"));
    assert_eq!(catalog.problems(), [], "{keys}");
    let game = catalog.get("own").unwrap();
    let mut sections = vec![describe::ends(game)];
    sections.extend(describe::further(game));
    let mut all: Vec<String> = sections.into_iter().flat_map(|s| s.paragraphs).collect();
    all.extend(game.types().flat_map(|kind| describe::notes(game, kind)));
    all.join("\n")
}

#[test]
fn any_square_will_do_unless_all_are_needed() {
    for (keys, said) in [
        (
            "flagPiece = k\nflagRegion = d4 e5\n",
            "having the King on d4 or e5.",
        ),
        (
            "flagPiece = n\nflagPieceCount = 2\nflagRegion = d4 e5\n",
            "two pieces of the type Knight on d4 and e5.",
        ),
        (
            "flagPiece = n\nflagPieceCount = 2\nflagRegion = d4 e5 f6\n",
            "two pieces of the type Knight on d4, e5 or f6.",
        ),
        (
            "doubleStepRegionWhite = *2 *4\n",
            "may begin on rank 2 or 4 (Black: rank 7), whether",
        ),
        (
            "promotionRegionWhite = *7 *8\n",
            "arrives on rank 7 or 8 (Black: rank 1) must",
        ),
        (
            "mobilityRegionWhiteKing = d1 *2\n",
            "White's may only go to rank 2 or d1.",
        ),
    ] {
        let text = told(keys);
        assert!(text.contains(said), "{said}\n{text}");
    }
}

#[test]
fn sentences_have_their_articles_and_no_more_than_they_need() {
    let one = told("promotionPieceTypes = q\n");
    assert!(one.contains("must become a Queen.\n"), "{one}");
    let captures = "promotedPieceType = n:q\npiecePromotionVictims = n:p\n\
                    mandatoryPiecePromotion = true\n";
    let captures = told(captures);
    assert!(
        captures.contains("when it captures a Pawn: Knight to Queen."),
        "{captures}"
    );
    assert!(captures.contains("Promotes to a Queen."), "{captures}");
    let none = told("promotionRegionWhite = -\n");
    assert!(
        none.contains("Black's Pawn that arrives on rank 1 must"),
        "{none}"
    );
    assert!(none.contains("White's pawns do not promote."), "{none}");
    assert!(!none.contains("no square"), "{none}");
    let first = told("doubleStepRegionBlack = -\n");
    assert!(
        first.contains("may begin on rank 2 (White only), whether"),
        "{first}"
    );

    let null = "A move that ends where it began is written with that square twice: b1b1.";
    let text = told("customPiece1 = n:NmabK\n");
    assert!(text.contains(null), "{text}");
    assert!(!told("").contains("ends where it began"));

    // A capture costs one player only, unless the captor becomes another piece.
    let at_once = "If it happens to both at once";
    let queens = "extinctionValue = loss\nextinctionPieceTypes = q\n";
    assert!(!told(queens).contains(at_once));
    let pawns = told("extinctionValue = loss\nextinctionPieceTypes = p\n");
    assert!(pawns.contains(at_once), "{pawns}");
}
