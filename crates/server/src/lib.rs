//! The server: tables, seats, clocks, computer players, over HTTP and WebSocket.
//!
//! - [`room`]: the pure core of a table;
//! - [`clock`]: clocks, a function of the events' stamps;
//! - [`app`]: everything as a function from requests to answers.
//!
//! The log in the store is the truth; what a room holds in memory is a cache of it. An action is acknowledged after it
//! is on the disk. A connection gets what the view of its seats holds, and nothing else.

mod accept;
mod address;
mod app;
mod asking;
mod bans;
pub mod clock;
mod close_code;
mod cluster;
mod computer;
mod config;
mod dice;
mod following;
mod gate;
mod hits;
mod host;
mod http;
mod identity;
mod inbox;
mod lobby;
mod log_lines;
mod log_throttle;
mod maintenance;
mod mention;
mod metrics;
mod names;
mod noted;
mod once;
mod operate;
mod opponents;
mod origin;
mod password;
mod patient;
mod program;
mod proxy;
mod rating;
mod recording;
mod refuse;
mod rematch;
mod request_timeout;
mod revoked;
pub mod room;
mod rooms;
mod route_times;
mod scheduler;
mod seating;
pub mod secret;
mod serve;
mod sign_in_limit;
mod socket;
mod stored;
mod talking;
mod tally;
mod thinkers;
mod time;
mod worker;

pub use app::{App, Deps, app};
pub use config::{Config, Limits, Rate};
pub use operate::{asked_to_stop, log_to_stderr};
pub use proxy::Proxy;
pub use serve::serve;
pub use worker::{usual_threads, work};
