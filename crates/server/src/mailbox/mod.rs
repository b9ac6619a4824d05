//! Messages to a table's task.

pub(crate) mod inbox;
pub(crate) mod input;
pub(crate) mod news;
