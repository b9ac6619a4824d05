//! What happened before: repetition and the limits of the match depend on it.

use menagerie_game::{Counts, Progress, Rules};
use menagerie_match::{Event, Match};

/// What the limits of a match count, as the match counts it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// How many actions or turns there were since the last progress, as the match rules count.
    pub without_progress: u32,
    /// How many actions or turns there were in all, as the match rules count.
    pub played: u32,
    /// Whether a seat has acted in the turn that is half done. What chance does before the first turn is no turn.
    pub acted_this_turn: bool,
    /// Whether there was progress in the turn that is half done.
    pub progress_this_turn: bool,
}

impl Tally {
    /// After one more action, of a seat or of chance, with or without progress, that did or did not end the turn.
    #[inline]
    #[must_use]
    pub fn after(self, by_seat: bool, progress: Progress, turn_ends: bool, counts: Counts) -> Self {
        let acted = self.acted_this_turn || by_seat;
        let progressed = self.progress_this_turn || progress == Progress::Yes;
        let (counted, resets) = match counts {
            Counts::Actions => (by_seat, progress == Progress::Yes),
            Counts::Turns => (turn_ends && acted, turn_ends && acted && progressed),
        };
        Self {
            without_progress: if resets { 0 } else { self.without_progress + u32::from(counted) },
            played: self.played + u32::from(counted),
            acted_this_turn: acted && !turn_ends,
            progress_this_turn: progressed && !turn_ends,
        }
    }

    /// What a match has counted.
    pub fn of<R: Rules>(game: &Match<R>) -> Self {
        let played = match game.position().match_rules().counts {
            Counts::Actions => game.actions(),
            Counts::Turns => game.turns(),
        };
        Self {
            without_progress: game.without_progress(),
            played,
            acted_this_turn: game.acted_this_turn(),
            progress_this_turn: game.progress_this_turn(),
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

    /// The history of a match, without what was undone or taken back in it.
    pub fn of<R: Rules>(game: &Match<R>) -> Self {
        let inside_a_turn = usize::from(!game.start().begins_turn());
        let keys = game.turn_starts().skip(inside_a_turn);
        Self { turn_starts: if R::INFO.hidden { Vec::new() } else { keys.collect() }, tally: Tally::of(game) }
    }

    /// The history of a match by the texts of its start and its events; nothing if they make no match.
    pub fn read<R: Rules>(start: &str, events: &[String]) -> Option<Self> {
        let events: Option<Vec<_>> = events.iter().map(|event| Event::read(event, R::INFO).ok()).collect();
        Match::replay(start.parse::<R>().ok()?, events?).ok().map(|game| Self::of(&game))
    }

    /// One more action was done, by a seat or by chance, and led to this position.
    pub fn record<R: Rules>(&mut self, by_seat: bool, position: &R, progress: Progress) {
        self.tally = self.tally.after(by_seat, progress, position.begins_turn(), position.match_rules().counts);
        self.remember(position);
    }

    /// The key of a position with something hidden would tell what a seat may not know.
    fn remember<R: Rules>(&mut self, position: &R) {
        if !R::INFO.hidden && position.begins_turn() {
            self.turn_starts.push(position.key());
        }
    }
}
