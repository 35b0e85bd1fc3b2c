//! The largest board with the strongest pieces, the pieces that only the mailbox can
//! walk, and one game on boards of all three widths of bitboard.

use crate::choose::choose;
use crate::play::choices;
use crate::runner::runner;
use crate::strong::{LETTERS, position, walked, walked_moves};
use proptest::prelude::*;
use sliderule::geometry::{ByWidth, Square};
use sliderule::position::AnyPosition;
use sliderule::rules::{Color, Piece};

/// Cells that keep everything away from a king in the corner a16: his neighbours, the
/// first squares of each rider's line to him, and the squares that lame leaps pass.
const WALL: [(usize, usize); 10] = [
    (1, 0),
    (0, 1),
    (1, 1),
    (2, 1),
    (1, 2),
    (3, 1),
    (1, 3),
    (2, 2),
    (3, 2),
    (2, 3),
];

/// A 16x16 board whose kings sit walled in, Black's on a16, White's on p1, filled by
/// file and rank (0 for the top one). Nothing can be in check or pinned, so that moves
/// can be counted by walking.
fn fortress(fill: impl Fn(usize, usize) -> char) -> String {
    let cell = |file: usize, row: usize| match (file, row) {
        (0, 0) => 'k',
        (15, 15) => 'K',
        _ if WALL.contains(&(file, row)) || WALL.contains(&(15 - file, 15 - row)) => '*',
        _ => fill(file, row),
    };
    let rank = |row: usize| String::from_iter((0..16).map(|file| cell(file, row)));
    counted(&(0..16).map(rank).collect::<Vec<_>>().join("/"))
}

fn huge(board: &str) -> AnyPosition {
    let position = position(16, 16, &format!("{board} w - - 0 1"), "");
    assert!(matches!(position.by_width(), ByWidth::Full(_)));
    position
}

/// Lists, counts and makes all moves. Returns how many there are.
fn check_all(position: &mut AnyPosition) -> usize {
    let (fen, key) = (position.fen(), position.key());
    let moves = position.legal_moves();
    assert_eq!(position.count_legal_moves(), moves.len() as u64, "{fen}");
    for &mv in &moves {
        position.make_unchecked(mv);
        assert_eq!(position.key(), position.recomputed_key(), "{fen}");
        position.undo();
        assert_eq!(position.key(), key, "{fen}");
    }
    assert_eq!(position.fen(), fen);
    let mut texts = position.legal_move_texts();
    texts.dedup();
    assert_eq!(texts.len(), moves.len(), "{fen}");
    moves.len()
}

#[test]
fn thousands_of_moves() {
    // The strongest piece of all on the two outer rings, all else empty.
    let at_rim = |n: usize| [0, 1, 14, 15].contains(&n);
    let rings = |file: usize, row: usize| match at_rim(file) || at_rim(row) {
        true => 'O',
        false => '.',
    };
    // No square empty, friend and enemy in turn: captures only.
    let chequered = |file: usize, row: usize| match (file + row) % 2 {
        0 => 'A',
        _ => 'a',
    };
    // Room for everybody.
    let grid = |file: usize, row: usize| match (file % 3, row % 3) {
        (1, 1) => 'O',
        (0, 0) => 'r',
        _ => '.',
    };
    let counts = [fortress(rings), fortress(chequered), fortress(grid)].map(|board| {
        let mut position = huge(&board);
        let count = check_all(&mut position);
        assert_eq!(count, walked_moves(&position), "{board}");
        count
    });
    assert_eq!(counts, [3288, 1172, 1033]);
}

