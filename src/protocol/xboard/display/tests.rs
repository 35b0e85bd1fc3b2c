//! Whole games, shown on a model of XBoard that shares nothing with what is tested.

mod xboard;

use super::{Display, Heard, Mirror};
use crate::geometry::Square;
use crate::position::{AnyPosition, Move, MoveKind};
use crate::rules::{Catalog, Color};
use std::collections::BTreeMap;
use std::sync::Arc;
use xboard::XBoard;

/// Games that ask for what the built-in ones do not: Berolina pawns that castle, wide
/// strips, sideways pawns, kings in corners.
const OTHERS: &str = "
[berolina-castle:chess]
pawn = -
customPiece1 = p:mfFcefWimnfA

[wide]
maxFile = 9
maxRank = 6
king = k
rook = r
customPiece1 = m:B3W
customPiece2 = p:fsmWcfF
startFen = **krmrm**/ppppppppp/9/9/PPPPPPPPP/***KRMRM* w - - 0 1
castling = false
sliderWhite = 1:5
sliderBlack = 6:5
promotionRegionWhite = *6
promotionRegionBlack = *1
promotionPieceTypes = mr
waitingPawns = true
pieceLimit = m:2 r:2

[jumpy:chess]
castlingKingsideFile = h
castlingQueensideFile = b
castlingRookKingsideToFile = e
castlingRookQueensideToFile = d
castlingText = rook

[shooters:chess]
customPiece1 = s:B2cabN
startFen = rnsqksnr/pppppppp/8/8/8/8/PPPPPPPP/RNSQKSNR w KQkq - 0 1
promotionPieceTypes = qrns
";

/// Of the games that are built in those that show something of their own.
const SHOWN: [&str; 10] = [
    "chess",
    "capablanca",
    "battery",
    "battery-standard",
    "opposition",
    "short-sliders",
    "berolina",
    "kingofthehill",
    "grand",
    "omega",
];

fn games() -> Vec<Arc<crate::rules::Variant>> {
    let catalog = Catalog::with_file("others.ini", OTHERS);
    assert!(catalog.problems().is_empty(), "{:?}", catalog.problems());
    let shown = |game: &&Arc<crate::rules::Variant>| {
        SHOWN.contains(&game.name.as_str()) || OTHERS.contains(&format!("[{}", game.name))
    };
    catalog.games().iter().filter(shown).cloned().collect()
}

/// A small generator of numbers, the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }

    /// A move; special ones more often than their number would have it.
    fn choose(&mut self, position: &mut AnyPosition) -> Option<Move> {
        let moves = position.legal_moves();
        let some: Vec<&Move> = moves.iter().filter(|mv| is_special(**mv)).collect();
        match moves.len() {
            0 => None,
            _ if !some.is_empty() && self.below(2) == 0 => Some(*some[self.below(some.len())]),
            many => Some(moves[self.below(many)]),
        }
    }
}

fn is_special(mv: Move) -> bool {
    let kind = mv.kind();
    mv.becomes().is_some()
        || matches!(
            kind,
            MoveKind::Castle | MoveKind::EnPassant | MoveKind::Rifle
        )
}

fn same_board(display: &Display, xboard: &XBoard, position: &AnyPosition) {
    let fen = display.fen(position);
    let shown: Vec<&str> = fen.split(' ').take(2).collect();
    assert_eq!(xboard.fen(), shown.join(" "));
}

fn rank_offset(game: &crate::rules::Variant) -> usize {
    usize::from(game.shape.ranks() == 16)
}

/// Random games: XBoard shows every position, a second engine understands every move, and
/// what is taken back is gone.
#[test]
fn two_engines_play_whole_games_through_xboard() {
    let mut lengths: BTreeMap<(String, u8, usize), usize> = BTreeMap::new();
    for (seed, game) in games().iter().enumerate() {
        let display = Display::new(game).unwrap();
        let second = Display::new(game).unwrap();
        let start = AnyPosition::start(game).unwrap();
        let mut numbers = Numbers(0x9e37_79b9 + seed as u64);
        let mut moves = 0;
        while moves < 2000 {
            let mut position = start.clone();
            let mut xboard = (!display.is_native())
                .then(|| XBoard::new(&display.setup_lines(&start), rank_offset(game)));
            let mut first = Mirror::new(&display, &position);
            let mut other = Mirror::new(&second, &position);
            while let Some(mv) = numbers
                .choose(&mut position)
                .filter(|_| first.plies() < 900)
            {
                let before = position.clone();
                let shown = first.show(&position, mv).unwrap_or_else(|e| {
                    panic!("{} {}: {e}", position.fen(), position.move_text(mv))
                });
                *lengths
                    .entry((game.name.clone(), mv.kind() as u8, shown.len()))
                    .or_default() += 1;
                for (n, text) in shown.iter().enumerate() {
                    let relayed = match &mut xboard {
                        Some(xboard) => xboard.make(text),
                        None => text.clone(),
                    };
                    let heard = other.hear(&before, &relayed, false);
                    let expected = match n + 1 == shown.len() {
                        true => Heard::Move(mv),
                        false => Heard::Unfinished,
                    };
                    assert_eq!(heard, expected, "{} {shown:?} {relayed}", before.fen());
                }
                position.make_unchecked(mv);
                moves += 1;
                if let Some(xboard) = &xboard {
                    same_board(&display, xboard, &position);
                    assert_eq!(first.plies(), xboard.plies);
                }
                assert_eq!(first.plies(), other.plies());
                if numbers.below(20) == 0 {
                    // Take it back, and show it again in a copy.
                    let mut copy = first.clone();
                    assert_eq!(copy.take_back(), shown.len());
                    assert_eq!(copy.show(&before, mv).as_ref(), Ok(&shown));
                }
            }
        }
    }
    for ((game, kind, plies), count) in &lengths {
        println!("{game} kind {kind}: {count} moves of {plies} plies");
    }
}

/// The gesture by which a person makes a move.
fn gesture(display: &Display, position: &AnyPosition, mv: Move) -> Vec<String> {
    let name = |s: Square| display.square(s);
    let shape = position.shape();
    let side = position.side_to_move();
    let (from, to) = (mv.from(), mv.to());
    match mv.kind() {
        MoveKind::Castle => {
            let s = position.variant().castling.as_ref().unwrap().sides[side][mv.castling_side()]
                .unwrap();
            vec![name(s.king_from) + &name(s.rook_from)]
        }
        MoveKind::Rifle => vec![
            name(from) + &name(to),
            format!("{}{},{}{}", name(from), name(to), name(to), name(from)),
        ],
        MoveKind::Shift => {
            let strip = position.variant().strips[side].unwrap();
            let by = i32::from(shape.file(to)) - i32::from(shape.file(from));
            let end = i32::from(shape.file(from))
                + if by > 0 {
                    i32::from(strip.width) - 1
                } else {
                    0
                };
            let target = shape.square(end + by, i32::from(strip.rank)).unwrap();
            let own = |s: &Square| position.piece_at(*s).is_some_and(|p| p.color() == side);
            shape
                .squares()
                .filter(own)
                .map(|s| name(s) + &name(target))
                .collect()
        }
        _ => {
            let letter = mv.becomes().and_then(|kind| {
                let id = position.variant().piece(kind).id.letter();
                display.letter(kind).or(Some(id))
            });
            vec![format!(
                "{}{}{}",
                name(from),
                name(to),
                letter.map(String::from).unwrap_or_default()
            )]
        }
    }
}

/// Every legal move can be made by hand, and is then shown rightly: in random games all
/// special moves are tried, and some of the many others.
#[test]
fn every_move_can_be_made_by_hand() {
    let mut tried: BTreeMap<u8, usize> = BTreeMap::new();
    for (seed, game) in games().iter().enumerate() {
        let display = Display::new(game).unwrap();
        let start = AnyPosition::start(game).unwrap();
        let mut numbers = Numbers(77 + seed as u64);
        for _ in 0..2 {
            let mut position = start.clone();
            for _ in 0..80 {
                let some = numbers.below(8);
                let moves = position.clone().legal_moves();
                let mirror = Mirror::new(&display, &position);
                for (n, &mv) in moves.iter().enumerate() {
                    if display.is_native() && mv.kind() == MoveKind::Castle {
                        continue;
                    }
                    if !is_special(mv) && n % 8 != some {
                        continue;
                    }
                    *tried.entry(mv.kind() as u8).or_default() += 1;
                    let mut replayed = false;
                    for text in gesture(&display, &position, mv) {
                        let mut mirror = mirror.clone();
                        let plies = mirror.plies();
                        match mirror.hear(&position, &text, false) {
                            Heard::Move(heard) => {
                                assert_eq!((heard, mirror.plies()), (mv, plies + 1))
                            }
                            Heard::Replay(heard) => {
                                assert_eq!((heard, mirror.plies()), (mv, plies), "{text}");
                                replayed = true;
                            }
                            Heard::Ambiguous(several) => {
                                assert!(several.contains(&mv) && several.len() > 1, "{text}");
                                assert!(mv.becomes().is_some() || several.len() > 1);
                            }
                            other => panic!("{} {text}: {other:?}", position.fen()),
                        }
                    }
                    if replayed {
                        assert!(mirror.clone().show(&position, mv).is_ok());
                    }
                }
                match numbers.choose(&mut position) {
                    Some(mv) => position.make_unchecked(mv),
                    None => break,
                }
            }
        }
    }
    assert_eq!(tried.len(), 6, "of some kind no move was tried: {tried:?}");
}

/// Shows moves on XBoard's board to a second engine. Returns the plies of the last.
fn relay(game: &Arc<crate::rules::Variant>, fen: &str, texts: &str) -> Vec<String> {
    let display = Display::new(game).unwrap();
    let mut position = AnyPosition::from_fen(game, fen).unwrap_or_else(|e| panic!("{fen}: {e}"));
    let mut xboard = XBoard::new(&display.setup_lines(&position), rank_offset(game));
    let mut first = Mirror::new(&display, &position);
    let mut second = Mirror::new(&Display::new(game).unwrap(), &position);
    let mut plies = Vec::new();
    for text in texts.split(' ') {
        let mv = position
            .parse_move(text)
            .unwrap_or_else(|e| panic!("{fen} {text}: {e}"));
        plies = first.show(&position, mv).unwrap();
        for (n, ply) in plies.iter().enumerate() {
            let heard = second.hear(&position, &xboard.make(ply), false);
            let expected = match n + 1 == plies.len() {
                true => Heard::Move(mv),
                false => Heard::Unfinished,
            };
            assert_eq!(heard, expected, "{fen} {text}: {plies:?}");
        }
        position.make_unchecked(mv);
        same_board(&display, &xboard, &position);
    }
    plies
}

/// A FEN of Short Sliders with the given rows, numbered from 1; the others are empty.
fn rows(given: &[(usize, &str)], rest: &str) -> String {
    let row = |rank| {
        given
            .iter()
            .find(|(r, _)| *r == rank)
            .map_or("12", |(_, row)| row)
    };
    let rows: Vec<&str> = (1..=16).rev().map(row).collect();
    format!("{}{rest}", rows.join("/"))
}

#[test]
fn special_moves_of_short_sliders_are_shown() {
    let game = Catalog::built_in().get("short-sliders").unwrap();
    let castling = rows(&[(16, "r5k4r"), (1, "R5K4R")], " SIDE KQkq - 0 1");
    let [white, black] = ["w", "b"].map(|side| castling.replace("SIDE", side));
    for (fen, text, plies) in [
        (&white, "g1l1", "g0h0,l0g0 @@@@ g0i0"),
        (&white, "g1a1", "g0e0,a0f0 @@@@ f0d0"),
        (&black, "g16l16", "g15h15,l15g15 @@@@ g15i15"),
        (&black, "g16a16", "g15e15,a15f15 @@@@ f15d15"),
    ] {
        assert_eq!(relay(game, fen, text).join(" "), plies);
    }
    let kings = [(16, "6k4r"), (1, "6K4R")];
    let with = |rows_: &[(usize, &str)], rest: &str| {
        let all: Vec<(usize, &str)> = kings.iter().chain(rows_).copied().collect();
        rows(&all, rest)
    };
    for (fen, text, count) in [
        // Rifle captures of either side.
        (
            with(&[(6, "4A7"), (8, "3p8")], "[] w - - 0 1"),
            "e6d8,d8e6",
            1,
        ),
        (
            with(&[(6, "4a7"), (8, "3P8")], "[] b - - 0 1"),
            "e6d8,d8e6",
            1,
        ),
        // En passant: straight takes straight, straight takes bent, bent takes bent.
        (
            with(&[(13, "1p10"), (11, "2P9")], "[] b - - 0 1"),
            "b13b11 c11b12",
            1,
        ),
        (
            with(&[(13, "3o8"), (11, "3P8")], "[] b - - 0 1"),
            "d13f11 d11e12",
            1,
        ),
        (
            with(&[(13, "3o8"), (11, "4O7")], "[] b - - 0 1"),
            "d13f11 e11e12",
            1,
        ),
        (
            with(&[(4, "1P10"), (6, "2p9")], "[] w - - 0 1"),
            "b4b6 c6b5",
            1,
        ),
        // The same as the first ply of a game, where XBoard may do more than asked.
        (with(&[(11, "1pP9")], "[] w - b12b11 0 1"), "c11b12", 3),
        // Pieces that promote: to their partner, by a letter, and by way of another piece.
        (with(&[(6, "1N10"), (8, "2b9")], "[] w - - 0 1"), "b6c8", 1),
        (with(&[(6, "1B10"), (8, "3b8")], "[] w - - 0 1"), "b6d8", 1),
        (
            with(&[(6, "1B'10"), (8, "3b'8")], "[] w - - 0 1"),
            "b6d8",
            1,
        ),
        (
            with(&[(6, "1N'10"), (8, "2b'9")], "[] w - - 0 1"),
            "b6c8",
            5,
        ),
        (
            with(&[(6, "1r'10"), (8, "1R'10")], "[] b - - 0 1"),
            "b6b8",
            5,
        ),
        (with(&[(6, "1G10"), (7, "2b9")], "[] w - - 0 1"), "b6c7", 1),
        // Pawns: staying, by a letter, by way of another piece; never x.
        (with(&[(15, "P11")], "[NN'XB'] w - - 0 1"), "a15a16", 1),
        (with(&[(15, "P11")], "[NN'XB'] w - - 0 1"), "a15a16n", 1),
        (with(&[(15, "P11")], "[NN'XB'] w - - 0 1"), "a15a16n'", 5),
        (with(&[(15, "P11")], "[NN'XB'] w - - 0 1"), "a15a16x", 1),
        (with(&[(15, "P11")], "[NN'XB'] w - - 0 1"), "a15a16b'", 1),
        (
            with(&[(2, "o11"), (1, "6K4R")], "[nn'] b - - 0 1"),
            "a2b1n'",
            5,
        ),
    ] {
        let plies = relay(game, &fen, text);
        assert_eq!(plies.len(), count, "{text}: {plies:?}");
        assert!(plies.iter().all(|ply| !ply.ends_with('x')), "{plies:?}");
    }
}

#[test]
fn pawns_that_waited_are_shown_to_wake_for_either_side() {
    let game = Catalog::built_in().get("opposition").unwrap();
    for (fen, text, plies) in [
        ("1Pkm***/7/7/3h3/4P2/2H4/***1K2 b - - 0 1", "d4c2", 3),
        ("1k2***/2h4/4p2/3H3/7/7/***MKp1 w - - 0 1", "d4c6", 5),
    ] {
        assert_eq!(relay(game, fen, text).len(), plies, "{text}");
    }
}

/// A pawn of Black that waited can also be shown to change in place, as another engine may
/// do it. XBoard then does not pass on what it becomes.
#[test]
fn a_black_pawn_that_changes_in_place_is_understood() {
    let game = Catalog::built_in().get("opposition").unwrap();
    for (fen, plies, text) in [
        (
            "1kh1***/m6/7/2m4/3P1h1/7/***p1K1 w - - 0 1",
            "@@@@ d1d2,d2d1m d3c4",
            "d3c4",
        ),
        // On the first file the second leg ends beside the board.
        (
            "1kh1***/m6/7/2m4/3P1h1/7/p2K*** w - - 0 1",
            "@@@@ a1a2,a2a1m d3c4",
            "d3c4",
        ),
    ] {
        let display = Display::new(game).unwrap();
        let mut position = AnyPosition::from_fen(game, fen).unwrap();
        let mv = position.parse_move(text).unwrap();
        let mut xboard = XBoard::new(&display.setup_lines(&position), 0);
        let mut receiver = Mirror::new(&display, &position);
        let mut heard = Vec::new();
        for ply in plies.split(' ') {
            heard.push(receiver.hear(&position, &xboard.make(ply), false));
        }
        assert_eq!(
            heard,
            [Heard::Unfinished, Heard::Unfinished, Heard::Move(mv)],
            "{fen}"
        );
        position.make_unchecked(mv);
        same_board(&display, &xboard, &position);
        // Its own moves are shown from there on.
        let reply = position.legal_moves()[0];
        assert!(receiver.show(&position, reply).is_ok());
    }
}

