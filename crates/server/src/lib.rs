//! The server: live tables with seats, clocks, chat and computer players, over HTTP and WebSocket.
//!
//! The event log in the store is the truth; a table in memory is a cache of it. An action is acknowledged after it is
//! durable. A connection gets what the view of its seats holds, and nothing else. The state machine of a table is the crate
//! `menagerie-table`; this crate gives it tasks, storage and network.
//!
//! A module uses only those above it in this list. A test in `xtask` checks it.

// Configuration: the operator's options, the limits, the trusted proxy.
mod config;

// The log, metrics and latency histograms, shutdown signals.
mod operations;

// The one place where failures become HTTP responses and log lines.
mod error;

// Accounts: identity, passwords, revocation, ratings, the event streams of an account.
mod accounts;

// Computer players: the search, the fair scheduler, the engine worker process.
mod engine;

// Rate limits, concurrency limits, sign-in limits and bans, per client address.
mod limits;

// The lobby's in-memory state on this node: open seeks and attended tables.
mod lobby;

// Records and replays of a match, as a viewer may know them.
mod records;

// Messages to a table's task.
mod mailbox;

// The database's clock, as this node estimates it.
mod database_time;

// The state that all requests share.
mod app;

// Live tables: one task per table in memory, seating, chat, rematches, computer seats.
mod tables;

// Several nodes on one database: replication, presence, think jobs.
mod cluster;

// What all handlers share: request bodies, CORS, compression, framework errors.
mod http;

// The network edge: listener, timeouts, guard middleware, WebSocket.
mod net;

// The bot API, in the shapes of Lichess.
mod bot_api;

// The HTTP routes, one file per subject, and the OpenAPI document.
mod routes;

// Maintenance tasks, every five minutes.
mod maintenance;

// Start and graceful shutdown of the server.
mod serve;

pub use app::{App, Deps};
pub use config::trusted_proxy::Proxy;
pub use config::{Config, Limits, Rate};
pub use engine::engine_worker::{usual_threads, work};
pub use operations::logging::log_to_stderr;
pub use operations::shutdown::shutdown_signal;
pub use routes::app;
pub use serve::serve;
