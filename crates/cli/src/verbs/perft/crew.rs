//! Sharing the count among threads.

use std::io::{IsTerminal, Write, stderr};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;

use menagerie_game::erased::{AnyPosition, ApplyError};

/// Jobs per thread: enough that nobody waits long for the last one.
const JOBS_PER_THREAD: usize = 64;

/// Threads that count together.
pub(super) struct Crew {
    threads: usize,
}

/// A position from which so many more actions are counted, for one of the first actions.
struct Job {
    share: usize,
    position: Box<dyn AnyPosition>,
}

impl Crew {
    pub(super) fn new(threads: u16) -> Self {
        Self { threads: usize::from(threads) }
    }

    /// For each first action, sorted, the number of sequences that begin with it. `depth` is at least 1.
    pub(super) fn divide(&self, position: &dyn AnyPosition, depth: u32) -> Result<Vec<(String, u64)>, ApplyError> {
        let first = position.actions();
        let mut jobs = Vec::with_capacity(first.len());
        for (share, action) in first.iter().enumerate() {
            jobs.push(Job { share, position: after(position, action)? });
        }
        let mut left = depth - 1;
        // The last plies stay together: counting is fastest where it need not write actions as text.
        while left > 3 && jobs.len() < self.threads * JOBS_PER_THREAD && !jobs.is_empty() {
            jobs = split(&jobs)?;
            left -= 1;
        }
        let counts: Vec<_> = first.iter().map(|_| AtomicU64::new(0)).collect();
        self.work(&jobs, |job| {
            counts[job.share].fetch_add(job.position.perft(left), Ordering::Relaxed);
        });
        Ok(first.into_iter().zip(counts.into_iter().map(AtomicU64::into_inner)).collect())
    }

    /// Does every job, each once, and shows on a terminal how far it is.
    fn work(&self, jobs: &[Job], does: impl Fn(&Job) + Sync) {
        let (next, shows) = (AtomicUsize::new(0), stderr().is_terminal());
        let worker = || {
            while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                does(job);
                if shows {
                    show(next.load(Ordering::Relaxed).min(jobs.len()), jobs.len());
                }
            }
        };
        thread::scope(|scope| {
            for _ in 1..self.threads {
                // Where the system gives no more threads, those that there are do all the work.
                let _ = thread::Builder::new().spawn_scoped(scope, worker);
            }
            worker();
        });
        if shows {
            // The line is wiped: what remains on the terminal is the answer.
            let _ = write!(stderr(), "\r\x1b[K");
        }
    }
}

fn show(done: usize, all: usize) {
    // Progress is a courtesy; a terminal that went away must not stop the count.
    let _ = write!(stderr(), "\r{:3} %", done * 100 / all);
}

fn after(position: &dyn AnyPosition, action: &str) -> Result<Box<dyn AnyPosition>, ApplyError> {
    let mut next = position.boxed();
    next.apply(action)?;
    Ok(next)
}

/// One job for each action of each job.
fn split(jobs: &[Job]) -> Result<Vec<Job>, ApplyError> {
    let mut finer = Vec::new();
    for job in jobs {
        for action in job.position.actions() {
            finer.push(Job { share: job.share, position: after(&*job.position, &action)? });
        }
    }
    Ok(finer)
}
