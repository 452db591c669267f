//! Slides on a closed ring board of 4 rings and 16 files, by rotating the board.
//!
//! Squares are numbered file-major and the board fills a word, so one rotation brings any file
//! to file 0 and the tables need one entry a ring, not one a square.

use crate::board::shape::{Centre, Square};
use crate::board::topology::{Direction, Topology};
use crate::tables::rays::{down_to_highest, up_to_lowest};

const RINGS: usize = 4;
const FILES: u32 = 16;

/// The squares of ring 1 but the one on file 0.
const RING: u64 = 0x1111_1111_1111_1110;

/// Squares on both diagonals through a square: at most one on each other ring, either way.
const DIAGONAL_BITS: u32 = 6;

/// By ring and index of what stands on the diagonals: squares seen along them.
type Diagonals = [[u64; 1 << DIAGONAL_BITS]; RINGS];

/// Tables for slides by rotation, for a slider on file 0.
#[derive(Clone, Debug)]
pub(crate) struct Rotor {
    /// By ring and the occupied rings of the file: squares seen along the file.
    file: [[u64; 1 << RINGS]; RINGS],
    /// By ring: the squares of the diagonals, and a magic that spreads any occupancy of them
    /// to an index of its own.
    diagonals: [(u64, u64); RINGS],
    /// By ring and index: squares seen along the diagonals.
    diagonal: Diagonals,
    /// The same, seen through the first blocker each way.
    file_through: [[u64; 1 << RINGS]; RINGS],
    diagonal_through: Diagonals,
}

impl Rotor {
    /// The tables, if this is the board they are for.
    pub(crate) fn new(topology: &Topology) -> Option<Self> {
        let shape = topology.shape();
        let fits = usize::from(shape.rings()) == RINGS
            && u32::from(shape.files()) == FILES
            && shape.centre() == Centre::Closed
            && !shape.plan().open_seam
            && shape
                .squares()
                .all(|s| !shape.is_void(s) || shape.is_citadel(s));
        if !fits {
            return None;
        }
        let mut rotor = Self {
            file: [[0; 1 << RINGS]; RINGS],
            diagonals: [(0, 0); RINGS],
            diagonal: [[0; 1 << DIAGONAL_BITS]; RINGS],
            file_through: [[0; 1 << RINGS]; RINGS],
            diagonal_through: [[0; 1 << DIAGONAL_BITS]; RINGS],
        };
        for ring in 0..RINGS {
            let from = ring as Square; // on file 0
            let rays = |ways: &[Direction]| -> Vec<Vec<Square>> {
                ways.iter().map(|&dir| topology.ray(from, dir)).collect()
            };
            let (along, diagonals) = (rays(&ALONG_FILE), rays(&DIAGONALS));
            for occupied in 0..1 << RINGS {
                let see = |blockers| walk(&along, occupied, blockers);
                rotor.file[ring][occupied as usize] = see(1);
                rotor.file_through[ring][occupied as usize] = see(2);
            }
            let all = walk(&diagonals, 0, 1);
            let magic = find_magic(&diagonals, all);
            rotor.diagonals[ring] = (all, magic);
            for occupied in subsets(all) {
                let see = |blockers| walk(&diagonals, occupied, blockers);
                rotor.diagonal[ring][index(occupied, magic)] = see(1);
                rotor.diagonal_through[ring][index(occupied, magic)] = see(2);
            }
        }
        Some(rotor)
    }

    /// Squares a rook attacks.
    #[inline(always)]
    pub(crate) fn rook(&self, square: Square, occupied: u64) -> u64 {
        let (ring, turn) = place(square);
        self.straight(ring, occupied.rotate_right(turn))
            .rotate_left(turn)
    }

    /// Squares a bishop attacks.
    #[inline(always)]
    pub(crate) fn bishop(&self, square: Square, occupied: u64) -> u64 {
        let (ring, turn) = place(square);
        self.oblique(&self.diagonal, ring, occupied.rotate_right(turn))
            .rotate_left(turn)
    }

    /// Squares a queen attacks.
    #[inline(always)]
    pub(crate) fn queen(&self, square: Square, occupied: u64) -> u64 {
        let (ring, turn) = place(square);
        let turned = occupied.rotate_right(turn);
        let seen = self.straight(ring, turned) | self.oblique(&self.diagonal, ring, turned);
        seen.rotate_left(turn)
    }

