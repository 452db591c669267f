//! Wall time of counting, of listing and of making moves: `cargo bench -p circularchess`.
//!
//! Every answer is compared with a published or independent count before it is timed. Instruction
//! counts, which noise does not touch, and peers are in `benches/compare.py`.
use std::hint::black_box;

use circularchess::any::Position;
use circularchess::variant::Variant;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// Variant, depth and nodes, as in `tests/data`.
const COUNTS: [(&str, u8, u64); 6] = [
    ("circular", 4, 28_904),
    ("circular-strict", 4, 28_901),
    ("orthodox", 4, 197_281),
    ("cylinder", 3, 9_162),
    ("bhati-2", 3, 12_776),
    ("bhati-6", 3, 10_648),
];

fn start(id: &str) -> Position {
    Position::start(Variant::builtin(id).expect("a built-in variant"))
}

fn perft(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    for (id, depth, nodes) in COUNTS {
        let game = start(id);
        assert_eq!(game.perft(depth), nodes, "{id}");
        group.throughput(Throughput::Elements(nodes));
        group.bench_function(format!("{id} {depth}"), |bencher| {
            bencher.iter(|| black_box(&game).perft(depth));
        });
    }
}

fn list(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("legal moves");
    for (id, moves) in [("circular", 12), ("orthodox", 20), ("bhati-6", 22)] {
        let game = start(id);
        assert_eq!(game.legal_moves().len(), moves, "{id}");
        group.bench_function(id, |bencher| {
            bencher.iter(|| {
                let mut seen = 0;
                black_box(&game).for_each_legal(&mut |mv| seen += usize::from(mv.to));
                seen
            });
        });
    }
}

fn play(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("play");
    for id in ["circular", "orthodox", "bhati-6"] {
        let game = start(id);
        let moves = game.legal_moves();
        for &mv in &moves {
            let (after, _) = game.play(mv).expect("a legal move");
            assert_eq!(after.hash(), after.hash_from_scratch(), "{id}");
        }
        group.throughput(Throughput::Elements(moves.len() as u64));
        group.bench_function(id, |bencher| {
            bencher.iter(|| {
                for &mv in &moves {
                    black_box(black_box(&game).play(mv));
                }
            });
        });
    }
}

criterion_group!(benches, perft, list, play);
criterion_main!(benches);
