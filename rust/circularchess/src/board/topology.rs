//! Steps, rays and leaps on a round board: one table of steps, filled by one obvious builder.
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

/// A knight's leaps, as rings outward and files clockwise.
pub const KNIGHT_LEAPS: [(i8, i8); 8] = [
    (2, 1),
    (2, -1),
    (-2, 1),
    (-2, -1),
    (1, 2),
    (1, -2),
    (-1, 2),
    (-1, -2),
];

/// Where the four directions of a rook, and those of a bishop, begin among [`DIRECTIONS`].
pub(crate) const FIRST_STRAIGHT: usize = 0;
pub(crate) const FIRST_DIAGONAL: usize = 4;

/// How a diagonal step behaves when it crosses a null centre.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gait {
    /// One step of a king or a pawn: it lands `null_step` files beyond the opposite one.
    Single,
    /// Part of a bishop's or queen's slide: it lands `shift` files beyond the opposite one.
    Slide,
}

/// Where a step or a leap ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Landing {
    /// The square reached.
    pub to: Square,
    /// Whether it crossed a null centre, so that the radial part of its direction is outward
    /// from there on.
    pub crossed: bool,
    /// The moats it crossed, as bits in the order of the board's list.
    pub moats: u16,
}

/// The steps of a [`BoardShape`], one table filled once; all else is walked on it.
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
    /// By square and direction: one step, and one step of a slide.
    steps: Vec<[Option<Landing>; 8]>,
    slides: Vec<[Option<Landing>; 8]>,
}

/// The number of a direction among [`DIRECTIONS`].
fn number(dir: Direction) -> usize {
    DIRECTIONS
        .iter()
        .position(|&d| d == dir)
        .expect("a direction of at most one step each way")
}

/// Where a displacement from a square lands, voids not looked at: `radial` rings outward and
/// `along` files clockwise. Over a null centre it goes to the opposite file and `beyond` files
/// on. The one place where rings and files are reckoned with.
fn land(
    shape: &BoardShape,
    from: Square,
    (radial, along, beyond): (i32, i32, i32),
) -> Option<Landing> {
    if shape.is_citadel(from) {
        return None;
    }
    let (rings, files) = (i32::from(shape.rings()), i32::from(shape.files()));
    let (ring, file) = (i32::from(shape.ring(from)), shape.file(from));
    let target = ring + radial;
    if shape.plan().open_seam && !(1..=files).contains(&(file + along)) {
        return None;
    }
    if (1..=rings).contains(&target) {
        let moats = moats_crossed(shape, file, along, ring == rings || target == rings);
        let to = shape.square(target as u8, file + along);
        return Some(Landing {
            to,
            crossed: false,
            moats,
        });
    }
    match shape.centre() {
        Centre::Torus => {
            let target = (target - 1).rem_euclid(rings) + 1;
            let to = shape.square(target as u8, file + along);
            Some(Landing {
                to,
                crossed: false,
                moats: 0,
            })
        }
        Centre::Null { .. } if target <= 0 && 1 - target <= rings => {
            let to = shape.square((1 - target) as u8, file + files / 2 + beyond);
            Some(Landing {
                to,
                crossed: true,
                moats: 0,
            })
        }
        _ => None,
    }
}

/// The moats between a file and the one `along` files on, the short way, where an end lies on the
/// outermost ring.
fn moats_crossed(shape: &BoardShape, file: i32, along: i32, at_rim: bool) -> u16 {
    if !at_rim || shape.plan().moats.is_empty() {
        return 0;
    }
    let files = i32::from(shape.files());
    let half = files / 2;
    let along = if along.abs() > half {
        (along + half).rem_euclid(files) - half
    } else {
        along
    };
    let (first, count) = if along >= 0 {
        (file, along)
    } else {
        (file + along, -along)
    };
    let mut crossed = 0;
    for (index, &moat) in shape.plan().moats.iter().enumerate() {
        if (i32::from(moat) - first).rem_euclid(files) < count {
            crossed |= 1 << index;
        }
    }
    crossed
}

/// All steps of one gait: the slow and obvious builder of the table.
fn all_steps(shape: &BoardShape, gait: Gait) -> Vec<[Option<Landing>; 8]> {
    let beyond = match (shape.centre(), gait) {
        (Centre::Null { shift }, Gait::Slide) => shift,
        _ => shape.plan().null_step,
    };
    let step = |from: Square, dir: Direction| {
        let (radial, along) = (i32::from(dir.radial), i32::from(dir.along));
        land(shape, from, (radial, along, i32::from(beyond) * along))
            .filter(|l| !shape.is_void(from) && !shape.is_void(l.to))
    };
    shape
        .squares()
        .map(|from| DIRECTIONS.map(|dir| step(from, dir)))
        .collect()
}

