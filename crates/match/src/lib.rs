//! A game with its history: a pure state machine, generic over the rules.
//!
//! A position has no history. A [`Match`] keeps the log of [`Event`]s, and with it repetitions, limits, offers, departures,
//! undos and the end. The log is append-only: undos and takebacks are events in it. Replaying a log gives an equal match.
//!
//! ```
//! use menagerie_game::{Options, Rules};
//! use menagerie_match::{Event, Match};
//! use menagerie_shogi5::Position;
//!
//! let mut game = Match::new(Position::start(Options::NONE));
//! for text in ["a5a2", "!offer-draw:black", "!agree-draw:white"] {
//!     game.try_event(Event::read(text, Position::INFO)?)?;
//! }
//! assert_eq!(game.end().unwrap().reason.sentence, "drawn by agreement");
//! let again = Match::replay(*game.start(), game.log().iter().copied())?;
//! assert_eq!(again, game);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Deliberately absent: input and output, and random generators (chance's actions come from the caller). Time is an
//! argument: a [`Clock`] runs beside a match, and its owner sends `!flag:SEAT`. Authorization is absent too: an event names
//! its seat, and the caller has checked that the client plays it.

mod apply;
mod check;
mod clock;
mod counters;
mod describe_event;
mod end;
mod erased;
mod event;
mod event_text;
mod history;
mod offers;
mod refusal;
mod standing;
mod state;
mod time_control;
mod turn_quota;

pub use clock::{Clock, ClockReading, Millis};
pub use end::{Cause, End, Reason};
pub use erased::AnyMatch;
pub use event::{Departure, Event};
pub use event_text::{EventText, event_author, taken_back_to};
pub use offers::{Offer, Offers, Takeback};
pub use refusal::{Refusal, ReplayError};
pub use standing::{LogStep, StandingActions};
pub use state::Match;
pub use time_control::{TimeControl, TimeControlError};
