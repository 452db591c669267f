//! The checks that a variant must pass as a whole, and what is suspicious in one that does.

use std::collections::HashSet;

use crate::board::shape::{BoardShape, Centre};
use crate::board::topology::Topology;
use crate::position::setup::start_problems;
use crate::variant::diagnose::Findings;
use crate::variant::{Army, Checkmate, FenStyle, PawnWay, PieceType, Variant};

/// Notes all that does not fit together; `order` gives the place of each army in the file.
pub(super) fn check(variant: &Variant, format: i64, order: &[usize], f: &mut Findings) {
    check_armies(variant, format, f);
    check_kinds(variant, order, f);
    check_pawns(variant, order, f);
    check_castling(variant, order, f);
    check_start(variant, order, f);
}

fn check_armies(variant: &Variant, format: i64, f: &mut Findings) {
    let armies = &variant.armies;
    let mut refuse = |key: &str, text: String| f.error(key, format!("{key}: {text}"));
    let mut letters = HashSet::new();
    let mut names = HashSet::new();
    for army in armies {
        // `?` stands for a letter that is refused already.
        if !letters.insert(army.letter) && army.letter != '?' {
            refuse("armies", format!("letter {:?} is used twice", army.letter));
        }
        if !names.insert(&army.name) {
            refuse("armies", format!("name {:?} is used twice", army.name));
        }
    }
    if let Some(pair) = armies.windows(2).find(|p| p[0].seat == p[1].seat) {
        refuse("armies", format!("seat {} is used twice", pair[0].seat));
    }
    let sides: HashSet<_> = armies.iter().map(|a| &a.side).collect();
    if sides.len() < 2 {
        refuse("armies", "all are of one side; a game needs two".into());
    }
    if armies.len() > 2 && variant.checkmate == Checkmate::Ends && format < 2 {
        let text = "\"ends\" is for two armies; use \"eliminates\", or `format = 2`";
        refuse("rules.checkmate", text.into());
    }
    if armies.len() > 2 && variant.fen_style == FenStyle::Letters {
        refuse(
            "rules.fen",
            "\"letters\" is for two armies; use \"commas\"".into(),
        );
    }
}

/// Movements that depend on which way a piece faces need to know it.
fn check_kinds(variant: &Variant, order: &[usize], f: &mut Findings) {
    let null = matches!(variant.shape.centre(), Centre::Null { .. });
    for piece in variant.pieces.iter().filter(|p| p.movement.is_directed()) {
        let key = format!("pieces.{}.betza", piece.letter);
        if null {
            let text = "direction letters have no meaning on a board with a null centre";
            f.error(&key, format!("{key}: '{}': {text}", piece.betza));
            continue;
        }
        for (army, index) in variant.armies.iter().zip(order) {
            if army.forward.is_none() {
                let text = format!("direction letters, but armies[{index}].forward is missing");
                f.error(&key, format!("{key}: '{}': {text}", piece.betza));
                break;
            }
        }
    }
}

fn check_pawns(variant: &Variant, order: &[usize], f: &mut Findings) {
    let shape = &variant.shape;
    let null = matches!(shape.centre(), Centre::Null { .. });
    for (army, index) in variant.armies.iter().zip(order) {
        let key = format!("armies[{index}].pawns");
        let covers = |ring: u8| {
            shape
                .squares()
                .filter(|&s| !shape.is_void(s) && shape.ring(s) == ring)
                .all(|s| army.promotion.contains(&s))
        };
        let mut refuse = |part: &str, text: &str| {
            let key = format!("{key}.{part}");
            f.error(&key, format!("{key}: {text}"));
        };
        match &army.pawns {
            PawnWay::Outward if null => {
                refuse("direction", "pawns start inward where the centre is null");
            }
            PawnWay::Inward if null && !covers(shape.rings()) => {
                refuse("promotion_rings", "lacks the outermost ring");
            }
            PawnWay::Outward if !covers(shape.rings()) => {
                refuse("promotion_rings", "lacks the outermost ring");
            }
            PawnWay::Inward if !null && !covers(1) => {
                refuse("promotion_rings", "lacks the innermost ring");
            }
            PawnWay::Ring {
                clockwise,
                anticlockwise,
            } => check_ring_pawns(shape, army, clockwise, anticlockwise, &key, f),
            _ => {}
        }
    }
}

