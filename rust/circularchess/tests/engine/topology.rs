//! Steps, slides and leaps on round boards: laws that hold on all of them, and crossings of
//! the six-army board worked out by hand.

use std::collections::HashSet;

use circularchess::board::shape::{BoardShape, Centre, Square};
use circularchess::board::topology::{DIRECTIONS, Direction, Topology};
use circularchess::variant::Variant;
use circularchess_referee::board::Plain;

use crate::boards;

fn way(dir: Direction) -> (i32, i32) {
    (i32::from(dir.radial), i32::from(dir.along))
}

fn open(rings: u8, files: u16, centre: Centre) -> Topology {
    Topology::new(BoardShape::new(rings, files, centre, &[]))
}

fn bhati() -> Topology {
    Topology::new(Variant::builtin("bhati-6").unwrap().shape)
}

fn names(topology: &Topology, squares: &[Square]) -> Vec<String> {
    let shape = topology.shape();
    squares.iter().map(|&s| shape.name(s).to_string()).collect()
}

/// The names of a slide's squares, nearest first.
fn slide(topology: &Topology, from: &str, radial: i8, along: i8) -> String {
    let from = topology.shape().parse(from).unwrap();
    names(topology, &topology.ray(from, Direction::new(radial, along))).join(" ")
}

fn sorted(mut names: Vec<String>) -> String {
    names.sort();
    names.join(" ")
}

#[test]
fn walks_agree_with_the_plain_board() {
    for (name, shape) in boards::shapes() {
        let plain = Plain::of(&shape);
        let topology = Topology::new(shape.clone());
        for square in shape.squares() {
            let spot = plain.spot(square);
            assert_eq!(plain.number(spot), square);
            if shape.is_void(square) {
                assert!(topology.king_steps(square).is_empty());
                assert!(topology.knight_leaps(square).is_empty());
                continue;
            }
            let mut steps = HashSet::new();
            for dir in DIRECTIONS {
                let step = plain.step(spot, way(dir)).map(|s| plain.number(s));
                assert_eq!(topology.step(square, dir), step, "{name}: {spot:?} {dir:?}");
                steps.extend(step);
                let ray = plain.slide(spot, way(dir));
                let ray: Vec<_> = ray.into_iter().map(|s| plain.number(s)).collect();
                assert_eq!(topology.ray(square, dir), ray, "{name}: {spot:?} {dir:?}");
                let crosses = spot.0 == 1 && dir.radial < 0 && plain.shift.is_some();
                assert_eq!(topology.crosses(square, dir), crosses);
            }
            let found = topology.king_steps(square);
            assert_eq!(found.len(), steps.len(), "{name}: {spot:?} twice");
            assert_eq!(found.into_iter().collect::<HashSet<_>>(), steps);
            let found = topology.knight_leaps(square);
            let leaps: HashSet<_> = plain.leaps(spot).iter().map(|&s| plain.number(s)).collect();
            assert_eq!(found.len(), leaps.len(), "{name}: {spot:?} twice");
            assert_eq!(found.into_iter().collect::<HashSet<_>>(), leaps);
        }
    }
}

#[test]
fn neighbours_see_each_other() {
    for (name, shape) in boards::shapes() {
        let topology = Topology::new(shape.clone());
        let all = |square, dirs: &[Direction]| -> HashSet<Square> {
            dirs.iter().flat_map(|&d| topology.ray(square, d)).collect()
        };
        for from in shape.squares().filter(|&s| !shape.is_void(s)) {
            for to in topology.king_steps(from) {
                assert!(topology.king_steps(to).contains(&from), "{name}");
            }
            for to in topology.knight_leaps(from) {
                assert!(topology.knight_leaps(to).contains(&from), "{name}");
            }
            for dirs in [&DIRECTIONS[..4], &DIRECTIONS[4..]] {
                for to in all(from, dirs) {
                    assert_ne!(to, from);
                    assert!(all(to, dirs).contains(&from), "{name}: {from} {to}");
                }
            }
        }
    }
}

#[test]
fn a_bishop_never_leaves_its_colour() {
    for (rings, files, centre) in [
        (4, 16, Centre::Closed),
        (5, 12, Centre::Closed),
        (8, 32, Centre::Closed),
        // An odd half needs a shift of 1, an even half one of 0 or 2.
        (4, 14, Centre::Null { shift: 1 }),
        (5, 30, Centre::Null { shift: 1 }),
        (4, 60, Centre::Null { shift: 2 }),
        (4, 60, Centre::Null { shift: 0 }),
        (3, 20, Centre::Null { shift: 2 }),
    ] {
        let topology = open(rings, files, centre);
        let shape = topology.shape();
        for square in shape.squares() {
            for &dir in &DIRECTIONS[4..] {
                for to in topology.ray(square, dir) {
                    assert_eq!(shape.is_light(to), shape.is_light(square));
                }
            }
        }
    }
    // The ordinary diagonal step across keeps its colour only where the half is odd.
    let topology = open(4, 60, Centre::Null { shift: 2 });
    let shape = topology.shape();
    let across = topology.step(shape.parse("a1").unwrap(), Direction::new(-1, 1));
    assert_ne!(shape.is_light(across.unwrap()), shape.is_light(0));
}

