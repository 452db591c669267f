//! What pieces are worth on a board, from how far they see on it.
//!
//! A piece is worth what it can do: the squares it attacks from an average square, when each
//! square of the board is empty with a chance of [`EMPTY_PER_MILLE`]. That share of mobility
//! tells rooks from bishops and queens from both on any board, after Ralph Betza's "crowded board
//! mobility" (About the Values of Chess Pieces, 1996). Many weak pieces are worth less than one
//! strong one, so worth grows a little faster than mobility; a piece that never reaches one half
//! of the board loses some of it.

use circularchess::board::shape::Square;
use circularchess::board::square_set::SquareSet;
use circularchess::position::Position;
use circularchess::rules::{Piece, Rules};
use circularchess::variant::PieceType;

/// Most kinds of piece there can be.
pub(crate) const KINDS: usize = 25;

/// What a pawn is worth: the unit.
pub(crate) const PAWN: i32 = 100;

/// How often a square is empty in the middle of a game.
const EMPTY_PER_MILLE: u64 = 690;
/// Boards filled at random to look from each square.
const SAMPLES: usize = 48;
/// Worth of a piece that attacks one square on average, and how worth grows with mobility.
const SCALE: f64 = 46.7;
const GROWTH: f64 = 1.16;
/// What is left to a piece bound to part of the board.
const BOUND_SHARE: f64 = 0.95;

/// What is known of the kinds of piece of a variant.
pub(crate) struct Worth {
    /// Centipawns by kind; nothing for the king.
    pub(crate) values: [i32; KINDS],
    /// Squares attacked on a board of the middle game, on average.
    pub(crate) mobility: [f64; KINDS],
    /// By kind: whether it can reach only part of the board.
    pub(crate) bound: [bool; KINDS],
    /// By kind and square: squares attacked on the empty board, less their average.
    pub(crate) freedom: Vec<[f64; 256]>,
}

impl Worth {
    /// What the kinds are worth on the board of these rules. The position is any of theirs.
    pub(crate) fn new<const W: usize, const A: usize, const K: usize>(
        rules: &Rules<W, A, K>,
        position: &Position<W, A, K>,
    ) -> Self {
        let board = rules.board();
        let count = f64::from(board.len());
        let mut worth = Self {
            values: [0; KINDS],
            mobility: [1.0; KINDS],
            bound: [false; KINDS],
            freedom: vec![[0.0; 256]; KINDS],
        };
        let crowds = crowds(board);
        for kind in rules.variant().kinds() {
            let index = kind as usize;
            let piece = Piece {
                army: 0,
                kind,
                outbound: false,
            };
            let reach =
                |from: Square, occupied| position.reach(rules, piece, from, occupied) & board;
            let free = |from: Square| f64::from(reach(from, SquareSet::EMPTY).len());
            let mean = board.into_iter().map(free).sum::<f64>() / count;
            for from in board {
                worth.freedom[index][usize::from(from)] = free(from) - mean;
            }
            let mut seen = 0;
            for &crowd in &crowds {
                for from in board {
                    seen += reach(from, crowd).len();
                }
            }
            let mobility = f64::from(seen) / count / SAMPLES as f64;
            worth.mobility[index] = mobility.max(0.5);
            if kind == PieceType::Pawn {
                worth.values[index] = PAWN;
                continue;
            }
            if kind == PieceType::King {
                continue;
            }
            worth.bound[index] = is_bound(board, |from| reach(from, SquareSet::EMPTY));
            let share = if worth.bound[index] { BOUND_SHARE } else { 1.0 };
            let value = SCALE * mobility.powf(GROWTH) * share;
            worth.values[index] = (value.round() as i32).max(PAWN / 4);
        }
        worth
    }
}

/// Boards on which each square holds a man as often as in the middle of a game.
fn crowds<const W: usize>(board: SquareSet<W>) -> Vec<SquareSet<W>> {
    let mut state = 0_u64;
    let mut random = move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    };
    (0..SAMPLES)
        .map(|_| {
            board
                .into_iter()
                .filter(|_| random() % 1000 >= EMPTY_PER_MILLE)
                .collect()
        })
        .collect()
}

/// Whether a piece that wanders about the empty board misses a part of it.
fn is_bound<const W: usize>(board: SquareSet<W>, reach: impl Fn(Square) -> SquareSet<W>) -> bool {
    let Some(first) = board.first() else {
        return false;
    };
    let mut reached = SquareSet::from_square(first);
    let mut fresh = reached;
    while !fresh.is_empty() {
        let mut next = SquareSet::EMPTY;
        for square in fresh {
            next |= reach(square);
        }
        fresh = next.without(reached);
        reached |= next;
    }
    reached.len() * 5 < board.len() * 4
}

/// Steps a king needs from each square to each other on the empty board; 255 where it never
/// comes.
pub(crate) fn king_distances<const W: usize, const A: usize, const K: usize>(
    rules: &Rules<W, A, K>,
) -> Box<[[u8; 256]]> {
    let mut table = vec![[255; 256]; 256];
    for from in rules.board() {
        let row = &mut table[usize::from(from)];
        let mut reached = SquareSet::from_square(from);
        let mut fresh = reached;
        let mut steps = 0;
        while !fresh.is_empty() {
            let mut next = SquareSet::EMPTY;
            for square in fresh {
                row[usize::from(square)] = steps;
                next |= rules.attacks().king(square);
            }
            fresh = next.without(reached);
            reached |= next;
            steps += 1;
        }
    }
    table.into_boxed_slice()
}
