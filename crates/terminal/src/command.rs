//! Commands: the side effects that the pure client requests.

use std::path::PathBuf;

use crate::engine::SearchRequest;
use crate::net::Call;
use crate::saved_seats::SavedSeats;

/// A side effect for the shell. `App` itself handles `Rematch` and `Leave`.
#[derive(Debug)]
pub(crate) enum Command {
    /// Start an engine search.
    Think(SearchRequest),
    /// Stop the engine search.
    StopThinking,
    /// Write a file.
    Save { path: PathBuf, text: String },
    /// Save our seats at a table of a server for the next run.
    SaveSeats(SavedSeats),
    /// Delete the saved seats of this table.
    ForgetSeats { server: String, table: String },
    /// Call the server.
    Net(Call),
    /// Start another match with the same setup at this terminal.
    Rematch,
    /// Leave the table for the lobby or the menu.
    Leave,
    /// Suspend the program (Ctrl-Z).
    Suspend,
    /// End the program.
    Quit,
}
