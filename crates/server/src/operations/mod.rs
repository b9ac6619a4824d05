//! For the operator: log format, metrics, graceful shutdown.

pub(crate) mod log_format;
pub(crate) mod log_throttle;
pub(crate) mod metrics;
pub(crate) mod route_times;
pub(crate) mod shutdown;