    /// Squares a rook attacks, and those behind the first blocker up to the second.
    #[inline(always)]
    pub(crate) fn rook_through(&self, square: Square, occupied: u64) -> u64 {
        let (ring, turn) = place(square);
        let turned = occupied.rotate_right(turn);
        let blockers = turned & (RING << ring);
        let lowest = blockers & blockers.wrapping_neg();
        let highest = 1 << (63 - (blockers | 1).leading_zeros());
        let along_file = self.file_through[ring][turned as usize % (1 << RINGS)];
        let seen = along_ring(ring, blockers & !lowest, blockers & !highest) | along_file;
        seen.rotate_left(turn)
    }

    /// Squares a bishop attacks, and those behind the first blocker up to the second.
    #[inline(always)]
    pub(crate) fn bishop_through(&self, square: Square, occupied: u64) -> u64 {
        let (ring, turn) = place(square);
        self.oblique(&self.diagonal_through, ring, occupied.rotate_right(turn))
            .rotate_left(turn)
    }

    /// A rook's squares on a board turned so that it stands on file 0.
    #[inline(always)]
    fn straight(&self, ring: usize, turned: u64) -> u64 {
        let blockers = turned & (RING << ring);
        along_ring(ring, blockers, blockers) | self.file[ring][turned as usize % (1 << RINGS)]
    }

    /// A bishop's squares, by one of the two tables, on a board turned so that it stands on
    /// file 0.
    #[inline(always)]
    fn oblique(&self, seen: &Diagonals, ring: usize, turned: u64) -> u64 {
        let (mask, magic) = self.diagonals[ring];
        seen[ring][index(turned & mask, magic)]
    }
}

/// A ring's squares seen from file 0 both ways, each up to the nearest of its blockers: the
/// lowest and the highest bit. Without any the whole ring is seen, once.
#[inline(always)]
fn along_ring(ring: usize, clockwise: u64, anticlockwise: u64) -> u64 {
    RING << ring & (up_to_lowest(clockwise) | down_to_highest(anticlockwise))
}

/// The ring of a square, and how far to turn the board to bring its file to file 0.
#[inline(always)]
fn place(square: Square) -> (usize, u32) {
    let ring = usize::from(square) % RINGS;
    (ring, u32::from(square) - ring as u32)
}

#[inline]
fn index(occupied: u64, magic: u64) -> usize {
    (occupied.wrapping_mul(magic) >> (64 - DIAGONAL_BITS)) as usize
}

const ALONG_FILE: [Direction; 2] = [Direction::new(1, 0), Direction::new(-1, 0)];
const DIAGONALS: [Direction; 4] = [
    Direction::new(1, 1),
    Direction::new(1, -1),
    Direction::new(-1, 1),
    Direction::new(-1, -1),
];

/// Squares seen along rays up to a number of blockers, the last of them included.
fn walk(rays: &[Vec<Square>], occupied: u64, blockers: u32) -> u64 {
    let mut seen = 0;
    for ray in rays {
        let mut left = blockers;
        for &square in ray {
            seen |= 1 << square;
            left -= (occupied >> square & 1) as u32;
            if left == 0 {
                break;
            }
        }
    }
    seen
}

/// All subsets of a set.
fn subsets(set: u64) -> impl Iterator<Item = u64> {
    let mut next = Some(0_u64);
    std::iter::from_fn(move || {
        let subset = next?;
        let following = subset.wrapping_sub(set) & set;
        next = (following != 0).then_some(following);
        Some(subset)
    })
}

/// A magic: a factor that gives any two occupancies with different views different indices. The
/// first of a fixed sequence that does: each try succeeds with a fair chance.
fn find_magic(rays: &[Vec<Square>], mask: u64) -> u64 {
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    loop {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        // Few set bits spread best.
        let magic = seed & seed.rotate_left(21);
        let mut views = [None; 1 << DIAGONAL_BITS];
        let fits = subsets(mask).all(|occupied| {
            let view = [1, 2].map(|n| walk(rays, occupied, n));
            *views[index(occupied, magic)].get_or_insert(view) == view
        });
        if fits {
            return magic;
        }
    }
}
