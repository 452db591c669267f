//! The board of a variant file: its size and features, and its squares by name.

use std::collections::HashSet;

use crate::board::shape::{BoardPlan, BoardShape, Centre, Names, Square};
use crate::variant::MAX_ARMIES;
use crate::variant::diagnose::Findings;
use crate::variant::file::{FileCentre, FileVariant, quote};
use crate::variant::reader::Placed;

/// What of a board's size can be relied on.
pub(super) struct Size {
    rings: Option<u8>,
    files: Option<u16>,
    citadels: Option<u16>,
    /// The shift that keeps a slider on its colour across a null centre.
    pub(super) keeps_colour: u8,
}

/// The board, or where its size is unknown a board that stands in for it.
pub(super) struct Grid {
    pub(super) shape: BoardShape,
    rings: Option<u8>,
    files: Option<u16>,
    citadels: Option<u16>,
}

/// Notes what is wrong with the size of the board and what goes with it.
pub(super) fn check_size(file: &FileVariant, f: &mut Findings) -> Size {
    let board = &file.board;
    let (rings, files, citadels) = (board.rings, board.files, board.citadels);
    let known = |keys: &[&str], f: &Findings| f.sound(keys);
    let fits = |value: i64, least: i64, most: i64| (least..=most).contains(&value);

    if known(&["board.rings"], f) && !fits(rings, 1, 26) {
        let text = format!("board.rings: {rings} is not between 1 and 26");
        f.error("board.rings", text);
    }
    if known(&["board.files"], f) {
        // A bad centre or seam may be any; then only what no board has is wrong.
        let centred = known(&["format", "board.centre"], f);
        let even = centred && (file.format < 2 || board.centre == FileCentre::Null);
        let least = if board.open_seam || !known(&["board.seam"], f) {
            1
        } else {
            3
        };
        if even && (!fits(files, 4, 256) || files % 2 != 0) {
            let text = format!("board.files: {files} is not an even number between 4 and 256");
            f.error("board.files", text);
        } else if !fits(files, least, 256) {
            let text = format!("board.files: {files} is not between {least} and 256");
            f.error("board.files", text);
        }
    }
    if known(&["board.citadels"], f) {
        let divides = || !known(&["board.files"], f) || files % citadels == 0;
        if !fits(citadels, 0, 256) || (citadels > 0 && !divides()) {
            let text = if known(&["board.files"], f) {
                format!("board.citadels: {citadels} does not divide the {files} files")
            } else {
                format!("board.citadels: {citadels} is not between 0 and 256")
            };
            f.error("board.citadels", text);
        }
    }
    let size = ["board.rings", "board.files"];
    let cells = if known(&["board.citadels"], f) {
        citadels
    } else {
        0
    };
    if known(&size, f) && rings * files + cells > 256 {
        let text = format!("board.files: {rings} rings of {files} files are more than 256 squares");
        f.error("board.files", text);
    }
    let count = file.armies.len();
    if known(&["armies"], f) && !f.broken && !(2..=MAX_ARMIES).contains(&count) {
        let text = format!("armies: {count} armies; between 2 and {MAX_ARMIES} can play");
        f.error("armies", text);
    }
    check_features(file, f);
    Size {
        rings: known(&["board.rings"], f).then_some(rings as u8),
        files: known(&["board.files"], f).then_some(files as u16),
        citadels: known(&["board.citadels"], f).then_some(citadels as u16),
        keeps_colour: if files / 2 % 2 == 1 { 1 } else { 2 },
    }
}

