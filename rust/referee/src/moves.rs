//! The moves that are tried, the safe ones among them, and the legal ones.

use std::collections::BTreeSet;

use circularchess::board::shape::Square;
use circularchess::position::moves::Move;
use circularchess::rules::Piece;
use circularchess::variant::{CheckRule, PieceType};

use crate::{Referee, State};

impl Referee {
    /// All moves of pieces and pawns, whether or not they leave the king in check.
    pub(crate) fn tries(&self, state: &State) -> BTreeSet<Move> {
        let mut moves = BTreeSet::new();
        if state.end.is_some() {
            return moves;
        }
        let army = state.turn;
        let at = |s: Square| state.men[usize::from(s)];
        let mut add = |from, to, pawn: bool| {
            let promotes = pawn && self.variant.armies[army].promotion.contains(&to);
            let kinds: &[Option<PieceType>] = if promotes {
                &[
                    Some(PieceType::Queen),
                    Some(PieceType::Rook),
                    Some(PieceType::Bishop),
                    Some(PieceType::Knight),
                ]
            } else {
                &[None]
            };
            for &promotion in kinds {
                moves.insert(Move {
                    from,
                    to,
                    promotion,
                });
            }
        };
        for from in self.squares_of(state, army) {
            let man = at(from).unwrap();
            for to in self.reach(state, from) {
                let passing = |owner: usize| {
                    state.passed[owner] == Some(to) && self.are_enemies(state, army, owner)
                };
                let fits = match at(to) {
                    Some(other) => !self.is_friend(army, other.army),
                    None if man.kind == PieceType::Pawn => (0..state.passed.len()).any(passing),
                    None => true,
                };
                if fits {
                    add(from, to, man.kind == PieceType::Pawn);
                }
            }
            if man.kind == PieceType::Pawn
                && let Some(ahead) = self.ahead(army, man.outbound, from)
                && let Some(to) = self.step(from, ahead).filter(|&s| at(s).is_none())
            {
                add(from, to, true);
                if let Some((_, to)) = self.double_step(man, from).filter(|d| at(d.1).is_none()) {
                    add(from, to, true);
                }
            }
        }
        for (side, king, rook, passed, landing) in self.castles(army) {
            let mut lifted = state.clone();
            lifted.men[usize::from(king)] = None;
            if self.variant.options.castling
                && state.rights.contains(&(army, side))
                && self
                    .between(king, rook)
                    .iter()
                    .all(|&s| at(s).is_none() && !self.variant.shape.is_void(s))
                && !self.attacked(state, army, king)
                && [passed, landing]
                    .iter()
                    .all(|&s| !self.attacked(&lifted, army, s))
            {
                add(king, landing, false);
            }
        }
        moves
    }

    /// Where a pawn's double step passes and lands, pieces in the way aside.
    #[must_use]
    pub fn double_step(&self, pawn: Piece, from: Square) -> Option<(Square, Square)> {
        let data = &self.variant.armies[pawn.army];
        let ahead = self.ahead(pawn.army, pawn.outbound, from)?;
        let passed = self.step(from, ahead)?;
        let to = self.step(passed, ahead)?;
        (self.variant.options.double_step
            && !pawn.outbound
            && data.start.contains(&(from, PieceType::Pawn))
            && !self.crosses(from, ahead)
            && !self.crosses(passed, ahead)
            && !data.promotion.contains(&passed)
            && self.ahead(pawn.army, false, passed) == Some(ahead))
        .then_some((passed, to))
    }

    pub(crate) fn is_safe(&self, state: &State, mv: Move) -> bool {
        let next = self.after(state, mv, &mut Vec::new());
        let alone = !(0..next.in_play.len()).any(|a| self.are_enemies(&next, state.turn, a));
        alone || !self.in_check(&next, state.turn)
    }

    /// The legal and the safe moves, each sorted.
    #[must_use]
    pub fn moves(&self, state: &State) -> (Vec<Move>, Vec<Move>) {
        let all = self.tries(state);
        let safe = all.iter().copied().filter(|&mv| self.is_safe(state, mv));
        let safe: Vec<Move> = safe.collect();
        if safe.is_empty() || self.variant.options.check == CheckRule::Strict {
            return (safe.clone(), safe);
        }
        (all.into_iter().collect(), safe)
    }

    /// The legal moves, sorted.
    #[must_use]
    pub fn legal_moves(&self, state: &State) -> Vec<Move> {
        self.moves(state).0
    }
}
