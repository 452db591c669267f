//! A playable state: placement, army to move, armies in play, rights, clocks and hash.

mod attacks;
pub mod describe;
mod draws;
pub(crate) mod generate;
pub mod moves;
pub mod paths;
mod play;
pub mod refusal;
mod searching;
pub mod setup;

pub use generate::Flow;

use crate::board::shape::Square;
use crate::board::square_set::SquareSet;
use crate::rules::{Piece, Rules};
use crate::variant::{PieceType, StalemateRule};

/// Marks an army that has made no double step; no passed-over square has this number, since
/// none lies on an outermost ring.
pub(crate) const NO_SQUARE: Square = 255;

/// Where the counts of rounds and of moves without progress stop: the most a position text says.
pub const MOST_COUNT: u32 = i32::MAX as u32;

/// How a game ended by its rules of turns; draws by claim or count are not known here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum End {
    /// A mate that ended the game.
    Checkmate,
    /// A king was taken, and that ended the game.
    KingTaken,
    /// Only one side is left.
    LastSideStanding,
    /// A stalemate that draws the game, or loses it.
    Stalemate,
    /// An army resigned, and that ended the game.
    Resignation,
    /// An army was bare, and could not bare the other.
    BareKing,
    /// A king entered a citadel: a draw.
    Citadel,
}

/// What an action brought about, besides the move itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// The army's king was taken.
    KingTaken,
    /// The army was mated on its turn.
    Checkmated,
    /// The army had no safe move on its turn and was not in check.
    Stalemated,
    /// The army passed, being stalemated.
    Passed,
    /// The army resigned.
    Resigned,
    /// The army went out of play.
    Eliminated,
    /// The army has lost, being bare.
    BareKing,
    /// The army's king entered a citadel.
    Citadel,
}

/// An event and the number of the army it befell.
pub type Event = (EventKind, usize);

/// A position of at most `A` armies on a board of `W` words. Moves make a new one.
///
/// Equality follows the repetition rule: placement, army to move, armies in play, castling
/// rights, and en passant squares that matter; not the clocks.
///
/// Of whole 16 bytes, since it is copied for every move and a vector that overlaps the one
/// before is waited for.
#[derive(Clone, Copy, Debug)]
#[repr(align(16))]
pub struct Position<const W: usize, const A: usize, const K: usize = 6> {
    pub(crate) kinds: [SquareSet<W>; K],
    pub(crate) armies: [SquareSet<W>; A],
    pub(crate) outbound: SquareSet<W>,
    /// Hash of all but en passant, which [`Position::hash`] adds.
    pub(crate) key: u64,
    pub(crate) halfmove: u32,
    pub(crate) round: u32,
    pub(crate) castling: u16,
    pub(crate) turn: u8,
    pub(crate) in_play: u8,
    pub(crate) en_passant: [Square; A],
    pub(crate) end: Option<End>,
    /// Bridged moats, as bits.
    pub(crate) bridged: u8,
}

impl<const W: usize, const A: usize, const K: usize> Position<W, A, K> {
    /// The empty position from which set-ups are built.
    pub(crate) const EMPTY: Self = Self {
        kinds: [SquareSet::EMPTY; K],
        armies: [SquareSet::EMPTY; A],
        outbound: SquareSet::EMPTY,
        key: 0,
        halfmove: 0,
        round: 1,
        castling: 0,
        turn: 0,
        in_play: 0,
        en_passant: [NO_SQUARE; A],
        end: None,
        bridged: 0,
    };

    /// Number of the army to move.
    #[inline]
    #[must_use]
    pub fn turn(&self) -> usize {
        usize::from(self.turn)
    }

    /// The armies in play, as bits.
    #[must_use]
    pub fn in_play(&self) -> u8 {
        self.in_play
    }

    /// Single moves since the last capture, pawn move or elimination, to [`MOST_COUNT`].
    #[must_use]
    pub fn halfmove(&self) -> u32 {
        self.halfmove
    }

    /// The round, from 1 to [`MOST_COUNT`].
    #[must_use]
    pub fn round(&self) -> u32 {
        self.round
    }

