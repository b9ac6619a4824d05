//! A match without its types, for those who hold a match of "some game": the server and the command line.

use menagerie_game::erased::AnyPosition;
use menagerie_game::{EffectLog, GameInfo, Rules, Seat, SeatSet};

use crate::{End, Event, Match, Offers, Refusal};

/// A match of some game; events are texts.
pub trait AnyMatch: Send + Sync {
    /// The game's facts.
    fn info(&self) -> &'static GameInfo;
    /// The position now.
    fn position(&self) -> &dyn AnyPosition;
    /// The position in which the match began.
    fn start(&self) -> &dyn AnyPosition;
    /// The position after the first `events` of the log.
    fn position_at(&self, events: usize) -> Box<dyn AnyPosition>;
    /// Applies a new event, given as text.
    fn try_event(&mut self, event: &str) -> Result<EffectLog, Refusal>;
    /// Applies an event of a log, given as text; see [`Match::replay_event`].
    fn replay_event(&mut self, event: &str) -> Result<EffectLog, Refusal>;
    /// Checks whether an event, given as text, may be applied now.
    fn check(&self, event: &str) -> Result<(), Refusal>;
    /// How many events the log holds.
    fn len(&self) -> usize;
    /// Whether nothing has happened yet.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The texts of the log's events from this index on.
    fn log_from(&self, index: usize) -> Vec<String>;
    /// How the match ended, if it is over.
    fn end(&self) -> Option<&End>;
    /// The offers that stand now.
    fn offers(&self) -> Offers;
    /// The seats in the game without a pending departure.
    fn living(&self) -> SeatSet;
    /// The seat that may undo now, if one may.
    fn can_undo(&self) -> Option<Seat>;
    /// The seat whose last action cannot be undone because of what is hidden, and the reason.
    fn undo_barred(&self) -> Option<(Seat, &'static str)>;
    /// How many turns have been completed.
    fn turns(&self) -> u32;
    /// A copy, with room for a few events more.
    fn boxed(&self) -> Box<dyn AnyMatch>;
}

impl<R: Rules> AnyMatch for Match<R> {
    fn info(&self) -> &'static GameInfo {
        R::INFO
    }

    fn position(&self) -> &dyn AnyPosition {
        Self::position(self)
    }

    fn start(&self) -> &dyn AnyPosition {
        Self::start(self)
    }

    fn position_at(&self, events: usize) -> Box<dyn AnyPosition> {
        Box::new(Self::position_at(self, events))
    }

    fn try_event(&mut self, event: &str) -> Result<EffectLog, Refusal> {
        Self::try_event(self, Event::read(event, R::INFO)?)
    }

    fn replay_event(&mut self, event: &str) -> Result<EffectLog, Refusal> {
        Self::replay_event(self, Event::read(event, R::INFO)?)
    }

    fn check(&self, event: &str) -> Result<(), Refusal> {
        Self::check(self, Event::read(event, R::INFO)?)
    }

    fn len(&self) -> usize {
        self.log().len()
    }

    fn log_from(&self, index: usize) -> Vec<String> {
        self.log().iter().skip(index).map(|event| event.text(R::INFO)).collect()
    }

    fn end(&self) -> Option<&End> {
        Self::end(self)
    }

    fn offers(&self) -> Offers {
        Self::offers(self)
    }

    fn living(&self) -> SeatSet {
        Self::living(self)
    }

    fn can_undo(&self) -> Option<Seat> {
        Self::can_undo(self)
    }

    fn undo_barred(&self) -> Option<(Seat, &'static str)> {
        Self::undo_barred(self)
    }

    fn turns(&self) -> u32 {
        Self::turns(self)
    }

    fn boxed(&self) -> Box<dyn AnyMatch> {
        Box::new(self.clone_with_capacity())
    }
}
