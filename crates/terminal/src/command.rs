//! What the pure part wants of the world.

use std::path::PathBuf;

use crate::engine::Question;
use crate::net::Call;

/// Something for the shell to do.
#[derive(Debug)]
pub(crate) enum Command {
    /// Ask the computer.
    Think(Question),
    /// The computer need not think any more.
    StopThinking,
    /// Write a file.
    Save { path: PathBuf, text: String },
    /// Talk to the server.
    Net(Call),
    /// Leave.
    Quit,
}
