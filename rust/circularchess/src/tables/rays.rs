//! Slides over occupied boards of any topology.
//!
//! A ray is a run of squares in an order of its own. It is cut where its square numbers turn
//! from rising to falling or leave a machine word, so that in each part the nearest blocker is
//! the lowest, or the highest, occupied bit: whether rings close, rays cross a null centre or
//! voids cut them.

use crate::board::shape::Square;
use crate::board::square_set::SquareSet;
use crate::board::topology::{DIRECTIONS, Topology};

/// Whether the numbers of a ray in a direction rise as long as nothing wraps or crosses:
/// clockwise, outward, and both diagonals clockwise. With 2 rings or more a file's step
/// outweighs a ring's; with one there are no diagonals.
const fn rises(dir: usize) -> bool {
    let direction = DIRECTIONS[dir];
    direction.along > 0 || (direction.along == 0 && direction.radial > 0)
}

/// A part of a ray in one word, nearest square first by rising or falling bits.
#[derive(Clone, Copy, Debug)]
struct Part {
    mask: u64,
    word: u8,
    rising: bool,
}

/// What stands first on a ray, and what lies before it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sight<const W: usize> {
    /// The ray up to and with its first blocker, or all of it.
    pub(crate) squares: SquareSet<W>,
    /// The first blocker: one square or none.
    pub(crate) blocker: SquareSet<W>,
}

/// The rays from every square.
#[derive(Clone, Debug)]
pub(crate) struct Rays<const W: usize> {
    /// All squares of a ray.
    whole: Box<[[SquareSet<W>; 8]; 256]>,
    /// The first part of a ray if it lies in its square's own word and rises or falls as its
    /// direction does: most rays of most boards are no more than that.
    near: Box<[[u64; 8]; 256]>,
    /// Directions, as bits, in which more follows.
    longer: Box<[u8; 256]>,
    /// What follows, and where it begins for each ray.
    far: Vec<Part>,
    starts: Box<[u16; 256 * 8 + 1]>,
}

/// The nearest blocker and all before it, among bits that rise with distance; all bits if
/// there is no blocker.
#[inline]
pub(crate) const fn up_to_lowest(blockers: u64) -> u64 {
    blockers ^ blockers.wrapping_sub(1)
}

/// The same among bits that fall with distance.
#[inline]
pub(crate) const fn down_to_highest(blockers: u64) -> u64 {
    !0 << (63 - (blockers | 1).leading_zeros())
}

impl<const W: usize> Rays<W> {
    pub(crate) fn new(topology: &Topology) -> Self {
        let mut rays = Self {
            whole: Box::new([[SquareSet::EMPTY; 8]; 256]),
            near: Box::new([[0; 8]; 256]),
            longer: Box::new([0; 256]),
            far: Vec::new(),
            starts: Box::new([0; 256 * 8 + 1]),
        };
        for square in topology.shape().squares() {
            let s = usize::from(square);
            for (d, &dir) in DIRECTIONS.iter().enumerate() {
                let ray = topology.ray(square, dir);
                rays.whole[s][d] = ray.iter().copied().collect();
                let mut parts = parts(&ray);
                if let Some(first) = parts.first()
                    && usize::from(first.word) == s >> 6
                    && (first.rising == rises(d) || first.mask.is_power_of_two())
                {
                    rays.near[s][d] = first.mask;
                    parts.remove(0);
                }
                if !parts.is_empty() {
                    rays.longer[s] |= 1 << d;
                }
                rays.far.extend(parts);
                rays.starts[s * 8 + d + 1] = rays.far.len() as u16;
            }
        }
        let end = rays.far.len() as u16;
        rays.starts[topology.shape().len() * 8..].fill(end);
        rays
    }

    /// All squares of one ray.
    #[inline]
    pub(crate) fn whole(&self, square: Square, dir: usize) -> SquareSet<W> {
        self.whole[usize::from(square)][dir & 7]
    }

    /// The near part of a ray up to its first blocker, and whether it has one.
    #[inline]
    fn near_part(&self, square: Square, dir: usize, occupied: SquareSet<W>) -> (u64, bool) {
        let near = self.near[usize::from(square)][dir & 7];
        let blockers = occupied.0[usize::from(square) >> 6 & (W - 1)] & near;
        let reach = if rises(dir) {
            up_to_lowest(blockers)
        } else {
            down_to_highest(blockers)
        };
        (near & reach, blockers != 0)
    }

    /// Adds what follows the near part of a ray, up to the first blocker.
    #[inline]
    fn add_far(&self, square: Square, dir: usize, occupied: SquareSet<W>, out: &mut [u64; W]) {
        let ray = usize::from(square) * 8 + dir;
        let (start, end) = (self.starts[ray], self.starts[ray + 1]);
        for part in &self.far[usize::from(start)..usize::from(end)] {
            let word = usize::from(part.word) & (W - 1);
            let blockers = occupied.0[word] & part.mask;
            if blockers == 0 {
                out[word] |= part.mask;
                continue;
            }
            let reach = if part.rising {
                up_to_lowest(blockers)
            } else {
                down_to_highest(blockers)
            };
            out[word] |= part.mask & reach;
            return;
        }
    }

    /// Squares seen in the four directions from `FIRST`, blockers included.
    #[inline(always)]
    pub(crate) fn slide<const FIRST: usize>(
        &self,
        square: Square,
        occupied: SquareSet<W>,
    ) -> SquareSet<W> {
        let mut seen = 0;
        for dir in FIRST..FIRST + 4 {
            seen |= self.near_part(square, dir, occupied).0;
        }
        let mut out = SquareSet::in_word_of(square, seen).0;
        let mut longer = self.longer[usize::from(square)] >> FIRST & 15;
        while longer != 0 {
            let dir = FIRST + longer.trailing_zeros() as usize;
            longer &= longer - 1;
            if !self.near_part(square, dir, occupied).1 {
                self.add_far(square, dir, occupied, &mut out);
            }
        }
        SquareSet(out)
    }

    /// The same, never inlined: where rays are the lesser way, they must not cost the other
    /// one registers.
    #[inline(never)]
    pub(crate) fn slide_called<const FIRST: usize>(
        &self,
        square: Square,
        occupied: SquareSet<W>,
    ) -> SquareSet<W> {
        self.slide::<FIRST>(square, occupied)
    }

    /// What is seen in one direction.
    #[inline]
    pub(crate) fn look(&self, square: Square, dir: usize, occupied: SquareSet<W>) -> Sight<W> {
        let (near, blocked) = self.near_part(square, dir, occupied);
        let mut out = SquareSet::in_word_of(square, near).0;
        if !blocked && self.longer[usize::from(square)] >> dir & 1 != 0 {
            self.add_far(square, dir, occupied, &mut out);
        }
        let squares = SquareSet(out);
        Sight {
            squares,
            blocker: squares & occupied,
        }
    }
}

/// Cuts a ray into parts.
fn parts(ray: &[Square]) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let mut before = None;
    for &square in ray {
        let (word, bit) = (square >> 6, 1_u64 << (square & 63));
        match (parts.last_mut(), before) {
            (Some(part), Some(last))
                if part.word == word
                    && (part.mask.is_power_of_two() || part.rising == (square > last)) =>
            {
                part.rising = square > last;
                part.mask |= bit;
            }
            _ => parts.push(Part {
                mask: bit,
                word,
                rising: true,
            }),
        }
        before = Some(square);
    }
    parts
}
