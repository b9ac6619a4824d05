//! The first and last lines of the program's own `--help`.

use menagerie_catalog::games;

const TASKS: &str = "\
Play strange relatives of chess, against the computer or with other people.

  menagerie                  start the server and play in your browser at http://127.0.0.1:7777
  menagerie --lan            the same, for everyone on your network
  menagerie learn            learn a game in small levels
  menagerie puzzle           solve puzzles
  menagerie play             play in this terminal
  menagerie games            list the games
  menagerie rules GAME       read how a game is played
  menagerie doctor           find out why something does not work";

/// The beginning of `-h`.
pub(crate) fn short() -> String {
    TASKS.to_owned()
}

/// The beginning of `--help`. It takes the list of games from the catalog.
pub(crate) fn long() -> String {
    let ids: Vec<_> = games().iter().map(|game| game.info().id).collect();
    format!(
        "{TASKS}\n\nThe games: {}.\n\nEvery command has examples: menagerie COMMAND --help. In scripts, a position is a \
         line of text and an action is one word.",
        ids.join(", ")
    )
}

/// The end of `--help`.
pub(crate) const EXIT_STATUS: &str = "\
Exit status: 0 success; 1 an action is not legal, a record does not verify, or doctor found a problem; 2 a usage error: an unknown command, \
game or option, or a text that is not a position, action or record.";
