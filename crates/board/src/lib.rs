//! Squares, directions, rays and bitboards for rectangular boards of up to 128 squares. Knows no game.
//!
//! Every board is described by its width and height as const parameters, so that a square of one game cannot be
//! mixed up with a square of another.
//!
//! ```
//! use menagerie_board::{Direction, Square, SquareSet};
//!
//! type Sq = Square<7, 9>;
//! type Set = SquareSet<7, 9, u64>;
//!
//! let den: Sq = "d1".parse().unwrap();
//! let trap = den.step(Direction::North).unwrap();
//! assert_eq!(trap.to_string(), "d2");
//! assert!(Set::from_iter([den, trap]).contains(trap));
//! ```

mod direction;
mod rays;
mod square;
mod square_set;
mod word;

pub use direction::Direction;
pub use rays::{Rays, leaps, ray};
pub use square::{NotASquare, Square};
pub use square_set::{SquareSet, Squares};
pub use word::Word;
