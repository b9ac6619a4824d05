//! Results, and how they are printed.

use std::time::Duration;

use crate::cpu_time::CLIENTS;

/// The results of one load.
pub(crate) struct LoadResult {
    /// The latencies, sorted.
    latencies: Vec<Duration>,
    time: Duration,
    /// The CPU time of each part.
    costs: Vec<(String, Duration)>,
    out_of_matches: usize,
}

impl LoadResult {
    pub(crate) fn new(
        mut latencies: Vec<Duration>,
        time: Duration,
        costs: Vec<(String, Duration)>,
        out_of_matches: usize,
    ) -> Self {
        latencies.sort_unstable();
        Self { latencies, time, costs, out_of_matches }
    }

    /// Actions per second.
    pub(crate) fn rate(&self) -> f64 {
        self.latencies.len() as f64 / self.time.as_secs_f64()
    }

    /// The number of measured actions.
    pub(crate) const fn samples(&self) -> usize {
        self.latencies.len()
    }

    /// Says that the figures are too low because matches ran out.
    fn print_out_of_matches(&self) {
        if self.out_of_matches > 0 {
            println!("  at {} tables all matches ended before the measurement did", self.out_of_matches);
        }
    }

    /// The latency in milliseconds at this quantile.
    fn at(&self, share: f64) -> f64 {
        let index = (self.latencies.len() as f64 * share) as usize;
        self.latencies.get(index).map_or(0.0, |latencies| latencies.as_secs_f64() * 1e3)
    }

    /// The CPU time of all parts but the clients per action, in microseconds.
    fn cost(&self) -> f64 {
        let served = self.costs.iter().filter(|(name, _)| name != CLIENTS).map(|(_, cost)| cost.as_secs_f64());
        served.sum::<f64>() * 1e6 / self.latencies.len().max(1) as f64
    }

    /// The CPU time of each part per action, in microseconds.
    fn costs(&self) -> String {
        let each = |cost: &Duration| cost.as_secs_f64() * 1e6 / self.latencies.len().max(1) as f64;
        self.costs.iter().map(|(name, cost)| format!("{name} {:.0}", each(cost))).collect::<Vec<_>>().join(", ")
    }
}

/// What a row of the growth table was measured with.
pub(crate) struct Row {
    pub(crate) part: &'static str,
    pub(crate) nodes: usize,
    pub(crate) tables: usize,
    pub(crate) connections: usize,
    /// The resident memory of the nodes in bytes.
    pub(crate) memory: u64,
}

impl Row {
    pub(crate) fn print_head() {
        println!("part\tnodes\ttables\tconnections\tactions/s\tp50 ms\tp99 ms\tCPU µs per action\tmemory MB");
    }

    pub(crate) fn print(&self, figures: &LoadResult) {
        let Self { part, nodes, tables, connections, memory } = self;
        let (rate, p50, p99, cost) = (figures.rate(), figures.at(0.5), figures.at(0.99), figures.cost());
        let megabytes = memory / 1_000_000;
        println!("{part}\t{nodes}\t{tables}\t{connections}\t{rate:.0}\t{p50:.2}\t{p99:.2}\t{cost:.0}\t{megabytes}");
        figures.print_out_of_matches();
    }
}

/// Prints one line of results.
pub(crate) fn figures(name: &str, tables: usize, figures: &LoadResult) {
    let (rate, p50, p99) = (figures.rate(), figures.at(0.5), figures.at(0.99));
    println!("{name:<20} {tables:>6} tables {rate:>7.0} actions/s   p50 {p50:>7.2} ms   p99 {p99:>7.2} ms");
    println!("  processor time per action in µs: {}", figures.costs());
    figures.print_out_of_matches();
}

/// Prints the throughput relative to the relay for each run. Other programs slow the server and the relay down by
/// different factors, so the ratio holds for an idle machine only.
pub(crate) fn ratios(other: &str, ratios: &mut [f64]) {
    ratios.sort_unstable_by(f64::total_cmp);
    let all: Vec<String> = ratios.iter().map(|ratio| format!("{ratio:.2}")).collect();
    println!("actions against {other}: {:.2} (median of {})", ratios[ratios.len() / 2], all.join(", "));
}

/// Prints the load average of the last minute.
pub(crate) fn load_average() {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    println!("load average {} on {cores} cores", text.split(' ').next().unwrap_or("unknown"));
}

/// Prints the bytes per item.
pub(crate) fn bytes(what: &str, grown: u64, number: usize) -> u64 {
    let each = grown / number.max(1) as u64;
    println!("{what:<44} {each:>7} bytes   ({} kB for {number})", grown / 1024);
    each
}
