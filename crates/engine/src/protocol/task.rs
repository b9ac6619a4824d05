//! Long-running tasks of a session: search, perft, bench.

use menagerie_game::{Rules, RulesExt, Silent, insertion_sort_by, perft};

use super::StopSignal;

/// A task. It reports lines while it runs, and ends soon after the stop signal.
///
/// It returns its closing line (`bestmove …`) instead of reporting it. The caller writes that line
/// and calls [`Session::finished`](super::Session::finished) in one step. A client that has read
/// `bestmove` may send `go` and `stop` at once; the session must know by then that the task has
/// ended.
pub type Task = Box<dyn FnOnce(&StopSignal, &mut dyn FnMut(String)) -> Option<String> + Send>;

/// Up to this depth perft is too fast to need the stop signal.
const UNSTOPPED: u32 = 2;

/// Perft with divide: counts the sequences of `depth` actions (at least 1) for each first action.
pub(crate) fn perft_task<R: Rules>(position: R, depth: u32) -> Task {
    Box::new(move |stop, say| {
        let mut total = 0;
        let mut actions: Vec<_> = position.list().into_iter().map(|action| (action.to_string(), action)).collect();
        insertion_sort_by(&mut actions, |a, b| a.0 < b.0);
        for (text, action) in actions {
            let mut next = position.clone();
            let _ = next.apply(action, &mut Silent);
            let Some(count) = count(&next, depth - 1, stop) else {
                return Some("info string perft was stopped".to_owned());
            };
            total += count;
            say(format!("{text}: {count}"));
        }
        say(String::new());
        Some(format!("Nodes searched: {total}"))
    })
}

/// `None` if it was stopped.
fn count<R: Rules>(position: &R, depth: u32, stop: &StopSignal) -> Option<u64> {
    if stop.is_set() {
        return None;
    }
    if depth <= UNSTOPPED {
        return Some(perft(position, depth));
    }
    position.list().into_iter().try_fold(0, |total, action| {
        let mut next = position.clone();
        let _ = next.apply(action, &mut Silent);
        Some(total + count(&next, depth - 1, stop)?)
    })
}

/// The benchmark. Its node count is the signature of the search.
pub(crate) fn bench_task<R: Rules>(deeper: i32) -> Task {
    Box::new(move |stop, say| {
        let Some(stats) = menagerie_search::bench::<R>(deeper, stop.flag()) else {
            return Some("info string bench was stopped".to_owned());
        };
        say(format!("Total time (ms) : {}", stats.time.as_millis()));
        say(format!("Nodes searched  : {}", stats.nodes));
        Some(format!("Nodes/second    : {}", stats.nodes_per_second()))
    })
}
