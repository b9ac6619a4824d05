//! Computer players for any game that fulfils the contract.
//!
//! A [`Thinker`] gets a [`Request`] (a view, the history, limits) and gives an [`Answer`]. It chooses the method by the
//! game's facts: two seats, no chance and nothing hidden are searched by alpha-beta; everything else by Monte-Carlo
//! tree search. Neither knows a game by name; what they ask of one stands in [`Rules`](menagerie_game::Rules).
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use menagerie_game::{Options, Rules};
//! use menagerie_search::{Limits, Request, Settings, Thinker};
//! use menagerie_shogi5::Position;
//!
//! let mut thinker = Thinker::<Position>::new(Settings::default());
//! let request = Request::at(&Position::start(Options::NONE)).within(Limits::nodes(2_000));
//! let answer = thinker.think(&request, &AtomicBool::new(false), &mut |_| {}).unwrap();
//! println!("{} {:?}", answer.action, answer.value);
//! ```

mod alpha_beta;
mod answer;
mod bench;
mod clock;
mod history;
mod level;
mod limits;
mod mcts;
mod random;
mod request;
mod thinker;

pub use answer::{Answer, Report, Stats, Value};
pub use bench::{bench, bench_position};
pub use history::{History, Tally};
pub use level::Level;
pub use limits::{Limits, Time};
pub use random::Random;
pub use request::{Request, Settings};
pub use thinker::{Method, Thinker};
