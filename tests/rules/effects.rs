//! What a move is said to do is what is seen when it is made.

use crate::choose::choose;
use crate::setup::{setup, short_sliders, short_sliders_fen};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use sliderule::geometry::Square;
use sliderule::position::{AnyPosition, Changes, Effects, End, Move, MoveKind, Reason, Status};
use sliderule::protocol::load_games;
use sliderule::rules::{Catalog, Color, Piece, Variant};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The built-in games and those of a file with pieces that capture on their way.
fn catalog() -> Catalog {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/lions.ini");
    load_games(file.as_ref()).unwrap()
}

/// A position of a game of [`catalog`].
fn strange(game: &str, fen: &str) -> AnyPosition {
    AnyPosition::from_fen(catalog().get(game).unwrap(), fen).unwrap_or_else(|e| panic!("{e}"))
}

/// What stands where, a1 first.
fn board(position: &AnyPosition) -> Vec<Option<Piece>> {
    let squares = position.shape().squares();
    squares.map(|square| position.piece_at(square)).collect()
}

/// How many pieces of each kind a player has.
fn census(board: &[Option<Piece>], color: Color) -> Vec<usize> {
    let own = board.iter().flatten().filter(|p| p.color() == color);
    let mut counts = vec![0; 256];
    own.for_each(|piece| counts[piece.index()] += 1);
    counts
}

/// How the game has ended on the board.
fn end_of(position: &mut AnyPosition) -> Option<End> {
    let Status::Ended(winner, reason) = position.status() else {
        return None;
    };
    let on_board = matches!(
        reason,
        Reason::BareKing | Reason::Extinction(..) | Reason::Flag | Reason::Checks
    );
    on_board.then_some(End { winner, reason })
}

/// Does to a board what a move is said to do. Castling and shifts move more than one piece:
/// they only must not change what there is.
fn apply(before: &[Option<Piece>], mv: Move, changes: &Changes) -> Vec<Option<Piece>> {
    let mut board = before.to_vec();
    for removal in &changes.removed {
        let taken = board[removal.square.index()].take();
        assert_eq!(taken, Some(removal.piece), "{removal:?}");
    }
    for pawn in &changes.awakened {
        let woken = board[pawn.square.index()].replace(pawn.becomes);
        assert_eq!(woken, Some(pawn.pawn), "{pawn:?}");
    }
    if let Some(piece) = board[mv.from().index()]
        && !matches!(mv.kind(), MoveKind::Rifle | MoveKind::Pass)
    {
        let kind = changes.promotion.map_or(piece.kind(), |p| p.kind);
        let becomes = Piece::new(kind, piece.color());
        board[mv.from().index()] = None;
        let stood = board[mv.to().index()].replace(becomes);
        assert_eq!(stood, None, "the target is not empty");
    } else {
        assert_eq!(changes.promotion, None, "nothing moves");
    }
    board
}

/// The effects of a legal move are what making it shows.
fn check(position: &mut AnyPosition, mv: Move) -> Effects {
    let effects = position.effects(mv);
    let changes = &effects.changes;
    let us = position.side_to_move();
    let before = board(position);
    let text = format!("{} {}", position.fen(), position.move_text(mv));
    assert_eq!(*changes, position.changes(mv), "{text}");
    assert_eq!(effects.gives_check, position.gives_check(mv), "{text}");
    position.make_unchecked(mv);
    let after = board(position);
    if matches!(mv.kind(), MoveKind::Castle | MoveKind::Shift) {
        assert!(changes.is_empty(), "{text}");
        for color in Color::BOTH {
            assert_eq!(census(&before, color), census(&after, color), "{text}");
        }
    } else {
        assert_eq!(apply(&before, mv, changes), after, "{text}: {changes:?}");
    }
    for color in Color::BOTH {
        let total = |board| census(board, color).iter().sum::<usize>();
        let lost = total(&before) - total(&after);
        assert_eq!(changes.removed_of(color).count(), lost, "{text}");
    }
    assert_eq!(effects.gives_check, position.in_check(), "{text}");
    assert_eq!(effects.irreversible, position.halfmoves() == 0, "{text}");
    assert_eq!(effects.end, end_of(position), "{text}");
    position.undo();
    if let Some(promotion) = changes.promotion {
        assert_eq!(promotion.chosen, mv.becomes().is_some(), "{text}");
    }
    assert_eq!(position.side_to_move(), us);
    effects
}

