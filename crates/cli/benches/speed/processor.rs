//! Processor time: what a busy neighbour does not use up.

use std::fs;
use std::time::Instant;

/// Measures how long a process works.
pub(crate) struct Watch {
    process: String,
    /// The seconds of processor time it had before, where the system tells.
    before: Option<f64>,
    begin: Instant,
}

impl Watch {
    /// Begins now. The process is a number, or `self`.
    pub(crate) fn on(process: &str) -> Self {
        Self { process: process.to_owned(), before: seconds_of(process), begin: Instant::now() }
    }

    /// Seconds of processor time since then; of the clock where the system tells no better.
    pub(crate) fn seconds(&self) -> f64 {
        let worked = seconds_of(&self.process).zip(self.before).map(|(now, before)| now - before);
        worked.unwrap_or_else(|| self.begin.elapsed().as_secs_f64())
    }
}

/// What all threads of a process have had, as Linux tells it.
fn seconds_of(process: &str) -> Option<f64> {
    let threads = fs::read_dir(format!("/proc/{process}/task")).ok()?;
    let nanoseconds = |thread: fs::DirEntry| {
        let text = fs::read_to_string(thread.path().join("schedstat")).ok()?;
        text.split_ascii_whitespace().next()?.parse::<f64>().ok()
    };
    let all: Vec<f64> = threads.flatten().filter_map(nanoseconds).collect();
    (!all.is_empty()).then(|| all.iter().sum::<f64>() / 1e9)
}
