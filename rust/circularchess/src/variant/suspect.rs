//! What is legal in a variant but hardly meant.

use crate::board::shape::Square;
use crate::board::topology::{Direction, Gait, Topology};
use crate::variant::diagnose::Findings;
use crate::variant::movement::{Movement, turned};
use crate::variant::{Army, DEFAULT_PROMOTION, NAMED_KINDS, PawnWay, PieceType, Variant};

/// Squares of a board, by a bit each.
type Squares = [u64; 4];

/// Notes what is suspicious; `order` gives the place of each army in the file.
pub(super) fn suspect(variant: &Variant, order: &[usize], f: &mut Findings) {
    suspect_board(variant, f);
    suspect_kinds(variant, order, f);
    suspect_armies(variant, order, f);
}

/// A board in parts: even the king, who goes to every next square, does not get about it.
fn suspect_board(variant: &Variant, f: &mut Findings) {
    let king = Movement::parse("K").expect("a movement");
    let (reached, all, _) = reach(variant, &king, None);
    if reached < all {
        let text = format!("board: a king reaches at most {reached} of {all} squares");
        f.warn("board.voids", text);
    }
}

fn suspect_kinds(variant: &Variant, order: &[usize], f: &mut Findings) {
    for (index, piece) in variant.pieces.iter().enumerate() {
        let kind = PieceType::OWN[index];
        let key = format!("pieces.{}", piece.letter);
        let name = &piece.name;
        let forward = variant.armies.iter().find_map(|army| army.forward);
        let (reached, all, one_colour) = reach(variant, &piece.movement, forward);
        if reached < all {
            let colour = if one_colour {
                ", those of one colour"
            } else {
                ""
            };
            let text =
                format!("{key}: the {name} reaches at most {reached} of {all} squares{colour}");
            // A kind that is there by its name alone is found where an army has it.
            f.warn(&home(variant, order, kind).unwrap_or(key.clone()), text);
        }
        let held = |army: &Army| {
            army.start.iter().any(|(_, k)| *k == kind) || army.promotes_to.contains(&kind)
        };
        if !variant.armies.iter().any(held) {
            f.warn(&key, format!("{key}: no army ever has the {name}"));
        }
        for (letter, usual, betza) in NAMED_KINDS {
            let same_letter = letter == piece.letter;
            let same_name = usual == piece.name;
            let text = match (same_letter, same_name) {
                (true, true) if betza != piece.betza => {
                    format!(
                        "moves as {}; elsewhere a {usual} moves as {betza}",
                        piece.betza
                    )
                }
                (true, false) => format!("is the {name}; elsewhere it is the {usual}'s letter"),
                (false, true) => format!("is the {name}; elsewhere its letter is {letter}"),
                _ => continue,
            };
            f.warn(&key, format!("{key}: {text}"));
        }
    }
    for kind in &variant.dead_with_bare_king {
        let held = |army: &Army| {
            army.start.iter().any(|(_, k)| k == kind) || promotes(army).contains(kind)
        };
        if !variant.armies.iter().any(held) {
            let name = variant.kind_name(*kind);
            let key = "rules.dead_with_bare_king";
            f.warn(key, format!("{key}: no army ever has the {name}"));
        }
    }
}

/// What an army's pawns do become: nothing where they never promote.
fn promotes(army: &Army) -> &[PieceType] {
    let pawns = army.start.iter().any(|(_, kind)| *kind == PieceType::Pawn);
    let goals = !army.promotion.is_empty() || !army.promotion_back.is_empty();
    if pawns && goals {
        &army.promotes_to
    } else {
        &[]
    }
}

/// The key under which the first army has men of a kind.
fn home(variant: &Variant, order: &[usize], kind: PieceType) -> Option<String> {
    let defined = NAMED_KINDS
        .iter()
        .any(|(_, name, _)| *name == variant.kind_name(kind));
    let mut armies = variant.armies.iter().zip(order);
    let (_, index) = armies.find(|(army, _)| army.start.iter().any(|(_, k)| *k == kind))?;
    defined.then(|| format!("armies[{index}].start.{}", variant.kind_name(kind)))
}

fn suspect_armies(variant: &Variant, order: &[usize], f: &mut Findings) {
    for (army, index) in variant.armies.iter().zip(order) {
        let (key, name) = (format!("armies[{index}]"), &army.name);
        let pawns = army.start.iter().any(|(_, kind)| *kind == PieceType::Pawn);
        let never = army.promotion.is_empty() && army.promotion_back.is_empty();
        let stuck = stuck_pawns(variant, army);
        if pawns && stuck.iter().all(|(_, stuck)| *stuck) {
            let text = format!("{key}.pawns: {name}'s pawns never promote");
            f.warn(&format!("{key}.pawns"), text);
        } else if stuck.iter().any(|(_, stuck)| *stuck) {
            let squares: Vec<String> = stuck
                .iter()
                .filter(|(_, stuck)| *stuck)
                .map(|(square, _)| variant.shape.name(*square).to_string())
                .collect();
            let squares = squares.join(", ");
            let text = format!("{key}.pawns: {name}'s pawns on {squares} never promote");
            f.warn(&format!("{key}.pawns"), text);
        }
        if let Some(text) = harmless(variant, army) {
            f.warn(
                &format!("{key}.start"),
                format!("{key}.start: {name} {text}"),
            );
        }
        let mut rest = army
            .promotes_to
            .iter()
            .filter(|kind| !DEFAULT_PROMOTION.contains(kind));
        if never && rest.next().is_some() {
            let text = "pawns that never promote need no list of what they become";
            f.warn(
                &format!("{key}.promotion"),
                format!("{key}: {name}: {text}"),
            );
        }
        // The usual four, in a game that has others: a list was forgotten.
        let unseen = |kind: &&PieceType| {
            !variant
                .armies
                .iter()
                .any(|army| army.start.iter().any(|(_, k)| k == *kind))
        };
        if army.promotes_to == DEFAULT_PROMOTION {
            let unseen: Vec<&str> = promotes(army)
                .iter()
                .filter(unseen)
                .map(|kind| variant.kind_name(*kind))
                .collect();
            if !unseen.is_empty() && !variant.pieces.is_empty() {
                let kinds = unseen.join(" or ");
                let text =
                    format!("{name}'s pawns may become a {kinds}, which no army begins with");
                f.warn(&format!("{key}.promotion"), format!("{key}: {text}"));
            }
        }
    }
}

