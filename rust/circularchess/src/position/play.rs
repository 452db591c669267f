//! Making moves, and what follows at the turn: mates, passes, eliminations, the end.

use crate::board::shape::Square;
use crate::board::square_set::SquareSet;
use crate::position::moves::Move;
use crate::position::{End, Event, EventKind, MOST_COUNT, NO_SQUARE, Position};
use crate::rules::{Piece, Rules, right_bit};
use crate::variant::{PieceType, StalemateRule};

/// Where events go; `()` forgets them.
pub(crate) trait Log {
    fn event(&mut self, kind: EventKind, army: usize);
}

impl Log for () {
    #[inline]
    fn event(&mut self, _: EventKind, _: usize) {}
}

impl Log for &mut dyn Log {
    fn event(&mut self, kind: EventKind, army: usize) {
        (**self).event(kind, army);
    }
}

impl Log for Vec<Event> {
    fn event(&mut self, kind: EventKind, army: usize) {
        self.push((kind, army));
    }
}

impl<const W: usize, const A: usize, const K: usize> Position<W, A, K> {
    /// Makes a legal move in place; the turn passes on but is not yet judged.
    ///
    /// In place, since a position handed back by value is copied once more, and that copy has to
    /// wait for all the small changes just made.
    #[inline]
    pub(crate) fn make(
        &mut self,
        rules: &Rules<W, A, K>,
        from: Square,
        to: Square,
        kind: PieceType,
        promotion: Option<PieceType>,
        log: &mut impl Log,
    ) {
        let army = self.turn();
        let target = SquareSet::from_square(to);
        let outbound = rules.by_heading && self.outbound.has(from);
        let piece = Piece {
            army,
            kind,
            outbound,
        };
        let mut fallen = None;
        // Wrapping, since the count stops long before: no check for overflow.
        self.halfmove = self.halfmove.wrapping_add(1).min(MOST_COUNT);
        let others = if A == 2 {
            self.armies[(army ^ 1) & 1]
        } else {
            self.occupied().without(self.armies[army])
        };
        if others.meets(target) {
            if let Some(victim) = self.piece_at(to) {
                if K > 6 && self.en_passant[victim.army] != NO_SQUARE {
                    self.end_en_passant_of(rules, victim.army, to);
                }
                self.toggle(rules, victim, to);
                self.halfmove = 0;
                // An inert king is a man like any other.
                let plays = K == 6 || self.in_play >> victim.army & 1 != 0;
                if victim.kind == PieceType::King && plays {
                    fallen = Some(victim.army);
                }
            }
        } else if kind == PieceType::King && self.castling != 0 {
            for castle in rules.castles[army].iter().flatten() {
                if castle.king == from && castle.king_to == to && self.castling & castle.right != 0
                {
                    let rook = Piece {
                        army,
                        kind: PieceType::Rook,
                        outbound: false,
                    };
                    self.toggle(rules, rook, castle.rook);
                    self.toggle(rules, rook, castle.passed);
                }
            }
        }
        if kind == PieceType::Pawn {
            self.halfmove = 0;
        }
        if self.en_passant != [NO_SQUARE; A] {
            if kind == PieceType::Pawn {
                self.take_in_passing(rules, piece, from, to);
            }
            self.end_en_passant_at(rules, target);
        }
        let turns_outbound = rules.by_heading
            && kind == PieceType::Pawn
            && !outbound
            && rules.attacks.pawns[0].crossing.has(from);
        if promotion.is_some() || turns_outbound {
            self.toggle(rules, piece, from);
            let becomes = Piece {
                army,
                kind: promotion.unwrap_or(kind),
                outbound: promotion.is_none(),
            };
            self.toggle(rules, becomes, to);
        } else {
            self.relocate(rules, piece, from, to);
        }
        if self.castling != 0 {
            self.lose_rights(
                rules,
                rules.rights_at[usize::from(from)] | rules.rights_at[usize::from(to)],
            );
        }
        if rules.en_passant
            && kind == PieceType::Pawn
            && promotion.is_none()
            && (!outbound || K > 6)
            && self.doubles(rules, army, outbound, from).meets(target)
        {
            let class = rules.pawn_class(army, outbound);
            let passed = rules.attacks.pawns[class].push[usize::from(from)];
            self.en_passant[army] = passed.first().unwrap_or(NO_SQUARE);
        }
        if K > 6 && rules.general.marks_moves {
            if kind == PieceType::Pawn && promotion.is_none() && rules.general.removes_meeting {
                self.remove_meeting(rules, piece, to);
            }
            if rules.general.has_citadels && rules.variant.shape.is_citadel(to) {
                log.event(EventKind::Citadel, army);
                self.pass_turn(rules);
                self.end = Some(End::Citadel);
                return;
            }
            if rules.general.has_moats {
                self.bridge(rules);
            }
        }
        if let Some(victim) = fallen {
            self.king_fell(rules, army, victim, log);
        } else {
            self.pass_turn(rules);
        }
    }

