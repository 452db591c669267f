//! Moves of kings, castling, and the taking of kings.

use std::ops::ControlFlow::Continue;

use crate::board::shape::Square;
use crate::board::square_set::SquareSet;
use crate::position::Position;
use crate::rules::{Castle, Rules};
use crate::variant::PieceType;

use super::checks::CheckInfo;
use super::{Flow, Sink, View};

impl<const W: usize, const A: usize, const K: usize> Position<W, A, K> {
    /// Steps of the king, and castling.
    #[inline(always)]
    pub(super) fn king_moves<const SAFE: bool, S: Sink<W> + ?Sized>(
        &self,
        rules: &Rules<W, A, K>,
        view: &View<W>,
        info: &CheckInfo<W>,
        enemy_kings: SquareSet<W>,
        sink: &mut S,
    ) -> Flow {
        let king = info.king;
        let reach = rules.attacks.king[usize::from(king)] & view.free;
        let open = if self.castling == 0 || (SAFE && info.in_check) {
            0
        } else {
            self.open_castles(rules, view)
        };
        let castles = || {
            let both = rules.castles[view.army].iter().flatten();
            both.filter(move |castle| castle.right & open != 0)
        };
        let mut zone = if SAFE {
            reach.without(enemy_kings)
        } else {
            SquareSet::EMPTY
        };
        if open != 0 {
            for castle in castles() {
                zone |= castle.way;
            }
        }
        let lifted = view.occupied ^ SquareSet::from_square(king);
        let danger = if zone.is_empty() {
            zone
        } else {
            self.attacked_in(rules, zone, view.enemies, lifted)
        };
        let mut to = reach;
        if SAFE {
            to = reach.without(danger | enemy_kings);
            if reach.meets(enemy_kings) {
                to |= self.safe_king_captures(rules, view, king, king, reach & enemy_kings);
            }
        }
        if open != 0 {
            for castle in castles() {
                let hidden = castle.opens_line || (K > 6 && rules.general.movements.irregular);
                let exposes = || SAFE && hidden && self.exposed(rules, view, castle);
                if !castle.way.meets(danger) && !exposes() {
                    to.insert(castle.king_to);
                }
            }
        }
        if K > 6 && rules.general.has_citadels {
            let shape = &rules.variant.shape;
            if shape.ring(king) == 1
                && let Some(citadel) = shape.citadel(shape.file(king))
            {
                to.insert(citadel);
            }
        }
        if !to.is_empty() {
            sink.moves(king, PieceType::King, to)?;
        }
        Continue(())
    }

    /// Castlings that are not lost and have nothing between king and rook, as rights.
    #[inline]
    pub(super) fn open_castles(&self, rules: &Rules<W, A, K>, view: &View<W>) -> u16 {
        let mut open = 0;
        for castle in rules.castles[view.army].iter().flatten() {
            if !view.occupied.meets(castle.between) {
                open |= castle.right;
            }
        }
        open & self.castling
    }

    /// Whether the king is in check after castling, the rook's home being left. No board
    /// without squares beyond the rook needs this.
    #[cold]
    pub(super) fn exposed(
        &self,
        rules: &Rules<W, A, K>,
        view: &View<W>,
        castle: &Castle<W>,
    ) -> bool {
        let moved = SquareSet::from_square(castle.king)
            ^ SquareSet::from_square(castle.rook)
            ^ SquareSet::from_square(castle.passed)
            ^ SquareSet::from_square(castle.king_to);
        let after = view.occupied ^ moved;
        !self
            .attackers_among(rules, castle.king_to, view.enemies, after)
            .is_empty()
    }

    /// Those of the kings in `targets` that the piece on `from` may take and leave its own
    /// king safe, once the taken army is gone.
    #[cold]
    pub(super) fn safe_king_captures(
        &self,
        rules: &Rules<W, A, K>,
        view: &View<W>,
        king: Square,
        from: Square,
        targets: SquareSet<W>,
    ) -> SquareSet<W> {
        let mut safe = SquareSet::EMPTY;
        for target in targets {
            let Some(victim) = self.army_at(target) else {
                continue;
            };
            let left = self.in_play & !(1 << victim) & rules.enemies[view.army];
            let gone = if rules.all_in_play {
                self.armies[victim]
            } else {
                SquareSet::from_square(target)
            };
            let occupied = (view.occupied.without(gone) ^ SquareSet::from_square(from))
                | SquareSet::from_square(target);
            let king = if from == king { target } else { king };
            let others = view.enemies.without(self.armies[victim]);
            if left == 0
                || !rules.eliminates
                || self
                    .attackers_among(rules, king, others, occupied)
                    .is_empty()
            {
                safe.insert(target);
            }
        }
        safe
    }
}
