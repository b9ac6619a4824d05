//! What nodes tell each other.

use std::fmt;
use std::hash::{BuildHasher, Hasher, RandomState};

use menagerie_store::{AccountId, TableId};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The name of a running node or worker.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct NodeId(String);

impl NodeId {
    /// A name that no other node has.
    pub(crate) fn random() -> Self {
        // Every state of a hasher has keys of its own, drawn from the operating system's randomness.
        let drawn = || RandomState::new().build_hasher().finish();
        Self(format!("{:016x}{:016x}", drawn(), drawn()))
    }

    /// The node with this name.
    pub fn named(name: &str) -> Self {
        Self(name.to_owned())
    }

    /// The name as a text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A hint: something may be worth a look in the store.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum Notice {
    /// I am alive.
    Alive,
    /// I end; do not wait for me.
    Bye,
    /// A table's log has reached this event.
    Reached {
        /// The table.
        table: TableId,
        /// The number of its last event.
        seq: u32,
    },
    /// Something else about a table has changed: who sits there, what was said, who is allied, whom somebody mutes, who wants
    /// another game.
    Changed {
        /// The table.
        table: TableId,
    },
    /// I have just opened a table: who is at it?
    Who {
        /// The table.
        table: TableId,
    },
    /// These are connected to a table through me.
    Here {
        /// The table.
        table: TableId,
        /// The names of the seats.
        seats: Vec<String>,
        /// How many look on.
        watching: u32,
    },
    /// Something happened to an account; its open stream gets this line.
    Account {
        /// The account.
        account: AccountId,
        /// The line.
        event: Value,
    },
    /// Somebody was banned, or let in again.
    Bans,
    /// A job waits for a worker.
    Work,
    /// A worker tells how far it has come.
    Thought {
        /// The job.
        job: String,
        /// Who waits for its answer.
        asker: NodeId,
        /// How far.
        thought: Value,
    },
    /// A job has its answer, which lies in the store.
    Answered {
        /// The job.
        job: String,
        /// Who waits for it.
        asker: NodeId,
    },
}
