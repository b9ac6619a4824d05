//! What a computer player is asked.

use menagerie_game::{Actor, Rules, Viewer};

use crate::{History, Level, Limits};

/// What a computer player may use. It keeps its memory from one request to the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// How many threads think.
    pub threads: usize,
    /// How much memory they share, in mebibytes.
    pub hash: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self { threads: 1, hash: 16 }
    }
}

/// One question: what should the viewer's seat do?
#[derive(Clone, Debug)]
pub struct Request<R: Rules> {
    /// What the seat knows. There is no way for a computer player to know more.
    pub view: R::View,
    /// What happened before.
    pub history: History,
    /// How long to think.
    pub limits: Limits,
    /// How many lines to report, the best first, each beginning with another action.
    pub lines: usize,
    /// Only these actions are considered; all if it is empty.
    pub only: Vec<R::Action>,
    /// Decides whatever is left to luck. With one thread and no limit of time, equal requests to equal players get equal
    /// answers.
    pub seed: u64,
    /// How strong to play; as strong as possible if there is none.
    pub level: Option<Level>,
}

impl<R: Rules> Request<R> {
    /// A question with nothing before it, without limits, at full strength.
    pub fn new(view: R::View, history: History) -> Self {
        Self { view, history, limits: Limits::INFINITE, lines: 1, only: Vec::new(), seed: 0, level: None }
    }

    /// The question that the actor of a position faces in a match that begins there.
    pub fn at(position: &R) -> Self {
        let viewer = match position.actor() {
            Actor::Seat(seat) => Viewer::Seat(seat),
            Actor::Chance | Actor::Nobody => Viewer::Spectator,
        };
        Self::new(position.view(viewer), History::at(position))
    }

    /// The same question with limits.
    #[must_use]
    pub fn within(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }
}
