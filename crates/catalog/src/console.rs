//! Protocols of a game's own: a line comes in, lines go out.

/// An answer to one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// What to write, with its line ends.
    pub output: String,
    /// Whether the session is over: nothing more is read.
    pub over: bool,
}

/// A session of such a protocol. It is pure: whoever runs it reads and writes.
pub trait LineProtocol {
    /// Answers a line, given without its line feed.
    fn line(&mut self, line: &[u8]) -> Reply;
}

/// A game that has a protocol of its own.
pub struct Console {
    /// The game's id.
    pub game: &'static str,
    /// Begins a session.
    pub begin: fn() -> Box<dyn LineProtocol>,
}

/// The games that have one.
pub fn consoles() -> &'static [Console] {
    &[Console { game: "shogi5", begin: || Box::new(menagerie_shogi5::console::Console::new()) }]
}

impl LineProtocol for menagerie_shogi5::console::Console {
    fn line(&mut self, line: &[u8]) -> Reply {
        let reply = menagerie_shogi5::console::Console::line(self, line);
        Reply { output: reply.output, over: reply.over }
    }
}