/// Words for what has been seen, so that a test can tell whether it saw enough.
fn labels(mv: Move, effects: &Effects, us: Color, seen: &mut BTreeSet<String>) {
    let changes = &effects.changes;
    let mut see = |what: &str| seen.insert(what.to_owned());
    if !changes.is_empty() || matches!(mv.kind(), MoveKind::Castle | MoveKind::Shift) {
        see(&format!("{:?}", mv.kind()));
    }
    if effects.gives_check {
        see(&format!("check by {:?}", mv.kind()));
    }
    if mv.kind() == MoveKind::Locust && changes.removed.len() > 1 {
        see("two victims");
    }
    if changes.removed_of(us).count() > 1 {
        see("explosion");
    }
    if !changes.awakened.is_empty() {
        see("awakened");
    }
    if let Some(promotion) = changes.promotion {
        see(if promotion.chosen {
            "chosen"
        } else {
            "by itself"
        });
    }
    if let Some(end) = effects.end {
        let reason = match end.reason {
            Reason::Extinction(..) => "Extinction".into(),
            reason => format!("{reason:?}"),
        };
        see(&format!("{reason} {}", end.winner == Some(us)));
    }
}

/// Plays a game at random and checks every move of every other position of each player.
fn play(start: &AnyPosition, plies: usize, seed: u64, seen: &mut BTreeSet<String>) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut position = start.clone();
    for ply in 0..plies {
        let choice = random.next_u64();
        if ply % 4 < 2 {
            for mv in position.legal_moves() {
                let effects = check(&mut position, mv);
                labels(mv, &effects, position.side_to_move(), seen);
            }
        }
        let Some(mv) = choose(&mut position, choice as u16) else {
            break;
        };
        position.make_unchecked(mv);
    }
}

/// Where random games of a game start, so that what is rare in it comes about.
fn starts(game: &Arc<Variant>) -> Vec<AnyPosition> {
    let pieces = "Kg1 Ne5 Ch6 Bc4 Rd3 Ge7 Ma9 Lk7 Nk5 kg16 nf7 cg8 bc12 rd10 ge9 mc11 lk9 ni9";
    let more = match game.name.as_str() {
        "lions" => "l2qk2l/pppppppp/8/8/8/8/PPPPPPPP/L2QK2L w - - 0 1",
        "riflemen" => "a1sskssa/ssssssss/8/8/8/8/SSSSSSSS/A1SSKSSA w - - 0 1",
        "opposition" => "k1PP***/7/7/1mm4/4MM1/4h2/***1HKH w - - 0 1",
        "short-sliders" => &short_sliders_fen(pieces, "[] w - - 0 1"),
        _ => &game.start_fen,
    };
    let fens = [&game.start_fen, more];
    let start = |fen: &str| {
        AnyPosition::from_fen(game, fen).unwrap_or_else(|e| panic!("{} {fen}: {e}", game.name))
    };
    fens.map(start).into()
}

#[test]
fn every_move_of_random_games_does_what_it_is_said_to_do() {
    let mut seen = BTreeSet::new();
    for game in catalog().games() {
        let (games, plies) = if game.cells() > 100 { (1, 50) } else { (2, 90) };
        for (start, half) in starts(game).iter().zip(0..) {
            for seed in 0..games {
                play(start, plies, 2 * seed + half, &mut seen);
            }
        }
    }
    let wanted = [
        "Castle",
        "EnPassant",
        "Locust",
        "Rifle",
        "Shift",
        "awakened",
        "by itself",
        "chosen",
        "explosion",
        "two victims",
        "check by Normal",
        "check by Castle",
        "check by Shift",
        "Checks true",
        "Extinction true",
        "Extinction false",
        "Flag true",
    ];
    let missing = wanted.iter().filter(|label| !seen.contains(**label));
    assert_eq!(missing.collect::<Vec<_>>(), Vec::<&&str>::new(), "{seen:?}");
}

