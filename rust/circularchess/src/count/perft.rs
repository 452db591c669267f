//! Perft: the number of sequences of legal moves of a given length.
//!
//! Eliminations and passes between moves take no move, and a finished game has none. The last
//! ply is counted by the bits of the destination sets, not made.

use std::ops::ControlFlow::{Break, Continue};

use crate::board::shape::Square;
use crate::board::square_set::{SquareSet, for_squares};
use crate::count::control::Control;
use crate::count::cpu::Cpu;
use crate::count::parallel::PerftOptions;
use crate::count::table::CountTable;
use crate::position::Position;
use crate::position::generate::{Flow, Sink};
use crate::position::moves::{Count, leaves};
use crate::rules::Rules;
use crate::variant::PieceType;

/// What a count looks to besides the position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watch<'a> {
    pub(crate) control: &'a Control,
    pub(crate) table: Option<&'a CountTable>,
}

/// Depth whose nodes report what they counted: below it a subtree takes milliseconds.
const REPORTED_DEPTH: u8 = 3;

/// Counts the tree under one move after another.
///
/// It looks whether to stop before every move whose tree has two plies or more, and after the
/// moves of every piece: between two looks lie the replies to the moves of one piece at the most,
/// however wide the board and deep the tree. A sink ends a search only when it is to stop, so the
/// whole tree is left at once, and nothing that was not walked to its end is judged or kept.
struct Walk<'a, C: Cpu, const W: usize, const A: usize, const K: usize> {
    cpu: C,
    rules: &'a Rules<W, A, K>,
    position: &'a Position<W, A, K>,
    depth: u8,
    watch: &'a Watch<'a>,
    total: u64,
    any: bool,
}

impl<C: Cpu, const W: usize, const A: usize, const K: usize> Walk<'_, C, W, A, K> {
    /// Adds the tree under a move, of one ply if it is the `LAST` but one.
    #[inline(always)]
    fn descend<const LAST: bool>(
        &mut self,
        from: Square,
        to: Square,
        kind: PieceType,
        into: Option<PieceType>,
    ) -> Flow {
        if !LAST {
            self.go_on()?;
        }
        let mut next = *self.position;
        next.make(self.rules, from, to, kind, into, &mut ());
        let below = if self.depth == 1 {
            self.cpu.count_moves(&next, self.rules, self.watch)
        } else {
            next.count(self.cpu, self.rules, self.depth, self.watch)
        };
        self.total = self.total.saturating_add(below);
        Continue(())
    }

    /// Adds the trees under moves of one piece, or of pawns that step alike.
    #[inline(always)]
    fn descend_all(
        &mut self,
        kind: PieceType,
        to: SquareSet<W>,
        from: impl Fn(Square) -> Square,
    ) -> Flow {
        self.any = true;
        if self.depth == 1 {
            for_squares!(to in to, W => {
                self.descend::<true>(from(to), to, kind, None)?;
            });
        } else {
            for_squares!(to in to, W => {
                self.descend::<false>(from(to), to, kind, None)?;
            });
        }
        self.go_on()
    }

    /// All promotions of a pawn's move.
    #[cold]
    fn promote(&mut self, from: Square, to: Square) -> Flow {
        self.any = true;
        for &into in self.rules.promotes_to(self.position.turn()) {
            self.descend::<false>(from, to, PieceType::Pawn, Some(into))?;
        }
        Continue(())
    }

    #[inline(always)]
    fn go_on(&self) -> Flow {
        if self.watch.control.stopped() {
            return Break(());
        }
        Continue(())
    }
}

impl<C: Cpu, const W: usize, const A: usize, const K: usize> Sink<W> for Walk<'_, C, W, A, K> {
    fn moves(&mut self, from: Square, kind: PieceType, to: SquareSet<W>) -> Flow {
        self.descend_all(kind, to, |_| from)
    }

    fn pawn_moves(&mut self, to: SquareSet<W>, by: i16, promotion: &SquareSet<W>) -> Flow {
        let promoting = to & *promotion;
        for to in promoting {
            self.promote(leaves::<W>(to, by), to)?;
        }
        self.descend_all(PieceType::Pawn, to ^ promoting, |to| leaves::<W>(to, by))
    }
}

