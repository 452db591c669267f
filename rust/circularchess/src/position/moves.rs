//! Moves as (from, to, promotion), and lists of them.

use std::ops::ControlFlow::{Break, Continue};

use crate::board::shape::Square;
use crate::board::square_set::SquareSet;
use crate::position::Position;
use crate::position::generate::{Flow, Sink};
use crate::rules::Rules;
use crate::variant::{MAX_ARMIES, PieceType};

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

    /// How many moves a promotion of an army's pawn is beyond the first.
    #[inline]
    pub(crate) fn more_promotions(&self, army: usize) -> u64 {
        if K > 6 {
            return self.general.more_promotions[army % MAX_ARMIES.next_power_of_two()];
        }
        PROMOTIONS.len() as u64 - 1
    }
}

/// All the moves of one piece, or those of one kind: its destinations as a set.
///
/// ```
/// use std::ops::ControlFlow::Continue;
/// use circularchess::{position::{Position, moves::Which}, rules::Rules, variant::Variant};
/// let rules = Rules::<1, 2>::new(Variant::builtin("circular").unwrap());
/// let start = Position::start(&rules);
/// let (mut counted, mut listed) = (0, Vec::new());
/// let _ = start.generate(&rules, Which::All, |moves| {
///     counted += moves.len();
///     listed.extend(moves);
///     Continue(())
/// });
/// assert_eq!((counted, listed.len()), (12, 12));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceMoves<'a, const W: usize> {
    /// Kind of the piece.
    pub kind: PieceType,
    /// The square it leaves.
    pub from: Square,
    /// The squares it may reach; never none.
    pub to: SquareSet<W>,
    /// Those of them on which it promotes, so that each stands for as many moves as follow.
    pub promoting: SquareSet<W>,
    /// What it may become there.
    pub promotions: &'a [PieceType],
}

impl<const W: usize> PieceMoves<'_, W> {
    /// Number of moves.
    #[must_use]
    #[allow(clippy::len_without_is_empty)] // never empty
    pub fn len(&self) -> usize {
        let more = self.promotions.len() as u32 - 1;
        (self.to.len() + more * self.promoting.len()) as usize
    }
}

impl<'a, const W: usize> IntoIterator for PieceMoves<'a, W> {
    type Item = Move;
    type IntoIter = Moves<'a, W>;

    fn into_iter(self) -> Moves<'a, W> {
        Moves {
            plain: self.to.without(self.promoting),
            left: self,
            next_promotion: 0,
        }
    }
}

/// The moves of a [`PieceMoves`], one by one.
#[derive(Clone, Debug)]
pub struct Moves<'a, const W: usize> {
    left: PieceMoves<'a, W>,
    plain: SquareSet<W>,
    /// What the next promotion is to, by its place among them.
    next_promotion: usize,
}

impl<const W: usize> Iterator for Moves<'_, W> {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        let from = self.left.from;
        if let Some(to) = self.plain.first() {
            self.plain ^= SquareSet::from_square(to);
            return Some(Move {
                from,
                to,
                promotion: None,
            });
        }
        let to = self.left.promoting.first()?;
        let promotion = self.left.promotions[self.next_promotion];
        self.next_promotion += 1;
        if self.next_promotion == self.left.promotions.len() {
            self.next_promotion = 0;
            self.left.promoting ^= SquareSet::from_square(to);
        }
        Some(Move {
            from,
            to,
            promotion: Some(promotion),
        })
    }
}

/// Which of the legal moves are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// All.
    All,
    /// Those that take a piece, in passing too.
    Captures,
    /// Those that take none.
    Quiet,
}

/// Hands out moves piece by piece, as far as they are wanted.
pub(super) struct PieceByPiece<'a, const W: usize, const A: usize, const K: usize, F> {
    pub(super) position: &'a Position<W, A, K>,
    pub(super) rules: &'a Rules<W, A, K>,
    pub(super) which: Which,
    pub(super) prey: SquareSet<W>,
    pub(super) each: F,
}

