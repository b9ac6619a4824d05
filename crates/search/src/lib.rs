//! Computer players for any game that implements the contract.
//!
//! A [`Thinker`] gets a [`Request`] (a view, the history, limits) and gives a [`SearchResult`]. It
//! chooses the algorithm by the game's facts. Games with two seats, no chance and no hidden
//! information use alpha-beta (principal variation search with a transposition table, killer moves
//! and history heuristic, null move, late move reductions, aspiration windows, quiescence). In some
//! of them a proof search looks for forced wins first. All others use Monte-Carlo tree search
//! (information sets, determinization, progressive widening). Neither knows a game by name; the
//! games implement [`Rules`](menagerie_game::Rules).
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use menagerie_game::{Options, Rules};
//! use menagerie_search::{Limits, Request, Settings, Thinker};
//! use menagerie_shogi5::Position;
//!
//! let mut thinker = Thinker::<Position>::new(Settings::default());
//! let request = Request::at(&Position::start(Options::NONE)).within(Limits::nodes(2_000));
//! let result = thinker.think(&request, &AtomicBool::new(false), &mut |_| {}).unwrap();
//! println!("{} {:?}", result.action, result.value);
//! ```

mod alpha_beta;
mod bench;
mod clock;
mod evaluation;
mod history;
mod level;
mod limits;
mod mcts;
mod player;
mod proof_search;
mod random;
mod request;
mod result;
mod thinker;
mod time_manager;

pub use bench::{bench, bench_position};
pub use clock::set_clock;
pub use evaluation::{Evaluation, Evaluator};
pub use history::{History, MatchCounters};
pub use level::Level;
pub use limits::{Limits, Time};
pub use player::{Player, player};
pub use random::Random;
pub use request::{Request, Settings};
pub use result::{Report, SearchResult, Stats, Value};
pub use thinker::{Method, Thinker};
