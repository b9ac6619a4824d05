//! What happened before: repetition and the limits of the match depend on it.

use menagerie_game::{Counts, Progress, Rules};

/// What the limits of a match count.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// How many actions or turns there were since the last progress, as the match rules count.
    pub without_progress: u32,
    /// How many actions or turns there were in all, as the match rules count.
    pub played: u32,
    /// Whether there was progress in the turn that is half done.
    pub progress_this_turn: bool,
}

impl Tally {
    /// After one more action, with or without progress, that did or did not end the turn.
    #[inline]
    #[must_use]
    pub fn after(self, progress: Progress, turn_ends: bool, counts: Counts) -> Self {
        let this_turn = self.progress_this_turn || progress == Progress::Yes;
        let (counted, progressed) = match counts {
            Counts::Actions => (1, progress == Progress::Yes),
            Counts::Turns => (u32::from(turn_ends), this_turn && turn_ends),
        };
        Self {
            without_progress: if progressed { 0 } else { self.without_progress + counted },
            played: self.played + counted,
            progress_this_turn: this_turn && !turn_ends,
        }
    }
}

/// The match so far, as much as a computer player needs of it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct History {
    /// The keys of all positions in which a turn began, in order, the present one included if a turn begins in it.
    pub turn_starts: Vec<u64>,
    /// What the limits count.
    pub tally: Tally,
}

impl History {
    /// The history of a match that begins here.
    pub fn at<R: Rules>(position: &R) -> Self {
        let mut history = Self::default();
        history.remember(position);
        history
    }

    /// One more action was done, by whomever, and led to this position.
    pub fn record<R: Rules>(&mut self, position: &R, progress: Progress) {
        self.tally = self.tally.after(progress, position.begins_turn(), position.match_rules().counts);
        self.remember(position);
    }

    /// The key of a position with something hidden would tell what a seat may not know.
    fn remember<R: Rules>(&mut self, position: &R) {
        if !R::INFO.hidden && position.begins_turn() {
            self.turn_starts.push(position.key());
        }
    }
}
