//! The known-right answers of tests/data: perft counts, move lists, moves played,
//! statuses, refused FENs.

use crate::data::vectors;
use crate::games;

/// Perft cases above this many leaf nodes are counted by tests/external/release_perft.py
/// with the release build.
const MOST_NODES: u64 = 20_000_000;

#[test]
fn perft() {
    for line in vectors("perft.tsv") {
        let [game, fen, depth, nodes] = line.as_slice() else {
            panic!("{line:?}")
        };
        let nodes: u64 = nodes.parse().unwrap();
        if nodes <= MOST_NODES {
            let position = games::position(game, fen);
            let before = position.fen();
            assert_eq!(
                position.perft(depth.parse().unwrap()),
                nodes,
                "{game} {fen} {depth}"
            );
            assert_eq!(position.fen(), before);
        }
    }
}

#[test]
fn perft_of_well_known_games() {
    for line in vectors("peers.tsv") {
        let [game, fen, depth, nodes] = line.as_slice() else {
            panic!("{line:?}")
        };
        let position = games::position(game, fen);
        let found = position.perft(depth.parse().unwrap());
        assert_eq!(found, nodes.parse::<u64>().unwrap(), "{game} {fen} {depth}");
    }
}

#[test]
fn legal_moves() {
    for line in vectors("moves.tsv") {
        let [game, fen, moves] = line.as_slice() else {
            panic!("{line:?}")
        };
        let found = games::position(game, fen).legal_move_texts().join(" ");
        assert_eq!(&found, moves, "{game} {fen}");
    }
}

#[test]
fn play() {
    for line in vectors("play.tsv") {
        let [game, fen, moves, after] = line.as_slice() else {
            panic!("{line:?}")
        };
        let mut position = games::position(game, fen);
        let mut found = None;
        for text in moves.split_ascii_whitespace() {
            match position.parse_move(text) {
                Ok(mv) => position.make_unchecked(mv),
                Err(_) => found = Some("illegal".to_string()),
            }
        }
        let found = found.unwrap_or_else(|| position.fen());
        assert_eq!(&found, after, "{game} {fen} {moves}");
    }
}

#[test]
fn status() {
    for line in vectors("status.tsv") {
        let [game, fen, status] = line.as_slice() else {
            panic!("{line:?}")
        };
        assert_eq!(
            &games::position(game, fen).status().to_string(),
            status,
            "{game} {fen}"
        );
    }
}

#[test]
fn refused_fens() {
    for line in vectors("bad_fen.tsv") {
        let [game, fen, why] = line.as_slice() else {
            panic!("{line:?}")
        };
        let result = games::start(game).with_fen(fen);
        assert!(result.is_err(), "{game} {fen} should be refused: {why}");
    }
}
