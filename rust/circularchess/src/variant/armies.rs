//! The armies of a variant file: names, pawns, castling homes and start squares.

use std::collections::HashSet;

use crate::board::shape::Square;
use crate::board::topology::Direction;
use crate::variant::diagnose::Findings;
use crate::variant::file::{
    FileArmy, FileArmyPawns, FileCastling, FileStart, FileVariant, needed, quote,
};
use crate::variant::grid::Grid;
use crate::variant::reader::{Placed, Section};
use crate::variant::{Army, Castling, PawnWay, PieceType, Variant};

const FORWARD: [(&str, Direction); 4] = [
    ("inward", Direction::new(-1, 0)),
    ("outward", Direction::new(1, 0)),
    ("clockwise", Direction::new(0, 1)),
    ("anticlockwise", Direction::new(0, -1)),
];

impl FileArmy {
    pub(super) fn read(s: &Section<'_>, index: usize, format: i64, f: &mut Findings) -> Self {
        let known = [
            "letter", "name", "seat", "side", "pawns", "castling", "start",
        ];
        s.allow(&known, &["forward", "promotion"], format, f);
        let letter = needed!(s.text("letter"; f));
        let name = needed!(s.text("name"; f));
        let seat = needed!(s.number("seat"; f));
        let pawns = s.needed_section("pawns", f);
        let men = s.needed_section("start", f);
        let start = men.keys().into_iter().map(|name| FileStart {
            squares: men.texts(&name.0, f).unwrap_or_default(),
            name,
        });
        let mut start: Vec<FileStart> = start.collect();
        // As they stand in the file: of two men on a square the later one is told of.
        start.sort_by_key(|start| start.name.1);
        let castling = s.section("castling", f).map(|homes| {
            homes.allow(&["king", "king_side", "queen_side"], &[], format, f);
            FileCastling {
                king: needed!(homes.placed("king"; f)),
                king_side: homes.placed("king_side", f),
                queen_side: homes.placed("queen_side", f),
            }
        });
        Self {
            index,
            side: s.text("side", f),
            forward: s.word("forward", &FORWARD, f),
            promotion: s.text("promotion", f),
            pawns: FileArmyPawns::read(&pawns, format, f),
            castling,
            letter: letter.unwrap_or_default(),
            name: name.unwrap_or_default(),
            seat: seat.unwrap_or_default(),
            start,
        }
    }
}

impl FileArmyPawns {
    fn read(s: &Section<'_>, format: i64, f: &mut Findings) -> Self {
        let known = [
            "direction",
            "promotion_rings",
            "clockwise",
            "anticlockwise",
            "promotion_files",
        ];
        let newer = ["clockwise_promotion_files", "anticlockwise_promotion_files"];
        s.allow(&known, &newer, format, f);
        Self {
            inward: s.word("direction", &[("inward", true), ("outward", false)], f),
            promotion_rings: s.texts("promotion_rings", f),
            clockwise: s.numbers("clockwise", f),
            anticlockwise: s.numbers("anticlockwise", f),
            promotion_files: s.numbers("promotion_files", f),
            clockwise_promotion_files: s.numbers("clockwise_promotion_files", f),
            anticlockwise_promotion_files: s.numbers("anticlockwise_promotion_files", f),
        }
    }
}

/// How an army's pawns go, and where those of either heading promote.
type Pawns = (PawnWay, Vec<Square>, Vec<Square>);

