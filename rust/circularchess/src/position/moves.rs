//! Moves as (from, to, promotion), and lists of them.

use std::ops::ControlFlow::{Break, Continue};

use crate::board::shape::Square;
use crate::board::square_set::SquareSet;
use crate::position::Position;
use crate::position::generate::{Flow, Sink};
use crate::rules::Rules;
use crate::variant::PieceType;

/// A move. Castling is the king's two-file move.
///
/// ```
/// use circularchess::{any::Position, position::moves::Move, variant::Variant};
/// let game = Position::start(Variant::builtin("circular").unwrap());
/// let shape = &game.variant().shape;
/// let square = |name| shape.parse(name).unwrap();
/// let mv = |from, to| Move { from: square(from), to: square(to), promotion: None };
/// assert!(game.is_legal(mv("b2", "b3")) && !game.is_legal(mv("b2", "b4")));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// The square left.
    pub from: Square,
    /// The square reached.
    pub to: Square,
    /// What a pawn becomes on a promotion square.
    pub promotion: Option<PieceType>,
}

/// What a pawn may become.
pub(crate) const PROMOTIONS: [PieceType; 4] = [
    PieceType::Queen,
    PieceType::Rook,
    PieceType::Bishop,
    PieceType::Knight,
];

impl<const W: usize, const A: usize, const K: usize> Rules<W, A, K> {
    /// What pawns of an army may become.
    #[inline]
    pub(crate) fn promotes_to(&self, army: usize) -> &[PieceType] {
        if K > 6 {
            return &self.general.promotes_to[army];
        }
        &PROMOTIONS
    }
}

/// Spreads sets of destinations into single moves.
pub(crate) struct Each<'a, F: FnMut(Move)> {
    pub(crate) kinds: &'a [PieceType],
    pub(crate) each: F,
}

impl<const W: usize, F: FnMut(Move)> Sink<W> for Each<'_, F> {
    fn moves(&mut self, from: Square, _: PieceType, to: SquareSet<W>) -> Flow {
        for to in to {
            (self.each)(Move {
                from,
                to,
                promotion: None,
            });
        }
        Continue(())
    }

    fn pawn_moves(&mut self, to: SquareSet<W>, by: i16, promotion: &SquareSet<W>) -> Flow {
        for to in to {
            let from = leaves(to, by);
            if !promotion.has(to) {
                (self.each)(Move {
                    from,
                    to,
                    promotion: None,
                });
                continue;
            }
            for &kind in self.kinds {
                (self.each)(Move {
                    from,
                    to,
                    promotion: Some(kind),
                });
            }
        }
        Continue(())
    }
}

/// The square a shift of `by` leaves to land on `to`.
#[inline]
pub(crate) fn leaves(to: Square, by: i16) -> Square {
    to.wrapping_sub(by as Square)
}

/// Counts moves by the bits of their destinations.
pub(crate) struct Count {
    /// How many moves a promotion is beyond the first.
    pub(crate) more: u64,
    pub(crate) total: u64,
}

impl<const W: usize> Sink<W> for Count {
    #[inline]
    fn moves(&mut self, _: Square, _: PieceType, to: SquareSet<W>) -> Flow {
        self.total += u64::from(to.len());
        Continue(())
    }

    #[inline]
    fn pawn_moves(&mut self, to: SquareSet<W>, _: i16, promotion: &SquareSet<W>) -> Flow {
        self.total += u64::from(to.len());
        let promoting = to & *promotion;
        if !promoting.is_empty() {
            self.total += self.more * u64::from(promoting.len());
        }
        Continue(())
    }
}

/// Looks for one destination.
struct Find<const W: usize> {
    to: SquareSet<W>,
}

impl<const W: usize> Sink<W> for Find<W> {
    fn moves(&mut self, _: Square, _: PieceType, to: SquareSet<W>) -> Flow {
        if to.meets(self.to) {
            return Break(());
        }
        Continue(())
    }
    fn pawn_moves(&mut self, to: SquareSet<W>, _: i16, _: &SquareSet<W>) -> Flow {
        if to.meets(self.to) {
            return Break(());
        }
        Continue(())
    }
}

impl<const W: usize, const A: usize, const K: usize> Position<W, A, K> {
    /// Calls `each` with every legal move.
    pub fn for_each_legal(&self, rules: &Rules<W, A, K>, each: impl FnMut(Move)) {
        let kinds = rules.promotes_to(self.turn());
        let _ = self.visit_legal(rules, SquareSet::ALL, &mut Each { kinds, each });
    }

    /// Calls `each` with every safe move.
    pub fn for_each_safe(&self, rules: &Rules<W, A, K>, each: impl FnMut(Move)) {
        let kinds = rules.promotes_to(self.turn());
        let _ = self.visit_safe(rules, SquareSet::ALL, &mut Each { kinds, each });
    }

    /// Number of legal moves.
    #[must_use]
    pub fn count_legal(&self, rules: &Rules<W, A, K>) -> u64 {
        let mut count = Count {
            more: rules.promotes_to(self.turn()).len() as u64 - 1,
            total: 0,
        };
        let _ = self.visit_legal(rules, SquareSet::ALL, &mut count);
        count.total
    }

    /// Whether a move is legal.
    #[must_use]
    pub fn is_legal(&self, rules: &Rules<W, A, K>, mv: Move) -> bool {
        let Some(mask) = self.mask_of(rules, mv) else {
            return false;
        };
        let to = SquareSet::from_square(mv.to);
        self.visit_legal(rules, mask, &mut Find { to }).is_break()
    }

    /// Whether a move is safe: legal, and it does not leave the own king in check.
    #[must_use]
    pub fn is_safe(&self, rules: &Rules<W, A, K>, mv: Move) -> bool {
        let Some(mask) = self.mask_of(rules, mv) else {
            return false;
        };
        let to = SquareSet::from_square(mv.to);
        self.visit_safe(rules, mask, &mut Find { to }).is_break()
    }

    /// Where the army's pawn on a square promotes.
    pub(crate) fn promotion_at<'a>(
        &self,
        rules: &'a Rules<W, A, K>,
        army: usize,
        from: Square,
    ) -> &'a SquareSet<W> {
        if K > 6 && rules.by_heading && self.outbound.has(from) {
            &rules.general.promotion_back[army]
        } else {
            &rules.promotion[army]
        }
    }

    /// The from-square as a set, if the army to move has a piece there that promotes just as
    /// the move says.
    fn mask_of(&self, rules: &Rules<W, A, K>, mv: Move) -> Option<SquareSet<W>> {
        let mask = SquareSet::from_square(mv.from);
        let army = self.turn();
        let fits = usize::from(mv.from) < rules.variant.shape.len()
            && usize::from(mv.to) < rules.variant.shape.len()
            && self.armies[army].meets(mask)
            && (self.of_kind(PieceType::Pawn).meets(mask)
                && self.promotion_at(rules, army, mv.from).has(mv.to))
                == mv.promotion.is_some()
            && mv
                .promotion
                .is_none_or(|kind| rules.promotes_to(army).contains(&kind));
        fits.then_some(mask)
    }
}
