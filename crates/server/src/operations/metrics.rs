//! Metrics: counters and histograms in the Prometheus text format.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use menagerie_store::Histogram;
use menagerie_wire::Code;

use crate::operations::lesson_counts::LessonCounts;
use crate::operations::request_latency::RequestLatency;

/// All counters of this process.
#[derive(Default)]
pub(crate) struct Metrics {
    /// Open WebSocket connections.
    pub(crate) connections: AtomicI64,
    /// Messages received on WebSocket connections.
    pub(crate) messages: AtomicU64,
    /// Events appended to logs.
    pub(crate) events: AtomicU64,
    /// Events of other nodes, applied as the bus carried them.
    pub(crate) events_from_bus: AtomicU64,
    /// Events of other nodes, read from the store.
    pub(crate) events_from_store: AtomicU64,
    /// Units of rate limits that client addresses spent at other nodes.
    pub(crate) remote_limit_units: AtomicU64,
    /// Connections that take requests: not those that the shutdown has told to take no more.
    pub(crate) connections_taking_requests: AtomicI64,
    /// HTTP requests whose response has not begun.
    pub(crate) requests_in_progress: AtomicI64,
    /// HTTP requests answered.
    pub(crate) requests: AtomicU64,
    /// Searches finished for computer seats.
    pub(crate) thoughts: AtomicU64,
    /// Latency of an append: from the table's request until the events are durable.
    pub(crate) durable: Histogram,
    /// Latency of HTTP requests by route, until the response begins.
    pub(crate) request_latency: RequestLatency,
    /// What happened in the levels of courses.
    pub(crate) lessons: LessonCounts,
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
    /// Counts a refusal.
    pub(crate) fn refused(&self, code: Code) {
        if let Some(index) = CODES.iter().position(|(known, _)| *known == code) {
            count(&self.refusals[index]);
        }
    }

    /// All counters in the text format.
    pub(crate) fn text(&self, tables: usize) -> String {
        let mut text = String::new();
        let mut write = |name: &str, kind: &str, help: &str, value: i64| {
            write_head(&mut text, name, kind, help);
            let _ = writeln!(text, "menagerie_{name} {value}");
        };
        let total = |counter: &AtomicU64| counter.load(Ordering::Relaxed) as i64;
        write("tables_open", "gauge", "Tables in memory.", tables as i64);
        let sockets = self.connections.load(Ordering::Relaxed);
        write("websocket_connections", "gauge", "Open WebSockets.", sockets);
        write("http_requests_total", "counter", "HTTP requests.", total(&self.requests));
        write("websocket_messages_total", "counter", "Messages received on WebSockets.", total(&self.messages));
        write("events_appended_total", "counter", "Events appended to the logs of tables.", total(&self.events));
        write("searches_total", "counter", "Searches finished for computer seats.", total(&self.thoughts));
        let remote = total(&self.remote_limit_units);
        write("remote_limit_units_total", "counter", "Units of rate limits spent at other nodes.", remote);
        write_head(&mut text, "events_replicated_total", "counter", "Events of other nodes by where they were read.");
        for (source, counter) in [("bus", &self.events_from_bus), ("store", &self.events_from_store)] {
            let _ = writeln!(text, "menagerie_events_replicated_total{{source=\"{source}\"}} {}", total(counter));
        }
        write_head(&mut text, "refusals_total", "counter", "Refused requests and messages by error code.");
        for ((_, name), counter) in CODES.iter().zip(&self.refusals) {
            let _ = writeln!(text, "menagerie_refusals_total{{code=\"{name}\"}} {}", total(counter));
        }
        text
    }
}

/// The metrics that were renamed, with their former names. The former names are aliases until the next release.
const RENAMED: [(&str, &str); 10] = [
    ("websocket_connections", "connections_open"),
    ("http_requests_total", "requests_total"),
    ("websocket_messages_total", "messages_total"),
    ("events_appended_total", "events_total"),
    ("searches_total", "thoughts_total"),
    ("http_request_duration_seconds", "request_seconds"),
    ("append_duration_seconds", "append_durable_seconds"),
    ("commit_duration_seconds", "commit_seconds"),
    ("engine_queue_wait_seconds", "engine_wait_seconds"),
    ("engine_queue_length", "engine_queue"),
];

/// The samples of renamed metrics in a text, again under their former names.
pub(crate) fn deprecated_aliases(text: &str) -> String {
    let mut aliases = String::new();
    for (name, former) in RENAMED {
        let (name, former) = (format!("menagerie_{name}"), format!("menagerie_{former}"));
        let (head, help) = (format!("# TYPE {name} "), format!("# HELP {former} Deprecated: use {name}.\n"));
        for line in text.lines().filter(|line| line.starts_with(&name) || line.starts_with(&head)) {
            if line.starts_with(&head) {
                aliases.push_str(&help);
            }
            aliases.push_str(&line.replacen(&name, &former, 1));
            aliases.push('\n');
        }
    }
    aliases
}

/// Writes the help text and the type of a metric.
pub(crate) fn write_head(text: &mut String, name: &str, kind: &str, help: &str) {
    let _ = writeln!(text, "# HELP menagerie_{name} {help}\n# TYPE menagerie_{name} {kind}");
}

/// Writes histograms that share a name and differ by their labels.
pub(crate) fn write_histogram(text: &mut String, name: &str, help: &str, histograms: &[(&str, &Histogram)]) {
    write_head(text, name, "histogram", help);
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

    /// `docs/host/server.md`: renamed metrics keep their former names for one release.
    #[test]
    fn renamed_metrics_are_exported_under_both_names() {
        let metrics = Metrics::default();
        count(&metrics.thoughts);
        let mut text = metrics.text(3);
        write_histogram(&mut text, "commit_duration_seconds", "Commits.", &[("", &Histogram::default())]);
        let aliases = deprecated_aliases(&text);
        let searches = "# HELP menagerie_thoughts_total Deprecated: use menagerie_searches_total.\n\
                        # TYPE menagerie_thoughts_total counter\nmenagerie_thoughts_total 1\n";
        assert!(text.contains("menagerie_searches_total 1\n") && aliases.contains(searches), "{aliases}");
        assert!(aliases.contains("\nmenagerie_commit_seconds_bucket{le=\"+Inf\"} 0\n"), "{aliases}");
        assert!(!aliases.contains("menagerie_tables_open") && !aliases.contains("engine_queue"), "{aliases}");
    }
}