/// An army as far as the file tells it; what is wrong with it is noted. `usual` is what pawns of
/// armies without a list of their own become.
pub(super) fn build_army(
    file: &FileVariant,
    variant: &Variant,
    grid: &Grid,
    army: &FileArmy,
    usual: &[PieceType],
    f: &mut Findings,
) -> Army {
    let key = format!("armies[{}]", army.index);
    let mut refuse = |part: &str, text: String| {
        let key = format!("{key}.{part}");
        if f.sound(&[&key]) {
            f.error(&key, format!("{key}: {text}"));
        }
    };
    let mut letters = army.letter.chars();
    let letter = match (letters.next(), letters.next()) {
        (Some(letter @ 'a'..='z'), None) => letter,
        _ => {
            let letter = quote(&army.letter);
            refuse("letter", format!("{letter} is not one lower-case letter"));
            '?'
        }
    };
    let plain = |text: &str| {
        !text.is_empty() && text.len() <= 64 && text.bytes().all(|b| b.is_ascii_graphic())
    };
    if !plain(&army.name) || !army.name.bytes().all(|b| b.is_ascii_alphanumeric()) {
        let name = quote(&army.name);
        refuse(
            "name",
            format!("{name} is not one word of letters and digits"),
        );
    }
    let side = army.side.clone().unwrap_or_else(|| army.letter.clone());
    if army.side.is_some() && !plain(&side) {
        refuse("side", format!("{} is not one word", quote(&side)));
    }
    if !(0..=255).contains(&army.seat) {
        refuse("seat", format!("{} is not between 0 and 255", army.seat));
    }
    let pawns = build_pawns(file, grid, &army.pawns, &format!("{key}.pawns"), f);
    let castling = army.castling.as_ref().and_then(|homes| {
        let mut at = |home: &Option<Placed<String>>, part: &str| {
            let key = format!("{key}.castling.{part}");
            home.as_ref().and_then(|home| grid.square(home, &key, f))
        };
        let king = at(&homes.king, "king");
        let rooks = [
            at(&homes.king_side, "king_side"),
            at(&homes.queen_side, "queen_side"),
        ];
        Some(Castling { king: king?, rooks })
    });
    let mut start = Vec::new();
    let mut start_back = Vec::new();
    for FileStart { name, squares } in &army.start {
        let (name, at) = name;
        let back = file.pawns.of_piece && name == "pawn_anticlockwise";
        let kind = if back {
            Some(PieceType::Pawn)
        } else {
            variant.kind_named(name)
        };
        let kind = kind.or_else(|| {
            let key = format!("{key}.start.{}", quote(name));
            // Which pawns there are is not known where their own direction is not.
            let known = name != "pawn_anticlockwise" || f.sound(&["pawns.direction_of"]);
            if known {
                f.error_at(*at, &key, format!("{key}: no such piece"));
            }
            None
        });
        let key = format!("{key}.start.{name}");
        for placed in squares {
            let square = grid.square(placed, &key, f);
            let (Some(square), Some(kind)) = (square, kind) else {
                continue;
            };
            start.push((square, kind));
            if back {
                start_back.push(square);
            }
        }
    }
    start.sort_unstable();
    let promotes_to = match &army.promotion {
        Some(letters) => promotes_to(variant, letters, &format!("{key}.promotion"), f),
        None => usual.to_vec(),
    };
    let (pawns, promotion, promotion_back) = pawns;
    Army {
        letter,
        name: army.name.clone(),
        seat: army.seat.clamp(0, 255) as u8,
        side,
        pawns,
        promotion,
        promotion_back,
        promotes_to,
        forward: army.forward,
        castling,
        start,
        start_back,
    }
}

/// What pawns may become, by its letters.
pub(super) fn promotes_to(
    variant: &Variant,
    letters: &str,
    key: &str,
    f: &mut Findings,
) -> Vec<PieceType> {
    let mut kinds = Vec::new();
    // Told once each: a text may have any number of letters.
    let mut told = HashSet::new();
    for letter in letters.chars() {
        let own = || {
            variant
                .pieces
                .iter()
                .position(|piece| piece.letter == letter)
        };
        let kind = match letter {
            'Q' => Some(PieceType::Queen),
            'R' => Some(PieceType::Rook),
            'B' => Some(PieceType::Bishop),
            'N' => Some(PieceType::Knight),
            _ => own().map(|index| PieceType::OWN[index]),
        };
        // A kind of the file's own with a fault may be meant.
        let faulty = |part: &str| !f.sound(&[&format!("pieces.{letter}{part}")]);
        match kind {
            Some(kind) if !kinds.contains(&kind) => kinds.push(kind),
            None if faulty("") || faulty(".name") => {}
            _ if !told.insert(letter) => {}
            _ => {
                let text = format!("{key}: {letter:?} is no other piece a pawn could become");
                f.error(key, text);
            }
        }
    }
    if letters.is_empty() {
        f.error(key, format!("{key}: names no piece"));
    }
    kinds
}

