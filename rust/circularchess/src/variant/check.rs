//! The checks that a variant must pass as a whole, and what is suspicious in one that does.

use std::collections::HashSet;

use crate::board::shape::{BoardShape, Centre};
use crate::board::topology::Topology;
use crate::position::setup::{Problem, ProblemKind, start_problems};
use crate::variant::diagnose::Findings;
use crate::variant::file::{Built, FileCentre, FileVariant};
use crate::variant::grid::{FEATURES, Grid};
use crate::variant::{Army, Checkmate, FenStyle, PawnWay, Variant};

/// Notes all that does not fit together.
pub(super) fn check(built: &Built, grid: &Grid, f: &mut Findings) {
    check_kinds(&built.variant, &built.order, f);
    check_pawns(built, grid, f);
    check_castling(&built.variant, &built.order, f);
    check_start(built, f);
}

/// Letters, names, seats and sides, each told of by the army that comes later in the file.
pub(super) fn check_armies(file: &FileVariant, f: &mut Findings) {
    let armies = &file.armies;
    let mut letters = HashSet::new();
    let mut names = HashSet::new();
    let mut seats = HashSet::new();
    for army in armies {
        let mut refuse = |part: &str, twice: bool, text: String| {
            let key = format!("armies[{}].{part}", army.index);
            if twice && f.sound(&[&key]) {
                f.error(&key, format!("armies: {text} is used twice"));
            }
        };
        let letter = army
            .letter
            .chars()
            .next()
            .filter(|_| army.letter.len() == 1);
        if let Some(letter) = letter {
            refuse(
                "letter",
                !letters.insert(letter),
                format!("letter {letter:?}"),
            );
        }
        refuse(
            "name",
            !names.insert(&army.name),
            format!("name {:?}", army.name),
        );
        refuse(
            "seat",
            !seats.insert(army.seat),
            format!("seat {}", army.seat),
        );
    }
    let told = armies.iter().all(|army| {
        let key = |part: &str| format!("armies[{}].{part}", army.index);
        f.sound(&[&key("side"), &key("letter")])
    });
    let sides: HashSet<_> = armies
        .iter()
        .map(|a| a.side.as_ref().unwrap_or(&a.letter))
        .collect();
    if told && f.sound(&["armies"]) && sides.len() < 2 {
        let text = "armies: all are of one side; a game needs two";
        f.error("armies", text.into());
    }
    let many = armies.len() > 2 && f.sound(&["armies"]);
    let ends = file.rules.checkmate == Checkmate::Ends;
    if many && ends && file.format < 2 && f.sound(&["format", "rules.checkmate"]) {
        let key = "rules.checkmate";
        let text = "\"ends\" is for two armies; use \"eliminates\", or `format = 2`";
        f.error(key, format!("{key}: {text}"));
    }
    if many && file.rules.fen == FenStyle::Letters && f.sound(&["rules.fen"]) {
        let key = "rules.fen";
        let text = "\"letters\" is for two armies; use \"commas\"";
        f.error(key, format!("{key}: {text}"));
    }
}

/// Movements that depend on which way a piece faces need to know it.
fn check_kinds(variant: &Variant, order: &[usize], f: &mut Findings) {
    let null = matches!(variant.shape.centre(), Centre::Null { .. });
    for piece in variant.pieces.iter().filter(|p| p.movement.is_directed()) {
        let key = format!("pieces.{}.betza", piece.letter);
        if !f.sound(&[&key, "board.centre"]) {
            continue;
        }
        if null {
            let text = "direction letters have no meaning on a board with a null centre";
            f.error(&key, format!("{key}: '{}': {text}", piece.betza));
            continue;
        }
        for (army, index) in variant.armies.iter().zip(order) {
            let forward = format!("armies[{index}].forward");
            if army.forward.is_none() && f.sound(&[&forward]) {
                let text = format!("direction letters, but {forward} is missing");
                f.error(&key, format!("{key}: '{}': {text}", piece.betza));
                break;
            }
        }
    }
}

