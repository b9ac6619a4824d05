//! Operations: the log, metrics, shutdown signals.

pub(crate) mod lesson_counts;
pub(crate) mod log_throttle;
pub(crate) mod logging;
pub(crate) mod metrics;
pub(crate) mod request_latency;
pub(crate) mod shutdown;