#[test]
fn castling_over_squares_that_only_a_file_of_ones_own_has() {
    let catalog = Catalog::with_file("others.ini", OTHERS);
    let game = catalog.get("jumpy").unwrap();
    let white = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    let black = "r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1";
    for text in ["e1h1", "e1a1"] {
        relay(game, white, text);
        relay(game, black, &text.replace('1', "8"));
    }
}

fn mirror(game: &str, fen: &str) -> (Mirror, AnyPosition) {
    let game = Catalog::built_in().get(game).unwrap();
    let display = Display::new(game).unwrap();
    let position = AnyPosition::from_fen(game, fen).unwrap();
    (Mirror::new(&display, &position), position)
}

fn shown(game: &str, fen: &str, text: &str) -> String {
    let (mut mirror, position) = mirror(game, fen);
    let mv = position
        .parse_move(text)
        .unwrap_or_else(|e| panic!("{text}: {e}"));
    mirror.show(&position, mv).unwrap().join(" ")
}

#[test]
fn sliders_are_shifted_in_few_plies() {
    let start = "1kh1***/mmh4/ppp4/7/4PPP/4HMM/***1HK1 w - - 0 1";
    assert_eq!(shown("opposition", start, "d1c1s").split(' ').count(), 5);
    for (text, longest) in [("d1c1s", 5), ("d1b1s", 7), ("d1a1s", 7)] {
        let plies = shown("opposition", start, text);
        assert!(
            plies.starts_with("@@@@ ") && plies.split(' ').count() <= longest,
            "{plies}"
        );
    }
}

#[test]
fn a_pawn_that_waited_is_shown_before_the_capture() {
    // Black takes a Horse, and the white pawn on b7 becomes it.
    let fen = "1Pkm***/7/7/3h3/4P2/2H4/***1K2 b - - 0 1";
    let (_, position) = mirror("opposition", fen);
    let texts = position.legal_move_texts();
    assert!(texts.contains(&"d4c2".to_owned()), "{texts:?}");
    let plies = shown("opposition", fen, "d4c2");
    assert!(
        plies.starts_with("@@@@ b7") && plies.ends_with(" d4c2"),
        "{plies}"
    );
}

#[test]
fn what_is_no_move_is_refused_in_words_of_the_rules() {
    let start = "1kh1***/mmh4/ppp4/7/4PPP/4HMM/***1HK1 w - - 0 1";
    let (mut mirror, position) = mirror("opposition", start);
    for text in ["e3e6", "", "nonsense", "a9a1", "e3f4,f4g5", "e3e4q!"] {
        let heard = mirror.hear(&position, text, false);
        assert!(matches!(heard, Heard::Illegal(_)), "{text}: {heard:?}");
    }
    assert_eq!(mirror.plies(), 0);
    assert_eq!(position.side_to_move(), Color::White);
}
