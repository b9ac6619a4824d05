//! Djambi, for two, three or four: the dead stay on the board, and the last living chief wins.
//!
//! The exact rules are in `rules.md`; a comment such as `djambi/E2` names the rule that is obeyed there.
//!
//! ```
//! use menagerie_djambi::Position;
//! use menagerie_game::{Options, Rules, RulesExt};
//!
//! let mut position = Position::start(Options::NONE);
//! assert_eq!(position.count_actions(), 30);
//!
//! // Red's necromobile crosses the empty Maze.
//! position.play("c3f6".parse().unwrap()).expect("a legal move");
//! assert_eq!(position.turn().unwrap().seat.name(), "blue");
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
mod turn;
mod valid;

pub use actions::Action;
pub use board::{MAZE, Set, Square};
pub use piece::{Color, Kind, Piece, Unit};
pub use position::{Pending, Players, Position, Turn};
