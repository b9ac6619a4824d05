//! Games with perfect information: every view is the whole position.

use std::fmt;
use std::ops::ControlFlow;

use crate::{Actor, Dice, Outcome, Rules, Scene, Sink, TextError, Verdict, View, Viewer};

/// A game without hidden information: every viewer sees the whole position.
pub trait OpenRules: Rules<View = Open<Self>> {
    /// What it looks like to a viewer.
    fn scene(&self, viewer: Viewer) -> Scene;

    /// Why an action is legal or not.
    fn explain(&self, action: Self::Action) -> Verdict;
}

/// The whole position, as a view.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Open<P> {
    /// The position.
    pub position: P,
    viewer: Viewer,
}

impl<P> Open<P> {
    /// What this viewer sees: everything.
    pub fn new(position: P, viewer: Viewer) -> Self {
        Self { position, viewer }
    }
}

impl<P: fmt::Display> fmt::Display for Open<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.position.fmt(f)
    }
}

impl<P: OpenRules> View for Open<P> {
    type Position = P;

    fn read(text: &str, viewer: Viewer) -> Result<Self, TextError> {
        Ok(Self::new(text.parse()?, viewer))
    }

    fn viewer(&self) -> Viewer {
        self.viewer
    }

    fn actor(&self) -> Actor {
        self.position.actor()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    fn actions(&self, sink: &mut impl Sink<P::Action>) -> ControlFlow<()> {
        match self.actor() {
            Actor::Seat(seat) if !self.viewer.is(seat) => ControlFlow::Continue(()),
            _ => self.position.actions(sink),
        }
    }

    fn sample(&self, _dice: &mut (impl Dice + ?Sized)) -> P {
        self.position.clone()
    }

    fn known_position(&self) -> P {
        self.position.clone()
    }

    fn action_text(&self, action: P::Action) -> String {
        action.to_string()
    }

    fn explain(&self, action: P::Action) -> Verdict {
        self.position.explain(action)
    }

    fn scene(&self) -> Scene {
        self.position.scene(self.viewer)
    }
}
