//! What makes a level weak.

use crate::Level;

/// How a level plays.
#[derive(Clone, Copy, Debug)]
pub(super) struct Handicap {
    /// How many positions it may visit.
    pub(super) nodes: u64,
    /// How many actions it looks ahead at most.
    pub(super) depth: u32,
    /// By how much it typically misjudges an action, in hundredths of the smallest piece.
    pub(super) misjudgement: f64,
}

const fn handicap(nodes: u64, depth: u32, misjudgement: f64) -> Handicap {
    Handicap { nodes, depth, misjudgement }
}

/// From level 1 to level 8. The first sees what hangs and what takes back, and little else; the higher ones differ by
/// the positions they visit, the lower ones by misjudgement too.
const LADDER: [Handicap; 8] = [
    handicap(150, 1, 110.0),
    handicap(300, 2, 80.0),
    handicap(1_000, 3, 55.0),
    handicap(4_000, 5, 30.0),
    handicap(16_000, 9, 12.0),
    handicap(80_000, 99, 0.0),
    handicap(500_000, 99, 0.0),
    handicap(3_500_000, 99, 0.0),
];

impl Handicap {
    pub(super) fn of(level: Level) -> Self {
        LADDER[level.index()]
    }
}
