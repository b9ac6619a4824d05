//! A histogram of durations with fixed buckets, in the text form that Prometheus reads.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The upper bounds of the buckets: in microseconds, and in seconds as text. The last bucket has no bound.
const BOUNDS: [(u64, &str); 14] = [
    (100, "0.0001"),
    (250, "0.00025"),
    (500, "0.0005"),
    (1_000, "0.001"),
    (2_500, "0.0025"),
    (5_000, "0.005"),
    (10_000, "0.01"),
    (25_000, "0.025"),
    (50_000, "0.05"),
    (100_000, "0.1"),
    (500_000, "0.5"),
    (1_000_000, "1"),
    (5_000_000, "5"),
    (30_000_000, "30"),
];

/// A latency histogram. An observation costs two atomic additions, without a lock.
#[derive(Default)]
pub struct Histogram {
    buckets: [AtomicU64; BOUNDS.len() + 1],
    micros: AtomicU64,
}

impl Histogram {
    /// Counts an observation.
    pub fn observe(&self, took: Duration) {
        let micros = took.as_micros() as u64;
        let bucket = BOUNDS.partition_point(|&(bound, _)| bound < micros);
        self.buckets[bucket].fetch_add(1, Ordering::Relaxed);
        self.micros.fetch_add(micros, Ordering::Relaxed);
    }

    /// Writes the samples of `name`, with labels such as `route="/healthz"` or none. The caller writes the `# TYPE`
    /// line.
    pub fn write(&self, text: &mut String, name: &str, labels: &str) {
        let comma = if labels.is_empty() { "" } else { "," };
        let braced = if labels.is_empty() { String::new() } else { format!("{{{labels}}}") };
        let bounds = BOUNDS.iter().map(|(_, text)| *text).chain(["+Inf"]);
        let mut count = 0;
        for (bound, bucket) in bounds.zip(&self.buckets) {
            count += bucket.load(Ordering::Relaxed);
            let _ = writeln!(text, "{name}_bucket{{{labels}{comma}le=\"{bound}\"}} {count}");
        }
        let seconds = self.micros.load(Ordering::Relaxed) as f64 / 1e6;
        let _ = writeln!(text, "{name}_sum{braced} {seconds}\n{name}_count{braced} {count}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_count_everything_up_to_their_bound() {
        let histogram = Histogram::default();
        for micros in [100, 101, 2_000_000, 60_000_000] {
            histogram.observe(Duration::from_micros(micros));
        }
        let mut text = String::new();
        histogram.write(&mut text, "x_seconds", "route=\"/a\"");
        for line in [
            "x_seconds_bucket{route=\"/a\",le=\"0.0001\"} 1\n",
            "x_seconds_bucket{route=\"/a\",le=\"0.00025\"} 2\n",
            "x_seconds_bucket{route=\"/a\",le=\"1\"} 2\n",
            "x_seconds_bucket{route=\"/a\",le=\"5\"} 3\n",
            "x_seconds_bucket{route=\"/a\",le=\"+Inf\"} 4\n",
            "x_seconds_sum{route=\"/a\"} 62.000201\n",
            "x_seconds_count{route=\"/a\"} 4\n",
        ] {
            assert!(text.contains(line), "{line}: {text}");
        }
        text.clear();
        histogram.write(&mut text, "x_seconds", "");
        assert!(text.starts_with("x_seconds_bucket{le=\"0.0001\"} 1\n") && text.ends_with("x_seconds_count 4\n"));
    }
}