/// Any pieces anywhere: as many moves as walking finds, and the same attacks.
#[test]
fn random_full_boards() {
    let letters = LETTERS.to_string() + &LETTERS.to_ascii_uppercase();
    let cells = prop::collection::vec(0..100usize, 256);
    let empty = huge(&fortress(|_, _| '.'));
    runner(100)
        .run(
            &(cells, 0..100usize, any::<bool>()),
            |(cells, density, black)| {
                let board = fortress(|file, row| {
                    let n = cells[16 * row + file];
                    match n <= density {
                        true => letters.as_bytes()[(n * 7 + file + row) % letters.len()] as char,
                        false => '.',
                    }
                });
                let side = if black { 'b' } else { 'w' };
                let mut position = empty.with_fen(&format!("{board} {side} - - 0 1")).unwrap();
                let count = check_all(&mut position);
                assert_eq!(count, walked_moves(&position), "{board} {side}");
                let shape = position.shape();
                for square in shape.squares().filter(|&s| position.is_live(s)).step_by(5) {
                    for by in Color::BOTH {
                        assert_eq!(
                            position.is_attacked(square, by),
                            position.is_attacked_by_walking(square, by),
                            "{board} {by}"
                        );
                    }
                }
                Ok(())
            },
        )
        .unwrap_or_else(|e| panic!("{e}"));
}

/// The moves of a piece, on a board of every width.
fn moves_from(fen: &str, from: &str) -> String {
    let [narrow, wide, full] = [8, 10, 16].map(|size| {
        let (file, rank) = (0, 0);
        let position = Corner { size, file, rank }.position(fen);
        let mut texts = position.legal_move_texts();
        texts.retain(|text| text.starts_with(from));
        texts.join(" ")
    });
    assert_eq!(narrow, wide, "{fen}");
    assert_eq!(narrow, full, "{fen}");
    narrow
}

/// Lame riders step by step: the squares passed must be empty, and so must those they
/// stop on before they go on.
#[test]
fn lame_riders_by_hand() {
    for (fen, from, moves) in [
        // nD2 on d4: up over d5 to d6, on over d7 to d8; right stopped by the pawn on
        // f4 itself, which it takes; left blocked on c4; down over d3 to d2.
        (
            "k7/8/8/8/2pD1p2/8/8/7K w - - 0 1",
            "d4",
            "d4d2 d4d6 d4d8 d4f4",
        ),
        // A pawn on e4 stops it before the first square, one on d7 before the second.
        ("k7/3p4/8/8/3Dp3/8/8/7K w - - 0 1", "d4", "d4b4 d4d2 d4d6"),
        // Its own pawn on d6 can neither be taken nor passed.
        (
            "k7/8/3P4/8/3D4/8/8/7K w - - 0 1",
            "d4",
            "d4b4 d4d2 d4f4 d4h4",
        ),
        // nA0 on b2: over c3 to d4, over e5 to f6, over g7 to h8.
        ("k7/8/8/8/8/8/1E6/7K w - - 0 1", "b2", "b2d4 b2f6 b2h8"),
        ("k7/8/8/4p3/8/8/1E6/7K w - - 0 1", "b2", "b2d4"),
        ("k7/8/5p2/8/8/8/1E6/7K w - - 0 1", "b2", "b2d4 b2f6"),
        // iR3F: the three steps only from the second rank.
        (
            "k7/8/8/8/8/4p3/1I6/7K w - - 0 1",
            "b2",
            "b2a1 b2a2 b2a3 b2b1 b2b3 b2b4 b2b5 b2c1 b2c2 b2c3 b2d2 b2e2",
        ),
        ("k7/8/8/8/8/1I6/8/7K w - - 0 1", "b3", "b3a2 b3a4 b3c2 b3c4"),
        // In check from nD2 on d8 (over d7, d6, d5): step between, on a square it
        // passes or stops on; not elsewhere.
        ("k2d4/8/8/7Q/3K4/8/8/8 w - - 0 1", "h5", "h5d5"),
        ("k2d4/8/5B2/8/3K4/8/8/8 w - - 0 1", "f6", "f6d6 f6d8"),
        // Pinned by it: free to go along the line, no further.
        ("k2d4/3B4/8/8/3K4/8/8/8 w - - 0 1", "d7", "d7d5 d7d6"),
    ] {
        assert_eq!(moves_from(fen, from), moves, "{fen}");
    }
}

