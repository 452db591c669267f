//! Steps, rays and leaps on a round board, by a slow and obvious walker.
//!
//! A topology knows no piece and no player. The fast tables of [`crate::tables::attacks`] are built
//! from it, and the tests hold them against it.

use crate::board::shape::{BoardShape, Centre, Square};

/// A direction of travel: a radial part (-1 inward, +1 outward) and a part along the ring
/// (-1 anticlockwise, +1 clockwise).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Direction {
    /// -1 inward, +1 outward, or 0.
    pub radial: i8,
    /// -1 anticlockwise, +1 clockwise, or 0.
    pub along: i8,
}

impl Direction {
    /// The direction with these parts.
    #[must_use]
    pub const fn new(radial: i8, along: i8) -> Self {
        Self { radial, along }
    }

    /// Whether both parts are non-zero.
    ///
    /// ```
    /// use circularchess::board::topology::Direction;
    /// assert!(Direction::new(-1, 1).is_diagonal() && !Direction::new(0, 1).is_diagonal());
    /// ```
    #[must_use]
    pub const fn is_diagonal(self) -> bool {
        self.radial != 0 && self.along != 0
    }
}

/// All eight directions: the four a rook slides in, then the four of a bishop.
pub const DIRECTIONS: [Direction; 8] = [
    Direction::new(0, 1),
    Direction::new(0, -1),
    Direction::new(1, 0),
    Direction::new(-1, 0),
    Direction::new(1, 1),
    Direction::new(1, -1),
    Direction::new(-1, 1),
    Direction::new(-1, -1),
];

/// Where the four directions of a rook, and those of a bishop, begin among [`DIRECTIONS`].
pub(crate) const FIRST_STRAIGHT: usize = 0;
pub(crate) const FIRST_DIAGONAL: usize = 4;

/// How a diagonal step behaves when it crosses a null centre.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gait {
    /// One step of a king or a pawn: it lands one file beyond the opposite one.
    Single,
    /// Part of a bishop's or queen's slide: it lands `shift` files beyond the opposite one.
    Slide,
}

/// Walks on a [`BoardShape`].
///
/// ```
/// use circularchess::board::shape::{BoardShape, Centre};
/// use circularchess::board::topology::{Direction, Topology};
/// let topology = Topology::new(BoardShape::new(4, 16, Centre::Closed, &[]));
/// // A slide round a ring of 16 ends before the square it left.
/// assert_eq!(topology.ray(0, Direction::new(0, 1)).len(), 15);
/// ```
#[derive(Clone, Debug)]
pub struct Topology {
    shape: BoardShape,
}

impl Topology {
    /// The topology of a board.
    #[must_use]
    pub fn new(shape: BoardShape) -> Self {
        Self { shape }
    }

    /// The board.
    #[must_use]
    pub fn shape(&self) -> &BoardShape {
        &self.shape
    }

    /// One step, voids not looked at: the square reached and the direction travelled from
    /// there on, or `None` beyond the rim or at a closed centre.
    fn raw_step(&self, from: Square, dir: Direction, gait: Gait) -> Option<(Square, Direction)> {
        let shape = &self.shape;
        let (ring, file) = (i32::from(shape.ring(from)), shape.file(from));
        let (radial, along) = (i32::from(dir.radial), i32::from(dir.along));
        let target = ring + radial;
        if target > i32::from(shape.rings()) {
            return None;
        }
        if target >= 1 {
            return Some((shape.square(target as u8, file + along), dir));
        }
        let Centre::Null { shift } = shape.centre() else {
            return None;
        };
        let beyond = match gait {
            Gait::Single => 1,
            Gait::Slide => i32::from(shift),
        };
        let file = file + i32::from(shape.files()) / 2 + beyond * along;
        Some((
            shape.square(1, file),
            Direction {
                radial: 1,
                along: dir.along,
            },
        ))
    }

    /// One step of a king or a pawn. `None` where it would leave the board or enter a void.
    ///
    /// Over a null centre it goes to the opposite file, on a diagonal one file beyond it. The rule is
    /// Bhati's: kings, knights and pawns are not turned aside by the centre.
    ///
    /// ```
    /// use circularchess::board::topology::{Direction, Topology};
    /// use circularchess::variant::Variant;
    /// let topology = Topology::new(Variant::builtin("bhati-6").unwrap().shape);
    /// let shape = topology.shape();
    /// let across = topology.step(shape.parse("a1").unwrap(), Direction::new(-1, 1)).unwrap();
    /// assert_eq!(shape.name(across).to_string(), "a32");
    /// // d9 is void.
    /// assert_eq!(topology.step(shape.parse("d8").unwrap(), Direction::new(0, 1)), None);
    /// ```
    #[must_use]
    pub fn step(&self, from: Square, dir: Direction) -> Option<Square> {
        let (to, _) = self.raw_step(from, dir, Gait::Single)?;
        (!self.shape.is_void(from) && !self.shape.is_void(to) && to != from).then_some(to)
    }

