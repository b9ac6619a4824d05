//! A match as it is played, with the history that a computer player asks for.

use menagerie_game::{Rules, Seat, Silent};
use menagerie_match::{Departure, End, Event, Match, Refusal};
use menagerie_search::{History, MatchCounters};

/// A match and its history.
#[derive(Clone)]
pub(crate) struct Play<R: Rules> {
    game: Match<R>,
    history: History,
}

impl<R: Rules> Play<R> {
    /// A match that begins here.
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

    /// The history for a player that plays on: beyond a limit of the match another begins, and nothing was before.
    pub(crate) fn history_to_play_on(&self) -> History {
        if self.is_at_a_limit() { History::at(self.position()) } else { self.history.clone() }
    }

    /// Whether only a limit of the match keeps anybody from acting.
    fn is_at_a_limit(&self) -> bool {
        self.end().is_some() && self.position().outcome().is_none()
    }

    /// How it ended, by the rules or by a limit of the match.
    pub(crate) fn end(&self) -> Option<&End> {
        self.game.end()
    }

    pub(crate) fn log(&self) -> &[Event<R::Action>] {
        self.game.log()
    }

    /// How many turns have been completed.
    pub(crate) fn turns(&self) -> u32 {
        self.game.turns()
    }

    /// Does an action.
    pub(crate) fn act(&mut self, action: R::Action) -> Result<(), Refusal> {
        let mut next = self.position().clone();
        let by_seat = next.actor().seat().is_some();
        self.game.try_event(Event::Act(action))?;
        let progress = next.apply(action, &mut Silent);
        self.history.record(by_seat, &next, progress);
        // A seat that leaves may take effect now, and change the position further.
        if next != *self.position() {
            self.resume();
        }
        Ok(())
    }

    /// Does an action although a limit of the match is reached: whoever runs this match has other limits.
    pub(crate) fn act_on(&mut self, action: R::Action) -> Result<(), Refusal> {
        if self.is_at_a_limit() {
            *self = Self::new(self.position().clone());
        }
        self.act(action)
    }

    /// A seat leaves.
    pub(crate) fn depart(&mut self, seat: Seat, departure: Departure) -> Result<(), Refusal> {
        self.game.try_event(Event::Depart(seat, departure))?;
        self.resume();
        Ok(())
    }

    /// The position changed otherwise than by an action: the counters are the match's again.
    fn resume(&mut self) {
        let position = self.game.position();
        let fresh = History::at(position);
        self.history.turn_starts.extend(fresh.turn_starts);
        self.history.counters = MatchCounters::of(&self.game);
    }
}
