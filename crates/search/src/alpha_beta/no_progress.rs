//! The match's limit of actions without progress (the 50-move rule of chess) in the search: damping of the evaluation,
//! and keys of the transposition table that tell counters apart.

use menagerie_game::Rules;

use crate::MatchCounters;

use super::search::{Node, Search};

/// The first actions without progress change nothing: neither the evaluation nor the key.
const FREE: u32 = 20;
/// This many counters share an entry of the transposition table, far from the limit. This is an approximation: a score
/// that one of them stored serves the others, although the limit is up to `STEP - 1` actions nearer or further for them.
/// With a limit of 100 the last such group is 77 to 83, and [`EXACT`] begins at 84.
const STEP: u32 = 8;
/// From this distance to the limit on, each counter has entries of its own.
const EXACT: u32 = 16;
/// From this distance to the limit on, a node is not pruned by its static evaluation or by a null move.
const NO_PRUNING: u32 = 4;
/// From this distance to the limit of the match's length on, scores from the transposition table may be wrong.
const NEAR_END: u32 = 16;

impl<R: Rules> Search<'_, R> {
    /// Damping: the evaluation approaches the score of a draw as the counter approaches the limit. So the better side
    /// makes progress in time, and the other side does not.
    #[inline]
    pub(super) fn damp(&self, evaluation: i32, node: &Node<'_, R>) -> i32 {
        let Some(limit) = self.rules.no_progress.filter(|_| !self.full_width) else { return evaluation };
        let draw = self.control.contempt.draw(node.seat);
        let idle = node.counters.without_progress.min(limit.number).saturating_sub(FREE) as i32;
        let span = limit.number.saturating_sub(FREE).max(1) as i32;
        evaluation + (draw - evaluation) * idle / span
    }

    /// The node's key in the transposition table. Scores depend on the counter, so far counters have different keys,
    /// and near the limit all have.
    #[inline]
    pub(super) fn table_key(&self, node: &Node<'_, R>) -> u64 {
        const MIX: u64 = 0x9E37_79B9_7F4A_7C15;
        let Some(limit) = self.rules.no_progress else { return node.key };
        let counter = node.counters.without_progress;
        let exact = counter + EXACT >= limit.number;
        let bucket = if exact { limit.number + counter } else { counter.saturating_sub(FREE).div_ceil(STEP) };
        node.key ^ u64::from(bucket).wrapping_mul(MIX)
    }

    /// Whether the match's limit of length is so near that scores from the transposition table may be wrong here: their
    /// keys do not hold the length.
    #[inline]
    pub(super) fn is_near_end(&self, counters: MatchCounters) -> bool {
        self.rules.length.is_some_and(|limit| counters.played + NEAR_END >= limit.number)
    }

    /// Whether a limit of the match is so near that a static evaluation says little.
    #[inline]
    pub(super) fn is_near_limit(&self, counters: MatchCounters) -> bool {
        self.rules.no_progress.is_some_and(|limit| counters.without_progress + NO_PRUNING >= limit.number)
            || self.is_near_end(counters)
    }
}
