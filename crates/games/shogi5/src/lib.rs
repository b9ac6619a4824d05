//! shogi5: the 5×5 drop chess with spears and generals. The exact rules are in `rules.md` beside this crate's manifest.
//!
//! ```
//! use menagerie_game::{Options, Rules, RulesExt, Silent};
//! use menagerie_shogi5::Position;
//!
//! let mut position = Position::start(Options::NONE);
//! assert_eq!(position.list().len(), 14);
//! let _ = position.apply("a5a2".parse().unwrap(), &mut Silent);
//! assert_eq!(position.to_string(), "1bsgk/4p/5/+l4/KGSBL[p] w");
//! ```

mod actions;
mod apply;
mod arrange;
mod board;
pub mod console;
pub mod eval;
mod explain;
mod hands;
mod info;
mod messages;
mod move_marks;
mod piece;
mod position;
mod puzzles;
mod reach;
mod rules;
mod scene;
mod text;

pub use actions::Action;
pub use board::Square;
pub use hands::Hands;
pub use piece::{Color, Kind, Piece};
pub use position::Position;
