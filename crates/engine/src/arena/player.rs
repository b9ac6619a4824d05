//! What the arena asks of a player.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use menagerie_game::{Rules, Seat};
use menagerie_match::Departure;

use super::ours::Ours;
use super::peer::Peer;
use super::spec::{Kind, Spec};
use super::time_control::SeatClock;
use crate::play::Play;

/// A situation in which a seat must decide.
pub(crate) struct Situation<'a, R: Rules> {
    pub(crate) play: &'a Play<R>,
    pub(crate) seat: Seat,
    /// What the clocks show, for the seats in order of play; nothing where a seat has none.
    pub(crate) clocks: &'a [(Seat, Option<SeatClock>)],
    /// Decides whatever is left to luck.
    pub(crate) seed: u64,
    /// Set when the match is broken off.
    pub(crate) halt: &'a AtomicBool,
}

impl<R: Rules> Situation<'_, R> {
    /// The clock of the seat that must decide.
    pub(crate) fn clock(&self) -> Option<SeatClock> {
        self.clocks.iter().find(|(seat, _)| *seat == self.seat).and_then(|(_, clock)| *clock)
    }
}

/// A player on one seat.
pub(crate) trait Player<R: Rules> {
    /// Another game begins. An error means that this player cannot play at all.
    fn begin(&mut self) -> Result<(), String>;

    /// Decides for the seat whose turn it is.
    fn decide(&mut self, situation: &Situation<'_, R>) -> Result<R::Action, Fault>;

    /// The time it has for each action, if it has one.
    fn allowance(&self) -> Option<Duration>;
}

/// Why a player loses without having been beaten.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Fault {
    pub(crate) departure: Departure,
    /// What happened, in words.
    pub(crate) reason: String,
}

impl Fault {
    pub(crate) fn new(departure: Departure, reason: impl Into<String>) -> Self {
        Self { departure, reason: reason.into() }
    }
}

/// The player that a description means, for a game as we call it.
pub(crate) fn player<R: Rules>(spec: &Spec, game: &str) -> Box<dyn Player<R>> {
    match &spec.kind {
        Kind::Level(level, settings) => Box::new(Ours::of_level(*level, *settings)),
        Kind::Ours(budget, settings) => Box::new(Ours::within(*budget, *settings)),
        Kind::Plain(time) => Box::new(Ours::plain(*time)),
        Kind::External(external) => Box::new(Peer::new(external.clone(), game)),
    }
}
