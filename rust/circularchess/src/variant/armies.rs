//! The armies of a variant file: names, pawns, castling homes and start squares.

use crate::board::shape::{BoardShape, Square};
use crate::board::topology::Direction;
use crate::variant::diagnose::Findings;
use crate::variant::file::{
    FileArmy, FileArmyPawns, FileCastling, FileVariant, needed, parse_square, quote,
};
use crate::variant::reader::Section;
use crate::variant::{Army, Castling, PawnWay, PieceType, Variant};

const FORWARD: [(&str, Direction); 4] = [
    ("inward", Direction::new(-1, 0)),
    ("outward", Direction::new(1, 0)),
    ("clockwise", Direction::new(0, 1)),
    ("anticlockwise", Direction::new(0, -1)),
];

impl FileArmy {
    pub(super) fn read(s: &Section<'_>, format: i64, f: &mut Findings) -> Option<Self> {
        let known = [
            "letter", "name", "seat", "side", "pawns", "castling", "start",
        ];
        s.allow(&known, &["forward", "promotion"], format, f);
        let letter = needed!(s.text("letter"; f));
        let name = needed!(s.text("name"; f));
        let seat = needed!(s.number("seat"; f));
        let pawns = needed!(s.section("pawns"; f));
        let start = needed!(s.section("start"; f));
        let start = start.map(|section| {
            let squares = |key: String| {
                let squares = section.texts(&key, f).unwrap_or_default();
                (key, squares)
            };
            section.keys().into_iter().map(squares).collect()
        });
        let castling = s.section("castling", f).and_then(|homes| {
            homes.allow(&["king", "king_side", "queen_side"], &[], format, f);
            Some(FileCastling {
                king: needed!(homes.text("king"; f))?,
                king_side: homes.text("king_side", f),
                queen_side: homes.text("queen_side", f),
            })
        });
        Some(Self {
            side: s.text("side", f),
            forward: s.word("forward", &FORWARD, f),
            promotion: s.text("promotion", f),
            pawns: pawns.map(|section| FileArmyPawns::read(&section, format, f))?,
            castling,
            letter: letter?,
            name: name?,
            seat: seat?,
            start: start?,
        })
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

pub(super) fn build_army(
    file: &FileVariant,
    variant: &Variant,
    army: &FileArmy,
    key: &str,
    f: &mut Findings,
) -> Option<Army> {
    let shape = &variant.shape;
    let mut refuse = |part: &str, text: String| {
        let key = format!("{key}.{part}");
        f.error(&key, format!("{key}: {text}"));
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
    if !plain(&side) {
        refuse("side", format!("{} is not one word", quote(&side)));
    }
    if !(0..=255).contains(&army.seat) {
        refuse("seat", format!("{} is not between 0 and 255", army.seat));
    }
    let pawns = build_pawns(file, shape, &army.pawns, &format!("{key}.pawns"), f);
    let castling = army.castling.as_ref().and_then(|homes| {
        let mut at = |name: &str, part: &str| {
            parse_square(shape, name, &format!("{key}.castling.{part}"), f)
        };
        Some(Castling {
            king: at(&homes.king, "king")?,
            rooks: [
                homes
                    .king_side
                    .as_ref()
                    .and_then(|name| at(name, "king_side")),
                homes
                    .queen_side
                    .as_ref()
                    .and_then(|name| at(name, "queen_side")),
            ],
        })
    });
    let mut start = Vec::new();
    let mut start_back = Vec::new();
    for (name, squares) in &army.start {
        let back = file.pawns.of_piece && name == "pawn_anticlockwise";
        let kind = if back {
            Some(PieceType::Pawn)
        } else {
            variant.kind_named(name)
        };
        let Some(kind) = kind else {
            let key = format!("{key}.start.{}", quote(name));
            f.error(&key, format!("{key}: no such piece"));
            continue;
        };
        for square in squares {
            let Some(square) = parse_square(shape, square, &format!("{key}.start.{name}"), f)
            else {
                continue;
            };
            start.push((square, kind));
            if back {
                start_back.push(square);
            }
        }
    }
    start.sort_unstable();
    let (letters, own) = match &army.promotion {
        Some(letters) => (letters, format!("{key}.promotion")),
        None => (&file.rules.promotion, "rules.promotion".into()),
    };
    let promotes_to = promotes_to(variant, letters, &own, f);
    let (pawns, promotion, promotion_back) = pawns?;
    Some(Army {
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
    })
}

/// What pawns may become, by its letters.
fn promotes_to(variant: &Variant, letters: &str, key: &str, f: &mut Findings) -> Vec<PieceType> {
    let mut kinds = Vec::new();
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
        match kind {
            Some(kind) if !kinds.contains(&kind) => kinds.push(kind),
            _ => {
                f.error(
                    key,
                    format!("{key}: {letter:?} is no other piece a pawn could become"),
                );
                break;
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
    shape: &BoardShape,
    pawns: &FileArmyPawns,
    key: &str,
    f: &mut Findings,
) -> Option<Pawns> {
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
    let mut possible = true;
    for (name, present, meant) in keys {
        let optional = of_piece || (name == "promotion_files" && file.format >= 2);
        let key = format!("{key}.{name}");
        if present && !meant {
            let kind = if file.format < 2 {
                if radial { "radial pawns" } else { "ring pawns" }
            } else {
                kind
            };
            f.error(&key, format!("{key}: is not for {kind}"));
            possible = false;
        } else if !present && meant && !optional {
            f.error(&key, format!("{key}: missing"));
            possible = false;
        }
    }
    if !possible {
        return None;
    }
    let mut files = |list: &Option<Vec<i64>>, name: &str| -> Vec<u16> {
        let key = format!("{key}.{name}");
        let mut files = Vec::new();
        for &file in list.iter().flatten() {
            if (1..=i64::from(shape.files())).contains(&file) {
                files.push(file as u16);
            } else {
                let most = shape.files();
                f.error(
                    &key,
                    format!("{key}: {file} is no file between 1 and {most}"),
                );
            }
        }
        files.sort_unstable();
        files.dedup();
        files
    };
    let on = |keep: &dyn Fn(Square) -> bool| -> Vec<Square> {
        let on_board = |&s: &Square| !shape.is_void(s) && !shape.is_citadel(s) && keep(s);
        shape.squares().filter(on_board).collect()
    };
    let on_files = |files: &[u16]| on(&|s| files.contains(&(shape.file(s) as u16)));
    if of_piece {
        let ahead = files(
            &pawns.clockwise_promotion_files,
            "clockwise_promotion_files",
        );
        let back = files(
            &pawns.anticlockwise_promotion_files,
            "anticlockwise_promotion_files",
        );
        return Some((PawnWay::Own, on_files(&ahead), on_files(&back)));
    }
    if !radial {
        let goals = files(&pawns.promotion_files, "promotion_files");
        let way = PawnWay::Ring {
            clockwise: files(&pawns.clockwise, "clockwise"),
            anticlockwise: files(&pawns.anticlockwise, "anticlockwise"),
        };
        return Some((way, on_files(&goals), on_files(&goals)));
    }
    let mut rings = Vec::new();
    for name in pawns.promotion_rings.iter().flatten() {
        // By its letter, or by its number where names of squares end in it.
        let ring = match name.as_bytes() {
            [letter @ b'a'..=b'z'] => letter - b'a' + 1,
            [b'1'..=b'9', ..] => name.parse().unwrap_or(0),
            _ => 0,
        };
        if ring == 0 || ring > shape.rings() {
            let key = format!("{key}.promotion_rings");
            f.error(
                &key,
                format!("{key}: {} is no ring of the board", quote(name)),
            );
        }
        rings.push(ring);
    }
    let way = if pawns.inward == Some(true) {
        PawnWay::Inward
    } else {
        PawnWay::Outward
    };
    let goals = on(&|s| rings.contains(&shape.ring(s)));
    Some((way, goals.clone(), goals))
}
