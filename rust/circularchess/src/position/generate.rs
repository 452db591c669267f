//! Legal moves, as (piece, from, set of destinations).
//!
//! A move onto a promotion square of the army stands for four moves; castling is the king's
//! two-file move; a pawn's capture in passing is its move onto the passed-over square.

mod checks;
mod general;
mod kings;
mod pawns;

use std::ops::ControlFlow::{self, Break, Continue};

use crate::board::shape::Square;
use crate::board::square_set::{SquareSet, for_squares};
use crate::position::{NO_SQUARE, Position};
use crate::rules::Rules;
use crate::variant::PieceType;

use checks::CheckInfo;
use general::Look;

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
        if K > 6 && A > 2 {
            // Boards for any pieces of many armies share one generator.
            return self.visit_legal(rules, mask, sink);
        }
        let Some(king) = self.mover_king(rules) else {
            return Continue(());
        };
        let view = self.view(rules);
        let info = self.check_info(rules, &view, king);
        if K > 6 && info.must_look {
            return self.visit_legal(rules, mask, sink);
        }
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
        if K > 6 && info.must_look {
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
        if K > 6 && info.must_look {
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
            held |= self.king_taking_pawns(rules, view.army, own, kings);
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
            for leaper in &rules.general.movements.leapers {
                give!(leaper.kind, s, leaper.to[usize::from(s)]);
            }
            for outline in &rules.general.movements.outlines {
                give!(
                    outline.kind,
                    s,
                    self.own_moves(rules, view, outline.kind, s)
                );
            }
            if self.bridged != 0 {
                self.bridged_moves::<SAFE, S>(rules, view, own, sink)?;
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
            if K > 6 && info.watched.meets(bit) {
                to = self.safe_among(rules, from, kind, to);
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
}
