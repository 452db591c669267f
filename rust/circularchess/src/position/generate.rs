//! Legal moves, as (piece, from, set of destinations).
//!
//! A move onto a promotion square of the army stands for four moves; castling is the king's
//! two-file move; a pawn's capture in passing is its move onto the passed-over square.

use std::ops::ControlFlow::{self, Break, Continue};

use crate::board::shape::Square;
use crate::board::square_set::{SquareSet, for_squares};
use crate::board::topology::{DIRECTIONS, FIRST_DIAGONAL, FIRST_STRAIGHT, Gait, KNIGHT_LEAPS};
use crate::position::moves::leaves;
use crate::position::{NO_SQUARE, Position};
use crate::rules::{Castle, Rules};
use crate::variant::PieceType;

/// Whether to go on looking for moves.
pub type Flow = ControlFlow<()>;

/// Where moves go as they are found. [`Break`] ends the search.
pub(crate) trait Sink<const W: usize> {
    /// A piece that is no pawn and its destinations; never an empty set, and no move comes twice.
    fn moves(&mut self, from: Square, kind: PieceType, to: SquareSet<W>) -> Flow;

    /// Pawns and their destinations, each `by` beyond the square it leaves, and where
    /// they promote; never an empty set.
    fn pawn_moves(&mut self, to: SquareSet<W>, by: i16, promotion: &SquareSet<W>) -> Flow;
}

/// What checks and pins leave to the army to move.
struct CheckInfo<const W: usize> {
    king: Square,
    in_check: bool,
    /// Squares that answer every check ray at once; all squares when there is no check.
    targets: SquareSet<W>,
    /// Pieces held by a pin.
    pinned: SquareSet<W>,
}

