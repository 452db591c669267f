//! A round board by ring and file, worked out as the rules are written and apart from the
//! crate: what its topology and tables are held against.

use std::collections::HashSet;

use circularchess::board::shape::{BoardShape, Centre, Square};

/// Ring and file, both from 1.
pub type Spot = (i32, i32);

/// Radial and along the ring.
pub type Way = (i32, i32);

/// The ways of a rook.
pub const STRAIGHT: [Way; 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
/// The ways of a bishop.
pub const DIAGONAL: [Way; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

/// A board by its size, its centre and its voids.
#[derive(Clone, Debug)]
pub struct Plain {
    /// Number of rings.
    pub rings: i32,
    /// Number of files.
    pub files: i32,
    /// Whether the last file and the first are no neighbours.
    pub open_seam: bool,
    /// Files that a slide moves along when it crosses a null centre; `None` if it is closed.
    pub shift: Option<i32>,
    /// The squares that are no part of the board.
    pub voids: HashSet<Spot>,
}

impl Plain {
    /// The board of a shape.
    ///
    /// # Panics
    /// When it is a torus.
    #[must_use]
    pub fn of(shape: &BoardShape) -> Self {
        let voids = shape.squares().filter(|&s| shape.is_void(s));
        Self {
            rings: i32::from(shape.rings()),
            files: i32::from(shape.files()),
            open_seam: shape.plan().open_seam,
            shift: match shape.centre() {
                Centre::Closed => None,
                Centre::Torus => panic!("a torus is no board of this referee's"),
                Centre::Null { shift } => Some(i32::from(shift)),
            },
            voids: voids
                .map(|s| (i32::from(shape.ring(s)), shape.file(s)))
                .collect(),
        }
    }

    /// All squares that are not void.
    #[must_use]
    pub fn spots(&self) -> Vec<Spot> {
        (1..=self.files)
            .flat_map(|f| (1..=self.rings).map(move |r| (r, f)))
            .filter(|spot| !self.voids.contains(spot))
            .collect()
    }

    /// The engine's number of a square: whole files, one after another.
    ///
    /// # Panics
    /// When the board has no such ring or file.
    #[must_use]
    pub fn number(&self, (ring, file): Spot) -> Square {
        Square::try_from((file - 1) * self.rings + ring - 1).unwrap()
    }

    /// Ring and file of a square by the engine's number.
    #[must_use]
    pub fn spot(&self, square: Square) -> Spot {
        let square = i32::from(square);
        (square % self.rings + 1, square / self.rings + 1)
    }

    /// A file counted on round the ring.
    #[must_use]
    pub fn file(&self, file: i32) -> i32 {
        let rest = file % self.files;
        if rest <= 0 { rest + self.files } else { rest }
    }

    /// As many files along a ring, if there is a way.
    fn turn(&self, file: i32, along: i32) -> Option<i32> {
        let on_board = (1..=self.files).contains(&(file + along));
        (on_board || !self.open_seam).then(|| self.file(file + along))
    }

    /// The way along a ring from one file to another, and how many files on that is: the short
    /// way round, or the only one where the seam is open.
    pub(crate) fn way_round(&self, from: i32, to: i32) -> (i32, i32) {
        let clockwise = self.file(to - from);
        let goes_on = if self.open_seam {
            to > from
        } else {
            clockwise * 2 <= self.files
        };
        if goes_on {
            (1, clockwise)
        } else {
            (-1, self.files - clockwise)
        }
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
            to => Some(((to, self.turn(file, along)?), way)),
        }
    }

    /// A king's or pawn's step.
    #[must_use]
    pub fn step(&self, spot: Spot, way: Way) -> Option<Spot> {
        let (to, _) = self.go(spot, way, 1)?;
        (!self.voids.contains(&to)).then_some(to)
    }

    /// A slide over the empty board.
    #[must_use]
    pub fn slide(&self, from: Spot, mut way: Way) -> Vec<Spot> {
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
    #[must_use]
    pub fn leaps(&self, from: Spot) -> HashSet<Spot> {
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
                let Some(file) = self.turn(file, turn * (3 - radial.abs())) else {
                    continue;
                };
                let to = (ring, file);
                if to != from && !self.voids.contains(&to) {
                    found.insert(to);
                }
            }
        }
        found
    }
}
