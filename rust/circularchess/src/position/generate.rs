//! Legal moves, as (piece, from, set of destinations).
//!
//! A move onto a promotion square of the army stands for four moves; castling is the king's
//! two-file move; a pawn's capture in passing is its move onto the passed-over square.

use crate::board::shape::Square;
use crate::board::square_set::{SquareSet, for_squares};
use crate::position::{NO_SQUARE, Position};
use crate::rules::{Castle, Rules};
use crate::variant::PieceType;

/// Where moves go as they are found. Returning `true` ends the search.
pub(crate) trait Sink<const W: usize> {
    /// A piece and its destinations; never an empty set, and no move comes twice.
    fn moves(&mut self, from: Square, kind: PieceType, to: SquareSet<W>) -> bool;

    /// Pawns and their destinations, each `by` beyond the square it leaves; never an empty set.
    fn pawn_moves(&mut self, to: SquareSet<W>, by: i16) -> bool;
}

/// What a check and pins leave to the army to move.
struct Bonds<const W: usize> {
    king: Square,
    in_check: bool,
    /// Squares that answer every check ray at once; all squares when there is no check.
    targets: SquareSet<W>,
    /// Pieces held by a pin.
    pinned: SquareSet<W>,
}

impl<const W: usize> Bonds<W> {
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
struct Any;

impl<const W: usize> Sink<W> for Any {
    fn moves(&mut self, _: Square, _: PieceType, _: SquareSet<W>) -> bool {
        true
    }
    fn pawn_moves(&mut self, _: SquareSet<W>, _: i16) -> bool {
        true
    }
}

/// The sets a generation works with.
struct View<const W: usize> {
    army: usize,
    own: SquareSet<W>,
    enemies: SquareSet<W>,
    occupied: SquareSet<W>,
    /// Where pieces other than pawns may land: not on friends.
    free: SquareSet<W>,
}

impl<const W: usize, const A: usize> Position<W, A> {
    #[inline(always)]
    fn view(&self, rules: &Rules<W, A>) -> View<W> {
        let army = self.turn();
        let occupied = self.occupied();
        let enemies = self.enemies_of(rules, army);
        View {
            army,
            own: self.armies[army],
            enemies,
            occupied,
            // Of two armies the other is the enemy; among more there may be allies.
            free: if A == 2 {
                rules.board.without(self.armies[army])
            } else {
                rules.board.without(occupied) | enemies
            },
        }
    }

    /// Check rays and pins of the army to move. Each line to the king is its own: a rook that
    /// sees the king both ways round a ring gives two rays.
    #[inline(always)]
    fn bonds(&self, rules: &Rules<W, A>, view: &View<W>, king: Square) -> Bonds<W> {
        let tables = &rules.attacks;
        let mut bonds = Bonds::none(king);
        for checker in self.leaper_attackers(rules, king, view.enemies) {
            bonds.in_check = true;
            bonds.targets &= SquareSet::from_square(checker);
        }
        let (straight, diagonal) = self.sliders(view.enemies);
        let straight = straight & tables.rook_lines[usize::from(king)];
        let diagonal = diagonal & tables.bishop_lines[usize::from(king)];
        // Most often no slider sees the king, not even past one piece.
        if !straight.is_empty() && tables.rook_through(king, view.occupied).meets(straight) {
            bonds.add(self.line_bonds(rules, view, king, 0, straight));
        }
        if !diagonal.is_empty() && tables.bishop_through(king, view.occupied).meets(diagonal) {
            bonds.add(self.line_bonds(rules, view, king, 4, diagonal));
        }
        bonds
    }

    /// Check rays and pins in the four directions from `first`.
    fn line_bonds(
        &self,
        rules: &Rules<W, A>,
        view: &View<W>,
        king: Square,
        first: usize,
        sliders: SquareSet<W>,
    ) -> Bonds<W> {
        let tables = &rules.attacks;
        let mut bonds = Bonds::none(king);
        for dir in first..first + 4 {
            if !tables.rays.whole(king, dir).meets(sliders) {
                continue;
            }
            let sight = tables.rays.look(king, dir, view.occupied);
            if sight.blocker.meets(sliders) {
                bonds.in_check = true;
                bonds.targets &= sight.squares;
            } else if sight.blocker.meets(view.own) {
                let behind = tables.rays.look(king, dir, view.occupied ^ sight.blocker);
                if behind.blocker.meets(sliders) {
                    bonds.pinned |= sight.blocker;
                }
            }
        }
        bonds
    }