#[test]
fn a_slide_round_a_ring_reaches_all_others_once() {
    for (rings, files) in [(4, 16), (5, 12), (1, 8), (26, 4), (8, 32), (2, 4)] {
        let topology = open(rings, files, Centre::Closed);
        for square in topology.shape().squares() {
            for along in [-1, 1] {
                let ray = topology.ray(square, Direction::new(0, along));
                let ring: HashSet<_> = ray.iter().collect();
                assert_eq!(ray.len(), usize::from(files) - 1);
                assert_eq!(ring.len(), ray.len());
                assert!(!ring.contains(&square));
            }
        }
    }
}

/// Sums over all squares of a board without voids, as formulas in its rings `r` and files `f`:
/// from the edges along rings, files and diagonals, and what a null centre adds to them.
#[test]
fn degrees_add_up() {
    for (r, f) in [
        (1, 8),
        (2, 8),
        (2, 10),
        (3, 20),
        (4, 16),
        (4, 60),
        (5, 12),
        (6, 24),
        (8, 32),
    ] {
        for null in [false, true] {
            let shift = if f / 2 % 2 == 1 { 1 } else { 2 };
            let shift_files = i32::from(shift);
            let centre = if null {
                Centre::Null { shift }
            } else {
                Centre::Closed
            };
            let topology = open(r as u8, f as u16, centre);
            let squares = || topology.shape().squares();
            let across = i32::from(null);
            let kings: usize = squares().map(|s| topology.king_steps(s).len()).sum();
            let expected = 2 * f * r + 6 * f * (r - 1) + across * 3 * f;
            assert_eq!(kings as i32, expected, "kings on {r}x{f} {centre:?}");
            let knights: usize = squares().map(|s| topology.knight_leaps(s).len()).sum();
            let long = if r > 1 { 4 * f * (r - 2) } else { 0 };
            // Ring 1: two short and, with a ring 2, two long leaps across; ring 2: two long.
            let over = if r > 1 { 6 * f } else { 2 * f };
            let expected = long + 4 * f * (r - 1) + across * over;
            assert_eq!(knights as i32, expected, "knights on {r}x{f} {centre:?}");
            let length = |dirs: &[Direction]| -> i32 {
                let rays = squares().flat_map(|s| dirs.iter().map(move |&d| (s, d)));
                rays.map(|(s, d)| topology.ray(s, d).len() as i32).sum()
            };
            assert_eq!(length(&DIRECTIONS[..2]), f * r * 2 * (f - 1));
            assert_eq!(length(&DIRECTIONS[2..4]), f * r * (r - 1 + across * r));
            // Where both legs of a crossing and its shift add up to whole rounds, the slide ends
            // before its own square and lacks what would lie beyond, in both inward ways.
            let closes = |ring: i32| (2 * (ring - 1) + f / 2 + shift_files) % f == 0;
            let lost = (1..=r)
                .filter(|&ring| closes(ring))
                .map(|ring| 2 * f * (r - ring + 1));
            let home = across * lost.sum::<i32>();
            let expected = 2 * f * r * (r - 1 + across * r) - home;
            assert_eq!(length(&DIRECTIONS[4..]), expected, "{r}x{f} {centre:?}");
        }
    }
}

#[test]
fn straight_through_the_centre_and_on_to_the_far_rim() {
    let board = bhati();
    assert_eq!(slide(&board, "d4", -1, 0), "c4 b4 a4 a34 b34 c34 d34");
    assert_eq!(slide(&board, "d34", -1, 0), "c34 b34 a34 a4 b4 c4 d4");
    assert_eq!(slide(&board, "a60", -1, 0), "a30 b30 c30");
    assert_eq!(slide(&board, "b30", 1, 0), "c30");
    // d39 is void, as d9 is.
    assert_eq!(slide(&board, "c9", -1, 0), "b9 a9 a39 b39 c39");
    assert_eq!(slide(&board, "c9", 1, 0), "");
    // A whole ring, but on ring d only the eight squares between voids.
    assert_eq!(slide(&board, "d3", 0, 1), "d4 d5 d6 d7 d8");
    assert_eq!(slide(&board, "d3", 0, -1), "d2 d1");
    assert_eq!(
        board
            .ray(board.shape().parse("c3").unwrap(), Direction::new(0, 1))
            .len(),
        59
    );
}

