//! Counters and histograms, written in the text form that Prometheus reads.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use menagerie_store::Histogram;
use menagerie_wire::Code;

use crate::operations::route_times::RouteTimes;

/// What is counted.
#[derive(Default)]
pub(crate) struct Metrics {
    /// Open sockets.
    pub(crate) connections: AtomicI64,
    /// Messages from clients.
    pub(crate) messages: AtomicU64,
    /// Events appended.
    pub(crate) events: AtomicU64,
    /// Requests answered.
    pub(crate) requests: AtomicU64,
    /// Computer players' decisions.
    pub(crate) thoughts: AtomicU64,
    /// From asking the store to append events until they are on the disk.
    pub(crate) durable: Histogram,
    /// From a request's arrival until its answer begins.
    pub(crate) requests_by_route: RouteTimes,
    refusals: [AtomicU64; CODES.len()],
}

const CODES: [(Code, &str); 11] = [
    (Code::Malformed, "malformed"),
    (Code::NotFound, "not-found"),
    (Code::NotAllowed, "not-allowed"),
    (Code::OutOfTurn, "out-of-turn"),
    (Code::Illegal, "illegal"),
    (Code::Stale, "stale"),
    (Code::NotNow, "not-now"),
    (Code::Taken, "taken"),
    (Code::TooFast, "too-fast"),
    (Code::TooMuch, "too-much"),
    (Code::Trouble, "trouble"),
];

pub(crate) fn count(counter: &AtomicU64) {
    counter.fetch_add(1, Ordering::Relaxed);
}

impl Metrics {
    /// Something was refused.
    pub(crate) fn refused(&self, code: Code) {
        if let Some(index) = CODES.iter().position(|(known, _)| *known == code) {
            count(&self.refusals[index]);
        }
    }

    /// All counters as text.
    pub(crate) fn text(&self, tables: usize) -> String {
        let mut text = String::new();
        let mut line = |name: &str, kind: &str, value: i64| {
            let _ = writeln!(text, "# TYPE menagerie_{name} {kind}\nmenagerie_{name} {value}");
        };
        let total = |counter: &AtomicU64| counter.load(Ordering::Relaxed) as i64;
        line("tables_open", "gauge", tables as i64);
        line("connections_open", "gauge", self.connections.load(Ordering::Relaxed));
        line("requests_total", "counter", total(&self.requests));
        line("messages_total", "counter", total(&self.messages));
        line("events_total", "counter", total(&self.events));
        line("thoughts_total", "counter", total(&self.thoughts));
        text.push_str("# TYPE menagerie_refusals_total counter\n");
        for ((_, name), counter) in CODES.iter().zip(&self.refusals) {
            let _ = writeln!(text, "menagerie_refusals_total{{code=\"{name}\"}} {}", total(counter));
        }
        text
    }
}

/// Writes histograms of one name that differ by their labels.
pub(crate) fn write_histogram(text: &mut String, name: &str, histograms: &[(&str, &Histogram)]) {
    let _ = writeln!(text, "# TYPE menagerie_{name} histogram");
    for (labels, histogram) in histograms {
        histogram.write(text, &format!("menagerie_{name}"), labels);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_are_counted_by_their_code() {
        let metrics = Metrics::default();
        metrics.refused(Code::Illegal);
        metrics.refused(Code::Illegal);
        assert!(metrics.text(3).contains("menagerie_refusals_total{code=\"illegal\"} 2\n"));
        assert!(metrics.text(3).contains("menagerie_tables_open 3\n"));
    }
}
