//! Line protocols: a game may have a text protocol of its own, one line in, some lines out.

/// The answer to one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// The text to write, with its line ends; may be empty.
    pub output: String,
    /// Whether the session is over. The caller reads no further line.
    pub over: bool,
}

/// A session of a line protocol. It is pure: the caller reads and writes.
pub trait LineProtocol {
    /// Answers a line, given without its line feed.
    fn line(&mut self, line: &[u8]) -> Reply;
}
