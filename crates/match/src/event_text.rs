//! The text of an event, parsed without knowing the game: one token without spaces. The only parser of event texts.

use std::fmt;

use menagerie_game::Actor;

use crate::{AnyMatch, Departure};

/// An event's text, with seats by their names.
///
/// ```
/// use menagerie_match::{Departure, EventText};
///
/// assert_eq!(EventText::of("a5a2"), EventText::Action("a5a2"));
/// assert_eq!(EventText::of("!resign:red"), EventText::Depart("red", Departure::Resigned));
/// assert_eq!(EventText::OfferTakeback("red", 7).to_string(), "!offer-takeback:red:7");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EventText<'a> {
    /// An action, by its own text.
    Action(&'a str),
    /// `!undo`
    Undo,
    /// `!resign:SEAT`, `!flag:SEAT`, `!leave:SEAT`
    Depart(&'a str, Departure),
    /// `!offer-draw:SEAT`
    OfferDraw(&'a str),
    /// `!agree-draw:SEAT`
    AgreeDraw(&'a str),
    /// `!decline-draw:SEAT`
    DeclineDraw(&'a str),
    /// `!offer-takeback:SEAT:TURN`
    OfferTakeback(&'a str, u32),
    /// `!agree-takeback:SEAT`
    AgreeTakeback(&'a str),
    /// `!decline-takeback:SEAT`
    DeclineTakeback(&'a str),
    /// A text that begins with `!` and is no event.
    Unknown(&'a str),
}

impl<'a> EventText<'a> {
    /// Parses a text. Whether an action or a seat exists is for the game to say.
    pub fn of(text: &'a str) -> Self {
        match text.strip_prefix('!') {
            None => Self::Action(text),
            Some("undo") => Self::Undo,
            Some(rest) => Self::named(rest).unwrap_or(Self::Unknown(text)),
        }
    }

    /// Parses what follows the `!`.
    fn named(text: &'a str) -> Option<Self> {
        let (name, seat) = text.split_once(':')?;
        Some(match name {
            "resign" => Self::Depart(seat, Departure::Resigned),
            "flag" => Self::Depart(seat, Departure::OutOfTime),
            "leave" => Self::Depart(seat, Departure::Left),
            "offer-draw" => Self::OfferDraw(seat),
            "agree-draw" => Self::AgreeDraw(seat),
            "decline-draw" => Self::DeclineDraw(seat),
            "offer-takeback" => {
                let (seat, turn) = seat.split_once(':')?;
                let number: u32 = turn.parse().ok()?;
                // One spelling only: no `+7`, no `07`.
                return (number.to_string() == turn).then_some(Self::OfferTakeback(seat, number));
            }
            "agree-takeback" => Self::AgreeTakeback(seat),
            "decline-takeback" => Self::DeclineTakeback(seat),
            _ => return None,
        })
    }

    /// Whether it is an action.
    pub const fn is_action(self) -> bool {
        matches!(self, Self::Action(_))
    }

    /// Whether a seat offers something.
    pub const fn is_offer(self) -> bool {
        matches!(self, Self::OfferDraw(_) | Self::OfferTakeback(..))
    }

    /// The seat that it names; nothing for actions and undos.
    pub const fn seat(self) -> Option<&'a str> {
        match self {
            Self::Depart(seat, _)
            | Self::OfferDraw(seat)
            | Self::AgreeDraw(seat)
            | Self::DeclineDraw(seat)
            | Self::OfferTakeback(seat, _)
            | Self::AgreeTakeback(seat)
            | Self::DeclineTakeback(seat) => Some(seat),
            Self::Action(_) | Self::Undo | Self::Unknown(_) => None,
        }
    }
}

impl fmt::Display for EventText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Action(text) | Self::Unknown(text) => f.write_str(text),
            Self::Undo => f.write_str("!undo"),
            Self::Depart(seat, Departure::Resigned) => write!(f, "!resign:{seat}"),
            Self::Depart(seat, Departure::OutOfTime) => write!(f, "!flag:{seat}"),
            Self::Depart(seat, Departure::Left) => write!(f, "!leave:{seat}"),
            Self::OfferDraw(seat) => write!(f, "!offer-draw:{seat}"),
            Self::AgreeDraw(seat) => write!(f, "!agree-draw:{seat}"),
            Self::DeclineDraw(seat) => write!(f, "!decline-draw:{seat}"),
            Self::OfferTakeback(seat, turn) => write!(f, "!offer-takeback:{seat}:{turn}"),
            Self::AgreeTakeback(seat) => write!(f, "!agree-takeback:{seat}"),
            Self::DeclineTakeback(seat) => write!(f, "!decline-takeback:{seat}"),
        }
    }
}

/// The author of an event that is about to be applied: the actor of an action, the seat that undoes, or the seat that is named.
pub fn event_author(game: &dyn AnyMatch, event: &str) -> Actor {
    match EventText::of(event) {
        EventText::Action(_) => game.position().actor(),
        EventText::Undo => game.can_undo().map_or(Actor::Nobody, Actor::Seat),
        named => named.seat().and_then(|name| game.info().seat_named(name)).map_or(Actor::Nobody, Actor::Seat),
    }
}

/// The turn, counted from 1, to whose start an event has just taken the match back: all seats have agreed to a takeback.
pub fn taken_back_to(game: &dyn AnyMatch, event: &str) -> Option<u32> {
    let is_takeback = matches!(EventText::of(event), EventText::OfferTakeback(..) | EventText::AgreeTakeback(_));
    (is_takeback && game.offers().takeback.is_none()).then(|| game.turns() + 1)
}
