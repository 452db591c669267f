//! A small search by alpha and beta on the public API: `search VARIANT DEPTH`.
//!
//! It plays for one army against all that are not of its side, so it fits games of two armies and
//! of more, and boards of any size: the size is found out once, and the search compiled for each.
#![allow(clippy::print_stdout)]

use std::ops::ControlFlow::{Break, Continue};

use circularchess::position::Position;
use circularchess::position::moves::{Move, Which};
use circularchess::rules::Rules;
use circularchess::variant::{PieceType, Variant};

/// More than any material on a board.
const WIN: i32 = 1_000_000;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let [_, id, depth] = args.as_slice() else {
        println!("usage: search VARIANT DEPTH");
        return;
    };
    let (Some(variant), Ok(depth)) = (Variant::builtin(id), depth.parse()) else {
        println!("no built-in variant {id:?}, or no depth {depth:?}");
        return;
    };
    match (variant.shape.len().div_ceil(64), variant.armies.len()) {
        _ if variant.is_general() => show::<4, 6, 25>(variant, depth),
        (1, 2) => show::<1, 2, 6>(variant, depth),
        (2, 2) => show::<2, 2, 6>(variant, depth),
        (_, 2) => show::<4, 2, 6>(variant, depth),
        (_, _) => show::<4, 6, 6>(variant, depth),
    }
}

fn show<const W: usize, const A: usize, const K: usize>(variant: Variant, depth: u8) {
    let rules = Rules::<W, A, K>::new(variant);
    let mut searched = 0;
    let found = best(&rules, &Position::start(&rules), depth, &mut searched);
    let shape = &rules.variant().shape;
    match found {
        Some((mv, score)) => println!(
            "{}{} {score:+} after {searched} positions",
            shape.name(mv.from),
            shape.name(mv.to)
        ),
        None => println!("no move"),
    }
}

/// The best move of the army to move, and what it is worth to it in pawns.
pub(crate) fn best<const W: usize, const A: usize, const K: usize>(
    rules: &Rules<W, A, K>,
    position: &Position<W, A, K>,
    depth: u8,
    searched: &mut u64,
) -> Option<(Move, i32)> {
    let mut search = Search {
        rules,
        army: position.turn(),
        searched,
    };
    let mut found = None;
    for which in [Which::Captures, Which::Quiet] {
        let _ = position.generate(rules, which, |moves| {
            for mv in moves {
                let alpha = found.map_or(-i32::MAX, |(_, score)| score);
                let mut next = *position;
                next.play_unjudged(rules, mv);
                let score = search.value(&next, depth.saturating_sub(1), alpha, i32::MAX);
                if found.is_none_or(|(_, best)| score > best) {
                    found = Some((mv, score));
                }
            }
            Continue(())
        });
    }
    found
}

struct Search<'a, const W: usize, const A: usize, const K: usize> {
    rules: &'a Rules<W, A, K>,
    /// The army it plays for.
    army: usize,
    searched: &'a mut u64,
}

impl<const W: usize, const A: usize, const K: usize> Search<'_, W, A, K> {
    fn value(&mut self, position: &Position<W, A, K>, depth: u8, alpha: i32, beta: i32) -> i32 {
        *self.searched += 1;
        if position.end().is_some() {
            return self.result(position, depth);
        }
        if depth == 0 {
            return self.material(position);
        }
        let rules = self.rules;
        let ours = self.is_ours(position.turn());
        let (mut alpha, mut beta) = (alpha, beta);
        let mut best = if ours { -i32::MAX } else { i32::MAX };
        let mut any = false;
        for which in [Which::Captures, Which::Quiet] {
            let cut = position.generate(rules, which, |moves| {
                for mv in moves {
                    any = true;
                    let mut next = *position;
                    next.play_unjudged(rules, mv);
                    let value = self.value(&next, depth - 1, alpha, beta);
                    if ours {
                        best = best.max(value);
                        alpha = alpha.max(best);
                    } else {
                        best = best.min(value);
                        beta = beta.min(best);
                    }
                    if alpha >= beta {
                        return Break(());
                    }
                }
                Continue(())
            });
            if cut.is_break() {
                return best;
            }
        }
        if any {
            return best;
        }
        // An army without moves: mate, stalemate, or the next army goes on.
        let mut judged = *position;
        judged.judge_turn(rules);
        self.value(&judged, depth, alpha, beta)
    }

    fn is_ours(&self, army: usize) -> bool {
        let armies = &self.rules.variant().armies;
        armies[army].side == armies[self.army].side
    }

    /// A finished game; the sooner won, the better.
    fn result(&self, position: &Position<W, A, K>, depth: u8) -> i32 {
        match position.winners(self.rules) {
            0 => 0,
            winners if winners >> self.army & 1 != 0 => WIN + i32::from(depth),
            _ => -WIN - i32::from(depth),
        }
    }

    fn material(&self, position: &Position<W, A, K>) -> i32 {
        let mut sum = 0;
        for army in 0..self.rules.variant().armies.len() {
            let sign = if self.is_ours(army) { 1 } else { -1 };
            for kind in self.rules.variant().kinds() {
                let worth = match kind {
                    PieceType::Pawn => 1,
                    PieceType::Knight | PieceType::Bishop => 3,
                    PieceType::Rook => 5,
                    PieceType::Queen => 9,
                    PieceType::King => 0,
                    // A variant's own kinds: as much as a minor piece, for want of better.
                    _ => 3,
                };
                sum += sign * worth * position.pieces(kind, army).len() as i32;
            }
        }
        sum
    }
}
