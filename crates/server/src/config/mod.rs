//! What the operator chooses, and the limits that keep one client from disturbing the others.

pub(crate) mod trusted_proxy;

use std::time::Duration;

use menagerie_store::Pace;
use menagerie_table::CHAT_RATE;

use crate::config::trusted_proxy::Proxy;

/// How long an abandoned table is kept unless the operator says otherwise.
const RETENTION: Duration = Duration::from_hours(30 * 24);

/// The operator's choices.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address others can reach the server by, if it listens to others.
    pub reach: Option<String>,
    /// Whoever shows this token may remove and ban; nobody may if there is none.
    pub operator: Option<menagerie_table::secret::Digest>,
    /// Whether computer players think in this process, or only in workers of their own. A server that is alone always
    /// thinks itself.
    pub thinks: bool,
    /// How a proxy in front tells where requests come from. Without one nobody is believed.
    pub trust_proxy: Option<Proxy>,
    /// A match of guests in which nothing happens for this long is closed, and deleted after as long again. Without it
    /// everything is kept.
    pub retention: Option<Duration>,
    /// After how long a table without connections is forgotten; its log is in the store.
    pub idle: Duration,
    /// How long a table can be made with a commitment that was told.
    pub commitment: Duration,
    /// How long a seek outlives its node: so long others may find it after the node has died.
    pub seek_lease: Duration,
    /// How long a public table waits after its maker has disconnected.
    pub waiting_grace: Duration,
    /// How long connections may take to end in order when the server does.
    pub farewell: Duration,
    /// The limits.
    pub limits: Limits,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            reach: None,
            operator: None,
            thinks: true,
            trust_proxy: None,
            retention: Some(RETENTION),
            idle: Duration::from_secs(30),
            commitment: Duration::from_mins(10),
            seek_lease: Duration::from_secs(10),
            waiting_grace: Duration::from_mins(1),
            farewell: Duration::from_secs(5),
            limits: Limits::default(),
        }
    }
}

impl Config {
    /// The usual choices, with the operator's token from `MENAGERIE_OPERATOR_TOKEN`; with [`Limits::generous`] if
    /// `MENAGERIE_LIMITS` is `none`.
    pub fn from_environment() -> Self {
        let token = std::env::var("MENAGERIE_OPERATOR_TOKEN").ok().filter(|token| !token.is_empty());
        let lifted = std::env::var("MENAGERIE_LIMITS").is_ok_and(|limits| limits == "none");
        let limits = if lifted { Limits::generous() } else { Limits::default() };
        Self { operator: token.map(|token| menagerie_table::secret::Digest::of(&token)), limits, ..Self::default() }
    }
}

/// How much of everything.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The longest message on a WebSocket, in bytes.
    pub message: usize,
    /// Messages of one connection.
    pub messages: Rate,
    /// Requests of one address.
    pub requests: Rate,
    /// Tables made by one address.
    pub tables: Rate,
    /// Attempts of one address to register or sign in.
    pub secrets: Rate,
    /// Opinions and pictures asked for by one address: enough for every turn of a long game.
    pub work: Rate,
    /// Complaints of one address.
    pub complaints: Rate,
    /// Public tables of one address that wait at the same time.
    pub waiting_per_address: usize,
    /// Sockets of one address.
    pub connections_per_address: usize,
    /// Connections at one table.
    pub connections_per_table: usize,
    /// Messages that may wait for a slow client before it is cut off.
    pub outbox: usize,
    /// Analyses that one address may have running and waiting.
    pub analyses_per_address: usize,
    /// Analyses that may run and wait in all.
    pub analyses: usize,
    /// PNG pictures that one address may have drawn at the same time, those that wait among them.
    pub pictures_per_address: usize,
    /// Records that one address may bring at the same time.
    pub records_per_address: usize,
    /// Commitments to dice of one address that wait to be used.
    pub commitments_per_address: usize,
    /// How much one speaker may say at a table, steps of alliances among it; nothing for as much as they like.
    pub talk: Option<Pace>,
    /// How long a client may take to send the head of a request, how long to send its body, and how long not to read its
    /// answer or a line of its game.
    pub patience: Duration,
}

impl Limits {
    /// No rate limit, and no limit on how much one client does at the same time: for measuring, and behind a proxy that sets its
    /// own. What protects the server's memory stays: the sizes of messages, the messages that wait for a slow client, timeouts.
    pub const fn generous() -> Self {
        const ANY: Rate = Rate { per_minute: u32::MAX, burst: u32::MAX };
        Self {
            message: 64 * 1024,
            messages: ANY,
            requests: ANY,
            tables: ANY,
            secrets: ANY,
            work: ANY,
            complaints: ANY,
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
            patience: Duration::from_secs(30),
        }
    }
}

/// How often.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    /// In the long run.
    pub per_minute: u32,
    /// At once.
    pub burst: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            message: 8 * 1024,
            messages: Rate { per_minute: 600, burst: 60 },
            requests: Rate { per_minute: 1_200, burst: 200 },
            tables: Rate { per_minute: 30, burst: 60 },
            secrets: Rate { per_minute: 6, burst: 20 },
            work: Rate { per_minute: 300, burst: 300 },
            complaints: Rate { per_minute: 2, burst: 20 },
            waiting_per_address: 10,
            connections_per_address: 200,
            connections_per_table: 500,
            outbox: 256,
            analyses_per_address: 2,
            analyses: 20,
            pictures_per_address: 2,
            records_per_address: 2,
            commitments_per_address: 16,
            talk: Some(Pace { most: CHAT_RATE.most, millis: CHAT_RATE.millis }),
            patience: Duration::from_secs(30),
        }
    }
}
