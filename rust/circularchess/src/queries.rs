//! Who attacks what in a position.

use crate::position::Position;
use crate::rules::Rules;
use crate::shape::Square;
use crate::square_set::SquareSet;
use crate::variant::PieceType;

impl<const W: usize, const A: usize> Position<W, A> {
    /// Pawns among `among` that attack a square.
    #[inline]
    pub(crate) fn pawn_attackers(
        &self,
        rules: &Rules<W, A>,
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
    #[inline]
    pub(crate) fn leaper_attackers(
        &self,
        rules: &Rules<W, A>,
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
        rules: &Rules<W, A>,
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

    /// Pieces of an army that attack a square, wherever the army's turn is; none when the
    /// army is out of play.
    #[must_use]
    pub fn attackers(&self, rules: &Rules<W, A>, army: usize, square: Square) -> SquareSet<W> {
        if self.in_play >> army & 1 == 0 {
            return SquareSet::EMPTY;
        }
        self.attackers_among(rules, square, self.armies[army], self.occupied())
            .without(SquareSet::from_square(square))
    }

    /// Whether an enemy in play attacks the army's king.
    #[must_use]
    pub fn is_check(&self, rules: &Rules<W, A>, army: usize) -> bool {
        let enemies = self.enemies_of(rules, army);
        self.king_of(army).is_some_and(|king| {
            !self
                .attackers_among(rules, king, enemies, self.occupied())
                .is_empty()
        })
    }
}
