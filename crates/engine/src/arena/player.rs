//! The interface between the arena and a player.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use menagerie_game::{Rules, Seat};
use menagerie_match::Departure;

use super::external_player::ExternalPlayer;
use super::greedy_player::GreedyPlayer;
use super::own_player::OwnPlayer;
use super::player_spec::{PlayerKind, PlayerSpec};
use super::time_control::SeatClock;
use crate::eval_file::OwnSettings;
use crate::tracked_match::TrackedMatch;

/// A position in which a seat must choose an action.
pub(crate) struct Decision<'a, R: Rules> {
    pub(crate) play: &'a TrackedMatch<R>,
    pub(crate) seat: Seat,
    /// The clocks of the seats in order of play; `None` for a seat without a clock.
    pub(crate) clocks: &'a [(Seat, Option<SeatClock>)],
    /// The seed of the player's random numbers.
    pub(crate) seed: u64,
    /// Set when the match is stopped.
    pub(crate) halt: &'a AtomicBool,
}

impl<R: Rules> Decision<'_, R> {
    /// The clock of the acting seat.
    pub(crate) fn clock(&self) -> Option<SeatClock> {
        self.clocks.iter().find(|(seat, _)| *seat == self.seat).and_then(|(_, clock)| *clock)
    }
}

/// A player on one seat.
pub(crate) trait Player<R: Rules> {
    /// Begins another game. An error means that this player cannot play at all.
    fn begin(&mut self) -> Result<(), String>;

    /// Chooses an action for the acting seat.
    fn choose_action(&mut self, decision: &Decision<'_, R>) -> Result<R::Action, Fault>;

    /// The fixed time per action, if there is one.
    fn time_per_action(&self) -> Option<Duration>;
}

/// Why a player loses by forfeit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Fault {
    pub(crate) departure: Departure,
    /// What happened, as text.
    pub(crate) reason: String,
}

impl Fault {
    pub(crate) fn new(departure: Departure, reason: impl Into<String>) -> Self {
        Self { departure, reason: reason.into() }
    }
}

/// Creates the player that a specification describes.
pub(crate) fn player<R: Rules>(player_spec: &PlayerSpec, game: &str) -> Result<Box<dyn Player<R>>, String> {
    let load = |settings: &OwnSettings| settings.load::<R>().map_err(|error| error.to_string());
    Ok(match &player_spec.kind {
        PlayerKind::Level(level, settings) => Box::new(OwnPlayer::of_level(*level, load(settings)?, settings.contempt)),
        PlayerKind::Own(budget, settings) => Box::new(OwnPlayer::within(*budget, load(settings)?, settings.contempt)),
        PlayerKind::Plain(time) => Box::new(OwnPlayer::plain(*time)),
        PlayerKind::Greedy => Box::new(GreedyPlayer),
        PlayerKind::External(external) => Box::new(ExternalPlayer::new(external.clone(), game)),
    })
}
