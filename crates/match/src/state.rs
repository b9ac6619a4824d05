//! The match: its state and its queries.

use arrayvec::ArrayVec;
use menagerie_game::{Effect, EffectLog, Effects, Rules, Seat, SeatSet};

use crate::describe_event::describe_event;
use crate::history::History;
use crate::turn_quota::TurnQuota;
use crate::{Departure, End, Event, Offers, Refusal, ReplayError};

/// A game with its history. A function of its start and its log: the same events from the same start give an equal match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Match<R: Rules> {
    /// All events, also those undone later: append-only.
    pub(crate) log: Vec<Event<R::Action>>,
    pub(crate) history: History<R>,
    pub(crate) offers: Offers,
    pub(crate) quota: TurnQuota,
    /// Seats whose departure waits for another seat's turn to be completed, in the order in which they left.
    pub(crate) pending_departures: ArrayVec<PendingDeparture, { Seat::MAX }>,
    pub(crate) end: Option<End>,
}

/// A departure that has not taken effect yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PendingDeparture {
    pub(crate) seat: Seat,
    pub(crate) departure: Departure,
    /// Its index in the log.
    pub(crate) event: usize,
}

impl<R: Rules> Match<R> {
    /// A match that begins in this position.
    pub fn new(start: R) -> Self {
        let end = End::by_rules(&start);
        let history = History::new(start);
        let (offers, quota) = (Offers::default(), TurnQuota::default());
        Self { log: Vec::new(), history, offers, quota, pending_departures: ArrayVec::new(), end }
    }

    /// The match that these events make.
    pub fn replay(start: R, events: impl IntoIterator<Item = Event<R::Action>>) -> Result<Self, ReplayError> {
        let mut replayed = Self::new(start);
        for (index, event) in events.into_iter().enumerate() {
            replayed.replay_event(event).map_err(|refusal| ReplayError { index, refusal })?;
        }
        Ok(replayed)
    }

    /// Applies a new event and returns its effects. A refused event changes nothing.
    pub fn try_event(&mut self, event: Event<R::Action>) -> Result<EffectLog, Refusal> {
        self.check(event)?;
        let mut effects = EffectLog::new();
        self.apply(event, &mut effects);
        Ok(effects)
    }

    /// Applies an event of a log. Logs of earlier versions may hold undos and offers that [`try_event`](Self::try_event)
    /// refuses today; everything else is checked as there.
    pub fn replay_event(&mut self, event: Event<R::Action>) -> Result<EffectLog, Refusal> {
        self.check_replayed(event)?;
        let mut effects = EffectLog::new();
        self.apply(event, &mut effects);
        Ok(effects)
    }

    /// Applies an event that [`check`](Self::check) allows.
    pub(crate) fn apply(&mut self, event: Event<R::Action>, effects: &mut EffectLog) {
        let living = self.living();
        if let Some(text) = describe_event(&event, &self.offers, R::INFO) {
            effects.tell(|| Effect::Note { text: text.into() });
        }
        self.log.push(event);
        self.apply_event(event, effects);
        self.settle_departures(effects);
        // Offers were made to the seats that were in the game: they lapse when a seat leaves.
        if self.living() != living {
            self.offers = Offers::default();
        }
        self.settle_agreement();
        if let Some(end) = &self.end {
            self.offers = Offers::default();
            self.pending_departures.clear();
            // The game's own rules may have reported the end already.
            if !effects.iter().any(|told| matches!(told.effect, Effect::Ended { .. })) {
                effects.tell(|| Effect::Ended { outcome: end.outcome });
            }
        }
    }

    /// The position now. After the end by a match rule it is the last one; [`end`](Self::end) says that it is over.
    pub fn position(&self) -> &R {
        self.history.now()
    }

    /// The position in which the match began.
    pub fn start(&self) -> &R {
        self.history.origin()
    }

    /// All events in order, also those that were undone or taken back.
    pub fn log(&self) -> &[Event<R::Action>] {
        &self.log
    }

    /// How the match ended, if it is over.
    pub fn end(&self) -> Option<&End> {
        self.end.as_ref()
    }

    /// The offers that stand now.
    pub fn offers(&self) -> Offers {
        self.offers
    }

    /// The seats that are in the game and have no pending departure.
    pub fn living(&self) -> SeatSet {
        self.pending_departures.iter().fold(self.history.living(), |living, waiting| living.without(waiting.seat))
    }

    /// The seats whose departure takes effect when the turn is complete.
    pub fn leaving(&self) -> SeatSet {
        self.pending_departures.iter().map(|waiting| waiting.seat).collect()
    }

    /// The seat that may undo now, if one may: the one that did the last action, as long as the turn goes on, neither
    /// chance nor another seat has acted since, and the action could bring nothing hidden to light.
    pub fn can_undo(&self) -> Option<Seat> {
        let undoer = if self.end.is_some() { None } else { self.history.undoer().ok() };
        undoer.filter(|&seat| self.quota.check_undo(seat, R::INFO).is_ok())
    }

    /// The seat that could undo its last action if that had been unable to bring something hidden to light, and the reason
    /// that it is told.
    pub fn undo_barred(&self) -> Option<(Seat, &'static str)> {
        if self.end.is_some() { None } else { self.history.undo_barred() }
    }

    /// How many turns have been completed; what was taken back does not count.
    pub fn turns(&self) -> u32 {
        self.history.counters().turns
    }

    /// How many actions the seats have done; what was taken back does not count.
    pub fn actions(&self) -> u32 {
        self.history.counters().actions
    }

    /// The actions or turns, as the game counts, since the last progress.
    pub fn without_progress(&self) -> u32 {
        self.history.counters().without_progress
    }

    /// Whether a seat has acted in the unfinished turn.
    pub fn acted_this_turn(&self) -> bool {
        self.history.counters().acted
    }

    /// Whether there was progress in the unfinished turn.
    pub fn progress_this_turn(&self) -> bool {
        self.history.counters().progress
    }

    /// The keys of the positions in which the turns in force began, in order. The match's start is the first, even if it
    /// lies inside a turn.
    pub fn turn_starts(&self) -> impl Iterator<Item = u64> {
        self.history.start_keys()
    }

    /// A copy with spare capacity for trying an event: a plain clone would reallocate at the first event.
    pub(crate) fn clone_with_capacity(&self) -> Self {
        Self {
            log: clone_with_capacity(&self.log),
            history: self.history.clone_with_capacity(),
            offers: self.offers,
            quota: self.quota,
            pending_departures: self.pending_departures.clone(),
            end: self.end.clone(),
        }
    }

    /// The match as it stood after the first `events` of its log, by playing them again; all of it if there are fewer.
    #[must_use]
    pub fn at(&self, events: usize) -> Self {
        let mut earlier = Self::new(self.start().clone());
        let mut effects = EffectLog::new();
        for event in self.log.iter().take(events) {
            effects.clear();
            earlier.apply(*event, &mut effects);
        }
        earlier
    }

    /// The position after the first `events` of the log, for review.
    pub fn position_at(&self, events: usize) -> R {
        self.at(events).position().clone()
    }
}

/// A copy of a list with spare capacity.
pub(crate) fn clone_with_capacity<T: Copy>(list: &[T]) -> Vec<T> {
    const MORE: usize = 4;
    let mut copy = Vec::with_capacity(list.len() + MORE);
    copy.extend_from_slice(list);
    copy
}