fn build_pawns(
    file: &FileVariant,
    grid: &Grid,
    pawns: &FileArmyPawns,
    key: &str,
    f: &mut Findings,
) -> Pawns {
    let shape = &grid.shape;
    let (radial, of_piece) = (file.pawns.radial, file.pawns.of_piece);
    let kind = match (radial, of_piece) {
        (true, _) => "radial pawns",
        (false, false) => "ring pawns whose file decides their direction",
        (false, true) => "ring pawns that keep their direction",
    };
    // Each key with whether it is there, and whether it has a meaning.
    let keys = [
        ("direction", pawns.inward.is_some(), radial),
        ("promotion_rings", pawns.promotion_rings.is_some(), radial),
        ("clockwise", pawns.clockwise.is_some(), !radial && !of_piece),
        (
            "anticlockwise",
            pawns.anticlockwise.is_some(),
            !radial && !of_piece,
        ),
        (
            "promotion_files",
            pawns.promotion_files.is_some(),
            !radial && !of_piece,
        ),
        (
            "clockwise_promotion_files",
            pawns.clockwise_promotion_files.is_some(),
            of_piece,
        ),
        (
            "anticlockwise_promotion_files",
            pawns.anticlockwise_promotion_files.is_some(),
            of_piece,
        ),
    ];
    let which = f.sound(&["format", "pawns.kind", "pawns.direction_of", key]);
    for (name, present, meant) in keys {
        let optional = of_piece || (name == "promotion_files" && file.format >= 2);
        let key = format!("{key}.{name}");
        if !which || !f.sound(&[&key]) {
            continue;
        }
        if present && !meant {
            let kind = if file.format < 2 {
                if radial { "radial pawns" } else { "ring pawns" }
            } else {
                kind
            };
            f.error(&key, format!("{key}: is not for {kind}"));
        } else if !present && meant && !optional && !f.broken {
            f.error(&key, format!("{key}: missing"));
        }
    }
    let most = if grid.knows_files() {
        shape.files()
    } else {
        256
    };
    let mut files = |list: &Option<Vec<Placed<i64>>>, name: &str| -> Vec<u16> {
        let key = format!("{key}.{name}");
        let mut files = Vec::new();
        for (file, at) in list.iter().flatten() {
            if (1..=i64::from(most)).contains(file) {
                files.push(*file as u16);
            } else {
                let text = format!("{key}: {file} is no file between 1 and {most}");
                f.error_at(*at, &key, text);
            }
        }
        files.sort_unstable();
        files.dedup();
        files
    };
    let ahead = files(
        &pawns.clockwise_promotion_files,
        "clockwise_promotion_files",
    );
    let back = files(
        &pawns.anticlockwise_promotion_files,
        "anticlockwise_promotion_files",
    );
    let goals = files(&pawns.promotion_files, "promotion_files");
    let clockwise = files(&pawns.clockwise, "clockwise");
    let anticlockwise = files(&pawns.anticlockwise, "anticlockwise");
    let on = |keep: &dyn Fn(Square) -> bool| -> Vec<Square> {
        let on_board = |&s: &Square| !shape.is_void(s) && !shape.is_citadel(s) && keep(s);
        shape.squares().filter(on_board).collect()
    };
    let on_files = |files: &[u16]| on(&|s| files.contains(&(shape.file(s) as u16)));
    let mut rings = Vec::new();
    for (name, at) in pawns.promotion_rings.iter().flatten() {
        // By its letter, or by its number where names of squares end in it.
        let ring = match name.as_bytes() {
            [letter @ b'a'..=b'z'] => letter - b'a' + 1,
            [b'1'..=b'9', ..] => name.parse().unwrap_or(0),
            _ => 0,
        };
        let most = if grid.knows_rings() {
            shape.rings()
        } else {
            26
        };
        if ring == 0 || ring > most {
            let key = format!("{key}.promotion_rings");
            let text = format!("{key}: {} is no ring of the board", quote(name));
            f.error_at(*at, &key, text);
        }
        rings.push(ring);
    }
    if of_piece {
        return (PawnWay::Own, on_files(&ahead), on_files(&back));
    }
    if !radial {
        let way = PawnWay::Ring {
            clockwise,
            anticlockwise,
        };
        return (way, on_files(&goals), on_files(&goals));
    }
    let way = if pawns.inward == Some(true) {
        PawnWay::Inward
    } else {
        PawnWay::Outward
    };
    let goals = on(&|s| rings.contains(&shape.ring(s)));
    (way, goals.clone(), goals)
}
