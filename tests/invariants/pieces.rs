//! Pieces of the literature against pictures of what they do (tests/data/pieces.txt), and
//! the moves that capture on their way.

use crate::alone::{check_alone, check_attacks};
use crate::choose::choose;
use crate::play::choices;
use crate::runner::runner;
use sliderule::position::{AnyPosition, MoveKind};
use sliderule::rules::{Catalog, Color, betza};
use std::collections::BTreeSet;

/// A position with one piece in the middle of things, from a picture.
fn position(betza: &str, picture: &[Vec<char>]) -> AnyPosition {
    let rows: Vec<String> = picture
        .iter()
        .map(|row| {
            let piece = |cell: &char| match cell {
                'o' => 'X',
                '#' => 'Y',
                '*' | 'p' => 'y',
                _ => '1',
            };
            // Single empty squares side by side would be read as a larger number.
            let mut text = String::new();
            let mut empty = 0;
            for cell in row.iter().map(piece).chain([' ']) {
                if cell == '1' {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    text += &empty.to_string();
                    empty = 0;
                }
                text.push(cell);
            }
            text.trim_end().to_string()
        })
        .collect();
    let ini = format!(
        "[picture]\nmaxFile = {}\nmaxRank = {}\ncustomPiece1 = x:{betza}\ncustomPiece2 = y:mW\n\
         startFen = {} w - - 0 1\n",
        picture[0].len(),
        picture.len(),
        rows.join("/")
    );
    let catalog = Catalog::from_texts(&[("picture.ini", &ini)]);
    assert_eq!(catalog.problems(), [], "{betza}");
    let variant = catalog.get("picture").unwrap_or_else(|e| panic!("{e}"));
    AnyPosition::start(variant).unwrap_or_else(|e| panic!("{betza}: {e}"))
}

/// The whole picture of which a quarter is drawn.
fn unfolded(quarter: &[Vec<char>]) -> Vec<Vec<char>> {
    let half: Vec<Vec<char>> = quarter
        .iter()
        .map(|row| row[1..].iter().rev().chain(row).copied().collect())
        .collect();
    let mut whole = half.clone();
    whole.extend(half.iter().rev().skip(1).cloned());
    whole
}

/// Draws what the piece does, and lists its moves that go by way of another square or
/// nowhere.
fn drawn(picture: &[Vec<char>], position: &mut AnyPosition) -> (Vec<String>, BTreeSet<String>) {
    let shape = position.shape();
    let squares: Vec<_> = shape.squares().collect();
    let from = *squares
        .iter()
        .find(|&&s| at(picture, position, s) == 'o')
        .expect("the piece is drawn");
    let start = shape.name(from);
    let moves = position.legal_move_texts();
    let own = moves.iter().filter(|text| {
        shape
            .parse_square(text)
            .is_some_and(|(square, _)| square == from)
    });
    let (locust_moves, plain): (BTreeSet<String>, BTreeSet<String>) = own
        .cloned()
        .partition(|text| text.contains(',') || *text == format!("{start}{start}"));
    let mut rows = vec![String::new(); picture.len()];
    for &square in &squares {
        let attacked = position.is_attacked(square, Color::White);
        assert_eq!(
            attacked,
            position.is_attacked_by_walking(square, Color::White)
        );
        let moves = plain.contains(&format!("{start}{}", shape.name(square)));
        let cell = match at(picture, position, square) {
            'o' => 'o',
            '#' => '#',
            '*' | 'p' if attacked => '*',
            '*' | 'p' => 'p',
            _ => match (moves, attacked) {
                (true, true) => 'x',
                (true, false) => 'm',
                (false, true) => 'c',
                (false, false) => '.',
            },
        };
        rows[picture.len() - 1 - usize::from(shape.rank(square))].push(cell);
    }
    (rows, locust_moves)
}

fn at(picture: &[Vec<char>], position: &AnyPosition, square: sliderule::geometry::Square) -> char {
    let shape = position.shape();
    picture[picture.len() - 1 - usize::from(shape.rank(square))][usize::from(shape.file(square))]
}

