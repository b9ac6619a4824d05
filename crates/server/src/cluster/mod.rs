//! Several nodes on one database: bus listener, replication, presence, think jobs.

pub(crate) mod node;
pub(crate) mod replication;
pub(crate) mod think_jobs;
