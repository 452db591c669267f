//! Who attacks what in a position.

use crate::board::shape::Square;
use crate::board::square_set::{SquareSet, for_squares};
use crate::position::Position;
use crate::rules::Rules;
use crate::variant::PieceType;

/// Up to how many squares are looked at one by one.
const FEW: u32 = 2;

impl<const W: usize, const A: usize, const K: usize> Position<W, A, K> {
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
        if rules.by_bound {
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
    pub(crate) fn sliders(&self, among: SquareSet<W>) -> (SquareSet<W>, SquareSet<W>) {
        let queens = self.of_kind(PieceType::Queen);
        (
            (self.of_kind(PieceType::Rook) | queens) & among,
            (self.of_kind(PieceType::Bishop) | queens) & among,
        )
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
        (rules.attacks.knight[s] & self.of_kind(PieceType::Knight) & among)
            | (rules.attacks.king[s] & self.of_kind(PieceType::King) & among)
            | self.pawn_attackers(rules, square, among)
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
        let (straight, diagonal) = self.sliders(among);
        let mut found = self.leaper_attackers(rules, square, among);
        if straight.meets(tables.rook_lines[usize::from(square)]) {
            found |= straight & tables.rook(square, occupied);
        }
        if diagonal.meets(tables.bishop_lines[usize::from(square)]) {
            found |= diagonal & tables.bishop(square, occupied);
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
        if A > 2 || zone.len() <= FEW {
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
            let of_class = match (rules.by_bound, index) {
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
        let (straight, diagonal) = self.sliders(enemies);
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
