//! Computer players: the search, the scheduler, and the engine worker process.

pub(crate) mod engine_worker;
pub(crate) mod pending_jobs;
pub(crate) mod scheduler;
pub(crate) mod search;
pub(crate) mod thinkers;
