//! One search of a computer player, on a blocking thread.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

pub(crate) use menagerie_api::think::{Question, Reply, TimeLimit, time_for};
use menagerie_wire::Thought;

/// The number of processors, minus one for the network.
pub fn usual_threads() -> usize {
    let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    processors.saturating_sub(1).max(1)
}

/// Searches on a blocking thread. The thread owns `held` until the search ends.
pub(crate) async fn think(
    question: Question,
    stop: Arc<AtomicBool>,
    mut tell: impl FnMut(Thought) + Send + 'static,
    held: impl Send + 'static,
) -> Option<Reply> {
    let thought = tokio::task::spawn_blocking(move || {
        let _held = held;
        menagerie_api::think::think(&question, &stop, &mut tell)
    });
    thought.await.ok().flatten()
}