    /// Gives the legal moves of the pieces in `mask` to a sink; whether the sink ended it.
    #[inline(always)]
    pub(crate) fn legal_moves(
        &self,
        rules: &Rules<W, A>,
        mask: SquareSet<W>,
        sink: &mut impl Sink<W>,
    ) -> bool {
        let Some(king) = self.mover_king() else {
            return false;
        };
        let view = self.view(rules);
        let bonds = self.bonds(rules, &view, king);
        if !rules.snaffle {
            return self.generate_safe(rules, &view, &bonds, mask, sink);
        }
        // While a safe move exists every move is legal; most often a pawn's step is one.
        let any_safe = self.has_free_pawn_step(rules, &view, &bonds)
            || self.generate_safe(rules, &view, &bonds, SquareSet::ALL, &mut Any);
        any_safe && self.generate::<false, false>(rules, &view, &Bonds::none(king), mask, sink)
    }

    /// Gives the safe moves of the pieces in `mask` to a sink; whether the sink ended it.
    pub(crate) fn safe_moves(
        &self,
        rules: &Rules<W, A>,
        mask: SquareSet<W>,
        sink: &mut impl Sink<W>,
    ) -> bool {
        let Some(king) = self.mover_king() else {
            return false;
        };
        let view = self.view(rules);
        let bonds = self.bonds(rules, &view, king);
        self.generate_safe(rules, &view, &bonds, mask, sink)
    }

    /// Whether the army to move has a safe move.
    pub(crate) fn has_safe_move(&self, rules: &Rules<W, A>) -> bool {
        self.safe_moves(rules, SquareSet::ALL, &mut Any)
    }

    /// The king of the army to move; none once the game is over.
    #[inline]
    fn mover_king(&self) -> Option<Square> {
        if self.end.is_some() {
            return None;
        }
        self.king_of(self.turn())
    }

    /// Whether a pawn that no pin holds can step ahead and answer any check.
    #[inline]
    fn has_free_pawn_step(&self, rules: &Rules<W, A>, view: &View<W>, bonds: &Bonds<W>) -> bool {
        let pawns = (self.of_kind(PieceType::Pawn) & view.own).without(bonds.pinned);
        let inbound = pawns.without(self.outbound);
        let class = &rules.attacks.pawns[rules.pawn_class(view.army, false)];
        let land = bonds.targets.without(view.occupied);
        let mut pushes = class.pushes.iter();
        pushes.any(|shift| (inbound & shift.sources).shifted(shift.by).meets(land))
    }

    /// Safe moves of the pieces in `mask`.
    #[inline(always)]
    fn generate_safe(
        &self,
        rules: &Rules<W, A>,
        view: &View<W>,
        bonds: &Bonds<W>,
        mask: SquareSet<W>,
        sink: &mut impl Sink<W>,
    ) -> bool {
        if rules.kings_can_fall {
            self.generate::<true, true>(rules, view, bonds, mask, sink)
        } else {
            self.generate::<true, false>(rules, view, bonds, mask, sink)
        }
    }

