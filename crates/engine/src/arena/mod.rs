//! Computer players against each other: who sits where, how a game is played, what the points mean.
//!
//! ```
//! use menagerie_engine::arena::{Contest, Plan};
//!
//! let players = ["nodes:20", "nodes:10"].map(|spec| spec.parse().unwrap());
//! let plan = Plan { games: 2, ..Plan::new("shogi5".parse().unwrap(), players.to_vec()) };
//! let standing = Contest::new(&plan).unwrap().run(&mut |_, _| {}).unwrap();
//! assert_eq!(standing.games(), 2);
//! ```

mod contest;
mod elo;
mod external;
mod game;
mod opening;
mod ours;
mod peer;
mod player;
mod record;
mod seating;
mod spec;
mod sprt;
mod standing;
mod time_control;
mod worker;

pub use contest::{ArenaError, Contest, Plan};
pub use elo::{Elo, Mean};
pub use record::GameRecord;
pub use seating::{Seating, Versus, seatings};
pub use spec::{Budget, External, Kind, Protocol, Spec};
pub use sprt::{Bounds, Sprt, Verdict};
pub use standing::{Share, Standing};
pub use time_control::TimeControl;
