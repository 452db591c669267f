//! Perft on several threads.

use std::thread;

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

/// The most subtrees, so that collecting them takes little time and memory on any board.
const MOST_TASKS: usize = 1 << 16;

/// A position whose tree is still to be counted, and how deep.
type Task<const W: usize, const A: usize, const K: usize> = (Position<W, A, K>, u8);

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
            // To give back gigabytes takes a while, which nobody needs to wait for.
            let _ = thread::Builder::new().spawn(move || drop(table));
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
        let wanted = threads * TASKS_PER_THREAD;
        let tasks = self.tasks(rules, depth, wanted, MOST_TASKS, watch.control);
        if watch.control.stopped() {
            return Err(PerftError::Stopped);
        }
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .map_err(|_| PerftError::Threads)?;
        let counts = pool.install(|| {
            let parts = tasks.par_iter().with_max_len(1);
            parts
                .map(|(position, left)| match watch.control.stopped() {
                    true => 0,
                    false => position.count(cpu, rules, *left, watch),
                })
                .collect::<Vec<_>>()
        });
        Ok(counts.into_iter().fold(0, u64::saturating_add))
    }

    /// Splits a tree into `wanted` subtrees or more, of two plies or more, if there are so many;
    /// into `most` and those of one more position at the most.
    fn tasks(
        &self,
        rules: &Rules<W, A, K>,
        depth: u8,
        wanted: usize,
        most: usize,
        control: &Control,
    ) -> Vec<Task<W, A, K>> {
        let mut tasks = vec![(*self, depth)];
        for left in (2..depth).rev() {
            if tasks.is_empty() || tasks.len() >= wanted {
                break;
            }
            let mut next = Vec::new();
            let mut whole = tasks.into_iter();
            while next.len() < most
                && !control.stopped()
                && let Some((position, _)) = whole.next()
            {
                position.add_children(rules, left, &mut next);
            }
            next.extend(whole);
            tasks = next;
        }
        tasks
    }

    /// Adds the positions after every legal move, not yet judged.
    fn add_children(&self, rules: &Rules<W, A, K>, left: u8, out: &mut Vec<Task<W, A, K>>) {
        let mut judged = *self;
        judged.judge(rules, &mut ());
        judged.for_each_legal(rules, |mv| {
            if let Some(kind) = judged.kind_at(mv.from) {
                let mut next = judged;
                next.make(rules, mv.from, mv.to, kind, mv.promotion, &mut ());
                out.push((next, left));
            }
        });
    }
}

#[cfg(test)]
#[path = "stopping.rs"]
mod stopping;
