//! Every table against the slow walker: all squares of boards of all kinds, with all or many
//! occupancies.

use fastrand::Rng;

use super::*;
use crate::board::shape::{BoardPlan, BoardShape, Centre};
use crate::position::moves::leaves;
use crate::rules::Rules;
use crate::variant::{BUILTIN, PieceType};

/// Boards by name: the built-in ones, and others of all sizes, shifts and with voids.
fn shapes() -> Vec<BoardShape> {
    let mut shapes: Vec<_> = ["circular", "orthodox", "cylinder", "bhati-6"]
        .iter()
        .map(|id| Variant::builtin(id).unwrap().shape)
        .collect();
    for (rings, files) in [(5, 12), (3, 20), (2, 4), (1, 8), (8, 32), (26, 4)] {
        shapes.push(BoardShape::new(rings, files, Centre::Closed, &[]));
        for shift in 0..3 {
            shapes.push(BoardShape::new(rings, files, Centre::Null { shift }, &[]));
        }
    }
    for centre in [Centre::Closed, Centre::Null { shift: 1 }] {
        let open = BoardShape::new(5, 14, centre, &[]);
        let names = [
            "a4", "c1", "c2", "e7", "d8", "a11", "b11", "c11", "d11", "e11",
        ];
        let voids = names.map(|name| open.parse(name).unwrap());
        shapes.push(BoardShape::new(5, 14, centre, &voids));
    }
    shapes
}

/// A variant of two armies with these pawns on this board.
fn variant(shape: &BoardShape, pawns: [PawnWay; 2]) -> Variant {
    let mut variant = Variant::builtin("circular").unwrap();
    variant.shape = shape.clone();
    for (army, way) in variant.armies.iter_mut().zip(pawns) {
        army.pawns = way;
    }
    variant
}

fn radial(shape: &BoardShape) -> Variant {
    match shape.centre() {
        Centre::Closed | Centre::Torus => variant(shape, [PawnWay::Outward, PawnWay::Inward]),
        Centre::Null { .. } => variant(shape, [PawnWay::Inward, PawnWay::Inward]),
    }
}

/// Ring pawns that go round by halves of the board, and over the seam.
fn ring(shape: &BoardShape) -> Variant {
    let half = shape.files() / 2;
    let (first, second): (Vec<_>, Vec<_>) = ((1..=half).collect(), (half + 1..half * 2).collect());
    let way = |clockwise: &[u16], anticlockwise: &[u16]| PawnWay::Ring {
        clockwise: clockwise.to_vec(),
        anticlockwise: anticlockwise.to_vec(),
    };
    variant(shape, [way(&first, &second), way(&second, &first)])
}

/// A set of board squares, thin or dense.
fn random_set<const W: usize>(shape: &BoardShape, rng: &mut Rng) -> SquareSet<W> {
    let share = [2, 8, 20, 50, 80][rng.usize(..5)];
    let squares = shape.squares();
    squares.filter(|_| rng.u32(..100) < share).collect()
}

/// What is seen along a slide: its squares up to and with the first occupied one, and that one.
fn look<const W: usize>(ray: &[Square], occupied: SquareSet<W>) -> [SquareSet<W>; 2] {
    let mut seen = [SquareSet::EMPTY; 2];
    for &square in ray {
        seen[0].insert(square);
        if occupied.has(square) {
            seen[1].insert(square);
            break;
        }
    }
    seen
}

/// All occupancies of the lines if there are at most this many, with anything elsewhere.
const ALL_OF: usize = 10;
/// Else so many random ones.
const SAMPLES: usize = 1000;

