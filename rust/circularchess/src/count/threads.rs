//! Work shared out among threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// The threads could not be started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NoThreads;

/// Hands out the next task that no thread has taken.
pub(crate) type NextTask<'a> = dyn Fn() -> Option<usize> + 'a;

/// Runs `work` on several threads at once. Each is given a function that hands out the numbers
/// below `tasks`, every number to one thread, and `None` once there are no more. None begins
/// before all have started, so that too many are refused however little there is to do.
pub(crate) fn share_out(
    tasks: usize,
    threads: usize,
    work: &(dyn Fn(&NextTask<'_>) + Sync),
) -> Result<(), NoThreads> {
    let taken = AtomicUsize::new(0);
    let next = || {
        let task = taken.fetch_add(1, Ordering::Relaxed);
        (task < tasks).then_some(task)
    };
    let gate = Mutex::new(());
    let enter = || drop(gate.lock().unwrap_or_else(PoisonError::into_inner));
    thread::scope(|scope| {
        let _closed = gate.lock();
        for _ in 0..threads.min(tasks) {
            let started = thread::Builder::new().spawn_scoped(scope, || {
                enter();
                work(&next);
            });
            if started.is_err() {
                // Those that have started find nothing to do.
                taken.store(tasks, Ordering::Relaxed);
                return Err(NoThreads);
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    #[test]
    fn every_task_is_done_once() {
        for tasks in [0, 1, 2, 100] {
            for threads in [0, 1, 3, 200] {
                let done = Mutex::new(Vec::new());
                let work = |next: &NextTask<'_>| {
                    while let Some(task) = next() {
                        done.lock().unwrap().push(task);
                    }
                };
                share_out(tasks, threads, &work).unwrap();
                let mut done = done.into_inner().unwrap();
                done.sort_unstable();
                let all = if threads == 0 { 0 } else { tasks };
                assert_eq!(done, (0..all).collect::<Vec<_>>());
            }
        }
    }
}
