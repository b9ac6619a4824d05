//! What the program says about itself.

/// The beginning of `-h`.
pub(crate) const SHORT: &str = "\
Play five strange relatives of chess, against the computer or with other people.

  menagerie                  start the server and play in a browser at http://127.0.0.1:7777
  menagerie --lan            the same, for everybody on your network
  menagerie play             play in this terminal
  menagerie games            list the games
  menagerie rules GAME       read how a game is played";

/// The beginning of `--help`.
pub(crate) const LONG: &str = "\
Play five strange relatives of chess, against the computer or with other people.

  menagerie                  start the server and play in a browser at http://127.0.0.1:7777
  menagerie --lan            the same, for everybody on your network
  menagerie play             play in this terminal
  menagerie games            list the games
  menagerie rules GAME       read how a game is played

Every command has examples: menagerie COMMAND --help. For programs, a position is a line of text and an action is a word.";

/// The end of `--help`.
pub(crate) const EXIT_STATUS: &str = "\
Exit status: 0 done; 1 an action is not legal there, or a record does not verify; 2 a wrong call: an unknown verb, \
game or option, or a text that is no position, action or record.";
