//! What a search asks of a position besides its moves.

use crate::board::shape::Square;
use crate::board::square_set::SquareSet;
use crate::position::Position;
use crate::position::generate::Flow;
use crate::position::moves::{PieceByPiece, PieceMoves, Which};
use crate::rules::{Piece, Rules};
use crate::variant::{CheckRule, PieceType};

impl<const W: usize, const A: usize, const K: usize> Position<W, A, K> {
    /// The men of all armies in play that attack a square, if the squares of `occupied` were
    /// those that are not empty. Pins aside; for exchanges, where men leave one by one.
    ///
    /// ```
    /// # use circularchess::{position::Position, rules::Rules, variant::Variant};
    /// let rules = Rules::<1, 2>::new(Variant::builtin("circular").unwrap());
    /// let start = Position::start(&rules);
    /// let square = rules.variant().shape.parse("a2").unwrap();
    /// let attackers = start.attackers_through(&rules, square, start.occupied());
    /// assert_eq!(attackers, start.attackers(&rules, 0, square) | start.attackers(&rules, 1, square));
    /// ```
    #[inline]
    #[must_use]
    pub fn attackers_through(
        &self,
        rules: &Rules<W, A, K>,
        square: Square,
        occupied: SquareSet<W>,
    ) -> SquareSet<W> {
        let mut among = occupied;
        if K > 6 {
            among = among.without(self.inert(rules));
        }
        self.attackers_among(rules, square, among, occupied)
            .without(SquareSet::from_square(square))
    }

    /// The squares that a piece on a square attacks, if the squares of `occupied` were those that
    /// are not empty; its own men are not left out.
    ///
    /// ```
    /// # use circularchess::{position::Position, rules::{Piece, Rules}};
    /// # use circularchess::variant::{PieceType, Variant};
    /// # use circularchess::board::square_set::SquareSet;
    /// let rules = Rules::<1, 2>::new(Variant::builtin("circular").unwrap());
    /// let start = Position::start(&rules);
    /// let rook = Piece { army: 0, kind: PieceType::Rook, outbound: false };
    /// assert_eq!(start.reach(&rules, rook, 0, SquareSet::EMPTY).len(), 18);
    /// ```
    #[inline]
    #[must_use]
    pub fn reach(
        &self,
        rules: &Rules<W, A, K>,
        piece: Piece,
        from: Square,
        occupied: SquareSet<W>,
    ) -> SquareSet<W> {
        let tables = &rules.attacks;
        match piece.kind {
            PieceType::Pawn => rules.pawn_attacks(piece.army, piece.outbound, from),
            PieceType::Knight => tables.knight[usize::from(from)],
            PieceType::Bishop => tables.bishop(from, occupied),
            PieceType::Rook => tables.rook(from, occupied),
            PieceType::Queen => tables.queen(from, occupied),
            PieceType::King => tables.king[usize::from(from)],
            own if K > 6 => self.own_reach(rules, piece.army, own, from, occupied)[1],
            _ => SquareSet::EMPTY,
        }
    }

    /// The squares that an army's pawns attack.
    #[inline]
    #[must_use]
    pub fn pawn_attacks(&self, rules: &Rules<W, A, K>, army: usize) -> SquareSet<W> {
        let pawns = self.pieces(PieceType::Pawn, army);
        let mut attacked = SquareSet::EMPTY;
        for outbound in [false, true] {
            let class = &rules.attacks.pawns[rules.pawn_class(army, outbound)];
            let of_class = match (rules.by_heading, outbound) {
                (false, true) => break,
                (false, false) => pawns,
                (true, false) => pawns.without(self.outbound),
                (true, true) => pawns & self.outbound,
            };
            for shift in &class.captures {
                attacked |= (of_class & shift.sources).shifted(shift.by);
            }
        }
        attacked
    }

    /// The kind of the piece on a square.
    #[inline]
    #[must_use]
    pub fn kind_on(&self, square: Square) -> Option<PieceType> {
        self.kind_at(square)
    }

    /// The army of the piece on a square.
    #[inline]
    #[must_use]
    pub fn army_on(&self, square: Square) -> Option<usize> {
        self.army_at(square)
    }

