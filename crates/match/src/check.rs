//! Validation: whether an event may be applied now, and if not, why.

use menagerie_game::{Rules, RulesExt, Seat, View, Viewer};

use crate::offers::Offer;
use crate::{Event, Match, Refusal};

impl<R: Rules> Match<R> {
    /// Checks whether an event may be applied now.
    pub fn check(&self, event: Event<R::Action>) -> Result<(), Refusal> {
        self.check_replayed(event)?;
        match event {
            Event::OfferDraw(seat) | Event::OfferTakeback(seat, _) => self.quota.check_offer(seat, R::INFO),
            Event::Undo => {
                let undoer = self.history.undoer().map_err(|why| Refusal::NothingToUndo { why })?;
                self.quota.check_undo(undoer, R::INFO)
            }
            _ => Ok(()),
        }
    }

    /// Checks an event of a log. The limits per turn that [`check`](Self::check) adds are newer than some logs.
    pub(crate) fn check_replayed(&self, event: Event<R::Action>) -> Result<(), Refusal> {
        if let Some(end) = &self.end {
            return Err(Refusal::Over { reason: end.reason.sentence.to_string() });
        }
        let takeback = self.offers.takeback.map(|takeback| takeback.offer);
        match event {
            Event::Act(action) => self.check_action(action),
            Event::Depart(seat, _) => self.check_seat(seat),
            Event::OfferDraw(seat) => self.check_offer(seat, self.offers.draw),
            Event::AgreeDraw(seat) => self.check_agreement(seat, self.offers.draw),
            Event::DeclineDraw(seat) => self.check_refusal(seat, self.offers.draw),
            Event::Undo => self.history.replayed_undoer().map(|_| ()).map_err(|why| Refusal::NothingToUndo { why }),
            Event::OfferTakeback(seat, turn) => {
                self.check_offer(seat, takeback)?;
                self.history.check_takeback(turn).map_err(|why| Refusal::NoSuchTurn { turn, why })
            }
            Event::AgreeTakeback(seat) => self.check_agreement(seat, takeback),
            Event::DeclineTakeback(seat) => self.check_refusal(seat, takeback),
        }
    }

    fn check_action(&self, action: R::Action) -> Result<(), Refusal> {
        let position = self.position();
        if position.is_legal(action) {
            return Ok(());
        }
        // The reason comes from the actor's view: it must not disclose hidden information.
        let viewer = position.actor().seat().map_or(Viewer::Spectator, Viewer::Seat);
        let verdict = position.view(viewer).explain(action);
        Err(Refusal::Illegal { action: action.to_string(), verdict })
    }

    fn check_seat(&self, seat: Seat) -> Result<(), Refusal> {
        // A seat number from a caller may be beyond what a set of seats can hold.
        let here = seat.index() < Seat::MAX && self.living().contains(seat);
        if here { Ok(()) } else { Err(Refusal::NotInGame { seat: R::INFO.seat_name(seat) }) }
    }

    fn check_offer(&self, seat: Seat, standing: Option<Offer>) -> Result<(), Refusal> {
        self.check_seat(seat)?;
        match standing {
            Some(offer) => Err(Refusal::AlreadyOffered { by: R::INFO.seat_name(offer.by) }),
            None => Ok(()),
        }
    }

    fn check_agreement(&self, seat: Seat, standing: Option<Offer>) -> Result<(), Refusal> {
        self.check_seat(seat)?;
        let offer = standing.ok_or(Refusal::NoOffer)?;
        if offer.agreed.contains(seat) {
            return Err(Refusal::AlreadyAgreed { seat: R::INFO.seat_name(seat) });
        }
        Ok(())
    }

    fn check_refusal(&self, seat: Seat, standing: Option<Offer>) -> Result<(), Refusal> {
        self.check_seat(seat)?;
        standing.map(|_| ()).ok_or(Refusal::NoOffer)
    }
}
