//! Who attacks what in a position.

use crate::board::shape::Square;
use crate::board::square_set::{SquareSet, for_squares};
use crate::position::Position;
use crate::rules::Rules;
use crate::variant::PieceType;

/// Up to how many squares are looked at one by one.
const FEW: u32 = 2;

impl<const W: usize, const A: usize, const K: usize> Position<W, A, K> {
    /// Pawns among `own`, men of one army, that attack a square.
    #[inline(always)]
    pub(crate) fn own_pawn_attackers(
        &self,
        rules: &Rules<W, A, K>,
        army: usize,
        square: Square,
        own: SquareSet<W>,
    ) -> SquareSet<W> {
        if A == 2 || rules.by_heading {
            return self.pawn_attackers(rules, square, own);
        }
        let class = &rules.attacks.pawns[army];
        class.attackers[usize::from(square)] & self.of_kind(PieceType::Pawn) & own
    }

    /// Pawns among `among` that attack a square.
    #[inline(always)]
    pub(crate) fn pawn_attackers(
        &self,
        rules: &Rules<W, A, K>,
        square: Square,
        among: SquareSet<W>,
    ) -> SquareSet<W> {
        let pawns = self.of_kind(PieceType::Pawn) & among;
        let classes = &rules.attacks.pawns;
        let s = usize::from(square);
        if rules.by_heading {
            return (classes[0].attackers[s] & pawns.without(self.outbound))
                | (classes[1].attackers[s] & pawns & self.outbound);
        }
        if A == 2 {
            return (classes[0].attackers[s] & self.armies[0]
                | classes[1].attackers[s] & self.armies[1])
                & pawns;
        }
        let mut found = SquareSet::EMPTY;
        for (army, class) in classes.iter().enumerate() {
            found |= class.attackers[s] & pawns & self.armies[army];
        }
        found
    }

    /// Sliders among `among` that could reach a square if nothing stood between: those that
    /// move as rooks, and those that move as bishops.
    #[inline]
    pub(crate) fn sliders(
        &self,
        rules: &Rules<W, A, K>,
        among: SquareSet<W>,
    ) -> (SquareSet<W>, SquareSet<W>) {
        let queens = self.of_kind(PieceType::Queen);
        let (mut straight, mut diagonal) = (
            (self.of_kind(PieceType::Rook) | queens) & among,
            (self.of_kind(PieceType::Bishop) | queens) & among,
        );
        if K > 6 && rules.general.movements.slides {
            for outline in &rules.general.movements.outlines {
                // A whole slide has no direction letters: it is the same for all armies.
                if outline.straight {
                    straight |= self.of_kind(outline.kind) & among;
                }
                if outline.diagonal {
                    diagonal |= self.of_kind(outline.kind) & among;
                }
            }
        }
        (straight, diagonal)
    }

    /// Men of the variant's own kinds among `among` that attack a square by a leap.
    #[inline(always)]
    fn own_leapers(
        &self,
        rules: &Rules<W, A, K>,
        square: Square,
        among: SquareSet<W>,
    ) -> SquareSet<W> {
        let movements = &rules.general.movements;
        let mut found = SquareSet::EMPTY;
        for leaper in &movements.leapers {
            found |= self.of_kind(leaper.kind) & leaper.from[usize::from(square)];
        }
        found &= among;
        if movements.leaps {
            found |= self.other_leapers(rules, square, among);
        }
        found
    }

    /// The same of kinds that are no plain leapers.
    #[inline(never)]
    fn other_leapers(
        &self,
        rules: &Rules<W, A, K>,
        square: Square,
        among: SquareSet<W>,
    ) -> SquareSet<W> {
        let movements = &rules.general.movements;
        let mut found = SquareSet::EMPTY;
        for outline in movements.outlines.iter().filter(|outline| outline.leaps) {
            let kind = outline.kind;
            let men = self.of_kind(kind) & among;
            if outline.shared {
                found |= men & movements.of(0, kind).capture_from[usize::from(square)];
            } else if !men.is_empty() {
                for army in 0..rules.variant.armies.len() {
                    let from = movements.of(army, kind).capture_from[usize::from(square)];
                    found |= men & self.armies[army] & from;
                }
            }
        }
        found
    }

