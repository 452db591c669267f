//! Counts moves: `perft VARIANT DEPTH`, the variant a built-in one's name or a file of one's own.
#![allow(clippy::print_stdout, clippy::cast_precision_loss)]

use circularchess::{any::Position, variant::Variant};

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let variant = if args[1].ends_with(".toml") {
        let text = std::fs::read_to_string(&args[1]).expect("a file that can be read");
        Variant::from_toml(&text).expect("a valid variant")
    } else {
        Variant::builtin(&args[1]).expect("a built-in variant")
    };
    let game = Position::start(variant);
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