    /// Moves of the pieces in `mask`, only the safe ones if `SAFE`. Taking a king removes an
    /// army, so whether that is safe needs a look of its own, where kings `FALL`.
    #[inline(always)]
    fn generate<const SAFE: bool, const FALL: bool>(
        &self,
        rules: &Rules<W, A>,
        view: &View<W>,
        bonds: &Bonds<W>,
        mask: SquareSet<W>,
        sink: &mut impl Sink<W>,
    ) -> bool {
        let king = bonds.king;
        let kings = if FALL {
            self.of_kind(PieceType::King) & view.enemies
        } else {
            SquareSet::EMPTY
        };
        let own = view.own & mask;
        let tables = &rules.attacks;
        // Pieces that a pin holds, and pawns that may take a king, are looked at one by one.
        let mut held = own & bonds.pinned;
        if !kings.is_empty() {
            held |= self.king_taking_pawns(rules, own, kings);
        }
        let loose = own ^ held;
        let land = view.free & bonds.targets;
        if self.free_pawn_moves(
            rules,
            view,
            self.of_kind(PieceType::Pawn) & loose,
            bonds.targets,
            sink,
        ) {
            return true;
        }
        macro_rules! give {
            ($kind:expr, $from:ident, $reach:expr) => {
                for_squares!($from in self.of_kind($kind) & loose, W => {
                    let reach = $reach;
                    let mut to = reach & land;
                    if FALL && reach.meets(kings) {
                        to = to.without(kings)
                            | self.safe_king_captures(rules, view, king, $from, reach & kings);
                    }
                    if !to.is_empty() && sink.moves($from, $kind, to) {
                        return true;
                    }
                });
            };
        }
        give!(PieceType::Knight, s, tables.knight[usize::from(s)]);
        give!(PieceType::Bishop, s, tables.bishop(s, view.occupied));
        give!(PieceType::Rook, s, tables.rook(s, view.occupied));
        give!(PieceType::Queen, s, tables.queen(s, view.occupied));
        if SAFE && !held.is_empty() && self.held_moves(rules, view, bonds, held, kings, sink) {
            return true;
        }
        if own.has(king) && self.king_moves::<SAFE>(rules, view, bonds, kings, sink) {
            return true;
        }
        self.en_passant != [NO_SQUARE; A]
            && self.en_passant_moves::<SAFE>(rules, view, king, own, sink)
    }

    /// What its pins, along all lines that meet in it, leave to an own piece.
    fn pin_lines(
        &self,
        rules: &Rules<W, A>,
        view: &View<W>,
        king: Square,
        piece: SquareSet<W>,
    ) -> SquareSet<W> {
        let tables = &rules.attacks;
        let (straight, diagonal) = self.sliders(view.enemies);
        let mut allowed = SquareSet::ALL;
        for dir in 0..8 {
            let sliders = if dir < 4 { straight } else { diagonal };
            if tables.rays.look(king, dir, view.occupied).blocker == piece {
                let behind = tables.rays.look(king, dir, view.occupied ^ piece);
                if behind.blocker.meets(sliders) {
                    allowed &= behind.squares;
                }
            }
        }
        allowed
    }