/// Names, citadels, seam, centre and moats, as far as they go together.
fn check_features(file: &FileVariant, f: &mut Findings) {
    let board = &file.board;
    let (rings, files) = (board.rings, board.files);
    let citadels = f.sound(&["board.citadels"]) && board.citadels > 0;
    let ring_names = board.names == Names::RingFile;
    let most = 26 - i64::from(citadels);
    if f.sound(&["board.names", "board.files"]) && !ring_names && files > most {
        let text = format!("board.names: {files} files are more than there are letters");
        f.error("board.names", text);
    }
    if f.sound(&["board.names", "board.rings"]) && ring_names && citadels && rings > 25 {
        f.error(
            "board.citadels",
            "board.citadels: ring 26 has their letter z".into(),
        );
    }
    let centre = f.sound(&["board.centre"]);
    let closed = board.centre == FileCentre::Closed;
    if centre && citadels && !closed {
        f.error(
            "board.citadels",
            "board.citadels: need a closed centre".into(),
        );
    }
    if centre && f.sound(&["board.seam"]) && board.open_seam && !closed {
        f.error(
            "board.seam",
            "board.seam: \"open\" needs a closed centre".into(),
        );
    }
    let radial = f.sound(&["pawns.kind"]).then_some(file.pawns.radial);
    if centre && board.centre == FileCentre::Torus && radial == Some(true) {
        f.error(
            "board.centre",
            "board.centre: \"torus\" needs ring pawns".into(),
        );
    }
    match board.null_step {
        _ if !f.sound(&["board.null_step"]) => {}
        Some(_) if centre && board.centre != FileCentre::Null => {
            let text = "board.null_step: has a meaning only with a null centre";
            f.error("board.null_step", text.into());
        }
        Some(step) if !(0..=2).contains(&step) => {
            f.error(
                "board.null_step",
                format!("board.null_step: {step} is not 0, 1 or 2"),
            );
        }
        _ => {}
    }
    let seam = f.sound(&["board.seam"]) && board.open_seam;
    if !board.moats.is_empty() && (radial == Some(false) || seam) {
        let text = "board.moats: need radial pawns and a closed seam";
        f.error("board.moats", text.into());
    }
    if board.moats.len() > 8 {
        f.error(
            "board.moats",
            format!("board.moats: {} moats; at most 8", board.moats.len()),
        );
    }
    let most = if f.sound(&["board.files"]) {
        files
    } else {
        256
    };
    let mut known = HashSet::new();
    for (index, (moat, at)) in board.moats.iter().enumerate() {
        let key = format!("board.moats[{index}]");
        if !(1..=most).contains(moat) {
            let text = format!("{key}: {moat} is no file between 1 and {most}");
            f.error_at(*at, &key, text);
        } else if !known.insert(moat) {
            f.error_at(*at, &key, format!("{key}: {moat} is listed twice"));
        }
    }
}

/// The board; its size is guessed where the file does not tell it.
pub(super) fn build_shape(
    file: &FileVariant,
    size: &Size,
    shift: Option<u8>,
    f: &mut Findings,
) -> Grid {
    let board = &file.board;
    let names = guess_names(file, f);
    let (rings, files) = match (size.rings, size.files) {
        (Some(rings), Some(files)) => (rings, files),
        (rings, files) => guess_size(file, rings, files, names),
    };
    // With a fault anywhere in it the board is a plain one: it stands for squares, not for steps.
    let grid = u16::from(rings) * files;
    let plan = if f.sound(&FEATURES) {
        let mut moats: Vec<u16> = board.moats.iter().map(|(moat, _)| *moat as u16).collect();
        moats.sort_unstable();
        BoardPlan {
            centre: match board.centre {
                FileCentre::Torus => Centre::Torus,
                _ => shift.map_or(Centre::Closed, |shift| Centre::Null { shift }),
            },
            null_step: board.null_step.unwrap_or(1) as u8,
            open_seam: board.open_seam,
            citadels: board.citadels as u16,
            moats,
            names,
            ..BoardPlan::new(rings, files)
        }
    } else {
        let citadels = size.citadels.unwrap_or(0).min(256 - grid);
        BoardPlan {
            names,
            citadels,
            ..BoardPlan::new(rings, files)
        }
    };
    let mut grid = Grid {
        shape: BoardShape::from(plan.clone()),
        rings: size.rings,
        files: size.files,
        citadels: size.citadels,
    };
    let mut voids = Vec::new();
    let mut known = HashSet::new();
    for (index, placed) in board.voids.iter().enumerate() {
        let key = format!("board.voids[{index}]");
        let (name, at) = placed;
        if !grid.has(placed, &key, f) {
            continue;
        }
        let square = grid.shape.parse(name);
        if !known.insert(name) {
            f.error_at(*at, &key, format!("{key}: {name:?} is listed twice"));
        } else if square.is_some_and(|square| grid.shape.is_citadel(square)) {
            f.error_at(*at, &key, format!("{key}: {name:?} is a citadel"));
        } else {
            voids.extend(square);
        }
    }
    grid.shape = BoardShape::from(BoardPlan { voids, ..plan });
    grid
}

