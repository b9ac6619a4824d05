//! The match's own rules inside the tree: repetition and limits.

use menagerie_game::{Counts, Limit, Progress, Rules};

use crate::{History, Tally};

/// The match so far and the way down the tree, of which only the latter is taken back.
#[derive(Clone, Debug, Default)]
pub(super) struct Trail {
    begun: Tally,
    turn_starts: usize,
    now: History,
}

impl Trail {
    /// A trail that begins after this history.
    pub(super) fn after(history: &History) -> Self {
        Self { begun: history.tally, turn_starts: history.turn_starts.len(), now: history.clone() }
    }

    /// Back to the beginning.
    pub(super) fn rewind(&mut self) {
        self.now.turn_starts.truncate(self.turn_starts);
        self.now.tally = self.begun;
    }

    /// One more action, of a seat or of chance.
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
        reached(rules.no_progress, self.now.tally.without_progress)
            || reached(rules.length, self.now.tally.played)
            || (begins && rules.repetition.is_some() && reached(rules.repetition, self.occurrences()))
    }

    /// How often the present position has come up; before the last progress it cannot have.
    fn occurrences(&self) -> u32 {
        let Some((now, before)) = self.now.turn_starts.split_last() else { return 0 };
        let since = self.now.tally.without_progress as usize;
        1 + before.iter().rev().take(since).filter(|&key| key == now).count() as u32
    }
}
