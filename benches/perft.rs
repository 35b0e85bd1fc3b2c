//! Perft of every built-in game from its start position, in leaf nodes per second.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sliderule::position::AnyPosition;
use sliderule::rules::Catalog;
use std::hint::black_box;
use std::time::Duration;

/// A depth that takes some milliseconds: deep enough that the start position's
/// neighbourhood dominates, not the set-up.
const MOST_NODES: u64 = 1_000_000;

fn perft(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    group
        .measurement_time(Duration::from_secs(3))
        .sample_size(20);
    for game in Catalog::built_in().games() {
        let Ok(position) = AnyPosition::start(game) else {
            panic!("{} has a bad start position", game.name);
        };
        let (depth, nodes) = (1..)
            .map(|depth| (depth, position.perft(depth)))
            .take_while(|(_, nodes)| *nodes <= MOST_NODES)
            .last()
            .expect("depth 1 is small");
        group.throughput(Throughput::Elements(nodes));
        group.bench_function(format!("{} {depth}", game.name), |bencher| {
            bencher.iter(|| position.perft(black_box(depth)));
        });
    }
    group.finish();
}

criterion_group!(benches, perft);
criterion_main!(benches);