#[test]
fn diagonals_through_the_centre_keep_their_colour() {
    let board = bhati();
    // From file f + 2 on ring 1 to f + 2 + 30 + 2, and outward from there.
    assert_eq!(slide(&board, "c1", -1, 1), "b2 a3 a35 b36 c37 d38");
    assert_eq!(slide(&board, "c4", -1, -1), "b3 a2 a30 b29 c28 d27");
    assert_eq!(slide(&board, "a1", -1, 1), "a33 b34 c35 d36");
    assert_eq!(slide(&board, "a1", -1, -1), "a29 b28 c27 d26");
    // Back the way the first came; beyond c1 lies the void d60.
    assert_eq!(slide(&board, "d38", -1, -1), "c37 b36 a35 a3 b2 c1");
    // Across the seam between files 60 and 1.
    assert_eq!(slide(&board, "d58", -1, 1), "c59 b60 a1 a33 b34 c35 d36");
    assert_eq!(slide(&board, "b60", 1, 1), "c1 d2");
    // Between two voids that touch only by corners a diagonal is free.
    let shape = BoardShape::new(4, 16, Centre::Closed, &[]);
    let voids = ["a2", "b1"].map(|n| shape.parse(n).unwrap());
    let board = Topology::new(BoardShape::new(4, 16, Centre::Closed, &voids));
    assert_eq!(slide(&board, "a1", 1, 1), "b2 c3 d4");
}

#[test]
fn kings_and_knights_across_the_centre() {
    let board = bhati();
    let king = |from: &str| {
        let from = board.shape().parse(from).unwrap();
        sorted(names(&board, &board.king_steps(from)))
    };
    let knight = |from: &str| {
        let from = board.shape().parse(from).unwrap();
        sorted(names(&board, &board.knight_leaps(from)))
    };
    assert_eq!(king("a1"), "a2 a30 a31 a32 a60 b1 b2 b60");
    assert_eq!(king("a35"), "a34 a36 a4 a5 a6 b34 b35 b36");
    assert_eq!(king("d1"), "c1 c2 c60 d2");
    assert_eq!(knight("a1"), "a29 a33 b3 b30 b32 b59 c2 c60");
    assert_eq!(knight("b1"), "a3 a30 a32 a59 c3 c59 d2");
    // Over the voids d9 and d10 onto the squares beyond them, which they are not.
    assert_eq!(knight("c8"), "a7 a9 b10 b6 d6");
    assert_eq!(knight("d8"), "b7 b9 c10 c6");
    // King-adjacent across the centre, but on no diagonal of a queen.
    let a1 = board.shape().parse("a1").unwrap();
    let diagonals = DIRECTIONS[4..].iter().flat_map(|&d| board.ray(a1, d));
    let diagonals: Vec<_> = diagonals.collect();
    for name in ["a30", "a32"] {
        let square = board.shape().parse(name).unwrap();
        assert!(board.king_steps(a1).contains(&square) && !diagonals.contains(&square));
    }
}

#[test]
fn other_shifts_move_the_crossing() {
    let ends = |shift| {
        let board = open(4, 60, Centre::Null { shift });
        let ray = slide(&board, "b1", -1, 1);
        ray.split(' ').nth(1).unwrap().to_owned()
    };
    assert_eq!([ends(0), ends(1), ends(2)], ["a32", "a33", "a34"]);
}

#[test]
fn a_slide_that_comes_home_across_the_centre_ends_before_it() {
    // Half of four files and a shift of two lead from a1 back to a1.
    let board = open(2, 4, Centre::Null { shift: 2 });
    assert_eq!(slide(&board, "a1", -1, 1), "");
    assert_eq!(slide(&board, "a1", -1, 0), "a3 b3");
    // b1, a2, and 4 + 2 files on a8, from where b1 would follow.
    let wide = open(2, 8, Centre::Null { shift: 2 });
    assert_eq!(slide(&wide, "b1", -1, 1), "a2 a8");
    // A knight's short leap across would end where it began.
    assert_eq!(sorted(names(&board, &board.knight_leaps(0))), "b2 b3 b4");
}

#[test]
fn names_and_numbers() {
    for (_, shape) in boards::shapes() {
        for square in shape.squares() {
            assert_eq!(shape.parse(&shape.name(square).to_string()), Some(square));
        }
        for name in [
            "",
            "a",
            "1",
            "a0",
            "a01",
            "A1",
            "a+1",
            "a1 ",
            " a1",
            "a-1",
            "a257",
            "a999999999999",
            "{1",
            "`1",
            "a١",
            "é1",
            "a1b",
        ] {
            assert_eq!(shape.parse(name), None, "{name:?}");
        }
    }
}