    /// Whether a step in this direction crosses the null centre.
    ///
    /// ```
    /// use circularchess::board::shape::{BoardShape, Centre};
    /// use circularchess::board::topology::{Direction, Topology};
    /// let inward = Direction::new(-1, 0);
    /// let open = Topology::new(BoardShape::new(4, 60, Centre::Null { shift: 2 }, &[]));
    /// assert!(open.crosses(0, inward) && !open.crosses(1, inward));
    /// let closed = Topology::new(BoardShape::new(4, 60, Centre::Closed, &[]));
    /// assert!(!closed.crosses(0, inward));
    /// ```
    #[must_use]
    pub fn crosses(&self, from: Square, dir: Direction) -> bool {
        dir.radial < 0
            && self.shape.ring(from) == 1
            && matches!(self.shape.centre(), Centre::Null { .. })
    }

    /// The squares of a slide on an empty board, nearest first. It ends at the rim, at a
    /// closed centre, before a void, and before the square it left.
    ///
    /// It goes on outward beyond a null centre; on a diagonal it is moved along by the board's shift
    /// there, which keeps a bishop on its colour (Bhati's rule).
    ///
    /// ```
    /// use circularchess::board::topology::{Direction, Topology};
    /// use circularchess::variant::Variant;
    /// let topology = Topology::new(Variant::builtin("bhati-6").unwrap().shape);
    /// let shape = topology.shape();
    /// let ray = topology.ray(shape.parse("b1").unwrap(), Direction::new(-1, 1));
    /// let names: Vec<_> = ray.iter().map(|&s| shape.name(s).to_string()).collect();
    /// assert_eq!(names, ["a2", "a34", "b35", "c36", "d37"]);
    /// ```
    #[must_use]
    pub fn ray(&self, from: Square, dir: Direction) -> Vec<Square> {
        let mut squares = Vec::new();
        if self.shape.is_void(from) {
            return squares;
        }
        let (mut at, mut dir) = (from, dir);
        while let Some((next, onward)) = self.raw_step(at, dir, Gait::Slide) {
            if next == from || self.shape.is_void(next) {
                break;
            }
            squares.push(next);
            (at, dir) = (next, onward);
        }
        squares
    }

    /// Where a king may step on an empty board: no square twice, never its own.
    ///
    /// ```
    /// use circularchess::board::shape::{BoardShape, Centre};
    /// use circularchess::board::topology::Topology;
    /// let topology = Topology::new(BoardShape::new(4, 16, Centre::Closed, &[]));
    /// let shape = topology.shape();
    /// // Five from the innermost ring, eight from the next.
    /// assert_eq!(topology.king_steps(shape.parse("a1").unwrap()).len(), 5);
    /// assert_eq!(topology.king_steps(shape.parse("b1").unwrap()).len(), 8);
    /// ```
    #[must_use]
    pub fn king_steps(&self, from: Square) -> Vec<Square> {
        let mut squares: Vec<_> = DIRECTIONS
            .iter()
            .filter_map(|&d| self.step(from, d))
            .collect();
        squares.sort_unstable();
        squares.dedup();
        squares
    }

    /// Where a knight may leap: two radial steps and one along, or one radial and two along,
    /// over anything. Radial steps go straight through a null centre.
    ///
    /// ```
    /// use circularchess::board::shape::{BoardShape, Centre};
    /// use circularchess::board::topology::Topology;
    /// let topology = Topology::new(BoardShape::new(4, 16, Centre::Closed, &[]));
    /// let shape = topology.shape();
    /// let leaps = topology.knight_leaps(shape.parse("a1").unwrap());
    /// let mut names: Vec<_> = leaps.iter().map(|&s| shape.name(s).to_string()).collect();
    /// names.sort();
    /// assert_eq!(names, ["b15", "b3", "c16", "c2"]);
    /// ```
    #[must_use]
    pub fn knight_leaps(&self, from: Square) -> Vec<Square> {
        let mut squares = Vec::new();
        if self.shape.is_void(from) {
            return squares;
        }
        for radial in [-1, 1] {
            for (steps, along) in [(2, 1), (2, -1), (1, 2), (1, -2)] {
                let mut at = Some((from, Direction::new(radial, 0)));
                for _ in 0..steps {
                    at = at.and_then(|(s, d)| self.raw_step(s, d, Gait::Single));
                }
                let Some((s, _)) = at else { continue };
                let to = self
                    .shape
                    .square(self.shape.ring(s), self.shape.file(s) + along);
                if to != from && !self.shape.is_void(to) {
                    squares.push(to);
                }
            }
        }
        squares.sort_unstable();
        squares.dedup();
        squares
    }
}
