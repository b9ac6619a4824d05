//! Parallel perft: distributes the count over threads.

use std::io::{IsTerminal, Write, stderr};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;

use menagerie_game::erased::{AnyPosition, ApplyError};

/// Jobs per thread: enough that the threads finish at nearly the same time.
const JOBS_PER_THREAD: usize = 64;

/// A perft over several threads.
pub(super) struct ParallelPerft {
    threads: usize,
}

/// A subtree to count: a position, the remaining depth, and the first action it belongs to.
struct Job {
    player_score: usize,
    position: Box<dyn AnyPosition>,
}

impl ParallelPerft {
    pub(super) fn new(threads: u16) -> Self {
        Self { threads: usize::from(threads) }
    }

    /// The count for each first action, sorted by action. `depth` is at least 1.
    pub(super) fn divide(&self, position: &dyn AnyPosition, depth: u32) -> Result<Vec<(String, u64)>, ApplyError> {
        let first = position.actions();
        let mut jobs = Vec::with_capacity(first.len());
        for (player_score, action) in first.iter().enumerate() {
            jobs.push(Job { player_score, position: after(position, action)? });
        }
        let mut left = depth - 1;
        // The last plies are not split: the typed counter is faster than the erased one, which writes actions as text.
        while left > 3 && jobs.len() < self.threads * JOBS_PER_THREAD && !jobs.is_empty() {
            jobs = split(&jobs)?;
            left -= 1;
        }
        let counts: Vec<_> = first.iter().map(|_| AtomicU64::new(0)).collect();
        self.work(&jobs, |job| {
            counts[job.player_score].fetch_add(job.position.perft(left), Ordering::Relaxed);
        });
        Ok(first.into_iter().zip(counts.into_iter().map(AtomicU64::into_inner)).collect())
    }

    /// Runs every job once. On a terminal it shows the progress.
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
                // If the system refuses a thread, the others do its work.
                let _ = thread::Builder::new().spawn_scoped(scope, worker);
            }
            worker();
        });
        if shows {
            // Erase the progress line.
            let _ = write!(stderr(), "\r\x1b[K");
        }
    }
}

fn show(done: usize, all: usize) {
    // A closed terminal must not stop the count.
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
            finer.push(Job { player_score: job.player_score, position: after(&*job.position, &action)? });
        }
    }
    Ok(finer)
}
