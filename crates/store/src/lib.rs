//! Storage in `SQLite` or `PostgreSQL`: matches as append-only event logs, with tables, chat, accounts, ratings and
//! jobs.
//!
//! The log is the truth. An append names the number of the event it follows; if another writer was first, it fails
//! with [`StoreError::Conflict`]. The store answers after the disk sync. All times are the database's clock, one clock
//! for all nodes.
//!
//! ```
//! use menagerie_store::{NewEvent, NewTable, Settings, Stage, Store, StoreError, TableId};
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
//! // This caller has not seen the first event: it is too late.
//! assert!(matches!(store.append(&id, 0, &[event("b4b3")]).await, Err(StoreError::Conflict)));
//! assert_eq!(store.events(&id, 1).await?[0].text, "a5a2");
//! # Ok(()) }
//! ```

mod accounts;
mod append;
mod challenges;
mod chat;
mod checkpoint;
mod commitments;
mod deadlines;
mod dialect;
mod error;
mod fair_share;
mod histogram;
mod idempotency;
mod ids;
mod jobs;
mod known_sign_ins;
mod lessons;
mod limits;
mod lobby;
mod migrate;
mod moderation;
mod notifications;
mod ownership;
mod pagination;
mod private_file;
mod puzzles;
mod ratings;
mod rematch_votes;
mod report;
mod retention;
mod rows;
mod seeks;
mod sessions;
mod store;
mod studies;
mod table_types;
mod table_versions;
mod tables;
mod write_health;
mod write_lock;

pub use accounts::{Account, Credentials};
pub use append::{Appended, Event, NewEvent};
pub use challenges::Challenge;
pub use chat::{AUDIENCES, AllianceStep, Channel, ChatMessage, ChatOptions, ChatRate, NewAllianceStep, NewChatMessage};
pub use error::{Result, StoreError};
pub use fair_share::{BUDGET, BudgetOwners, Creator, debt_after};
pub use histogram::Histogram;
pub use idempotency::{IdempotencyKey, Idempotent};
pub use ids::{AccountId, DiceSecret, Millis, TableId, TokenHash};
pub use jobs::{Job, JobFilter, JobPriority, JobState, NewJob};
pub use lessons::{LessonCount, LessonStars};
pub use lobby::{LobbyPage, TableOrigin, TableWithAddress};
pub use moderation::{Ban, BanSubject, NewReport, Report};
pub use notifications::{MAX_NOTIFICATION_BYTES, NotificationListener};
pub use pagination::{Cursor, Page, PageRequest};
pub use puzzles::{NewPuzzleResult, PuzzleRatings, PuzzleResult};
pub use ratings::{NewRating, Rating};
pub use rematch_votes::RematchVotes;
pub use report::DatabaseReport;
pub use seeks::{Seek, SeekLease};
pub use sessions::{ApiToken, Session};
pub use store::{Store, StoreOptions};
pub use studies::{NewStudy, StoredStudy, StudyBody, StudyOwner};
pub use table_types::{MatchResult, SeatPlan, Stage, TimeControl};
pub use table_versions::TableVersions;
pub use tables::{Dice, FirstAction, NewTable, Player, Seat, Settings, Table};
