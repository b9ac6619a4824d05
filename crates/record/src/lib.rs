//! Records of matches: reading, writing and verifying them, and the dice of a table, which all players can verify.
//!
//! A [`Record`] holds the event log of a match and what people want to know about it. Its two forms, text (tags and events,
//! in the manner of PGN) and JSON, hold the same and can be turned into each other without loss. [`verify`] plays a
//! record through and checks every action, every draw of the dice and every tag that the events decide. [`Records`] reads several that stand one
//! after the other.
//!
//! ```
//! use menagerie_record::{Record, verify};
//!
//! let text = "[Game \"shogi5\"]\n\n1. a5a2 2. a1b2 3. a2a1 *\n";
//! let record = Record::from_text(text)?;
//! assert_eq!(record.events.len(), 3);
//! assert_eq!(verify(&record)?.actions, 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Deliberately absent: files by name, networks, clocks and random generators. A secret comes from outside.

mod begin;
mod claims;
mod clock;
pub mod dice;
mod input;
mod json;
mod model;
mod read;
mod tags;
mod verify;
mod write;

pub use begin::{BeginError, begin};
pub use claims::Claims;
pub use clock::clock_tags;
pub use input::Records;
pub use model::{DiceProof, Ended, Entry, Record};
pub use read::ReadError;
pub use verify::{Verified, VerifyError, verify, verify_events};
