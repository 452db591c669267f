//! The shape of a round board: rings, files, centre and void squares.

use std::fmt;

/// A square by number: file-major, `(file - 1) * rings + (ring - 1)`.
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
}

/// Rings, files, centre and voids of a board of up to 256 squares.
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
    rings: u8,
    files: u16,
    centre: Centre,
    voids: Vec<bool>,
}

impl BoardShape {
    /// A board; `voids` lists squares by number.
    ///
    /// # Panics
    /// When there are no rings or files, an odd number of files, more than 26 rings or more
    /// than 256 squares. Variant files are checked before they come here.
    #[must_use]
    pub fn new(rings: u8, files: u16, centre: Centre, voids: &[Square]) -> Self {
        let len = usize::from(rings) * usize::from(files);
        assert!(
            (1..=26).contains(&rings) && files >= 2 && files.is_multiple_of(2) && len <= 256,
            "impossible board of {rings} rings and {files} files"
        );
        let mut is_void = vec![false; len];
        for &v in voids {
            is_void[usize::from(v)] = true;
        }
        Self {
            rings,
            files,
            centre,
            voids: is_void,
        }
    }

    /// Number of rings; ring 1 is innermost.
    #[must_use]
    pub fn rings(&self) -> u8 {
        self.rings
    }

    /// Number of files, an even number.
    #[must_use]
    pub fn files(&self) -> u16 {
        self.files
    }

    /// What lies inside ring 1.
    #[must_use]
    pub fn centre(&self) -> Centre {
        self.centre
    }

    /// Number of squares, voids included: 4 to 256.
    #[must_use]
    #[allow(clippy::len_without_is_empty)] // never empty
    pub fn len(&self) -> usize {
        self.voids.len()
    }

    /// All squares by number, voids included.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        (0..self.len()).map(|s| s as Square)
    }

    /// Whether a square is void.
    #[must_use]
    pub fn is_void(&self, square: Square) -> bool {
        self.voids[usize::from(square)]
    }

    /// The square on a ring (from 1) and a file, taken modulo the number of files.
    #[must_use]
    pub fn square(&self, ring: u8, file: i32) -> Square {
        debug_assert!((1..=self.rings).contains(&ring));
        let file = (file - 1).rem_euclid(i32::from(self.files));
        (file * i32::from(self.rings) + i32::from(ring) - 1) as Square
    }

    /// Ring of a square, from 1.
    #[must_use]
    pub fn ring(&self, square: Square) -> u8 {
        square % self.rings + 1
    }

    /// File of a square, from 1.
    #[must_use]
    pub fn file(&self, square: Square) -> i32 {
        i32::from(square / self.rings) + 1
    }

    /// Light squares are those with an odd sum of ring and file.
    #[must_use]
    pub fn is_light(&self, square: Square) -> bool {
        (i32::from(self.ring(square)) + self.file(square)) % 2 == 1
    }

    /// Name of a square: ring letter and file number.
    #[must_use]
    pub fn name(&self, square: Square) -> SquareName {
        SquareName {
            ring: self.ring(square),
            file: self.file(square),
        }
    }

    /// The square with this name, if the board has it.
    #[must_use]
    pub fn parse(&self, name: &str) -> Option<Square> {
        let (&letter, digits) = name.as_bytes().split_first()?;
        let ring = letter.checked_sub(b'a')?.checked_add(1)?;
        let plain = matches!(digits, [b'1'..=b'9', rest @ ..]
            if rest.len() < 3 && rest.iter().all(u8::is_ascii_digit));
        if ring > self.rings || !plain {
            return None;
        }
        let file: u16 = std::str::from_utf8(digits).ok()?.parse().ok()?;
        (file <= self.files).then(|| self.square(ring, i32::from(file)))
    }
}

/// A square's name; shows as `a1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SquareName {
    ring: u8,
    file: i32,
}

impl fmt::Display for SquareName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.ring - 1), self.file)
    }
}
