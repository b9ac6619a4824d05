//! Players of the catalog's games without their types of search. Their code is compiled once, in this crate, and not again
//! in every crate that searches. That halves the size of the module for browsers.

use std::any::Any;
use std::sync::atomic::AtomicBool;

use menagerie_catalog::{Visitor, visit};
use menagerie_game::Rules;

use crate::{Report, Request, SearchResult, Settings, Thinker};

/// What a [`Thinker`] does.
pub trait Player<R: Rules>: Send {
    /// See [`Thinker::think`].
    fn think(
        &mut self,
        request: &Request<R>,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Report<'_, R::Action>),
    ) -> Option<SearchResult<R::Action>>;

    /// See [`Thinker::new_game`].
    fn new_game(&mut self);
}

impl<R: Rules> Player<R> for Thinker<R> {
    fn think(
        &mut self,
        request: &Request<R>,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Report<'_, R::Action>),
    ) -> Option<SearchResult<R::Action>> {
        Self::think(self, request, stop, report)
    }

    fn new_game(&mut self) {
        Self::new_game(self);
    }
}

/// A player with the game's best method.
///
/// # Panics
/// If the game is not in the catalog.
pub fn player<R: Rules>(settings: Settings) -> Box<dyn Player<R>> {
    let made = make(R::INFO.id, settings).and_then(|made| made.downcast::<Box<dyn Player<R>>>().ok());
    *made.expect("a game of the catalog")
}

/// Not generic: that is why all players are compiled here.
fn make(game: &str, settings: Settings) -> Option<Box<dyn Any>> {
    visit(game, Make(settings))
}

struct Make(Settings);

impl Visitor for Make {
    type Out = Box<dyn Any>;

    fn visit<R: Rules>(self) -> Box<dyn Any> {
        let player: Box<dyn Player<R>> = Box::new(Thinker::<R>::new(self.0));
        Box::new(player)
    }
}
