//! The match history that a search needs: position keys for repetition, counters for the match's
//! limits.

use menagerie_game::{Counts, Progress, Rules};
use menagerie_match::{Event, Match};

/// The counters behind the limits of a match, counted as the match does.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct MatchCounters {
    /// Actions or turns since the last progress (the 50-move counter of chess).
    pub without_progress: u32,
    /// All actions or turns of the match.
    pub played: u32,
    /// Whether a seat has acted in the unfinished turn. Chance actions before the first turn do not
    /// count as a turn.
    pub acted_this_turn: bool,
    /// Whether there was progress in the unfinished turn.
    pub progress_this_turn: bool,
}

impl MatchCounters {
    /// The counters after one more action of a seat or of chance.
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

    /// The counters of a match.
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

/// What a search needs of the match so far.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct History {
    /// The keys of all positions in which a turn began, in order, including the present one. Empty
    /// for games with hidden information.
    pub turn_starts: Vec<u64>,
    /// The counters of the match's limits.
    pub counters: MatchCounters,
}

impl History {
    /// The history of a match that begins here.
    pub fn at<R: Rules>(position: &R) -> Self {
        let mut history = Self::default();
        history.push_turn_start(position);
        history
    }

    /// The history of a match, without undone and taken-back actions.
    pub fn of<R: Rules>(game: &Match<R>) -> Self {
        let inside_a_turn = usize::from(!game.start().begins_turn());
        let keys = game.turn_starts().skip(inside_a_turn);
        Self {
            turn_starts: if R::INFO.hidden { Vec::new() } else { keys.collect() },
            counters: MatchCounters::of(game),
        }
    }

    /// Reads the history from the texts of the start and the events; `None` if they are not a valid
    /// match.
    pub fn read<R: Rules>(start: &str, events: &[String]) -> Option<Self> {
        let events: Option<Vec<_>> = events.iter().map(|event| Event::read(event, R::INFO).ok()).collect();
        Match::replay(start.parse::<R>().ok()?, events?).ok().map(|game| Self::of(&game))
    }

    /// Adds an action of a seat or of chance that led to this position.
    pub fn record<R: Rules>(&mut self, by_seat: bool, position: &R, progress: Progress) {
        self.counters = self.counters.after(by_seat, progress, position.begins_turn(), position.match_rules().counts);
        self.push_turn_start(position);
    }

    /// Keys of games with hidden information are not kept: they would reveal it.
    fn push_turn_start<R: Rules>(&mut self, position: &R) {
        if !R::INFO.hidden && position.begins_turn() {
            self.turn_starts.push(position.key());
        }
    }
}
