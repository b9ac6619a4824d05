//! Several nodes on one database: bus listener, replication, presence, rate limits, think jobs.

pub(crate) mod limit_sharing;
pub(crate) mod node;
pub(crate) mod replication;
pub(crate) mod think_jobs;