impl<'a, const W: usize, const A: usize, const K: usize, F> PieceByPiece<'a, W, A, K, F>
where
    F: FnMut(PieceMoves<'a, W>) -> Flow,
{
    fn give(
        &mut self,
        kind: PieceType,
        from: Square,
        to: SquareSet<W>,
        promotion: SquareSet<W>,
    ) -> Flow {
        let captures = || {
            let mut captures = self.prey;
            if kind == PieceType::Pawn {
                captures |= self.position.en_passant_captures(self.rules, from);
            }
            captures
        };
        let to = match self.which {
            Which::All => to,
            Which::Captures => to & captures(),
            Which::Quiet => to.without(captures()),
        };
        if to.is_empty() {
            return Continue(());
        }
        (self.each)(PieceMoves {
            kind,
            from,
            to,
            promoting: to & promotion,
            promotions: self.rules.promotes_to(self.position.turn()),
        })
    }
}

impl<'a, const W: usize, const A: usize, const K: usize, F> Sink<W> for PieceByPiece<'a, W, A, K, F>
where
    F: FnMut(PieceMoves<'a, W>) -> Flow,
{
    fn moves(&mut self, from: Square, kind: PieceType, to: SquareSet<W>) -> Flow {
        self.give(kind, from, to, SquareSet::EMPTY)
    }

    fn pawn_moves(&mut self, to: SquareSet<W>, by: i16, promotion: &SquareSet<W>) -> Flow {
        for to in to {
            let bit = SquareSet::from_square(to);
            self.give(PieceType::Pawn, leaves::<W>(to, by), bit, *promotion)?;
        }
        Continue(())
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
            let from = leaves::<W>(to, by);
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

/// The square a shift of `by`, round the width of `W` words, leaves to land on `to`.
#[inline]
pub(crate) fn leaves<const W: usize>(to: Square, by: i16) -> Square {
    to.wrapping_sub(by as Square) & (W * 64 - 1) as Square
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
    /// The legal moves.
    #[must_use]
    pub fn legal_moves(&self, rules: &Rules<W, A, K>) -> Vec<Move> {
        let mut moves = Vec::new();
        self.for_each_legal(rules, |mv| moves.push(mv));
        moves
    }

    /// The legal moves that take a piece, in passing too.
    ///
    /// ```
    /// # use circularchess::{position::Position, rules::Rules, variant::Variant};
    /// let rules = Rules::<1, 2>::new(Variant::builtin("circular").unwrap());
    /// let start = Position::start(&rules);
    /// assert!(start.legal_captures(&rules).is_empty());
    /// assert_eq!(start.legal_quiets(&rules).len(), 12);
    /// ```
    #[must_use]
    pub fn legal_captures(&self, rules: &Rules<W, A, K>) -> Vec<Move> {
        self.list(rules, Which::Captures)
    }

    /// The legal moves that take nothing.
    #[must_use]
    pub fn legal_quiets(&self, rules: &Rules<W, A, K>) -> Vec<Move> {
        self.list(rules, Which::Quiet)
    }

    fn list(&self, rules: &Rules<W, A, K>, which: Which) -> Vec<Move> {
        let mut listed = Vec::new();
        let _ = self.generate(rules, which, |moves| {
            listed.extend(moves);
            Continue(())
        });
        listed
    }

    /// Calls `each` with the legal moves that are wanted, piece by piece, as sets of
    /// destinations, until it breaks off: the way to generate that costs least. A pawn may come
    /// more than once, each time with other moves.
    pub fn generate<'a>(
        &'a self,
        rules: &'a Rules<W, A, K>,
        which: Which,
        each: impl FnMut(PieceMoves<'a, W>) -> Flow,
    ) -> Flow {
        let mut pieces = PieceByPiece {
            position: self,
            rules,
            which,
            prey: self.enemies_of(rules, self.turn()) | self.inert(rules),
            each,
        };
        self.visit_legal(rules, SquareSet::ALL, &mut pieces)
    }

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
            more: rules.more_promotions(self.turn()),
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

    /// Whether a piece of the army to move could go there but for its own king's safety, and as
    /// whatever it must.
    pub(crate) fn may_but_for_king(
        &self,
        rules: &Rules<W, A, K>,
        from: Square,
        to: Square,
    ) -> bool {
        let (mask, to) = (SquareSet::from_square(from), SquareSet::from_square(to));
        self.king_of(self.turn()).is_some_and(|king| {
            self.visit_all(rules, king, mask, &mut Find { to })
                .is_break()
        })
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
