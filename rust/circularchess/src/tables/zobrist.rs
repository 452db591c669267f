//! Keys of the position hash.
//!
//! The keys come from a fixed sequence, so a hash means the same in every run and release of
//! one major version. It is meant for repetition and tables, not against forged collisions.

use crate::board::shape::Square;
use crate::random::Random;
use crate::variant::{MAX_ARMIES, PieceType};

/// Rows of the piece keys; a power of two, so that an index is cut to size by a mask.
const ROWS: usize = 64;

/// Keys of pieces on squares, the turn, armies in play, rights and en passant squares.
#[derive(Clone, Debug)]
pub(crate) struct Zobrist {
    /// By army (8 rows each) and kind (six, and outbound pawns as the seventh), then square.
    pieces: Box<[[u64; 256]; ROWS]>,
    turn: [u64; MAX_ARMIES],
    in_play: [u64; MAX_ARMIES],
    castling: [u64; 2 * MAX_ARMIES],
    en_passant: [u64; 256],
}

impl Zobrist {
    pub(crate) fn new(armies: usize) -> Self {
        let mut keys = Random::new(0xc1c_c4e55, 0);
        let mut fill = |row: &mut [u64]| row.iter_mut().for_each(|k| *k = keys.next());
        let mut turn = [0; MAX_ARMIES];
        let mut in_play = [0; MAX_ARMIES];
        let mut castling = [0; 2 * MAX_ARMIES];
        let mut en_passant = [0; 256];
        fill(&mut turn);
        fill(&mut in_play);
        fill(&mut castling);
        fill(&mut en_passant);
        let mut pieces = Box::new([[0; 256]; ROWS]);
        for row in pieces.iter_mut().take(8 * armies) {
            fill(row);
        }
        Self {
            pieces,
            turn,
            in_play,
            castling,
            en_passant,
        }
    }

    #[inline]
    pub(crate) fn piece(&self, army: usize, kind: PieceType, outbound: bool, at: Square) -> u64 {
        let row = if outbound { 6 } else { kind as usize };
        self.pieces[(army * 8 + row) % ROWS][usize::from(at)]
    }

    #[inline]
    pub(crate) fn turn(&self, army: usize) -> u64 {
        self.turn[army]
    }

    pub(crate) fn in_play(&self, army: usize) -> u64 {
        self.in_play[army]
    }

    /// The key of a set of rights, given as bits.
    #[inline]
    pub(crate) fn castling(&self, mut rights: u16) -> u64 {
        let mut key = 0;
        while rights != 0 {
            key ^= self.castling[rights.trailing_zeros() as usize % (2 * MAX_ARMIES)];
            rights &= rights - 1;
        }
        key
    }

    pub(crate) fn en_passant(&self, square: Square) -> u64 {
        self.en_passant[usize::from(square)]
    }
}