    /// Men among `among` whose irregular movements could attack a square, whatever stood on
    /// the board.
    #[inline(never)]
    pub(crate) fn irregular_near(
        &self,
        rules: &Rules<W, A, K>,
        square: Square,
        among: SquareSet<W>,
    ) -> SquareSet<W> {
        let movements = &rules.general.movements;
        let mut found = SquareSet::EMPTY;
        if !movements.irregular {
            return found;
        }
        for outline in movements
            .outlines
            .iter()
            .filter(|outline| outline.irregular)
        {
            let kind = outline.kind;
            let men = self.of_kind(kind) & among;
            if outline.shared {
                found |= men & movements.of(0, kind).could_from[usize::from(square)];
                continue;
            }
            for army in 0..rules.variant.armies.len() {
                let from = movements.of(army, kind).could_from[usize::from(square)];
                found |= men & self.armies[army] & from;
            }
        }
        found
    }

    /// Men among `among` whose irregular movements attack a square.
    pub(crate) fn irregular_attackers(
        &self,
        rules: &Rules<W, A, K>,
        square: Square,
        among: SquareSet<W>,
        occupied: SquareSet<W>,
    ) -> SquareSet<W> {
        let mut found = SquareSet::EMPTY;
        // A way that comes by twice must find the man it is to take there the first time.
        let occupied = occupied | SquareSet::from_square(square);
        for from in self.irregular_near(rules, square, among) {
            if let (Some(kind), Some(army)) = (self.kind_at(from), self.army_at(from)) {
                let movement = rules.general.movements.of(army, kind);
                if movement.attacks(from, square, occupied) {
                    found.insert(from);
                }
            }
        }
        found
    }

    /// Where an army's man of one of the variant's own kinds could move, were the squares empty,
    /// and what it attacks.
    pub(crate) fn own_reach(
        &self,
        rules: &Rules<W, A, K>,
        army: usize,
        kind: PieceType,
        from: Square,
        occupied: SquareSet<W>,
    ) -> [SquareSet<W>; 2] {
        let movement = rules.general.movements.of(army, kind);
        let [mut quiet, mut capture] = movement.reach(from, occupied);
        if !movement.straight && !movement.diagonal {
            return [quiet, capture];
        }
        let mut slides = SquareSet::EMPTY;
        if movement.straight {
            slides |= rules.attacks.rook(from, occupied);
        }
        if movement.diagonal {
            slides |= rules.attacks.bishop(from, occupied);
        }
        quiet |= slides;
        capture |= slides;
        [quiet, capture]
    }

    /// Kings and knights and pawns among `among` that attack a square.
    #[inline(always)]
    pub(crate) fn leaper_attackers(
        &self,
        rules: &Rules<W, A, K>,
        square: Square,
        among: SquareSet<W>,
    ) -> SquareSet<W> {
        let s = usize::from(square);
        let own = if K > 6 {
            self.own_leapers(rules, square, among)
        } else {
            SquareSet::EMPTY
        };
        (rules.attacks.knight[s] & self.of_kind(PieceType::Knight) & among)
            | (rules.attacks.king[s] & self.of_kind(PieceType::King) & among)
            | self.pawn_attackers(rules, square, among)
            | own
    }

    /// All pieces among `among` that attack a square, with `occupied` in the way.
    #[inline]
    pub(crate) fn attackers_among(
        &self,
        rules: &Rules<W, A, K>,
        square: Square,
        among: SquareSet<W>,
        occupied: SquareSet<W>,
    ) -> SquareSet<W> {
        let tables = &rules.attacks;
        let (straight, diagonal) = self.sliders(rules, among);
        let mut found = self.leaper_attackers(rules, square, among);
        if straight.meets(tables.rook_lines[usize::from(square)]) {
            found |= straight & tables.rook(square, occupied);
        }
        if diagonal.meets(tables.bishop_lines[usize::from(square)]) {
            found |= diagonal & tables.bishop(square, occupied);
        }
        if K > 6 && rules.general.movements.irregular {
            found |= self.irregular_attackers(rules, square, among, occupied);
        }
        found
    }

