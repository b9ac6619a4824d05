//! The computer player: it chooses between alpha-beta and Monte-Carlo tree search.

use std::sync::atomic::AtomicBool;

use menagerie_game::Rules;

use crate::alpha_beta::AlphaBeta;
use crate::mcts::MonteCarlo;
use crate::{Report, Request, SearchResult, Settings};

/// The search algorithm.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Alpha-beta: two seats, no chance, no hidden information.
    AlphaBeta,
    /// Monte-Carlo tree search: more seats, chance, or hidden information.
    MonteCarlo,
    /// Monte-Carlo tree search with random playouts and no evaluation: the baseline for
    /// comparisons.
    PlainMonteCarlo,
}

impl Method {
    /// The method for a game.
    pub const fn of<R: Rules>() -> Self {
        let open = !R::INFO.chance && !R::INFO.hidden;
        if R::INFO.seats.len() == 2 && open { Self::AlphaBeta } else { Self::MonteCarlo }
    }
}

/// A computer player for one game. It keeps its transposition table and move history from one
/// request to the next.
pub struct Thinker<R: Rules> {
    settings: Settings,
    algorithm: Algorithm<R>,
}

/// One algorithm per player, so that only one table is allocated.
enum Algorithm<R: Rules> {
    AlphaBeta(AlphaBeta<R>),
    MonteCarlo(MonteCarlo<R>),
}

impl<R: Rules> Thinker<R> {
    /// Whether alpha-beta plays this game. The code of an algorithm is compiled only for games that use it.
    const HAS_ALPHA_BETA: bool = matches!(Method::of::<R>(), Method::AlphaBeta);
    /// Where alpha-beta plays, Monte-Carlo tree search is the baseline for comparisons, which a browser does not make.
    const HAS_MONTE_CARLO: bool = !Self::HAS_ALPHA_BETA || cfg!(not(target_family = "wasm"));

    /// A player with the game's best method.
    pub fn new(settings: Settings) -> Self {
        Self::by(Method::of::<R>(), settings)
    }

    /// A player with a given method. Where alpha-beta cannot play the game, Monte-Carlo tree search
    /// does.
    pub fn by(method: Method, settings: Settings) -> Self {
        let algorithm = match method {
            Method::PlainMonteCarlo if const { Self::HAS_MONTE_CARLO } => {
                Algorithm::MonteCarlo(MonteCarlo::plain(&settings))
            }
            Method::MonteCarlo if const { Self::HAS_MONTE_CARLO } => Algorithm::MonteCarlo(MonteCarlo::new(&settings)),
            _ if const { Self::HAS_ALPHA_BETA } => Algorithm::AlphaBeta(AlphaBeta::new(&settings)),
            _ => Algorithm::MonteCarlo(MonteCarlo::new(&settings)),
        };
        Self { settings, algorithm }
    }

    /// Its resources.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Clears everything learned from earlier requests.
    pub fn new_game(&mut self) {
        match &mut self.algorithm {
            Algorithm::AlphaBeta(algorithm) if const { Self::HAS_ALPHA_BETA } => algorithm.new_game(),
            Algorithm::MonteCarlo(algorithm) if const { Self::HAS_MONTE_CARLO } => algorithm.new_game(),
            Algorithm::AlphaBeta(_) | Algorithm::MonteCarlo(_) => {}
        }
    }

    /// Searches; `None` if the viewer's seat has nothing to decide. After `stop` is set it ends
    /// soon, with the best result so far. Progress goes to `report`.
    pub fn think(
        &mut self,
        request: &Request<R>,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Report<'_, R::Action>),
    ) -> Option<SearchResult<R::Action>> {
        match &mut self.algorithm {
            Algorithm::AlphaBeta(algorithm) if const { Self::HAS_ALPHA_BETA } => algorithm.think(request, stop, report),
            Algorithm::MonteCarlo(algorithm) if const { Self::HAS_MONTE_CARLO } => {
                algorithm.think(request, stop, report)
            }
            // No player has an algorithm that its game does not have.
            Algorithm::AlphaBeta(_) | Algorithm::MonteCarlo(_) => None,
        }
    }
}
