//! Keys of the position hash.
//!
//! The keys come from a fixed sequence, so a hash means the same in every run and release of
//! one major version. It is meant for repetition and tables, not against forged collisions.

use crate::board::shape::Square;
use crate::random::Random;
use crate::variant::{MAX_ARMIES, MAX_OWN_KINDS, PieceType};

/// Rows of the piece keys; a power of two, so that an index is cut to size by a mask.
const ROWS: usize = 64;

/// Rows of one army: the six classic kinds, then pawns of the other heading; one stays free.
const ROWS_OF_ARMY: usize = 8;

/// The row of pawns of the other heading: outbound, or anticlockwise.
const OTHER_HEADING: usize = 6;

/// Where the fixed sequence of keys begins.
const SEED: u64 = 0xc1c_c4e55;

/// Keys of pieces on squares, the turn, armies in play, rights and en passant squares.
#[derive(Clone, Debug)]
pub(crate) struct Zobrist {
    /// By army and kind, then square.
    pieces: Box<[[u64; 256]; ROWS]>,
    /// By army and a variant's own kind, if it has any.
    own: Vec<[u64; 256]>,
    turn: [u64; MAX_ARMIES],
    in_play: [u64; MAX_ARMIES],
    moats: [u64; 16],
    castling: [u64; 2 * MAX_ARMIES],
    en_passant: [u64; 256],
}

impl Zobrist {
    pub(crate) fn new(armies: usize, own_kinds: bool) -> Self {
        let mut keys = Random::new(SEED, 0);
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
        for row in pieces.iter_mut().take(ROWS_OF_ARMY * armies) {
            fill(row);
        }
        // A sequence of its own, so that all other keys stay what they were.
        let mut keys = Random::new(SEED, 1);
        let mut moats = [0; 16];
        moats.iter_mut().for_each(|k| *k = keys.next());
        let rows = if own_kinds { MAX_OWN_KINDS * armies } else { 0 };
        let mut own = vec![[0; 256]; rows];
        own.iter_mut().flatten().for_each(|k| *k = keys.next());
        Self {
            own,
            moats,
            pieces,
            turn,
            in_play,
            castling,
            en_passant,
        }
    }

    #[inline]
    pub(crate) fn piece(&self, army: usize, kind: PieceType, outbound: bool, at: Square) -> u64 {
        let row = if outbound {
            OTHER_HEADING
        } else {
            kind as usize
        };
        self.pieces[(army * ROWS_OF_ARMY + row) % ROWS][usize::from(at)]
    }

    /// The same for one of a variant's own kinds.
    pub(crate) fn own_piece(&self, army: usize, kind: PieceType, at: Square) -> u64 {
        let row = army * MAX_OWN_KINDS + (kind as usize - PieceType::ALL.len());
        self.own[row][usize::from(at)]
    }

    /// The key of a set of bridged moats, given as bits.
    pub(crate) fn bridged(&self, mut moats: u16) -> u64 {
        let mut key = 0;
        while moats != 0 {
            key ^= self.moats[moats.trailing_zeros() as usize % 16];
            moats &= moats - 1;
        }
        key
    }

    #[inline]
    pub(crate) fn turn(&self, army: usize) -> u64 {
        self.turn[army]
    }

    /// What changes as the turn passes between the first two armies.
    #[inline]
    pub(crate) fn turn_of_two(&self) -> u64 {
        self.turn[0] ^ self.turn[1]
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