/// Where an 8x8 board lies in a larger one whose other cells are all holes.
#[derive(Clone, Copy)]
struct Corner {
    size: usize,
    file: usize,
    rank: usize,
}

impl Corner {
    fn board(self, board: &str) -> String {
        let hole = "*".repeat(self.size);
        let above = self.size - 8 - self.rank;
        let (left, right) = ("*".repeat(self.file), "*".repeat(self.size - 8 - self.file));
        let inside = board.split('/').map(|rank| format!("{left}{rank}{right}"));
        let mut ranks = vec![hole.clone(); above];
        ranks.extend(inside);
        ranks.extend(vec![hole; self.rank]);
        ranks.join("/")
    }

    /// A text with each square moved to where it lies in the larger board.
    fn squares(self, text: &str) -> String {
        let mut moved = String::new();
        let mut rest = text;
        while let Some(letter) = rest.chars().next() {
            rest = &rest[1..];
            match rest.chars().next().and_then(|c| c.to_digit(10)) {
                Some(rank) if letter.is_ascii_lowercase() => {
                    moved.push((letter as u8 + self.file as u8) as char);
                    moved += &(rank as usize + self.rank).to_string();
                    rest = &rest[1..];
                }
                _ => moved.push(letter),
            }
        }
        moved
    }

    fn fen(self, fen: &str) -> String {
        let fields: Vec<&str> = fen.split(' ').collect();
        let (board, passed) = (self.board(fields[0]), self.squares(fields[3]));
        format!(
            "{board} {} - {passed} {} {}",
            fields[1], fields[4], fields[5]
        )
    }

    fn position(self, fen: &str) -> AnyPosition {
        let rank = |n: usize| format!("*{}", n + self.rank);
        let regions = format!(
            "doubleStepRegionWhite = {}\ndoubleStepRegionBlack = {}\n\
             promotionRegionWhite = {}\npromotionRegionBlack = {}\n",
            rank(2),
            rank(7),
            rank(8),
            rank(1)
        );
        let size = self.size as u8;
        position(size, size, &self.fen(fen), &regions)
    }
}

const START: &str = "dnbqkcre/pppppppp/8/2hgxz2/2ZXGH2/8/PPPPPPPP/DNBQKCRE w - - 0 1";

/// The same game in the corners of larger boards: the narrow bitboards, the wide ones
/// and the widest agree on moves, attacks and outcomes.
#[test]
fn all_widths_agree() {
    let corner = |size, file, rank| Corner { size, file, rank };
    let corners = [
        corner(8, 0, 0),
        corner(10, 0, 0),
        corner(11, 3, 3),
        corner(11, 1, 0),
        corner(12, 4, 2),
        corner(16, 0, 0),
        corner(16, 8, 8),
        corner(16, 5, 3),
    ];
    let boards = corners.map(|corner| (corner, corner.position(START)));
    assert!(matches!(boards[0].1.by_width(), ByWidth::Narrow(_)));
    assert!(matches!(boards[2].1.by_width(), ByWidth::Wide(_)));
    assert!(matches!(boards[5].1.by_width(), ByWidth::Full(_)));
    runner(60)
        .run(&choices(80), |choices| {
            let mut games = boards.clone();
            for choice in choices {
                let [(_, small), larger @ ..] = &mut games;
                let mut texts = small.legal_move_texts();
                let Some(mv) = choose(small, choice) else {
                    break;
                };
                let text = small.move_text(mv);
                let (fen, status, shape) = (small.fen(), small.status(), small.shape());
                for (corner, large) in larger {
                    assert_eq!(large.fen(), corner.fen(&fen));
                    assert_eq!(large.status(), status, "{fen}");
                    let mut expected: Vec<String> =
                        texts.iter().map(|t| corner.squares(t)).collect();
                    expected.sort();
                    assert_eq!(large.legal_move_texts(), expected, "{fen}");
                    for square in shape.squares().step_by(3) {
                        let name = corner.squares(&shape.name(square));
                        let (there, _) = large.shape().parse_square(&name).unwrap();
                        for by in Color::BOTH {
                            assert_eq!(
                                large.is_attacked(there, by),
                                small.is_attacked(square, by),
                                "{fen} {name} {by}"
                            );
                        }
                    }
                    let moved = large.parse_move(&corner.squares(&text)).unwrap();
                    large.make_unchecked(moved);
                }
                texts.clear();
                small.make_unchecked(mv);
            }
            Ok(())
        })
        .unwrap_or_else(|e| panic!("{e}"));
}

