//! UGI, and its older brother UCI, on any pair of byte streams. `docs/engine.md` describes them with a transcript.
//!
//! [`Session`] is pure: a line comes in, lines and orders come out. [`run`] is the thin shell that reads, writes and
//! gives the thinking a thread.

mod command;
mod go;
mod info;
mod knobs;
mod question;
mod session;
mod shell;
mod stop;
mod table;
mod task;

pub use knobs::default_game;
pub use session::{Out, Session};
pub use shell::run;
pub use stop::Stop;
pub use task::Task;

/// Which words are spoken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Dialect {
    /// Any game; wins are counted in actions.
    Ugi,
    /// Games whose turn is one action; wins are counted in moves of the winner.
    Uci,
}
