//! Matches as append-only event logs, and all that stands around them: tables, talk, accounts, ratings.
//!
//! The log is the truth. An event is appended with the number of the event it follows; if somebody else was first, that is a
//! [`StoreError::Conflict`]. What the store has answered is on the disk. All times are the database's, one clock for all
//! who use it.
//!
//! ```
//! use menagerie_store::{NewEvent, NewTable, Settings, Store, StoreError, TableId};
//! # use menagerie_wire::table::Stage;
//! # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), StoreError> {
//! let store = Store::memory().await?;
//! let id = TableId::from_random(42);
//! # let (game, start, settings) = ("jungle".to_owned(), String::new(), Settings::default());
//! # let (stage, seats, dice, rematch_of, creator) = (Stage::Playing, vec![], None, None, None);
//! # let new = NewTable { id: id.clone(), game, start, settings, stage, seats, dice, rematch_of, creator };
//! store.create_table(&new).await?;
//!
//! let event = |text: &str| NewEvent { text: text.to_owned(), by: "red".to_owned() };
//! let first = store.append(&id, 0, &[event("a5a2")]).await?;
//! assert_eq!(first.seq, 1);
//! // Somebody who has not seen the first event is too late.
//! assert!(matches!(store.append(&id, 0, &[event("b4b3")]).await, Err(StoreError::Conflict)));
//! assert_eq!(store.events(&id, 1).await?[0].text, "a5a2");
//! # Ok(()) }
//! ```

mod accounts;
mod answers;
mod append;
mod challenges;
mod checkpoint;
mod commitments;
mod dialect;
mod error;
mod fair_share;
mod histogram;
mod ids;
mod jobs;
mod limits;
mod lobby;
mod migrate;
mod notices;
mod order;
mod ownership;
mod page;
mod private;
mod pulse;
mod ratings;
mod retention;
mod rows;
mod seeks;
mod sessions;
mod sign_in_places;
mod store;
mod tables;
mod talk;
mod wakes;
mod wishes;

pub use accounts::{Account, Credentials};
pub use answers::{Asked, Once};
pub use append::{Appended, Event, NewEvent};
pub use challenges::Challenge;
pub use error::{Result, StoreError};
pub use fair_share::{BUDGET, Creator, Payers, charged};
pub use histogram::Histogram;
pub use ids::{AccountId, DiceSecret, Millis, TableId, TokenHash};
pub use jobs::{Job, JobState, NewJob, Rank, Wanted};
pub use lobby::{Listing, Origin, TableFrom};
pub use notices::{LONGEST_NOTICE, Listening};
pub use order::{Ban, NewReport, Report, Subject};
pub use page::{Cursor, Page, Paged};
pub use ratings::{NewRating, Rating};
pub use seeks::{Lease, Seek};
pub use sessions::{ApiToken, Session};
pub use store::{Opening, Store};
pub use tables::{Dice, NewTable, Player, Seat, Settings, Table};
pub use talk::{Alliance, CIRCLES, NewAlliance, NewSaid, Pace, Said, Terms};
pub use wakes::Standing;
pub use wishes::Wishes;
