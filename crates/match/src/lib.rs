//! A game with its history: a pure state machine, generic over the rules.
//!
//! A position knows nothing of what came before it. A [`Match`] does: it keeps the log of [`Event`]s and from it knows
//! repetitions, limits, offers, departures, what can be undone and how it ended. The log is append-only, and undos and
//! takebacks are events in it, so that a match can be replayed from its log to the same state, always.
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
//! Deliberately absent: input and output, random generators (chance's actions come from outside like all others),
//! the time (it is an argument: a [`Clock`] goes beside a match, and whoever runs it sends `!flag:SEAT`), and who may send what: an event names the seat it speaks for, and the
//! caller has made sure that it may.

mod announce;
mod check;
mod clock;
mod control;
mod end;
mod erased;
mod event;
mod line;
mod offers;
mod perform;
mod refusal;
mod state;
mod tally;
mod turn_quota;

pub use clock::{Clock, Face, Millis, author, went_back};
pub use control::{NoControl, TimeControl};
pub use end::{Cause, End, Reason};
pub use erased::AnyMatch;
pub use event::{Departure, Event};
pub use offers::{Offer, Offers, Takeback};
pub use refusal::{Refusal, ReplayError};
pub use state::Match;
