//! Tests of reading and writing games.

use super::*;
use crate::rules::Catalog;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

fn start(game: &str) -> AnyPosition {
    AnyPosition::start(Catalog::built_in().get(game).unwrap()).unwrap()
}

fn parse(text: &str) -> Result<Game, PgnError> {
    read(text, Catalog::built_in())
}

fn error(text: &str) -> String {
    parse(text).expect_err("an error").to_string()
}

fn texts(game: &Game) -> String {
    let mut position = game.start.clone();
    let mut texts = Vec::new();
    for &mv in &game.moves {
        texts.push(position.move_text(mv));
        position.make_unchecked(mv);
    }
    texts.join(" ")
}

fn play(position: &mut AnyPosition, plies: u64, random: &mut SplitMix64) -> Vec<Move> {
    let mut played = Vec::new();
    for _ in 0..plies {
        if position.status().is_over() {
            break;
        }
        let moves = position.legal_moves();
        let mv = moves[random.next_u64() as usize % moves.len()];
        position.make_unchecked(mv);
        played.push(mv);
    }
    played
}

fn assert_same(a: &Game, b: &Game) {
    assert_eq!(a.tags, b.tags);
    assert_eq!(a.start.variant().name, b.start.variant().name);
    assert_eq!(a.start.fen(), b.start.fen());
    assert_eq!(a.moves, b.moves);
    assert_eq!(a.result, b.result);
    assert_eq!(a.position().fen(), b.position().fen());
    assert_eq!(a.position().occurrences(), b.position().occurrences());
}

#[test]
fn a_game_is_written_as_pgn_says() {
    let mut game = Game::new(start("opposition"));
    game.tags.date = "2024.05.31".into();
    game.tags.white = r#"Ann "the \ slash" Lee"#.into();
    let mut position = game.start.clone();
    for text in ["g3g4", "a7b7s", "d1b1s"] {
        let mv = position.parse_move(text).unwrap();
        position.make_unchecked(mv);
        game.moves.push(mv);
    }
    let expected = r#"[Event "?"]
[Site "?"]
[Date "2024.05.31"]
[Round "?"]
[White "Ann \"the \\ slash\" Lee"]
[Black "?"]
[Result "*"]
[Variant "opposition"]

1. g3g4 a7b7s 2. d1b1s *

"#;
    assert_eq!(game.to_pgn(), expected);
    assert_same(&game, &parse(expected).unwrap());
}

#[test]
fn a_position_with_black_to_move_is_kept() {
    let fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 3 17";
    let mut game = Game::new(start("chess").with_fen(fen).unwrap());
    let mut position = game.start.clone();
    for text in ["e8e7", "e2e4"] {
        let mv = position.parse_move(text).unwrap();
        position.make_unchecked(mv);
        game.moves.push(mv);
    }
    game.result = GameResult::Draw;
    let text = game.to_pgn();
    assert!(text.contains("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 3 17\"]"));
    assert!(text.contains("17... e8e7 18. e2e4 1/2-1/2"), "{text}");
    assert_same(&game, &parse(&text).unwrap());
}

/// An id ends with `!`, which elsewhere in PGN praises a move.
#[test]
fn a_promotion_to_an_id_with_an_exclamation_mark_is_no_judgement() {
    let ini = "[own:chess]\ncustomPiece1 = a!:KN\ncustomPiece2 = a:K\npromotionPieceTypes = qa!a\n";
    let catalog = Catalog::with_file("own.ini", ini);
    assert_eq!(catalog.problems(), []);
    let variant = catalog.get("own").unwrap();
    let position = AnyPosition::from_fen(variant, "7k/P7/8/8/8/8/8/K7 w - - 0 1").unwrap();
    for text in ["a7a8a!", "a7a8a", "a7a8q"] {
        let mut game = Game::new(position.clone());
        game.moves.push(position.clone().parse_move(text).unwrap());
        let pgn = game.to_pgn();
        assert!(pgn.contains(&format!("1. {text} *")), "{pgn}");
        assert_same(&game, &read(&pgn, &catalog).unwrap());
        let judged = pgn.replace(" *", "?? *");
        assert_same(&game, &read(&judged, &catalog).unwrap());
    }
}