fn slides<const W: usize>(shape: &BoardShape, rng: &mut Rng) {
    let topology = Topology::new(shape.clone());
    let attacks = Attacks::<W>::new(&radial(shape), &topology);
    for square in shape.squares() {
        let rays: Vec<_> = DIRECTIONS
            .iter()
            .map(|&dir| topology.ray(square, dir))
            .collect();
        for (first, diagonal) in [(0, false), (4, true)] {
            let lines: SquareSet<W> = rays[first..first + 4].iter().flatten().copied().collect();
            let line: Vec<_> = lines.into_iter().collect();
            let all = line.len() <= ALL_OF;
            for n in 0..if all { 1 << line.len() } else { SAMPLES } {
                let mut occupied = random_set(shape, rng);
                if all {
                    let chosen = line.iter().enumerate().filter(|(i, _)| n >> i & 1 != 0);
                    occupied = occupied.without(lines) | chosen.map(|(_, &s)| s).collect();
                }
                let (mut expected, mut through) = (SquareSet::EMPTY, SquareSet::EMPTY);
                for (dir, ray) in rays.iter().enumerate().skip(first).take(4) {
                    let [seen, blocker] = look(ray, occupied);
                    expected |= seen;
                    through |= look(ray, occupied.without(blocker))[0];
                    let sight = attacks.rays.look(square, dir, occupied);
                    assert_eq!([sight.squares, sight.blocker], [seen, blocker]);
                }
                let [found, found_through] = if diagonal {
                    [
                        attacks.bishop(square, occupied),
                        attacks.bishop_through(square, occupied),
                    ]
                } else {
                    [
                        attacks.rook(square, occupied),
                        attacks.rook_through(square, occupied),
                    ]
                };
                let place = (
                    shape.name(square),
                    shape.rings(),
                    shape.files(),
                    shape.centre(),
                );
                assert_eq!(found, expected, "{place:?} among {occupied:?}");
                if attacks.rotor(square).is_some() {
                    assert_eq!(found_through, through, "{place:?} among {occupied:?}");
                } else {
                    assert_eq!(found_through, SquareSet::ALL);
                }
                let either = attacks.rook(square, occupied) | attacks.bishop(square, occupied);
                assert_eq!(attacks.queen(square, occupied), either);
            }
            let whole = if diagonal {
                attacks.bishop_lines[usize::from(square)]
            } else {
                attacks.rook_lines[usize::from(square)]
            };
            assert_eq!(whole, lines);
        }
        for (dir, ray) in rays.iter().enumerate() {
            assert_eq!(
                attacks.rays.whole(square, dir),
                ray.iter().copied().collect()
            );
        }
    }
}

/// Calls a function for the width that a board needs.
macro_rules! by_width {
    ($shape:expr, $call:ident ( $($argument:expr),* )) => {
        match $shape.len().div_ceil(64) {
            1 => $call::<1>($($argument),*),
            2 => $call::<2>($($argument),*),
            _ => $call::<4>($($argument),*),
        }
    };
}

#[test]
fn slides_agree_with_the_walker() {
    let mut rng = Rng::with_seed(1);
    for shape in shapes() {
        by_width!(shape, slides(&shape, &mut rng));
    }
}

/// The 64-square board turns files to the front when it is one word wide, or two for the sake of
/// its citadels, and not when it is four.
#[test]
fn slides_by_turning_and_along_rays_are_the_same() {
    let shape = Variant::builtin("circular").unwrap().shape;
    let topology = Topology::new(shape.clone());
    assert!(
        Attacks::<1>::new(&radial(&shape), &topology)
            .rotor
            .is_some()
    );
    assert!(
        Attacks::<2>::new(&radial(&shape), &topology)
            .rotor
            .is_some()
    );
    assert!(
        Attacks::<4>::new(&radial(&shape), &topology)
            .rotor
            .is_none()
    );
    // With citadels, whose lines lead nowhere.
    let citadels = BoardShape::from(BoardPlan {
        citadels: 4,
        ..BoardPlan::new(4, 16)
    });
    slides::<2>(&citadels, &mut Rng::with_seed(3));
    let mut rng = Rng::with_seed(2);
    slides::<2>(&shape, &mut rng);
    slides::<4>(&shape, &mut rng);
}

