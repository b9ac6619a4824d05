//! Several nodes on one database: replication, presence, the database's time.

pub(crate) mod node;
pub(crate) mod replication;
pub(crate) mod think_jobs;
