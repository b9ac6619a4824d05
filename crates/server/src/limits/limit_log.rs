//! Logs each limit that is hit at most once a minute, so that a flood does not fill the disk. Metrics count every
//! refusal.

use std::time::Instant;

use crate::limits::address::Address;
use crate::operations::log_throttle::LogThrottle;

/// A limit, as the operator's documentation lists them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Limit {
    Requests,
    HealthChecks,
    Assets,
    Tables,
    SignIns,
    Work,
    Reports,
    Sockets,
    Connections,
    Watchers,
    Messages,
    Analyses,
    Pictures,
    Records,
    Chat,
}

impl Limit {
    const ALL: [Self; 15] = [
        Self::Requests,
        Self::HealthChecks,
        Self::Assets,
        Self::Tables,
        Self::SignIns,
        Self::Work,
        Self::Reports,
        Self::Sockets,
        Self::Connections,
        Self::Watchers,
        Self::Messages,
        Self::Analyses,
        Self::Pictures,
        Self::Records,
        Self::Chat,
    ];

    /// Its name in the log and on the bus.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Requests => "requests",
            Self::HealthChecks => "health checks",
            Self::Assets => "files of the page",
            Self::Tables => "tables",
            Self::SignIns => "sign-ins",
            Self::Work => "work",
            Self::Reports => "reports",
            Self::Sockets => "sockets",
            Self::Connections => "connections",
            Self::Watchers => "connections at a table",
            Self::Messages => "messages",
            Self::Analyses => "analyses",
            Self::Pictures => "pictures",
            Self::Records => "records",
            Self::Chat => "chat of spectators",
        }
    }
}

/// Counts refusals by limit and logs them, throttled.
pub(crate) struct LimitLog {
    begun: Instant,
    each: [LogThrottle; Limit::ALL.len()],
}

impl LimitLog {
    pub(crate) fn new() -> Self {
        Self { begun: Instant::now(), each: std::array::from_fn(|_| LogThrottle::new()) }
    }

    /// Counts a refusal because of a limit.
    pub(crate) fn hit(&self, limit: Limit, from: Address) {
        if let Some(refused) = self.each[limit as usize].count(self.begun.elapsed()) {
            tracing::info!(limit = limit.as_str(), address = %from, refused, "a limit is hit");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_limit_has_its_place_and_its_name() {
        for (index, limit) in Limit::ALL.into_iter().enumerate() {
            assert_eq!(limit as usize, index);
            assert!(Limit::ALL[..index].iter().all(|other| other.as_str() != limit.as_str()));
        }
    }
}
