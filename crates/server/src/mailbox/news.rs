//! What happened at other nodes, as a table's task hears of it.

use menagerie_bus::NodeId;
use menagerie_store::Standing;

/// What a table hears of other nodes.
#[derive(Clone, Debug)]
pub(crate) enum News {
    /// Its log has reached this event.
    Reached(u32),
    /// Something else about it has changed.
    Changed,
    /// It stands like this in the store.
    Stands(Standing),
    /// Somebody wants to know who is connected here.
    Who,
    /// Who is connected elsewhere.
    Here { node: NodeId, seats: Vec<String>, watching: u32 },
    /// A node is no more.
    Lost(NodeId),
    /// Something may be due, and nobody else looks after it.
    Woken,
}
