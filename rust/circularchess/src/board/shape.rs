//! The shape of a round board: rings, files, centre, void squares, and the names of squares.

use std::fmt;

/// A square by number: file-major, `(file - 1) * rings + (ring - 1)`; citadels come after all
/// of these.
///
/// A whole file is contiguous, so turning the board by a file is a rotation of the numbers.
pub type Square = u8;

/// What lies inside the innermost ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Centre {
    /// Nothing: no step leads inward from ring 1.
    Closed,
    /// A point that pieces pass through and never stand on. The shift is how many files a
    /// bishop's or queen's slide moves along, beyond the opposite file, when it crosses
    /// diagonally.
    Null {
        /// 0, 1 or 2.
        shift: u8,
    },
    /// The outermost ring: rings 1 and R are neighbours, as if the board were bent to a tyre.
    Torus,
}

/// How squares are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Names {
    /// Ring letter and file number: `b2` is ring 2, file 2.
    #[default]
    RingFile,
    /// File letter and ring number, for boards of at most 26 files: `e4` is file 5, ring 4.
    FileRing,
}

/// All that a board can be described by.
///
/// ```
/// use circularchess::board::shape::{BoardPlan, BoardShape, Names};
/// let plan = BoardPlan { open_seam: true, names: Names::FileRing, ..BoardPlan::new(8, 8) };
/// let orthodox = BoardShape::from(plan);
/// assert_eq!(orthodox.name(orthodox.square(4, 5)).to_string(), "e4");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardPlan {
    /// Number of rings, 1 to 26.
    pub rings: u8,
    /// Number of files.
    pub files: u16,
    /// What lies inside ring 1.
    pub centre: Centre,
    /// How many files beyond the opposite one the single diagonal step of a king or a pawn over
    /// a null centre lands: 0, 1 or 2.
    pub null_step: u8,
    /// Whether files F and 1 are no neighbours.
    pub open_seam: bool,
    /// Extra cells in a closed centre, each bordering as many files of ring 1; a divisor of the
    /// number of files, or 0.
    pub citadels: u16,
    /// Files with a moat on the outermost ring between them and the next, at most 16.
    pub moats: Vec<u16>,
    /// How squares are named.
    pub names: Names,
    /// Squares that are no part of the board.
    pub voids: Vec<Square>,
}

impl BoardPlan {
    /// A plain board: closed, without voids.
    #[must_use]
    pub const fn new(rings: u8, files: u16) -> Self {
        Self {
            rings,
            files,
            centre: Centre::Closed,
            null_step: 1,
            open_seam: false,
            citadels: 0,
            moats: Vec::new(),
            names: Names::RingFile,
            voids: Vec::new(),
        }
    }
}

/// A board of up to 256 squares: a plan, checked, with its squares numbered.
///
/// ```
/// use circularchess::board::shape::{BoardShape, Centre};
/// let shape = BoardShape::new(4, 16, Centre::Closed, &[]);
/// assert_eq!(shape.len(), 64);
/// assert_eq!(shape.name(shape.square(4, 16)).to_string(), "d16");
/// assert_eq!(shape.parse("a1"), Some(0));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardShape {
    plan: BoardPlan,
    voids: Vec<bool>,
}

/// The letter of citadels' names.
const CITADEL_LETTER: u8 = b'z';

impl From<BoardPlan> for BoardShape {
    /// # Panics
    /// When there are no rings, fewer than 2 files, an odd number of files round a null centre,
    /// more than 26 rings or more than 256 squares. Variant files are checked before they come
    /// here.
    fn from(plan: BoardPlan) -> Self {
        let (rings, files) = (plan.rings, plan.files);
        let grid = usize::from(rings) * usize::from(files);
        let len = grid + usize::from(plan.citadels);
        let odd = matches!(plan.centre, Centre::Null { .. }) && !files.is_multiple_of(2);
        assert!(
            (1..=26).contains(&rings) && files >= 1 && !odd && len <= 256 && plan.moats.len() <= 16,
            "impossible board of {rings} rings and {files} files"
        );
        let mut voids = vec![false; len];
        for &v in &plan.voids {
            voids[usize::from(v)] = true;
        }
        Self { plan, voids }
    }
}

impl BoardShape {
    /// A board; `voids` lists squares by number.
    ///
    /// # Panics
    /// As [`BoardShape::from`].
    #[must_use]
    pub fn new(rings: u8, files: u16, centre: Centre, voids: &[Square]) -> Self {
        let voids = voids.to_vec();
        Self::from(BoardPlan {
            centre,
            voids,
            ..BoardPlan::new(rings, files)
        })
    }

    /// What the board was made from.
    #[must_use]
    pub fn plan(&self) -> &BoardPlan {
        &self.plan
    }

    /// Number of rings; ring 1 is innermost.
    #[must_use]
    pub fn rings(&self) -> u8 {
        self.plan.rings
    }

    /// Number of files.
    #[must_use]
    pub fn files(&self) -> u16 {
        self.plan.files
    }

