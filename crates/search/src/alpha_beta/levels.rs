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

/// From level 1 to level 8. The first sees what hangs and what takes back, and little else; each higher one visits more positions
/// and misjudges less.
const LADDER: [Handicap; 8] = [
    handicap(150, 1, 140.0),
    handicap(300, 2, 95.0),
    handicap(1_000, 3, 65.0),
    handicap(4_000, 5, 42.0),
    handicap(16_000, 9, 26.0),
    handicap(80_000, 99, 14.0),
    handicap(500_000, 99, 5.0),
    handicap(3_500_000, 99, 0.0),
];

impl Handicap {
    pub(super) fn of(level: Level) -> Self {
        LADDER[level.index()]
    }
}
