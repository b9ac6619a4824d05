//! The match's draw rules inside the tree: repetition and limits along the search path.

use menagerie_game::{Counts, Limit, Progress, Rules};

use crate::{History, MatchCounters};

/// The match's history followed by the current descent. Rewinding removes the descent.
#[derive(Clone, Debug, Default)]
pub(super) struct Path {
    at_root: MatchCounters,
    turn_starts: usize,
    now: History,
}

impl Path {
    /// The path at the root.
    pub(super) fn after(history: &History) -> Self {
        Self { at_root: history.counters, turn_starts: history.turn_starts.len(), now: history.clone() }
    }

    /// Back to the root.
    pub(super) fn rewind(&mut self) {
        self.now.turn_starts.truncate(self.turn_starts);
        self.now.counters = self.at_root;
    }

    /// Adds an action of a seat or of chance.
    pub(super) fn record<R: Rules>(&mut self, by_seat: bool, position: &R, progress: Progress) {
        self.now.record(by_seat, position, progress);
    }

    /// Whether the match is drawn here, although the game goes on.
    pub(super) fn is_drawn<R: Rules>(&self, position: &R) -> bool {
        let rules = position.match_rules();
        let begins = position.begins_turn();
        if !begins && rules.counts == Counts::Turns {
            return false;
        }
        let reached = |limit: Option<Limit>, count| limit.is_some_and(|limit| count >= limit.number);
        reached(rules.no_progress, self.now.counters.without_progress)
            || reached(rules.length, self.now.counters.played)
            || (begins && rules.repetition.is_some() && reached(rules.repetition, self.occurrences()))
    }

    /// How often the present position has occurred. It cannot have occurred before the last
    /// progress.
    fn occurrences(&self) -> u32 {
        let Some((now, before)) = self.now.turn_starts.split_last() else { return 0 };
        let since = self.now.counters.without_progress as usize;
        1 + before.iter().rev().take(since).filter(|&key| key == now).count() as u32
    }
}
