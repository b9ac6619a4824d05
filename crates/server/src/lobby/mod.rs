//! The lobby's in-memory state on this node: open seeks and attended tables.

pub(crate) mod attendance;
pub(crate) mod open_seeks;
