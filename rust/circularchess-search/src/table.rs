//! The table of positions met, shared by all threads without locks.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use circularchess::position::moves::Move;
use circularchess::variant::PieceType;

use crate::limits::WON;

/// What a stored score says of the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Bound {
    /// It is at most the score.
    Upper = 1,
    /// It is at least the score.
    Lower = 2,
    /// It is the score.
    Exact = 3,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) best: Option<Move>,
    pub(crate) score: i32,
    pub(crate) eval: i32,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
}

impl Entry {
    /// The score, as mates count from `ply`, if it settles a search with this window.
    pub(crate) fn cutoff(&self, ply: usize, alpha: i32, beta: i32) -> Option<i32> {
        let score = from_table(self.score, ply);
        let cuts = match self.bound {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        };
        cuts.then_some(score)
    }
}

/// Wins are stored by their distance from the position, not from the root.
pub(crate) fn to_table(score: i32, ply: usize) -> i32 {
    if score >= WON {
        score + ply as i32
    } else if score <= -WON {
        score - ply as i32
    } else {
        score
    }
}

pub(crate) fn from_table(score: i32, ply: usize) -> i32 {
    if score >= WON {
        score - ply as i32
    } else if score <= -WON {
        score + ply as i32
    } else {
        score
    }
}

/// Two words: the key mixed with the data, and the data. When two threads write at once and the
/// words do not belong together, the key does not fit and nothing is found.
#[derive(Default)]
#[repr(align(16))]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// Slots that share a line of the cache.
const WAYS: usize = 4;

/// The table. Its size is a power of two of slots.
pub(crate) struct Table {
    slots: Box<[[Slot; WAYS]]>,
    /// Counts searches, to tell entries of earlier ones.
    age: AtomicU8,
}

/// Ages are kept in so many bits.
const AGES: u64 = 8;

impl Table {
    /// A table of at most so many megabytes; `None` if there is no memory for it.
    pub(crate) fn new(megabytes: usize) -> Option<Self> {
        let wanted = (megabytes.max(1) << 20) / size_of::<[Slot; WAYS]>();
        let count = if wanted.is_power_of_two() {
            wanted
        } else {
            wanted.next_power_of_two() / 2
        };
        let mut slots = Vec::new();
        slots.try_reserve_exact(count).ok()?;
        slots.resize_with(count, Default::default);
        Some(Self {
            slots: slots.into_boxed_slice(),
            age: AtomicU8::new(0),
        })
    }

    pub(crate) fn clear(&self) {
        for slot in self.slots.iter().flatten() {
            slot.check.store(0, Relaxed);
            slot.data.store(0, Relaxed);
        }
        self.age.store(0, Relaxed);
    }

    /// Makes what is stored so far older.
    pub(crate) fn next_search(&self) {
        let age = (u64::from(self.age.load(Relaxed)) + 1) % AGES;
        self.age.store(age as u8, Relaxed);
    }

    #[inline]
    fn line(&self, key: u64) -> &[Slot; WAYS] {
        &self.slots[key as usize & (self.slots.len() - 1)]
    }

    /// Has the processor fetch what is stored of a position, which takes as long as much of the
    /// work on it.
    #[inline]
    #[allow(unsafe_code)] // no address is too wild to be fetched, and this one is of a slot
    pub(crate) fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let line: *const [Slot; WAYS] = self.line(key);
            // SAFETY: fetching ahead reads nothing, and faults nowhere.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(line.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// What is stored of a position.
    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<Entry> {
        for slot in self.line(key) {
            let data = slot.data.load(Relaxed);
            if slot.check.load(Relaxed) ^ data == key && data != 0 {
                return unpack(data);
            }
        }
        None
    }

    /// Stores what was found of a position, in place of what is worth least.
    pub(crate) fn store(&self, key: u64, entry: Entry) {
        let age = u64::from(self.age.load(Relaxed));
        let line = self.line(key);
        let mut target = &line[0];
        let mut least = i64::MAX;
        let mut best = entry.best;
        for slot in line {
            let data = slot.data.load(Relaxed);
            if data != 0 && slot.check.load(Relaxed) ^ data == key {
                target = slot;
                let old = unpack(data);
                if let Some(old) = old {
                    // A shallow look that cut nothing off must not wipe a deep one.
                    if entry.bound != Bound::Exact
                        && entry.depth + 3 < old.depth
                        && data_age(data) == age
                    {
                        return;
                    }
                    best = best.or(old.best);
                }
                break;
            }
            let old = (age + AGES - data_age(data)) % AGES;
            let worth = if data == 0 {
                i64::MIN
            } else {
                (data >> DEPTH & 127) as i64 - 8 * old as i64
            };
            if worth < least {
                least = worth;
                target = slot;
            }
        }
        let data = pack(Entry { best, ..entry }) | age << AGE;
        target.data.store(data, Relaxed);
        target.check.store(key ^ data, Relaxed);
    }

    /// How full it is with entries of this search, per mille, by a sample.
    pub(crate) fn full(&self) -> u32 {
        let age = u64::from(self.age.load(Relaxed));
        let sample = &self.slots[..self.slots.len().min(250)];
        let used = sample.iter().flatten().filter(|slot| {
            let data = slot.data.load(Relaxed);
            data != 0 && data_age(data) == age
        });
        (used.count() * 1000 / (sample.len() * WAYS)) as u32
    }
}

const SCORE: u32 = 21;
const EVAL: u32 = 37;
const DEPTH: u32 = 52;
const BOUND: u32 = 59;
const AGE: u32 = 61;

fn data_age(data: u64) -> u64 {
    data >> AGE
}

fn pack(entry: Entry) -> u64 {
    let mv = entry.best.map_or(0, |mv| {
        let promotion = mv.promotion.map_or(31, |kind| kind as u64);
        // A move from a square to itself is none.
        u64::from(mv.from) | u64::from(mv.to) << 8 | promotion << 16
    });
    mv | u64::from(entry.score as i16 as u16) << SCORE
        | (entry.eval as u64 & 0x7fff) << EVAL
        | (entry.depth.clamp(0, 127) as u64) << DEPTH
        | (entry.bound as u64) << BOUND
}

fn unpack(data: u64) -> Option<Entry> {
    let (from, to) = (data as u8, (data >> 8) as u8);
    let best = (from != to).then(|| Move {
        from,
        to,
        promotion: PieceType::numbered((data >> 16 & 31) as usize),
    });
    Some(Entry {
        best,
        score: i32::from((data >> SCORE) as u16 as i16),
        // Of fifteen bits, the sign spread.
        eval: i32::from(((data >> EVAL) as u16) << 1) << 16 >> 17,
        depth: (data >> DEPTH & 127) as i32,
        bound: match data >> BOUND & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_is_found_again() {
        let table = Table::new(1).unwrap();
        for (key, score) in [(1_u64, -31_990), (2, 0), (0x9e37_79b9_7f4a_7c15, 31_990)] {
            let entry = Entry {
                best: Some(Move {
                    from: 239,
                    to: 3,
                    promotion: (score == 0).then_some(PieceType::Own18),
                }),
                score,
                eval: score / 2,
                depth: 63,
                bound: Bound::Exact,
            };
            table.store(key, entry);
            assert_eq!(table.probe(key), Some(entry));
        }
        table.clear();
        assert_eq!(table.probe(2), None);
    }
}
