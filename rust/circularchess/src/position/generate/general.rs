//! What only games beyond the six kinds and their usual rules ask for.

use std::ops::ControlFlow::Continue;

use crate::board::shape::Square;
use crate::board::square_set::SquareSet;
use crate::board::topology::{DIRECTIONS, Gait, KNIGHT_LEAPS};
use crate::position::Position;
use crate::position::moves::leaves;
use crate::rules::Rules;
use crate::variant::PieceType;

use super::checks::CheckInfo;
use super::{Flow, Sink, View};

/// Lets only safe moves through, by making each and looking.
pub(super) struct Look<'a, S: ?Sized, const W: usize, const A: usize, const K: usize> {
    pub(super) position: &'a Position<W, A, K>,
    pub(super) rules: &'a Rules<W, A, K>,
    pub(super) sink: &'a mut S,
}

impl<S: Sink<W> + ?Sized, const W: usize, const A: usize, const K: usize> Sink<W>
    for Look<'_, S, W, A, K>
{
    fn moves(&mut self, from: Square, kind: PieceType, to: SquareSet<W>) -> Flow {
        let safe = self.position.safe_among(self.rules, from, kind, to);
        if safe.is_empty() {
            return Continue(());
        }
        self.sink.moves(from, kind, safe)
    }

    fn pawn_moves(&mut self, to: SquareSet<W>, by: i16, promotion: &SquareSet<W>) -> Flow {
        for to in to {
            let bit = SquareSet::from_square(to);
            let from = leaves::<W>(to, by);
            let safe = self
                .position
                .safe_among(self.rules, from, PieceType::Pawn, bit);
            if !safe.is_empty() {
                self.sink.pawn_moves(safe, by, promotion)?;
            }
        }
        Continue(())
    }
}

impl<const W: usize, const A: usize, const K: usize> Position<W, A, K> {
    /// Where no man but the king may land, for it would be the hurdle of an enemy's hopper that
    /// attacks the king, and the own men that may keep a way of an irregular enemy to the king
    /// shut; nothing where that does not tell all that a move may do: where an irregular enemy
    /// gives check, or pawns may vanish as they meet. Captures in passing, castling and king's
    /// moves look for themselves.
    #[inline(never)]
    pub(super) fn irregular_info(
        &self,
        rules: &Rules<W, A, K>,
        view: &View<W>,
        king: Square,
    ) -> Option<[SquareSet<W>; 2]> {
        if rules.general.removes_meeting
            && (self.of_kind(PieceType::Pawn) & view.own).meets(self.outbound)
        {
            return None;
        }
        let (mut barred, mut watched) = (SquareSet::EMPTY, SquareSet::EMPTY);
        for from in self.irregular_near(rules, king, view.enemies) {
            let movement = rules
                .general
                .movements
                .of(self.army_at(from)?, self.kind_at(from)?);
            for way in movement.captures_on(from, king) {
                let between: SquareSet<W> = way.between(king).collect();
                // A man on a square that it passes twice counts twice, and is no hurdle.
                let passed: u32 = way.between(king).map(|_| 1).sum();
                if way.hops() && (passed != between.len() || way.comes_twice_to(king)) {
                    return None;
                }
                let men = between & view.occupied;
                match (men.len(), way.hops()) {
                    (0, true) => barred |= way.hurdles(king).collect(),
                    (0, false) | (1, true) => return None,
                    (1, false) | (2, true) => watched |= men & view.own,
                    _ => {}
                }
            }
        }
        Some([barred, watched])
    }

    /// Those destinations of a man after which its king is safe: made and looked at.
    pub(super) fn safe_among(
        &self,
        rules: &Rules<W, A, K>,
        from: Square,
        kind: PieceType,
        to: SquareSet<W>,
    ) -> SquareSet<W> {
        let army = self.turn();
        let mut safe = SquareSet::EMPTY;
        for to in to {
            let promotes = kind == PieceType::Pawn && self.promotion_at(rules, army, from).has(to);
            let promotion = promotes.then(|| rules.promotes_to(army)[0]);
            let mut next = *self;
            next.make(rules, from, to, kind, promotion, &mut ());
            if next.end.is_some() || !next.is_check(rules, army) {
                safe.insert(to);
            }
        }
        safe
    }

    /// All moves of the pieces in `mask`, safe or not, compiled once.
    #[inline(never)]
    pub(crate) fn visit_all(
        &self,
        rules: &Rules<W, A, K>,
        king: Square,
        mask: SquareSet<W>,
        sink: &mut dyn Sink<W>,
    ) -> Flow {
        self.generate_all(rules, &self.view(rules), &CheckInfo::none(king), mask, sink)
    }

