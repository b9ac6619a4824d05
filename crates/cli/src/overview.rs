//! What the program says about itself.

/// The beginning of `--help`.
pub(crate) const LONG: &str = "\
Five strange relatives of chess, one program. Without a verb it serves the page on http://127.0.0.1:7777; with --lan \
others on the same network can play too.

A position is a line of text; an action is a word. `menagerie games` lists the games, `menagerie rules GAME` tells \
how one is played, and `menagerie VERB --help` shows examples.";

/// The end of `--help`.
pub(crate) const EXIT_STATUS: &str = "\
Exit status: 0 done; 1 an action is not legal there, or a record does not verify; 2 a wrong call: an unknown verb, \
game or option, or a text that is no position, action or record.";
