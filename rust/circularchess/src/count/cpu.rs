//! One count compiled twice: for any processor, and for those that count and scan bits in one
//! instruction. Which one runs is decided when the count begins.
//!
//! Measured by instructions, the second is a sixth to a fifth faster (`benches/NOTES.md`).

use crate::board::square_set::SquareSet;
use crate::count::perft::Watch;
use crate::position::Position;
use crate::position::generate::{Flow, Sink};
use crate::rules::Rules;

/// A kind of processor, and the count compiled for it.
pub(crate) trait Cpu: Copy + Send + Sync {
    /// Gives the legal moves of a position to a part of the count.
    fn generate_legal<const W: usize, const A: usize, const K: usize>(
        self,
        position: &Position<W, A, K>,
        rules: &Rules<W, A, K>,
        sink: &mut impl Sink<W>,
    ) -> Flow;

    /// Counts the last ply below a position.
    fn count_moves<const W: usize, const A: usize, const K: usize>(
        self,
        position: &Position<W, A, K>,
        rules: &Rules<W, A, K>,
        watch: &Watch<'_>,
    ) -> u64;

    /// Counts two plies or more below a position.
    fn count_tree<const W: usize, const A: usize, const K: usize>(
        self,
        position: &Position<W, A, K>,
        rules: &Rules<W, A, K>,
        depth: u8,
        watch: &Watch<'_>,
    ) -> u64;
}

/// Any processor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Any;

impl Cpu for Any {
    /// Where nearly every processor has a count of its own, the rest share one generator.
    #[inline(always)]
    fn generate_legal<const W: usize, const A: usize, const K: usize>(
        self,
        position: &Position<W, A, K>,
        rules: &Rules<W, A, K>,
        sink: &mut impl Sink<W>,
    ) -> Flow {
        if K > 6 || cfg!(target_arch = "x86_64") {
            position.visit_legal(rules, SquareSet::ALL, sink)
        } else {
            position.generate_legal(rules, SquareSet::ALL, sink)
        }
    }

    #[inline(never)]
    fn count_moves<const W: usize, const A: usize, const K: usize>(
        self,
        position: &Position<W, A, K>,
        rules: &Rules<W, A, K>,
        watch: &Watch<'_>,
    ) -> u64 {
        position.count_moves(self, rules, watch)
    }

    #[inline(never)]
    fn count_tree<const W: usize, const A: usize, const K: usize>(
        self,
        position: &Position<W, A, K>,
        rules: &Rules<W, A, K>,
        depth: u8,
        watch: &Watch<'_>,
    ) -> u64 {
        position.count_tree(self, rules, depth, watch)
    }
}

#[cfg(target_arch = "x86_64")]
pub(crate) use bits::Bits;

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)] // a sixth of all instructions; the proof stands at each call
mod bits {
    use super::{Cpu, Flow, Position, Rules, Sink, SquareSet, Watch};

    /// A processor with POPCNT, LZCNT, BMI1 and BMI2. Only [`Bits::detect`] makes one.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Bits(());

    impl Bits {
        pub(crate) fn detect() -> Option<Self> {
            let has = is_x86_feature_detected!("popcnt")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2");
            has.then_some(Self(()))
        }
    }

    #[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2")]
    fn count_moves<const W: usize, const A: usize, const K: usize>(
        cpu: Bits,
        position: &Position<W, A, K>,
        rules: &Rules<W, A, K>,
        watch: &Watch<'_>,
    ) -> u64 {
        position.count_moves(cpu, rules, watch)
    }

    #[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2")]
    fn count_tree<const W: usize, const A: usize, const K: usize>(
        cpu: Bits,
        position: &Position<W, A, K>,
        rules: &Rules<W, A, K>,
        depth: u8,
        watch: &Watch<'_>,
    ) -> u64 {
        position.count_tree(cpu, rules, depth, watch)
    }

    impl Cpu for Bits {
        #[inline(always)]
        fn generate_legal<const W: usize, const A: usize, const K: usize>(
            self,
            position: &Position<W, A, K>,
            rules: &Rules<W, A, K>,
            sink: &mut impl Sink<W>,
        ) -> Flow {
            position.generate_legal(rules, SquareSet::ALL, sink)
        }

        #[inline(always)]
        fn count_moves<const W: usize, const A: usize, const K: usize>(
            self,
            position: &Position<W, A, K>,
            rules: &Rules<W, A, K>,
            watch: &Watch<'_>,
        ) -> u64 {
            // SAFETY: a `Bits` exists only where the features were detected.
            unsafe { count_moves(self, position, rules, watch) }
        }

        #[inline(always)]
        fn count_tree<const W: usize, const A: usize, const K: usize>(
            self,
            position: &Position<W, A, K>,
            rules: &Rules<W, A, K>,
            depth: u8,
            watch: &Watch<'_>,
        ) -> u64 {
            // SAFETY: a `Bits` exists only where the features were detected.
            unsafe { count_tree(self, position, rules, depth, watch) }
        }
    }
}
