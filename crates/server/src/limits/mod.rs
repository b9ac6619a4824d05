//! Rate limits, concurrency limits and bans, per client address.

pub(crate) mod address;
pub(crate) mod address_limiter;
pub(crate) mod bans;
pub(crate) mod concurrency;
pub(crate) mod limit_log;
pub(crate) mod rate_limit;
pub(crate) mod sign_in_limit;
