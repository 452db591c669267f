//! Counting moves and generating them leaves the heap alone.

use allocation_counter::measure;
use circularchess::any::{self, Position};
use circularchess::variant::{BUILTIN, Variant};

/// Twenty times the nodes take not one allocation more.
#[test]
fn perft_allocates_nothing_for_its_nodes() {
    for (id, _) in BUILTIN {
        let game = Position::start(Variant::builtin(id).unwrap());
        let count = |depth| measure(|| assert!(game.perft(depth) > 0)).count_total;
        let (shallow, deep) = (count(2), count(3));
        assert_eq!(shallow, deep, "{id}");
        assert_eq!(deep, 0, "{id}");
    }
    let game = Position::start(Variant::builtin("circular").unwrap());
    assert_eq!(measure(|| assert_eq!(game.perft(4), 28904)).count_total, 0);
}

#[test]
fn generating_moves_allocates_nothing() {
    for (id, _) in BUILTIN {
        let game = Position::start(Variant::builtin(id).unwrap());
        let mut found = 0;
        let used = measure(|| {
            game.for_each_legal(&mut |_| found += 1);
            game.for_each_safe(&mut |mv| found += u64::from(game.is_legal(mv)));
            found += game.count_legal();
        });
        assert_eq!(
            (used.count_total, found),
            (0, 3 * game.count_legal()),
            "{id}"
        );
    }
}

/// A position of the 64-square board fits two cache lines, one with kinds of its own three, one
/// of six armies 1 KiB, and one of any pieces little more; all tables together fit 1 MiB.
#[test]
fn sizes() {
    for (id, _) in BUILTIN {
        let variant = Variant::builtin(id).unwrap();
        let limit = match (variant.shape.len() <= 64, variant.is_general()) {
            (true, false) => 128,
            (true, true) => 192,
            (false, false) => 1024,
            (false, true) => 1152,
        };
        let size = Position::start(variant.clone()).size();
        assert!(size <= limit, "{id}: {size} bytes");
        let used = measure(|| drop(any::Rules::compile(variant)));
        assert!(
            used.bytes_max < 1 << 20,
            "{id}: {} bytes of tables",
            used.bytes_max
        );
    }
}
