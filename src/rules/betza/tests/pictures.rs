//! Every piece of the four games against a drawing of its moves.

use crate::rules::{Catalog, Pattern, PieceId};

/// Draws what a piece does on an empty board from the middle of 15 by 15 squares; `.`
/// nothing, `x` move or capture, `m` only move, `c` only capture, `r` rifle capture.
fn draw(patterns: &[Pattern]) -> Vec<String> {
    let mut picture = vec![vec!['.'; 15]; 15];
    picture[7][7] = 'o';
    for p in patterns.iter().filter(|p| !p.initial) {
        assert!(p.is_plain());
        for n in 1..=p.last.reach.min(7) as i8 {
            let (file, rank) = (7 + p.last.step.files * n, 7 + p.last.step.ranks * n);
            if !(0..15).contains(&file) || !(0..15).contains(&rank) {
                break;
            }
            let cell = &mut picture[14 - rank as usize][file as usize];
            let new = match (p.rifle, p.last.quiet, p.last.capture) {
                (true, ..) => 'r',
                (_, true, false) => 'm',
                (_, false, _) => 'c',
                _ => 'x',
            };
            *cell = match (*cell, new) {
                ('m', 'c') | ('c', 'm') => 'x',
                ('x', _) => 'x',
                _ => new,
            };
        }
    }
    picture.into_iter().map(String::from_iter).collect()
}

/// Every piece of the four games against its picture in pictures.txt. Only the upper
/// right quarter is drawn there, but for pawns; a piece must look the same all round.
#[test]
fn pictures() {
    let text = include_str!("pictures.txt");
    let mut seen = 0;
    for block in text.split("\n\n").filter(|b| !b.starts_with('#')) {
        let mut lines = block.lines();
        let header = lines.next().unwrap();
        let (game, id) = header.split_once(' ').unwrap();
        let expected: Vec<&str> = lines.collect();
        let variant = Catalog::built_in().get(game).unwrap();
        let (id, ..) = PieceId::parse_prefix(id).unwrap();
        let drawn = draw(&variant.piece(variant.type_of(id).unwrap()).patterns);
        let size = expected.len();
        if size == 8 {
            let quarter: Vec<&str> = drawn[..8].iter().map(|line| &line[7..]).collect();
            assert_eq!(quarter, expected, "{header}");
            for (y, line) in drawn.iter().enumerate() {
                assert_eq!(line, &drawn[14 - y], "{header}");
                assert_eq!(line, &line.chars().rev().collect::<String>(), "{header}");
            }
        } else {
            let middle: Vec<&str> = drawn[6..9].iter().map(|line| &line[6..9]).collect();
            assert_eq!(middle, expected, "{header}");
        }
        seen += 1;
    }
    let games = ["short-sliders", "opposition", "battery", "battery-standard"];
    let pieces = games.map(|game| Catalog::built_in().get(game).unwrap().pieces.len());
    assert_eq!(seen, pieces.iter().sum::<usize>());
}
