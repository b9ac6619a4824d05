//! The handicap of each strength level: fewer nodes, less depth, a random error on root scores.

use crate::Level;

/// The handicap of one level.
#[derive(Clone, Copy, Debug)]
pub(super) struct Handicap {
    /// The node limit.
    pub(super) nodes: u64,
    /// The depth limit.
    pub(super) depth: u32,
    /// The standard deviation of the error on root scores, in hundredths of the smallest piece.
    pub(super) score_error: f64,
}

const fn handicap(nodes: u64, depth: u32, score_error: f64) -> Handicap {
    Handicap { nodes, depth, score_error }
}

/// Level 1 to level 8. Level 1 sees direct captures and recaptures. Each higher level searches more
/// nodes with a smaller error.
const BY_LEVEL: [Handicap; 8] = [
    handicap(100, 1, 200.0),
    handicap(300, 2, 105.0),
    handicap(800, 3, 75.0),
    handicap(2_000, 5, 58.0),
    handicap(5_000, 7, 44.0),
    handicap(15_000, 99, 32.0),
    handicap(60_000, 99, 20.0),
    handicap(1_500_000, 99, 0.0),
];

impl Handicap {
    pub(super) fn of(level: Level) -> Self {
        BY_LEVEL[level.index()]
    }
}
