//! Applies an event to a match.

use menagerie_game::{Counts, Effect, EffectLog, Effects, Leaving, Limit, Rules, Seat};

use crate::history::Landing;
use crate::offers::{Offer, Takeback};
use crate::state::PendingDeparture;
use crate::turn_quota::TurnQuota;
use crate::{Departure, End, Event, Match, Offers, Reason};

impl<R: Rules> Match<R> {
    /// Applies the event itself. The log holds it already.
    pub(crate) fn apply_event(&mut self, event: Event<R::Action>, effects: &mut EffectLog) {
        self.count(event);
        match event {
            Event::Act(action) => self.act(action, effects),
            Event::Depart(seat, departure) => self.depart(seat, departure),
            Event::OfferDraw(seat) => self.offers.draw = Some(Offer::new(seat)),
            Event::AgreeDraw(seat) => self.offers.draw = self.offers.draw.map(|offer| offer.agreed_by(seat)),
            Event::DeclineDraw(_) => self.offers.draw = None,
            Event::Undo => self.history.undo(&self.log),
            Event::OfferTakeback(seat, turn) => {
                self.offers.takeback = Some(Takeback { turn, offer: Offer::new(seat) });
                self.settle_takeback(effects);
            }
            Event::AgreeTakeback(seat) => {
                let agree = |it: Takeback| Takeback { offer: it.offer.agreed_by(seat), ..it };
                self.offers.takeback = self.offers.takeback.map(agree);
                self.settle_takeback(effects);
            }
            Event::DeclineTakeback(_) => self.offers.takeback = None,
        }
    }

    /// Counts offers and undos against the quota of the turn.
    fn count(&mut self, event: Event<R::Action>) {
        match event {
            Event::OfferDraw(seat) | Event::OfferTakeback(seat, _) => self.quota.count_offer(seat),
            Event::Undo => {
                if let Ok(seat) = self.history.replayed_undoer() {
                    self.quota.count_undo(seat);
                }
            }
            _ => {}
        }
    }

    fn act(&mut self, action: R::Action, effects: &mut EffectLog) {
        if let Some(seat) = self.position().actor().seat() {
            self.offers.lapse_by_action(seat);
        }
        let landing = self.history.act(self.log.len() - 1, action, effects);
        if landing == Landing::TurnBegins {
            self.quota = TurnQuota::default();
        }
        let drawn = || self.limit_reached(landing).map(|reason| End { outcome: self.position().drawn(), reason });
        self.end = End::by_rules(self.position()).or_else(drawn);
    }

    /// The match rules that an action can fulfil, in the order in which they are tested. Turns are counted when they are
    /// complete: what the position says in the middle of one (Djambi's limit, while a seat falls) does not matter.
    fn limit_reached(&self, landing: Landing) -> Option<Reason> {
        let rules = self.position().match_rules();
        let counters = self.history.counters();
        let (counted, total) = match rules.counts {
            Counts::Actions => (true, counters.actions),
            Counts::Turns => (landing == Landing::TurnBegins, counters.turns),
        };
        let repeated = |limit: &Limit| landing == Landing::TurnBegins && self.history.repeats(limit.number, &self.log);
        let without_progress = |limit: &Limit| counted && counters.without_progress >= limit.number;
        let long = |limit: &Limit| counted && total >= limit.number;
        (rules.repetition.filter(repeated).map(Reason::repetition))
            .or_else(|| {
                rules.no_progress.filter(without_progress).map(|limit| Reason::no_progress(limit, rules.counts))
            })
            .or_else(|| rules.length.filter(long).map(|limit| Reason::length(limit, rules.counts)))
    }

    /// A seat leaves. If that ends the game, it does so at once. Otherwise the departure waits for the start of a turn.
    fn depart(&mut self, seat: Seat, departure: Departure) {
        match self.history.departure(seat) {
            Leaving::Ends(outcome) => {
                let rules = self.position().match_rules();
                self.end = Some(End::by_departure(R::INFO, &rules, (seat, departure), outcome));
            }
            Leaving::Continues => {
                self.pending_departures.push(PendingDeparture { seat, departure, event: self.log.len() - 1 });
            }
        }
    }

    /// Applies pending departures at the start of a turn. A seat that leaves inside its own turn takes that turn back;
    /// another seat's turn is completed first (djambi, *Match rules*, concession).
    pub(crate) fn settle_departures(&mut self, effects: &mut EffectLog) {
        while self.end.is_none() {
            let Some(PendingDeparture { seat, departure, event }) = self.pending_departures.first().copied() else {
                return;
            };
            if !self.departure_is_due() {
                return;
            }
            self.history.rewind_turn();
            self.pending_departures.remove(0);
            // An earlier departure may have brought this seat down too.
            if !self.history.living().contains(seat) {
                continue;
            }
            let rules = self.position().match_rules();
            let ended = |outcome| End::by_departure(R::INFO, &rules, (seat, departure), outcome);
            self.end = self.history.leave(event, seat, effects).map(ended);
            self.quota = TurnQuota::default();
        }
    }

    /// Whether pending departures take effect now. The unfinished turn in which a match began cannot be taken back.
    fn departure_is_due(&self) -> bool {
        let asked = || self.pending_departures.iter().any(|waiting| self.history.concerns(waiting.seat));
        self.history.knows_turn_start() && (self.history.at_turn_start() || asked())
    }

    /// Draws the match if all living seats have agreed. A game that continues after a departure is drawn between turns
    /// only (djambi, *Match rules*, draw); other games at any time.
    pub(crate) fn settle_agreement(&mut self) {
        let Some(offer) = self.offers.draw else { return };
        if self.end.is_some() || !offer.has_all(self.living()) {
            return;
        }
        if self.position().begins_turn() || matches!(self.history.departure(offer.by), Leaving::Ends(_)) {
            let position = self.position();
            self.end = Some(End::by_agreement(&position.match_rules(), position.drawn()));
        }
    }

    fn settle_takeback(&mut self, effects: &mut EffectLog) {
        let Some(Takeback { turn, offer }) = self.offers.takeback else { return };
        if offer.has_all(self.living()) {
            self.history.take_back(turn, &self.log);
            self.offers = Offers::default();
            effects.tell(|| Effect::Note { text: format!("back to the start of turn {turn}").into() });
        }
    }
}
