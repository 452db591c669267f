//! What a move is: who moves, what it takes, whether it castles or takes in passing.

use crate::board::shape::Square;
use crate::board::square_set::SquareSet;
use crate::position::Position;
use crate::position::moves::Move;
use crate::rules::{Piece, Rules};
use crate::variant::PieceType;

/// What a legal move does, but for what follows at the next turn.
///
/// ```
/// use circularchess::{any::Position, position::moves::Move, variant::Variant};
/// let start = Position::start(Variant::builtin("orthodox").unwrap());
/// let square = |name| start.variant().shape.parse(name).unwrap();
/// let mv = Move { from: square("e2"), to: square("e4"), promotion: None };
/// let info = start.describe(mv).unwrap();
/// assert_eq!(info.piece, start.piece_at(mv.from).unwrap());
/// assert!(!info.is_capture() && info.castling.is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveInfo {
    /// The piece that moves, as it stands before the move.
    pub piece: Piece,
    /// The piece taken and the square it stood on: not the move's own where a pawn is taken in
    /// passing.
    pub captured: Option<(Square, Piece)>,
    /// What a pawn becomes.
    pub promotion: Option<PieceType>,
    /// The castling, if it is one.
    pub castling: Option<CastlingInfo>,
    /// Whether a pawn is taken in passing.
    pub en_passant: bool,
    /// The pawn of its own army that a pawn meets where they remove each other, and its square:
    /// both leave the board.
    pub meets: Option<(Square, Piece)>,
    /// The armies in check from the mover's side once the move is made, before the turn passes
    /// on: enemies in play, as bits. An army whose king it takes has gone by then.
    pub checks: u8,
}

/// How a castling moves the rook, and to which side it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastlingInfo {
    /// 0 for the king's side, 1 for the queen's.
    pub side: usize,
    /// The rook's home.
    pub rook_from: Square,
    /// The square the king passes and the rook lands on.
    pub rook_to: Square,
}

impl MoveInfo {
    /// Whether a piece is taken, in passing or not.
    #[must_use]
    pub const fn is_capture(&self) -> bool {
        self.captured.is_some()
    }
}

impl<const W: usize, const A: usize, const K: usize> Position<W, A, K> {
    /// What a move does; `None` if it is not legal.
    #[must_use]
    pub fn describe(&self, rules: &Rules<W, A, K>, mv: Move) -> Option<MoveInfo> {
        if !self.is_legal(rules, mv) {
            return None;
        }
        let piece = self.piece_at(mv.from)?;
        let en_passant = self.taken_in_passing(rules, piece, mv);
        let castling = self.castling_info(rules, piece, mv);
        let at_target = || Some((mv.to, self.piece_at(mv.to)?));
        Some(MoveInfo {
            piece,
            captured: en_passant.or_else(at_target),
            promotion: mv.promotion,
            castling,
            en_passant: en_passant.is_some(),
            meets: self.meeting(rules, piece, mv),
            checks: self.checks_by(rules, piece, mv),
        })
    }

    /// The enemies that a legal move gives, or leaves in, check.
    fn checks_by(&self, rules: &Rules<W, A, K>, piece: Piece, mv: Move) -> u8 {
        let mut next = *self;
        next.make(rules, mv.from, mv.to, piece.kind, mv.promotion, &mut ());
        let in_play = |mask: u8| (0..A).filter(move |army| mask >> army & 1 != 0);
        let side = in_play(rules.sides[piece.army] & next.in_play())
            .fold(SquareSet::EMPTY, |men, army| men | next.armies[army]);
        in_play(rules.enemies[piece.army] & next.in_play())
            .filter(|&army| {
                next.king_of(army).is_some_and(|king| {
                    let attackers = next.attackers_among(rules, king, side, next.occupied());
                    !attackers.is_empty()
                })
            })
            .fold(0, |mask, army| mask | 1 << army)
    }

    /// The pawn that a pawn's move takes in passing, and where it stands.
    fn taken_in_passing(
        &self,
        rules: &Rules<W, A, K>,
        pawn: Piece,
        mv: Move,
    ) -> Option<(Square, Piece)> {
        if pawn.kind != PieceType::Pawn || !self.en_passant_captures(rules, mv.from).has(mv.to) {
            return None;
        }
        let enemies = rules.enemies[pawn.army];
        let owner = (0..A)
            .find(|&owner| enemies >> owner & 1 != 0 && self.en_passant(owner) == Some(mv.to))?;
        let square = self.en_passant_pawn(rules, owner, mv.to).first()?;
        Some((square, self.piece_at(square)?))
    }

    /// The pawn that a pawn's move removes with itself.
    fn meeting(&self, rules: &Rules<W, A, K>, pawn: Piece, mv: Move) -> Option<(Square, Piece)> {
        let meets = K > 6
            && rules.general.removes_meeting
            && pawn.kind == PieceType::Pawn
            && mv.promotion.is_none();
        meets.then(|| self.met_by(rules, pawn, mv.to)).flatten()
    }

    /// Squares on which the pawn on a square may take an enemy pawn in passing, pins aside.
    pub(crate) fn en_passant_captures(&self, rules: &Rules<W, A, K>, from: Square) -> SquareSet<W> {
        let army = self.turn();
        let class = rules.pawn_class(army, self.outbound.has(from));
        let passed: SquareSet<W> = (0..A)
            .filter(|owner| rules.enemies[army] >> owner & 1 != 0)
            .filter_map(|owner| self.en_passant(owner))
            .collect();
        passed & rules.attacks.pawns[class].attacks[usize::from(from)]
    }

    fn castling_info(
        &self,
        rules: &Rules<W, A, K>,
        piece: Piece,
        mv: Move,
    ) -> Option<CastlingInfo> {
        if piece.kind != PieceType::King {
            return None;
        }
        let both = rules.castles[piece.army].iter().enumerate();
        let mut held = both.filter_map(|(side, castle)| Some((side, castle.as_ref()?)));
        // No king's step leads as far: variants in which one does are refused.
        let (side, castle) = held.find(|(_, castle)| {
            castle.king == mv.from && castle.king_to == mv.to && self.castling & castle.right != 0
        })?;
        Some(CastlingInfo {
            side,
            rook_from: castle.rook,
            rook_to: castle.passed,
        })
    }
}