impl Topology {
    /// The topology of a board.
    #[must_use]
    pub fn new(shape: BoardShape) -> Self {
        Self {
            steps: all_steps(&shape, Gait::Single),
            slides: all_steps(&shape, Gait::Slide),
            shape,
        }
    }

    /// The board.
    #[must_use]
    pub fn shape(&self) -> &BoardShape {
        &self.shape
    }

    /// One step as the table has it: `None` where it would leave the board or enter a void.
    #[must_use]
    pub fn landing(&self, from: Square, dir: Direction, gait: Gait) -> Option<Landing> {
        let table = match gait {
            Gait::Single => &self.steps,
            Gait::Slide => &self.slides,
        };
        table[usize::from(from)][number(dir)]
    }

    /// A leap of so many rings outward and files clockwise, over anything: `None` where it ends
    /// beside the board, on a void or where it began.
    ///
    /// ```
    /// use circularchess::board::shape::{BoardShape, Centre};
    /// use circularchess::board::topology::Topology;
    /// let topology = Topology::new(BoardShape::new(4, 16, Centre::Closed, &[]));
    /// assert_eq!(topology.leap(0, 2, 1).map(|landing| landing.to), Some(6)); // c2
    /// assert_eq!(topology.leap(0, -2, 1), None);
    /// ```
    #[must_use]
    pub fn leap(&self, from: Square, rings: i8, files: i8) -> Option<Landing> {
        let (rings, files) = (i32::from(rings), i32::from(files));
        land(&self.shape, from, (rings, files, files)).filter(|landing| {
            landing.to != from && !self.shape.is_void(from) && !self.shape.is_void(landing.to)
        })
    }

    /// One step of a king or a pawn. `None` where it would leave the board, enter a void or
    /// cross a moat.
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
        let landing = self.landing(from, dir, Gait::Single)?;
        (landing.to != from && landing.moats == 0).then_some(landing.to)
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
    /// closed centre, before a void or a moat, and before the square it left.
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
        self.slide(from, dir, 0)
            .into_iter()
            .map(|(s, _)| s)
            .collect()
    }

    /// As [`Topology::ray`], over the moats that are given as bits too; each square with the
    /// moats crossed to it.
    #[must_use]
    pub fn slide(&self, from: Square, dir: Direction, bridged: u16) -> Vec<(Square, u16)> {
        let mut squares = Vec::new();
        let (mut at, mut dir, mut moats) = (from, dir, 0);
        while let Some(landing) = self.landing(at, dir, Gait::Slide) {
            moats |= landing.moats;
            if landing.to == from || moats & !bridged != 0 {
                break;
            }
            squares.push((landing.to, moats));
            at = landing.to;
            dir.radial = if landing.crossed { 1 } else { dir.radial };
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
        let mut squares: Vec<_> = KNIGHT_LEAPS
            .into_iter()
            .filter_map(|(rings, files)| self.leap(from, rings, files))
            .filter(|landing| landing.moats == 0)
            .map(|landing| landing.to)
            .collect();
        squares.sort_unstable();
        squares.dedup();
        squares
    }
}

/// The way from a square straight to another, the nearer way round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// Which way it goes.
    pub direction: Direction,
    /// The squares from the first one on to the goal, voids among them.
    pub squares: Vec<Square>,
    /// The moats it crosses, as bits.
    pub moats: u16,
}

impl Topology {
    /// The way along a ring or a file from one square to another, two steps away or more; none
    /// when there is no such way, or two of equal length, or when it crosses the centre.
    ///
    /// ```
    /// use circularchess::board::shape::{BoardShape, Centre};
    /// use circularchess::board::topology::{Direction, Topology};
    /// let topology = Topology::new(BoardShape::new(4, 16, Centre::Closed, &[]));
    /// let way = topology.way_between(0, 52).unwrap(); // a1 to a14
    /// assert_eq!(way.direction, Direction::new(0, -1));
    /// assert_eq!(way.squares, [60, 56, 52]);
    /// ```
    #[must_use]
    pub fn way_between(&self, from: Square, to: Square) -> Option<Way> {
        let mut ways = Vec::new();
        for direction in DIRECTIONS.into_iter().filter(|d| !d.is_diagonal()) {
            let displacement = (i32::from(direction.radial), i32::from(direction.along), 0);
            let (mut at, mut squares, mut moats) = (from, Vec::new(), 0);
            while let Some(landing) = land(&self.shape, at, displacement) {
                if landing.crossed || landing.to == from {
                    break;
                }
                at = landing.to;
                squares.push(at);
                moats |= landing.moats;
                if at == to {
                    ways.push(Way {
                        direction,
                        squares,
                        moats,
                    });
                    break;
                }
            }
        }
        ways.sort_by_key(|way| way.squares.len());
        let equal = ways.len() > 1 && ways[0].squares.len() == ways[1].squares.len();
        let nearest = ways.into_iter().next()?;
        (!equal && nearest.squares.len() >= 2).then_some(nearest)
    }
}
