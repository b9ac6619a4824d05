//! Chess 2: the monkey, the fish and the banana. The exact rules are in `rules.md`; comments name them by id.
//!
//! ```
//! use menagerie_chess2::Position;
//! use menagerie_game::{Options, Rules, RulesExt};
//!
//! let mut position = Position::start(Options::NONE);
//! assert_eq!(position.count_actions(), 88);
//! // The monkey hops over its own fish, and no further hop is possible: the turn passes.
//! position.play("b1b3".parse().unwrap()).unwrap();
//! assert_eq!(position.to_string(), "rmfqkfmr/ffeffeff/8/8/8/1M6/FFEFFEFF/R1FQKFMR b .... - - -");
//! ```

mod actions;
mod apply;
mod arrange;
mod board;
pub mod eval;
mod explain;
mod info;
mod messages;
mod piece;
mod position;
mod puzzles;
mod rules;
mod scene;
mod text;
mod valid;
mod words;

pub use actions::Action;
pub use board::Square;
pub use piece::{Cell, Color, Kind, Royal};
pub use position::Position;
