//! Chess: Heaven and Hell: three planes, a shop, chaos orbs, secret traps. The exact rules are in `rules.md` beside this
//! crate's manifest.
//!
//! ```
//! use menagerie_game::{Actor, Options, Rules, RulesExt, Silent};
//! use menagerie_heaven_hell::Position;
//!
//! let mut position = Position::start(Options::NONE);
//! assert_eq!(position.actor(), Actor::Chance);
//! for unlocked in ["unlock:stun", "unlock:trap", "unlock:chaos-orb"] {
//!     let _ = position.apply(unlocked.parse().unwrap(), &mut Silent);
//! }
//! assert_eq!(position.list().len(), 20);
//! ```
//!
//! A position's way through an action: `actions` lists what the task at the front of the pending
//! list, or the turn, offers; `apply` carries one of these out as a *step* that changes the
//! position and creates tasks; the run loop then goes on until a seat or chance has to decide
//! again. `chaos` and `shop` are tables with one row per effect and entry.

mod action;
mod actions;
mod apply;
mod arrange;
mod ask;
mod board;
mod chaos;
pub mod eval;
mod explain;
mod info;
mod items;
mod messages;
mod moves;
mod piece;
mod pieces;
mod position;
mod puzzles;
mod rules;
mod scene;
mod shop;
mod start;
mod task;
mod tasks;
mod text;
mod topics;
mod upgrade;
mod view;

pub use action::{Action, Lines};
pub use board::{Plane, Square};
pub use chaos::ChaosId;
pub use items::Element;
pub use piece::{Color, Kind};
pub use position::Position;
pub use shop::EntryId;
pub use upgrade::Upgrade;
pub use view::View;
