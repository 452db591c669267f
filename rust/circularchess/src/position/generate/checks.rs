//! Checks and pins.

use crate::board::shape::Square;
use crate::board::square_set::SquareSet;
use crate::board::topology::{DIRECTIONS, FIRST_DIAGONAL, FIRST_STRAIGHT};
use crate::position::Position;
use crate::rules::Rules;

use super::View;

/// What checks and pins leave to the army to move.
pub(super) struct CheckInfo<const W: usize> {
    pub(super) king: Square,
    pub(super) in_check: bool,
    /// Squares that answer every check ray at once; all squares when there is no check.
    pub(super) targets: SquareSet<W>,
    /// Pieces held by a pin.
    pub(super) pinned: SquareSet<W>,
    /// Those of them whose every move has to be made and looked at.
    pub(super) watched: SquareSet<W>,
    /// Whether all of the above do not tell all that moves of other men than the king may do to
    /// it, so that all moves have to be.
    pub(super) must_look: bool,
}

impl<const W: usize> CheckInfo<W> {
    /// No check and no pin looked for.
    pub(super) const fn none(king: Square) -> Self {
        Self {
            king,
            in_check: false,
            targets: SquareSet::ALL,
            pinned: SquareSet::EMPTY,
            watched: SquareSet::EMPTY,
            must_look: false,
        }
    }

    /// Adds what was found on other lines. By value: the sets stay in registers.
    #[inline(always)]
    fn add(&mut self, other: Self) {
        self.in_check |= other.in_check;
        self.targets &= other.targets;
        self.pinned |= other.pinned;
    }
}

impl<const W: usize, const A: usize, const K: usize> Position<W, A, K> {
    /// Check rays and pins of the army to move. Each line to the king is its own: a rook that
    /// sees the king both ways round a ring gives two rays.
    #[inline(always)]
    pub(super) fn check_info(
        &self,
        rules: &Rules<W, A, K>,
        view: &View<W>,
        king: Square,
    ) -> CheckInfo<W> {
        let tables = &rules.attacks;
        let mut info = CheckInfo::none(king);
        for checker in self.leaper_attackers(rules, king, view.enemies) {
            info.in_check = true;
            info.targets &= SquareSet::from_square(checker);
        }
        let (straight, diagonal) = self.sliders(rules, view.enemies);
        let straight = straight & tables.rook_lines[usize::from(king)];
        let diagonal = diagonal & tables.bishop_lines[usize::from(king)];
        // Most often no slider sees the king, not even past one piece.
        if !straight.is_empty() && tables.rook_through(king, view.occupied).meets(straight) {
            info.add(self.line_check_info(rules, view, king, FIRST_STRAIGHT, straight));
        }
        if !diagonal.is_empty() && tables.bishop_through(king, view.occupied).meets(diagonal) {
            info.add(self.line_check_info(rules, view, king, FIRST_DIAGONAL, diagonal));
        }
        if K > 6 && rules.general.may_look {
            match self.irregular_info(rules, view, king) {
                Some([barred, watched]) => {
                    info.targets = info.targets.without(barred);
                    info.pinned |= watched;
                    info.watched = watched;
                }
                None => info.must_look = true,
            }
        }
        info
    }

    /// Check rays and pins in the four directions from `first`.
    pub(super) fn line_check_info(
        &self,
        rules: &Rules<W, A, K>,
        view: &View<W>,
        king: Square,
        first: usize,
        sliders: SquareSet<W>,
    ) -> CheckInfo<W> {
        let tables = &rules.attacks;
        let mut info = CheckInfo::none(king);
        for dir in first..first + 4 {
            if !tables.rays.whole(king, dir).meets(sliders) {
                continue;
            }
            let sight = tables.rays.look(king, dir, view.occupied);
            if sight.blocker.meets(sliders) {
                info.in_check = true;
                info.targets &= sight.squares;
            } else if sight.blocker.meets(view.own) {
                let behind = tables.rays.look(king, dir, view.occupied ^ sight.blocker);
                if behind.blocker.meets(sliders) {
                    info.pinned |= sight.blocker;
                }
            }
        }
        info
    }

    /// The pieces of an army that a pin holds: those that alone shield its king from a slider,
    /// on one line at least, or from a lame or hopping piece. What a hopper jumps over is not
    /// pinned where the hopper attacks the king anyhow.
    #[must_use]
    pub fn pinned(&self, rules: &Rules<W, A, K>, army: usize) -> SquareSet<W> {
        let own = self.armies[army];
        let pins = |&square: &Square| self.pin(rules, army, square) != SquareSet::ALL;
        own.into_iter().filter(pins).collect()
    }

    /// The squares that the pins of an army's piece leave to it: those between its king and the
    /// slider, and the slider's own, or those that shield it from a lame or hopping piece; all squares ([`SquareSet::ALL`]) if no pin holds it. On a
    /// ring a piece may be pinned along two lines at once, and then only what both leave is left.
    ///
    /// ```
    /// use circularchess::board::square_set::SquareSet;
    /// use circularchess::{position::Position, rules::Rules, variant::Variant};
    /// let rules = Rules::<1, 2>::new(Variant::builtin("circular").unwrap());
    /// let start = Position::start(&rules);
    /// assert_eq!(start.pin(&rules, 0, start.king(0).unwrap()), SquareSet::ALL);
    /// ```
    #[must_use]
    pub fn pin(&self, rules: &Rules<W, A, K>, army: usize, square: Square) -> SquareSet<W> {
        let piece = SquareSet::from_square(square);
        match self.king_of(army) {
            Some(king) if king != square && self.armies[army].meets(piece) => {
                let enemies = self.enemies_of(rules, army);
                let mut left = self.squares_left_by_pins(rules, enemies, king, piece);
                if K > 6 && rules.general.movements.irregular {
                    left &= self.squares_left_by_irregular(rules, enemies, king, piece);
                }
                left
            }
            _ => SquareSet::ALL,
        }
    }

    /// The squares that a piece's pins, along all lines that meet in it, leave to it.
    pub(super) fn squares_left_by_pins(
        &self,
        rules: &Rules<W, A, K>,
        enemies: SquareSet<W>,
        king: Square,
        piece: SquareSet<W>,
    ) -> SquareSet<W> {
        let rays = &rules.attacks.rays;
        let occupied = self.occupied();
        let (straight, diagonal) = self.sliders(rules, enemies);
        let mut left = SquareSet::ALL;
        for (dir, direction) in DIRECTIONS.iter().enumerate() {
            let sliders = if direction.is_diagonal() {
                diagonal
            } else {
                straight
            };
            if rays.look(king, dir, occupied).blocker == piece {
                let behind = rays.look(king, dir, occupied ^ piece);
                if behind.blocker.meets(sliders) {
                    left &= behind.squares;
                }
            }
        }
        left
    }

    /// The squares on which a piece still shields its king from the lame and hopping pieces that
    /// would attack it once the piece has left its own.
    fn squares_left_by_irregular(
        &self,
        rules: &Rules<W, A, K>,
        enemies: SquareSet<W>,
        king: Square,
        piece: SquareSet<W>,
    ) -> SquareSet<W> {
        let attackers = |among, occupied| self.irregular_attackers(rules, king, among, occupied);
        let lifted = self.occupied() ^ piece;
        let held_off = attackers(enemies, lifted).without(attackers(enemies, self.occupied()));
        if held_off.is_empty() {
            return SquareSet::ALL;
        }
        let shields = |&square: &Square| {
            let at = SquareSet::from_square(square);
            attackers(held_off.without(at), lifted | at).is_empty()
        };
        rules.board.into_iter().filter(shields).collect()
    }
}