/// Every file with a direction leads to another of that direction or to promotion.
fn check_ring_pawns(
    shape: &BoardShape,
    army: &Army,
    clockwise: &[u16],
    anticlockwise: &[u16],
    key: &str,
    f: &mut Findings,
) {
    let files = i32::from(shape.files());
    let null = matches!(shape.centre(), Centre::Null { .. });
    let goal = |f: i32| army.promotion.iter().any(|&s| shape.file(s) == f);
    for (list, along, name) in [
        (clockwise, 1, "clockwise"),
        (anticlockwise, -1, "anticlockwise"),
    ] {
        let key = format!("{key}.{name}");
        let mut refuse = |text: String| f.error(&key, format!("{key}: {text}"));
        let mut landings = vec![along];
        if null {
            // Captures inward from ring 1 land across the centre.
            landings.push(files / 2 + along * i32::from(shape.plan().null_step));
        }
        for &file in list {
            let file = i32::from(file);
            if goal(file) {
                refuse(format!("file {file} is also a promotion file"));
            }
            if along == 1 && anticlockwise.contains(&(file as u16)) {
                refuse(format!("file {file} is also anticlockwise"));
            }
            for landing in &landings {
                if shape.plan().open_seam && !(1..=files).contains(&(file + landing)) {
                    continue;
                }
                let next = (file + landing - 1).rem_euclid(files) + 1;
                let known =
                    clockwise.contains(&(next as u16)) || anticlockwise.contains(&(next as u16));
                let same = list.contains(&(next as u16));
                let straight = next == (file + along - 1).rem_euclid(files) + 1;
                let goes_on = same || (known && !straight);
                if !goal(next) && !goes_on {
                    refuse(format!(
                        "file {file} leads to file {next}, which neither goes on nor promotes"
                    ));
                }
            }
        }
    }
}

fn check_castling(variant: &Variant, order: &[usize], f: &mut Findings) {
    let shape = &variant.shape;
    let topology = Topology::new(shape.clone());
    for (army, index) in variant.armies.iter().zip(order) {
        let Some(castling) = &army.castling else {
            continue;
        };
        for (rook, side) in castling.rooks.iter().zip(["king_side", "queen_side"]) {
            let key = format!("armies[{index}].castling.{side}");
            let mut refuse = |text: &str| f.error(&key, format!("{key}: {text}"));
            let Some(rook) = *rook else { continue };
            let Some(way) = topology.way_between(castling.king, rook) else {
                refuse(
                    "rook and king must stand on one ring or file, two squares or more apart and \
                     nearer this way than the other",
                );
                continue;
            };
            let between = &way.squares[..way.squares.len() - 1];
            if between.iter().any(|&s| shape.is_void(s)) {
                refuse("a void square lies between");
            } else if way.moats != 0 {
                refuse("a moat lies between");
            } else if topology.king_steps(castling.king).contains(&way.squares[1]) {
                refuse("the king's two-file move is also a king's step");
            }
        }
        if castling.rooks[0].is_some() && castling.rooks[0] == castling.rooks[1] {
            let key = format!("armies[{index}].castling.queen_side");
            f.error(&key, format!("{key}: is the same rook as king_side"));
        }
    }
}

fn check_start(variant: &Variant, order: &[usize], f: &mut Findings) {
    let shape = &variant.shape;
    let before = f.refused();
    let mut taken = HashSet::new();
    for (army, index) in variant.armies.iter().zip(order) {
        for (square, kind) in &army.start {
            let key = format!("armies[{index}].start.{}", variant.kind_name(*kind));
            if !taken.insert(*square) {
                let square = shape.name(*square);
                f.error(&key, format!("{key}: {square} already holds a piece"));
            } else if shape.is_citadel(*square) {
                let square = shape.name(*square);
                f.error(&key, format!("{key}: {square} is a citadel"));
            }
        }
        let kings = army.start.iter().filter(|p| p.1 == PieceType::King).count();
        let key = format!("armies[{index}].start.king");
        if kings != 1 && !f.about(&key) {
            f.error(
                &key,
                format!("{key}: {kings} kings; an army has exactly one"),
            );
        }
    }
    if before || f.refused() {
        return;
    }
    // Whether a king is exposed is seen when the variant is compiled: it needs the tables.
    for problem in start_problems(variant) {
        f.error("armies", format!("armies.start: {problem}"));
    }
}
