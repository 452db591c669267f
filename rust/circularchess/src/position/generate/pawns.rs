//! Moves of pawns.

use std::ops::ControlFlow::Continue;

use crate::board::shape::Square;
use crate::board::square_set::SquareSet;
use crate::position::{NO_SQUARE, Position};
use crate::rules::Rules;

use super::{First, Flow, Sink, View};

impl<const W: usize, const A: usize, const K: usize> Position<W, A, K> {
    /// Moves of whole sets of pawns, en passant aside, as far as they end on `targets`.
    #[inline(always)]
    pub(super) fn free_pawn_moves<S: Sink<W> + ?Sized>(
        &self,
        rules: &Rules<W, A, K>,
        view: &View<W>,
        pawns: SquareSet<W>,
        targets: SquareSet<W>,
        sink: &mut S,
    ) -> Flow {
        let empty = !view.occupied;
        let catch = view.prey & targets;
        let inbound = pawns.without(self.outbound);
        let outbound = pawns & self.outbound;
        for (pawns, outbound) in [(inbound, false), (outbound, true)] {
            if outbound && (!rules.by_heading || pawns.is_empty()) {
                continue;
            }
            let class = &rules.attacks.pawns[rules.pawn_class(view.army, outbound)];
            let promotion = if K > 6 && outbound {
                &rules.general.promotion_back[view.army]
            } else {
                &rules.promotion[view.army]
            };
            for shift in &class.pushes {
                let from = pawns & shift.sources;
                // Wide sets take long to shift, and at a seam or a centre most are empty.
                if W > 1 && from.is_empty() {
                    continue;
                }
                let to = from.shifted(shift.by) & empty & targets;
                if !to.is_empty() {
                    sink.pawn_moves(to, shift.by, promotion)?;
                }
            }
            if K > 6 && rules.general.sidestep {
                let mut blocked = SquareSet::EMPTY;
                for shift in &class.pushes {
                    blocked |= view.occupied.shifted(-shift.by) & shift.sources;
                }
                let aside = empty.without(self.passed_by_enemies(rules, view)) & targets;
                for shift in &class.captures {
                    let from = pawns & shift.sources;
                    let steps = (from & blocked).shifted(shift.by) & aside;
                    let to = (from.shifted(shift.by) & catch) | steps;
                    if !to.is_empty() {
                        sink.pawn_moves(to, shift.by, promotion)?;
                    }
                }
                continue;
            }
            for shift in &class.captures {
                let from = pawns & shift.sources;
                if W > 1 && from.is_empty() {
                    continue;
                }
                let to = from.shifted(shift.by) & catch;
                if !to.is_empty() {
                    sink.pawn_moves(to, shift.by, promotion)?;
                }
            }
        }
        if K > 6 && rules.general.doubles_back {
            for from in outbound {
                let s = usize::from(from);
                let class = &rules.attacks.pawns[rules.pawn_class(view.army, true)];
                if class.push[s].meets(empty) {
                    let to = rules.general.double_back[view.army][s] & empty & targets;
                    self.pawn_moves_of(rules, from, to, sink)?;
                }
            }
        }
        for double in &rules.double_shifts[view.army] {
            let pass = (inbound & double.first.sources).shifted(double.first.by) & empty;
            let to = pass.shifted(double.by - double.first.by) & empty & targets;
            if !to.is_empty() {
                sink.pawn_moves(to, double.by, &rules.promotion[view.army])?;
            }
        }
        Continue(())
    }

    /// Steps, double steps, steps aside and captures of a pawn, en passant aside.
    #[inline]
    pub(super) fn pawn_reach(
        &self,
        rules: &Rules<W, A, K>,
        view: &View<W>,
        from: Square,
    ) -> SquareSet<W> {
        let outbound = self.outbound.has(from);
        let class = &rules.attacks.pawns[rules.pawn_class(view.army, outbound)];
        let s = usize::from(from);
        let push = class.push[s].without(view.occupied);
        let mut reach = push | (class.attacks[s] & view.prey);
        if !push.is_empty() && !outbound {
            reach |= rules.double_to[view.army][s].without(view.occupied);
        } else if K > 6 && !push.is_empty() {
            reach |= rules.general.double_back[view.army][s].without(view.occupied);
        }
        if K > 6 && rules.general.sidestep && class.push[s].meets(view.occupied) {
            let closed = view.occupied | self.passed_by_enemies(rules, view);
            reach |= class.attacks[s].without(closed);
        }
        reach
    }

    /// The moves of one pawn.
    pub(super) fn pawn_moves_of<S: Sink<W> + ?Sized>(
        &self,
        rules: &Rules<W, A, K>,
        from: Square,
        to: SquareSet<W>,
        sink: &mut S,
    ) -> Flow {
        let promotion = self.promotion_at(rules, self.turn(), from);
        for to in to {
            let by = i16::from(to) - i16::from(from);
            sink.pawn_moves(SquareSet::from_square(to), by, promotion)?;
        }
        Continue(())
    }

    /// Pawns among `own`, men of one army, that attack one of the enemy kings `kings`.
    pub(super) fn king_taking_pawns(
        &self,
        rules: &Rules<W, A, K>,
        army: usize,
        own: SquareSet<W>,
        kings: SquareSet<W>,
    ) -> SquareSet<W> {
        let mut takers = SquareSet::EMPTY;
        for target in kings {
            takers |= self.own_pawn_attackers(rules, army, target, own);
        }
        takers
    }

    /// Whether the army to move has a legal capture in passing.
    #[cold]
    pub(crate) fn has_legal_en_passant(&self, rules: &Rules<W, A, K>) -> bool {
        let Some(king) = self.mover_king(rules) else {
            return false;
        };
        let view = self.view(rules);
        if rules.snaffle {
            self.en_passant_moves::<false, _>(rules, &view, king, view.own, &mut First)
                .is_break()
                && self.has_safe_move(rules)
        } else {
            self.en_passant_moves::<true, _>(rules, &view, king, view.own, &mut First)
                .is_break()
        }
    }

    pub(super) fn en_passant_moves<const SAFE: bool, S: Sink<W> + ?Sized>(
        &self,
        rules: &Rules<W, A, K>,
        view: &View<W>,
        king: Square,
        own: SquareSet<W>,
        sink: &mut S,
    ) -> Flow {
        for owner in 0..A {
            let Some(passed) = self.en_passant(owner) else {
                continue;
            };
            if rules.enemies[view.army] >> owner & 1 == 0 {
                continue;
            }
            for from in self.own_pawn_attackers(rules, view.army, passed, own) {
                let victim = self.en_passant_pawn(rules, owner, passed);
                let to = SquareSet::from_square(passed);
                let occupied = (view.occupied ^ victim ^ SquareSet::from_square(from)) | to;
                let safe = !SAFE
                    || self
                        .attackers_among(rules, king, view.enemies ^ victim, occupied)
                        .is_empty();
                if safe {
                    self.pawn_moves_of(rules, from, to, sink)?;
                }
            }
        }
        Continue(())
    }

    /// Squares on which the army to move may capture in passing, so that its pawns do not step
    /// aside to them.
    fn passed_by_enemies(&self, rules: &Rules<W, A, K>, view: &View<W>) -> SquareSet<W> {
        let mut all = SquareSet::EMPTY;
        if self.en_passant == [NO_SQUARE; A] {
            return all;
        }
        for owner in 0..A {
            if let Some(passed) = self.en_passant(owner)
                && rules.enemies[view.army] >> owner & 1 != 0
            {
                all.insert(passed);
            }
        }
        all
    }
}
