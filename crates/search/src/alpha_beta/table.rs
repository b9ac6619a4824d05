//! The transposition table, shared by all threads without a lock.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// What is known of a score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    /// It is at most this.
    Upper,
    /// It is at least this.
    Lower,
    /// It is this.
    Exact,
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    /// The folded code of the best action; [`Entry::NO_CODE`] if there is none.
    pub(super) code: u16,
    /// As seen from the position.
    pub(super) score: i16,
    /// What the game says of the position, for the actor; [`Entry::NO_EVALUATION`] if it was not asked.
    pub(super) evaluation: i16,
    /// How deep it was searched; 0 for quiescence.
    pub(super) depth: u8,
    pub(super) bound: Bound,
}

impl Entry {
    pub(super) const NO_CODE: u16 = u16::MAX;
    pub(super) const NO_EVALUATION: i16 = i16::MIN;

    fn pack(self, age: u8) -> u64 {
        u64::from(self.code)
            | u64::from(self.score as u16) << 16
            | u64::from(self.evaluation as u16) << 32
            | u64::from(self.depth) << 48
            | (self.bound as u64 + 1) << 56
            | u64::from(age) << 58
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

/// Two words: the packed entry, and the key mixed with it. If two threads write at once, the words do not fit together
/// and the slot counts as empty.
#[derive(Default)]
struct Slot {
    check: AtomicU64,
    entry: AtomicU64,
}

const SLOTS: usize = 4;
const AGES: u8 = 64;

/// One line of the processor's cache.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; SLOTS]);

/// What the search remembers.
pub(super) struct Table {
    buckets: Vec<Bucket>,
    age: u8,
}

impl Table {
    /// A table of so many mebibytes, at least one.
    pub(super) fn new(mebibytes: usize) -> Self {
        let count = (mebibytes.max(1) << 20) / size_of::<Bucket>();
        Self { buckets: (0..count).map(|_| Bucket::default()).collect(), age: 0 }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.age = 0;
        for slot in self.buckets.iter_mut().flat_map(|bucket| &mut bucket.0) {
            *slot = Slot::default();
        }
    }

    /// What was known before a new search is the first to be replaced.
    pub(super) fn grow_older(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        let index = ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize;
        &self.buckets[index]
    }

    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        for slot in &self.bucket(key).0 {
            let word = slot.entry.load(Relaxed);
            if slot.check.load(Relaxed) ^ word == key {
                return Entry::unpack(word);
            }
        }
        None
    }

    /// Puts an entry in the place of an older one for the same position, or of the one worth least.
    #[inline]
    pub(super) fn put(&self, key: u64, mut entry: Entry) {
        let mut least = (i32::MAX, 0);
        let bucket = self.bucket(key);
        for (index, slot) in bucket.0.iter().enumerate() {
            let word = slot.entry.load(Relaxed);
            if slot.check.load(Relaxed) ^ word == key {
                match Entry::unpack(word) {
                    Some(old) if !replaces(entry, old) && self.is_fresh(word) => return,
                    Some(old) if entry.code == Entry::NO_CODE => entry.code = old.code,
                    _ => {}
                }
                least.1 = index;
                break;
            }
            let worth = self.worth(word);
            if worth < least.0 {
                least = (worth, index);
            }
        }
        let word = entry.pack(self.age);
        let slot = &bucket.0[least.1 % SLOTS];
        slot.entry.store(word, Relaxed);
        slot.check.store(key ^ word, Relaxed);
    }

    fn is_fresh(&self, word: u64) -> bool {
        (word >> 58) as u8 == self.age
    }

    /// Deep and young entries are worth keeping.
    fn worth(&self, word: u64) -> i32 {
        if word == 0 {
            return i32::MIN;
        }
        let years = (AGES + self.age - (word >> 58) as u8) % AGES;
        (word >> 48 & 255) as i32 - 4 * i32::from(years)
    }

    /// How much of it is in use, in thousandths, by a sample.
    pub(super) fn fullness(&self) -> u32 {
        let sample = self.buckets.iter().take(250).flat_map(|bucket| &bucket.0);
        let (mut used, mut all) = (0, 0);
        for slot in sample {
            let word = slot.entry.load(Relaxed);
            all += 1;
            used += u32::from(word != 0 && self.is_fresh(word));
        }
        used * 1000 / all.max(1)
    }
}

/// A much shallower guess does not replace what is known of the same position.
fn replaces(new: Entry, old: Entry) -> bool {
    new.bound == Bound::Exact || new.depth + 2 > old.depth
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_back_as_they_went_in() {
        let table = Table::new(1);
        let entry = Entry { code: 77, score: -31_999, evaluation: -5, depth: 9, bound: Bound::Lower };
        table.put(42, entry);
        assert_eq!(table.get(42), Some(entry));
        assert_eq!(table.get(43), None);
    }

    #[test]
    fn deep_entries_outlive_shallow_ones_and_young_ones_old_ones() {
        let mut table = Table::new(1);
        let entry = |depth| Entry { code: 1, score: 0, evaluation: 0, depth, bound: Bound::Lower };
        table.put(1, entry(20));
        for key in 2..50 {
            table.put(key, entry(3));
        }
        assert!(table.get(1).is_some(), "all keys share a bucket, and the deep entry stays");
        for _ in 0..10 {
            table.grow_older();
        }
        for key in 2..50 {
            table.put(key, entry(3));
        }
        assert_eq!(table.get(1), None);
    }
}