    /// What lies inside ring 1.
    #[must_use]
    pub fn centre(&self) -> Centre {
        self.plan.centre
    }

    /// Number of squares, voids and citadels included: up to 256.
    #[must_use]
    #[allow(clippy::len_without_is_empty)] // never empty
    pub fn len(&self) -> usize {
        self.voids.len()
    }

    /// Number of squares on rings and files: all but the citadels.
    fn grid(&self) -> usize {
        usize::from(self.plan.rings) * usize::from(self.plan.files)
    }

    /// All squares by number, voids and citadels included.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        (0..self.len()).map(|s| s as Square)
    }

    /// Whether a square is void.
    #[must_use]
    pub fn is_void(&self, square: Square) -> bool {
        self.voids[usize::from(square)]
    }

    /// Whether a square is a citadel.
    #[must_use]
    pub fn is_citadel(&self, square: Square) -> bool {
        usize::from(square) >= self.grid()
    }

    /// The citadel that a file of ring 1 borders on, if the board has citadels.
    ///
    /// ```
    /// use circularchess::board::shape::{BoardPlan, BoardShape};
    /// let shape = BoardShape::from(BoardPlan { citadels: 4, ..BoardPlan::new(4, 16) });
    /// assert_eq!(shape.name(shape.citadel(5).unwrap()).to_string(), "z2");
    /// ```
    #[must_use]
    pub fn citadel(&self, file: i32) -> Option<Square> {
        let each = self.plan.files.checked_div(self.plan.citadels)?;
        Some((self.grid() as i32 + (file - 1) / i32::from(each)) as Square)
    }

    /// The square on a ring (from 1) and a file, taken modulo the number of files.
    #[must_use]
    pub fn square(&self, ring: u8, file: i32) -> Square {
        debug_assert!((1..=self.plan.rings).contains(&ring));
        let file = (file - 1).rem_euclid(i32::from(self.plan.files));
        (file * i32::from(self.plan.rings) + i32::from(ring) - 1) as Square
    }

    /// Ring of a square, from 1; 0 for a citadel.
    #[must_use]
    pub fn ring(&self, square: Square) -> u8 {
        if self.is_citadel(square) {
            0
        } else {
            square % self.plan.rings + 1
        }
    }

    /// File of a square, from 1; the number of a citadel.
    #[must_use]
    pub fn file(&self, square: Square) -> i32 {
        if self.is_citadel(square) {
            return i32::from(square) - self.grid() as i32 + 1;
        }
        i32::from(square / self.plan.rings) + 1
    }

    /// Light squares are those with an odd sum of ring and file.
    #[must_use]
    pub fn is_light(&self, square: Square) -> bool {
        (i32::from(self.ring(square)) + self.file(square)) % 2 == 1
    }

    /// Name of a square: a letter and a number, as the board names its squares.
    #[must_use]
    pub fn name(&self, square: Square) -> SquareName {
        let (ring, file) = (self.ring(square), self.file(square) as u16);
        let (letter, number) = match self.plan.names {
            _ if ring == 0 => (CITADEL_LETTER - b'a' + 1, file),
            Names::RingFile => (ring, file),
            Names::FileRing => (file as u8, u16::from(ring)),
        };
        SquareName { letter, number }
    }

    /// The square with this name, if the board has it.
    #[must_use]
    pub fn parse(&self, name: &str) -> Option<Square> {
        let (&letter, digits) = name.as_bytes().split_first()?;
        let letter = letter.checked_sub(b'a')?.checked_add(1)?;
        let plain = matches!(digits, [b'1'..=b'9', rest @ ..]
            if rest.len() < 3 && rest.iter().all(u8::is_ascii_digit));
        if !plain {
            return None;
        }
        let number = std::str::from_utf8(digits).ok()?.parse().ok()?;
        self.named(SquareName { letter, number })
    }

    /// The square of a name, if the board has it.
    #[must_use]
    pub fn named(&self, name: SquareName) -> Option<Square> {
        let SquareName { letter, number } = name;
        if self.plan.citadels > 0 && letter == CITADEL_LETTER - b'a' + 1 {
            let within = (1..=self.plan.citadels).contains(&number);
            return within.then(|| (self.grid() + usize::from(number) - 1) as Square);
        }
        let (ring, file) = match self.plan.names {
            Names::RingFile => (u16::from(letter), number),
            Names::FileRing => (number, u16::from(letter)),
        };
        let known = (1..=u16::from(self.plan.rings)).contains(&ring)
            && (1..=self.plan.files).contains(&file);
        known.then(|| self.square(ring as u8, i32::from(file)))
    }
}

/// A square's name: a letter by its place in the alphabet, from 1, and a number; shows as `a1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SquareName {
    /// 1 for `a` to 26 for `z`.
    pub letter: u8,
    /// The number, from 1.
    pub number: u16,
}

impl fmt::Display for SquareName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.letter - 1), self.number)
    }
}
