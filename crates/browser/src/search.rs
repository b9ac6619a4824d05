//! One search, in a worker of its own.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use menagerie_api::think::{Question, Reply, think_with_net};
use menagerie_wire::Thought;

/// Searches until a limit of the question is reached, and tells what it has found so far. The net of the game is loaded by
/// the page; without one the classical evaluation is used. A net of another game is refused: then there is no reply.
pub fn search(question: &Question, net: Option<&Arc<[u8]>>, tell: &mut dyn FnMut(Thought)) -> Option<Reply> {
    // The worker is ended to stop a search: it cannot hear anything meanwhile.
    think_with_net(question, net.map(AsRef::as_ref), &AtomicBool::new(false), tell)
}
