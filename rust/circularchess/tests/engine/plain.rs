//! A round board by ring and file, worked out as the rules are written and apart from the
//! crate: what its topology and tables are held against.

use std::collections::HashSet;

use circularchess::board::shape::{BoardShape, Centre, Square};

/// Ring and file, both from 1.
pub(crate) type Spot = (i32, i32);

/// Radial and along the ring.
pub(crate) type Way = (i32, i32);

pub(crate) const STRAIGHT: [Way; 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
pub(crate) const DIAGONAL: [Way; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

#[derive(Clone)]
pub(crate) struct Plain {
    pub(crate) rings: i32,
    pub(crate) files: i32,
    /// Files that a slide moves along when it crosses a null centre; `None` if it is closed.
    pub(crate) shift: Option<i32>,
    pub(crate) voids: HashSet<Spot>,
}

impl Plain {
    pub(crate) fn of(shape: &BoardShape) -> Self {
        let voids = shape.squares().filter(|&s| shape.is_void(s));
        Self {
            rings: i32::from(shape.rings()),
            files: i32::from(shape.files()),
            shift: match shape.centre() {
                Centre::Closed | Centre::Torus => None,
                Centre::Null { shift } => Some(i32::from(shift)),
            },
            voids: voids
                .map(|s| (i32::from(shape.ring(s)), shape.file(s)))
                .collect(),
        }
    }

    /// All squares that are not void.
    pub(crate) fn spots(&self) -> Vec<Spot> {
        (1..=self.files)
            .flat_map(|f| (1..=self.rings).map(move |r| (r, f)))
            .filter(|spot| !self.voids.contains(spot))
            .collect()
    }

    /// The crate's number of a square: whole files, one after another.
    pub(crate) fn number(&self, (ring, file): Spot) -> Square {
        Square::try_from((file - 1) * self.rings + ring - 1).unwrap()
    }

    pub(crate) fn spot(&self, square: Square) -> Spot {
        let square = i32::from(square);
        (square % self.rings + 1, square / self.rings + 1)
    }

    /// A file counted on round the ring.
    pub(crate) fn file(&self, file: i32) -> i32 {
        let rest = file % self.files;
        if rest <= 0 { rest + self.files } else { rest }
    }

    /// One step over anything, and the way it goes on: `beyond` files are added along when it
    /// crosses the centre on a diagonal.
    fn go(&self, (ring, file): Spot, way: Way, beyond: i32) -> Option<(Spot, Way)> {
        let (radial, along) = way;
        match ring + radial {
            0 if self.shift.is_some() => {
                let across = file + self.files / 2 + beyond * along;
                Some(((1, self.file(across)), (1, along)))
            }
            to if to == 0 || to > self.rings => None,
            to => Some(((to, self.file(file + along)), way)),
        }
    }

    /// A king's or pawn's step.
    pub(crate) fn step(&self, spot: Spot, way: Way) -> Option<Spot> {
        let (to, _) = self.go(spot, way, 1)?;
        (!self.voids.contains(&to)).then_some(to)
    }

    /// A slide over the empty board.
    pub(crate) fn slide(&self, from: Spot, mut way: Way) -> Vec<Spot> {
        let mut seen = Vec::new();
        let mut at = from;
        while let Some((to, onward)) = self.go(at, way, self.shift.unwrap_or(0)) {
            if to == from || self.voids.contains(&to) {
                break;
            }
            seen.push(to);
            (at, way) = (to, onward);
        }
        seen
    }

    /// A knight's leaps: a long and a short leg, the radial one first, straight through the
    /// centre.
    pub(crate) fn leaps(&self, from: Spot) -> HashSet<Spot> {
        let mut found = HashSet::new();
        for radial in [-2_i32, -1, 1, 2] {
            let mut at = Some((from, (radial.signum(), 0)));
            for _ in 0..radial.abs() {
                at = at.and_then(|(spot, way)| self.go(spot, way, 0));
            }
            let Some(((ring, file), _)) = at else {
                continue;
            };
            for turn in [-1, 1] {
                let to = (ring, self.file(file + turn * (3 - radial.abs())));
                if to != from && !self.voids.contains(&to) {
                    found.insert(to);
                }
            }
        }
        found
    }
}
