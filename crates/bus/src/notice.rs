//! Notices: the messages between the nodes of a cluster.

use std::fmt;
use std::hash::{BuildHasher, Hasher, RandomState};

use menagerie_store::{AccountId, TableId};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The id of a running node or worker. A node draws a new one each time it starts.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct NodeId(String);

impl NodeId {
    /// A random id that no other node has.
    pub(crate) fn random() -> Self {
        // Each `RandomState` has its own keys from the operating system's randomness.
        let drawn = || RandomState::new().build_hasher().finish();
        Self(format!("{:016x}{:016x}", drawn(), drawn()))
    }

    /// The node with this id.
    pub fn named(name: &str) -> Self {
        Self(name.to_owned())
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// An event of a table's log in a notice. It is durable: nodes send it after its commit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CarriedEvent {
    /// The event's text.
    #[serde(rename = "e")]
    pub text: String,
    /// Its time stamp in milliseconds.
    pub at: i64,
}

/// A hint: something in the store may have changed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum Notice {
    /// The sender is alive.
    #[serde(rename = "alive")]
    Heartbeat,
    /// The sender shuts down.
    #[serde(rename = "bye")]
    Leaving,
    /// A table's log has reached this event.
    Reached {
        /// The table.
        table: TableId,
        /// The number of its last event.
        seq: u32,
        /// The last events up to `seq`, if the sender may put them on the bus. A node that holds the event before them
        /// applies them without reading the store.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        events: Vec<CarriedEvent>,
    },
    /// Something else about a table has changed: its seats, chat, alliances, mutes or rematch votes.
    Changed {
        /// The table.
        table: TableId,
    },
    /// The sender holds a table in memory. The other holders answer with [`Notice::Presence`].
    #[serde(rename = "who")]
    PresenceRequest {
        /// The table.
        table: TableId,
        /// The number of the last event that the sender has. Earlier versions do not say it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seq: Option<u32>,
    },
    /// The clients that are connected to a table through the sender.
    #[serde(rename = "here")]
    Presence {
        /// The table.
        table: TableId,
        /// The names of the seats.
        seats: Vec<String>,
        /// The number of spectators.
        watching: u32,
        /// The number of the last event that the sender has; none if it does not hold the table any more. Earlier
        /// versions never say it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seq: Option<u32>,
    },
    /// An event for the open streams of an account.
    Account {
        /// The account.
        account: AccountId,
        /// The event, one line of the stream.
        event: Value,
    },
    /// An operator has banned or unbanned a player.
    Bans,
    /// What client addresses have spent of a rate limit at the sender since its last notice.
    Spent {
        /// The name of the limit.
        limit: String,
        /// The addresses, with the units that each has spent.
        by: Vec<(String, u32)>,
    },
    /// An attempt to sign in. It counts as a failure until a second notice says that it succeeded.
    SignIn {
        /// The digest of the account's name, in hex.
        account: String,
        /// The client's address.
        address: String,
        /// Whether the account has never signed in from there.
        stranger: bool,
        /// Whether the password was right.
        succeeded: bool,
    },
    /// A job waits for a worker.
    #[serde(rename = "work")]
    JobWaiting,
    /// A worker's progress with a job.
    #[serde(rename = "thought")]
    JobProgress {
        /// The job.
        job: String,
        /// The node that waits for the answer.
        #[serde(rename = "asker")]
        requester: NodeId,
        /// The progress.
        #[serde(rename = "thought")]
        progress: Value,
    },
    /// A job is finished. Its answer is in the store.
    #[serde(rename = "answered")]
    JobFinished {
        /// The job.
        job: String,
        /// The node that waits for the answer.
        #[serde(rename = "asker")]
        requester: NodeId,
    },
}
