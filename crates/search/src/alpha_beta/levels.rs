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
    handicap(150, 1, 150.0),
    handicap(250, 2, 105.0),
    handicap(800, 3, 72.0),
    handicap(3_000, 5, 50.0),
    handicap(8_000, 7, 36.0),
    handicap(30_000, 99, 24.0),
    handicap(200_000, 99, 11.0),
    handicap(2_000_000, 99, 0.0),
];

impl Handicap {
    pub(super) fn of(level: Level) -> Self {
        LADDER[level.index()]
    }
}