#[test]
fn every_piece_does_what_its_picture_shows() {
    let text = include_str!("../data/pieces.txt");
    let mut seen = 0;
    let mut wrong: Vec<String> = Vec::new();
    for block in text.split("\n\n").filter(|block| !block.starts_with('#')) {
        let mut lines = block.trim().lines();
        let header = lines.next().unwrap();
        let (betza, name) = header.split_once(' ').unwrap();
        let (listed, rows): (Vec<&str>, Vec<&str>) = lines.partition(|line| line.starts_with('+'));
        let mut picture: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
        let is_quarter = picture.last().unwrap()[0] == 'o';
        if is_quarter {
            picture = unfolded(&picture);
        }
        let mut position = position(betza, &picture);
        let (found, locust_moves) = drawn(&picture, &mut position);
        let expected: Vec<String> = picture.iter().map(String::from_iter).collect();
        if found != expected {
            wrong.push(format!("{name}: {betza}\n{}", found.join("\n")));
        }
        if let Some(listed) = listed.first() {
            let listed = listed[1..].split_whitespace().map(String::from).collect();
            assert_eq!(locust_moves, listed, "{name}: {betza}");
        } else {
            // What is not listed may only be a way of staying in place.
            assert!(
                locust_moves.iter().all(|text| !text.contains(',')),
                "{locust_moves:?}"
            );
        }
        seen += 1;
    }
    assert!(
        wrong.is_empty(),
        "other than drawn:\n{}",
        wrong.join("\n\n")
    );
    assert!(seen >= 80, "{seen} pieces");
}

#[test]
fn every_piece_of_the_page_can_be_read() {
    let page = include_str!("../../docs/betza.md");
    let (_, table) = page.split_once("| word | piece |\n|---|---|\n").unwrap();
    let rows: Vec<&str> = table.lines().take_while(|row| !row.is_empty()).collect();
    assert!(rows.len() >= 9);
    for row in rows {
        let words = row.split('|').nth(1).unwrap();
        for word in words.split('`').skip(1).step_by(2) {
            assert_eq!(
                betza::parse(word).map(|read| read.to_string()),
                Ok(word.into())
            );
        }
    }
}

/// A game of pieces that must be walked, with pawns that promote by jumping.
const ZOO: &str = "[zoo]
king = k:K
customPiece1 = l:KNADcaKmcabK
customPiece2 = c:mRcpR
customPiece3 = g:gQ
customPiece4 = s:WcaibR
customPiece5 = u:mQcafmQ
customPiece6 = o:fmFfcafmFimfnA
customPiece7 = r:qNoR
pawnTypes = o
promotionPieceTypes = lu
startFen = lcgskrug/oooooooo/8/8/8/8/OOOOOOOO/LCGSKRUG w - - 0 1
";

/// What must hold in every position of such a game.
fn check(position: &mut AnyPosition, choice: u16) {
    check_alone(position);
    check_attacks(position);
    let fen = position.fen();
    for mv in position.legal_moves() {
        let text = position.move_text(mv);
        assert_eq!(position.parse_move(&text), Ok(mv), "{fen} {text}");
    }
    // Any two legs are a legal move or are explained.
    let name = |n: u16| format!("{}{}", char::from(b'a' + (n & 7) as u8), (n >> 3 & 7) + 1);
    let (from, victim, to) = (name(choice), name(choice >> 5), name(choice >> 10));
    for text in [
        format!("{from}{victim}"),
        format!("{from}{victim},{victim}{to}"),
        format!("{from}{victim},{victim}{from}"),
        format!("{from}{victim},{victim}{to}u"),
        format!("{from}{from}"),
    ] {
        match position.parse_move(&text) {
            Ok(mv) => assert!(position.legal_moves().contains(&mv), "{fen} {text}"),
            Err(why) => assert!(!why.to_string().is_empty()),
        }
    }
}

#[test]
fn games_of_pieces_that_must_be_walked() {
    let catalog = Catalog::from_texts(&[("zoo.ini", ZOO)]);
    assert_eq!(catalog.problems(), []);
    let start = AnyPosition::start(catalog.get("zoo").unwrap()).unwrap();
    let kinds = std::cell::RefCell::new(BTreeSet::new());
    runner(30)
        .run(&choices(120), |choices| {
            let mut position = start.clone();
            let mut passed = Vec::new();
            for (ply, &choice) in choices.iter().enumerate() {
                // The dear checks at every eighth position of every game.
                if (ply + choices.len()) % 8 == 0 {
                    check(&mut position, choice);
                }
                let Some(mv) = choose(&mut position, choice) else {
                    break;
                };
                let promotes = mv.kind() == MoveKind::Locust && mv.becomes().is_some();
                let double = mv.locust_victim().is_some() && position.piece_at(mv.to()).is_some();
                let mut kinds = kinds.borrow_mut();
                kinds.insert(format!("{:?} {promotes} {double}", mv.kind()));
                passed.push((position.fen(), position.key()));
                position.make_unchecked(mv);
            }
            for before in passed.into_iter().rev() {
                position.undo();
                assert_eq!((position.fen(), position.key()), before);
            }
            Ok(())
        })
        .unwrap_or_else(|e| panic!("{e}"));
    // Everything has happened.
    for kind in [
        "Normal false false",
        "Locust false false",
        "Locust false true",
        "Locust true false",
        "Rifle false false",
        "Pass false false",
    ] {
        assert!(kinds.borrow().contains(kind), "{kind}: {kinds:?}");
    }
}
