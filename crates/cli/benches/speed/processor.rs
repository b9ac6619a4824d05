//! Processor time, which other load on the machine does not change.

use std::fs;
use std::time::Instant;

/// Measures the processor time of a process.
pub(crate) struct Watch {
    process: String,
    /// Its processor time at the start in seconds, if the system reports it.
    before: Option<f64>,
    begin: Instant,
}

impl Watch {
    /// Starts now. The process is a number, or `self`.
    pub(crate) fn on(process: &str) -> Self {
        Self { process: process.to_owned(), before: seconds_of(process), begin: Instant::now() }
    }

    /// The processor time since the start in seconds, or wall-clock time if the system reports none.
    pub(crate) fn seconds(&self) -> f64 {
        let worked = seconds_of(&self.process).zip(self.before).map(|(now, before)| now - before);
        worked.unwrap_or_else(|| self.begin.elapsed().as_secs_f64())
    }
}

/// The processor time of all threads of a process, from `/proc`.
fn seconds_of(process: &str) -> Option<f64> {
    let threads = fs::read_dir(format!("/proc/{process}/task")).ok()?;
    let nanoseconds = |thread: fs::DirEntry| {
        let text = fs::read_to_string(thread.path().join("schedstat")).ok()?;
        text.split_ascii_whitespace().next()?.parse::<f64>().ok()
    };
    let all: Vec<f64> = threads.flatten().filter_map(nanoseconds).collect();
    (!all.is_empty()).then(|| all.iter().sum::<f64>() / 1e9)
}