#[test]
fn leaps_agree_with_the_walker() {
    fn leaps<const W: usize>(shape: &BoardShape) {
        let topology = Topology::new(shape.clone());
        let attacks = Attacks::<W>::new(&radial(shape), &topology);
        for square in shape.squares() {
            let set = |squares: Vec<Square>| squares.into_iter().collect::<SquareSet<W>>();
            assert_eq!(attacks.king(square), set(topology.king_steps(square)));
            assert_eq!(attacks.knight(square), set(topology.knight_leaps(square)));
        }
    }
    for shape in shapes() {
        by_width!(shape, leaps(&shape));
    }
}

/// All moves that groups of shifts stand for, in order.
fn spread<const W: usize>(shifts: &[Shift<W>]) -> Vec<(Square, Square)> {
    let mut moves = Vec::new();
    for shift in shifts {
        for from in shift.sources {
            let to = SquareSet::<W>::from_square(from).shifted(shift.by);
            assert_eq!(to.len(), 1);
            moves.push((from, to.first().unwrap()));
        }
    }
    moves.sort_unstable();
    moves
}

/// Moving sets of pawns at once is moving each.
fn shifted_together<const W: usize>(shape: &BoardShape, shifts: &[Shift<W>], rng: &mut Rng) {
    for _ in 0..20 {
        let pawns: SquareSet<W> = random_set(shape, rng);
        for shift in shifts {
            let moved = (pawns & shift.sources).shifted(shift.by);
            assert_eq!(moved.len(), (pawns & shift.sources).len());
            for to in moved {
                let from = leaves::<W>(to, shift.by);
                assert!((pawns & shift.sources).has(from), "{to} came from {from}");
            }
        }
    }
}

fn pawns<const W: usize>(variant: &Variant, rng: &mut Rng) {
    let shape = &variant.shape;
    let topology = Topology::new(shape.clone());
    let classes = Attacks::<W>::new(variant, &topology).pawns;
    let null = matches!(shape.centre(), Centre::Null { .. });
    let ways = if null && !variant.has_ring_pawns() {
        vec![PawnWay::Inward, PawnWay::Outward]
    } else if variant.armies[0].pawns == PawnWay::Own {
        let all: Vec<u16> = (1..=shape.files()).collect();
        let way = |clockwise: &[u16], anticlockwise: &[u16]| PawnWay::Ring {
            clockwise: clockwise.to_vec(),
            anticlockwise: anticlockwise.to_vec(),
        };
        vec![way(&all, &[]), way(&[], &all)]
    } else {
        variant
            .armies
            .iter()
            .map(|army| army.pawns.clone())
            .collect()
    };
    assert_eq!(classes.len(), ways.len());
    for (class, way) in classes.iter().zip(&ways) {
        let (mut pushes, mut captures) = (Vec::new(), Vec::new());
        for square in shape.squares().filter(|&s| !shape.is_citadel(s)) {
            let s = usize::from(square);
            let ahead = match way {
                PawnWay::Inward => Some((-1, 0)),
                PawnWay::Outward => Some((1, 0)),
                PawnWay::Own => unreachable!("told by files above"),
                PawnWay::Ring {
                    clockwise,
                    anticlockwise,
                } => {
                    let file = shape.file(square) as u16;
                    let clockwise = clockwise.contains(&file).then_some((0, 1));
                    clockwise.or(anticlockwise.contains(&file).then_some((0, -1)))
                }
            };
            let step = |radial, along| topology.step(square, Direction::new(radial, along));
            let push = ahead.and_then(|(radial, along)| step(radial, along));
            assert_eq!(class.push[s], push.into_iter().collect());
            pushes.extend(push.map(|to| (square, to)));
            let aside = ahead.map_or([None, None], |(radial, along)| match radial {
                0 => [step(1, along), step(-1, along)],
                _ => [step(radial, 1), step(radial, -1)],
            });
            let attacked: SquareSet<W> = aside.into_iter().flatten().collect();
            assert_eq!(class.attacks[s], attacked);
            captures.extend(attacked.into_iter().map(|to| (square, to)));
            let over = null && shape.ring(square) == 1 && ahead == Some((-1, 0));
            assert_eq!(class.crossing.has(square), over);
        }
        for square in shape.squares() {
            let from: SquareSet<W> = captures
                .iter()
                .filter(|(_, to)| *to == square)
                .map(|(from, _)| *from)
                .collect();
            assert_eq!(class.attackers[usize::from(square)], from);
        }
        assert_eq!(spread(&class.pushes), pushes);
        captures.sort_unstable();
        assert_eq!(spread(&class.captures), captures);
        shifted_together(shape, &class.pushes, rng);
        shifted_together(shape, &class.captures, rng);
    }
}

