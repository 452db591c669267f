//! Watching a count, and stopping it, from another thread.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Lets another thread watch and stop a count.
#[derive(Debug, Default)]
pub struct Control {
    stop: AtomicBool,
    nodes: AtomicU64,
}

impl Control {
    /// Asks the work to end. It does so within the time that counting a few hundred moves takes.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the work was asked to end.
    #[must_use]
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Nodes, or games, counted so far, for progress.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    pub(crate) fn add(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }
}
