//! The events of a match.

use menagerie_game::{Action, GameInfo, Seat, TextError};

use crate::EventText;

/// One entry of a match's log. An action is its own text; everything else begins with `!`, which no action does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Event<A> {
    /// The actor does an action.
    Act(A),
    /// A seat leaves: `!resign:SEAT`, `!flag:SEAT`, `!leave:SEAT`.
    Depart(Seat, Departure),
    /// `!offer-draw:SEAT`
    OfferDraw(Seat),
    /// `!agree-draw:SEAT`
    AgreeDraw(Seat),
    /// `!decline-draw:SEAT`; from the seat that offered, it withdraws the offer.
    DeclineDraw(Seat),
    /// `!undo`: the last action of the unfinished turn is taken back by the seat that did it.
    Undo,
    /// `!offer-takeback:SEAT:TURN`: back to the start of that turn, counted from 1.
    OfferTakeback(Seat, u32),
    /// `!agree-takeback:SEAT`
    AgreeTakeback(Seat),
    /// `!decline-takeback:SEAT`; from the seat that offered, it withdraws the offer.
    DeclineTakeback(Seat),
}

/// How a seat leaves. The rules treat all three alike; the sentence that people read differs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Departure {
    /// It resigns, or concedes.
    Resigned,
    /// Its time is up.
    OutOfTime,
    /// It walked away.
    Left,
}

impl Departure {
    /// What the seat did, in words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Resigned => "resigned",
            Self::OutOfTime => "ran out of time",
            Self::Left => "left the match",
        }
    }
}

const EXPECTED: &str = "an action of the game, or one of !resign:SEAT !flag:SEAT !leave:SEAT !offer-draw:SEAT \
     !agree-draw:SEAT !decline-draw:SEAT !undo !offer-takeback:SEAT:TURN !agree-takeback:SEAT !decline-takeback:SEAT";

impl<A: Action> Event<A> {
    /// The event's text.
    pub fn text(&self, info: &GameInfo) -> String {
        let name = |seat: Seat| info.seat_name(seat);
        let text = match *self {
            Self::Act(action) => return action.to_string(),
            Self::Depart(seat, departure) => EventText::Depart(name(seat), departure),
            Self::OfferDraw(seat) => EventText::OfferDraw(name(seat)),
            Self::AgreeDraw(seat) => EventText::AgreeDraw(name(seat)),
            Self::DeclineDraw(seat) => EventText::DeclineDraw(name(seat)),
            Self::Undo => EventText::Undo,
            Self::OfferTakeback(seat, turn) => EventText::OfferTakeback(name(seat), turn),
            Self::AgreeTakeback(seat) => EventText::AgreeTakeback(name(seat)),
            Self::DeclineTakeback(seat) => EventText::DeclineTakeback(name(seat)),
        };
        text.to_string()
    }

    /// Parses an event's text.
    pub fn read(text: &str, info: &GameInfo) -> Result<Self, TextError> {
        let unknown = || TextError::not_an_action(text, EXPECTED);
        let seat = |name: &str| info.seat_named(name).ok_or_else(unknown);
        Ok(match EventText::of(text) {
            EventText::Action(action) => Self::Act(action.parse()?),
            EventText::Undo => Self::Undo,
            EventText::Depart(name, departure) => Self::Depart(seat(name)?, departure),
            EventText::OfferDraw(name) => Self::OfferDraw(seat(name)?),
            EventText::AgreeDraw(name) => Self::AgreeDraw(seat(name)?),
            EventText::DeclineDraw(name) => Self::DeclineDraw(seat(name)?),
            EventText::OfferTakeback(name, turn) => Self::OfferTakeback(seat(name)?, turn),
            EventText::AgreeTakeback(name) => Self::AgreeTakeback(seat(name)?),
            EventText::DeclineTakeback(name) => Self::DeclineTakeback(seat(name)?),
            EventText::Unknown(_) => return Err(unknown()),
        })
    }
}
