//! Configuration: the operator's options, and the limits that keep one client from disturbing the others.

pub(crate) mod trusted_proxy;

use std::time::Duration;

use menagerie_store::ChatRate;
use menagerie_table::CHAT_RATE;

use crate::config::trusted_proxy::Proxy;

/// The default retention of abandoned tables.
const RETENTION: Duration = Duration::from_hours(30 * 24);

/// The operator's options.
#[derive(Clone, Debug)]
pub struct Config {
    /// The URL by which other machines reach the server, if it listens beyond localhost.
    pub reach: Option<String>,
    /// The operator's token for moderation calls. Without one, those calls are refused.
    pub operator: Option<menagerie_table::secret::Digest>,
    /// Whether this process searches for computer players. If not, only separate workers do. A single server always
    /// searches.
    pub runs_engine: bool,
    /// The trusted proxy's header for client addresses. Without a proxy, such headers are ignored.
    pub trust_proxy: Option<Proxy>,
    /// The server closes a guests' match after this time without an event, and deletes it after the same time again.
    /// Without retention nothing is deleted.
    pub retention: Option<Duration>,
    /// After this time without connections a table leaves memory; its log stays in the store.
    pub idle: Duration,
    /// How long a dice commitment can be used to create a table.
    pub commitment: Duration,
    /// The lease of a seek: how long others can still find it after its node died.
    pub seek_lease: Duration,
    /// How long a public table stays open after its creator has disconnected.
    pub waiting_grace: Duration,
    /// The least time for the first action of a match with a clock; the most is five times as long. After it the match
    /// is aborted.
    pub first_action: Duration,
    /// How long a graceful shutdown waits for connections to end.
    pub shutdown_timeout: Duration,
    /// The limits.
    pub limits: Limits,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            reach: None,
            operator: None,
            runs_engine: true,
            trust_proxy: None,
            retention: Some(RETENTION),
            idle: Duration::from_secs(30),
            commitment: Duration::from_mins(10),
            seek_lease: Duration::from_secs(10),
            waiting_grace: Duration::from_mins(1),
            first_action: Duration::from_mins(1),
            shutdown_timeout: Duration::from_secs(5),
            limits: Limits::default(),
        }
    }
}

impl Config {
    /// The defaults, with the operator's token from `MENAGERIE_OPERATOR_TOKEN`. `MENAGERIE_LIMITS=none` selects
    /// [`Limits::unlimited`].
    pub fn from_environment() -> Self {
        let token = std::env::var("MENAGERIE_OPERATOR_TOKEN").ok().filter(|token| !token.is_empty());
        let lifted = std::env::var("MENAGERIE_LIMITS").is_ok_and(|limits| limits == "none");
        let limits = if lifted { Limits::unlimited() } else { Limits::default() };
        Self { operator: token.map(|token| menagerie_table::secret::Digest::of(&token)), limits, ..Self::default() }
    }
}

/// The limits on clients.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The longest WebSocket message, in bytes.
    pub message: usize,
    /// Rate limit: messages per connection.
    pub messages: Rate,
    /// Rate limit: requests per address.
    pub requests: Rate,
    /// Rate limit: health checks per address, apart from its other requests.
    pub health_checks: Rate,
    /// Rate limit: files of the page per address, apart from its other requests.
    pub assets: Rate,
    /// Rate limit: tables created per address.
    pub tables: Rate,
    /// Rate limit: attempts to register or sign in, per address.
    pub sign_ins: Rate,
    /// Rate limit: analyses, pictures and records per address. It suffices for every turn of a long game.
    pub work: Rate,
    /// Rate limit: reports per address.
    pub reports: Rate,
    /// Public tables of one address that wait for players at once.
    pub waiting_per_address: usize,
    /// WebSocket connections of one address at once.
    pub connections_per_address: usize,
    /// Connections at one table at once.
    pub connections_per_table: usize,
    /// Messages queued for a slow client before the server disconnects it.
    pub outbox: usize,
    /// Analyses of one address, running and queued.
    pub analyses_per_address: usize,
    /// Analyses of all addresses, running and queued.
    pub analyses: usize,
    /// PNG pictures of one address, being drawn and queued.
    pub pictures_per_address: usize,
    /// Records that one address may upload at once.
    pub records_per_address: usize,
    /// Unused dice commitments of one address.
    pub commitments_per_address: usize,
    /// The chat rate limit of one speaker at a table; alliance steps count too. Without it chat is unlimited.
    pub talk: Option<ChatRate>,
    /// Rate limit: chat messages of an address's spectators, at all tables together.
    pub spectator_chat: Rate,
    /// The timeout for a client to send a request's head, to send its body, and to read its response or a line of its
    /// stream.
    pub patience: Duration,
}

impl Limits {
    /// No rate limits and no concurrency limits: for benchmarks, and behind a proxy that sets its own. Limits that
    /// protect the server's memory stay: message sizes, outgoing queues, timeouts.
    pub const fn unlimited() -> Self {
        const ANY: Rate = Rate { per_minute: u32::MAX, burst: u32::MAX };
        Self {
            message: 64 * 1024,
            messages: ANY,
            requests: ANY,
            health_checks: ANY,
            assets: ANY,
            tables: ANY,
            sign_ins: ANY,
            work: ANY,
            reports: ANY,
            waiting_per_address: usize::MAX,
            connections_per_address: usize::MAX,
            connections_per_table: usize::MAX,
            outbox: 1024,
            analyses_per_address: usize::MAX,
            analyses: usize::MAX,
            pictures_per_address: usize::MAX,
            records_per_address: usize::MAX,
            commitments_per_address: usize::MAX,
            talk: None,
            spectator_chat: ANY,
            patience: Duration::from_secs(30),
        }
    }
}

/// A rate limit.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    /// The sustained rate.
    pub per_minute: u32,
    /// The burst.
    pub burst: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            message: 8 * 1024,
            messages: Rate { per_minute: 600, burst: 60 },
            requests: Rate { per_minute: 1_200, burst: 200 },
            health_checks: Rate { per_minute: 1_800, burst: 100 },
            assets: Rate { per_minute: 12_000, burst: 4_000 },
            tables: Rate { per_minute: 30, burst: 60 },
            sign_ins: Rate { per_minute: 6, burst: 20 },
            work: Rate { per_minute: 300, burst: 300 },
            reports: Rate { per_minute: 2, burst: 20 },
            waiting_per_address: 10,
            connections_per_address: 200,
            connections_per_table: 500,
            outbox: 256,
            analyses_per_address: 2,
            analyses: 20,
            pictures_per_address: 2,
            records_per_address: 2,
            commitments_per_address: 16,
            talk: Some(ChatRate { most: CHAT_RATE.most, millis: CHAT_RATE.millis }),
            spectator_chat: Rate { per_minute: 60, burst: 20 },
            patience: Duration::from_secs(30),
        }
    }
}