    /// Pawns among `own` that attack one of the enemy kings `kings`.
    fn king_taking_pawns(
        &self,
        rules: &Rules<W, A>,
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
    fn held_moves(
        &self,
        rules: &Rules<W, A>,
        view: &View<W>,
        bonds: &Bonds<W>,
        held: SquareSet<W>,
        kings: SquareSet<W>,
        sink: &mut impl Sink<W>,
    ) -> bool {
        let tables = &rules.attacks;
        for from in held {
            let Some(kind) = self.kind_at(from) else {
                continue;
            };
            let reach = match kind {
                PieceType::Pawn => self.pawn_reach(rules, view, from),
                PieceType::Knight => tables.knight[usize::from(from)],
                PieceType::Bishop => tables.bishop(from, view.occupied),
                PieceType::Rook => tables.rook(from, view.occupied),
                PieceType::Queen => tables.queen(from, view.occupied),
                PieceType::King => continue,
            } & view.free;
            let mut to = reach.without(kings) & bonds.targets;
            let bit = SquareSet::from_square(from);
            if bonds.pinned.meets(bit) {
                to &= self.pin_lines(rules, view, bonds.king, bit);
            }
            if reach.meets(kings) {
                to |= self.safe_king_captures(rules, view, bonds.king, from, reach & kings);
            }
            if !to.is_empty() && sink.moves(from, kind, to) {
                return true;
            }
        }
        false
    }

    /// Moves of whole sets of pawns, en passant aside, as far as they end on `targets`.
    #[inline(always)]
    fn free_pawn_moves(
        &self,
        rules: &Rules<W, A>,
        view: &View<W>,
        pawns: SquareSet<W>,
        targets: SquareSet<W>,
        sink: &mut impl Sink<W>,
    ) -> bool {
        let empty = !view.occupied;
        let catch = view.enemies & targets;
        let inbound = pawns.without(self.outbound);
        let outbound = pawns & self.outbound;
        for (pawns, outbound) in [(inbound, false), (outbound, true)] {
            if outbound && (!rules.by_bound || pawns.is_empty()) {
                continue;
            }
            let class = &rules.attacks.pawns[rules.pawn_class(view.army, outbound)];
            for shift in &class.pushes {
                let to = (pawns & shift.sources).shifted(shift.by) & empty & targets;
                if !to.is_empty() && sink.pawn_moves(to, shift.by) {
                    return true;
                }
            }
            for shift in &class.captures {
                let to = (pawns & shift.sources).shifted(shift.by) & catch;
                if !to.is_empty() && sink.pawn_moves(to, shift.by) {
                    return true;
                }
            }
        }
        for double in &rules.double_shifts[view.army] {
            let pass = (inbound & double.first.sources).shifted(double.first.by) & empty;
            let to = pass.shifted(double.by - double.first.by) & empty & targets;
            if !to.is_empty() && sink.pawn_moves(to, double.by) {
                return true;
            }
        }
        false
    }

    /// Steps, double steps and captures of a pawn, en passant aside.
    #[inline]
    fn pawn_reach(&self, rules: &Rules<W, A>, view: &View<W>, from: Square) -> SquareSet<W> {
        let outbound = self.outbound.has(from);
        let class = &rules.attacks.pawns[rules.pawn_class(view.army, outbound)];
        let s = usize::from(from);
        let push = class.push[s].without(view.occupied);
        let mut reach = push | (class.attacks[s] & view.enemies);
        if !push.is_empty() && !outbound {
            reach |= rules.double_to[view.army][s].without(view.occupied);
        }
        reach
    }

    /// Steps of the king, and castling.
    #[inline(always)]
    fn king_moves<const SAFE: bool>(
        &self,
        rules: &Rules<W, A>,
        view: &View<W>,
        bonds: &Bonds<W>,
        enemy_kings: SquareSet<W>,
        sink: &mut impl Sink<W>,
    ) -> bool {
        let king = bonds.king;
        let reach = rules.attacks.king[usize::from(king)] & view.free;
        let open = if self.castling == 0 || (SAFE && bonds.in_check) {
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
                let exposes = || SAFE && castle.opens_line && self.exposed(rules, view, castle);
                if !castle.way.meets(danger) && !exposes() {
                    to.insert(castle.king_to);
                }
            }
        }
        !to.is_empty() && sink.moves(king, PieceType::King, to)
    }

    /// Castlings that are not lost and have nothing between king and rook, as rights.
    #[inline]
    fn open_castles(&self, rules: &Rules<W, A>, view: &View<W>) -> u16 {
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
    fn exposed(&self, rules: &Rules<W, A>, view: &View<W>, castle: &Castle<W>) -> bool {
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
        rules: &Rules<W, A>,
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
            let gone = if rules.eliminates {
                self.armies[victim]
            } else {
                SquareSet::from_square(target)
            };
            let occupied = (view.occupied.without(gone) ^ SquareSet::from_square(from))
                | SquareSet::from_square(target);
            let king = if from == king { target } else { king };
            let others = view.enemies.without(self.armies[victim]);
            if left == 0
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
    pub(crate) fn has_legal_en_passant(&self, rules: &Rules<W, A>) -> bool {
        let Some(king) = self.mover_king() else {
            return false;
        };
        let view = self.view(rules);
        if rules.snaffle {
            self.en_passant_moves::<false>(rules, &view, king, view.own, &mut Any)
                && self.has_safe_move(rules)
        } else {
            self.en_passant_moves::<true>(rules, &view, king, view.own, &mut Any)
        }
    }

    fn en_passant_moves<const SAFE: bool>(
        &self,
        rules: &Rules<W, A>,
        view: &View<W>,
        king: Square,
        own: SquareSet<W>,
        sink: &mut impl Sink<W>,
    ) -> bool {
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
                if safe && sink.moves(from, PieceType::Pawn, to) {
                    return true;
                }
            }
        }
        false
    }
}