    /// How the game ended, if its rules of turns ended it.
    #[must_use]
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// The armies of the side that won, as bits; none in a draw or while the game goes on.
    #[must_use]
    pub fn winners(&self, rules: &Rules<W, A, K>) -> u8 {
        let turn = self.turn();
        match self.end {
            None | Some(End::Citadel) => 0,
            Some(End::Stalemate) if rules.stalemate == Some(StalemateRule::Loses) => {
                rules.enemies[turn]
            }
            Some(End::Stalemate) => 0,
            Some(End::BareKing) if self.is_bare(turn) => rules.enemies[turn],
            Some(End::BareKing) => rules.sides[turn],
            Some(End::Checkmate) if rules.eliminates && self.in_play.count_ones() > 1 => {
                rules.enemies[turn]
            }
            Some(End::Checkmate) if self.in_play.count_ones() > 1 => {
                self.won_by(rules, self.mater(rules), turn)
            }
            Some(End::KingTaken) if rules.variant.armies.len() > 2 => {
                // The turn has passed on from the army that took the king. With two sides too its
                // own is the one that won.
                rules.sides[self.before(turn)]
            }
            Some(End::Resignation) if !rules.eliminates && rules.variant.armies.len() > 2 => {
                // Armies that were eliminated before have left the board.
                let gone =
                    (0..A).find(|&a| self.in_play >> a & 1 == 0 && !self.armies[a].is_empty());
                gone.map_or(0, |army| rules.enemies[army])
            }
            Some(_) => rules.sides[self.in_play.trailing_zeros() as usize % A],
        }
    }

    /// The winners of a game that an army's mate or taken king ended: of two sides the other
    /// one, of more the side that brought it about.
    fn won_by(&self, rules: &Rules<W, A, K>, mater: usize, loser: usize) -> u8 {
        if rules.sides_count == 2 {
            rules.enemies[loser % A]
        } else {
            rules.sides[mater % A]
        }
    }

    /// The army in play whose turn was before an army's.
    fn before(&self, army: usize) -> usize {
        let earlier = self.in_play & ((1 << army) - 1);
        let from = if earlier != 0 { earlier } else { self.in_play };
        7 - from.leading_zeros() as usize % 8
    }

    /// The army that mated the one to move: of those with a man that attacks its king, the one
    /// whose turn was last.
    fn mater(&self, rules: &Rules<W, A, K>) -> usize {
        let loser = self.turn();
        let mut mater = self.before(loser);
        while mater != loser {
            let attacks = self
                .king_of(loser)
                .is_some_and(|king| !self.attackers(rules, mater, king).is_empty());
            if attacks && rules.enemies[loser] >> mater & 1 != 0 {
                break;
            }
            mater = self.before(mater);
        }
        mater
    }

    /// Whether an army has nothing but its king.
    #[inline]
    pub(crate) fn is_bare(&self, army: usize) -> bool {
        self.armies[army].len() == 1
    }

    /// The moats that are bridged, as bits in the order of the board's list.
    #[must_use]
    pub fn bridged(&self) -> u16 {
        u16::from(self.bridged)
    }

    /// Men of eliminated armies that stay on the board.
    #[inline]
    pub(crate) fn inert(&self, rules: &Rules<W, A, K>) -> SquareSet<W> {
        let mut inert = SquareSet::EMPTY;
        if !rules.leave {
            for (army, &set) in self.armies.iter().enumerate() {
                if self.in_play >> army & 1 == 0 {
                    inert |= set;
                }
            }
        }
        inert
    }

    /// The squares of an army's pieces of one kind.
    ///
    /// ```
    /// # use circularchess::{position::Position, rules::Rules, variant::{PieceType, Variant}};
    /// let rules = Rules::<1, 2>::new(Variant::builtin("circular").unwrap());
    /// let start = Position::start(&rules);
    /// assert_eq!(start.pieces(PieceType::Pawn, 0).len(), 8);
    /// assert_eq!(start.army(0).len(), 16);
    /// assert_eq!(start.occupied(), start.army(0) | start.army(1));
    /// assert_eq!(start.king(0), start.pieces(PieceType::King, 0).first());
    /// ```
    #[inline]
    #[must_use]
    pub fn pieces(&self, kind: PieceType, army: usize) -> SquareSet<W> {
        let men = self.kinds.get(kind as usize).copied();
        men.unwrap_or(SquareSet::EMPTY) & self.armies[army]
    }

