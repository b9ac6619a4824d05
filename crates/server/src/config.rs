//! What the operator chooses, and the limits that keep one client from disturbing the others.

use std::time::Duration;

/// The operator's choices.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address others can reach the server by, if it listens to others.
    pub reach: Option<String>,
    /// Whoever shows this token may remove and ban; nobody may if there is none.
    pub operator: Option<crate::secret::Digest>,
    /// After how long a table without connections is forgotten; its log is in the store.
    pub idle: Duration,
    /// The limits.
    pub limits: Limits,
}

impl Default for Config {
    fn default() -> Self {
        Self { reach: None, operator: None, idle: Duration::from_secs(30), limits: Limits::default() }
    }
}

impl Config {
    /// The usual choices, with the operator's token from `MENAGERIE_OPERATOR_TOKEN`.
    pub fn from_environment() -> Self {
        let token = std::env::var("MENAGERIE_OPERATOR_TOKEN").ok().filter(|token| !token.is_empty());
        Self { operator: token.map(|token| crate::secret::Digest::of(&token)), ..Self::default() }
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
