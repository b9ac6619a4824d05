//! A match with the history that a search needs: position keys and counters.

use menagerie_game::{Rules, Seat, Silent};
use menagerie_match::{Departure, End, Event, Match, Refusal};
use menagerie_search::{History, MatchCounters};

/// A match and its search history.
#[derive(Clone)]
pub(crate) struct TrackedMatch<R: Rules> {
    game: Match<R>,
    history: History,
}

impl<R: Rules> TrackedMatch<R> {
    /// A match that begins at this position.
    pub(crate) fn new(start: R) -> Self {
        Self { history: History::at(&start), game: Match::new(start) }
    }

    pub(crate) fn position(&self) -> &R {
        self.game.position()
    }

    pub(crate) fn start(&self) -> &R {
        self.game.start()
    }

    pub(crate) fn history(&self) -> &History {
        &self.history
    }

    /// The history for a search. Beyond a limit of the match, a new history begins.
    pub(crate) fn history_to_play_on(&self) -> History {
        if self.is_at_limit() { History::at(self.position()) } else { self.history.clone() }
    }

    /// Whether the match ended at one of its limits while the game itself goes on.
    fn is_at_limit(&self) -> bool {
        self.end().is_some() && self.position().outcome().is_none()
    }

    /// How the match ended, by the rules or by a limit of the match.
    pub(crate) fn end(&self) -> Option<&End> {
        self.game.end()
    }

    pub(crate) fn log(&self) -> &[Event<R::Action>] {
        self.game.log()
    }

    /// The number of completed turns.
    pub(crate) fn turns(&self) -> u32 {
        self.game.turns()
    }

    /// Plays an action.
    pub(crate) fn act(&mut self, action: R::Action) -> Result<(), Refusal> {
        let mut next = self.position().clone();
        let by_seat = next.actor().seat().is_some();
        self.game.try_event(Event::Act(action))?;
        let progress = next.apply(action, &mut Silent);
        self.history.record(by_seat, &next, progress);
        // A pending departure may take effect now and change the position further.
        if next != *self.position() {
            self.resume();
        }
        Ok(())
    }

    /// Plays an action even at a limit of the match: the client may use other limits.
    pub(crate) fn act_beyond_limits(&mut self, action: R::Action) -> Result<(), Refusal> {
        if self.is_at_limit() {
            *self = Self::new(self.position().clone());
        }
        self.act(action)
    }

    /// Records that a seat leaves.
    pub(crate) fn depart(&mut self, seat: Seat, departure: Departure) -> Result<(), Refusal> {
        self.game.try_event(Event::Depart(seat, departure))?;
        self.resume();
        Ok(())
    }

    /// Reloads the counters after a change of the position that was not an action.
    fn resume(&mut self) {
        let position = self.game.position();
        let fresh = History::at(position);
        self.history.turn_starts.extend(fresh.turn_starts);
        self.history.counters = MatchCounters::of(&self.game);
    }
}
