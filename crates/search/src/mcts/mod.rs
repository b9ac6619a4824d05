//! Monte-Carlo tree search, for games with more seats, with chance or with something hidden.

use std::marker::PhantomData;
use std::sync::atomic::AtomicBool;

use menagerie_game::{BySeat, Dice, Rules, View};

use crate::{Answer, Random, Report, Request, Settings, Stats, Value};

/// The Monte-Carlo player.
pub(crate) struct MonteCarlo<R>(PhantomData<R>);

impl<R: Rules> MonteCarlo<R> {
    pub(crate) fn new(_settings: Settings) -> Self {
        Self(PhantomData)
    }

    /// Forgets everything.
    #[expect(clippy::unused_self, reason = "nothing is remembered yet")]
    pub(crate) fn new_game(&mut self) {}

    /// See [`Thinker::think`](crate::Thinker::think).
    #[expect(clippy::unused_self, reason = "nothing is remembered yet")]
    pub(crate) fn think(
        &mut self,
        request: &Request<R>,
        _stop: &AtomicBool,
        _report: &mut dyn FnMut(&Report<'_, R::Action>),
    ) -> Option<Answer<R::Action>> {
        let mut actions = Vec::new();
        let _ = request.view.actions(&mut actions);
        if actions.is_empty() {
            return None;
        }
        let action = actions[Random::new(request.seed).roll(actions.len() as u32) as usize];
        Some(Answer {
            action,
            ponder: None,
            value: Value::Centi(0),
            shares: BySeat::default(),
            actions: vec![action],
            depth: 0,
            stats: Stats::default(),
        })
    }
}
