//! Whether a king and one piece can mate a lone king on a board.
//!
//! On 4 rings of 16 files a rook cannot: a ring has no end to drive a king to. Nobody tells the
//! engine; it works every position out backwards from the mates, which for one piece on a small
//! board takes some milliseconds. Sets of squares stand for the piece's squares, so that a step
//! back is made for all of them at once.

use std::sync::OnceLock;

use circularchess::board::shape::Square;
use circularchess::board::square_set::SquareSet;
use circularchess::position::Position;
use circularchess::rules::{Piece, Rules};
use circularchess::variant::{PieceType, StalemateRule};

use crate::worth::KINDS;

/// On larger boards it would take too long, and every piece is held able to mate.
const MOST_SQUARES: u32 = 80;

/// What is known of each kind, once it was asked for.
#[derive(Default)]
pub(crate) struct Lone {
    wins: [OnceLock<bool>; KINDS],
}

impl Lone {
    /// Whether a king and a piece of this kind win most positions against a king. The position is
    /// any of the game.
    pub(crate) fn wins<const W: usize, const A: usize, const K: usize>(
        &self,
        rules: &Rules<W, A, K>,
        position: &Position<W, A, K>,
        kind: PieceType,
    ) -> bool {
        *self.wins[kind as usize].get_or_init(|| solve(rules, position, kind).unwrap_or(true))
    }
}

/// For all squares of the two kings, the squares of the piece.
type Table<const W: usize> = Vec<[SquareSet<W>; 256]>;

/// The same, `None` where it is not worked out: on large boards, and for pieces that do not come
/// from where they go.
#[inline(never)]
fn solve<const W: usize, const A: usize, const K: usize>(
    rules: &Rules<W, A, K>,
    position: &Position<W, A, K>,
    kind: PieceType,
) -> Option<bool> {
    let board = rules.board();
    if board.len() > MOST_SQUARES {
        return None;
    }
    let piece = Piece {
        army: 0,
        kind,
        outbound: false,
    };
    let one = SquareSet::from_square;
    let reach = |from: Square, occupied| position.reach(rules, piece, from, occupied) & board;
    let both_ways = board.into_iter().all(|from| {
        let there = reach(from, SquareSet::EMPTY);
        there
            .into_iter()
            .all(|to| reach(to, SquareSet::EMPTY).has(from))
    });
    if !both_ways {
        return None;
    }
    let king = |at: Square| rules.attacks().king(at) & board;
    let stalemate_loses = rules.variant().options.stalemate == Some(StalemateRule::Loses);
    let size = 256;
    // Squares of the piece with which the lone king, to move, has lost, and with which the other
    // side, to move, has won: by the square of the stronger king and that of the lone one.
    let mut lost: Table<W> = vec![[SquareSet::EMPTY; 256]; size];
    let mut won: Table<W> = vec![[SquareSet::EMPTY; 256]; size];
    loop {
        let mut grown = false;
        for own in board {
            let near = king(own);
            for lone in board.without(near | one(own)) {
                let mut all = board.without(one(own) | one(lone));
                let mut flights = SquareSet::EMPTY;
                for to in king(lone).without(near | one(own)) {
                    // The lone king has left its square, so lines go on through it.
                    let covered = reach(to, one(own)).without(one(to));
                    let free = board.without(covered);
                    all &= covered | won[usize::from(own)][usize::from(to)];
                    flights |= free;
                }
                // A piece beside the lone king is taken, unless its own king guards it.
                let taken = king(lone).without(near);
                all = all.without(taken);
                let checks = reach(lone, one(own));
                if !stalemate_loses {
                    // Without a flight and without a check it is stalemate.
                    all &= flights | checks;
                }
                let entry = &mut lost[usize::from(own)][usize::from(lone)];
                grown |= !all.without(*entry).is_empty();
                *entry |= all;
            }
        }
        if !grown {
            break;
        }
        for own in board {
            let near = king(own);
            for lone in board.without(near | one(own)) {
                let mut all = won[usize::from(own)][usize::from(lone)];
                for to in near.without(king(lone) | one(lone)) {
                    all |= lost[usize::from(to)][usize::from(lone)].without(one(to));
                }
                let targets = lost[usize::from(own)][usize::from(lone)];
                let occupied = one(own) | one(lone);
                // With the lone king in check it would not be the other side's turn.
                let checks = reach(lone, one(own));
                for from in board.without(all | occupied | checks) {
                    if reach(from, occupied).meets(targets) {
                        all.insert(from);
                    }
                }
                won[usize::from(own)][usize::from(lone)] = all.without(checks | occupied);
            }
        }
    }
    let (mut wins, mut count) = (0, 0);
    for own in board {
        let near = king(own);
        for lone in board.without(near | one(own)) {
            let possible = board.without(reach(lone, one(own)) | one(own) | one(lone));
            count += possible.len();
            wins += won[usize::from(own)][usize::from(lone)].len();
        }
    }
    Some(wins * 2 > count)
}

#[cfg(test)]
mod tests {
    use circularchess::variant::Variant;

    use super::*;

    fn wins<const W: usize>(id: &str, kind: PieceType) -> bool {
        let rules = Rules::<W, 2, 6>::new(Variant::builtin(id).unwrap());
        solve(&rules, &Position::start(&rules), kind).unwrap()
    }

    #[test]
    fn pieces_that_mate_alone() {
        // As every book has it on the orthodox board; on 4 rings of 16 files a rook has no edge
        // to drive the king to.
        assert!(wins::<1>("orthodox", PieceType::Queen));
        assert!(wins::<1>("orthodox", PieceType::Rook));
        assert!(!wins::<1>("orthodox", PieceType::Bishop));
        assert!(!wins::<1>("orthodox", PieceType::Knight));
        assert!(wins::<1>("circular", PieceType::Queen));
        assert!(!wins::<1>("circular", PieceType::Rook));
        assert!(!wins::<1>("circular", PieceType::Bishop));
    }
}