    /// The squares of an army's pieces.
    #[inline]
    #[must_use]
    pub fn army(&self, army: usize) -> SquareSet<W> {
        self.armies[army]
    }

    /// The squares of pawns that have crossed a null centre.
    #[inline]
    #[must_use]
    pub fn outbound(&self) -> SquareSet<W> {
        self.outbound
    }

    /// The square of an army's king; none once the army has no pieces.
    #[inline]
    #[must_use]
    pub fn king(&self, army: usize) -> Option<Square> {
        self.king_of(army)
    }

    /// All occupied squares.
    #[inline]
    #[must_use]
    pub fn occupied(&self) -> SquareSet<W> {
        let mut all = SquareSet::EMPTY;
        if A < K {
            for set in self.armies {
                all |= set;
            }
        } else {
            for set in self.kinds {
                all |= set;
            }
        }
        all
    }

    /// Squares of the armies of other sides that are in play.
    #[inline]
    pub(crate) fn enemies_of(&self, rules: &Rules<W, A, K>, army: usize) -> SquareSet<W> {
        let mask = rules.enemies[army] & self.in_play;
        if A == 2 {
            let other = army ^ 1;
            return if mask >> other & 1 != 0 {
                self.armies[other & 1]
            } else {
                SquareSet::EMPTY
            };
        }
        if rules.all_in_play {
            // All pieces on the board are in play, so the others are those of the own side.
            let mut friends = SquareSet::EMPTY;
            let mut side = rules.sides[army];
            while side != 0 {
                friends |= self.armies[side.trailing_zeros() as usize % A];
                side &= side - 1;
            }
            return self.occupied().without(friends);
        }
        let mut all = SquareSet::EMPTY;
        for (a, &set) in self.armies.iter().enumerate() {
            if mask >> a & 1 != 0 {
                all |= set;
            }
        }
        all
    }

    /// The squares of all pieces of one kind, whatever their army.
    #[inline]
    #[must_use]
    pub fn of_kind(&self, kind: PieceType) -> SquareSet<W> {
        self.kinds[kind as usize]
    }

    /// The square of an army's king, if it has one.
    #[inline]
    pub(crate) fn king_of(&self, army: usize) -> Option<Square> {
        (self.of_kind(PieceType::King) & self.armies[army]).first()
    }