/// All that makes a board what it is, voids aside.
pub(super) const FEATURES: [&str; 9] = [
    "format",
    "board.rings",
    "board.files",
    "board.centre",
    "board.seam",
    "board.citadels",
    "board.null_step",
    "board.moats",
    "board.names",
];

impl Grid {
    /// The square of a name; what is wrong with it is noted.
    pub(super) fn square(
        &self,
        placed: &Placed<String>,
        key: &str,
        f: &mut Findings,
    ) -> Option<Square> {
        if !self.has(placed, key, f) {
            return None;
        }
        let (name, at) = placed;
        let square = self.shape.parse(name)?;
        if self.shape.is_void(square) {
            f.error_at(*at, key, format!("{key}: {name:?} is a void square"));
            return None;
        }
        Some(square)
    }

    /// Whether the board has a square of this name, or may have, for all that is known of its
    /// size; if not, it is noted.
    fn has(&self, (name, at): &Placed<String>, key: &str, f: &mut Findings) -> bool {
        let may = self.shape.parse(name).is_some() || {
            let plan = self.shape.plan();
            let widest = widest(name, plan.names);
            widest.is_some_and(|(ring, file)| {
                let unsure = self.rings.is_none() || self.files.is_none();
                unsure
                    && self.rings.is_none_or(|most| ring <= most)
                    && self.files.is_none_or(|most| file <= most)
            }) || (self.citadels.is_none() && name.starts_with('z') && widest.is_some())
        };
        if !may {
            let text = format!("{key}: {} is no square of the board", quote(name));
            f.error_at(*at, key, text);
        }
        may
    }

    /// Whether the number of files is known.
    pub(super) fn knows_files(&self) -> bool {
        self.files.is_some()
    }

    /// Whether the number of rings is known.
    pub(super) fn knows_rings(&self) -> bool {
        self.rings.is_some()
    }
}

/// Ring and file of a name on the largest boards there are.
fn widest(name: &str, names: Names) -> Option<(u8, u16)> {
    let (&letter, digits) = name.as_bytes().split_first()?;
    let letter = letter.is_ascii_lowercase().then(|| letter - b'a' + 1)?;
    if !digits.iter().all(u8::is_ascii_digit) || digits.first() == Some(&b'0') {
        return None;
    }
    let number: u16 = std::str::from_utf8(digits).ok()?.parse().ok()?;
    match names {
        Names::RingFile => (number <= 256).then_some((letter, number)),
        Names::FileRing => (number <= 26).then_some((number as u8, u16::from(letter))),
    }
}

/// Every name of a square in the file.
fn squares(file: &FileVariant) -> impl Iterator<Item = &str> {
    let voids = file.board.voids.iter();
    let starts = file.armies.iter().flat_map(|army| &army.start);
    let squares = starts.flat_map(|start| &start.squares);
    voids.chain(squares).map(|(name, _)| name.as_str())
}

/// How squares are named; where the file does not tell, so that most names say something.
fn guess_names(file: &FileVariant, f: &Findings) -> Names {
    if f.sound(&["board.names"]) {
        return file.board.names;
    }
    let fit = |names: Names| {
        let fits = |name: &&str| {
            widest(name, names).is_some_and(|(ring, along)| {
                i64::from(ring) <= file.board.rings && i64::from(along) <= file.board.files
            })
        };
        squares(file).filter(fits).count()
    };
    if fit(Names::FileRing) > fit(Names::RingFile) {
        Names::FileRing
    } else {
        Names::RingFile
    }
}

/// A board with room for most squares that the file names.
fn guess_size(
    file: &FileVariant,
    rings: Option<u8>,
    files: Option<u16>,
    names: Names,
) -> (u8, u16) {
    let (mut most_rings, mut most_files) = (1, 4);
    for (ring, along) in squares(file).filter_map(|name| widest(name, names)) {
        if rings.is_none_or(|rings| ring <= rings) && files.is_none_or(|files| along <= files) {
            most_rings = most_rings.max(ring);
            most_files = most_files.max(along);
        }
    }
    let files = files.unwrap_or_else(|| most_files.min(256 / u16::from(rings.unwrap_or(1))));
    let rings = rings.unwrap_or_else(|| most_rings.min((256 / files) as u8));
    (rings, files)
}