    /// Passes the turn on in place, as a null move: the army must not be in check. As after
    /// [`Position::play_unjudged`], nobody looks whether the next army has a move.
    ///
    /// ```
    /// # use circularchess::{position::Position, rules::Rules, variant::Variant};
    /// # let rules = Rules::<1, 2>::new(Variant::builtin("circular").unwrap());
    /// # let start = Position::start(&rules);
    /// let mut passed = start;
    /// passed.pass_unjudged(&rules);
    /// assert_eq!(passed.hash(&rules), start.null_move(&rules).unwrap().hash(&rules));
    /// ```
    #[inline]
    pub fn pass_unjudged(&mut self, rules: &Rules<W, A, K>) {
        self.pass_turn(rules);
    }

    /// Whether a rule other than those of mate and stalemate ends the game at this turn, though
    /// no [`Position::end`] says so yet: [`Position::judge_turn`] does. Only after
    /// [`Position::play_unjudged`], and only where a bare king loses.
    #[inline]
    #[must_use]
    pub fn is_over_unjudged(&self, rules: &Rules<W, A, K>) -> bool {
        K > 6 && self.end.is_none() && self.is_over(rules)
    }

    /// As [`Position::generate`], but only safe moves: those that do not leave the own king
    /// attacked. The same, unless kings may be taken.
    ///
    /// ```
    /// # use std::ops::ControlFlow::Continue;
    /// # use circularchess::{position::{Position, moves::Which}, rules::Rules, variant::Variant};
    /// let rules = Rules::<1, 2>::new(Variant::builtin("circular").unwrap());
    /// let start = Position::start(&rules);
    /// let mut safe = 0;
    /// let _ = start.generate_safe_moves(&rules, Which::All, |moves| {
    ///     safe += moves.len();
    ///     Continue(())
    /// });
    /// assert_eq!(safe, 12);
    /// ```
    pub fn generate_safe_moves<'a>(
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
        self.visit_safe(rules, SquareSet::ALL, &mut pieces)
    }
}

impl<const W: usize, const A: usize, const K: usize> Rules<W, A, K> {
    /// The squares an army's pawn on a square attacks; `outbound` for one of the other heading.
    #[inline]
    #[must_use]
    pub fn pawn_attacks(&self, army: usize, outbound: bool, from: Square) -> SquareSet<W> {
        self.attacks.pawns[self.pawn_class(army, outbound)].attacks[usize::from(from)]
    }

    /// The squares from which an army's pawns, of one heading or the other, attack a square.
    #[inline]
    #[must_use]
    pub fn pawn_sources(&self, army: usize, square: Square) -> SquareSet<W> {
        let class = |outbound| &self.attacks.pawns[self.pawn_class(army, outbound)];
        class(false).attackers[usize::from(square)] | class(true).attackers[usize::from(square)]
    }

    /// The square straight ahead of an army's pawn, and whether it is of the other heading there:
    /// a step across an open centre turns it.
    ///
    /// ```
    /// # use circularchess::{rules::Rules, variant::Variant};
    /// let rules = Rules::<1, 2>::new(Variant::builtin("orthodox").unwrap());
    /// let square = |name| rules.variant().shape.parse(name).unwrap();
    /// assert_eq!(rules.pawn_step(0, false, square("e4")), Some((square("e5"), false)));
    /// ```
    #[must_use]
    pub fn pawn_step(&self, army: usize, outbound: bool, from: Square) -> Option<(Square, bool)> {
        let class = &self.attacks.pawns[self.pawn_class(army, outbound)];
        let to = class.push[usize::from(from)].first()?;
        let turns = self.by_heading && !outbound && self.attacks.pawns[0].crossing.has(from);
        Some((to, outbound || turns))
    }

    /// Whether a pawn's heading is part of the position.
    #[must_use]
    pub fn has_headings(&self) -> bool {
        self.by_heading
    }

    /// Where an army's pawns promote; `outbound` for those of the other heading.
    #[must_use]
    pub fn promotion_squares(&self, army: usize, outbound: bool) -> SquareSet<W> {
        if K > 6 && self.by_heading && outbound {
            self.general.promotion_back[army]
        } else {
            self.promotion[army]
        }
    }

    /// The squares of the board on which men may stand in the course of a game; no citadels.
    #[must_use]
    pub fn board(&self) -> SquareSet<W> {
        self.board
    }

    /// The armies of an army's own side, as bits.
    #[must_use]
    pub fn side_of(&self, army: usize) -> u8 {
        self.sides[army]
    }

    /// Number of sides: teams, or armies that fight for themselves.
    #[must_use]
    pub fn sides_count(&self) -> usize {
        self.sides_count
    }

    /// Whether kings may be taken ([`CheckRule::Snaffle`]).
    #[must_use]
    pub fn kings_are_taken(&self) -> bool {
        self.variant.options.check == CheckRule::Snaffle
    }
}
