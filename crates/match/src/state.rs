//! A match, and what one can ask it.

use arrayvec::ArrayVec;
use menagerie_game::{Effect, EffectLog, Effects, Rules, Seat, SeatSet};

use crate::announce::announce;
use crate::line::Line;
use crate::turn_quota::TurnQuota;
use crate::{Departure, End, Event, Offers, Refusal, ReplayError};

/// A game with its history. A function of its start and its log: the same events from the same start give an equal match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Match<R: Rules> {
    /// Everything that happened, also what was undone later. It only grows.
    pub(crate) log: Vec<Event<R::Action>>,
    pub(crate) line: Line<R>,
    pub(crate) offers: Offers,
    pub(crate) quota: TurnQuota,
    /// Seats whose departure waits for another seat's turn to be completed, in the order in which they left.
    pub(crate) waiting: ArrayVec<Waiting, { Seat::MAX }>,
    pub(crate) end: Option<End>,
}

/// A departure that has not taken effect yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Waiting {
    pub(crate) seat: Seat,
    pub(crate) departure: Departure,
    /// Its index in the log.
    pub(crate) event: usize,
}

impl<R: Rules> Match<R> {
    /// A match that begins in this position.
    pub fn new(start: R) -> Self {
        let end = End::by_rules(&start);
        let line = Line::new(start);
        let (offers, quota) = (Offers::default(), TurnQuota::default());
        Self { log: Vec::new(), line, offers, quota, waiting: ArrayVec::new(), end }
    }

    /// The match that these events make.
    pub fn replay(start: R, events: impl IntoIterator<Item = Event<R::Action>>) -> Result<Self, ReplayError> {
        let mut replayed = Self::new(start);
        for (index, event) in events.into_iter().enumerate() {
            replayed.replay_event(event).map_err(|refusal| ReplayError { index, refusal })?;
        }
        Ok(replayed)
    }

    /// Lets an event happen and tells what it did. If it is refused, nothing has changed.
    pub fn try_event(&mut self, event: Event<R::Action>) -> Result<EffectLog, Refusal> {
        self.check(event)?;
        let mut effects = EffectLog::new();
        self.perform(event, &mut effects);
        Ok(effects)
    }

    /// Lets an event of a log happen. A log that an earlier version wrote may hold undos and offers that
    /// [`try_event`](Self::try_event) refuses today; everything else is checked as there.
    pub fn replay_event(&mut self, event: Event<R::Action>) -> Result<EffectLog, Refusal> {
        self.check_replayed(event)?;
        let mut effects = EffectLog::new();
        self.perform(event, &mut effects);
        Ok(effects)
    }

    /// Lets an event happen that [`check`](Self::check) allows.
    pub(crate) fn perform(&mut self, event: Event<R::Action>, effects: &mut EffectLog) {
        let living = self.living();
        if let Some(text) = announce(&event, &self.offers, R::INFO) {
            effects.tell(|| Effect::Note { text: text.into() });
        }
        self.log.push(event);
        self.happen(event, effects);
        self.settle_departures(effects);
        // Offers were made to the seats that were there; with fewer players it is another match.
        if self.living() != living {
            self.offers = Offers::default();
        }
        self.settle_agreement();
        if let Some(end) = &self.end {
            self.offers = Offers::default();
            self.waiting.clear();
            // The game's own rules may have told the end already.
            if !effects.iter().any(|told| matches!(told.effect, Effect::Ended { .. })) {
                effects.tell(|| Effect::Ended { outcome: end.outcome });
            }
        }
    }

    /// The position now. After the end by a match rule it is the last one; [`end`](Self::end) says that it is over.
    pub fn position(&self) -> &R {
        self.line.now()
    }

    /// The position in which the match began.
    pub fn start(&self) -> &R {
        self.line.origin()
    }

    /// Everything that happened, in order, also what was undone or taken back.
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

    /// The seats that still have a say: in the game, and not about to leave it.
    pub fn living(&self) -> SeatSet {
        self.waiting.iter().fold(self.line.living(), |living, waiting| living.without(waiting.seat))
    }

    /// The seats whose departure takes effect when the turn is complete.
    pub fn leaving(&self) -> SeatSet {
        self.waiting.iter().map(|waiting| waiting.seat).collect()
    }

    /// The seat that may undo now, if one may: the one that did the last action, as long as the turn goes on, neither
    /// chance nor another seat has acted since, and the action could bring nothing hidden to light.
    pub fn can_undo(&self) -> Option<Seat> {
        let undoer = if self.end.is_some() { None } else { self.line.undoer().ok() };
        undoer.filter(|&seat| self.quota.check_undo(seat, R::INFO).is_ok())
    }

    /// The seat that could undo its last action if that had been unable to bring something hidden to light, and the reason
    /// that it is told.
    pub fn undo_barred(&self) -> Option<(Seat, &'static str)> {
        if self.end.is_some() { None } else { self.line.undo_barred() }
    }

    /// How many turns have been completed; what was taken back does not count.
    pub fn turns(&self) -> u32 {
        self.line.tally().turns
    }

    /// How many actions the seats have done; what was taken back does not count.
    pub fn actions(&self) -> u32 {
        self.line.tally().actions
    }

    /// The actions or turns, as the game counts, since the last progress.
    pub fn without_progress(&self) -> u32 {
        self.line.tally().idle
    }

    /// Whether a seat has acted in the unfinished turn.
    pub fn acted_this_turn(&self) -> bool {
        self.line.tally().acted
    }

    /// Whether there was progress in the unfinished turn.
    pub fn progress_this_turn(&self) -> bool {
        self.line.tally().progress
    }

    /// The keys of the positions in which the turns in force began, in order. The match's start is the first, even if it
    /// lies inside a turn.
    pub fn turn_starts(&self) -> impl Iterator<Item = u64> {
        self.line.start_keys()
    }

    /// A copy for trying an event out: a plain one would have to move its lists as soon as something happens.
    pub(crate) fn roomy(&self) -> Self {
        Self {
            log: roomy(&self.log),
            line: self.line.roomy(),
            offers: self.offers,
            quota: self.quota,
            waiting: self.waiting.clone(),
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
            earlier.perform(*event, &mut effects);
        }
        earlier
    }

    /// The position after the first `events` of the log, for review.
    pub fn position_at(&self, events: usize) -> R {
        self.at(events).position().clone()
    }
}

/// A copy of a list with room for a few more.
pub(crate) fn roomy<T: Copy>(list: &[T]) -> Vec<T> {
    const MORE: usize = 4;
    let mut copy = Vec::with_capacity(list.len() + MORE);
    copy.extend_from_slice(list);
    copy
}
