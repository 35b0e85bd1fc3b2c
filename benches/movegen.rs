//! Listing and counting the legal moves of positions from the middle of a game.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sliderule::position::AnyPosition;
use sliderule::rules::Catalog;
use std::time::Duration;

/// How many random moves lead from the start to the position measured.
const PLIES: usize = 40;

/// A position in which most pieces have left their places: the same in every run.
fn middle_game(game: &str) -> AnyPosition {
    let variant = Catalog::built_in().get(game).expect("the game is built in");
    let mut position = AnyPosition::start(variant).expect("the start position is good");
    let mut seed: usize = 12345;
    for _ in 0..PLIES {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        position.make_unchecked(moves[(seed >> 33) % moves.len()]);
    }
    position
}

fn movegen(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("movegen");
    group
        .measurement_time(Duration::from_secs(2))
        .sample_size(20);
    for game in Catalog::built_in().games() {
        let position = middle_game(&game.name);
        group.throughput(Throughput::Elements(position.count_legal_moves()));
        group.bench_function(format!("list {}", game.name), |bencher| {
            bencher.iter(|| position.legal_moves().len());
        });
        group.bench_function(format!("count {}", game.name), |bencher| {
            bencher.iter(|| position.count_legal_moves());
        });
    }
    group.finish();
}

criterion_group!(benches, movegen);
criterion_main!(benches);