/// The squares where an army's pawns begin, and whether from there none ever promotes.
fn stuck_pawns(variant: &Variant, army: &Army) -> Vec<(Square, bool)> {
    let shape = &variant.shape;
    let starts = army.start.iter().filter(|(_, k)| *k == PieceType::Pawn);
    let stuck = |square: Square| {
        let back = army.start_back.contains(&square);
        let goals = if back {
            &army.promotion_back
        } else {
            &army.promotion
        };
        let along = match &army.pawns {
            PawnWay::Own => Some(if back { -1 } else { 1 }),
            PawnWay::Ring { clockwise, .. } => {
                let clockwise = clockwise.contains(&(shape.file(square) as u16));
                Some(if clockwise { 1 } else { -1 })
            }
            PawnWay::Inward | PawnWay::Outward => None,
        };
        // Every move of a ring pawn goes a file on: an open seam ends its way.
        let ends = along.filter(|_| shape.plan().open_seam);
        let reaches = |goal: &Square| {
            let ahead = shape.file(*goal) - shape.file(square);
            ends.is_none_or(|along| ahead.signum() == along)
        };
        !goals.iter().any(reaches)
    };
    starts.map(|&(square, _)| (square, stuck(square))).collect()
}

/// Why an army can hardly mate.
fn harmless(variant: &Variant, army: &Army) -> Option<&'static str> {
    let men: Vec<(Square, PieceType)> = army
        .start
        .iter()
        .filter(|(_, kind)| *kind != PieceType::King)
        .copied()
        .collect();
    let weak = |kind: PieceType| variant.dead_with_bare_king.contains(&kind);
    let bishops = men.iter().all(|(_, kind)| *kind == PieceType::Bishop);
    let light = |square: Square| variant.shape.is_light(square);
    let one_colour = men.iter().all(|(s, _)| light(*s) == light(men[0].0));
    if men.is_empty() {
        Some("cannot mate: it has a king only")
    } else if men.len() == 1 && weak(men[0].1) {
        Some("cannot mate: what it has beside the king is dead against a bare king")
    } else if variant.dead_same_colour_bishops && bishops && one_colour {
        Some("cannot mate: it has bishops of one colour only")
    } else if men.iter().all(|(_, kind)| weak(*kind)) {
        Some("may never mate: it has only pieces that are dead against a bare king")
    } else {
        None
    }
}

/// To how many squares, of how many, a piece alone on the board gets at most, in any number of
/// moves; and whether those are all of one colour.
fn reach(variant: &Variant, movement: &Movement, forward: Option<Direction>) -> (u32, u32, bool) {
    let topology = Topology::new(variant.shape.clone());
    let shape = topology.shape();
    let board: Vec<Square> = shape
        .squares()
        .filter(|&s| !shape.is_void(s) && !shape.is_citadel(s))
        .collect();
    let next: Vec<Squares> = shape
        .squares()
        .map(|from| once(&topology, movement, forward, from))
        .collect();
    let mut most = 0;
    let mut one_colour = true;
    for &from in &board {
        let found = closure(&next, from);
        let light = |s: &&Square| shape.is_light(**s) == shape.is_light(from);
        let mut own = [0; 4];
        board.iter().filter(light).for_each(|&s| set(&mut own, s));
        one_colour &= found == own;
        most = most.max(found.iter().map(|word| word.count_ones()).sum());
    }
    (most, board.len() as u32, one_colour)
}

/// Where the terms of a movement lead from a square, citadels left out.
fn once(
    topology: &Topology,
    movement: &Movement,
    forward: Option<Direction>,
    from: Square,
) -> Squares {
    let mut squares = [0; 4];
    for term in &movement.terms {
        for &leap in &term.leaps {
            let (rings, files) = turned(leap, forward.unwrap_or(Direction::new(1, 0)));
            let landing = if term.is_step() {
                let gait = if term.range == 1 {
                    Gait::Single
                } else {
                    Gait::Slide
                };
                topology.landing(from, Direction::new(rings, files), gait)
            } else {
                topology.leap(from, rings, files)
            };
            if let Some(landing) = landing
                && !topology.shape().is_citadel(landing.to)
            {
                set(&mut squares, landing.to);
            }
        }
    }
    squares
}

/// All squares that steps lead to from one, itself among them.
fn closure(next: &[Squares], from: Square) -> Squares {
    let mut found = [0; 4];
    set(&mut found, from);
    let mut list = vec![from];
    while let Some(at) = list.pop() {
        for word in 0..4 {
            let mut new = next[usize::from(at)][word] & !found[word];
            found[word] |= new;
            while new != 0 {
                list.push((word as u32 * 64 + new.trailing_zeros()) as Square);
                new &= new - 1;
            }
        }
    }
    found
}

fn set(squares: &mut Squares, square: Square) {
    squares[usize::from(square) / 64] |= 1 << (square % 64);
}