impl<const W: usize, const A: usize, const K: usize> Position<W, A, K> {
    /// The number of sequences of `depth` legal moves; saturates at `u64::MAX`.
    ///
    /// ```
    /// use circularchess::any::Position;
    /// let game = Position::start(circularchess::variant::Variant::builtin("circular").unwrap());
    /// assert_eq!(game.perft(3), 2040);
    /// ```
    #[must_use]
    pub fn perft(&self, rules: &Rules<W, A, K>, depth: u8) -> u64 {
        self.perft_watched(rules, depth, &Control::default())
            .unwrap_or(0)
    }

    /// As [`Position::perft`], under the eyes of another thread; `None` when it was stopped.
    #[must_use]
    pub fn perft_watched(
        &self,
        rules: &Rules<W, A, K>,
        depth: u8,
        control: &Control,
    ) -> Option<u64> {
        self.perft_with(rules, depth, PerftOptions::default(), control)
            .ok()
    }

    /// Counts below a position whose turn may not be judged yet: judging is put off until an
    /// army turns out to have no moves.
    #[inline(always)]
    pub(crate) fn count(
        &self,
        cpu: impl Cpu,
        rules: &Rules<W, A, K>,
        depth: u8,
        watch: &Watch<'_>,
    ) -> u64 {
        if self.end.is_some() {
            return 0;
        }
        if depth == 1 {
            return cpu.count_moves(self, rules, watch);
        }
        let Some(table) = watch.table else {
            return cpu.count_tree(self, rules, depth, watch);
        };
        let key = self.hash(rules);
        if let Some(known) = table.get(key, depth) {
            return known;
        }
        let total = cpu.count_tree(self, rules, depth, watch);
        if !watch.control.stopped() {
            table.put(key, depth, total);
        }
        total
    }

    /// Counts the tree of two plies or more below a position.
    #[inline(always)]
    pub(crate) fn count_tree(
        &self,
        cpu: impl Cpu,
        rules: &Rules<W, A, K>,
        depth: u8,
        watch: &Watch<'_>,
    ) -> u64 {
        let mut walk = Walk {
            cpu,
            rules,
            position: self,
            depth: depth - 1,
            watch,
            total: 0,
            any: false,
        };
        // Few positions are not leaves: only the sizes most counted have a generator of their own for them.
        let _ = if K > 6 || (W == 2 && A > 2) {
            self.visit_legal(rules, SquareSet::ALL, &mut walk)
        } else {
            cpu.generate_legal(self, rules, &mut walk)
        };
        let (total, any) = (walk.total, walk.any);
        if depth == REPORTED_DEPTH {
            watch.control.add(total);
        }
        if any {
            return total;
        }
        self.count_judged(cpu, rules, depth, watch)
    }

    /// Counts the last ply.
    #[inline(always)]
    pub(crate) fn count_moves(
        &self,
        cpu: impl Cpu,
        rules: &Rules<W, A, K>,
        watch: &Watch<'_>,
    ) -> u64 {
        let mut count = Count {
            more: rules.more_promotions(self.turn()),
            total: 0,
        };
        let _ = cpu.generate_legal(self, rules, &mut count);
        if count.total != 0 {
            return count.total;
        }
        self.count_judged(cpu, rules, 1, watch)
    }

    /// Counts from an army without moves: the next army that has some goes on.
    #[cold]
    fn count_judged(
        &self,
        cpu: impl Cpu,
        rules: &Rules<W, A, K>,
        depth: u8,
        watch: &Watch<'_>,
    ) -> u64 {
        let mut judged = *self;
        judged.judge(rules, &mut ());
        judged.count(cpu, rules, depth, watch)
    }
}