/// A position shortly before something happens; what a move is said to do there, in words.
fn told(position: &AnyPosition, mv: Move) -> String {
    let mut position = position.clone();
    let effects = check(&mut position, mv);
    let name = |square: Square| position.shape().name(square);
    let id = |piece: Piece| {
        let definition = position.variant().piece(piece.kind());
        definition.id.cased(piece.color())
    };
    let changes = &effects.changes;
    let mut words = Vec::new();
    for removal in &changes.removed {
        words.push(format!("-{}{}", id(removal.piece), name(removal.square)));
    }
    for pawn in &changes.awakened {
        let (now, then) = (id(pawn.pawn), id(pawn.becomes));
        words.push(format!("{now}{}={then}", name(pawn.square)));
    }
    if let Some(promotion) = changes.promotion {
        let id = id(Piece::new(promotion.kind, Color::White));
        let how = if promotion.chosen {
            "chosen"
        } else {
            "by itself"
        };
        words.push(format!("={id} {how}"));
    }
    if effects.gives_check {
        words.push("check".into());
    }
    if let Some(End { winner, reason }) = effects.end {
        let reason = reason.in_words(winner, position.side_to_move(), position.variant());
        words.push(format!("{winner:?}: {reason}"));
    }
    if !effects.irreversible {
        words.push("reversible".into());
    }
    words.join(", ")
}

/// The same for a built-in game and a move's text.
fn said(game: &str, fen: &str, text: &str) -> String {
    said_of(setup(game, fen).0, text)
}

fn said_of(position: AnyPosition, text: &str) -> String {
    let mv = position.parse_move(text).unwrap_or_else(|e| panic!("{e}"));
    told(&position, mv)
}

#[test]
fn chess() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(said("chess", start, "g1f3"), "reversible");
    assert_eq!(said("chess", start, "e2e4"), "");
    let promoting = "3n2k1/4P3/8/8/8/8/8/4K3 w - - 0 1";
    assert_eq!(said("chess", promoting, "e7d8q"), "-nd8, =Q chosen, check");
    assert_eq!(said("chess", promoting, "e7d8n"), "-nd8, =N chosen");
    let castling = "5k2/8/8/8/8/8/8/4K2R w K - 0 1";
    assert_eq!(said("chess", castling, "e1g1"), "check, reversible");
    // Both pawns leave the rank on which the rook stands.
    let passing = "8/8/8/R2pP2k/8/8/8/4K3 w - d6 0 1";
    assert_eq!(said("chess", passing, "e5d6"), "-pd5, check");
    assert_eq!(said("chess", passing, "a5d5"), "-pd5");
    let discovered = "7k/8/8/8/3N4/8/1B6/K7 w - - 0 1";
    assert_eq!(said("chess", discovered, "d4b3"), "check, reversible");
}

#[test]
fn a_capture_explodes() {
    let center = "rnbqkbnr/ppp2ppp/3p4/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3";
    assert_eq!(said("atomic", center, "f3e5"), "-pe5, -Nf3");
    // The pawn of the blast's own square goes, the one beside it stays.
    let king = "4k3/3pnp2/4p3/8/8/8/8/3QK3 w - - 0 1";
    let end = "Some(White): Black has run out of pieces of the type Commoner";
    for game in ["atomic", "nocheckatomic"] {
        assert_eq!(
            said(game, king, "d1d7"),
            format!("-pd7, -ne7, -ke8, -Qd1, {end}")
        );
    }
    // A pawn that captures by promoting explodes as a pawn.
    let promoting = "1r1n3k/P7/8/8/8/8/8/4K3 w - - 0 1";
    assert_eq!(said("atomic", promoting, "a7b8q"), "-rb8, -Pa7");
}

#[test]
fn a_rifle_captures_without_moving() {
    let archer = strange("riflemen", "4k3/8/8/8/8/8/1s6/A3K3 w - - 0 1");
    assert_eq!(said_of(archer, "a1b2,b2a1"), "-sb2");
    let shot = short_sliders("Kg1 Ae5 pf7 rb12 kg16", "[] w - - 3 1");
    assert_eq!(said_of(shot.0, "e5f7,f7e5"), "-pf7");
}

#[test]
fn pieces_are_captured_on_the_way() {
    let lion = |text| said_of(strange("lions", "4k3/8/8/8/8/2p5/1q6/L3K3 w - - 0 1"), text);
    assert_eq!(lion("a1b2,b2c3"), "-qb2, -pc3");
    assert_eq!(lion("a1b2,b2c1"), "-qb2");
    // What it takes on its way stood between its queen and the enemy king.
    let unveiled = strange("lions", "k7/8/8/8/p7/1L6/8/Q3K3 w - - 0 1");
    assert_eq!(said_of(unveiled, "b3a4,a4b5"), "-pa4, check");
}

#[test]
fn a_waiting_pawn_becomes_what_is_captured() {
    let fen = "1k1P***/7/7/7/2m4/3M2M/***1HKH b - - 0 1";
    assert_eq!(said("opposition", fen, "c3d2"), "-Md2, Pd7=M");
    // The leftmost of two, as its owner sees the board.
    let fen = "k1PP***/7/7/7/2m4/3M2M/***1HKH b - - 0 1";
    assert_eq!(said("opposition", fen, "c3d2"), "-Md2, Pc7=M");
    let fen = "1k1P***/7/7/7/2m4/3P2M/***1HKH b - - 0 1";
    assert_eq!(said("opposition", fen, "c3d2"), "-Pd2");
}

