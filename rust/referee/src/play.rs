//! What a move leaves behind, a king's fall included.

use circularchess::board::shape::Square;
use circularchess::position::moves::Move;
use circularchess::position::{End, Event, EventKind};
use circularchess::rules::Piece;
use circularchess::variant::{Checkmate, PieceType};

use crate::{Referee, State};

impl Referee {
    /// A move on a copied board, the turn passed on and not yet judged.
    pub(crate) fn after(&self, state: &State, mv: Move, events: &mut Vec<Event>) -> State {
        let mut next = state.clone();
        let army = state.turn;
        let (from, to) = (usize::from(mv.from), usize::from(mv.to));
        let mut man = state.men[from].unwrap();
        let mut captured = state.men[to];
        next.halfmove += 1;
        next.men[from] = None;
        if man.kind == PieceType::King && !self.steps[from].contains(&mv.to) {
            let castles = self.castles(army);
            let (_, _, rook, passed, _) = castles.iter().find(|c| c.4 == mv.to).unwrap();
            next.men[usize::from(*rook)] = None;
            next.men[usize::from(*passed)] = state.men[usize::from(*rook)];
            captured = None;
        }
        if man.kind == PieceType::Pawn {
            next.halfmove = 0;
            let ahead = self.ahead(army, man.outbound, mv.from).unwrap();
            let straight = self.step(mv.from, ahead) == Some(mv.to);
            let doubled = self.double_step(man, mv.from).filter(|d| d.1 == mv.to);
            if captured.is_none() && !straight && doubled.is_none() {
                for owner in 0..state.passed.len() {
                    if state.passed[owner] == Some(mv.to) && !self.is_friend(army, owner) {
                        let victim = self.beyond(owner, mv.to);
                        next.men[usize::from(victim)] = None;
                        next.passed[owner] = None;
                    }
                }
            }
            if self.crosses(mv.from, ahead) {
                man.outbound = true;
            }
        }
        for owner in 0..next.passed.len() {
            if let Some(passed) = next.passed[owner]
                && (passed == mv.to || self.beyond(owner, passed) == mv.to)
            {
                next.passed[owner] = None;
            }
        }
        if self.variant.options.en_passant
            && man.kind == PieceType::Pawn
            && mv.promotion.is_none()
            && let Some((passed, landing)) = self.double_step(state.men[from].unwrap(), mv.from)
            && landing == mv.to
        {
            next.passed[army] = Some(passed);
        }
        if let Some(kind) = mv.promotion {
            man = Piece {
                army,
                kind,
                outbound: false,
            };
        }
        next.men[to] = Some(man);
        for owner in 0..self.variant.armies.len() {
            for (side, king, rook, _, _) in self.castles(owner) {
                if [king, rook].iter().any(|s| [mv.from, mv.to].contains(s)) {
                    next.rights.remove(&(owner, side));
                }
            }
        }
        if captured.is_some() {
            next.halfmove = 0;
        }
        let Some(king) = captured.filter(|c| c.kind == PieceType::King) else {
            self.pass_turn(&mut next);
            return next;
        };
        events.push((EventKind::KingTaken, king.army));
        self.eliminate(&mut next, king.army, events);
        self.pass_turn(&mut next);
        if !(0..next.in_play.len()).any(|a| self.are_enemies(&next, army, a)) {
            let end = if self.variant.armies.len() == 2 {
                End::KingTaken
            } else {
                End::LastSideStanding
            };
            next.end = Some((end, self.side_bits(army)));
        }
        next
    }

    /// The square of the pawn that has just passed over a square.
    fn beyond(&self, owner: usize, passed: Square) -> Square {
        let ahead = self.ahead(owner, false, passed).unwrap();
        self.step(passed, ahead).unwrap()
    }

    pub(crate) fn eliminate(&self, state: &mut State, army: usize, events: &mut Vec<Event>) {
        state.in_play[army] = false;
        state.rights.retain(|&(owner, _)| owner != army);
        state.passed[army] = None;
        state.halfmove = 0;
        if self.variant.checkmate == Checkmate::Eliminates {
            for man in &mut state.men {
                if man.is_some_and(|m| m.army == army) {
                    *man = None;
                }
            }
        }
        events.push((EventKind::Eliminated, army));
    }

    pub(crate) fn pass_turn(&self, state: &mut State) {
        let (count, before) = (state.in_play.len(), state.turn);
        let next = (1..=count)
            .map(|n| (before + n) % count)
            .find(|&a| state.in_play[a])
            .unwrap();
        if next <= before {
            state.round += 1;
        }
        state.turn = next;
        state.passed[next] = None;
    }
}
