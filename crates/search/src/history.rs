//! What happened before: repetition and the limits of the match depend on it.

use menagerie_game::{Counts, Progress, Rules};

/// The match so far, as much as a computer player needs of it.
///
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct History {
    /// The keys of all positions in which a turn began, in order, the present one included if a turn begins in it.
    pub turn_starts: Vec<u64>,
    /// How many actions or turns there were since the last progress, as the match rules count.
    pub without_progress: u32,
    /// How many actions or turns there were in all, as the match rules count.
    pub played: u32,
    /// Whether there was progress in the turn that is half done.
    pub progress_this_turn: bool,
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
        let turn_ends = position.begins_turn();
        self.progress_this_turn |= progress == Progress::Yes;
        match position.match_rules().counts {
            Counts::Actions => {
                self.played += 1;
                self.without_progress = if progress == Progress::Yes { 0 } else { self.without_progress + 1 };
            }
            Counts::Turns if turn_ends => {
                self.played += 1;
                self.without_progress = if self.progress_this_turn { 0 } else { self.without_progress + 1 };
            }
            Counts::Turns => {}
        }
        if turn_ends {
            self.progress_this_turn = false;
            self.remember(position);
        }
    }

    /// The key of a position with something hidden would tell what a seat may not know.
    fn remember<R: Rules>(&mut self, position: &R) {
        if !R::INFO.hidden && position.begins_turn() {
            self.turn_starts.push(position.key());
        }
    }
}