#[test]
fn pawns_agree_with_the_walker() {
    let mut rng = Rng::with_seed(3);
    for shape in shapes() {
        for variant in [radial(&shape), ring(&shape)] {
            by_width!(shape, pawns(&variant, &mut rng));
        }
    }
    for (id, _) in BUILTIN {
        let variant = Variant::builtin(id).unwrap();
        if !variant.shape.plan().moats.is_empty() {
            continue; // creeks: counted positions tell
        }
        by_width!(variant.shape, pawns(&variant, &mut rng));
    }
}

/// Double steps of the built-in variants, and those of ring pawns over the seam.
#[test]
fn double_steps_are_two_steps() {
    fn check<const W: usize, const A: usize>(variant: Variant) -> usize {
        let rules = Rules::<W, A, 6>::new(variant);
        let variant = rules.variant();
        let topology = Topology::new(variant.shape.clone());
        let mut count = 0;
        for (army, data) in variant.armies.iter().enumerate() {
            let mut expected = Vec::new();
            for from in variant.pawn_start_squares(army) {
                let dir = pawn_forward(&data.pawns, false, variant.shape.file(from)).unwrap();
                let passed = topology.step(from, dir).unwrap();
                expected.push([from, passed, topology.step(passed, dir).unwrap()]);
            }
            let mut found = Vec::new();
            for shift in &rules.double_shifts[army] {
                for from in shift.first.sources {
                    let passed = SquareSet::<W>::from_square(from).shifted(shift.first.by);
                    let to = passed.shifted(shift.by - shift.first.by);
                    assert_eq!(rules.double_to[army][usize::from(from)], to);
                    found.push([from, passed.first().unwrap(), to.first().unwrap()]);
                }
            }
            found.sort_unstable();
            expected.sort_unstable();
            assert_eq!(found, expected, "{} of {}", data.name, variant.id);
            count += found.len();
        }
        count
    }
    let builtin = |id| Variant::builtin(id).unwrap();
    assert_eq!(check::<1, 2>(builtin("circular-society")), 16);
    assert_eq!(check::<1, 2>(builtin("cylinder")), 16);
    assert_eq!(check::<2, 2>(builtin("orthodox")), 16);
    assert_eq!(check::<4, 2>(builtin("bhati-2")), 16);
    assert_eq!(check::<4, 6>(builtin("bhati-6")), 48);
    for (rings, files) in [(4, 16), (5, 12), (4, 20)] {
        let mut variant = ring(&BoardShape::new(rings, files, Centre::Closed, &[]));
        variant.options.double_step = true;
        for army in &mut variant.armies {
            army.promotion.clear();
            army.castling = None;
            army.pawns = PawnWay::Ring {
                clockwise: (1..=files).collect(),
                anticlockwise: Vec::new(),
            };
            army.start = (0..variant.shape.len() as u8)
                .map(|s| (s, PieceType::Pawn))
                .collect();
        }
        let all = 2 * variant.shape.len();
        let found = if all <= 128 {
            check::<1, 2>(variant)
        } else {
            check::<2, 2>(variant)
        };
        assert_eq!(found, all);
    }
}
