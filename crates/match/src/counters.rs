//! The counters of a match.

use menagerie_game::{Counts, Progress};

/// The counters at one point of a match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Counters {
    /// Actions of seats; chance is not counted.
    pub(crate) actions: u32,
    /// Completed turns.
    pub(crate) turns: u32,
    /// Actions or turns, as the game counts, since the last progress.
    pub(crate) without_progress: u32,
    /// A seat has acted in the unfinished turn.
    pub(crate) acted: bool,
    /// There was progress in the unfinished turn.
    pub(crate) progress: bool,
}

impl Counters {
    /// Counts one action of a seat or of chance.
    pub(crate) fn count_action(&mut self, by_seat: bool, progress: Progress, counts: Counts) {
        let progress = progress == Progress::Yes;
        self.actions += u32::from(by_seat);
        self.acted |= by_seat;
        self.progress |= progress;
        if counts == Counts::Actions {
            self.without_progress = if progress { 0 } else { self.without_progress + u32::from(by_seat) };
        }
    }

    /// A turn begins; says whether one was completed. What chance does before the first turn completes none.
    pub(crate) fn begin_turn(&mut self, counts: Counts) -> bool {
        let completed = self.acted;
        if completed {
            self.turns += 1;
            if counts == Counts::Turns {
                self.without_progress = if self.progress { 0 } else { self.without_progress + 1 };
            }
        }
        self.acted = false;
        self.progress = false;
        completed
    }

    /// A seat left and the game goes on: its fall is progress, and no turn was played.
    pub(crate) fn count_departure(&mut self) {
        self.without_progress = 0;
    }
}
