//! Slides on a closed ring board of just 64 squares, by rotating the board.
//!
//! Squares are numbered file-major and a word has as many bits as the board squares, so
//! rotating the occupied set brings any file to file 0, and tables need one entry a ring.
//! Each file, and each diagonal, has one square on every ring: a line's occupancy is a number
//! of as many bits as there are rings, gathered by one multiplication.

use crate::shape::{Centre, Square};
use crate::topology::{Direction, Topology};

/// Lines of up to 8 squares on up to 8 rings.
const ENTRIES: usize = 8 << 8;

/// A table by ring and line occupancy, in the line's own frame.
type LineTable = [u64; ENTRIES];

/// Tables for slides by rotation.
#[derive(Clone, Debug)]
pub(crate) struct Rotor {
    rings: u32,
    /// By ring: its squares but the one on file 0.
    others: [u64; 8],
    /// Along a file; the frame begins at the slider's file.
    file: LineTable,
    /// Along the diagonal outward and clockwise; the frame begins at its innermost square.
    rising: LineTable,
    /// Along the diagonal outward and anticlockwise; the frame begins at its outermost file.
    falling: LineTable,
    /// Squares of the two diagonals in their frames.
    rising_mask: u64,
    falling_mask: u64,
    /// Gathers a diagonal's squares into neighbouring bits, from `gathered` on.
    gather: u64,
    gathered: u32,
}

impl Rotor {
    /// The tables, if the board is closed, has 64 squares on 2, 4 or 8 rings, and no voids.
    pub(crate) fn new(topology: &Topology) -> Option<Self> {
        let shape = topology.shape();
        let rings = u32::from(shape.rings());
        let fits = matches!(rings, 2 | 4 | 8)
            && shape.len() == 64
            && shape.centre() == Centre::Closed
            && shape.squares().all(|s| !shape.is_void(s));
        if !fits {
            return None;
        }
        let bit = |ring: u32, file: u32| 1_u64 << (file % (64 / rings) * rings + ring);
        let mut rotor = Self {
            rings,
            others: [0; 8],
            file: [0; ENTRIES],
            rising: [0; ENTRIES],
            falling: [0; ENTRIES],
            rising_mask: (0..rings).map(|q| bit(q, q)).sum(),
            falling_mask: (0..rings).map(|q| bit(q, rings - 1 - q)).sum(),
            gather: (0..rings).map(|j| 1 << (j * rings)).sum(),
            gathered: rings * (rings - 1),
        };
        for ring in 0..rings {
            rotor.others[ring as usize] = (1..64 / rings).map(|f| bit(ring, f)).sum();
            for occupied in 0..1_u32 << rings {
                let index = (ring << rings | occupied) as usize;
                let reach = reach(topology, ring, rings, occupied);
                let on = |file: &dyn Fn(u32) -> u32| {
                    (0..rings)
                        .filter(|q| reach >> q & 1 != 0)
                        .map(|q| bit(q, file(q)))
                        .sum()
                };
                rotor.file[index] = on(&|_| 0);
                rotor.rising[index] = on(&|q| q);
                rotor.falling[index] = on(&|q| rings - 1 - q);
            }
        }
        Some(rotor)
    }

    /// Squares a rook attacks.
    #[inline]
    pub(crate) fn rook(&self, square: Square, occupied: u64) -> u64 {
        let ring = u32::from(square) & (self.rings - 1);
        let turn = u32::from(square) - ring;
        let turned = occupied.rotate_right(turn);
        let others = self.others[ring as usize & 7];
        let blockers = turned & others;
        // The nearest blockers are the lowest and the highest bit; without any the whole ring
        // is seen, once.
        let clockwise = blockers ^ blockers.wrapping_sub(1);
        let anticlockwise = !0 << (63 - (blockers | 1).leading_zeros());
        let lane = turned & ((1 << self.rings) - 1);
        let along_file = self.file[(ring << self.rings | lane as u32) as usize & (ENTRIES - 1)];
        (others & (clockwise | anticlockwise) | along_file).rotate_left(turn)
    }

    /// Squares a bishop attacks.
    #[inline]
    pub(crate) fn bishop(&self, square: Square, occupied: u64) -> u64 {
        let ring = u32::from(square) & (self.rings - 1);
        let file_turn = u32::from(square) - ring;
        let line = |table: &LineTable, mask: u64, turn: u32| {
            let lane = (occupied.rotate_right(turn) & mask).wrapping_mul(self.gather)
                >> self.gathered
                & ((1 << self.rings) - 1);
            table[(ring << self.rings | lane as u32) as usize & (ENTRIES - 1)].rotate_left(turn)
        };
        let innermost = file_turn.wrapping_sub(ring * self.rings) & 63;
        let outermost = file_turn
            .wrapping_add(ring * self.rings)
            .wrapping_sub(self.gathered)
            & 63;
        line(&self.rising, self.rising_mask, innermost)
            | line(&self.falling, self.falling_mask, outermost)
    }
}

/// Rings seen from a ring along a line with one square on each, as bits, blockers included.
fn reach(topology: &Topology, ring: u32, rings: u32, occupied: u32) -> u32 {
    let shape = topology.shape();
    let mut seen = 0;
    for radial in [-1, 1] {
        let from = shape.square(ring as u8 + 1, 1);
        for square in topology.ray(from, Direction::new(radial, 0)) {
            let bit = 1 << (u32::from(shape.ring(square)) - 1);
            debug_assert!(bit < 1 << rings);
            seen |= bit;
            if occupied & bit != 0 {
                break;
            }
        }
    }
    seen
}
