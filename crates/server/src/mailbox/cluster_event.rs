//! Events of other nodes, as a table's task receives them.

use menagerie_bus::{CarriedEvent, NodeId};
use menagerie_store::TableVersions;

/// An event of another node that concerns a table.
#[derive(Clone, Debug)]
pub(crate) enum ClusterEvent {
    /// Its log has reached event `seq`; the last events up to it, if the bus carried them.
    Reached { seq: u32, events: Vec<CarriedEvent> },
    /// Something else about it has changed.
    Changed,
    /// Its state in the store.
    StoreState(TableVersions),
    /// Another node holds the table too, up to event `seq`, and asks who is connected here.
    PresenceQuery { node: NodeId, seq: Option<u32> },
    /// Who is connected at another node, and the last event that it has if it holds the table.
    Presence { node: NodeId, seats: Vec<String>, watching: u32, seq: Option<u32> },
    /// The other nodes may not know that this node holds the table, or the other way round.
    Announce,
    /// A node has died or left.
    NodeLost(NodeId),
    /// The table's deadline has passed, and no other node holds the table.
    Deadline,
}
