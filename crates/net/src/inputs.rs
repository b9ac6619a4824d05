//! What a game's net sees.

use crate::MAX_SEATS;

/// How hidden layers lead to scores.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Layout {
    /// Two seats: the hidden layers of the seat on turn and of the other give one score.
    Pair = 0,
    /// More seats: one hidden layer, as the seat on turn sees the position, gives the scores of all
    /// seats. The value 1 is reserved.
    AllSeats = 2,
}

impl Layout {
    /// How many hidden layers lead to one score.
    pub const fn perspectives(self) -> usize {
        match self {
            Self::Pair => 2,
            Self::AllSeats => 1,
        }
    }

    /// How many scores a position gets: one, or one for each seat, beginning with the seat on turn.
    pub const fn scores(self) -> usize {
        match self {
            Self::Pair => 1,
            Self::AllSeats => MAX_SEATS,
        }
    }
}

/// What the net of a game sees. A net fits a program only if both have the same inputs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Inputs {
    /// The game's id.
    pub game: &'static str,
    /// What the features are, in words. Change it with every change of their meaning: its hash is
    /// in every net.
    pub definition: &'static str,
    /// How many features there are.
    pub features: u16,
    /// How many sets of outputs there are: a position chooses one of them.
    pub buckets: u8,
    /// How hidden layers lead to scores.
    pub layout: Layout,
}

impl Inputs {
    /// The hash of everything above. It is in every net and every file of training data.
    pub const fn hash(&self) -> u64 {
        let hash = fnv(FNV_START, self.game.as_bytes());
        let hash = fnv(hash, self.definition.as_bytes());
        let [low, high] = self.features.to_le_bytes();
        fnv(hash, &[low, high, self.buckets, self.layout as u8])
    }
}

/// Where the hash of no bytes begins.
pub(crate) const FNV_START: u64 = 0xCBF2_9CE4_8422_2325;

/// Fowler–Noll–Vo: a stable hash for headers and checksums.
pub(crate) const fn fnv(mut hash: u64, bytes: &[u8]) -> u64 {
    let mut index = 0;
    while index < bytes.len() {
        hash = (hash ^ bytes[index] as u64).wrapping_mul(0x0000_0100_0000_01B3);
        index += 1;
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::*;

    const INPUTS: Inputs =
        Inputs { game: "toy", definition: "pieces by square", features: 20, buckets: 2, layout: Layout::Pair };

    #[test]
    fn the_hash_changes_with_every_part_of_the_inputs() {
        let others = [
            Inputs { game: "boy", ..INPUTS },
            Inputs { definition: "pieces by file", ..INPUTS },
            Inputs { features: 21, ..INPUTS },
            Inputs { buckets: 1, ..INPUTS },
            Inputs { layout: Layout::AllSeats, ..INPUTS },
        ];
        assert!(others.iter().all(|other| other.hash() != INPUTS.hash()));
    }
}
