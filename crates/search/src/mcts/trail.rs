//! The match's own rules inside the tree: repetition and limits.

use menagerie_game::{Progress, Rules};

use crate::History;

/// The match so far and the way down the tree, of which only the latter is taken back.
#[derive(Clone, Debug, Default)]
pub(super) struct Trail {
    begun: Counters,
    turn_starts: usize,
    now: History,
}

/// What a [`History`] counts.
#[derive(Clone, Copy, Debug, Default)]
struct Counters {
    without_progress: u32,
    played: u32,
    progress_this_turn: bool,
}

impl Trail {
    /// A trail that begins after this history.
    pub(super) fn after(history: &History) -> Self {
        let begun = Counters {
            without_progress: history.without_progress,
            played: history.played,
            progress_this_turn: history.progress_this_turn,
        };
        Self { begun, turn_starts: history.turn_starts.len(), now: history.clone() }
    }

    /// Back to the beginning.
    pub(super) fn rewind(&mut self) {
        self.now.turn_starts.truncate(self.turn_starts);
        self.now.without_progress = self.begun.without_progress;
        self.now.played = self.begun.played;
        self.now.progress_this_turn = self.begun.progress_this_turn;
    }

    /// One more action.
    pub(super) fn record<R: Rules>(&mut self, position: &R, progress: Progress) {
        self.now.record(position, progress);
    }

    /// Whether the match is drawn here, although the game goes on.
    pub(super) fn is_drawn<R: Rules>(&self, position: &R) -> bool {
        if !position.begins_turn() {
            return false;
        }
        let rules = position.match_rules();
        let reached = |limit: Option<menagerie_game::Limit>, count| limit.is_some_and(|limit| count >= limit.number);
        reached(rules.no_progress, self.now.without_progress)
            || reached(rules.length, self.now.played)
            || (rules.repetition.is_some() && reached(rules.repetition, self.occurrences()))
    }

    /// How often the present position has come up; before the last progress it cannot have.
    fn occurrences(&self) -> u32 {
        let Some((now, before)) = self.now.turn_starts.split_last() else { return 0 };
        let since = self.now.without_progress as usize;
        1 + before.iter().rev().take(since).filter(|&key| key == now).count() as u32
    }
}
