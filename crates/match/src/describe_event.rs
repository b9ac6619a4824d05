//! The sentence for an event that is no action, as the log and all clients show it.

use menagerie_game::{GameInfo, Seat};

use crate::offers::Offer;
use crate::{Event, Offers};

/// The event as a sentence without a full stop; nothing for an action, which reports effects of its own.
pub(crate) fn describe_event<A>(event: &Event<A>, offers: &Offers, info: &GameInfo) -> Option<String> {
    let name = |seat: Seat| info.seat_name(seat);
    let declined = |seat: Seat, offer: Option<Offer>, what: &str| match offer {
        Some(offer) if offer.by == seat => format!("{} withdraws the offer {what}", name(seat)),
        _ => format!("{} declines {what}", name(seat)),
    };
    Some(match *event {
        Event::Act(_) => return None,
        Event::Depart(seat, departure) => format!("{} {}", name(seat), departure.words()),
        Event::OfferDraw(seat) => format!("{} offers a draw", name(seat)),
        Event::AgreeDraw(seat) => format!("{} agrees to a draw", name(seat)),
        Event::DeclineDraw(seat) => declined(seat, offers.draw, "to draw"),
        Event::Undo => "the last action is undone".to_owned(),
        Event::OfferTakeback(seat, turn) => format!("{} asks to go back to the start of turn {turn}", name(seat)),
        Event::AgreeTakeback(seat) => format!("{} agrees to go back", name(seat)),
        Event::DeclineTakeback(seat) => declined(seat, offers.takeback.map(|it| it.offer), "to go back"),
    })
}
