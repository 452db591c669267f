//! Boards and variants made for the tests.

use std::fmt::Write as _;

use circularchess::board::shape::{BoardShape, Centre};
use circularchess::variant::Variant;

/// Shapes of all sizes: the built-in ones, narrow and wide ones, all shifts, voids.
pub(crate) fn shapes() -> Vec<(String, BoardShape)> {
    let mut shapes = Vec::new();
    for id in ["circular", "orthodox", "cylinder", "bhati-6"] {
        let variant = Variant::from_toml(crate::variant_files::text(id)).unwrap();
        shapes.push((id.to_owned(), variant.shape));
    }
    for (rings, files) in [(5, 12), (3, 20), (2, 4), (1, 8), (8, 32), (26, 4), (6, 24)] {
        let mut centres = vec![Centre::Closed];
        centres.extend((0..3).map(|shift| Centre::Null { shift }));
        for centre in centres {
            let open = BoardShape::new(rings, files, centre, &[]);
            shapes.push((format!("{rings}x{files} {centre:?}"), open));
        }
    }
    // Voids inside, side by side, at the rim, at the centre, and a whole file of them.
    for centre in [Centre::Closed, Centre::Null { shift: 1 }] {
        let open = BoardShape::new(5, 14, centre, &[]);
        let names = [
            "a4", "c1", "c2", "e7", "d8", "a11", "b11", "c11", "d11", "e11",
        ];
        let voids: Vec<_> = names.iter().map(|n| open.parse(n).unwrap()).collect();
        let shape = BoardShape::new(5, 14, centre, &voids);
        shapes.push((format!("5x14 with voids, {centre:?}"), shape));
    }
    shapes
}

/// A variant file that is put together from parts.
pub(crate) struct Made {
    pub(crate) rings: i32,
    pub(crate) files: i32,
    pub(crate) null_shift: Option<u8>,
    pub(crate) voids: &'static [&'static str],
    pub(crate) ring_pawns: bool,
    pub(crate) armies: usize,
    /// Files by which the whole game is turned, so that its ways lead over the seam between
    /// the last file and the first.
    pub(crate) turn: i32,
    /// Files from the king's home to the rooks' on either side: `[2, 3]`, clockwise first.
    pub(crate) castling: Option<[i32; 2]>,
}

const LETTERS: [&str; 6] = ["w", "b", "r", "g", "y", "v"];
const NAMES: [&str; 6] = ["White", "Black", "Red", "Green", "Yellow", "Violet"];

impl Made {
    fn home(&self, army: usize) -> (char, i32) {
        let ring = if self.null_shift.is_some() || army % 2 == 1 {
            self.rings
        } else {
            1
        };
        let share = self.files / i32::try_from(self.armies).unwrap();
        let file = share * i32::try_from(army).unwrap() + share / 2 + 1;
        (letter(ring), file)
    }

    fn square(&self, (ring, file): (char, i32)) -> String {
        format!("{ring}{}", self.turned(file))
    }

    fn turned(&self, file: i32) -> i32 {
        (file + self.turn - 1).rem_euclid(self.files) + 1
    }

    /// The text of the file.
    pub(crate) fn text(&self) -> String {
        let ends = self.armies == 2;
        let (kind, centre) = (
            if self.ring_pawns { "ring" } else { "radial" },
            if self.null_shift.is_some() {
                "null"
            } else {
                "closed"
            },
        );
        let mut text = format!(
            "id = \"made-up\"\nname = \"Made up\"\nsource = \"a test\"\n\
             [board]\nrings = {}\nfiles = {}\ncentre = \"{centre}\"\nvoids = {:?}\n\
             [pawns]\nkind = \"{kind}\"\n\
             [rules]\ncheckmate = \"{}\"\ndead_with_bare_king = []\n\
             dead_same_colour_bishops = false\nfen = \"{}\"\n\
             [options]\ncheck = \"snaffle\"\ndouble_step = true\n",
            self.rings,
            self.files,
            self.voids,
            if ends { "ends" } else { "eliminates" },
            if ends { "letters" } else { "commas" },
        );
        if !self.ring_pawns {
            text += "en_passant = true\n";
        }
        if self.castling.is_some() {
            text += "castling = true\n";
        }
        if let Some(shift) = self.null_shift {
            writeln!(text, "null_shift = {shift}").unwrap();
        }
        for army in 0..self.armies {
            self.army(army, &mut text);
        }
        text
    }

