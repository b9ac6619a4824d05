//! What the program says about itself.

use std::io::Write;

use menagerie_catalog::games;

use crate::failure::Failure;

/// The beginning of `--help`.
pub(crate) const LONG: &str = "\
Five strange relatives of chess, one program: their rules, their positions, and tools for those who write programs \
about them.

A position is a line of text; an action is a word. `menagerie games` lists the games, `menagerie rules GAME` tells \
how one is played, and `menagerie VERB --help` shows examples.";

/// The end of `--help`.
pub(crate) const EXIT_STATUS: &str = "\
Exit status: 0 done; 1 an action is not legal there; 2 a wrong call: an unknown verb, game or option, \
or a text that is no position or action.";

const VERBS: &str = "
Try:
  menagerie rules shogi5             how a game is played, in plain words
  menagerie show shogi5              the board as text; --format svg or png for a picture
  menagerie actions shogi5           what can be done at the start
  menagerie apply shogi5 a5a4        the position after an action
  menagerie explain shogi5 a5a1      why an action is or is not legal
  menagerie perft shogi5 5           count sequences of actions
  menagerie match shogi5 --player level:2 --player level:1    computer players against each other
  menagerie help                     everything else
";

/// What a call without a verb says.
pub(crate) fn write(out: &mut impl Write) -> Result<(), Failure> {
    writeln!(out, "Menagerie: five strange relatives of chess.\n")?;
    for game in games() {
        let info = game.info();
        writeln!(out, "  {:<12} {}", info.id, info.tagline)?;
    }
    Ok(out.write_all(VERBS.as_bytes())?)
}