    /// Where a man of one of the variant's own kinds may go, own king aside.
    pub(super) fn own_moves(
        &self,
        rules: &Rules<W, A, K>,
        view: &View<W>,
        kind: PieceType,
        from: Square,
    ) -> SquareSet<W> {
        let [quiet, capture] = self.own_reach(rules, view.army, kind, from, view.occupied);
        if A == 2 && quiet == capture {
            return quiet.without(view.own);
        }
        quiet.without(view.occupied) | (capture & view.prey)
    }

    /// Quiet moves over bridged moats.
    #[inline(never)]
    pub(super) fn bridged_moves<const SAFE: bool, S: Sink<W> + ?Sized>(
        &self,
        rules: &Rules<W, A, K>,
        view: &View<W>,
        own: SquareSet<W>,
        sink: &mut S,
    ) -> Flow {
        for from in own.without(self.of_kind(PieceType::Pawn)) {
            let Some(kind) = self.kind_at(from) else {
                continue;
            };
            let mut to = self.moves_over_moats(rules, view, kind, from);
            if SAFE {
                to = self.safe_among(rules, from, kind, to);
            }
            if !to.is_empty() {
                sink.moves(from, kind, to)?;
            }
        }
        Continue(())
    }

    /// Quiet moves over bridged moats to squares that it cannot reach without one, after which
    /// the man attacks no king of an enemy from where it stands.
    pub(super) fn moves_over_moats(
        &self,
        rules: &Rules<W, A, K>,
        view: &View<W>,
        kind: PieceType,
        from: Square,
    ) -> SquareSet<W> {
        let topology = &rules.general.topology;
        let tables = &rules.attacks;
        let open = |moats: u16| moats != 0 && moats & !self.bridged() == 0;
        let mut over = SquareSet::EMPTY;
        let slides = |dirs: std::ops::Range<usize>, over: &mut SquareSet<W>| {
            for &dir in &DIRECTIONS[dirs] {
                for (to, moats) in topology.slide(from, dir, self.bridged()) {
                    if view.occupied.has(to) {
                        break;
                    }
                    if moats != 0 {
                        over.insert(to);
                    }
                }
            }
        };
        let s = usize::from(from);
        let plain = match kind {
            PieceType::King => {
                for dir in DIRECTIONS {
                    let step = topology.landing(from, dir, Gait::Single);
                    over = step
                        .filter(|step| open(step.moats))
                        .into_iter()
                        .fold(over, |all, step| all | SquareSet::from_square(step.to));
                }
                tables.king[s]
            }
            PieceType::Knight => {
                for (rings, files) in KNIGHT_LEAPS {
                    let leap = topology.leap(from, rings, files);
                    over = leap
                        .filter(|leap| open(leap.moats))
                        .into_iter()
                        .fold(over, |all, leap| all | SquareSet::from_square(leap.to));
                }
                tables.knight[s]
            }
            PieceType::Rook => {
                slides(0..4, &mut over);
                tables.rook(from, view.occupied)
            }
            PieceType::Bishop => {
                slides(4..8, &mut over);
                tables.bishop(from, view.occupied)
            }
            PieceType::Queen => {
                slides(0..8, &mut over);
                tables.queen(from, view.occupied)
            }
            PieceType::Pawn => return SquareSet::EMPTY,
            kind => {
                let movement = rules.general.movements.of(view.army, kind);
                over = movement.quiet_over(from, view.occupied, self.bridged());
                if movement.straight {
                    slides(0..4, &mut over);
                }
                if movement.diagonal {
                    slides(4..8, &mut over);
                }
                self.own_reach(rules, view.army, kind, from, view.occupied)[0]
            }
        };
        over.without(view.occupied | plain)
            .into_iter()
            .filter(|&to| !self.would_attack_king(rules, kind, from, to))
            .collect()
    }

    /// Whether a man of the army to move, no pawn, would attack the king of an enemy in play from
    /// an empty square it goes to.
    pub(crate) fn would_attack_king(
        &self,
        rules: &Rules<W, A, K>,
        kind: PieceType,
        from: Square,
        to: Square,
    ) -> bool {
        let army = self.turn();
        let tables = &rules.attacks;
        let occupied =
            (self.occupied() ^ SquareSet::from_square(from)) | SquareSet::from_square(to);
        let attacked = match kind {
            PieceType::King => tables.king[usize::from(to)],
            PieceType::Knight => tables.knight[usize::from(to)],
            PieceType::Rook => tables.rook(to, occupied),
            PieceType::Bishop => tables.bishop(to, occupied),
            PieceType::Queen => tables.queen(to, occupied),
            PieceType::Pawn => SquareSet::EMPTY,
            kind => self.own_reach(rules, army, kind, to, occupied)[1],
        };
        attacked.meets(self.of_kind(PieceType::King) & self.enemies_of(rules, army))
    }
}