    /// The piece on a square.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let kind = self.kind_at(square)?;
        let army = self.army_at(square)?;
        Some(Piece {
            army,
            kind,
            outbound: self.outbound.has(square),
        })
    }

    #[inline]
    pub(crate) fn kind_at(&self, square: Square) -> Option<PieceType> {
        if K > 6 {
            let number = self.kinds.iter().position(|set| set.has(square))?;
            return PieceType::numbered(number);
        }
        PieceType::ALL
            .into_iter()
            .find(|&k| self.kinds[k as usize].has(square))
    }

    #[inline]
    pub(crate) fn army_at(&self, square: Square) -> Option<usize> {
        self.armies.iter().position(|set| set.has(square))
    }

    /// Whether an army may still castle to side 0 (king's) or 1 (queen's), pieces in the way
    /// or attacks aside.
    #[must_use]
    pub fn has_right(&self, army: usize, side: usize) -> bool {
        self.castling & crate::rules::right_bit(army, side) != 0
    }

    /// The square an army's last double step passed over, while it may be captured on.
    #[must_use]
    pub fn en_passant(&self, army: usize) -> Option<Square> {
        (self.en_passant[army] != NO_SQUARE).then_some(self.en_passant[army])
    }

    /// The square of the pawn that may be captured in passing on `passed`.
    #[inline]
    pub(crate) fn en_passant_pawn(
        &self,
        rules: &Rules<W, A, K>,
        owner: usize,
        passed: Square,
    ) -> SquareSet<W> {
        let class = rules.pawn_class(owner, false);
        let beyond = rules.attacks.pawns[class].push[usize::from(passed)];
        if K > 6 && rules.by_heading {
            let pawns = self.of_kind(PieceType::Pawn) & self.armies[owner];
            if !beyond.meets(pawns.without(self.outbound)) {
                let class = rules.pawn_class(owner, true);
                let other = rules.attacks.pawns[class].push[usize::from(passed)];
                if other.meets(pawns & self.outbound) {
                    return other;
                }
            }
        }
        beyond
    }

    // The mutators below keep the hash in step.

    #[inline]
    pub(crate) fn toggle(&mut self, rules: &Rules<W, A, K>, piece: Piece, square: Square) {
        let bit = SquareSet::from_square(square);
        self.kinds[piece.kind as usize] ^= bit;
        self.armies[piece.army] ^= bit;
        if piece.outbound {
            self.outbound ^= bit;
        }
        self.key ^= rules.piece_key(piece, square);
    }

    /// Moves a piece that stays what it is.
    #[inline]
    pub(crate) fn relocate(
        &mut self,
        rules: &Rules<W, A, K>,
        piece: Piece,
        from: Square,
        to: Square,
    ) {
        let bits = SquareSet::from_square(from) | SquareSet::from_square(to);
        self.kinds[piece.kind as usize] ^= bits;
        self.armies[piece.army] ^= bits;
        if piece.outbound {
            self.outbound ^= bits;
        }
        self.key ^= rules.piece_key(piece, from) ^ rules.piece_key(piece, to);
    }

    #[inline]
    pub(crate) fn lose_rights(&mut self, rules: &Rules<W, A, K>, lost: u16) {
        let lost = self.castling & lost;
        if lost != 0 {
            self.castling ^= lost;
            self.key ^= rules.zobrist.castling(lost);
        }
    }

    #[inline]
    pub(crate) fn set_turn(&mut self, rules: &Rules<W, A, K>, army: usize) {
        self.key ^= rules.zobrist.turn(self.turn()) ^ rules.zobrist.turn(army);
        self.turn = army as u8;
    }

    /// The hash of the position for the repetition rule.
    #[must_use]
    pub fn hash(&self, rules: &Rules<W, A, K>) -> u64 {
        let mut key = self.key;
        for owner in 0..rules.variant.armies.len() {
            if let Some(square) = self.en_passant(owner)
                && self.en_passant_matters(rules, owner, square)
            {
                key ^= rules.zobrist.en_passant(square);
            }
        }
        key
    }

    /// The same hash, computed afresh from the placement and rights.
    #[must_use]
    pub fn hash_from_scratch(&self, rules: &Rules<W, A, K>) -> u64 {
        let key = self.key_from_scratch(rules);
        Self { key, ..*self }.hash(rules)
    }

    /// The hash of all but en passant, computed afresh.
    pub(crate) fn key_from_scratch(&self, rules: &Rules<W, A, K>) -> u64 {
        let mut key = rules.zobrist.turn(self.turn())
            ^ rules.zobrist.castling(self.castling)
            ^ rules.zobrist.bridged(self.bridged());
        for army in 0..rules.variant.armies.len() {
            if self.in_play >> army & 1 != 0 {
                key ^= rules.zobrist.in_play(army);
            }
        }
        for square in self.occupied() {
            if let Some(p) = self.piece_at(square) {
                key ^= rules.piece_key(p, square);
            }
        }
        key
    }

    /// Whether a passed-over square makes a difference to the repetition rule: of two armies,
    /// when the capture there is legal; of more, when a pawn of some enemy of `owner` attacks it.
    pub(crate) fn en_passant_matters(
        &self,
        rules: &Rules<W, A, K>,
        owner: usize,
        passed: Square,
    ) -> bool {
        let enemies = self.enemies_of(rules, owner);
        !self.pawn_attackers(rules, passed, enemies).is_empty()
            && (rules.variant.armies.len() > 2 || self.has_legal_en_passant(rules))
    }
}