impl<const W: usize> CheckInfo<W> {
    /// No check and no pin looked for.
    const fn none(king: Square) -> Self {
        Self {
            king,
            in_check: false,
            targets: SquareSet::ALL,
            pinned: SquareSet::EMPTY,
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

/// Ends a search with the first move.
struct First;

impl<const W: usize> Sink<W> for First {
    fn moves(&mut self, _: Square, _: PieceType, _: SquareSet<W>) -> Flow {
        Break(())
    }
    fn pawn_moves(&mut self, _: SquareSet<W>, _: i16, _: &SquareSet<W>) -> Flow {
        Break(())
    }
}

/// Lets only safe moves through, by making each and looking.
struct Look<'a, S: ?Sized, const W: usize, const A: usize, const K: usize> {
    position: &'a Position<W, A, K>,
    rules: &'a Rules<W, A, K>,
    sink: &'a mut S,
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
            let from = leaves(to, by);
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

/// The sets a generation works with.
struct View<const W: usize> {
    army: usize,
    own: SquareSet<W>,
    enemies: SquareSet<W>,
    /// Men that may be captured: enemies, and the inert men of eliminated armies.
    prey: SquareSet<W>,
    occupied: SquareSet<W>,
    /// Where pieces other than pawns may land: not on friends.
    free: SquareSet<W>,
}

impl<const W: usize, const A: usize, const K: usize> Position<W, A, K> {
    #[inline(always)]
    fn view(&self, rules: &Rules<W, A, K>) -> View<W> {
        let army = self.turn();
        let occupied = self.occupied();
        let enemies = self.enemies_of(rules, army);
        let mut prey = enemies;
        if K > 6 {
            prey |= self.inert(rules);
        }
        View {
            army,
            own: self.armies[army],
            enemies,
            prey,
            occupied,
            // Of two armies the other is the enemy; among more there may be allies.
            free: if A == 2 {
                rules.board.without(self.armies[army])
            } else {
                rules.board.without(occupied) | prey
            },
        }
    }

    /// Check rays and pins of the army to move. Each line to the king is its own: a rook that
    /// sees the king both ways round a ring gives two rays.
    #[inline(always)]
    fn check_info(&self, rules: &Rules<W, A, K>, view: &View<W>, king: Square) -> CheckInfo<W> {
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
        info
    }

    /// Check rays and pins in the four directions from `first`.
    fn line_check_info(
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

    /// Gives the legal moves of the pieces in `mask` to a sink.
    ///
    /// Compiled anew into each caller: for counting, where every cycle tells. All others take
    /// [`Position::visit_legal`], of which there is one.
    #[inline(always)]
    pub(crate) fn generate_legal(
        &self,
        rules: &Rules<W, A, K>,
        mask: SquareSet<W>,
        sink: &mut impl Sink<W>,
    ) -> Flow {
        if K > 6 && W > 1 {
            // Wide boards of any pieces share one generator.
            return self.visit_legal(rules, mask, sink);
        }
        let Some(king) = self.mover_king(rules) else {
            return Continue(());
        };
        let view = self.view(rules);
        if K > 6 && self.must_look(rules, &view, king) {
            return self.visit_legal(rules, mask, sink);
        }
        let info = self.check_info(rules, &view, king);
        if !rules.snaffle {
            // Of two armies, neither can take a king where only safe moves are legal.
            if A == 2 {
                self.give_moves::<true, false, _>(rules, &view, &info, mask, sink)
            } else {
                self.give_moves::<true, true, _>(rules, &view, &info, mask, sink)
            }
        } else if self.may_snaffle(rules, &view, &info) {
            self.generate_all(rules, &view, &info, mask, sink)
        } else {
            Continue(())
        }
    }

    /// Gives the legal moves of the pieces in `mask` to a sink.
    #[inline(never)]
    pub(crate) fn visit_legal(
        &self,
        rules: &Rules<W, A, K>,
        mask: SquareSet<W>,
        sink: &mut dyn Sink<W>,
    ) -> Flow {
        let Some(king) = self.mover_king(rules) else {
            return Continue(());
        };
        let view = self.view(rules);
        let info = self.check_info(rules, &view, king);
        if !rules.snaffle {
            self.call_generate_safe(rules, &view, &info, mask, sink)
        } else if self.may_snaffle(rules, &view, &info) {
            self.generate_all(rules, &view, &info, mask, sink)
        } else {
            Continue(())
        }
    }

    /// Gives the safe moves of the pieces in `mask` to a sink.
    #[inline(never)]
    pub(crate) fn visit_safe(
        &self,
        rules: &Rules<W, A, K>,
        mask: SquareSet<W>,
        sink: &mut dyn Sink<W>,
    ) -> Flow {
        let Some(king) = self.mover_king(rules) else {
            return Continue(());
        };
        let view = self.view(rules);
        let info = self.check_info(rules, &view, king);
        self.call_generate_safe(rules, &view, &info, mask, sink)
    }

    /// Whether the army to move has a safe move. Looks at the position anew: what a caller
    /// knows of it is in registers, and would have to be written to memory to be handed over.
    #[inline(never)]
    pub(crate) fn has_safe_move(&self, rules: &Rules<W, A, K>) -> bool {
        let Some(king) = self.mover_king(rules) else {
            return false;
        };
        let view = self.view(rules);
        let info = self.check_info(rules, &view, king);
        self.has_free_pawn_step(rules, &view, &info)
            || self
                .call_generate_safe(rules, &view, &info, SquareSet::ALL, &mut First)
                .is_break()
    }

    /// Whether the army to move has a safe move, whatever else has ended the game.
    pub(crate) fn has_way_out(&self, rules: &Rules<W, A, K>) -> bool {
        let Some(king) = self.king_of(self.turn()) else {
            return false;
        };
        let view = self.view(rules);
        let info = self.check_info(rules, &view, king);
        self.call_generate_safe(rules, &view, &info, SquareSet::ALL, &mut First)
            .is_break()
    }

    /// Whether a safe move exists: while one does, every move is legal where kings may be
    /// taken. Most often a pawn's step is one.
    #[inline(always)]
    fn may_snaffle(&self, rules: &Rules<W, A, K>, view: &View<W>, info: &CheckInfo<W>) -> bool {
        self.has_free_pawn_step(rules, view, info) || self.has_safe_move(rules)
    }

    /// As [`Position::generate_safe`], compiled once.
    #[inline(never)]
    fn call_generate_safe(
        &self,
        rules: &Rules<W, A, K>,
        view: &View<W>,
        info: &CheckInfo<W>,
        mask: SquareSet<W>,
        sink: &mut dyn Sink<W>,
    ) -> Flow {
        self.generate_safe(rules, view, info, mask, sink)
    }

    /// All moves of the pieces in `mask`, safe or not.
    #[inline(always)]
    fn generate_all<S: Sink<W> + ?Sized>(
        &self,
        rules: &Rules<W, A, K>,
        view: &View<W>,
        info: &CheckInfo<W>,
        mask: SquareSet<W>,
        sink: &mut S,
    ) -> Flow {
        let unchecked = CheckInfo::none(info.king);
        self.give_moves::<false, false, S>(rules, view, &unchecked, mask, sink)
    }

    /// The king of the army to move; none once the game is over.
    #[inline]
    fn mover_king(&self, rules: &Rules<W, A, K>) -> Option<Square> {
        if self.end.is_some() {
            return None;
        }
        // In a count an army's turn is judged only when it has no moves.
        if K > 6 && self.is_over(rules) {
            return None;
        }
        self.king_of(self.turn())
    }

    /// Whether a pawn that no pin holds can step ahead and answer any check.
    #[inline]
    fn has_free_pawn_step(
        &self,
        rules: &Rules<W, A, K>,
        view: &View<W>,
        info: &CheckInfo<W>,
    ) -> bool {
        let pawns = (self.of_kind(PieceType::Pawn) & view.own).without(info.pinned);
        if K > 6 && self.must_look(rules, view, info.king) {
            return false;
        }
        let inbound = pawns.without(self.outbound);
        let class = &rules.attacks.pawns[rules.pawn_class(view.army, false)];
        let land = info.targets.without(view.occupied);
        let mut pushes = class.pushes.iter();
        pushes.any(|shift| (inbound & shift.sources).shifted(shift.by).meets(land))
    }

    /// Safe moves of the pieces in `mask`.
    #[inline(always)]
    fn generate_safe<S: Sink<W> + ?Sized>(
        &self,
        rules: &Rules<W, A, K>,
        view: &View<W>,
        info: &CheckInfo<W>,
        mask: SquareSet<W>,
        sink: &mut S,
    ) -> Flow {
        if K > 6 && self.must_look(rules, view, info.king) {
            let mut look = Look {
                position: self,
                rules,
                sink,
            };
            return self.visit_all(rules, info.king, mask, &mut look);
        }
        // Boards for many armies do without a copy for the games of two that could spare it.
        if A > 2 || rules.kings_can_fall {
            self.give_moves::<true, true, S>(rules, view, info, mask, sink)
        } else {
            self.give_moves::<true, false, S>(rules, view, info, mask, sink)
        }
    }

    /// Moves of the pieces in `mask`, only the safe ones if `SAFE`. Taking a king removes an
    /// army, so whether that is safe needs a look of its own, where kings `FALL`.
    #[inline(always)]
    fn give_moves<const SAFE: bool, const FALL: bool, S: Sink<W> + ?Sized>(
        &self,
        rules: &Rules<W, A, K>,
        view: &View<W>,
        info: &CheckInfo<W>,
        mask: SquareSet<W>,
        sink: &mut S,
    ) -> Flow {
        let king = info.king;
        let kings = if FALL {
            self.of_kind(PieceType::King) & view.enemies
        } else {
            SquareSet::EMPTY
        };
        let own = view.own & mask;
        let tables = &rules.attacks;
        // Pieces that a pin holds, and pawns that may take a king, are looked at one by one.
        let mut held = own & info.pinned;
        if !kings.is_empty() {
            held |= self.king_taking_pawns(rules, own, kings);
        }
        let loose = own ^ held;
        let land = view.free & info.targets;
        let pawns = self.of_kind(PieceType::Pawn) & loose;
        self.free_pawn_moves(rules, view, pawns, info.targets, sink)?;
        macro_rules! give {
            ($kind:expr, $from:ident, $reach:expr) => {
                for_squares!($from in self.of_kind($kind) & loose, W => {
                    let reach = $reach;
                    let mut to = reach & land;
                    if FALL && reach.meets(kings) {
                        to = to.without(kings)
                            | self.safe_king_captures(rules, view, king, $from, reach & kings);
                    }
                    if !to.is_empty() {
                        sink.moves($from, $kind, to)?;
                    }
                });
            };
        }
        give!(PieceType::Knight, s, tables.knight[usize::from(s)]);
        give!(PieceType::Bishop, s, tables.bishop(s, view.occupied));
        give!(PieceType::Rook, s, tables.rook(s, view.occupied));
        give!(PieceType::Queen, s, tables.queen(s, view.occupied));
        if K > 6 {
            for &kind in &rules.general.movements.kinds {
                give!(kind, s, self.own_moves(rules, view, kind, s));
            }
            if self.bridged != 0 || rules.general.sidestep {
                self.general_moves::<SAFE, S>(rules, view, info, own, sink)?;
            }
        }
        if SAFE && !held.is_empty() {
            self.held_moves(rules, view, info, held, kings, sink)?;
        }
        if own.has(king) {
            self.king_moves::<SAFE, S>(rules, view, info, kings, sink)?;
        }
        if self.en_passant != [NO_SQUARE; A] {
            self.en_passant_moves::<SAFE, S>(rules, view, king, own, sink)?;
        }
        Continue(())
    }

    /// What only general games have: quiet moves over bridged moats, and steps aside.
    #[inline(never)]
    fn general_moves<const SAFE: bool, S: Sink<W> + ?Sized>(
        &self,
        rules: &Rules<W, A, K>,
        view: &View<W>,
        info: &CheckInfo<W>,
        own: SquareSet<W>,
        sink: &mut S,
    ) -> Flow {
        if self.bridged != 0 {
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
        }
        if rules.general.sidestep {
            for from in own & self.of_kind(PieceType::Pawn) {
                let mut to = self.sidesteps(rules, view, from) & info.targets;
                let bit = SquareSet::from_square(from);
                if SAFE && info.pinned.meets(bit) {
                    to &= self.squares_left_by_pins(rules, view.enemies, info.king, bit);
                }
                self.pawn_moves_of(rules, from, to, sink)?;
            }
        }
        Continue(())
    }

    /// Where a blocked pawn may step aside; not where it would capture in passing.
    fn sidesteps(&self, rules: &Rules<W, A, K>, view: &View<W>, from: Square) -> SquareSet<W> {
        let class = &rules.attacks.pawns[rules.pawn_class(view.army, self.outbound.has(from))];
        let s = usize::from(from);
        if !class.push[s].meets(view.occupied) {
            return SquareSet::EMPTY;
        }
        let mut to = class.attacks[s].without(view.occupied);
        for owner in 0..A {
            if let Some(passed) = self.en_passant(owner)
                && rules.enemies[view.army] >> owner & 1 != 0
            {
                to = to.without(SquareSet::from_square(passed));
            }
        }
        to
    }

    /// Quiet moves over bridged moats to squares that it cannot reach without one, after which
    /// the man attacks no king of an enemy from where it stands.
    fn moves_over_moats(
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
        let kings = self.of_kind(PieceType::King) & view.enemies;
        let mut allowed = SquareSet::EMPTY;
        for to in over.without(view.occupied | plain) {
            let occupied =
                (view.occupied ^ SquareSet::from_square(from)) | SquareSet::from_square(to);
            let attacked = match kind {
                PieceType::King => tables.king[usize::from(to)],
                PieceType::Knight => tables.knight[usize::from(to)],
                PieceType::Rook => tables.rook(to, occupied),
                PieceType::Bishop => tables.bishop(to, occupied),
                PieceType::Queen => tables.queen(to, occupied),
                kind => self.own_reach(rules, view.army, kind, to, occupied)[1],
            };
            if !attacked.meets(kings) {
                allowed.insert(to);
            }
        }
        allowed
    }

    /// Whether rays do not tell all that moves may do to the king: an irregular enemy could
    /// reach it, or pawns may vanish as they meet.
    #[inline]
    fn must_look(&self, rules: &Rules<W, A, K>, view: &View<W>, king: Square) -> bool {
        (rules.general.movements.irregular
            && !self.irregular_near(rules, king, view.enemies).is_empty())
            || (rules.general.removes_meeting
                && (self.of_kind(PieceType::Pawn) & view.own).meets(self.outbound))
    }

    /// Those destinations of a man after which its king is safe: made and looked at.
    fn safe_among(
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
    fn visit_all(
        &self,
        rules: &Rules<W, A, K>,
        king: Square,
        mask: SquareSet<W>,
        sink: &mut dyn Sink<W>,
    ) -> Flow {
        self.generate_all(rules, &self.view(rules), &CheckInfo::none(king), mask, sink)
    }

    /// The pieces of an army that a pin holds: those whose leaving their square would let an
    /// enemy attack its king that does not yet, or along one more line.
    #[must_use]
    pub fn pinned(&self, rules: &Rules<W, A, K>, army: usize) -> SquareSet<W> {
        let own = self.armies[army];
        let pins = |&square: &Square| self.pin(rules, army, square) != SquareSet::ALL;
        own.into_iter().filter(pins).collect()
    }

    /// The squares that the pins of an army's piece leave to it: those between its king and the
    /// slider, and the slider's own; all squares ([`SquareSet::ALL`]) if no pin holds it. On a
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
                self.squares_left_by_pins(rules, enemies, king, piece)
            }
            _ => SquareSet::ALL,
        }
    }

    /// The squares that a piece's pins, along all lines that meet in it, leave to it.
    fn squares_left_by_pins(
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

    /// Pawns among `own` that attack one of the enemy kings `kings`.
    fn king_taking_pawns(
        &self,
        rules: &Rules<W, A, K>,
        own: SquareSet<W>,
        kings: SquareSet<W>,
    ) -> SquareSet<W> {
        let mut takers = SquareSet::EMPTY;
        for target in kings {
            takers |= self.pawn_attackers(rules, target, own);
        }
        takers
    }

    /// Moves of pieces that a pin holds, and of pawns that may take a king.
    #[cold]
    fn held_moves<S: Sink<W> + ?Sized>(
        &self,
        rules: &Rules<W, A, K>,
        view: &View<W>,
        info: &CheckInfo<W>,
        held: SquareSet<W>,
        kings: SquareSet<W>,
        sink: &mut S,
    ) -> Flow {
        let tables = &rules.attacks;
        for from in held {
            let Some(kind) = self.kind_at(from) else {
                continue;
            };
            let reach = match kind {
                PieceType::Pawn => self.pawn_reach(rules, view, from),
                _ if K > 6 && kind > PieceType::King => self.own_moves(rules, view, kind, from),
                PieceType::Knight => tables.knight[usize::from(from)],
                PieceType::Bishop => tables.bishop(from, view.occupied),
                PieceType::Rook => tables.rook(from, view.occupied),
                PieceType::Queen => tables.queen(from, view.occupied),
                _ => continue,
            } & view.free;
            let mut to = reach.without(kings) & info.targets;
            let bit = SquareSet::from_square(from);
            if info.pinned.meets(bit) {
                to &= self.squares_left_by_pins(rules, view.enemies, info.king, bit);
            }
            if reach.meets(kings) {
                to |= self.safe_king_captures(rules, view, info.king, from, reach & kings);
            }
            if kind == PieceType::Pawn {
                self.pawn_moves_of(rules, from, to, sink)?;
            } else if !to.is_empty() {
                sink.moves(from, kind, to)?;
            }
        }
        Continue(())
    }

    /// The moves of one pawn.
    fn pawn_moves_of<S: Sink<W> + ?Sized>(
        &self,
        rules: &Rules<W, A, K>,
        from: Square,
        to: SquareSet<W>,
        sink: &mut S,
    ) -> Flow {
        let promotion = self.promotion_at(rules, self.turn(), from);
        for to in to {
            let by = i16::from(to) - i16::from(from);
            sink.pawn_moves(SquareSet::from_square(to), by, promotion)?;
        }
        Continue(())
    }

    /// Where a man of one of the variant's own kinds may go, own king aside.
    fn own_moves(
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

    /// Moves of whole sets of pawns, en passant aside, as far as they end on `targets`.
    #[inline(always)]
    fn free_pawn_moves<S: Sink<W> + ?Sized>(
        &self,
        rules: &Rules<W, A, K>,
        view: &View<W>,
        pawns: SquareSet<W>,
        targets: SquareSet<W>,
        sink: &mut S,
    ) -> Flow {
        let empty = !view.occupied;
        let catch = view.prey & targets;
        let inbound = pawns.without(self.outbound);
        let outbound = pawns & self.outbound;
        for (pawns, outbound) in [(inbound, false), (outbound, true)] {
            if outbound && (!rules.by_heading || pawns.is_empty()) {
                continue;
            }
            let class = &rules.attacks.pawns[rules.pawn_class(view.army, outbound)];
            let promotion = if K > 6 && outbound {
                &rules.general.promotion_back[view.army]
            } else {
                &rules.promotion[view.army]
            };
            for shift in &class.pushes {
                let to = (pawns & shift.sources).shifted(shift.by) & empty & targets;
                if !to.is_empty() {
                    sink.pawn_moves(to, shift.by, promotion)?;
                }
            }
            for shift in &class.captures {
                let to = (pawns & shift.sources).shifted(shift.by) & catch;
                if !to.is_empty() {
                    sink.pawn_moves(to, shift.by, promotion)?;
                }
            }
        }
        if K > 6 && rules.variant.options.double_step {
            for from in outbound {
                let s = usize::from(from);
                let class = &rules.attacks.pawns[rules.pawn_class(view.army, true)];
                if class.push[s].meets(empty) {
                    let to = rules.general.double_back[view.army][s] & empty & targets;
                    self.pawn_moves_of(rules, from, to, sink)?;
                }
            }
        }
        for double in &rules.double_shifts[view.army] {
            let pass = (inbound & double.first.sources).shifted(double.first.by) & empty;
            let to = pass.shifted(double.by - double.first.by) & empty & targets;
            if !to.is_empty() {
                sink.pawn_moves(to, double.by, &rules.promotion[view.army])?;
            }
        }
        Continue(())
    }

    /// Steps, double steps and captures of a pawn, en passant aside.
    #[inline]
    fn pawn_reach(&self, rules: &Rules<W, A, K>, view: &View<W>, from: Square) -> SquareSet<W> {
        let outbound = self.outbound.has(from);
        let class = &rules.attacks.pawns[rules.pawn_class(view.army, outbound)];
        let s = usize::from(from);
        let push = class.push[s].without(view.occupied);
        let mut reach = push | (class.attacks[s] & view.prey);
        if !push.is_empty() && !outbound {
            reach |= rules.double_to[view.army][s].without(view.occupied);
        } else if K > 6 && !push.is_empty() {
            reach |= rules.general.double_back[view.army][s].without(view.occupied);
        }
        reach
    }

    /// Steps of the king, and castling.
    #[inline(always)]
    fn king_moves<const SAFE: bool, S: Sink<W> + ?Sized>(
        &self,
        rules: &Rules<W, A, K>,
        view: &View<W>,
        info: &CheckInfo<W>,
        enemy_kings: SquareSet<W>,
        sink: &mut S,
    ) -> Flow {
        let king = info.king;
        let reach = rules.attacks.king[usize::from(king)] & view.free;
        let open = if self.castling == 0 || (SAFE && info.in_check) {
            0
        } else {
            self.open_castles(rules, view)
        };
        let castles = || {
            let both = rules.castles[view.army].iter().flatten();
            both.filter(move |castle| castle.right & open != 0)
        };
        let mut zone = if SAFE {
            reach.without(enemy_kings)
        } else {
            SquareSet::EMPTY
        };
        if open != 0 {
            for castle in castles() {
                zone |= castle.way;
            }
        }
        let lifted = view.occupied ^ SquareSet::from_square(king);
        let danger = if zone.is_empty() {
            zone
        } else {
            self.attacked_in(rules, zone, view.enemies, lifted)
        };
        let mut to = reach;
        if SAFE {
            to = reach.without(danger | enemy_kings);
            if reach.meets(enemy_kings) {
                to |= self.safe_king_captures(rules, view, king, king, reach & enemy_kings);
            }
        }
        if open != 0 {
            for castle in castles() {
                let hidden = castle.opens_line || (K > 6 && rules.general.movements.irregular);
                let exposes = || SAFE && hidden && self.exposed(rules, view, castle);
                if !castle.way.meets(danger) && !exposes() {
                    to.insert(castle.king_to);
                }
            }
        }
        if K > 6 && rules.general.has_citadels {
            let shape = &rules.variant.shape;
            if shape.ring(king) == 1
                && let Some(citadel) = shape.citadel(shape.file(king))
            {
                to.insert(citadel);
            }
        }
        if !to.is_empty() {
            sink.moves(king, PieceType::King, to)?;
        }
        Continue(())
    }

    /// Castlings that are not lost and have nothing between king and rook, as rights.
    #[inline]
    fn open_castles(&self, rules: &Rules<W, A, K>, view: &View<W>) -> u16 {
        let mut open = 0;
        for castle in rules.castles[view.army].iter().flatten() {
            if !view.occupied.meets(castle.between) {
                open |= castle.right;
            }
        }
        open & self.castling
    }

    /// Whether the king is in check after castling, the rook's home being left. No board
    /// without squares beyond the rook needs this.
    #[cold]
    fn exposed(&self, rules: &Rules<W, A, K>, view: &View<W>, castle: &Castle<W>) -> bool {
        let moved = SquareSet::from_square(castle.king)
            ^ SquareSet::from_square(castle.rook)
            ^ SquareSet::from_square(castle.passed)
            ^ SquareSet::from_square(castle.king_to);
        let after = view.occupied ^ moved;
        !self
            .attackers_among(rules, castle.king_to, view.enemies, after)
            .is_empty()
    }

    /// Those of the kings in `targets` that the piece on `from` may take and leave its own
    /// king safe, once the taken army is gone.
    #[cold]
    fn safe_king_captures(
        &self,
        rules: &Rules<W, A, K>,
        view: &View<W>,
        king: Square,
        from: Square,
        targets: SquareSet<W>,
    ) -> SquareSet<W> {
        let mut safe = SquareSet::EMPTY;
        for target in targets {
            let Some(victim) = self.army_at(target) else {
                continue;
            };
            let left = self.in_play & !(1 << victim) & rules.enemies[view.army];
            let gone = if rules.all_in_play {
                self.armies[victim]
            } else {
                SquareSet::from_square(target)
            };
            let occupied = (view.occupied.without(gone) ^ SquareSet::from_square(from))
                | SquareSet::from_square(target);
            let king = if from == king { target } else { king };
            let others = view.enemies.without(self.armies[victim]);
            if left == 0
                || !rules.eliminates
                || self
                    .attackers_among(rules, king, others, occupied)
                    .is_empty()
            {
                safe.insert(target);
            }
        }
        safe
    }

    /// Whether the army to move has a legal capture in passing.
    #[cold]
    pub(crate) fn has_legal_en_passant(&self, rules: &Rules<W, A, K>) -> bool {
        let Some(king) = self.mover_king(rules) else {
            return false;
        };
        let view = self.view(rules);
        if rules.snaffle {
            self.en_passant_moves::<false, _>(rules, &view, king, view.own, &mut First)
                .is_break()
                && self.has_safe_move(rules)
        } else {
            self.en_passant_moves::<true, _>(rules, &view, king, view.own, &mut First)
                .is_break()
        }
    }

    fn en_passant_moves<const SAFE: bool, S: Sink<W> + ?Sized>(
        &self,
        rules: &Rules<W, A, K>,
        view: &View<W>,
        king: Square,
        own: SquareSet<W>,
        sink: &mut S,
    ) -> Flow {
        for owner in 0..A {
            let Some(passed) = self.en_passant(owner) else {
                continue;
            };
            if rules.enemies[view.army] >> owner & 1 == 0 {
                continue;
            }
            let victim = self.en_passant_pawn(rules, owner, passed);
            for from in self.pawn_attackers(rules, passed, own) {
                let to = SquareSet::from_square(passed);
                let occupied = (view.occupied ^ victim ^ SquareSet::from_square(from)) | to;
                let safe = !SAFE
                    || self
                        .attackers_among(rules, king, view.enemies ^ victim, occupied)
                        .is_empty();
                if safe {
                    self.pawn_moves_of(rules, from, to, sink)?;
                }
            }
        }
        Continue(())
    }
}
