//! Work that takes its time, done away from the conversation.

use menagerie_game::{Rules, RulesExt, Silent, perft};

use super::Stop;

/// Works and says lines on the way. It ends soon after it is told to stop.
///
/// It returns its closing line (`bestmove …`) instead of saying it. The caller writes that line and calls
/// [`Session::finished`](super::Session::finished) in one step: a client that has read `bestmove` may send `go` and `stop`
/// at once, and both must meet a session that knows that the work before has ended.
pub type Task = Box<dyn FnOnce(&Stop, &mut dyn FnMut(String)) -> Option<String> + Send>;

/// Below this depth, counting is too quick to be worth stopping.
const UNSTOPPED: u32 = 2;

/// Counts the sequences of `depth` actions, at least 1, for each first action.
pub(crate) fn perft_task<R: Rules>(position: R, depth: u32) -> Task {
    Box::new(move |stop, say| {
        let mut total = 0;
        let mut actions: Vec<_> = position.list().into_iter().map(|action| (action.to_string(), action)).collect();
        actions.sort_unstable_by(|a, b| a.0.cmp(&b.0));
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

/// Nothing if it was stopped.
fn count<R: Rules>(position: &R, depth: u32, stop: &Stop) -> Option<u64> {
    if stop.is_given() {
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

/// Thinks about fixed positions; the number of nodes is the signature of the search.
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
