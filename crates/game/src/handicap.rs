//! How computer players of the weaker levels are held back.

/// The handicap of a computer player at one level.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Handicap {
    /// The node limit of alpha-beta, or the iteration limit of Monte-Carlo tree search.
    pub nodes: u64,
    /// The depth limit of alpha-beta. Monte-Carlo tree search has none.
    pub depth: u32,
    /// How much the player errs. Alpha-beta: the standard deviation of a random error on root scores, in hundredths of the
    /// smallest piece. Monte-Carlo tree search: the temperature of the final choice; a difference of this much in value is
    /// a factor of e in probability. With 0 the player does not err.
    pub error: f64,
}

impl Handicap {
    /// A handicap without a depth limit.
    pub const fn new(nodes: u64, error: f64) -> Self {
        Self { nodes, depth: u32::MAX, error }
    }

    /// The same handicap with a depth limit.
    #[must_use]
    pub const fn within_depth(self, depth: u32) -> Self {
        Self { depth, ..self }
    }
}
