//! The UGI and UCI protocols on any pair of byte streams. `docs/bots/engine.md` describes them with a
//! transcript.
//!
//! [`Session`] is pure: a line comes in; lines, tasks and stop signals come out. [`run`] is the
//! input/output loop around it, with one thread per task.

mod command;
mod game_engine;
mod go;
mod info;
mod known_position;
mod options;
mod session;
#[cfg(not(target_family = "wasm"))]
mod shell;
mod stop_signal;
mod task;

pub use session::{Output, Session};
#[cfg(not(target_family = "wasm"))]
pub use shell::run;
pub use stop_signal::StopSignal;
pub use task::Task;

/// The protocol of a session.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Dialect {
    /// Supports every game. Distances to a win count actions.
    Ugi,
    /// Supports games whose turn is one action. Distances to a win count moves of the winner.
    Uci,
}