    fn army(&self, army: usize, text: &mut String) {
        let (half, files) = (self.files / 2, self.files);
        let (first, last) = (letter(1), letter(self.rings));
        let home = self.home(army);
        write!(
            text,
            "[[armies]]\nletter = {:?}\nname = {:?}\nseat = {army}\n[armies.pawns]\n",
            LETTERS[army], NAMES[army]
        )
        .unwrap();
        if self.ring_pawns {
            // Toward the middle from both ends, or the other way for every second army.
            let up: Vec<_> = (2..half).map(|f| self.turned(f)).collect();
            let down: Vec<_> = (half + 2..files).map(|f| self.turned(f)).collect();
            let (up, down) = if army.is_multiple_of(2) {
                (up, down)
            } else {
                (down, up)
            };
            writeln!(
                text,
                "clockwise = {up:?}\nanticlockwise = {down:?}\n\
                 promotion_files = {:?}",
                [1, half, half + 1, files].map(|f| self.turned(f))
            )
            .unwrap();
        } else {
            let (way, goal) = if self.null_shift.is_some() {
                ("inward", last)
            } else if army.is_multiple_of(2) {
                ("outward", last)
            } else {
                ("inward", first)
            };
            writeln!(
                text,
                "direction = \"{way}\"\npromotion_rings = [\"{goal}\"]"
            )
            .unwrap();
        }
        if let Some([clockwise, anticlockwise]) = self.castling {
            writeln!(
                text,
                "[armies.castling]\nking = {:?}\nking_side = {:?}\nqueen_side = {:?}",
                self.square(home),
                self.square((home.0, home.1 + clockwise)),
                self.square((home.0, home.1 - anticlockwise))
            )
            .unwrap();
        }
        writeln!(text, "[armies.start]\nking = [{:?}]", self.square(home)).unwrap();
        if self.ring_pawns {
            let start = if army.is_multiple_of(2) {
                [2, files - 2]
            } else {
                [half - 1, half + 2]
            };
            let ring = letter((self.rings - i32::try_from(army).unwrap()).max(1));
            let homes: Vec<_> = (0..self.armies)
                .map(|a| self.square(self.home(a)))
                .collect();
            let squares = start.iter().map(|&f| self.square((ring, f)));
            let pawns: Vec<_> = squares.filter(|s| !homes.contains(s)).collect();
            writeln!(text, "pawn = {pawns:?}").unwrap();
        } else if self.rings >= 4 {
            let ring = if home.0 == last { self.rings - 1 } else { 2 };
            let reach = if files / i32::try_from(self.armies).unwrap() < 5 {
                1
            } else {
                2
            };
            let around = (-reach..=reach).map(|n| self.square((letter(ring), home.1 + n)));
            let pawns: Vec<_> = around
                .filter(|s| !self.voids.contains(&s.as_str()))
                .collect();
            writeln!(text, "pawn = {pawns:?}").unwrap();
        }
    }
}

fn letter(ring: i32) -> char {
    char::from(b'a' + u8::try_from(ring - 1).unwrap())
}

/// Variant files with what the built-in ones do not have: other sizes, ring pawns on null
/// centres and with three armies, castling of two to four files, voids inside.
pub(crate) fn made_up() -> Vec<String> {
    let made = |rings, files, null_shift, ring_pawns, armies, castling| Made {
        rings,
        files,
        null_shift,
        voids: &[],
        ring_pawns,
        armies,
        turn: 0,
        castling,
    };
    let with_voids = Made {
        voids: &["a4", "c1", "c14", "e9", "d9", "b13"],
        ..made(5, 14, Some(1), false, 3, None)
    };
    let turned = |turn, board: Made| Made { turn, ..board };
    [
        made(5, 12, None, true, 2, None),
        turned(-2, made(5, 12, None, true, 2, None)),
        turned(7, made(4, 16, None, true, 2, None)),
        turned(1, made(4, 32, None, true, 2, None)),
        turned(2, made(4, 16, Some(0), true, 4, None)),
        turned(-1, made(6, 20, None, false, 4, Some([2, 3]))),
        made(5, 12, None, true, 3, None),
        made(3, 20, Some(2), true, 2, Some([2, 4])),
        made(4, 16, Some(0), true, 4, None),
        made(4, 12, None, false, 2, Some([2, 3])),
        made(6, 20, None, false, 4, Some([2, 2])),
        made(4, 24, Some(1), false, 3, Some([3, 2])),
        made(8, 32, Some(2), false, 6, Some([2, 3])),
        made(26, 8, None, false, 2, Some([2, 3])),
        made(1, 24, None, true, 2, None),
        made(2, 8, Some(2), false, 2, None),
        made(2, 4, None, false, 2, None),
        with_voids,
    ]
    .iter()
    .map(Made::text)
    .collect()
}
