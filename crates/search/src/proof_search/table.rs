//! The table of proof and disproof numbers: a fixed size, two slots for each index.

/// More than any proof or disproof number: it cannot be proven or disproven.
pub(super) const UNSOLVABLE: u32 = 1 << 24;
/// 1.5 MiB.
const SLOTS: usize = 1 << 16;

/// The proof number and the disproof number of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Numbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
    /// Of a proven win: after how many actions at most the attacker wins.
    pub(super) distance: u16,
}

impl Numbers {
    /// A position that was not visited.
    pub(super) const UNKNOWN: Self = Self { proof: 1, disproof: 1, distance: 0 };
    /// No win.
    pub(super) const DISPROVEN: Self = Self { proof: UNSOLVABLE, disproof: 0, distance: 0 };

    /// A win after at most this many actions.
    pub(super) const fn proven(distance: u16) -> Self {
        Self { proof: 0, disproof: UNSOLVABLE, distance }
    }

    #[inline]
    pub(super) const fn is_proven(self) -> bool {
        self.proof == 0
    }

    #[inline]
    pub(super) const fn is_disproven(self) -> bool {
        self.disproof == 0
    }
}

#[derive(Clone, Copy)]
struct Slot {
    key: u64,
    numbers: Numbers,
    /// How expensive the numbers were; cheap ones are replaced first.
    work: u16,
}

const EMPTY: Slot = Slot { key: 0, numbers: Numbers::UNKNOWN, work: 0 };

/// The table.
pub(super) struct ProofTable {
    slots: Vec<Slot>,
    /// Added to the keys. Each search has another one, so that it does not find what an earlier one stored.
    salt: u64,
}

impl ProofTable {
    pub(super) fn new() -> Self {
        Self { slots: vec![EMPTY; SLOTS], salt: 0 }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.salt = self.salt.wrapping_add(0x9E37_79B9_7F4A_7C15);
    }

    /// The first slot of a salted key.
    #[inline]
    fn index(key: u64) -> usize {
        ((key as usize >> 3) % SLOTS) & !1
    }

    #[inline]
    pub(super) fn probe(&self, key: u64) -> Option<Numbers> {
        let key = key ^ self.salt;
        let index = Self::index(key);
        self.slots[index..index + 2].iter().find(|slot| slot.key == key).map(|slot| slot.numbers)
    }

    /// Stores numbers over older ones of the same position, or over those that were cheaper.
    pub(super) fn store(&mut self, key: u64, numbers: Numbers, work: u64) {
        let key = key ^ self.salt;
        let index = Self::index(key);
        let pair = &mut self.slots[index..index + 2];
        let cheaper = usize::from(pair[1].work < pair[0].work);
        let chosen = pair.iter().position(|slot| slot.key == key).unwrap_or(cheaper);
        // Aging: expensive numbers of old searches do not stay for ever.
        let other = &mut pair[1 - chosen];
        other.work -= other.work / 8;
        pair[chosen] = Slot { key, numbers, work: work.min(u64::from(u16::MAX)) as u16 };
    }
}