/// A board text with its dots counted.
fn counted(dotted: &str) -> String {
    (1..=16).rev().fold(dotted.to_string(), |text, n| {
        text.replace(&".".repeat(n), &n.to_string())
    })
}

/// The board field after a move made with a pencil: what stands on each square, rank by
/// rank from the top.
fn pencilled(position: &AnyPosition, change: impl Fn(Square) -> Option<Option<Piece>>) -> String {
    let shape = position.shape();
    let mut ranks = Vec::new();
    for rank in (0..i32::from(shape.ranks())).rev() {
        let squares = (0..i32::from(shape.files())).map(|file| shape.square(file, rank).unwrap());
        let cells = squares.map(|s| change(s).unwrap_or(position.piece_at(s)));
        let texts = cells.map(|piece| match piece {
            Some(p) => position.variant().piece(p.kind()).id.cased(p.color()),
            None => ".".into(),
        });
        ranks.push(texts.collect::<String>());
    }
    counted(&ranks.join("/"))
}

/// Every move that walking finds is legal exactly if the position after it, set up from
/// its FEN, does not have the mover in check: for all pieces, pinned, checked or not,
/// with auras on several of them, the king's too.
#[test]
fn legal_is_what_leaves_the_king_safe() {
    let auras = ["-", "g", "k", "qd", "bhrn"];
    let games = auras.map(|aura| {
        position(
            8,
            8,
            "k7/8/8/8/8/8/8/7K w - - 0 1",
            &format!("stopAura = {aura}\n"),
        )
    });
    let letters = LETTERS.to_string() + &LETTERS.to_ascii_uppercase();
    let pieces = prop::collection::vec((0..64usize, 0..letters.len()), 0..14);
    let kings = (0..64usize, 0..64usize);
    let legal = std::cell::Cell::new(0);
    runner(6000)
        .run(&(0..games.len(), pieces, kings), |(game, pieces, kings)| {
            let mut cells = vec!['.'; 64];
            for (square, letter) in pieces {
                cells[square] = letters.as_bytes()[letter] as char;
            }
            cells[kings.0] = 'k';
            cells[kings.1] = 'K';
            let ranks: Vec<String> = cells.chunks(8).map(String::from_iter).collect();
            let board = counted(&ranks.join("/"));
            let Ok(position) = games[game].with_fen(&format!("{board} w - - 0 1")) else {
                return Ok(());
            };
            legal.set(legal.get() + 1);
            let shape = position.shape();
            let mut found = position.legal_move_texts();
            found.sort();
            let mut expected = Vec::new();
            for from in shape.squares() {
                let Some(piece) = position.piece_at(from) else {
                    continue;
                };
                if piece.color() == Color::Black {
                    continue;
                }
                for (to, rifle) in walked(&position, from) {
                    let after = pencilled(&position, |s| match (s == from, s == to) {
                        (true, _) if !rifle => Some(None),
                        (_, true) => Some((!rifle).then_some(piece)),
                        _ => None,
                    });
                    if position.with_fen(&format!("{after} b - - 0 1")).is_ok() {
                        let (a, b) = (shape.name(from), shape.name(to));
                        expected.push(match rifle {
                            true => format!("{a}{b},{b}{a}"),
                            false => a + &b,
                        });
                    }
                }
            }
            expected.sort();
            assert_eq!(
                found,
                expected,
                "{} with aura {}",
                position.fen(),
                auras[game]
            );
            Ok(())
        })
        .unwrap_or_else(|e| panic!("{e}"));
    assert!(legal.get() > 1000, "{}", legal.get());
}
