//! Perft on several threads.

use rayon::prelude::*;

use crate::count::cpu::{self, Cpu};
use crate::count::perft::{Control, Watch};
use crate::count::table::CountTable;
use crate::position::Position;
use crate::rules::Rules;

/// How a count is to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerftOptions {
    /// Threads, from 1.
    pub threads: usize,
    /// Size of a table of subtree counts in megabytes; 0 for none.
    pub hash_megabytes: usize,
}

impl Default for PerftOptions {
    fn default() -> Self {
        Self {
            threads: 1,
            hash_megabytes: 0,
        }
    }
}

/// Why a count gave no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PerftError {
    /// It was stopped.
    Stopped,
    /// There is not enough memory for the table.
    Memory,
    /// The threads could not be started.
    Threads,
}

/// Subtrees for each thread, so that none is idle for long at the end.
const TASKS_PER_THREAD: usize = 32;

impl<const W: usize, const A: usize, const K: usize> Position<W, A, K> {
    /// The number of sequences of `depth` legal moves, counted as the options say.
    ///
    /// # Errors
    /// When it was stopped, or memory or threads could not be had.
    pub fn perft_with(
        &self,
        rules: &Rules<W, A, K>,
        depth: u8,
        options: PerftOptions,
        control: &Control,
    ) -> Result<u64, PerftError> {
        let table = match options.hash_megabytes {
            0 => None,
            megabytes => Some(CountTable::new(megabytes).ok_or(PerftError::Memory)?),
        };
        let watch = Watch {
            control,
            table: table.as_ref(),
        };
        #[cfg(target_arch = "x86_64")]
        let total = match cpu::Bits::detect() {
            Some(bits) => self.count_on(bits, rules, depth, options.threads, &watch)?,
            None => self.count_on(cpu::Any, rules, depth, options.threads, &watch)?,
        };
        #[cfg(not(target_arch = "x86_64"))]
        let total = self.count_on(cpu::Any, rules, depth, options.threads, &watch)?;
        if control.stopped() {
            return Err(PerftError::Stopped);
        }
        Ok(total)
    }

    fn count_on(
        &self,
        cpu: impl Cpu,
        rules: &Rules<W, A, K>,
        depth: u8,
        threads: usize,
        watch: &Watch<'_>,
    ) -> Result<u64, PerftError> {
        if depth == 0 {
            return Ok(1);
        }
        if threads <= 1 || depth < 3 {
            return Ok(self.count(cpu, rules, depth, watch));
        }
        self.count_in_parallel(cpu, rules, depth, threads, watch)
    }

    fn count_in_parallel(
        &self,
        cpu: impl Cpu,
        rules: &Rules<W, A, K>,
        depth: u8,
        threads: usize,
        watch: &Watch<'_>,
    ) -> Result<u64, PerftError> {
        let mut left = depth;
        let mut frontier = vec![*self];
        while left > 2 && !frontier.is_empty() && frontier.len() < threads * TASKS_PER_THREAD {
            let mut next = Vec::new();
            for position in &frontier {
                position.add_children(rules, &mut next);
            }
            frontier = next;
            left -= 1;
        }
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .map_err(|_| PerftError::Threads)?;
        let counts = pool.install(|| {
            let parts = frontier.par_iter().with_max_len(1);
            parts
                .map(|p| p.count(cpu, rules, left, watch))
                .collect::<Vec<_>>()
        });
        Ok(counts.into_iter().fold(0, u64::saturating_add))
    }

    /// Adds the positions after every legal move, not yet judged.
    fn add_children(&self, rules: &Rules<W, A, K>, out: &mut Vec<Self>) {
        let mut judged = *self;
        judged.judge(rules, &mut ());
        judged.for_each_legal(rules, |mv| {
            if let Some(kind) = judged.kind_at(mv.from) {
                let mut next = judged;
                next.make(rules, mv.from, mv.to, kind, mv.promotion, &mut ());
                out.push(next);
            }
        });
    }
}
