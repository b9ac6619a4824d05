//! Figures, and how they are shown.

use std::time::Duration;

/// What a load showed.
pub(crate) struct Figures {
    /// How long each action took, the shortest first.
    taken: Vec<Duration>,
    time: Duration,
    /// The processor time of the servers, where they are processes of ours.
    cost: Duration,
    ran_out: usize,
}

impl Figures {
    pub(crate) fn new(mut taken: Vec<Duration>, time: Duration, cost: Duration, ran_out: usize) -> Self {
        taken.sort_unstable();
        Self { taken, time, cost, ran_out }
    }

    /// Actions per second.
    pub(crate) fn rate(&self) -> f64 {
        self.taken.len() as f64 / self.time.as_secs_f64()
    }

    /// So much of the actions took at most so many milliseconds.
    fn at(&self, share: f64) -> f64 {
        let index = (self.taken.len() as f64 * share) as usize;
        self.taken.get(index).map_or(0.0, |taken| taken.as_secs_f64() * 1e3)
    }

    /// Microseconds of the servers' processor time for one action.
    fn cost(&self) -> f64 {
        self.cost.as_secs_f64() * 1e6 / self.taken.len().max(1) as f64
    }
}

/// One line of figures.
pub(crate) fn figures(name: &str, tables: usize, figures: &Figures) {
    let (rate, p50, p99) = (figures.rate(), figures.at(0.5), figures.at(0.99));
    print!("{name:<12} {tables:>6} tables {rate:>7.0} actions/s   p50 {p50:>7.2} ms   p99 {p99:>7.2} ms");
    if !figures.cost.is_zero() {
        print!("   {:>5.0} µs of processor time per action", figures.cost());
    }
    println!();
    if figures.ran_out > 0 {
        println!("  at {} tables all matches were over before the time was", figures.ran_out);
    }
}

/// How much of the relay's work was done, each time; a busy machine disturbs both alike within one run.
pub(crate) fn ratios(ratios: &mut [f64]) {
    ratios.sort_unstable_by(f64::total_cmp);
    let all: Vec<String> = ratios.iter().map(|ratio| format!("{ratio:.2}")).collect();
    println!("actions against the relay: {:.2} (median of {})", ratios[ratios.len() / 2], all.join(", "));
}

/// How busy the machine has been in the last minute.
pub(crate) fn load_average() {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    println!("load average {} on {cores} cores", text.split(' ').next().unwrap_or("unknown"));
}

/// What one thing takes, if so many of them took so much.
pub(crate) fn bytes(what: &str, grown: u64, number: usize) -> u64 {
    let each = grown / number.max(1) as u64;
    println!("{what:<44} {each:>7} bytes   ({} kB for {number})", grown / 1024);
    each
}
