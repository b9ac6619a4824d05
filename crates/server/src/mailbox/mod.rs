//! Messages to a table's task.

pub(crate) mod cluster_event;
pub(crate) mod inbox;
pub(crate) mod input;
