//! The search request: a view, the history, limits and strength.

use menagerie_game::{Actor, Rules, Viewer};

use crate::{Evaluation, History, Level, Limits};

/// The resources of a computer player. It keeps its memory from one request to the next.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// The number of search threads.
    pub threads: usize,
    /// The size of the transposition table or tree, in mebibytes.
    pub hash: usize,
    /// How positions are judged.
    pub evaluation: Evaluation,
    /// Whether a proof search looks for forced wins, in the games that have one
    /// ([`Rules::PROOF_SEARCH`](menagerie_game::Rules::PROOF_SEARCH)).
    pub proof_search: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self { threads: 1, hash: 16, evaluation: Evaluation::default(), proof_search: true }
    }
}

/// One search request: what should the viewer's seat do?
#[derive(Clone, Debug)]
pub struct Request<R: Rules> {
    /// What the seat knows. The search has no access to the position itself.
    pub view: R::View,
    /// The match so far.
    pub history: History,
    /// When to stop.
    pub limits: Limits,
    /// How many lines to report, each with a different first action (UCI's `MultiPV`).
    pub multipv: usize,
    /// Only these root actions are searched; all if empty (UCI's `searchmoves`).
    pub search_moves: Vec<R::Action>,
    /// The random seed. With one thread and no time limit, equal requests to equal players get
    /// equal results.
    pub seed: u64,
    /// The strength level; full strength if `None`.
    pub level: Option<Level>,
    /// Contempt: how much worse than an equal position the player rates a draw, in hundredths of the smallest piece. 0 for
    /// analysis. Monte-Carlo tree search ignores it.
    pub contempt: i32,
}

impl<R: Rules> Request<R> {
    /// A request without limits, at full strength.
    pub fn new(view: R::View, history: History) -> Self {
        Self {
            view,
            history,
            limits: Limits::INFINITE,
            multipv: 1,
            search_moves: Vec::new(),
            seed: 0,
            level: None,
            contempt: 0,
        }
    }

    /// The request of a position's actor in a match that begins there.
    pub fn at(position: &R) -> Self {
        let viewer = match position.actor() {
            Actor::Seat(seat) => Viewer::Seat(seat),
            Actor::Chance | Actor::Nobody => Viewer::Spectator,
        };
        Self::new(position.view(viewer), History::at(position))
    }

    /// The same request with limits.
    #[must_use]
    pub fn within(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }
}
