//! What the operator chooses, and the limits that keep one client from disturbing the others.

use std::time::Duration;

/// The operator's choices.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address others can reach the server by, if it listens to others.
    pub reach: Option<String>,
    /// After how long a table without connections is forgotten; its log is in the store.
    pub idle: Duration,
    /// The limits.
    pub limits: Limits,
}

impl Default for Config {
    fn default() -> Self {
        Self { reach: None, idle: Duration::from_secs(30), limits: Limits::default() }
    }
}

/// How much of everything.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The longest body of a request, in bytes.
    pub body: usize,
    /// The longest message on a WebSocket, in bytes.
    pub message: usize,
    /// Connections at one table.
    pub connections_per_table: usize,
    /// Messages that may wait for a slow client before it is cut off.
    pub outbox: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { body: 64 * 1024, message: 8 * 1024, connections_per_table: 500, outbox: 256 }
    }
}
