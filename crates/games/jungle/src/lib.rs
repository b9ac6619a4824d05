//! Animal Chess (Jungle, Dou Shou Qi): eight animals a side on a board with two lakes, three traps and a den each.
//!
//! The exact rules are in `rules.md`; comments name them by their ids (`jungle/captures/2`).
//!
//! ```
//! use menagerie_game::{Options, Rules, RulesExt, Silent, perft};
//! use menagerie_jungle::{Action, Position};
//!
//! let mut position = Position::start(Options::NONE);
//! assert_eq!(perft(&position, 2), 576);
//!
//! let action: Action = "g3g4".parse().unwrap();
//! assert!(position.is_legal(action));
//! let _ = position.apply(action, &mut Silent);
//! assert_eq!(position.to_string(), "l5t/1d3c1/r1p1w1e/7/7/6R/E1W1P2/1C3D1/T5L b");
//! ```

mod actions;
mod apply;
mod arrange;
mod board;
mod captures;
pub mod eval;
mod explain;
mod info;
mod messages;
mod piece;
mod position;
mod puzzles;
mod rules;
mod scene;
mod tables;
mod text;
mod tokens;

pub use actions::Action;
pub use board::{Square, Squares, Terrain};
pub use piece::{Animal, Side, Token};
pub use position::{Ending, Position};
#[doc(hidden)]
#[cfg(not(target_family = "wasm"))]
pub use tables::built_in_file;
