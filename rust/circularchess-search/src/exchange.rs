//! Static exchange: what is left of a capture when both sides go on taking on its square.

use circularchess::board::shape::Square;
use circularchess::board::square_set::SquareSet;
use circularchess::position::Position;
use circularchess::position::moves::Move;
use circularchess::rules::Rules;
use circularchess::variant::PieceType;

use crate::worth::KINDS;

/// A king's worth in an exchange: more than all else.
pub(crate) const KING: i32 = 20_000;

/// Whether a move gains at least so much by exchange, for the armies of `camp`, of which one
/// is to move, against all others.
///
/// On a ring a man may stand behind the captured square both ways round; attackers are looked for
/// anew as each man leaves, so it makes no difference from which side they come.
pub(crate) fn gains<const W: usize, const A: usize, const K: usize>(
    position: &Position<W, A, K>,
    rules: &Rules<W, A, K>,
    values: &[i32; KINDS],
    camp: u8,
    mv: Move,
    at_least: i32,
) -> bool {
    let value = |kind: PieceType| match kind {
        PieceType::King => KING,
        kind => values[kind as usize],
    };
    let mover = position.kind_on(mv.from).unwrap_or(PieceType::Pawn);
    let taken = position.kind_on(mv.to);
    let mut gain = taken.map_or(0, value);
    let mut standing = value(mover);
    if mover == PieceType::Pawn {
        if let Some(kind) = mv.promotion {
            standing = value(kind);
            gain += standing - values[0];
        } else if taken.is_none() && rules_takes_in_passing(rules, position, mv) {
            gain += values[0];
        }
    }
    let mut ours = SquareSet::EMPTY;
    for army in 0..A {
        if camp >> army & 1 != 0 {
            ours |= position.army(army);
        }
    }
    let target: Square = mv.to;
    let mut occupied = position.occupied().without(SquareSet::from_square(mv.from))
        | SquareSet::from_square(target);
    // The least that we end with, if we stop here; negative when the other side is content.
    let mut balance = gain - at_least;
    if balance < 0 {
        return false;
    }
    loop {
        // The others take what stands there, unless we would have enough all the same.
        balance -= standing;
        if balance >= 0 {
            return true;
        }
        let attackers = position.attackers_through(rules, target, occupied) & occupied;
        let (own, other) = (attackers & ours, attackers.without(ours));
        match least(position, other, values) {
            Some((from, kind)) if kind != PieceType::King || own.is_empty() => {
                standing = value(kind);
                occupied = occupied.without(SquareSet::from_square(from));
            }
            _ => return true,
        }
        // We take in turn, unless even that would not be enough.
        balance += standing;
        if balance < 0 {
            return false;
        }
        let attackers = position.attackers_through(rules, target, occupied) & occupied;
        let (own, other) = (attackers & ours, attackers.without(ours));
        match least(position, own, values) {
            Some((from, kind)) if kind != PieceType::King || other.is_empty() => {
                standing = value(kind);
                occupied = occupied.without(SquareSet::from_square(from));
            }
            _ => return false,
        }
    }
}

fn rules_takes_in_passing<const W: usize, const A: usize, const K: usize>(
    rules: &Rules<W, A, K>,
    position: &Position<W, A, K>,
    mv: Move,
) -> bool {
    (0..rules.variant().armies.len()).any(|owner| position.en_passant(owner) == Some(mv.to))
}

/// The man of least worth, and its kind.
#[inline]
fn least<const W: usize, const A: usize, const K: usize>(
    position: &Position<W, A, K>,
    men: SquareSet<W>,
    values: &[i32; KINDS],
) -> Option<(Square, PieceType)> {
    if men.is_empty() {
        return None;
    }
    let mut best: Option<(i32, Square, PieceType)> = None;
    for kind in (0..K).filter_map(PieceType::numbered) {
        if let Some(square) = (position.of_kind(kind) & men).first() {
            let worth = match kind {
                PieceType::King => KING,
                kind => values[kind as usize],
            };
            if best.is_none_or(|(least, _, _)| worth < least) {
                best = Some((worth, square, kind));
            }
        }
    }
    best.map(|(_, square, kind)| (square, kind))
}
