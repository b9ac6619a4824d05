//! The computer player, and which method it thinks by.

use std::sync::atomic::AtomicBool;

use menagerie_game::Rules;

use crate::alpha_beta::AlphaBeta;
use crate::mcts::MonteCarlo;
use crate::{Answer, Report, Request, Settings};

/// How a game is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Two seats, no chance, nothing hidden.
    AlphaBeta,
    /// More seats, chance, or something hidden.
    MonteCarlo,
    /// The same without any knowledge but the rules, with random games to the end: what better players are compared
    /// with.
    PlainMonteCarlo,
}

impl Method {
    /// The method for a game.
    pub fn of<R: Rules>() -> Self {
        let open = !R::INFO.chance && !R::INFO.hidden;
        if R::INFO.seats.len() == 2 && open { Self::AlphaBeta } else { Self::MonteCarlo }
    }
}

/// A computer player for one game. It keeps what it learned from one request to the next.
pub struct Thinker<R: Rules> {
    settings: Settings,
    mind: Mind<R>,
}

/// One mind per thinker, so that only one method's memory is ever held.
enum Mind<R: Rules> {
    AlphaBeta(AlphaBeta<R>),
    MonteCarlo(MonteCarlo<R>),
}

impl<R: Rules> Thinker<R> {
    /// A player with these means, by the game's best method.
    pub fn new(settings: Settings) -> Self {
        Self::by(Method::of::<R>(), settings)
    }

    /// A player by a method of one's choice. Alpha-beta cannot play every game; where it cannot, Monte-Carlo does.
    pub fn by(method: Method, settings: Settings) -> Self {
        let mind = match method {
            Method::AlphaBeta if Method::of::<R>() == method => Mind::AlphaBeta(AlphaBeta::new(settings)),
            Method::AlphaBeta | Method::MonteCarlo => Mind::MonteCarlo(MonteCarlo::new(settings)),
            Method::PlainMonteCarlo => Mind::MonteCarlo(MonteCarlo::plain(settings)),
        };
        Self { settings, mind }
    }

    /// What it may use.
    pub fn settings(&self) -> Settings {
        self.settings
    }

    /// Forgets everything.
    pub fn new_game(&mut self) {
        match &mut self.mind {
            Mind::AlphaBeta(mind) => mind.new_game(),
            Mind::MonteCarlo(mind) => mind.new_game(),
        }
    }

    /// Answers a request; `None` if the viewer's seat has nothing to decide. Ends soon after `stop` is set, with the best
    /// found until then. Progress is told to `report`.
    pub fn think(
        &mut self,
        request: &Request<R>,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Report<'_, R::Action>),
    ) -> Option<Answer<R::Action>> {
        match &mut self.mind {
            Mind::AlphaBeta(mind) => mind.think(request, stop, report),
            Mind::MonteCarlo(mind) => mind.think(request, stop, report),
        }
    }
}
