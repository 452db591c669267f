//! The ways of moves, worked out a second time by counting along the ring.

use circularchess::any::Rules;
use circularchess::board::shape::Square;
use circularchess::position::EventKind;
use circularchess::position::moves::Move;
use circularchess::position::setup::Setup;
use circularchess::rules::Piece;
use circularchess::variant::{PieceType, Variant};

use crate::api::{variants, walk};

const FILES: usize = 16;

fn man(army: usize, kind: PieceType) -> Piece {
    Piece {
        army,
        kind,
        outbound: false,
    }
}

/// A rook on a1 among knights on ring a, for every set of them: each square of the ring is
/// reached by the arcs on which none stands before it, the shorter first, clockwise on a tie.
#[test]
fn every_set_of_blockers_on_a_ring() {
    let rules = Rules::new(Variant::builtin("circular").unwrap());
    let shape = rules.variant().shape.clone();
    let square = |name: &str| shape.parse(name).unwrap();
    let ring: Vec<Square> = (1..=FILES).map(|n| square(&format!("a{n}"))).collect();
    let mut two_ways = 0;
    // Knights of one's own, and the enemy's, whom the kings on ring d need not fear.
    for army in [0, 1] {
        for blockers in 0..1_usize << (FILES - 1) {
            let stands = |n: usize| n > 0 && blockers >> (n - 1) & 1 != 0;
            let mut setup = Setup::start(rules.variant());
            (setup.pieces, setup.castling) = (Vec::new(), Vec::new());
            let mut put = |at, army, kind| setup.pieces.push((at, man(army, kind)));
            put(square("d5"), 0, PieceType::King);
            put(square("d9"), 1, PieceType::King);
            put(ring[0], 0, PieceType::Rook);
            for n in (1..FILES).filter(|&n| stands(n)) {
                put(ring[n], army, PieceType::Knight);
            }
            let (position, _) = rules.position(&setup).unwrap();
            for n in 1..FILES {
                let mv = Move {
                    from: ring[0],
                    to: ring[n],
                    promotion: None,
                };
                let clockwise: Vec<usize> = (0..=n).collect();
                let back: Vec<usize> = (n..=FILES).rev().map(|n| n % FILES).collect();
                let open = |way: &[usize]| way[1..way.len() - 1].iter().all(|&n| !stands(n));
                let mut due = Vec::new();
                for (way, along) in [(clockwise, 1), (back, -1)] {
                    if open(&way) && !(stands(n) && army == 0) {
                        due.push((way.iter().map(|&n| ring[n]).collect::<Vec<_>>(), along));
                    }
                }
                due.sort_by_key(|(way, _)| way.len());
                let told: Vec<_> = position
                    .paths(mv)
                    .into_iter()
                    .map(|path| {
                        let direction = path.direction.unwrap();
                        assert!(direction.radial == 0 && !path.through_centre);
                        (path.squares, direction.along)
                    })
                    .collect();
                assert_eq!(told, due, "{blockers:b} {n}");
                assert_eq!(position.is_legal(mv), !due.is_empty());
                two_ways += usize::from(due.len() == 2);
            }
        }
    }
    // Both arcs to a square are open when none stands but on the square: a knight taken on any of
    // the 15, or an empty ring, once for either army.
    assert_eq!(two_ways, 15 + 2 * 15);
}

/// On random boards of every game each move has a way, from its square to its square; what lies
/// between is empty unless a man is jumped; and after it those are in check who are said to be.
#[test]
fn every_move_has_a_way_and_gives_the_check_it_is_said_to() {
    for variant in variants() {
        walk(variant, 2, |position| {
            let variant = position.variant();
            for mv in position.legal_moves() {
                let (info, paths) = position.describe_with_paths(mv).unwrap();
                assert!(!paths.is_empty(), "{} {mv:?}", variant.id);
                assert!(paths.is_sorted_by_key(|path| path.squares.len()));
                for path in &paths {
                    assert_eq!(path.squares.first(), Some(&mv.from));
                    assert_eq!(path.squares.last(), Some(&mv.to));
                }
                let (next, events) = position.play(mv).unwrap();
                if events
                    .iter()
                    .any(|(kind, _)| *kind == EventKind::Eliminated)
                {
                    continue;
                }
                let side = |army: usize| &variant.armies[army].side;
                let mut due = 0_u8;
                for army in 0..variant.armies.len() {
                    let Some(king) = next.pieces(PieceType::King, army).into_iter().next() else {
                        continue;
                    };
                    let checked = next.in_play() >> army & 1 != 0
                        && side(army) != side(info.piece.army)
                        && (0..variant.armies.len()).any(|other| {
                            side(other) == side(info.piece.army)
                                && !next.attackers(other, king).is_empty()
                        });
                    due |= u8::from(checked) << army;
                }
                assert_eq!(info.checks, due, "{} {mv:?}", variant.id);
            }
        });
    }
}