/// Every move whose text has something special in it, of every position in the tests'
/// data.
#[test]
fn ids_and_rifle_captures_survive() {
    let data = include_str!("../../tests/data/moves.tsv");
    let mut games = std::collections::HashMap::new();
    let mut seen = [0; 2];
    for line in data.lines() {
        let mut fields = line.split('\t');
        let (name, fen) = (fields.next().unwrap(), fields.next().unwrap());
        let begin = games.entry(name).or_insert_with(|| start(name));
        let position = if fen == "startpos" {
            begin.clone()
        } else {
            begin.with_fen(fen).unwrap()
        };
        for text in position.legal_move_texts() {
            let marks = [",", "'"].map(|mark| text.contains(mark));
            if marks == [false; 2] {
                continue;
            }
            for (seen, mark) in seen.iter_mut().zip(marks) {
                *seen += i32::from(mark);
            }
            let mut game = Game::new(position.clone());
            game.moves.push(position.parse_move(&text).unwrap());
            assert_same(&game, &parse(&game.to_pgn()).unwrap());
        }
    }
    assert!(seen.iter().all(|&s| s > 0), "{seen:?}");
}

#[test]
fn what_others_write_is_skipped() {
    let text = "\u{feff}% an escaped line { ( [\r\n\
        [Event \"Club\"]\r\n[ECO  \"C20\" ]\r\n[Result \"0-1\"]\r\n\r\n\
        {Fool's (mate} 1.f2f3!? $6 ; a comment ) to the end\r\n\
        (1. e2e4 (1. d2d4 {) deep} d7d5) e7e5) 1... e7e5 2. g2g4?? !\r\nD8H4! 0-1\r\n";
    let game = parse(text).unwrap();
    assert_eq!(texts(&game), "f2f3 e7e5 g2g4 d8h4");
    assert_eq!(game.result, GameResult::BlackWins);
    assert_eq!(game.tags.event, "Club");
    assert_eq!(game.tags.others, [("ECO".to_string(), "C20".to_string())]);
    assert_same(&game, &parse(&game.to_pgn()).unwrap());
}

#[test]
fn titles_and_other_cases_name_a_game() {
    for name in ["Short-Sliders", "short sliders", "short-sliders"] {
        let game = parse(&format!("[Variant \"{name}\"]\n*")).unwrap();
        assert_eq!(game.start.variant().name, "short-sliders");
    }
}

#[test]
fn several_games_follow_each_other() {
    let text = "1. e2e4 *\n\n[Variant \"battery\"]\n\n1. c3c5\n[White \"A\"]\n[Result \"1-0\"]\n";
    let games = read_all(text, Catalog::built_in()).unwrap();
    let all: Vec<_> = games
        .iter()
        .map(|g| (g.start.variant().name.as_str(), texts(g), g.result.text()))
        .collect();
    let expected = [
        ("chess", "e2e4".to_string(), "*"),
        ("battery", "c3c5".to_string(), "*"),
        ("chess", String::new(), "1-0"),
    ];
    assert_eq!(all, expected);
}

#[test]
fn lines_are_short() {
    let mut game = Game::new(start("chess"));
    let mut random = SplitMix64::seed_from_u64(1);
    game.moves = play(&mut game.start.clone(), 300, &mut random);
    assert!(game.moves.len() > 50);
    let text = game.to_pgn();
    assert!(text.lines().all(|line| line.len() < 80), "{text}");
    assert!(text.lines().any(|line| line.len() > 70), "{text}");
}

#[test]
fn games_in_the_notation_of_chess_books_are_read() {
    let text = "1. e4 e5 2. Nf3! Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O Bg4 6. h3 Bxf3 7. Qxf3 *";
    let game = parse(text).unwrap();
    assert_eq!(
        game.start.line_texts(&game.moves).join(" "),
        "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 e1g1 c8g4 h2h3 g4f3 d1f3"
    );
}

