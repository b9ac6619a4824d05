//! What can happen in a match, and its text: one token without spaces.

use menagerie_game::{Action, GameInfo, Seat, TextError};

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

const OFFER_TAKEBACK: &str = "offer-takeback";
const EXPECTED: &str = "an action of the game, or one of !resign:SEAT !flag:SEAT !leave:SEAT !offer-draw:SEAT \
     !agree-draw:SEAT !decline-draw:SEAT !undo !offer-takeback:SEAT:TURN !agree-takeback:SEAT !decline-takeback:SEAT";

impl<A: Action> Event<A> {
    /// The event's text.
    pub fn text(&self, info: &GameInfo) -> String {
        let of = |name: &str, seat: &Seat| format!("!{name}:{}", info.seat_name(*seat));
        match self {
            Self::Act(action) => action.to_string(),
            Self::Depart(seat, Departure::Resigned) => of("resign", seat),
            Self::Depart(seat, Departure::OutOfTime) => of("flag", seat),
            Self::Depart(seat, Departure::Left) => of("leave", seat),
            Self::OfferDraw(seat) => of("offer-draw", seat),
            Self::AgreeDraw(seat) => of("agree-draw", seat),
            Self::DeclineDraw(seat) => of("decline-draw", seat),
            Self::Undo => "!undo".to_owned(),
            Self::OfferTakeback(seat, turn) => format!("{}:{turn}", of(OFFER_TAKEBACK, seat)),
            Self::AgreeTakeback(seat) => of("agree-takeback", seat),
            Self::DeclineTakeback(seat) => of("decline-takeback", seat),
        }
    }

    /// Reads an event's text.
    pub fn read(text: &str, info: &GameInfo) -> Result<Self, TextError> {
        match text.strip_prefix('!') {
            None => text.parse().map(Self::Act),
            Some("undo") => Ok(Self::Undo),
            Some(rest) => Self::read_named(rest, info).ok_or_else(|| TextError::not_an_action(text, EXPECTED)),
        }
    }

    /// Reads what follows the `!`.
    fn read_named(text: &str, info: &GameInfo) -> Option<Self> {
        let (name, argument) = text.split_once(':')?;
        if name == OFFER_TAKEBACK {
            let (seat, turn) = argument.split_once(':')?;
            let number: u32 = turn.parse().ok()?;
            // One spelling only: no `+7`, no `07`.
            return (number.to_string() == turn).then_some(Self::OfferTakeback(info.seat_named(seat)?, number));
        }
        let seat = info.seat_named(argument)?;
        Some(match name {
            "resign" => Self::Depart(seat, Departure::Resigned),
            "flag" => Self::Depart(seat, Departure::OutOfTime),
            "leave" => Self::Depart(seat, Departure::Left),
            "offer-draw" => Self::OfferDraw(seat),
            "agree-draw" => Self::AgreeDraw(seat),
            "decline-draw" => Self::DeclineDraw(seat),
            "agree-takeback" => Self::AgreeTakeback(seat),
            "decline-takeback" => Self::DeclineTakeback(seat),
            _ => return None,
        })
    }
}
