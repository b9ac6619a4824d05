//! Puzzles: positions with exactly one solution, mined from games.
//!
//! A game's `puzzles.jsonl` is its [`Collection`]. An [`Attempt`] plays one [`Puzzle`]: it takes the solver's actions, plays
//! the replies, and says whether the puzzle is solved, or shows why an action is wrong. Nothing here knows a game by name.

mod attempt;
mod choose;
pub mod collections;
mod curate;
mod difficulty;
mod file;
mod force;
mod judge;
pub mod mine;
mod puzzle;
mod refute;
mod themes;
mod verify;

pub use attempt::{Answer, Attempt, AttemptError, Played, Status};
pub use choose::Selection;
pub use file::{Collection, FileError, FileFault, VERSION, rules_hash};
pub use puzzle::{Goal, Margin, Proof, ProofKind, Puzzle, Source};
pub use themes::theme_name;
pub use verify::{Fault, verify};