    /// Where a double step of an army's pawn from a square lands.
    #[inline]
    pub(crate) fn doubles<'a>(
        &self,
        rules: &'a Rules<W, A, K>,
        army: usize,
        outbound: bool,
        from: Square,
    ) -> &'a SquareSet<W> {
        if K > 6 && outbound {
            return &rules.general.double_back[army][usize::from(from)];
        }
        &rules.double_to[army][usize::from(from)]
    }

    /// The pawn of its own army that a pawn on a square meets: ahead of it, and coming towards it.
    pub(crate) fn met_by(
        &self,
        rules: &Rules<W, A, K>,
        pawn: Piece,
        at: Square,
    ) -> Option<(Square, Piece)> {
        let class = &rules.attacks.pawns[rules.pawn_class(pawn.army, pawn.outbound)];
        let other = Piece {
            outbound: !pawn.outbound,
            ..pawn
        };
        let ahead = class.push[usize::from(at)].first()?;
        (self.piece_at(ahead) == Some(other)).then_some((ahead, other))
    }

    /// Takes a pawn that has moved off the board with the one of its army that it meets.
    fn remove_meeting(&mut self, rules: &Rules<W, A, K>, pawn: Piece, at: Square) {
        if let Some((ahead, other)) = self.met_by(rules, pawn, at) {
            self.toggle(rules, pawn, at);
            self.toggle(rules, other, ahead);
            // The pawn that went two steps may be one of them.
            self.en_passant[pawn.army] = NO_SQUARE;
        }
    }

    /// Bridges the moats of armies without men on the outermost ring, and of eliminated ones.
    pub(crate) fn bridge(&mut self, rules: &Rules<W, A, K>) {
        let mut bridged = 0;
        for (army, &moats) in rules.general.moats.iter().enumerate() {
            let home = self.in_play >> army & 1 != 0 && self.armies[army].meets(rules.general.rim);
            if !home {
                bridged |= moats;
            }
        }
        let new = bridged & !self.bridged();
        if new != 0 {
            self.bridged |= new as u8;
            self.key ^= rules.zobrist.bridged(new);
        }
    }

    /// A pawn's captures in passing.
    fn take_in_passing(&mut self, rules: &Rules<W, A, K>, pawn: Piece, from: Square, to: Square) {
        let class = &rules.attacks.pawns[rules.pawn_class(pawn.army, pawn.outbound)];
        if class.attacks[usize::from(from)].has(to) {
            for owner in 0..A {
                if self.en_passant[owner] == to && rules.enemies[pawn.army] >> owner & 1 != 0 {
                    if let Some(square) = self.en_passant_pawn(rules, owner, to).first() {
                        let victim = Piece {
                            army: owner,
                            kind: PieceType::Pawn,
                            outbound: K > 6 && self.outbound.has(square),
                        };
                        self.toggle(rules, victim, square);
                    }
                    self.en_passant[owner] = NO_SQUARE;
                }
            }
        }
    }

    /// Ends an army's right where its pawn that has just gone two steps is taken: once it is gone,
    /// nothing tells which way it went.
    fn end_en_passant_of(&mut self, rules: &Rules<W, A, K>, owner: usize, at: Square) {
        let pawn = self.en_passant_pawn(rules, owner, self.en_passant[owner]);
        if pawn.has(at) {
            self.en_passant[owner] = NO_SQUARE;
        }
    }

    /// Ends the rights whose passed-over square, or whose pawn, a piece has landed on.
    fn end_en_passant_at(&mut self, rules: &Rules<W, A, K>, landed: SquareSet<W>) {
        for owner in 0..A {
            let passed = self.en_passant[owner];
            if passed != NO_SQUARE
                && (landed.has(passed)
                    || (!(K > 6 && rules.by_heading)
                        && landed.meets(self.en_passant_pawn(rules, owner, passed))))
            {
                self.en_passant[owner] = NO_SQUARE;
            }
        }
    }

    #[cold]
    fn king_fell(
        &mut self,
        rules: &Rules<W, A, K>,
        army: usize,
        victim: usize,
        log: &mut impl Log,
    ) {
        log.event(EventKind::KingTaken, victim);
        // A taken king that ends the game leaves all the rest standing.
        self.eliminate(rules, victim, rules.eliminates && rules.leave, log);
        self.pass_turn(rules);
        if rules.enemies[army] & self.in_play == 0 || !rules.eliminates {
            self.end = Some(if rules.variant.armies.len() == 2 || !rules.eliminates {
                End::KingTaken
            } else {
                End::LastSideStanding
            });
        }
    }

    /// Puts an army out of play: its rights end, and its pieces leave, or stay where they are.
    fn eliminate(&mut self, rules: &Rules<W, A, K>, army: usize, leaves: bool, log: &mut dyn Log) {
        self.in_play &= !(1 << army);
        self.key ^= rules.zobrist.in_play(army);
        self.lose_rights(rules, right_bit(army, 0) | right_bit(army, 1));
        self.en_passant[army] = NO_SQUARE;
        self.halfmove = 0;
        if leaves {
            for square in self.armies[army] {
                if let Some(piece) = self.piece_at(square) {
                    self.toggle(rules, piece, square);
                }
            }
        }
        if K > 6 {
            self.bridge(rules);
        }
        log.event(EventKind::Eliminated, army);
    }

    /// Passes the turn to the next army in play by seat. A new round begins when that seat is
    /// not after the one before; the army's own en passant right lapses.
    #[inline(always)]
    pub(crate) fn pass_turn(&mut self, rules: &Rules<W, A, K>) {
        let army = self.turn();
        if A == 2 && self.in_play == 3 {
            let next = (army ^ 1) & 1;
            self.round = self.round.wrapping_add(army as u32).min(MOST_COUNT);
            self.key ^= rules.zobrist.turn_of_two();
            self.turn = next as u8;
            self.en_passant[next] = NO_SQUARE;
            return;
        }
        let later = self.in_play & (!0 << 1 << army);
        let from = if later != 0 { later } else { self.in_play };
        let next = from.trailing_zeros() as usize;
        if next <= army {
            self.round = self.round.wrapping_add(1).min(MOST_COUNT);
        }
        self.set_turn(rules, next);
        self.en_passant[next] = NO_SQUARE;
    }

    /// Whether all armies in play are of one side.
    fn one_side_left(&self, rules: &Rules<W, A, K>) -> bool {
        let first = self.in_play.trailing_zeros() as usize;
        rules.enemies[first % A] & self.in_play == 0
    }

    /// Whether the rule of the bare king ends a game of two armies at the start of this turn:
    /// the other army is bare and did not bare this one, or this one cannot bare the other with
    /// the one move it has.
    #[cold]
    pub(crate) fn has_bare_lost(&self) -> bool {
        let (own, other) = (self.turn(), self.turn() ^ 1);
        match (self.is_bare(own), self.is_bare(other)) {
            (false, other_bare) => other_bare,
            (true, _) => self.armies[other].len() > 2,
        }
    }

    /// Whether the game is over though the turn is not yet judged, mates and stalemates aside.
    #[inline]
    pub(crate) fn is_over(&self, rules: &Rules<W, A, K>) -> bool {
        let bare = |army| self.is_bare(army);
        rules.general.bare_king_loses && (bare(0) || bare(1)) && self.has_bare_lost()
    }

    /// The army whose king stands in a citadel, if one does.
    fn king_in_citadel(&self, rules: &Rules<W, A, K>) -> Option<usize> {
        let shape = &rules.variant.shape;
        if shape.plan().citadels == 0 {
            return None;
        }
        let mut kings = self.of_kind(PieceType::King).into_iter();
        kings
            .find(|&king| shape.is_citadel(king))
            .and_then(|king| self.army_at(king))
    }

    /// Judges the army to move, and the next ones until one of them can move or the game is
    /// over: mate, stalemate, passing, elimination.
    pub(crate) fn judge(&mut self, rules: &Rules<W, A, K>, log: &mut dyn Log) {
        if self.end.is_some() {
            return;
        }
        if self.one_side_left(rules) {
            self.end = Some(End::LastSideStanding);
            return;
        }
        if K > 6
            && let Some(army) = self.king_in_citadel(rules)
        {
            log.event(EventKind::Citadel, army);
            self.end = Some(End::Citadel);
            return;
        }
        if K > 6 && rules.general.bare_king_loses && self.has_bare_lost() {
            // A mate comes first.
            let mated = self.is_check(rules, self.turn()) && !self.has_way_out(rules);
            if !mated {
                let (own, other) = (self.turn(), self.turn() ^ 1);
                let loser = if self.is_bare(own) { own } else { other };
                log.event(EventKind::BareKing, loser);
                self.end = Some(End::BareKing);
                return;
            }
        }
        // The state when the first of a row of passing armies was to be judged, and the row.
        let mut passes: Option<(Self, u8)> = None;
        while !self.has_safe_move(rules) {
            let army = self.turn();
            let mated = self.is_check(rules, army);
            log.event(
                if mated {
                    EventKind::Checkmated
                } else {
                    EventKind::Stalemated
                },
                army,
            );
            if mated && !rules.eliminates {
                self.end = Some(End::Checkmate);
                return;
            }
            let two_left = self.in_play.count_ones() == 2;
            let loses = rules.stalemate == Some(StalemateRule::Loses);
            let stalemate = rules.stalemate.filter(|_| !two_left || loses);
            match stalemate {
                _ if mated => {}
                Some(StalemateRule::Eliminate) => {}
                Some(StalemateRule::Pass) => {
                    log.event(EventKind::Passed, army);
                    let (first, row) = passes.unwrap_or((*self, 0));
                    let row = row | 1 << army;
                    if row == self.in_play {
                        *self = first;
                        self.end = Some(End::Stalemate);
                        return;
                    }
                    passes = Some((first, row));
                    self.pass_turn(rules);
                    continue;
                }
                None | Some(StalemateRule::Draw | StalemateRule::Loses) => {
                    self.end = Some(End::Stalemate);
                    return;
                }
            }
            passes = None;
            self.eliminate(rules, army, rules.leave, log);
            self.pass_turn(rules);
            if self.one_side_left(rules) {
                self.end = Some(if rules.variant.armies.len() == 2 {
                    End::Checkmate
                } else {
                    End::LastSideStanding
                });
                return;
            }
        }
    }

    /// Ends a position as it once had ended; one that goes on is judged.
    pub(crate) fn restore_end(&mut self, rules: &Rules<W, A, K>, end: Option<End>) {
        match end {
            None => self.judge(rules, &mut ()),
            Some(_) => self.end = end,
        }
    }

    /// The position after a legal move, judged.
    pub(crate) fn after(&self, rules: &Rules<W, A, K>, mv: Move, mut log: &mut dyn Log) -> Self {
        let kind = self.kind_at(mv.from).unwrap_or(PieceType::Pawn);
        let mut next = *self;
        next.make(rules, mv.from, mv.to, kind, mv.promotion, &mut log);
        next.judge(rules, log);
        next
    }

    /// The position after a move and what it brought about; `None` if the move is not legal.
    ///
    /// ```
    /// use circularchess::{position::Position, rules::Rules, variant::Variant};
    /// let rules = Rules::<1, 2>::new(Variant::builtin("circular").unwrap());
    /// let start = Position::start(&rules);
    /// let mv = start.legal_moves(&rules)[0];
    /// let (next, events) = start.play(&rules, mv).unwrap();
    /// assert!(events.is_empty() && next.turn() == 1);
    /// // It is Black's turn now, and the move White's.
    /// assert!(next.play(&rules, mv).is_none());
    /// ```
    #[must_use]
    pub fn play(&self, rules: &Rules<W, A, K>, mv: Move) -> Option<(Self, Vec<Event>)> {
        self.is_legal(rules, mv).then(|| {
            let mut events = Vec::new();
            (self.after(rules, mv, &mut events), events)
        })
    }

    /// Plays a legal move in place, without looking whether it is one. After any other move the
    /// position means nothing; it is safe to drop, and nothing else.
    ///
    /// ```
    /// # use circularchess::{position::Position, rules::Rules, variant::Variant};
    /// # let rules = Rules::<1, 2>::new(Variant::builtin("circular").unwrap());
    /// # let start = Position::start(&rules);
    /// for mv in start.legal_moves(&rules) {
    ///     let mut next = start;
    ///     next.play_unchecked(&rules, mv);
    ///     let (checked, _) = start.play(&rules, mv).unwrap();
    ///     assert_eq!(next.hash(&rules), checked.hash(&rules));
    /// }
    /// ```
    pub fn play_unchecked(&mut self, rules: &Rules<W, A, K>, mv: Move) {
        self.play_unjudged(rules, mv);
        self.judge(rules, &mut ());
    }

    /// As [`Position::play_unchecked`], but nobody looks whether the next army has a move: for
    /// searches, which find out when they ask for its moves. An army in such a position may
    /// have none and yet no [`Position::end`]; then [`Position::judge_turn`] says what follows.
    #[inline]
    pub fn play_unjudged(&mut self, rules: &Rules<W, A, K>, mv: Move) {
        let kind = self.kind_at(mv.from).unwrap_or(PieceType::Pawn);
        self.make(rules, mv.from, mv.to, kind, mv.promotion, &mut ());
    }

    /// Judges the army to move, and the next ones until one of them can move or the game is
    /// over: mate, stalemate, passing, elimination. Only ever needed after
    /// [`Position::play_unjudged`].
    ///
    /// ```
    /// # use circularchess::{position::Position, rules::Rules, variant::Variant};
    /// # let rules = Rules::<1, 2>::new(Variant::builtin("circular").unwrap());
    /// # let start = Position::start(&rules);
    /// let mv = start.legal_moves(&rules)[0];
    /// let (mut late, mut early) = (start, start);
    /// late.play_unjudged(&rules, mv);
    /// late.judge_turn(&rules);
    /// early.play_unchecked(&rules, mv);
    /// assert_eq!(late.hash(&rules), early.hash(&rules));
    /// ```
    pub fn judge_turn(&mut self, rules: &Rules<W, A, K>) {
        self.judge(rules, &mut ());
    }

    /// The position after a null move: the turn passes on and nothing else happens. `None` when
    /// the game is over or the army to move is in check. Not a move of the game; for searches.
    ///
    /// ```
    /// # use circularchess::{position::Position, rules::Rules, variant::Variant};
    /// # let rules = Rules::<1, 2>::new(Variant::builtin("circular").unwrap());
    /// # let start = Position::start(&rules);
    /// let passed = start.null_move(&rules).unwrap();
    /// assert_eq!((passed.turn(), passed.piece_at(0)), (1, start.piece_at(0)));
    /// assert_eq!(passed.null_move(&rules).unwrap().hash(&rules), start.hash(&rules));
    /// ```
    #[must_use]
    pub fn null_move(&self, rules: &Rules<W, A, K>) -> Option<Self> {
        if self.end.is_some() || self.is_check(rules, self.turn()) {
            return None;
        }
        let mut next = *self;
        next.pass_turn(rules);
        next.judge(rules, &mut ());
        Some(next)
    }

    /// The position after an army in play resigned, on its turn or out of turn.
    pub(crate) fn after_resignation(
        &self,
        rules: &Rules<W, A, K>,
        army: usize,
        log: &mut dyn Log,
    ) -> Self {
        let mut next = *self;
        log.event(EventKind::Resigned, army);
        next.eliminate(rules, army, rules.eliminates && rules.leave, log);
        if next.turn() == army {
            next.pass_turn(rules);
        }
        if next.one_side_left(rules) || !rules.eliminates {
            next.end = Some(if rules.variant.armies.len() == 2 || !rules.eliminates {
                End::Resignation
            } else {
                End::LastSideStanding
            });
        } else {
            next.judge(rules, log);
        }
        next
    }

    /// The position after an army resigned, and what that brought about; `None` if it is not in
    /// play or the game is over.
    ///
    /// ```
    /// # use circularchess::{position::{End, Position}, rules::Rules, variant::Variant};
    /// # let rules = Rules::<1, 2>::new(Variant::builtin("circular").unwrap());
    /// # let start = Position::start(&rules);
    /// let (over, _) = start.resign(&rules, 0).unwrap();
    /// assert_eq!((over.end(), over.winners(&rules)), (Some(End::Resignation), 0b10));
    /// assert!(over.resign(&rules, 1).is_none());
    /// ```
    #[must_use]
    pub fn resign(&self, rules: &Rules<W, A, K>, army: usize) -> Option<(Self, Vec<Event>)> {
        let playing = army < A && self.in_play >> army & 1 != 0 && self.end.is_none();
        playing.then(|| {
            let mut events = Vec::new();
            (self.after_resignation(rules, army, &mut events), events)
        })
    }
}