fn check_pawns(built: &Built, grid: &Grid, f: &mut Findings) {
    let Built {
        file,
        variant,
        order,
    } = built;
    let shape = &variant.shape;
    let null = file.board.centre == FileCentre::Null;
    if !f.sound(&["format", "board.centre", "pawns.kind", "pawns.direction_of"]) {
        return;
    }
    for (army, index) in variant.armies.iter().zip(order) {
        let key = format!("armies[{index}].pawns");
        if let PawnWay::Ring {
            clockwise,
            anticlockwise,
        } = &army.pawns
        {
            let lists = PAWN_KEYS.map(|list| format!("{key}.{list}"));
            let told = lists.iter().all(|list| f.sound(&[list]));
            if told && f.sound(&["board.files", "board.seam", "board.null_step"]) {
                check_ring_pawns(shape, army, clockwise, anticlockwise, &key, f);
            }
            continue;
        }
        let covers = |ring: u8| {
            shape
                .squares()
                .filter(|&s| !shape.is_void(s) && shape.ring(s) == ring)
                .all(|s| army.promotion.contains(&s))
        };
        let direction = format!("{key}.direction");
        if !f.sound(&[&direction]) {
            continue;
        }
        let outward = matches!(army.pawns, PawnWay::Outward);
        let radial = outward || matches!(army.pawns, PawnWay::Inward);
        if outward && null {
            let text = format!("{direction}: pawns start inward where the centre is null");
            f.error(&direction, text);
            continue;
        }
        let rings = format!("{key}.promotion_rings");
        if !radial || !f.sound(&[&rings]) {
            continue;
        }
        if (outward || null) && grid.knows_rings() && !covers(shape.rings()) {
            f.error(&rings, format!("{rings}: lacks the outermost ring"));
        } else if !outward && !null && !covers(1) {
            f.error(&rings, format!("{rings}: lacks the innermost ring"));
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
    // Ways between squares are known where the whole board is.
    if !f.sound(&FEATURES) || !f.sound(&["board.voids"]) {
        return;
    }
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

fn check_start(built: &Built, f: &mut Findings) {
    let Built { file, variant, .. } = built;
    let shape = &variant.shape;
    let mut taken = HashSet::new();
    let mut doubled = Vec::new();
    for army in &file.armies {
        let key = format!("armies[{}].start", army.index);
        for start in &army.start {
            let key = format!("{key}.{}", start.name.0);
            for (name, at) in &start.squares {
                // By name: where the size of the board is unknown, squares have no number.
                if !taken.insert(name) {
                    let text = format!("{key}: {name} already holds a piece");
                    f.error_at(*at, &key, text);
                    doubled.extend(shape.parse(name));
                } else if shape
                    .parse(name)
                    .is_some_and(|square| shape.is_citadel(square))
                {
                    f.error_at(*at, &key, format!("{key}: {name} is a citadel"));
                }
            }
        }
        let kings = army.start.iter().filter(|start| start.name.0 == "king");
        let kings: usize = kings.map(|start| start.squares.len()).sum();
        let king = format!("{key}.king");
        if kings != 1 && f.sound(&[&king]) {
            let text = format!("{king}: {kings} kings; an army has exactly one");
            f.error(&king, text);
        }
    }
    // Beside other faults only of pawns can it be told that they stand wrongly, where all is known
    // of the board and of their ways.
    let sound = !f.refused();
    let rest = ["board.voids", "pawns.kind", "pawns.direction_of", "armies"];
    let board = f.sound(&FEATURES) && f.sound(&rest);
    if !board {
        return;
    }
    for problem in start_problems(variant) {
        let (_, key) = place(built, &problem);
        let ways = key
            .split_once(".start")
            .map(|(army, _)| PAWN_KEYS.map(|part| format!("{army}.pawns.{part}")));
        let known = ways.is_some_and(|ways| ways.iter().all(|way| f.sound(&[way])));
        let alone = problem.square.is_some_and(|s| !doubled.contains(&s));
        if sound || (problem.kind == ProblemKind::Pawn && known && alone) {
            refuse_start(built, &problem, f);
        }
    }
}

/// What the ways of an army's pawns hang on.
const PAWN_KEYS: [&str; 5] = [
    "direction",
    "promotion_rings",
    "clockwise",
    "anticlockwise",
    "promotion_files",
];

/// Kings that stand exposed at the start, and what else only tables can tell.
pub(super) fn check_exposed(built: &Built, f: &mut Findings) {
    for problem in crate::any::start_problems(built.variant.clone()) {
        refuse_start(built, &problem, f);
    }
}

fn refuse_start(built: &Built, problem: &Problem, f: &mut Findings) {
    let (at, key) = place(built, problem);
    let text = format!("armies.start: {problem}");
    match at {
        Some(at) => f.error_at(at, &key, text),
        None => f.error(&key, text),
    }
}

/// Where in the file stands what a start position is refused for: a man in its list, or a home.
fn place(built: &Built, problem: &Problem) -> (Option<usize>, String) {
    let Built {
        file,
        variant,
        order,
    } = built;
    let Some(square) = problem.square else {
        let moat = problem.kind == ProblemKind::Moat;
        return (None, if moat { "board.moats" } else { "armies" }.into());
    };
    let is = |name: &str| variant.shape.parse(name) == Some(square);
    if problem.kind == ProblemKind::Castling {
        let mut armies = variant.armies.iter().zip(order);
        let found = armies.find_map(|(army, index)| {
            let homes = army.castling.as_ref()?;
            let [king_side, queen_side] = homes.rooks;
            let all = [
                (Some(homes.king), "king"),
                (king_side, "king_side"),
                (queen_side, "queen_side"),
            ];
            let (_, part) = all.into_iter().find(|(home, _)| *home == Some(square))?;
            Some(format!("armies[{index}].castling.{part}"))
        });
        return (None, found.unwrap_or_else(|| "armies".into()));
    }
    for army in &file.armies {
        for start in &army.start {
            if let Some((_, at)) = start.squares.iter().find(|(name, _)| is(name)) {
                let name = &start.name.0;
                return (Some(*at), format!("armies[{}].start.{name}", army.index));
            }
        }
    }
    (None, "armies".into())
}
