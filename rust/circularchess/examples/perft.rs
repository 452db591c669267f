//! Counts moves: `perft VARIANT DEPTH`.
#![allow(clippy::print_stdout, clippy::cast_precision_loss)]

use circularchess::{any::Position, variant::Variant};
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let game = Position::start(Variant::builtin(&args[1]).expect("a built-in variant"));
    for depth in 1..=args[2].parse().expect("a depth") {
        let start = std::time::Instant::now();
        let nodes = game.perft(depth);
        let time = start.elapsed().as_secs_f64();
        println!(
            "{depth} {nodes} {time:.3}s {:.1} Mnps",
            nodes as f64 / time / 1e6
        );
    }
}
