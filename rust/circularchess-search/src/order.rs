//! In what order moves are looked at, and what is remembered of moves for it.

use std::ops::ControlFlow::Continue;

use circularchess::position::Position;
use circularchess::position::moves::{Move, Which};
use circularchess::rules::Rules;
use circularchess::variant::PieceType;

use crate::exchange::KING;
use crate::worth::KINDS;

/// A move with what it is and how promising it looks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub(crate) mv: Move,
    pub(crate) kind: PieceType,
    /// Whether it neither takes nor promotes.
    pub(crate) quiet: bool,
    pub(crate) score: i32,
}

/// Most that a history counts to.
const MOST: i32 = 1 << 14;

/// Entries of the continuation history, for boards on which one for every pair would be too many.
const CONTINUATIONS: usize = 1 << 20;

/// What quiet moves did so far in this search.
pub(crate) struct History {
    squares: usize,
    kinds: usize,
    /// Whether pairs of moves share entries.
    spread: bool,
    /// By army, from and to.
    plain: Vec<i16>,
    /// By kind and to of the move before, then of the move.
    continuation: Vec<i16>,
    /// By army, kind, to, and kind taken.
    captures: Vec<i16>,
}

/// What the move before was, for the continuation history.
pub(crate) type Played = Option<(PieceType, u8)>;

impl History {
    pub(crate) fn new(squares: usize, armies: usize, kinds: usize) -> Self {
        let pairs = (squares * kinds).pow(2);
        Self {
            squares,
            kinds,
            spread: pairs > CONTINUATIONS,
            plain: vec![0; armies * squares * squares],
            continuation: vec![0; pairs.min(CONTINUATIONS)],
            captures: vec![0; armies * kinds * squares * kinds],
        }
    }

    #[inline]
    fn plain_at(&self, army: usize, mv: Move) -> usize {
        (army * self.squares + usize::from(mv.from)) * self.squares + usize::from(mv.to)
    }

    #[inline]
    fn continuation_at(&self, before: (PieceType, u8), kind: PieceType, to: u8) -> usize {
        let size = self.squares * self.kinds;
        let index = (before.0 as usize * self.squares + usize::from(before.1)) * size
            + kind as usize * self.squares
            + usize::from(to);
        if self.spread {
            ((index as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize % CONTINUATIONS
        } else {
            index
        }
    }

    #[inline]
    fn capture_at(&self, army: usize, kind: PieceType, to: u8, taken: PieceType) -> usize {
        ((army * self.kinds + kind as usize) * self.squares + usize::from(to)) * self.kinds
            + taken as usize
    }

    #[inline]
    pub(crate) fn quiet(&self, army: usize, mv: Move) -> i32 {
        i32::from(self.plain[self.plain_at(army, mv)])
    }

    #[inline]
    pub(crate) fn continued(&self, before: Played, kind: PieceType, to: u8) -> i32 {
        before.map_or(0, |before| {
            i32::from(self.continuation[self.continuation_at(before, kind, to)])
        })
    }

    #[inline]
    pub(crate) fn capture(&self, army: usize, kind: PieceType, to: u8, taken: PieceType) -> i32 {
        i32::from(self.captures[self.capture_at(army, kind, to, taken)])
    }

    pub(crate) fn reward(&mut self, army: usize, mv: Move, by: i32) {
        let at = self.plain_at(army, mv);
        learn(&mut self.plain[at], by);
    }

    pub(crate) fn reward_continuation(&mut self, before: Played, kind: PieceType, to: u8, by: i32) {
        if let Some(before) = before {
            let at = self.continuation_at(before, kind, to);
            learn(&mut self.continuation[at], by);
        }
    }

    pub(crate) fn reward_capture(
        &mut self,
        army: usize,
        kind: PieceType,
        to: u8,
        taken: PieceType,
        by: i32,
    ) {
        let at = self.capture_at(army, kind, to, taken);
        learn(&mut self.captures[at], by);
    }
}

/// Moves a count towards what it is told, the less the nearer it is.
#[inline]
fn learn(entry: &mut i16, by: i32) {
    let old = i32::from(*entry);
    *entry = (old + by - old * by.abs() / MOST) as i16;
}

/// Whether moves that leave the own king attacked are left out: where kings may be taken, and the
/// game is of two, they are never better than those that do not.
#[inline]
pub(crate) fn only_safe<const W: usize, const A: usize, const K: usize>(
    rules: &Rules<W, A, K>,
) -> bool {
    A == 2 && rules.kings_are_taken()
}

/// Puts moves on a stack with what they are; their scores are still to be given.
#[inline]
pub(crate) fn collect<const W: usize, const A: usize, const K: usize>(
    position: &Position<W, A, K>,
    rules: &Rules<W, A, K>,
    which: Which,
    into: &mut Vec<Candidate>,
) {
    let quiet = which == Which::Quiet;
    let each = |moves: circularchess::position::moves::PieceMoves<'_, W>| {
        let kind = moves.kind;
        for mv in moves {
            into.push(Candidate {
                mv,
                kind,
                quiet: quiet && mv.promotion.is_none(),
                score: 0,
            });
        }
        Continue(())
    };
    let _ = if only_safe(rules) {
        position.generate_safe_moves(rules, which, each)
    } else {
        position.generate(rules, which, each)
    };
}

/// Takes the most promising move out of those from `next` on, and puts it there.
#[inline]
pub(crate) fn pick(moves: &mut [Candidate], next: usize) -> Candidate {
    let mut best = next;
    for index in next + 1..moves.len() {
        if moves[index].score > moves[best].score {
            best = index;
        }
    }
    moves.swap(next, best);
    moves[next]
}

/// What is taken counts most, then who takes.
#[inline]
pub(crate) fn victim_first(
    values: &[i32; KINDS],
    taken: Option<PieceType>,
    kind: PieceType,
    promotion: Option<PieceType>,
) -> i32 {
    let worth = |kind: PieceType| match kind {
        PieceType::King => KING,
        kind => values[kind as usize],
    };
    // What is taken in passing is a pawn.
    let victim = taken.map_or(values[0], worth);
    let taker = if kind == PieceType::King {
        0
    } else {
        values[kind as usize]
    };
    let becomes = promotion.map_or(0, worth);
    victim * 16 + becomes * 16 - taker
}
