//! The checks that a variant must pass as a whole.

use std::collections::HashSet;

use crate::board::shape::{BoardShape, Centre, Square};
use crate::board::topology::Topology;
use crate::position::setup::start_problems;
use crate::variant::{Army, Checkmate, FenStyle, PawnWay, PieceType, Variant, VariantError};

type Checked<T> = Result<T, VariantError>;

fn refuse<T>(text: impl Into<String>) -> Checked<T> {
    Err(VariantError::File(text.into()))
}

/// Refuses a variant whose parts do not fit together.
pub(crate) fn check(variant: &Variant) -> Checked<()> {
    check_armies(variant)?;
    check_pawns(variant)?;
    check_castling(variant)?;
    check_start(variant)
}

fn check_armies(variant: &Variant) -> Checked<()> {
    let armies = &variant.armies;
    let mut letters = HashSet::new();
    let mut names = HashSet::new();
    for army in armies {
        if !letters.insert(army.letter) {
            return refuse(format!("armies: letter {:?} is used twice", army.letter));
        }
        if !names.insert(&army.name) {
            return refuse(format!("armies: name {:?} is used twice", army.name));
        }
    }
    if let Some(pair) = armies.windows(2).find(|p| p[0].seat == p[1].seat) {
        return refuse(format!("armies: seat {} is used twice", pair[0].seat));
    }
    let sides: HashSet<_> = armies.iter().map(|a| &a.side).collect();
    if sides.len() < 2 {
        return refuse("armies: all are of one side; a game needs two");
    }
    if armies.len() > 2 && variant.checkmate == Checkmate::Ends {
        return refuse("rules.checkmate: \"ends\" is for two armies; use \"eliminates\"");
    }
    if armies.len() > 2 && variant.fen_style == FenStyle::Letters {
        return refuse("rules.fen: \"letters\" is for two armies; use \"commas\"");
    }
    Ok(())
}

fn check_pawns(variant: &Variant) -> Checked<()> {
    let shape = &variant.shape;
    let null = matches!(shape.centre(), Centre::Null { .. });
    for army in &variant.armies {
        let key = format!("armies of letter {:?}: pawns", army.letter);
        let covers = |ring: u8| {
            shape
                .squares()
                .filter(|&s| !shape.is_void(s) && shape.ring(s) == ring)
                .all(|s| army.promotion.contains(&s))
        };
        match &army.pawns {
            PawnWay::Outward if null => {
                return refuse(format!(
                    "{key}.direction: pawns start inward where the centre is null"
                ));
            }
            PawnWay::Inward if null && !covers(shape.rings()) => {
                return refuse(format!("{key}.promotion_rings: lacks the outermost ring"));
            }
            PawnWay::Outward if !covers(shape.rings()) => {
                return refuse(format!("{key}.promotion_rings: lacks the outermost ring"));
            }
            PawnWay::Inward if !null && !covers(1) => {
                return refuse(format!("{key}.promotion_rings: lacks the innermost ring"));
            }
            PawnWay::Ring {
                clockwise,
                anticlockwise,
            } => check_ring_pawns(shape, army, clockwise, anticlockwise, null, &key)?,
            _ => {}
        }
    }
    Ok(())
}

/// Every file with a direction leads to another of that direction or to promotion.
fn check_ring_pawns(
    shape: &BoardShape,
    army: &Army,
    clockwise: &[u16],
    anticlockwise: &[u16],
    null: bool,
    key: &str,
) -> Checked<()> {
    let files = i32::from(shape.files());
    let goal = |f: i32| army.promotion.iter().any(|&s| shape.file(s) == f);
    for (list, along, name) in [
        (clockwise, 1, "clockwise"),
        (anticlockwise, -1, "anticlockwise"),
    ] {
        let mut landings = vec![along];
        if null {
            // Captures inward from ring 1 land across the centre.
            landings.push(files / 2 + along);
        }
        for &f in list {
            let f = i32::from(f);
            if goal(f) {
                return refuse(format!("{key}.{name}: file {f} is also a promotion file"));
            }
            if along == 1 && anticlockwise.contains(&(f as u16)) {
                return refuse(format!("{key}.{name}: file {f} is also anticlockwise"));
            }
            for next in landings.iter().map(|l| (f + l - 1).rem_euclid(files) + 1) {
                let known =
                    clockwise.contains(&(next as u16)) || anticlockwise.contains(&(next as u16));
                let same = list.contains(&(next as u16));
                let straight = next == (f + along - 1).rem_euclid(files) + 1;
                let goes_on = same || (known && !straight);
                if !goal(next) && !goes_on {
                    return refuse(format!(
                        "{key}.{name}: file {f} leads to file {next}, which neither goes on nor \
                         promotes"
                    ));
                }
            }
        }
    }
    Ok(())
}

/// Which way and how far a rook's home lies from its king's home, the short way round.
///
/// `None` unless both stand on one ring with two to fewer than half the files between.
pub(crate) fn castling_way(shape: &BoardShape, king: Square, rook: Square) -> Option<(i32, i32)> {
    let files = i32::from(shape.files());
    let clockwise = (shape.file(rook) - shape.file(king)).rem_euclid(files);
    let (along, distance) = if clockwise * 2 <= files {
        (1, clockwise)
    } else {
        (-1, files - clockwise)
    };
    (shape.ring(king) == shape.ring(rook) && distance >= 2 && distance * 2 < files)
        .then_some((along, distance))
}

fn check_castling(variant: &Variant) -> Checked<()> {
    let shape = &variant.shape;
    let topology = Topology::new(shape.clone());
    for army in &variant.armies {
        let Some(castling) = &army.castling else {
            continue;
        };
        let key = format!("armies of letter {:?}: castling", army.letter);
        for (rook, side) in castling.rooks.iter().zip(["king_side", "queen_side"]) {
            let Some(rook) = *rook else { continue };
            let Some((along, distance)) = castling_way(shape, castling.king, rook) else {
                return refuse(format!(
                    "{key}.{side}: rook and king must stand on one ring, two files or more apart \
                     and fewer than half of all files"
                ));
            };
            let ring = shape.ring(castling.king);
            let at = |n: i32| shape.square(ring, shape.file(castling.king) + along * n);
            if (1..distance).any(|n| shape.is_void(at(n))) {
                return refuse(format!("{key}.{side}: a void square lies between"));
            }
            if topology.king_steps(castling.king).contains(&at(2)) {
                return refuse(format!(
                    "{key}.{side}: the king's two-file move is also a king's step"
                ));
            }
        }
        if castling.rooks[0].is_some() && castling.rooks[0] == castling.rooks[1] {
            return refuse(format!("{key}.queen_side: is the same rook as king_side"));
        }
    }
    Ok(())
}

fn check_start(variant: &Variant) -> Checked<()> {
    let shape = &variant.shape;
    let mut taken = HashSet::new();
    for army in &variant.armies {
        let key = format!("armies of letter {:?}: start", army.letter);
        for (square, kind) in &army.start {
            if !taken.insert(*square) {
                return refuse(format!(
                    "{key}.{}: {} already holds a piece",
                    kind.name(),
                    shape.name(*square)
                ));
            }
        }
        let kings = army.start.iter().filter(|p| p.1 == PieceType::King).count();
        if kings != 1 {
            return refuse(format!(
                "{key}.king: {kings} kings; an army has exactly one"
            ));
        }
    }
    // Whether a king is exposed is seen when the variant is compiled: it needs the tables.
    let problem = start_problems(variant).into_iter().next();
    problem.map_or(Ok(()), |p| refuse(format!("armies.start: {p}")))
}