#[test]
fn pieces_promote_by_stages() {
    let told = |pieces: &str, text: &str| said_of(short_sliders(pieces, "[] w - - 3 1").0, text);
    assert_eq!(told("Kg1 Ne5 bf7 pa8 kg16", "e5f7"), "-bf7, =N' by itself");
    assert_eq!(told("Kg1 Ne5 pf7 pa8 kg16", "e5f7"), "-pf7");
    assert_eq!(told("Kg1 N'e5 bf7 pa8 kg16", "e5f7"), "-bf7");
    assert_eq!(
        told("Kg1 N'e5 b'f7 pa8 kg16", "e5f7"),
        "-b'f7, =N! by itself"
    );
    assert_eq!(
        told("Kg1 Ne11 pa8 kg16", "e11d13"),
        "=N' by itself, reversible"
    );
    // A Magus waits while there is a Wizard.
    assert_eq!(
        told("Kg1 Me12 pa8 kl16", "e12e13"),
        "=M' by itself, reversible"
    );
    assert_eq!(told("Kg1 Me12 Wa1 pa8 kl16", "e12e13"), "reversible");
}

#[test]
fn an_aura_stops_a_discovered_check() {
    let told = |pieces: &str| said_of(short_sliders(pieces, "[] w - - 3 1").0, "c10d12");
    assert_eq!(told("Kg1 Rb10 Nc10 pa3 kg10"), "check, reversible");
    assert_eq!(told("Kg1 Rb10 Nc10 G'e9 pa3 kg10"), "reversible");
}

#[test]
fn checks_are_counted() {
    let fen = |checks| format!("4k3/8/8/8/8/8/8/R3K3 w - - {checks} 0 1");
    let check = "check, reversible";
    assert_eq!(said("3check", &fen("2+1"), "a1a8"), check);
    let last = "Some(White): The last check that was needed is given";
    assert_eq!(
        said("3check", &fen("1+3"), "a1a8"),
        format!("check, {last}, reversible")
    );
    assert_eq!(said("3check", &fen("1+3"), "a1a7"), "reversible");
}

#[test]
fn squares_are_reached() {
    let goal = |winner: &str| format!("{winner}: The goal is reached, reversible");
    let hill = "k7/8/8/8/8/4K3/8/8 w - - 0 1";
    assert_eq!(said("kingofthehill", hill, "e3e4"), goal("Some(White)"));
    assert_eq!(said("kingofthehill", hill, "e3f4"), "reversible");
    // Black may still follow to the last rank, or not.
    let race = |black| format!("8/{black}2K4/8/8/8/8/8/8 w - - 0 1");
    assert_eq!(said("racingkings", &race("k"), "d7d8"), "reversible");
    let race = "8/3K4/k7/8/8/8/8/8 w - - 0 1";
    assert_eq!(said("racingkings", race, "d7d8"), goal("Some(White)"));
    // He may, but goes elsewhere.
    let race = "2K5/k7/8/8/8/8/8/8 b - - 0 1";
    assert_eq!(said("racingkings", race, "a7a6"), goal("Some(White)"));
    assert!(said("racingkings", race, "a7a8").starts_with("None: The goal"));
}

#[test]
fn pieces_run_out() {
    let queen = "rnbqkbnr/ppp1pppp/8/3p4/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(said("extinction", queen, "e2e4"), "");
    let taken = "rnb1kbnr/ppp1pppp/8/3q4/8/2N5/PPPPPPPP/R1BQKBNR w - - 0 1";
    let end = "Some(White): Black has run out of pieces of the type Queen";
    assert!(said("extinction", taken, "c3d5").contains(end));
    let last = "8/8/8/8/8/1p6/P7/8 w - - 0 1";
    let end = "Some(Black): Black has run out of pieces";
    assert_eq!(said("giveaway", last, "a2b3"), format!("-pb3, {end}"));
    let bare = short_sliders("Kg1 Ne5 bf7 kg16", "[] w - - 3 1");
    let end = "Some(White): Black has nothing but the king";
    assert_eq!(
        said_of(bare.0, "e5f7"),
        format!("-bf7, =N' by itself, {end}")
    );
}
