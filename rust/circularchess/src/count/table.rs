//! A table of subtree counts that threads share without locks.

use std::alloc::{Layout, alloc_zeroed};
use std::sync::atomic::{AtomicU64, Ordering};

/// One slot: the key mixed with the entry, and the entry. A slot that two threads wrote at once
/// fits no key and counts as empty.
#[derive(Debug)]
struct Slot {
    check: AtomicU64,
    entry: AtomicU64,
}

/// Counts by position and depth, for perft. Newer entries replace older ones.
///
/// Positions are told apart by 64 bits of hash, so a wrong count is possible but far less
/// likely than a fault of the memory it stands in.
#[derive(Debug)]
pub struct CountTable {
    slots: Vec<Slot>,
}

/// So many empty slots, from 1. The system gives memory of zeros page by page as it is written
/// to: a small count does not pay for a large table, and no table takes long to make.
#[allow(unsafe_code)] // no safe way gives zeroed atomics, or tells when there is no memory
fn empty_slots(count: usize) -> Option<Vec<Slot>> {
    let layout = Layout::array::<Slot>(count).ok()?;
    if layout.size() == 0 {
        return None;
    }
    // SAFETY: the layout is not of size 0.
    let start = unsafe { alloc_zeroed(layout) }.cast::<Slot>();
    if start.is_null() {
        return None;
    }
    // SAFETY: the global allocator gave this memory with the layout of `count` slots, as a vector
    // of that capacity has it. All are initialised: a slot is two atomics, which are represented
    // as their integers, and all bits zero is an integer.
    Some(unsafe { Vec::from_raw_parts(start, count, count) })
}

/// Counts above this are not kept: the entry also holds the depth.
const MOST: u64 = (1 << 56) - 1;

impl CountTable {
    /// A table of at most `megabytes` (of 2^20 bytes); `None` if there is not that much memory.
    /// It takes memory as it fills.
    ///
    /// ```
    /// use circularchess::count::table::CountTable;
    /// assert!(CountTable::new(1).is_some());
    /// assert!(CountTable::new(usize::MAX).is_none());
    /// ```
    #[must_use]
    pub fn new(megabytes: usize) -> Option<Self> {
        let bytes = megabytes.checked_mul(1 << 20)?;
        let wanted = (bytes / size_of::<Slot>()).max(1);
        let count = if wanted.is_power_of_two() {
            wanted
        } else {
            wanted.next_power_of_two() / 2
        };
        empty_slots(count).map(|slots| Self { slots })
    }

    fn slot(&self, key: u64) -> &Slot {
        &self.slots[key as usize & (self.slots.len() - 1)]
    }

    /// Different depths of one position go to different slots.
    fn mix(key: u64, depth: u8) -> u64 {
        key ^ u64::from(depth).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    pub(crate) fn get(&self, key: u64, depth: u8) -> Option<u64> {
        let key = Self::mix(key, depth);
        let slot = self.slot(key);
        let entry = slot.entry.load(Ordering::Relaxed);
        let fits = slot.check.load(Ordering::Relaxed) ^ entry == key;
        (fits && entry & 0xff == u64::from(depth)).then_some(entry >> 8)
    }

    pub(crate) fn put(&self, key: u64, depth: u8, count: u64) {
        if count > MOST {
            return;
        }
        let key = Self::mix(key, depth);
        let entry = count << 8 | u64::from(depth);
        let slot = self.slot(key);
        slot.check.store(key ^ entry, Ordering::Relaxed);
        slot.entry.store(entry, Ordering::Relaxed);
    }
}
