//! What the pure part wants of the world.

use std::path::PathBuf;

use crate::engine::Question;
use crate::kept::Kept;
use crate::net::Call;

/// Something for the shell to do; leaving a table and beginning anew are for the client itself.
#[derive(Debug)]
pub(crate) enum Command {
    /// Ask the computer.
    Think(Question),
    /// The computer need not think any more.
    StopThinking,
    /// Write a file.
    Save { path: PathBuf, text: String },
    /// Keep our seats at a table of a server, so that we can come back.
    Keep(Kept),
    /// The seats at this table are no longer needed.
    Forget { server: String, table: String },
    /// Talk to the server.
    Net(Call),
    /// Another match of the same kind at this terminal.
    Again,
    /// Leave the table: to the lobby, or to the menu.
    Leave,
    /// Let the shell that started us have the terminal for a while.
    Suspend,
    /// Leave.
    Quit,
}
