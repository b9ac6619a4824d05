//! The transposition table, shared by all threads without a lock.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// What a stored score says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    /// The true score is at most this (fail low).
    Upper,
    /// The true score is at least this (fail high).
    Lower,
    /// The score is exact.
    Exact,
}

/// The search result of one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    /// The 16-bit code of the best action (the hash move); [`Entry::NO_CODE`] if there is none.
    pub(super) code: u16,
    /// Relative to this position, see [`score::to_table`](super::score::to_table).
    pub(super) score: i16,
    /// The static evaluation for the actor; [`Entry::NO_EVALUATION`] if it was not computed.
    pub(super) evaluation: i16,
    /// The search depth; 0 for quiescence.
    pub(super) depth: u8,
    pub(super) bound: Bound,
}

impl Entry {
    pub(super) const NO_CODE: u16 = u16::MAX;
    pub(super) const NO_EVALUATION: i16 = i16::MIN;

    fn pack(self, generation: u8) -> u64 {
        u64::from(self.code)
            | u64::from(self.score as u16) << 16
            | u64::from(self.evaluation as u16) << 32
            | u64::from(self.depth) << 48
            | (self.bound as u64 + 1) << 56
            | u64::from(generation) << 58
    }

    /// `None` for an empty slot.
    fn unpack(word: u64) -> Option<Self> {
        let bound = match word >> 56 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        };
        Some(Self {
            code: word as u16,
            score: (word >> 16) as i16,
            evaluation: (word >> 32) as i16,
            depth: (word >> 48) as u8,
            bound,
        })
    }
}

/// Two words: the packed entry, and the key XOR the entry. If two threads write at once, the words
/// do not match and the slot counts as empty (lockless hashing).
#[derive(Default)]
struct Slot {
    check: AtomicU64,
    entry: AtomicU64,
}

const SLOTS: usize = 4;
const GENERATIONS: u8 = 64;

/// One cache line.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; SLOTS]);

/// The table: buckets of four slots.
pub(super) struct TranspositionTable {
    buckets: Vec<Bucket>,
    generation: u8,
}

impl TranspositionTable {
    /// A table of this size in mebibytes, at least 1.
    pub(super) fn new(mebibytes: usize) -> Self {
        let count = (mebibytes.max(1) << 20) / size_of::<Bucket>();
        Self { buckets: (0..count).map(|_| Bucket::default()).collect(), generation: 0 }
    }

    /// Empties the table.
    pub(super) fn clear(&mut self) {
        self.generation = 0;
        for slot in self.buckets.iter_mut().flat_map(|bucket| &mut bucket.0) {
            *slot = Slot::default();
        }
    }

    /// Begins a new search: entries of older generations are replaced first.
    pub(super) fn new_generation(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        let index = ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize;
        &self.buckets[index]
    }

    #[inline]
    pub(super) fn probe(&self, key: u64) -> Option<Entry> {
        for slot in &self.bucket(key).0 {
            let word = slot.entry.load(Relaxed);
            if slot.check.load(Relaxed) ^ word == key {
                return Entry::unpack(word);
            }
        }
        None
    }

    /// Stores an entry over an older one of the same position, or over the least valuable of the
    /// bucket.
    #[inline]
    pub(super) fn store(&self, key: u64, mut entry: Entry) {
        let mut least = (i32::MAX, 0);
        let bucket = self.bucket(key);
        for (index, slot) in bucket.0.iter().enumerate() {
            let word = slot.entry.load(Relaxed);
            if slot.check.load(Relaxed) ^ word == key {
                match Entry::unpack(word) {
                    Some(old) if !should_replace(entry, old) && self.is_current(word) => return,
                    Some(old) if entry.code == Entry::NO_CODE => entry.code = old.code,
                    _ => {}
                }
                least.1 = index;
                break;
            }
            let keep_value = self.keep_value(word);
            if keep_value < least.0 {
                least = (keep_value, index);
            }
        }
        let word = entry.pack(self.generation);
        let slot = &bucket.0[least.1 % SLOTS];
        slot.entry.store(word, Relaxed);
        slot.check.store(key ^ word, Relaxed);
    }

    fn is_current(&self, word: u64) -> bool {
        (word >> 58) as u8 == self.generation
    }

    /// Replacement value: deep and recent entries are kept.
    fn keep_value(&self, word: u64) -> i32 {
        if word == 0 {
            return i32::MIN;
        }
        let searches_ago = (GENERATIONS + self.generation - (word >> 58) as u8) % GENERATIONS;
        (word >> 48 & 255) as i32 - 4 * i32::from(searches_ago)
    }

    /// The per mille of slots used by this generation, from a sample.
    pub(super) fn hashfull(&self) -> u32 {
        let sample = self.buckets.iter().take(250).flat_map(|bucket| &bucket.0);
        let (mut used, mut all) = (0, 0);
        for slot in sample {
            let word = slot.entry.load(Relaxed);
            all += 1;
            used += u32::from(word != 0 && self.is_current(word));
        }
        used * 1000 / all.max(1)
    }
}

/// A bound from a much shallower search does not replace a deeper entry of the same position.
fn should_replace(new: Entry, old: Entry) -> bool {
    new.bound == Bound::Exact || new.depth + 2 > old.depth
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_back_as_they_went_in() {
        let table = TranspositionTable::new(1);
        let entry = Entry { code: 77, score: -31_999, evaluation: -5, depth: 9, bound: Bound::Lower };
        table.store(42, entry);
        assert_eq!(table.probe(42), Some(entry));
        assert_eq!(table.probe(43), None);
    }

    #[test]
    fn deep_entries_outlive_shallow_ones_and_young_ones_old_ones() {
        let mut table = TranspositionTable::new(1);
        let entry = |depth| Entry { code: 1, score: 0, evaluation: 0, depth, bound: Bound::Lower };
        table.store(1, entry(20));
        for key in 2..50 {
            table.store(key, entry(3));
        }
        assert!(table.probe(1).is_some(), "all keys share a bucket, and the deep entry stays");
        for _ in 0..10 {
            table.new_generation();
        }
        for key in 2..50 {
            table.store(key, entry(3));
        }
        assert_eq!(table.probe(1), None);
    }
}
