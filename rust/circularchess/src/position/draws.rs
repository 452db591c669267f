//! Positions in which nobody can win any more.

use crate::board::shape::Square;
use crate::board::square_set::SquareSet;
use crate::position::Position;
use crate::rules::Rules;
use crate::variant::PieceType;

impl<const W: usize, const A: usize, const K: usize> Position<W, A, K> {
    /// Whether nobody could be mated any more, as far as the variant's rules count it: only
    /// kings are left, or beside them one piece that cannot mate a bare king, or bishops of
    /// one square colour where the variant says so.
    #[must_use]
    pub fn is_dead(&self, rules: &Rules<W, A, K>) -> bool {
        let mut others = self.occupied().without(self.of_kind(PieceType::King));
        if K > 6 {
            others = others.without(self.inert(rules));
        }
        match others.len() {
            0 => true,
            1 => {
                let dead = &rules.variant.dead_with_bare_king;
                dead.iter().any(|&kind| self.of_kind(kind).meets(others))
                    || self.bishops_of_one_colour(rules, others)
            }
            _ => self.bishops_of_one_colour(rules, others),
        }
    }

    fn bishops_of_one_colour(&self, rules: &Rules<W, A, K>, others: SquareSet<W>) -> bool {
        let shape = &rules.variant.shape;
        let light = |&square: &Square| shape.is_light(square);
        rules.variant.dead_same_colour_bishops
            && others.without(self.of_kind(PieceType::Bishop)).is_empty()
            && (others.into_iter().all(|s| light(&s)) || !others.into_iter().any(|s| light(&s)))
    }
}
