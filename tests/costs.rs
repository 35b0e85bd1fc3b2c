//! What the rules core costs beside time: allocations and memory. The figures are in
//! docs/performance.md.

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use sliderule::position::AnyPosition;
use sliderule::rules::Catalog;

/// What the compiled tables of a game and a position may take.
const MOST_BYTES: i64 = 16 << 20;

/// Walks long enough that pools fill, pawns promote and sliders move.
const PLIES: usize = 60;

/// The position after random moves: the same in every run.
fn middle_game(mut position: AnyPosition) -> AnyPosition {
    let mut random = SplitMix64::seed_from_u64(20);
    for _ in 0..PLIES {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position.make_unchecked(moves[random.next_u64() as usize % moves.len()]);
    }
    position
}

#[test]
fn counting_allocates_nothing() {
    for game in [
        "chess",
        "capablanca",
        "grand",
        "courier",
        "battery",
        "opposition",
        "short-sliders",
    ] {
        let variant = Catalog::built_in().get(game).unwrap();
        let start = AnyPosition::start(variant).unwrap();
        for position in [start.clone(), middle_game(start)] {
            // Whatever is set up once is set up now.
            position.perft(2);
            // The root lists its counts by move and starts threads if told to; below it,
            // nothing may allocate, so a deeper count must not allocate more.
            let allocations = [2, 3].map(|depth| {
                let count = || {
                    std::hint::black_box(position.perft(depth));
                };
                allocation_counter::measure(count).count_total
            });
            assert_eq!(allocations[0], allocations[1], "{game} {}", position.fen());
            // A count of the legal moves works on a copy of the board, and takes no more.
            let count = || {
                std::hint::black_box(position.count_legal_moves());
            };
            let copy = || drop(std::hint::black_box(position.clone()));
            let [counting, copying] = [
                allocation_counter::measure(count),
                allocation_counter::measure(copy),
            ];
            assert!(counting.bytes_total <= copying.bytes_total, "{game}");
            assert!(counting.count_total <= copying.count_total, "{game}");
        }
    }
}

#[test]
fn tables_of_every_game_are_small() {
    let mut sizes: Vec<(i64, &str)> = Catalog::built_in()
        .games()
        .iter()
        .map(|variant| {
            let mut position = None;
            let allocated = allocation_counter::measure(|| {
                position = AnyPosition::start(variant).ok();
            });
            assert!(position.is_some(), "{}", variant.name);
            (allocated.bytes_current, variant.name.as_str())
        })
        .collect();
    sizes.sort_unstable();
    for (bytes, game) in &sizes {
        println!("{game}: {} KiB", bytes >> 10);
        assert!((1..MOST_BYTES).contains(bytes), "{game}: {bytes} bytes");
    }
}