#[test]
fn errors_say_where_and_what() {
    assert_eq!(error(""), "line 1: no game is in the file");
    assert_eq!(error("\n; nothing\n"), "line 1: no game is in the file");
    assert!(error("\n1. e2e4 e7e5\n2. e4e5 *").starts_with("line 3: move 2. 'e4e5' is illegal: "));
    assert!(error("1. e2e4 e7e4").starts_with("line 1: move 1... 'e7e4' is illegal: "));
    assert!(error("1. e2e4 --").starts_with("line 1: move 1... '--' is illegal: "));
    assert!(error("1. e4 Nf5").contains("no Knight of Black's can go to f5"));
    assert!(error("[Variant \"battry\"]").contains("line 1: the tag 'Variant': there is no game"));
    assert!(error("\n[FEN \"k w\"]").starts_with("line 2: the tag 'FEN': "));
    assert!(error("[SetUp \"1\"]\n*").contains("there is no tag 'FEN'"));
    assert!(error("[Result \"2-0\"]\n*").contains("line 1: the result '2-0' is none of"));
    assert!(error("[Result \"1-0\"]\ne2e4\n0-1").contains("line 3: the game ends with 0-1, but"));
    assert!(error("[Event \"a\"]\n[Event \"b\"]\n*").contains("line 2: the tag 'Event' is given"));
    assert!(error("e2e4 {no\nend").contains("line 1: the comment that begins with '{'"));
    assert!(error("e2e4\n(e7e5 (").contains("line 2: the variation that begins with '('"));
    assert!(error("e2e4 )").contains("a ')' that nothing opens"));
    assert!(error("e2e4 $").contains("a '$' without a number"));
    assert!(error("[]").contains("a tag without a name"));
    assert!(error("[Event a]").contains("'Event' without a value in quotes"));
    assert!(error("[Event \"a\n\"]").contains("'Event' whose value has no end"));
    assert!(error("[Event \"a\"\n]").contains("'Event' without ']'"));
}

proptest! {
    // The same cases in every run, so that a failure can be repeated anywhere.
    #![proptest_config(ProptestConfig { failure_persistence: None, rng_seed: RngSeed::Fixed(7), cases: 12, ..Default::default() })]

    #[test]
    fn a_saved_game_reloads_exactly(
        seed in any::<u64>(),
        before in 0_u64..40,
        plies in 0_u64..160,
        result in 0..3,
        names in proptest::collection::vec("[ -~äé]{0,20}", 5),
    ) {
        let mut random = SplitMix64::seed_from_u64(seed);
        for variant in Catalog::built_in().games() {
            let mut position = AnyPosition::start(variant).unwrap();
            play(&mut position, before, &mut random);
            let mut game = Game::new(
                position
                    .with_fen(&position.fen())
                    .unwrap_or_else(|e| panic!("{}: {e}", variant.name)),
            );
            let mut end = game.start.clone();
            game.moves = play(&mut end, plies, &mut random);
            game.result = match result {
                0 => GameResult::of(&end),
                1 => GameResult::BlackWins,
                _ => GameResult::Draw,
            };
            game.tags.event = names[0].clone();
            game.tags.site = names[1].clone();
            game.tags.white = names[2].clone();
            game.tags.black = names[3].clone();
            game.tags.others = vec![("Annotator".into(), names[4].clone())];
            let text = game.to_pgn();
            prop_assert!(text.lines().skip_while(|l| !l.is_empty()).all(|l| l.len() < 80));
            let again = parse(&text).unwrap_or_else(|e| panic!("{e}: {text}"));
            assert_same(&game, &again);
            prop_assert_eq!(again.to_pgn(), text);
        }
    }

    #[test]
    fn no_text_breaks_the_reader(text in "([a-h1-8.*0-9\\[\\]{}();$\"'!?% \n-]|\\PC|\\[FEN \"|e2e4 ){0,60}") {
        let _ = read_all(&text, Catalog::built_in());
    }
}
