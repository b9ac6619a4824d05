//! The arena: engine matches between computer players and other programs, with seatings, openings,
//! Elo and SPRT.
//!
//! ```
//! use menagerie_engine::arena::{EngineMatch, MatchConfig};
//!
//! let players = ["nodes:20", "nodes:10"].map(|spec| spec.parse().unwrap());
//! let config = MatchConfig { games: 2, ..MatchConfig::new("shogi5".parse().unwrap(), players.to_vec()) };
//! let score = EngineMatch::new(&config).unwrap().run(&mut |_, _| {}).unwrap();
//! assert_eq!(score.games(), 2);
//! ```

mod balance;
mod elo;
mod engine_match;
mod external_player;
mod game;
mod greedy_player;
mod match_queue;
mod match_score;
mod opening;
mod own_player;
mod player;
mod player_spec;
mod process;
mod record;
mod seating;
mod sprt;
mod time_control;
mod worker;

pub use elo::{Elo, Mean};
pub use engine_match::{ArenaError, EngineMatch, MatchConfig};
pub use match_queue::MatchQueue;
pub use match_score::{MatchScore, PlayerScore};
pub(crate) use opening::opening;
pub use player_spec::{Budget, ExternalSpec, PlayerKind, PlayerSpec, Protocol};
pub use record::{GameRecord, GameResult, ThinkingTime};
pub use seating::{SeatSharing, Seating, seatings};
pub use sprt::{Sprt, SprtBounds, Verdict};
pub use time_control::TimeControl;