    /// Those squares of a zone that pieces of `enemies` attack, with `occupied` in the way.
    #[inline]
    pub(crate) fn attacked_in(
        &self,
        rules: &Rules<W, A, K>,
        zone: SquareSet<W>,
        enemies: SquareSet<W>,
        occupied: SquareSet<W>,
    ) -> SquareSet<W> {
        // A few squares are asked one by one; for more, each enemy piece is asked once.
        let one_by_one = K > 6 && rules.general.movements.twice;
        if A > 2 || one_by_one || zone.len() <= FEW {
            let mut attacked = SquareSet::EMPTY;
            for square in zone {
                if !self
                    .attackers_among(rules, square, enemies, occupied)
                    .is_empty()
                {
                    attacked.insert(square);
                }
            }
            return attacked;
        }
        self.attacks_near(rules, zone, enemies, occupied) & zone
    }

    /// All squares that `enemies` attack, but for sliders far from the zone.
    fn attacks_near(
        &self,
        rules: &Rules<W, A, K>,
        zone: SquareSet<W>,
        enemies: SquareSet<W>,
        occupied: SquareSet<W>,
    ) -> SquareSet<W> {
        let tables = &rules.attacks;
        let mut attacked = SquareSet::EMPTY;
        let pawns = self.of_kind(PieceType::Pawn) & enemies;
        for (index, class) in tables.pawns.iter().enumerate() {
            let of_class = match (rules.by_heading, index) {
                (true, 0) => pawns.without(self.outbound),
                (true, _) => pawns & self.outbound,
                (false, army) => pawns & self.armies[army],
            };
            for shift in &class.captures {
                attacked |= (of_class & shift.sources).shifted(shift.by);
            }
        }
        for_squares!(square in self.of_kind(PieceType::Knight) & enemies, W => {
            attacked |= tables.knight[usize::from(square)];
        });
        for_squares!(square in self.of_kind(PieceType::King) & enemies, W => {
            attacked |= tables.king[usize::from(square)];
        });
        if K > 6 {
            for leaper in &rules.general.movements.leapers {
                for_squares!(square in self.of_kind(leaper.kind) & enemies, W => {
                    attacked |= leaper.to[usize::from(square)];
                });
            }
            for outline in &rules.general.movements.outlines {
                for from in self.of_kind(outline.kind) & enemies {
                    if let Some(army) = self.army_at(from) {
                        attacked |= self.own_reach(rules, army, outline.kind, from, occupied)[1];
                    }
                }
            }
        }
        let (straight, diagonal) = self.sliders(rules, enemies);
        for_squares!(square in straight, W => {
            if tables.rook_lines[usize::from(square)].meets(zone) {
                attacked |= tables.rook(square, occupied);
            }
        });
        for_squares!(square in diagonal, W => {
            if tables.bishop_lines[usize::from(square)].meets(zone) {
                attacked |= tables.bishop(square, occupied);
            }
        });
        attacked
    }

    /// Pieces of an army that attack a square, wherever the army's turn is; none when the
    /// army is out of play.
    #[must_use]
    pub fn attackers(&self, rules: &Rules<W, A, K>, army: usize, square: Square) -> SquareSet<W> {
        if self.in_play >> army & 1 == 0 {
            return SquareSet::EMPTY;
        }
        self.attackers_among(rules, square, self.armies[army], self.occupied())
            .without(SquareSet::from_square(square))
    }

    /// The enemies in play that attack an army's king.
    ///
    /// ```
    /// # use circularchess::{position::Position, rules::Rules, variant::Variant};
    /// let rules = Rules::<1, 2>::new(Variant::builtin("circular").unwrap());
    /// let start = Position::start(&rules);
    /// assert!(start.checkers(&rules, 0).is_empty() && start.pinned(&rules, 0).is_empty());
    /// ```
    #[must_use]
    pub fn checkers(&self, rules: &Rules<W, A, K>, army: usize) -> SquareSet<W> {
        let enemies = self.enemies_of(rules, army);
        self.king_of(army).map_or(SquareSet::EMPTY, |king| {
            self.attackers_among(rules, king, enemies, self.occupied())
        })
    }

    /// Whether an enemy in play attacks the army's king.
    #[must_use]
    pub fn is_check(&self, rules: &Rules<W, A, K>, army: usize) -> bool {
        let enemies = self.enemies_of(rules, army);
        self.king_of(army).is_some_and(|king| {
            !self
                .attackers_among(rules, king, enemies, self.occupied())
                .is_empty()
        })
    }
}
